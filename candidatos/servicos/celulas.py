"""Célula e linha como vieram do arquivo, e o texto delas."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple, TypeAlias

# CSV só dá texto; a planilha dá também número (sempre float), lógico e data.
Celula: TypeAlias = str | float | int | bool | date | datetime | time | timedelta | None

# Planilhas guardam 15 algarismos: além deles, o que aparece é resto da conta binária.
ALGARISMOS_EXATOS = 15
# Com que começa uma fórmula, e o apóstrofo que a desarma (OWASP, "CSV Injection").
_PERIGOSO = re.compile(r"'*[=+\-@\t\r]")
_ESCAPADO = re.compile(r"'+[=+\-@\t\r]")
_PERIGOSOS = frozenset("'=+-@\t\r")


class Linha(NamedTuple):
    """`numero`: linha no arquivo, a partir de 1 (numa célula com quebra, a linha em que começa).

    É uma tupla porque se faz uma por linha, num arquivo de um milhão delas.
    """

    numero: int
    celulas: tuple[Celula, ...]


# Linhas seguidas, em colunas: os números de todas e as células de cada uma.
Bloco: TypeAlias = tuple[Sequence[int], list[Sequence[Celula]]]


def em_branco(celula: Celula) -> bool:
    """Se a célula não tem nada, ou só espaços."""
    return celula is None or (isinstance(celula, str) and not celula.strip())


def texto(celula: Celula) -> str:
    """Texto da célula como a pessoa a vê: número inteiro sem ".0", data 31/08/2023."""
    if celula is None:
        return ""
    if isinstance(celula, str):
        return sem_escape(celula.strip())
    if isinstance(celula, bool):
        return "VERDADEIRO" if celula else "FALSO"
    if isinstance(celula, float | int):
        return numero_em_texto(celula).replace(".", ",")
    if isinstance(celula, datetime):
        return f"{celula:%d/%m/%Y %H:%M}" if celula.time() != time() else data_em_texto(celula.date())
    if isinstance(celula, date):
        return data_em_texto(celula)
    return str(celula)


def sem_escape(texto: str) -> str:
    """Desfaz `com_escape`: tira um apóstrofo posto antes do sinal que faria do texto uma fórmula."""
    return texto[1:] if texto[:1] == "'" and _ESCAPADO.match(texto) else texto


def com_escape(texto: str) -> str:
    """Texto que nenhuma planilha toma por fórmula: um apóstrofo antes de = + - @, tabulação e retorno.

    O que já começa por apóstrofo e um desses sinais leva outro: `sem_escape` devolve sempre o original.
    """
    return f"'{texto}" if texto[:1] in _PERIGOSOS and _PERIGOSO.match(texto) else texto


def data_em_texto(data: date) -> str:
    """31/08/2023, também para anos com menos de quatro algarismos."""
    return f"{data.day:02d}/{data.month:02d}/{data.year:04d}"


def numero_em_texto(numero: float) -> str:
    """Número da planilha com ponto decimal e os algarismos que ela garante: 80.05, 200000, 1e+20."""
    if isinstance(numero, int):
        return str(numero)
    if numero.is_integer() and abs(numero) < 10**ALGARISMOS_EXATOS:
        return str(int(numero))
    return f"{numero:.{ALGARISMOS_EXATOS}g}"


def normalizar(rotulo: str) -> str:
    """Minúsculas, sem acentos, só letras e algarismos separados por um espaço: para comparar títulos."""
    letras = unicodedata.normalize("NFKD", rotulo.casefold())
    limpas = (letra if letra.isalnum() else " " for letra in letras if not unicodedata.combining(letra))
    return " ".join("".join(limpas).split())
