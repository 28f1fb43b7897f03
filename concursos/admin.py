"""Concursos na administração: lê-se tudo; escreve-se pelas páginas, que passam pelos serviços.

Os apps de cima acrescentam aqui as suas ações de lista (importar, classificar, planejar convocação,
produzir atos): este app não os conhece.
"""

from __future__ import annotations

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html

from concursos.models import Cargo, Concurso, Edital, JustificativaDoAchado, Regras, Retificacao
from nucleo.administracao import AdminComPapeis


class SoLeitura(AdminComPapeis):
    """Vê quem pode ver concursos; ninguém inclui, altera nem exclui por aqui."""

    acao_ver = "concursos.ver"


@admin.register(Concurso)
class ConcursoAdmin(SoLeitura):
    """Concursos."""

    caminho_do_orgao = "orgao"
    list_display = ["numero_e_ano", "titulo", "orgao", "tipo", "situacao", "homologado_em", "validade_ate"]
    list_display_links = ["numero_e_ano", "titulo"]
    list_filter = ["situacao", "tipo", "ano"]
    search_fields = ["titulo", "banca"]
    list_select_related = ["orgao"]
    readonly_fields = ["pagina"]

    @admin.display(description="concurso", ordering="ano")
    def numero_e_ano(self, obj: Concurso) -> str:
        """Como o concurso se cita: "001/2025"."""
        return obj.identificacao

    @admin.display(description="página do concurso")
    def pagina(self, obj: Concurso) -> str:
        """Endereço da página em que se trabalha."""
        return format_html('<a href="{}">Abrir</a>', reverse("concursos:edital", args=[obj.pk]))


@admin.register(Edital)
class EditalAdmin(SoLeitura):
    """Editais, publicados ou em rascunho."""

    caminho_do_orgao = "concurso__orgao"
    list_display = ["numero", "concurso", "lei", "situacao", "publicado_em", "veiculo"]
    list_filter = ["situacao", "lei"]
    search_fields = ["numero", "concurso__titulo"]
    list_select_related = ["concurso"]


@admin.register(Regras)
class RegrasAdmin(SoLeitura):
    """Regras de classificação e de reserva."""

    caminho_do_orgao = "edital__concurso__orgao"
    list_display = ["nome", "edital", "nota_final", "serie", "dupla_contagem", "congeladas_em"]
    search_fields = ["nome", "edital__numero"]
    list_select_related = ["edital"]


@admin.register(Cargo)
class CargoAdmin(SoLeitura):
    """Cargos, com o quadro de vagas."""

    caminho_do_orgao = "edital__concurso__orgao"
    list_display = ["codigo", "nome", "edital", "vagas", "vagas_ampla", "vagas_cotas", "vagas_pcd"]
    list_display_links = ["codigo", "nome"]
    search_fields = ["codigo", "nome", "edital__concurso__titulo"]
    list_select_related = ["edital"]


@admin.register(Retificacao)
class RetificacaoAdmin(SoLeitura):
    """Retificações, com o antes e o depois."""

    caminho_do_orgao = "edital__concurso__orgao"
    list_display = ["__str__", "publicada_em", "veiculo", "autor"]
    date_hierarchy = "publicada_em"
    list_select_related = ["edital", "autor"]


@admin.register(JustificativaDoAchado)
class JustificativaDoAchadoAdmin(SoLeitura):
    """O que se escreveu para publicar apesar de um achado."""

    caminho_do_orgao = "edital__concurso__orgao"
    list_display = ["achado", "texto", "edital", "autor", "escrita_em"]
    date_hierarchy = "escrita_em"
    list_select_related = ["edital", "autor"]
