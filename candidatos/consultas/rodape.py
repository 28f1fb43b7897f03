"""O que os andares de cima acrescentam ao pé das listas impressas."""

from __future__ import annotations

from collections.abc import Callable

from candidatos.models import Classificacao

Rodape = Callable[[Classificacao], str]

_RODAPES: list[Rodape] = []


def registrar_rodape(rodape: Rodape) -> None:
    """Acrescenta uma linha ao pé das listas de uma classificação: uma frase, ou "" se não há."""
    if rodape not in _RODAPES:
        _RODAPES.append(rodape)


def rodapes_da_lista(classificacao: Classificacao) -> list[str]:
    """As frases que vão ao pé de uma lista."""
    frases = (rodape(classificacao) for rodape in _RODAPES)
    return [frase for frase in frases if frase]
