"""Até onde é preciso olhar à frente para saber que nenhuma colisão recua até uma vaga livre.

Seja D(m) = cotas(m) + pcd(m) − m. Um recuo de além de t só passa por f vagas livres se D cresce f ou
mais entre t e algum m > t. A folga é uma cota superior desse crescimento, mais um.
"""

from fractions import Fraction

from cotas.aritmetica import CENTO, Contagem
from cotas.enums import Serie
from cotas.regras import RegrasDaReserva

# Arredondamentos: até 1 da cota, 1 da quinta antecipada e 2 de PcD com teto; mais um para passar deles.
DOS_ARREDONDAMENTOS = 5


class Folga:
    """Quantas vagas livres adiante bastam, para as regras de um cargo."""

    def __init__(self, regras: RegrasDaReserva, cotas: Contagem, pcd: Contagem) -> None:
        self._cotas, self._pcd = cotas, pcd
        lei = regras.lei_que_reserva
        serie = regras.serie_efetiva if lei else ()
        self._posicoes = len(serie) if isinstance(serie, tuple) else 0
        por_cento = lei.percentual if lei and not isinstance(serie, tuple) else Fraction(0)
        self._posicoes_pcd, self._minimo = 0, 0
        if regras.pcd and isinstance(regras.pcd.serie, Serie):
            self._minimo = regras.pcd.minimo
            por_cento += min(regras.pcd.percentual, regras.pcd.teto or CENTO)
        elif regras.pcd and isinstance(regras.pcd.serie, tuple):
            self._posicoes_pcd = len(regras.pcd.serie)
        self._transborda = por_cento > CENTO

    def apos(self, lidas: int) -> int | None:
        """Vagas livres que bastam, depois de lidas as `lidas` primeiras; None se nunca bastam."""
        if self._transborda:
            return None
        folga = DOS_ARREDONDAMENTOS
        if self._posicoes:
            folga += self._posicoes - self._cotas(lidas)
        if self._posicoes_pcd:
            folga += self._posicoes_pcd - self._pcd(lidas)
        return folga + max(0, self._crescimento_ate_o_minimo(lidas))

    def _crescimento_ate_o_minimo(self, lidas: int) -> int:
        """Quanto D cresce de `lidas` até o número de vagas em que a reserva de PcD começa de uma vez."""
        if lidas >= self._minimo:
            return 0
        return self._diferenca(self._minimo) - self._diferenca(lidas)

    def _diferenca(self, m: int) -> int:
        return self._cotas(m) + self._pcd(m) - m
