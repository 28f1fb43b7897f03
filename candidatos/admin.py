"""Candidatos na administração: quase só leitura, porque tudo entra por arquivo e sai por serviço."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from import_export.admin import ExportMixin

from candidatos.consultas.busca import cpf_mascarado, normalizar_nome
from candidatos.forms.exportacao import ExportacaoDaLista
from candidatos.models import (
    Autodeclaracao,
    Candidato,
    Classificacao,
    Importacao,
    Inscricao,
    LayoutImportacao,
    RetificacaoDoResultado,
    Sorteio,
)
from candidatos.resources import (
    CandidatosExportados,
    ClassificacoesExportadas,
    ColocacoesExportadas,
    CsvDaCasa,
    ImportacoesExportadas,
    InscricoesExportadas,
    XlsxDaCasa,
)
from candidatos.servicos.autodeclaracao import autodeclaracao_ver
from candidatos.servicos.classificacao import concurso_classificar
from concursos.models import Cargo, Concurso
from nucleo.administracao import AdminComPapeis
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Pessoa, autor_do_pedido

# Entre os filtros só aparece o que está no alcance de quem pede.
DO_ALCANCE = admin.RelatedOnlyFieldListFilter


class SoLeitura(AdminComPapeis):
    """Vê quem pode ver candidatos; ninguém inclui, altera nem exclui por aqui."""

    acao_ver = "candidatos.ver"


class ComExportacao(ExportMixin, SoLeitura):  # type: ignore[misc]
    """Acrescenta “Exportar” à lista: o que ela mostra, com os seus filtros, dentro do alcance.

    O arquivo sai à medida que se lê, e não montado na memória; cada saída fica na trilha.
    """

    acao_exportar = ""
    export_form_class = ExportacaoDaLista
    export_formats = [CsvDaCasa, XlsxDaCasa]

    def has_export_permission(self, request: HttpRequest) -> bool:
        """Papel de `acao_exportar`."""
        return self._pode(request, self.acao_exportar)

    def get_valid_export_item_pks(self, request: HttpRequest) -> list[int]:
        """Não se exportam linhas escolhidas: só a lista, com os filtros."""
        return []

    def init_request_context_data(self, request: HttpRequest, form: Any) -> dict[str, Any]:
        """Título que diz o que se exporta."""
        contexto: dict[str, Any] = super().init_request_context_data(request, form)
        return contexto | {"title": f"Exportar {self.opts.verbose_name_plural}"}

    def _do_file_export(
        self, file_format: Any, request: HttpRequest, queryset: QuerySet[Any], export_form: Any = None
    ) -> HttpResponseBase:
        """Em lugar da tabela inteira na memória, os blocos do formato da casa."""
        recurso = self.choose_export_resource_class(export_form, request)()
        acao = f"candidatos.{self.opts.model_name}_exportar"
        depois = {
            "formato": file_format.get_extension(),
            "o_que": recurso.nome,
            "filtrada": bool(request.GET),
        }
        registrar(autor=Pessoa(request.user), acao=acao, objeto=cast(Any, request.user), depois=depois)
        resposta = StreamingHttpResponse(
            file_format.blocos(recurso.get_export_headers(), recurso.linhas(queryset)),
            content_type=file_format.get_content_type(),
        )
        nome = self.get_export_filename(request, queryset, file_format)
        resposta["Content-Disposition"] = f'attachment; filename="{nome}"'
        return resposta


@admin.register(Candidato)
class CandidatoAdmin(ComExportacao):
    """Pessoas; o CPF só aparece mascarado."""

    acao_exportar = "candidatos.inscritos_exportar"
    resource_classes = [CandidatosExportados]
    list_display = ["nome", "cpf_mascarado", "nascimento"]
    search_fields = ["nome_busca__startswith"]
    fields = ["nome", "cpf_mascarado", "nascimento"]
    readonly_fields = ["cpf_mascarado"]
    caminho_do_orgao = "inscricoes__edital__concurso__orgao"

    @admin.display(description="CPF")
    def cpf_mascarado(self, obj: Candidato) -> str:
        """Três algarismos do meio e os seguintes; o resto em asteriscos."""
        return cpf_mascarado(obj.cpf)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Uma linha por pessoa, ainda que tenha várias inscrições no alcance."""
        autor = autor_do_pedido(request)
        todos = super().get_queryset(request)
        return todos if autor and autor.orgaos() is None else todos.distinct()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Busca sem acentos."""
        return super().get_search_results(request, queryset, normalizar_nome(search_term))


@admin.register(Inscricao)
class InscricaoAdmin(ComExportacao):
    """Inscrições de cada edital."""

    acao_exportar = "candidatos.inscritos_exportar"
    resource_classes = [InscricoesExportadas]
    list_display = ["numero", "candidato", "edital"]
    list_filter = [("edital", DO_ALCANCE)]
    list_select_related = ["candidato", "edital"]
    search_fields = ["numero__startswith", "candidato__nome_busca"]
    caminho_do_orgao = "edital__concurso__orgao"


@admin.register(Autodeclaracao)
class AutodeclaracaoAdmin(AdminComPapeis):
    """Dado sensível: a lista só mostra a inscrição; abrir uma deixa registro na trilha."""

    acao_ver = "candidatos.autodeclaracao_ver"
    list_display = ["inscricao"]
    list_select_related = ["inscricao"]
    search_fields = ["inscricao__numero__startswith"]
    caminho_do_orgao = "inscricao__edital__concurso__orgao"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Como no Django, com a leitura registrada."""
        declaracao = self.get_object(request, object_id)
        if declaracao is not None:
            autodeclaracao_ver(autor=Pessoa(request.user), inscricao=declaracao.inscricao)
        return super().change_view(request, object_id, form_url, extra_context)


