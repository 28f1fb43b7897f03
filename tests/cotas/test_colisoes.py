"""As vagas de PcD que a colisão fez mudar de lugar, e só elas."""

from datetime import date
from fractions import Fraction

import pytest

from cotas import Colisao, RegrasDaReserva, ReservaPcd, colisoes_da_serie

CAXIAS = "caxias-2689-2015"
FORTALEZA = "fortaleza-11111-2021"
PCD = ReservaPcd(Fraction(5), teto=Fraction(20))


def mudancas(ate, **campos):
    regras = RegrasDaReserva(**({"edital_publicado_em": date(2023, 8, 31), "pcd": PCD} | campos))
    return [(vaga.origem, vaga.numero) for vaga in colisoes_da_serie(regras, ate)]


@pytest.mark.parametrize(
    ("colisao", "esperadas"), [(Colisao.SEGUINTE, [(5, 6)]), (Colisao.ANTERIOR, [(5, 4)])]
)
def test_a_quinta_de_caxias_empurra_a_primeira_de_pcd(colisao, esperadas):
    assert mudancas(25, lei=CAXIAS, vagas=25, colisao=colisao) == esperadas


def test_sem_colisao_nada_muda():
    assert mudancas(60, lei=FORTALEZA, vagas=60) == []


def test_so_ate_a_vaga_pedida():
    assert mudancas(5, lei=CAXIAS, vagas=25) == []


def test_sem_reserva_de_pcd_nada_colide():
    assert mudancas(25, lei=CAXIAS, vagas=25, pcd=None) == []
