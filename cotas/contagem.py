"""Quantas das n primeiras vagas cada série reserva, antes de qualquer colisão.

A k-ésima vaga reservada é o menor n com contagem(n) >= k: é o que mantém, a cada momento, entre as
vagas providas, a parte que a regra dá a esse número de vagas.
"""

from bisect import bisect_right
from collections.abc import Sequence

from cotas.aritmetica import Contagem
from cotas.enums import RestoCaxias, Serie
from cotas.regras import RegrasDaReserva

# Lei 2.689/2015, art. 3º, § 1º: "a cada fração de 5 (cinco) candidatos, a quinta vaga".
QUINTA = 5
# Restos de N por 5 em que 20 % arredondados dão uma vaga a mais que as quintas: 0,6 e 0,8.
RESTOS_QUE_SOBEM = (3, 4)


def por_posicoes(posicoes: Sequence[int]) -> Contagem:
    """Contagem de uma lista crescente de posições; depois da última, mais nenhuma."""
    return lambda n: bisect_right(posicoes, n)


def por_quintas(vagas: int, resto: RestoCaxias) -> Contagem:
    """5, 10, 15…; com `antecipa`, a quinta que segue as `vagas` oferecidas vem para a última delas."""
    if resto is RestoCaxias.IGNORA or vagas % QUINTA not in RESTOS_QUE_SOBEM:
        return lambda n: n // QUINTA
    movida = quinta_antecipada(vagas)
    return lambda n: n // QUINTA + (vagas <= n < movida)


def quinta_antecipada(vagas: int) -> int:
    """A quinta vaga que se segue a `vagas`."""
    return (vagas // QUINTA + 1) * QUINTA


def contagem_de_cotas(regras: RegrasDaReserva) -> Contagem:
    """Contagem da reserva de cotas; sempre zero onde a lei não reserva."""
    lei = regras.lei_que_reserva
    if lei is None:
        return por_posicoes(())
    serie = regras.serie_efetiva
    if isinstance(serie, tuple):
        return por_posicoes(serie)
    if serie is Serie.QUINTA_VAGA:
        return por_quintas(regras.vagas, regras.resto_caxias)
    return lei.reserva


def contagem_de_pcd(regras: RegrasDaReserva) -> Contagem:
    """Contagem da reserva de PcD; sempre zero se o edital não a tem."""
    if regras.pcd is not None and isinstance(regras.pcd.serie, tuple):
        return por_posicoes(regras.pcd.serie)
    return regras.reserva_de_pcd
