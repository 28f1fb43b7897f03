"""Na administração, só os prazos que a lei local fixa; os autos têm as suas páginas."""

from __future__ import annotations

from django.contrib import admin

from nucleo.administracao import AdminComPapeis
from procedimentos.models import PrazoDoMunicipio


@admin.register(PrazoDoMunicipio)
class PrazoDoMunicipioAdmin(AdminComPapeis):
    """Um prazo por espécie; onde não há, vale o do rito. O prazo já aberto não muda com ele."""

    acao_ver = "nucleo.municipio_ver"
    acao_incluir = acao_alterar = acao_excluir = "nucleo.municipio_administrar"
    list_display = ["especie", "municipio", "quantidade", "contagem", "fonte"]
    list_filter = ["municipio"]
