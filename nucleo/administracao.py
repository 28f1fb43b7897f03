"""A administração da casa: o acesso vem da tabela de papéis, nunca de `is_staff` ou `is_superuser`.

Os apps de cima registram os seus modelos com `AdminComPapeis`; o que vem sem ela não entra. Fica fora
de `admin.py` porque o site tem de existir antes de qualquer registro.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import QuerySet
from django.forms.models import BaseInlineFormSet, fields_for_model
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse

from nucleo.auditoria import registrar
from nucleo.models import Orgao
from nucleo.permissoes import Pessoa, autor_do_pedido

if TYPE_CHECKING:
    ModelAdminBase = admin.ModelAdmin[Any]
    TabularInlineBase = admin.TabularInline[Any, Any]
    LinhasBase = BaseInlineFormSet[Any, Any, Any]
else:
    ModelAdminBase = admin.ModelAdmin
    TabularInlineBase = admin.TabularInline
    LinhasBase = BaseInlineFormSet

# Nunca vão à trilha, nem cifrados.
CAMPOS_SEM_TRILHA = frozenset({"password", "password1", "password2", "usable_password"})


class SiteDaAdministracao(admin.AdminSite):
    """Administração em que só entra quem tem papel, e só com classes que os conferem."""

    site_title = "Nomeia"
    site_header = "Administração"
    index_title = "Cadastros"
    enable_nav_sidebar = False
    empty_value_display = "em branco"

    def has_permission(self, request: HttpRequest) -> bool:
        """Quem tem algum papel que veja a administração."""
        autor = autor_do_pedido(request)
        return autor is not None and autor.pode("nucleo.administracao_ver")

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Como no Django, salvo que ignora classes que não conferem papéis (as de outros pacotes)."""
        if isinstance(admin_class, type) and issubclass(admin_class, PorPapeis):
            super().register(model_or_iterable, cast(Any, admin_class), **options)

    def login(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """A entrada é uma só, a da casa; quem já entrou e chega aqui não tem papel."""
        if request.user.is_authenticated and not self.has_permission(request):
            raise PermissionDenied("Seu papel não permite ver a administração.")
        if request.user.is_authenticated:
            return redirect("admin:index")
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"), reverse("nucleo:entrar"))

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """A troca de senha também é a da casa."""
        return redirect("nucleo:senha")


class PorPapeis:
    """Permissões de uma classe da administração pela tabela de papéis.

    `acao_ver`, `acao_incluir`, `acao_alterar`, `acao_excluir`: nomes na tabela; vazio, ninguém.
    """

    acao_ver = ""
    acao_incluir = ""
    acao_alterar = ""
    acao_excluir = ""

    def imutavel(self, obj: Any) -> bool:
        """Se esta linha já não muda (edital publicado, ato assinado): mostra-se, não se altera."""
        return False

    def _pode(self, request: HttpRequest, acao: str, obj: Any = None) -> bool:
        autor = autor_do_pedido(request)
        if autor is None or not acao:
            return False
        orgao = getattr(obj, "orgao", None) if obj is not None and obj.pk else None
        return autor.pode(acao, orgao)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Papel de `acao_ver`, no órgão da linha."""
        return self._pode(request, self.acao_ver, obj)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Papel de `acao_incluir`; nas linhas de dentro, `obj` é a de fora."""
        return self._pode(request, self.acao_incluir, obj) and not (obj is not None and self.imutavel(obj))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Papel de `acao_alterar`, numa linha que ainda muda."""
        return self._pode(request, self.acao_alterar, obj) and not (obj is not None and self.imutavel(obj))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Papel de `acao_excluir`, numa linha que ainda muda."""
        return self._pode(request, self.acao_excluir, obj) and not (obj is not None and self.imutavel(obj))

    def has_module_permission(self, request: HttpRequest) -> bool:
        """O app aparece a quem vê algum dos seus modelos."""
        return self._pode(request, self.acao_ver)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Entre os órgãos, só oferece os do alcance de quem pede; "todos", só a quem alcança todos."""
        campo = super().formfield_for_foreignkey(db_field, request, **kwargs)  # type: ignore[misc]
        autor = autor_do_pedido(request)
        chaves = autor.orgaos() if autor else set()
        if db_field.remote_field.model is Orgao and chaves is not None:
            campo.queryset = Orgao.objects.filter(pk__in=chaves)
            campo.required = True
        return campo


class _LinhasRotuladas(LinhasBase):
    """Na tabela, o nome do campo está no cabeçalho: aqui ele vai também a quem só ouve a página."""

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        for campo in form.fields.values():
            campo_nu = getattr(campo.widget, "widget", campo.widget)
            campo_nu.attrs.setdefault("aria-label", str(campo.label or ""))


class LinhasComPapeis(PorPapeis, TabularInlineBase):
    """Linhas dentro de outra página da administração, com as mesmas permissões."""

    extra = 0
    formset = _LinhasRotuladas
    template = "admin/linhas.html"


class AdminComPapeis(PorPapeis, ModelAdminBase):
    """Cadastro com permissões por papel, alcance por órgão e trilha do que se grava.

    `caminho_do_orgao`: do modelo até `Orgao` ("edital__concurso__orgao"); vazio, sem recorte.
    """

    caminho_do_orgao = ""
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    save_on_top = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Só o que está no alcance de quem pede."""
        todos = super().get_queryset(request)
        autor = autor_do_pedido(request)
        chaves = autor.orgaos() if autor else set()
        if chaves is None or not self.caminho_do_orgao:
            return todos
        return todos.filter(**{f"{self.caminho_do_orgao}__in": chaves})

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Pelo endereço só se filtra o que a página oferece.

        O Django aceitaria qualquer campo da tabela: "?negro__exact=1" listaria, sem registro na
        trilha e com a raça no endereço, quem se declarou; "?cpf__startswith=" adivinharia o CPF.
        """
        filtros = [filtro[0] if isinstance(filtro, tuple) else filtro for filtro in self.list_filter]
        oferecidos = [str(filtro) for filtro in [*filtros, self.date_hierarchy] if filtro]
        oferecido = any(lookup == campo or lookup.startswith(f"{campo}__") for campo in oferecidos)
        return oferecido and super().lookup_allowed(lookup, value, request)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Grava e deixa na trilha os campos que mudaram."""
        antes, depois = _mudancas(obj, form.changed_data)
        super().save_model(request, obj, form, change)
        self.anotar(request, obj, "alterar" if change else "incluir", antes if change else {}, depois)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Deixa na trilha e exclui."""
        self.anotar(request, obj, "excluir", {"nome": str(obj)}, {})
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Uma a uma, para que cada exclusão fique na trilha."""
        for obj in queryset:
            self.delete_model(request, obj)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Grava as linhas de dentro e deixa cada uma na trilha."""
        mudancas = {
            linha.instance: _mudancas(linha.instance, linha.changed_data)
            for linha in formset.forms
            if linha.instance.pk
        }
        super().save_formset(request, form, formset, change)
        for obj in formset.new_objects:
            self.anotar(request, obj, "incluir", {}, {"nome": str(obj)})
        for obj, _ in formset.changed_objects:
            self.anotar(request, obj, "alterar", *mudancas[obj])
        for obj in formset.deleted_objects:
            self.anotar(request, obj, "excluir", {"nome": str(obj)}, {})

    def anotar(
        self,
        request: HttpRequest,
        obj: models.Model,
        verbo: str,
        antes: dict[str, str],
        depois: dict[str, str],
    ) -> None:
        """Registra na trilha, como "app.modelo_verbo", em nome de quem pede."""
        acao = f"{obj._meta.app_label}.{obj._meta.model_name}_{verbo}"
        registrar(autor=Pessoa(request.user), acao=acao, objeto=obj, antes=antes, depois=depois)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> None:  # type: ignore[override]
        """O registro próprio do Django seria uma segunda trilha: fica só a da casa."""

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:  # type: ignore[override]
        """Ver `log_addition`."""

    def log_deletions(self, request: HttpRequest, queryset: Any) -> None:  # type: ignore[override]
        """Ver `log_addition`."""

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        """A história de uma linha é a página da casa."""
        return redirect("nucleo:historico", self.opts.label_lower, object_id)


def _mudancas(obj: models.Model, campos: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Valores gravados e novos dos campos dados, como texto."""
    gravado = type(obj)._default_manager.filter(pk=obj.pk).first() if obj.pk else None
    nomes = [nome for nome in campos if nome not in CAMPOS_SEM_TRILHA and nome in fields_for_model(type(obj))]
    antes = {nome: str(getattr(gravado, nome)) for nome in nomes} if gravado else {}
    return antes, {nome: str(getattr(obj, nome)) for nome in nomes}
