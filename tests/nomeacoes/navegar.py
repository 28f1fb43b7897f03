"""Atalhos dos testes de páginas: entrar com um papel e abrir uma página pelo nome."""

from __future__ import annotations

from typing import Any

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
