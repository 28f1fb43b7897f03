"""Cadastros do núcleo na administração. As classes-base, para os apps de cima, vêm de `administracao`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axes.models import AccessAttempt
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse

from nucleo.administracao import AdminComPapeis, LinhasComPapeis
from nucleo.models import Atribuicao, Feriado, Municipio, Orgao, Usuario
from nucleo.permissoes import autor_do_pedido

if TYPE_CHECKING:
    UserAdminBase = UserAdmin[Usuario]
    CriacaoBase = AdminUserCreationForm[Usuario]
else:
    UserAdminBase = UserAdmin
    CriacaoBase = AdminUserCreationForm

__all__ = ["AdminComPapeis", "LinhasComPapeis"]


class FeriadosDoMunicipio(LinhasComPapeis):
    """Feriados municipais."""

    model = Feriado
    acao_ver = "nucleo.municipio_ver"
    acao_incluir = acao_alterar = acao_excluir = "nucleo.municipio_administrar"


@admin.register(Municipio)
class MunicipioAdmin(AdminComPapeis):
    """Municípios, com a lei de cotas e os feriados."""

    acao_ver = "nucleo.municipio_ver"
    acao_incluir = acao_alterar = acao_excluir = "nucleo.municipio_administrar"
    list_display = ["nome", "uf", "lei"]
    search_fields = ["nome"]
    inlines = [FeriadosDoMunicipio]


@admin.register(Orgao)
class OrgaoAdmin(AdminComPapeis):
    """Órgãos e entidades. Não se excluem: a trilha do que neles se fez aponta para eles."""

    acao_ver = "nucleo.orgao_ver"
    acao_incluir = acao_alterar = "nucleo.orgao_administrar"
    caminho_do_orgao = "pk"
    list_display = ["sigla", "nome", "municipio", "administracao"]
    list_filter = ["municipio", "administracao"]
    search_fields = ["nome", "sigla"]


class AtribuicoesDaPessoa(LinhasComPapeis):
    """O que a pessoa pode, e onde."""

    model = Atribuicao
    acao_ver = "nucleo.usuario_ver"
    acao_incluir = acao_alterar = acao_excluir = "nucleo.usuario_administrar"


class NovaPessoa(CriacaoBase):
    """Usuário, nome e a primeira senha, duas vezes."""

    usable_password = None  # type: ignore[assignment]

    class Meta:
        model = Usuario
        fields = ["username", "nome"]


@admin.register(Usuario)
class UsuarioAdmin(AdminComPapeis, UserAdminBase):
    """Pessoas, com as suas atribuições. Não se excluem: desativam-se, e o que fizeram permanece."""

    acao_ver = "nucleo.usuario_ver"
    acao_incluir = acao_alterar = "nucleo.usuario_administrar"
    add_form = NovaPessoa
    fieldsets = [
        (None, {"fields": ["username", "password", "is_active"]}),
        ("Pessoa", {"fields": ["nome", "funcao", "email", "last_login"]}),
    ]
    add_fieldsets = [(None, {"fields": ["username", "nome", "password1", "password2"]})]
    readonly_fields = ["last_login"]
    list_display = ["username", "nome", "papeis", "is_active", "last_login"]
    list_filter = ["is_active", "atribuicoes__papel"]
    search_fields = ["username", "nome", "email"]
    filter_horizontal = []
    inlines = [AtribuicoesDaPessoa]

    @admin.display(description="atribuições")
    def papeis(self, obj: Usuario) -> str:
        """Papéis e onde, por extenso."""
        return "; ".join(str(atribuicao) for atribuicao in obj.atribuicoes.all()) or "nenhuma"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Quem tem papel no alcance de quem pede, e quem ainda não tem nenhum."""
        todos = super().get_queryset(request).prefetch_related("atribuicoes__orgao")
        autor = autor_do_pedido(request)
        chaves = autor.orgaos() if autor else set()
        if chaves is None:
            return todos
        return todos.filter(Q(atribuicoes__orgao__in=chaves) | Q(atribuicoes=None)).distinct()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Só altera a pessoa, ou lhe troca a senha, quem alcança todos os órgãos em que ela atua."""
        if not super().has_change_permission(request, obj):
            return False
        autor = autor_do_pedido(request)
        chaves = autor.orgaos() if autor else set()
        if obj is None or chaves is None:
            return True
        return set(obj.atribuicoes.values_list("orgao_id", flat=True)) <= chaves

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Como no Django, com registro na trilha (sem a senha)."""
        resposta = super().user_change_password(request, id, form_url)
        if request.method == "POST" and resposta.status_code == 302:
            self.anotar(request, Usuario.objects.get(pk=id), "senha_definir", {}, {})
        return resposta


@admin.register(AccessAttempt)
class BloqueioAdmin(AdminComPapeis):
    """Tentativas de entrada que falharam. Excluir a linha desfaz o bloqueio."""

    acao_ver = "nucleo.bloqueio_ver"
    acao_excluir = "nucleo.bloqueio_administrar"
    list_display = ["attempt_time", "username", "ip_address", "failures_since_start"]
    list_display_links = None
    search_fields = ["username", "ip_address"]
    fields = ["attempt_time", "username", "ip_address", "failures_since_start"]
