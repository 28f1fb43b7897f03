"""Célula e linha como vieram do arquivo, e o texto delas."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TypeAlias

# CSV só dá texto; a planilha dá também número (sempre float), lógico e data.
Celula: TypeAlias = str | float | int | bool | date | datetime | time | timedelta | None

# Planilhas guardam 15 algarismos: além deles, o que aparece é resto da conta binária.
ALGARISMOS_EXATOS = 15


@dataclass(frozen=True, slots=True)
class Linha:
    """`numero`: linha no arquivo, a partir de 1 (numa célula com quebra, a linha em que começa)."""

    numero: int
    celulas: tuple[Celula, ...]


def em_branco(celula: Celula) -> bool:
    """Se a célula não tem nada, ou só espaços."""
    return celula is None or (isinstance(celula, str) and not celula.strip())


def texto(celula: Celula) -> str:
    """Texto da célula como a pessoa a vê: número inteiro sem ".0", data 31/08/2023."""
    if celula is None:
        return ""
    if isinstance(celula, str):
        return celula.strip()
    if isinstance(celula, bool):
        return "VERDADEIRO" if celula else "FALSO"
    if isinstance(celula, float | int):
        return numero_em_texto(celula).replace(".", ",")
    if isinstance(celula, datetime):
        return f"{celula:%d/%m/%Y %H:%M}" if celula.time() != time() else data_em_texto(celula.date())
    if isinstance(celula, date):
        return data_em_texto(celula)
    return str(celula)


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
