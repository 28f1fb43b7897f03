"""Saída das listas e dos resultados em CSV e XLSX, enviados à medida que se leem."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from candidatos.consultas.classificacao import Lista
from candidatos.consultas.exportacao import classificacoes_do_concurso
from candidatos.forms.classificacao import BuscaDeCandidatos
from candidatos.forms.exportacao import ExportacaoNoLayout
from candidatos.servicos import exportacao as servicos
from candidatos.servicos.exportacao import ArquivoExportado, FormatoDeSaida
from concursos.models import Cargo, Concurso, Edital
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, exigir, pagina


def _baixar(arquivo: ArquivoExportado) -> HttpResponseBase:
    resposta = StreamingHttpResponse(arquivo.blocos, content_type=arquivo.formato.tipo)
    resposta["Content-Disposition"] = f'attachment; filename="{arquivo.nome}"'
    return resposta


def _formato(request: Pedido) -> FormatoDeSaida:
    pedido = request.GET.get("formato", "")
    return FormatoDeSaida(pedido) if pedido in set(FormatoDeSaida) else FormatoDeSaida.CSV


@pagina("candidatos.lista_exportar")
def lista(request: Pedido, pk: int) -> HttpResponseBase:
    """A lista que está na página, com os mesmos filtros."""
    cargo = get_object_or_404(Cargo.objects.select_related("edital__concurso__orgao"), pk=pk)
    exigir(request.autor, "candidatos.lista_exportar", [cargo])
    pedida = request.GET.get("lista", "")
    try:
        arquivo = servicos.lista_exportar(
            autor=request.autor,
            cargo=cargo,
            lista=Lista(pedida) if pedida in set(Lista) else Lista.GERAL,
            formato=_formato(request),
            termo=request.GET.get("q", "").strip(),
            divergentes=request.GET.get("banca") == "divergentes",
            publica="publica" in request.GET,
        )
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("candidatos:lista", pk)
    return _baixar(arquivo)


def _concurso(request: Pedido, pk: int, acao: str) -> Concurso:
    concurso = get_object_or_404(Concurso.objects.select_related("orgao"), pk=pk)
    exigir(request.autor, acao, [concurso])
    return concurso


@pagina("candidatos.concurso_exportar")
def resultado(request: Pedido, pk: int) -> HttpResponseBase:
    """O resultado de todos os cargos do concurso num arquivo só."""
    concurso = _concurso(request, pk, "candidatos.concurso_exportar")
    try:
        arquivo = servicos.concurso_exportar(
            autor=request.autor,
            concurso=concurso,
            formato=_formato(request),
            publica="publica" in request.GET,
        )
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("candidatos:exportar", pk)
    return _baixar(arquivo)


@pagina("candidatos.inscritos_exportar")
def inscritos(request: Pedido, pk: int) -> HttpResponseBase:
    """Os inscritos de um concurso."""
    concurso = _concurso(request, pk, "candidatos.inscritos_exportar")
    try:
        arquivo = servicos.inscritos_exportar(
            autor=request.autor, concurso=concurso, formato=_formato(request)
        )
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("candidatos:exportar", pk)
    return _baixar(arquivo)


@pagina("candidatos.inscritos_exportar")
def candidatos(request: Pedido) -> HttpResponseBase:
    """Os inscritos que a busca da página de candidatos acha; sem formato, a própria página."""
    form = BuscaDeCandidatos(request.GET)
    if "formato" not in request.GET or not form.is_valid():
        return redirect("candidatos:candidatos")
    try:
        arquivo = servicos.inscritos_exportar(
            autor=request.autor, termo=form.cleaned_data["q"], formato=_formato(request)
        )
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("candidatos:candidatos")
    return _baixar(arquivo)


@pagina("candidatos.ver")
def exportar(request: Pedido, pk: int) -> HttpResponse:
    """O que se pode baixar do concurso."""
    concurso = _concurso(request, pk, "candidatos.ver")
    return _pagina(request, concurso, _formulario(request, concurso))


def _formulario(request: Pedido, concurso: Concurso) -> ExportacaoNoLayout | None:
    """O da exportação nas colunas do layout; nulo para quem não a pode fazer."""
    edital = Edital.objects.select_related("concurso__orgao").filter(concurso=concurso).first()
    if edital is None or not request.autor.pode("candidatos.candidaturas_exportar", concurso.orgao):
        return None
    return ExportacaoNoLayout(request.POST or None, edital=edital)


def _pagina(request: Pedido, concurso: Concurso, form: ExportacaoNoLayout | None) -> HttpResponse:
    contexto = {
        "concurso": concurso,
        "classificados": classificacoes_do_concurso(concurso),
        "form": form,
    }
    return render(request, "candidatos/exportar.html", contexto)


@pagina("candidatos.candidaturas_exportar")
@require_POST
def candidaturas(request: Pedido, pk: int) -> HttpResponseBase:
    """As candidaturas nas colunas de um layout; traz dado sensível, e por isso não é um endereço."""
    concurso = _concurso(request, pk, "candidatos.candidaturas_exportar")
    form = _formulario(request, concurso)
    if form is None or not form.is_valid():
        return _pagina(request, concurso, form)
    try:
        arquivo = servicos.candidaturas_exportar(autor=request.autor, edital=form.edital, **form.escolhas())
    except Recusa as recusa:
        form.add_error(None, recusa.detalhes or [recusa.mensagem])
        return _pagina(request, concurso, form)
    return _baixar(arquivo)
