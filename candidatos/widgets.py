"""Como cada valor sai e entra num recurso do django-import-export.

Os dele leem "Sim" e "S" como falso e "75.125", em pt-BR, como 75125, sem aviso. Estes usam os leitores da
importação (`servicos.valores`): o que não se entende é `ValueError`, nunca um palpite.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypeVar

from django.utils import timezone
from import_export.widgets import Widget

from candidatos.consultas.busca import cpf_mascarado
from candidatos.servicos import valores as v
from candidatos.servicos.celulas import Celula, data_em_texto

T = TypeVar("T")


def _lido(ler: Callable[[Celula], T], celula: Celula) -> T:
    """O valor; `ValueError`, que é o que o django-import-export espera, se o leitor o recusa."""
    try:
        return ler(celula)
    except v.ValorRecusado as recusado:
        raise ValueError(str(recusado)) from recusado


class NotaComVirgula(Widget):  # type: ignore[misc]
    """Nota em texto canônico ("92.00"): sai como número exato, ou "92,00" onde só há texto."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> str:
        """Texto canônico de "92,00", "92.00" ou número da planilha."""
        return v.nota_em_texto(_lido(v.ler_nota, value))

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> Decimal | str | None:
        """`Decimal` com `force_native_type`; nulo ou "" se não há nota."""
        nativo = bool(kwargs.get("force_native_type"))
        if not value:
            return None if nativo else ""
        return Decimal(value) if nativo else str(value).replace(".", ",")


class NumeroInteiro(Widget):  # type: ignore[misc]
    """Número que não é código: na planilha, soma-se e ordena-se como número."""

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> int | str | None:
        """O próprio número com `force_native_type`; senão texto, "" se não há."""
        if kwargs.get("force_native_type"):
            return int(value) if value is not None else None
        return "" if value is None else str(value)


class DataBrasileira(Widget):  # type: ignore[misc]
    """Data como 31/08/2023; com hora, a do fuso do município: 31/08/2023 14:05."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> date | None:
        """Data de dia/mês/ano, aaaa-mm-dd ou célula de data; nula se em branco."""
        return _lido(v.ler_data, value)

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        """Texto, ou "" se não há data."""
        if isinstance(value, datetime):
            return f"{timezone.localtime(value):%d/%m/%Y %H:%M}"
        return data_em_texto(value) if value else ""


class SimOuNao(Widget):  # type: ignore[misc]
    """Sim ou Não, e nada que se pareça."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> bool:
        """Lógico de Sim, S, Não ou N; `ValueError` para o resto, o branco inclusive."""
        lido = v.ler_sim_nao(value)
        if lido is None:
            raise ValueError(f"“{value}” não é Sim nem Não")
        return lido

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        """ "Sim" ou "Não"."""
        return "Sim" if value else "Não"


class CpfMascarado(Widget):  # type: ignore[misc]
    """CPF como se mostra: ***.456.789-**. Não se lê de volta: não identifica ninguém."""

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        """Mascarado, ou "" se não há."""
        return cpf_mascarado(str(value or ""))


class Rotulo(Widget):  # type: ignore[misc]
    """O rótulo de um valor fechado, em lugar dele."""

    def __init__(self, rotulos: dict[str, str]) -> None:
        super().__init__()
        self._rotulos = rotulos

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        """Rótulo, ou o próprio valor se não está na lista."""
        return self._rotulos.get(value, str(value))
