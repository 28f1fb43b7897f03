"""Registrar em dois passos: primeiro o que se seguiria, em palavras; depois, confirmado, grava-se."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from nomeacoes.consultas.consequencia import Consequencia
from nomeacoes.forms import Ocorrencia
from nucleo.erros import Conflito, Recusa


@dataclass(frozen=True, slots=True)
class DoisPassos:
    """`conferir` só lê; `gravar` recebe a versão do que se viu. `feito`: a frase de quando acaba."""

    conferir: Callable[[], Consequencia]
    gravar: Callable[[str], object]
    feito: str
    destino: str


def em_dois_passos(
    request: HttpRequest, form: Ocorrencia, passos: DoisPassos, modelo: str, contexto: dict[str, Any]
) -> HttpResponse:
    """O formulário, a consequência por confirmar ou, confirmada, o caminho do `destino`."""
    contexto |= {"form": form, "voltar": passos.destino}
    if form.is_valid() and "corrigir" not in request.POST:
        try:
            if _gravou(request, passos, contexto):
                messages.success(request, passos.feito)
                return redirect(passos.destino)
            contexto |= {"consequencia": passos.conferir(), "resumo": form.resumo()}
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    return render(request, modelo, contexto)


def _gravou(request: HttpRequest, passos: DoisPassos, contexto: dict[str, Any]) -> bool:
    """Se era confirmação e se gravou; o que mudou desde que se viu fica em `mudou`, para se ver de novo."""
    versao = request.POST.get("versao", "")
    if not versao:
        return False
    try:
        passos.gravar(versao)
    except Conflito as conflito:
        contexto["mudou"] = conflito.mensagem
        return False
    return True
