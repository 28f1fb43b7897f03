"""Como se lê cada célula de um quadro de cargos: o que não se entende é recusado, nunca adivinhado.

Os widgets do django-import-export leem "Sim" e "S" como falso, e "1.5" ou vazio como inteiro, sem aviso.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from import_export.widgets import Widget

_INTEIRO = re.compile(r"[0-9]{1,6}")
_SIM = frozenset({"sim", "s"})
_NAO = frozenset({"nao", "n"})


def normalizar(texto: str) -> str:
    """Minúsculas, sem acentos, só letras e algarismos separados por um espaço."""
    letras = unicodedata.normalize("NFKD", texto.casefold())
    limpas = (letra if letra.isalnum() else " " for letra in letras if not unicodedata.combining(letra))
    return " ".join("".join(limpas).split())


class TextoDaCelula(Widget):  # type: ignore[misc]
    """Texto com espaços simples; número inteiro da planilha vira algarismos."""

    def __init__(self, obrigatorio: bool = False) -> None:
        super().__init__()
        self.obrigatorio = obrigatorio

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> str:
        """Texto; `ValueError` se falta o que é obrigatório."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        texto = " ".join(str("" if value is None else value).split())
        if self.obrigatorio and not texto:
            raise ValueError("está em branco")
        return texto


class InteiroEstrito(Widget):  # type: ignore[misc]
    """Número inteiro de vagas, a partir de zero; em branco não é zero."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> int:
        """Inteiro; `ValueError` para branco, fração, sinal e letra."""
        if isinstance(value, bool):
            raise ValueError("não é um número de vagas")
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        texto = str("" if value is None else value).strip()
        if not texto:
            raise ValueError("está em branco: se não há vagas, escreva 0")
        if not _INTEIRO.fullmatch(texto):
            raise ValueError(f"“{texto}” não é um número inteiro de vagas: se não há vagas, escreva 0")
        return int(texto)


class SimOuNaoEstrito(Widget):  # type: ignore[misc]
    """Sim, S, Não ou N, ou o lógico da planilha; nada mais."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> bool:
        """Lógico; `ValueError` para o que não é uma das quatro grafias."""
        if isinstance(value, bool):
            return value
        texto = "" if value is None else str(value).strip()
        if not texto:
            raise ValueError("está em branco, o que não é Sim nem Não")
        lido = normalizar(texto)
        if lido not in _SIM | _NAO:
            raise ValueError(f"“{value}” não é Sim nem Não")
        return lido in _SIM

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        """ "Sim" ou "Não"; nulo em branco."""
        return "" if value is None else "Sim" if value else "Não"
