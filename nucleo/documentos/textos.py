"""A data como os atos a escrevem, e o que de um texto se consegue imprimir."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import date
from typing import Any

MESES = (
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
)

# O que a fonte dos documentos (Libertinus Serif) sabe imprimir e um nome pode trazer: latim com
# todos os seus acentos, sinais combinantes e a pontuação corrente. O resto derruba a composição
# ou não se vê; `texto_imprimivel` põe no lugar o sinal de substituição, que se vê.
_FORA_DA_FONTE = re.compile(
    "[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f\u0300-\u036f\u1e00-\u1eff"
    "\u2010-\u2027\u2030-\u2037\u2039\u203a\u20ac\ufffd]"
)
_ESPACOS = re.compile(r"[\t\r\n\v\f\u0085\u2028\u2029]+")
# Letras ligadas num só sinal ("ﬁ"), que algumas planilhas trazem: imprimem-se soltas.
_LIGADURAS = re.compile("[\ufb00-\ufb06]")
# Sinais de formatação (largura zero, direção da escrita, hífen opcional): invisíveis, saem sem deixar nada.
_INVISIVEIS = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")


def data_por_extenso(data: date) -> str:
    """Data como os atos a escrevem: "1º de março de 2026", "31 de agosto de 2023"."""
    dia = "1º" if data.day == 1 else str(data.day)
    return f"{dia} de {MESES[data.month - 1]} de {data.year}"


def texto_imprimivel(texto: str) -> str:
    """O texto em forma composta, numa linha só, com "�" no lugar do que a fonte não imprime."""
    soltas = _LIGADURAS.sub(lambda sinal: unicodedata.normalize("NFKD", sinal.group()), texto)
    composto = unicodedata.normalize("NFC", _INVISIVEIS.sub("", _ESPACOS.sub(" ", soltas)))
    return _FORA_DA_FONTE.sub("\ufffd", composto)


def imprimivel(valor: Any) -> Any:
    """Aplica `texto_imprimivel` a todo texto de uma estrutura de listas e mapeamentos."""
    if isinstance(valor, str):
        return texto_imprimivel(valor)
    if isinstance(valor, Mapping):
        return {chave: imprimivel(item) for chave, item in valor.items()}
    if isinstance(valor, list | tuple):
        return [imprimivel(item) for item in valor]
    return valor
