"""Páginas que os andares de cima oferecem sobre uma candidatura; nada aqui sabe quais são."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from nucleo.permissoes import Autor


@dataclass(frozen=True, slots=True)
class Ligacao:
    """Página de uma candidatura. `url_name` recebe a chave dela; `acao`, a que dá direito de vê-la."""

    rotulo: str
    url_name: str
    acao: str


_LIGACOES: dict[str, Ligacao] = {}


def registrar_ligacao(rotulo: str, url_name: str, acao: str) -> None:
    """Acrescenta uma página; registrar de novo o mesmo `url_name` substitui a anterior."""
    _LIGACOES[url_name] = Ligacao(rotulo, url_name, acao)


def ligacoes_da_candidatura(autor: Autor, candidatura: int) -> list[tuple[str, str]]:
    """Rótulo e endereço das páginas que o autor pode abrir, na ordem em que se registraram."""
    return [
        (ligacao.rotulo, reverse(ligacao.url_name, args=[candidatura]))
        for ligacao in _LIGACOES.values()
        if autor.pode(ligacao.acao)
    ]
