"""Contas exatas sobre números de vagas: frações, nunca ponto flutuante."""

from collections.abc import Callable
from fractions import Fraction

from cotas.enums import Arredondamento

CENTO = 100

Contagem = Callable[[int], int]
"""Recebe n e devolve quantas das n primeiras vagas são reservadas."""


def arredondar(valor: Fraction, modo: Arredondamento) -> int:
    """Inteiro de `valor` pelo modo; em MEIO_ACIMA, fração de 0,5 ou mais sobe."""
    abaixo, resto = divmod(valor.numerator, valor.denominator)
    if modo is Arredondamento.ABAIXO:
        return abaixo
    if modo is Arredondamento.MEIO_ACIMA:
        return abaixo + (resto * 2 >= valor.denominator)
    return abaixo + (resto > 0)


def parte(percentual: Fraction, vagas: int) -> Fraction:
    """`percentual` por cento de `vagas`, sem arredondar."""
    return Fraction(percentual.numerator * vagas, percentual.denominator * CENTO)