@admin.register(LayoutImportacao)
class LayoutImportacaoAdmin(SoLeitura):
    """Layouts lembrados, por órgão."""

    list_display = ["nome", "versao", "banca", "orgao", "criado_em"]
    list_filter = [("orgao", DO_ALCANCE)]
    caminho_do_orgao = "orgao"


@admin.register(Importacao)
class ImportacaoAdmin(ComExportacao):
    """Arquivos recebidos, com o que cada um fez."""

    acao_exportar = "candidatos.ver"
    resource_classes = [ImportacoesExportadas]
    list_display = ["nome_original", "edital", "situacao", "recebida_em", "autor"]
    list_filter = ["situacao", ("edital", DO_ALCANCE)]
    list_select_related = ["edital", "autor"]
    fields = [
        "edital",
        "nome_original",
        "tamanho",
        "sha256",
        "situacao",
        "autor",
        "recebida_em",
        "carregada_em",
    ]
    caminho_do_orgao = "edital__concurso__orgao"


@admin.register(Classificacao)
class ClassificacaoAdmin(ComExportacao):
    """Versões da classificação de cada cargo."""

    acao_exportar = "candidatos.concurso_exportar"
    resource_classes = [ClassificacoesExportadas, ColocacoesExportadas]
    list_display = ["cargo", "versao", "situacao", "calculada_em"]
    list_filter = ["situacao", ("cargo__edital", DO_ALCANCE)]
    list_select_related = ["cargo"]
    fields = ["cargo", "versao", "situacao", "calculada_em", "entradas"]
    caminho_do_orgao = "cargo__edital__concurso__orgao"


@admin.register(RetificacaoDoResultado)
class RetificacaoDoResultadoAdmin(SoLeitura):
    """Correções do resultado homologado."""

    list_display = ["concurso", "numero", "publicada_em", "veiculo", "importacao"]
    list_filter = [("concurso", DO_ALCANCE)]
    list_select_related = ["concurso", "importacao"]
    caminho_do_orgao = "concurso__orgao"


@admin.register(Sorteio)
class SorteioAdmin(SoLeitura):
    """Números sorteados, com a ata."""

    list_display = ["candidatura", "numero", "data", "ata", "autor"]
    list_select_related = ["candidatura__inscricao", "candidatura__cargo", "autor"]
    caminho_do_orgao = "candidatura__cargo__edital__concurso__orgao"


# -- Ações nas listas de concursos e cargos --------------------------------------------------------


def pode_classificar(self: Any, request: HttpRequest) -> bool:
    """Quem não pode não vê a ação."""
    autor = autor_do_pedido(request)
    return autor is not None and autor.pode("candidatos.concurso_classificar")


def pode_importar(self: Any, request: HttpRequest) -> bool:
    """Quem não pode não vê a ação."""
    autor = autor_do_pedido(request)
    return autor is not None and autor.pode("candidatos.importacao_receber")


@admin.action(description="Importar resultados", permissions=["importar"])
def importar(modeladmin: Any, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
    """Leva à importação do concurso escolhido, ou do concurso dos cargos escolhidos."""
    concursos = list(_concursos(queryset))
    if len(concursos) != 1:
        messages.warning(request, "Escolha um só concurso por vez para importar resultados.")
        return None
    return redirect("candidatos:importar", concursos[0].pk)


@admin.action(description="Classificar", permissions=["classificar"])
def classificar(modeladmin: Any, request: HttpRequest, queryset: QuerySet[Any]) -> None:
    """Põe na fila a classificação dos concursos, ou dos cargos, escolhidos."""
    for concurso in _concursos(queryset):
        cargos = None
        if queryset.model is Cargo:
            cargos = list(cast("QuerySet[Cargo]", queryset).filter(edital__concurso=concurso))
        try:
            execucao = concurso_classificar(autor=Pessoa(request.user), concurso=concurso, cargos=cargos)
            messages.success(request, f"{execucao.titulo}: na fila. Acompanhe em Execuções.")
        except Recusa as recusa:
            messages.error(request, f"{concurso}: {recusa.mensagem}")


def _concursos(queryset: QuerySet[Any]) -> QuerySet[Concurso]:
    """Os concursos escolhidos, ou os dos cargos escolhidos."""
    if queryset.model is Cargo:
        return Concurso.objects.filter(edital__cargos__in=queryset).distinct()
    return Concurso.objects.filter(pk__in=queryset)


def acrescentar_acoes(modelo: type[Concurso] | type[Cargo]) -> None:
    """Põe as ações deste app na administração de um modelo de baixo, que não o conhece."""
    registrado = admin.site.get_model_admin(modelo)
    registrado.actions = [*(registrado.actions or []), importar, classificar]
    tipo = type(registrado)
    tipo.has_classificar_permission = pode_classificar  # type: ignore[attr-defined]
    tipo.has_importar_permission = pode_importar  # type: ignore[attr-defined]


for cada in (Concurso, Cargo):
    acrescentar_acoes(cada)
