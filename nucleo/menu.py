"""Entradas do menu: cada app registra as suas em `AppConfig.ready`; a pessoa vê as que pode."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from nucleo.permissoes import Autor


@dataclass(frozen=True, slots=True)
class Item:
    """Entrada do menu. `icone`: nome no lucide; `acao`: a que dá direito de vê-la; `ordem`: crescente."""

    rotulo: str
    url_name: str
    icone: str
    acao: str
    ordem: int


@dataclass(frozen=True, slots=True)
class Entrada:
    """Entrada já resolvida para uma página: endereço e se é a página, ou a seção, em que se está."""

    rotulo: str
    url: str
    icone: str
    atual: bool


_ITENS: dict[str, Item] = {}


def registrar_item(rotulo: str, url_name: str, icone: str, acao: str, ordem: int) -> None:
    """Acrescenta uma entrada; registrar de novo o mesmo `url_name` substitui a anterior."""
    _ITENS[url_name] = Item(rotulo, url_name, icone, acao, ordem)


def itens() -> list[Item]:
    """Todas as entradas, na ordem em que aparecem."""
    return sorted(_ITENS.values(), key=lambda item: (item.ordem, item.rotulo))


def entradas(autor: Autor, caminho: str) -> list[Entrada]:
    """Entradas que o autor pode abrir; a atual é a de endereço mais longo que inicia `caminho`."""
    visiveis = [(item, reverse(item.url_name)) for item in itens() if autor.pode(item.acao)]
    atual = max(
        (url for _, url in visiveis if caminho == url or (url != "/" and caminho.startswith(url))),
        key=len,
        default="",
    )
    return [Entrada(item.rotulo, url, item.icone, url == atual) for item, url in visiveis]
