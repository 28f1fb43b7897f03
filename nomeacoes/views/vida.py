"""Páginas da vida de um ato fora da assinatura: certificação orçamentária, conferência e publicação."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.forms import Form, model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from nomeacoes import consultas, servicos
from nomeacoes.consultas.vida import atos_por_publicar, certificacao_vigente
from nomeacoes.enums import SituacaoAto
from nomeacoes.forms import Certificacao, CorrecaoDaPublicacao, Publicacao, hoje
from nomeacoes.models import Ato, Evento
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, Pessoa, exigir, pagina

DA_PUBLICACAO = ["veiculo", "edicao", "data", "pagina"]


def _autor(request: HttpRequest) -> Pessoa:
    return cast(Pedido, request).autor


def _convocacao(request: HttpRequest, pk: int, acao: str) -> Evento:
    achada = get_object_or_404(consultas.convocacoes_ao_alcance(autor=_autor(request)), pk=pk)
    exigir(_autor(request), acao, [achada])
    return achada


def _ato(request: HttpRequest, pk: int, acao: str) -> Ato:
    achado = get_object_or_404(consultas.atos_ao_alcance(autor=_autor(request)), pk=pk)
    exigir(_autor(request), acao, [achado])
    return achado


def _gravou(request: HttpRequest, form: Form, gravar: Callable[[], Any], sucesso: str) -> bool:
    """Grava o que o formulário traz; a recusa do serviço volta nele."""
    if request.method != "POST" or not form.is_valid():
        return False
    try:
        gravar()
    except Recusa as recusa:
        form.add_error(None, recusa.mensagem)
        return False
    messages.success(request, sucesso)
    return True


@pagina("nomeacoes.certificacao_registrar")
def certificar(request: HttpRequest, pk: int) -> HttpResponse:
    """Registra a certificação orçamentária das nomeações de uma convocação."""
    evento = _convocacao(request, pk, "nomeacoes.certificacao_registrar")
    form = Certificacao(request.POST or None, initial=hoje())

    def gravar() -> None:
        servicos.certificacao_registrar(autor=_autor(request), evento=evento, **form.cleaned_data)

    if _gravou(request, form, gravar, "Certificação orçamentária registrada."):
        return redirect("nomeacoes:convocacao", pk)
    contexto = {
        "form": form,
        "evento": evento,
        "cargo": evento.cargo,
        "concurso": evento.cargo.edital.concurso,
        "anterior": certificacao_vigente(evento),
    }
    return render(request, "nomeacoes/certificar.html", contexto)


@require_POST
@pagina("nomeacoes.convocacao_conferir")
def conferir(request: HttpRequest, pk: int) -> HttpResponse:
    """Dá por conferidas todas as minutas de uma convocação."""
    evento = _convocacao(request, pk, "nomeacoes.convocacao_conferir")
    try:
        quantas = len(servicos.convocacao_conferir(autor=_autor(request), evento=evento))
        messages.success(request, "1 minuta conferida." if quantas == 1 else f"{quantas} minutas conferidas.")
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
    return redirect("nomeacoes:convocacao", pk)


@require_POST
@pagina("nomeacoes.ato_conferir")
def ato_conferir(request: HttpRequest, pk: int) -> HttpResponse:
    """Dá por conferida uma minuta só."""
    achado = _ato(request, pk, "nomeacoes.ato_conferir")
    try:
        servicos.ato_conferir(autor=_autor(request), ato=achado)
        messages.success(request, "Minuta conferida.")
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
    return redirect("nomeacoes:ato", pk)


@pagina("nomeacoes.convocacao_publicar")
def publicar(request: HttpRequest, pk: int) -> HttpResponse:
    """Registra de uma vez a publicação dos atos assinados da convocação."""
    evento = _convocacao(request, pk, "nomeacoes.convocacao_publicar")
    form = Publicacao(request.POST or None, initial=hoje())

    def gravar() -> None:
        servicos.convocacao_publicar(autor=_autor(request), evento=evento, **form.cleaned_data)

    if _gravou(request, form, gravar, "Publicação registrada."):
        return redirect("nomeacoes:convocacao", pk)
    contexto = {
        "form": form,
        "evento": evento,
        "cargo": evento.cargo,
        "concurso": evento.cargo.edital.concurso,
        "atos": list(atos_por_publicar(evento)),
    }
    return render(request, "nomeacoes/publicar.html", contexto)


@pagina("nomeacoes.ato_publicar")
def ato_publicar(request: HttpRequest, pk: int) -> HttpResponse:
    """Registra a publicação de um ato ou corrige a que já se registrou."""
    achado = _ato(request, pk, "nomeacoes.ato_publicar")
    if achado.situacao != SituacaoAto.ASSINADO:
        messages.error(request, "Só se publica ato assinado.")
        return redirect("nomeacoes:ato", pk)
    anterior = achado.publicacao
    if anterior is None:
        form: Publicacao = Publicacao(request.POST or None, initial=hoje())
    else:
        form = CorrecaoDaPublicacao(request.POST or None, initial=model_to_dict(anterior, DA_PUBLICACAO))

    def gravar() -> None:
        servicos.ato_publicar(autor=_autor(request), ato=achado, **form.cleaned_data)

    if _gravou(request, form, gravar, "Publicação corrigida." if anterior else "Publicação registrada."):
        return redirect("nomeacoes:ato", pk)
    return render(request, "nomeacoes/ato_publicar.html", {"form": form, "ato": achado, "anterior": anterior})
