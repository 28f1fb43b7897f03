"""Chamar todos custa passos proporcionais ao número deles: contam-se chamadas de função, não tempo."""

import sys
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from types import FrameType

import pytest

from cotas import (
    Concorrente,
    Criterio,
    CriteriosDeClassificacao,
    DuplaContagem,
    Evento,
    RegrasDaReserva,
    TipoEvento,
    apurar,
    classificar,
)
from tests.cotas.certames import habilitados

EDITAL = date(2023, 8, 31)


def passos(executar: Callable[[], object]) -> int:
    """Quantas funções do motor são chamadas."""
    contagem = 0

    def contar(quadro: FrameType, evento: str, _: object) -> None:
        nonlocal contagem
        if evento == "call" and "/cotas/" in quadro.f_code.co_filename:
            contagem += 1

    anterior = sys.getprofile()
    sys.setprofile(contar)
    try:
        executar()
    finally:
        sys.setprofile(anterior)
    return contagem


def chamar_todos(n: int, modo: DuplaContagem) -> None:
    """n candidatos, os cotistas todos no fim; perdas, finais de fila e não confirmações pelo meio."""
    nomes = [f"{'n' if i > n // 2 else 'd' if i % 7 == 0 else 'a'}{i}" for i in range(n)]
    regras = RegrasDaReserva("fortaleza-11111-2021", EDITAL, n // 2, dupla_contagem=modo)
    eventos = [Evento(TipoEvento.CONVOCAR, quantidade=n // 2)]
    for i in range(0, n // 3, 9):
        tipo = (TipoEvento.DESISTENCIA, TipoEvento.FINAL_DE_FILA)[i % 2]
        eventos += [Evento(tipo, nomes[i]), Evento(TipoEvento.CONVOCAR, quantidade=1)]
    eventos += [
        *(Evento(TipoEvento.NAO_CONFIRMACAO, nome) for nome in nomes[-n // 10 :]),
        Evento(TipoEvento.CONVOCAR, quantidade=n),
    ]
    assert len(apurar(regras, habilitados(nomes, regras.lei), eventos).ocupacao) > n * 9 // 10


@pytest.mark.parametrize("modo", DuplaContagem)
def test_convocar_dobro_custa_o_dobro(modo: DuplaContagem) -> None:
    uma, duas = (passos(lambda n=n: chamar_todos(n, modo)) for n in (1000, 2000))
    assert uma > 1000
    assert duas < uma * 2.2


def test_classificar_dobro_custa_o_dobro() -> None:
    def executar(n: int) -> None:
        pessoas = [
            Concorrente(f"k{i}", {"pontos": Decimal(i % 50), "gerais": Decimal(i % 3)}, sorteio=i)
            for i in range(n)
        ]
        cadeia = (Criterio.ler("maior:gerais"), Criterio.ler("sorteio"))
        resultado = classificar(
            pessoas, CriteriosDeClassificacao("pontos", desempate=cadeia), edital_publicado_em=EDITAL
        )
        assert not resultado.empates

    uma, duas = (passos(lambda n=n: executar(n)) for n in (1000, 2000))
    assert duas < uma * 2.2
