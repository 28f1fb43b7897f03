"""A cláusula de barreira: cada lista corta-se por si, e quem empata com o último fica."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotas import Barreira, ErroDeRegra, Habilitado, aplicar_barreira
from tests.cotas.certames import habilitados


def cortar(nomes: str, notas: str, **limites: int) -> tuple[list[str], list[str]]:
    """Quem fica, com as listas ("g" geral, "c" cota, "p" PcD), e quem sai."""
    ficam, fora = aplicar_barreira(
        habilitados(nomes.split()), [Decimal(nota) for nota in notas.split()], Barreira(**limites)
    )
    siglas = [
        pessoa.id + ":" + "g" * pessoa.geral + "c" * pessoa.cotista + "p" * pessoa.pcd for pessoa in ficam
    ]
    return siglas, fora


@pytest.mark.parametrize(
    ("limites", "ficam", "fora"),
    [
        # sem barreira, todos
        ({}, "a1:g n2:gc a3:g n4:gc p5:gp", ""),
        # um antes, no lugar e um depois do empate: 80, 70, 70, 60, 50
        ({"geral": 1, "cotas": 1, "pcd": 1}, "a1:g n2:c p5:p", "a3 n4"),
        ({"geral": 2, "cotas": 1, "pcd": 1}, "a1:g n2:gc a3:g p5:p", "n4"),
        ({"geral": 3, "cotas": 1, "pcd": 1}, "a1:g n2:gc a3:g p5:p", "n4"),
        ({"geral": 4, "cotas": 2, "pcd": 1}, "a1:g n2:gc a3:g n4:gc p5:p", ""),
        # além da geral, só a específica que se alcança
        ({"geral": 1, "cotas": 2, "pcd": 1}, "a1:g n2:c n4:c p5:p", "a3"),
        # dentro da geral e além da específica: fica na geral
        ({"geral": 5, "cotas": 1}, "a1:g n2:gc a3:g n4:g p5:gp", ""),
    ],
)
def test_quem_a_barreira_aprova(limites: dict[str, int], ficam: str, fora: str) -> None:
    assert cortar("a1 n2 a3 n4 p5", "80 70 70 60 50", **limites) == (ficam.split(), fora.split())


def test_empate_no_ultimo_lugar_da_cota_aprova_os_dois() -> None:
    assert cortar("n1 n2 n3", "70 60 60", geral=1, cotas=2)[0] == ["n1:gc", "n2:c", "n3:c"]


@pytest.mark.parametrize("limite", [0, -1])
def test_limite_comeca_em_um(limite: int) -> None:
    with pytest.raises(ErroDeRegra) as erro:
        Barreira(cotas=limite)
    assert erro.value.campo == "classificacao.barreira.cotas"


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 5)), max_size=12), st.integers(1, 8), st.integers(1, 8)
)
def test_ninguem_de_nota_maior_fica_fora_do_que_um_de_nota_menor_alcanca(
    pessoas: list[tuple[bool, int]], geral: int, cotas: int
) -> None:
    em_ordem = sorted(pessoas, key=lambda p: -p[1])
    lista = [Habilitado(str(i), cotista) for i, (cotista, _) in enumerate(em_ordem)]
    notas = [Decimal(nota) for _, nota in em_ordem]
    ficam, fora = aplicar_barreira(lista, notas, Barreira(geral, cotas))
    assert {*fora} | {p.id for p in ficam} == {p.id for p in lista}
    for nome in ("geral", "cotista"):
        dentro = [notas[int(p.id)] for p in ficam if getattr(p, nome)]
        candidatos = [p for p in lista if nome == "geral" or p.cotista]
        de_fora = [
            notas[int(p.id)] for p in candidatos if p.id not in {f.id for f in ficam if getattr(f, nome)}
        ]
        assert not de_fora or not dentro or max(de_fora) < min(dentro)
