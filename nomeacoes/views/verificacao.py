"""Verificação pública de atos e documentos: sem entrada no sistema, com limite, sem nada sensível."""

from __future__ import annotations

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from nomeacoes.consultas import verificacao
from nomeacoes.forms import Verificacao

JANELA = 60  # segundos


def _passou_do_limite(request: HttpRequest) -> bool:
    """Se deste endereço vieram, no último minuto, mais que NOMEIA_VERIFICACOES_POR_MINUTO consultas."""
    origem = request.META.get("REMOTE_ADDR", "")
    if settings.NOMEIA_PROXY:
        # O último é o que o servidor da frente, em quem se confia, escreveu.
        origem = request.META.get("HTTP_X_FORWARDED_FOR", origem).split(",")[-1].strip()
    chave = f"verificacao:{origem}"
    cache.add(chave, 0, JANELA)
    try:
        consultas = cache.incr(chave)
    except ValueError:
        return False  # a janela acabou entre uma linha e outra
    return bool(consultas > settings.NOMEIA_VERIFICACOES_POR_MINUTO)


@never_cache
@require_GET
def verificar(request: HttpRequest, codigo: str = "") -> HttpResponse:
    """Diz se o código, e o SHA-256 que o acompanhe, são de ato assinado ou de documento emitido aqui."""
    dados = {"codigo": codigo, "sha256": request.GET.get("sha256", "")} if codigo else request.GET
    form = Verificacao(dados if dados else None)
    contexto: dict[str, object] = {"form": form}
    if form.is_bound and _passou_do_limite(request):
        resposta = render(request, "nomeacoes/verificar.html", contexto | {"limite": True}, status=429)
        resposta["Retry-After"] = str(JANELA)
        return resposta
    if form.is_valid():
        contexto |= {"feita": True, "resultado": verificacao.verificar(**form.cleaned_data)}
    return render(request, "nomeacoes/verificar.html", contexto)
