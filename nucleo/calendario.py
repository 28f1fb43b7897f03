"""Prazos: exclui-se o dia do começo e inclui-se o do fim (Lei 9.784/1999, art. 66).

Corridos e meses que vencem sem expediente passam ao primeiro dia útil seguinte (art. 66, § 1º);
meses contam-se de data a data e, sem o dia do começo, acabam no último do mês (art. 66, § 3º).
"""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache

import holidays

from nucleo.models import Municipio

SABADO = 5


class TipoDePrazo(StrEnum):
    """Como se conta o prazo."""

    CORRIDOS = "corridos"
    UTEIS = "uteis"
    MESES = "meses"


@lru_cache(maxsize=64)
def _feriados_nacionais_e_estaduais(uf: str, ano: int) -> frozenset[date]:
    return frozenset(holidays.country_holidays("BR", subdiv=uf, years=ano))


def somar_meses(inicio: date, meses: int) -> date:
    """Data de igual dia, `meses` adiante; sem dia igual, o último do mês."""
    total = inicio.month - 1 + meses
    ano, mes = inicio.year + total // 12, total % 12 + 1
    return date(ano, mes, min(inicio.day, calendar.monthrange(ano, mes)[1]))


def fim_do_prazo(
    inicio: date, quantidade: int, tipo: TipoDePrazo, sem_expediente: Callable[[date], bool]
) -> date:
    """Último dia de um prazo que começa com a ciência em `inicio` (dia não contado).

    `sem_expediente` responde pelos dias fechados além de sábados e domingos.
    Erro: `ValueError` se `quantidade` não é positiva.
    """
    if quantidade < 1:
        raise ValueError("O prazo precisa ter ao menos um dia ou mês.")

    def util(dia: date) -> bool:
        return dia.weekday() < SABADO and not sem_expediente(dia)

    if tipo is TipoDePrazo.UTEIS:
        dia, faltam = inicio, quantidade
        while faltam:
            dia += timedelta(days=1)
            faltam -= util(dia)
        return dia
    dia = (
        inicio + timedelta(days=quantidade)
        if tipo is TipoDePrazo.CORRIDOS
        else somar_meses(inicio, quantidade)
    )
    while not util(dia):
        dia += timedelta(days=1)
    return dia


def sem_expediente_em(municipio: Municipio) -> Callable[[date], bool]:
    """Feriados nacionais, estaduais e municipais do município, lidos uma vez."""
    fixos: set[date] = set()
    anuais: set[tuple[int, int]] = set()
    for feriado in municipio.feriados.all():
        if feriado.todo_ano:
            anuais.add((feriado.data.month, feriado.data.day))
        else:
            fixos.add(feriado.data)

    def fechado(dia: date) -> bool:
        return (
            dia in fixos
            or (dia.month, dia.day) in anuais
            or dia in _feriados_nacionais_e_estaduais(municipio.uf, dia.year)
        )

    return fechado
