"""Atalhos dos testes de páginas: entrar com um papel e abrir uma página pelo nome."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse

from nucleo.enums import Papel
from nucleo.models import Orgao
from tests import fabrica


def entrar(papel: Papel, orgao: Orgao | None = None) -> Client:
    cliente = Client()
    cliente.force_login(fabrica.usuario(papel, orgao=orgao))
    return cliente


def abrir(cliente: Client, nome: str, *args: Any, codigo: int = 200, **consulta: Any) -> str:
    resposta = cliente.get(reverse(f"nomeacoes:{nome}", args=args), consulta)
    assert resposta.status_code == codigo
    return resposta.content.decode()


def confirmar(cliente: Client, endereco: str, dados: dict[str, str]) -> Any:
    """Confere o registro e confirma-o com a versão que a página mostrou."""
    conferida = cliente.post(endereco, dados)
    return cliente.post(endereco, dados | {"versao": conferida.context["consequencia"].versao})


class Aba:
    """Uma aba do navegador em que alguém já entrou."""

    def __init__(self, pagina: Any, endereco: str) -> None:
        self.pagina = pagina
        self.endereco = endereco

    def defeitos(self, caminho: str) -> list[str]:
        """Abre a página e diz o que há de errado: queixa do navegador, rolagem para o lado, regra do axe."""
        queixas: list[str] = []

        def anotar(mensagem: Any) -> None:
            if mensagem.type == "error":
                queixas.append(mensagem.text)

        self.pagina.on("console", anotar)
        self.pagina.goto(f"{self.endereco}{caminho}")
        # O próprio axe põe estilos na página, e a política de conteúdo os recusa: não são queixas dela.
        self.pagina.remove_listener("console", anotar)
        if self.pagina.evaluate("document.documentElement.scrollWidth") > self.pagina.viewport_size["width"]:
            queixas.append("passa da largura")
        violacoes = Axe().run(self.pagina).response["violations"]
        return queixas + [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in violacoes]


@contextmanager
def aba(navegador: Any, endereco: str, papel: Papel, largura: int, esquema: str) -> Iterator[Aba]:
    """Aba com a sessão de uma pessoa do papel, na largura e no esquema de cores dados."""
    sessao = entrar(papel).cookies[settings.SESSION_COOKIE_NAME].value
    contexto = navegador.new_context(
        viewport={"width": largura, "height": 900}, color_scheme=esquema, locale="pt-BR"
    )
    contexto.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": sessao, "url": endereco}])
    yield Aba(contexto.new_page(), endereco)
    contexto.close()
