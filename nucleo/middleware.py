"""O que envolve cada pedido: tamanho do envio e autor das mudanças feitas pela administração."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from nucleo.auditoria import autor_corrente
from nucleo.views import envio_grande_demais

Resposta = Callable[[HttpRequest], HttpResponse]

PEDACO = 1024 * 1024
# O que ainda se lê e descarta de um envio recusado: sem isso o navegador mostra "conexão
# interrompida" em lugar da explicação. Além disso, fecha-se a conexão.
DESCARTE_MAXIMO = 1024 * PEDACO


class LimiteDeEnvio:
    """Recusa, antes de o ler, o envio maior que NOMEIA_TAMANHO_MAXIMO (bytes), com página que explica."""

    def __init__(self, get_response: Resposta) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Confere o tamanho anunciado; o corpo de um envio recusado é lido e descartado."""
        tamanho = request.META.get("CONTENT_LENGTH") or "0"
        if not tamanho.isdigit() or int(tamanho) <= settings.NOMEIA_TAMANHO_MAXIMO:
            return self.get_response(request)
        lidos = 0
        while lidos < DESCARTE_MAXIMO and (pedaco := request.read(PEDACO)):
            lidos += len(pedaco)
        return envio_grande_demais(request)


class AutorDaAdministracao:
    """Nos pedidos à administração, a história das linhas que mudarem leva quem entrou."""

    def __init__(self, get_response: Resposta) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Define o autor corrente enquanto o pedido à administração é atendido."""
        if not request.path.startswith(reverse("admin:index")) or not request.user.is_authenticated:
            return self.get_response(request)
        marca = autor_corrente.set(request.user)
        try:
            return self.get_response(request)
        finally:
            autor_corrente.reset(marca)
