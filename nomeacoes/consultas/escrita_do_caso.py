"""Escreve um caso em YAML: o mesmo conteúdo dá sempre os mesmos octetos, e cabe num arquivo de cem mil.

Uma linha por candidato, evento ou chamada; a retificação, uma por candidato da sua lista. Só se escreve o que
o formato dos casos tem: textos, inteiros, booleanos, nulos, datas, listas e mapas (`docs/casos.md`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

# Sem aspas só o que nenhum leitor de YAML, nem os antigos ("yes", "off"), toma por outra coisa.
SEM_ASPAS = re.compile(r"[a-z][a-z0-9_-]{3,}")
RESERVADAS = frozenset({"true", "false", "null"})
# Acima disto, o código do caractere não cabe em quatro algarismos.
QUATRO_ALGARISMOS = 0xFFFF
PASSO = "  "


def escrever_caso(caso: Mapping[str, Any]) -> str:
    """O caso, na ordem das suas chaves; mapas do primeiro nível e listas de mapas vão em linhas próprias."""
    return "\n".join(_bloco(caso, "")) + "\n"


def _bloco(mapa: Mapping[str, Any], recuo: str) -> Iterator[str]:
    for chave, valor in mapa.items():
        inicio = f"{recuo}{_texto(chave)}:"
        if isinstance(valor, Mapping) and valor and not recuo:
            yield inicio
            yield from _bloco(valor, recuo + PASSO)
        elif isinstance(valor, list) and valor and isinstance(valor[0], Mapping):
            yield inicio
            for item in valor:
                yield from _item(item, recuo + PASSO)
        else:
            yield f"{inicio} {_em_linha(valor)}"


def _item(item: Mapping[str, Any], recuo: str) -> Iterator[str]:
    """Numa linha; o que traz outra lista de mapas, como a retificação, em muitas."""
    if not any(
        isinstance(valor, list) and valor and isinstance(valor[0], Mapping) for valor in item.values()
    ):
        yield f"{recuo}- {_em_linha(item)}"
        return
    primeira, *demais = _bloco(item, recuo + PASSO)
    yield f"{recuo}- {primeira.lstrip()}"
    yield from demais


def _em_linha(valor: Any) -> str:
    if isinstance(valor, Mapping):
        return "{" + ", ".join(f"{_texto(k)}: {_em_linha(v)}" for k, v in valor.items()) + "}"
    if isinstance(valor, Sequence) and not isinstance(valor, str):
        return "[" + ", ".join(map(_em_linha, valor)) + "]"
    if isinstance(valor, bool):
        return "true" if valor else "false"
    if isinstance(valor, date):
        return valor.isoformat()
    return "null" if valor is None else str(valor) if isinstance(valor, int) else _texto(valor)


def _texto(texto: str) -> str:
    if SEM_ASPAS.fullmatch(texto) and texto not in RESERVADAS:
        return str(texto)
    return '"' + "".join(map(_caractere, texto)) + '"'


def _caractere(letra: str) -> str:
    if letra in '"\\':
        return f"\\{letra}"
    if letra.isprintable():
        return letra
    codigo = ord(letra)
    return f"\\u{codigo:04X}" if codigo <= QUATRO_ALGARISMOS else f"\\U{codigo:08X}"
