"""Páginas dos documentos da posse: a lista do cargo e o que cada pessoa entregou."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from nomeacoes import servicos
from nomeacoes.consultas.documentos_da_posse import documentos_da_posse, lista_da_nomeacao, listas_do_cargo
from nomeacoes.enums import SituacaoNomeacao
from nomeacoes.forms import DocumentosExigidos, EnvioDeDocumento, hoje
from nomeacoes.models import DocumentoRecebido, ListaDeDocumentos
from nomeacoes.views.cargo import autor_do, cargo_do_endereco
from nomeacoes.views.nomeacoes import da_nomeacao, nomeacao_do_endereco
from nucleo.erros import Recusa
from nucleo.permissoes import exigir, pagina

MIME = {"pdf": "application/pdf", "jpeg": "image/jpeg", "png": "image/png"}


@pagina("nomeacoes.documentos_da_posse_ver")
def documentos(request: HttpRequest, pk: int) -> HttpResponse:
    """Os documentos de uma pessoa: o que falta, o que se recebeu e quem conferiu; e receber mais um."""
    achada = nomeacao_do_endereco(request, pk, "nomeacoes.documentos_da_posse_ver")
    lista = lista_da_nomeacao(achada)
    form = EnvioDeDocumento(request.POST or None, request.FILES or None, lista=lista)
    if request.method == "POST":
        exigir(autor_do(request), "nomeacoes.documento_receber", [achada])
        if form.is_valid():
            try:
                servicos.documento_receber(autor=autor_do(request), nomeacao=achada, **form.cleaned_data)
                messages.success(request, "Documento recebido: falta conferi-lo.")
                return redirect("nomeacoes:documentos", pk)
            except Recusa as recusa:
                form.add_error("arquivo", recusa.mensagem)
    em_curso = achada.situacao in (SituacaoNomeacao.CONVOCADA, SituacaoNomeacao.NOMEADA)
    contexto = da_nomeacao(achada) | {
        "lista": lista,
        "itens": documentos_da_posse(achada),
        "form": form,
        "em_curso": em_curso,
    }
    return render(request, "nomeacoes/documentos.html", contexto)


def _documento(request: HttpRequest, pk: int, acao: str) -> DocumentoRecebido:
    achado = get_object_or_404(
        DocumentoRecebido.objects.select_related("nomeacao__vaga__cargo__edital__concurso__orgao", "exigido"),
        pk=pk,
    )
    exigir(autor_do(request), acao, [achado])
    return achado


@require_POST
@pagina("nomeacoes.documento_conferir")
def conferir(request: HttpRequest, pk: int) -> HttpResponse:
    """Aceita ou recusa um arquivo."""
    documento = _documento(request, pk, "nomeacoes.documento_conferir")
    aceito = request.POST.get("decisao") == "aceitar"
    try:
        servicos.documento_conferir(
            autor=autor_do(request),
            documento=documento,
            aceito=aceito,
            motivo=request.POST.get("motivo", ""),
        )
        messages.success(request, "Documento aceito." if aceito else "Documento recusado.")
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
    return redirect("nomeacoes:documentos", documento.nomeacao_id)


@require_POST
@pagina("nomeacoes.documento_abrir")
def abrir(request: HttpRequest, pk: int) -> HttpResponse:
    """O arquivo, para baixar; a leitura fica na trilha, e por isso se pede por POST."""
    documento = _documento(request, pk, "nomeacoes.documento_abrir")
    try:
        conteudo = servicos.documento_abrir(autor=autor_do(request), documento=documento)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("nomeacoes:documentos", documento.nomeacao_id)
    resposta = HttpResponse(conteudo, content_type=MIME[documento.tipo])
    nome = slugify(f"{documento.exigido.nome[:60]} {documento.sha256[:8]}")
    resposta["Content-Disposition"] = f'attachment; filename="{nome}.{documento.tipo}"'
    resposta["Cache-Control"] = "no-store, private"
    resposta["X-Content-Type-Options"] = "nosniff"
    return resposta


@pagina("nomeacoes.ver")
def lista(request: HttpRequest, pk: int) -> HttpResponse:
    """As versões da lista de documentos do cargo, e uma nova."""
    cargo = cargo_do_endereco(request, pk, "nomeacoes.ver")
    versoes = listas_do_cargo(cargo)
    form = DocumentosExigidos(request.POST or None, initial=hoje() | _da_ultima(versoes))
    if request.method == "POST":
        exigir(autor_do(request), "nomeacoes.documentos_exigir", [cargo])
        if form.is_valid():
            dados = dict(form.cleaned_data)
            vigente_desde = dados.pop("data")
            try:
                servicos.documentos_exigir(
                    autor=autor_do(request), cargo=cargo, vigente_desde=vigente_desde, **dados
                )
                messages.success(request, "Lista de documentos gravada.")
                return redirect("nomeacoes:lista_de_documentos", pk)
            except Recusa as recusa:
                form.add_error(None, recusa.mensagem)
    contexto = {"cargo": cargo, "concurso": cargo.edital.concurso, "versoes": versoes, "form": form}
    return render(request, "nomeacoes/lista_de_documentos.html", contexto)


def _da_ultima(versoes: list[ListaDeDocumentos]) -> dict[str, str]:
    """O formulário começa pela última versão, que se emenda."""
    itens = list(versoes[0].itens.all()) if versoes else []
    return {
        "obrigatorios": "\n".join(item.nome for item in itens if item.obrigatorio),
        "facultativos": "\n".join(item.nome for item in itens if not item.obrigatorio),
    }
