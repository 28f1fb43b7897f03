"""Dois ordenamentos das mesmas pessoas: cada lugar que diverge tem uma explicação, e só uma."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from candidatos.consultas.comparacao import Comparacao, Diferenca, Especie, Linha, comparar

pytestmark = pytest.mark.puro

DEZ = {pessoa: pessoa for pessoa in range(1, 11)}


def confrontar(nossos: Mapping[int, int], da_banca: Mapping[int, int]) -> Comparacao:
    """Lugares por pessoa, em cada lista; quem não está numa não tem lugar nela."""
    pessoas = sorted(nossos.keys() | da_banca.keys())
    return comparar(Linha(cada, cada, nossos.get(cada), da_banca.get(cada)) for cada in pessoas)


def resumo(comparacao: Comparacao) -> list[tuple[str, list[int]]]:
    return [
        (str(cada.especie), [linha.candidatura for linha in cada.linhas]) for cada in comparacao.diferencas
    ]


def vizinha(diferenca: Diferenca) -> int:
    assert diferenca.vizinho is not None
    return diferenca.vizinho.candidatura


def test_listas_iguais_conferem_inteiras() -> None:
    comparacao = confrontar(DEZ, DEZ)
    assert (comparacao.oficiais, comparacao.conferem, comparacao.divergem) == (10, 10, 0)
    assert comparacao.diferencas == []


def test_duas_trocadas_explicam_se_uma_pela_outra() -> None:
    comparacao = confrontar(DEZ, DEZ | {3: 4, 4: 3})
    assert resumo(comparacao) == [("ordem", [4]), ("ordem", [3])]
    assert [vizinha(cada) for cada in comparacao.diferencas] == [3, 4]


def test_quem_desce_cinco_lugares_e_uma_causa_e_os_cinco_que_sobem_outra() -> None:
    da_banca = DEZ | {3: 8} | {pessoa: pessoa - 1 for pessoa in range(4, 9)}
    comparacao = confrontar(DEZ, da_banca)
    assert resumo(comparacao) == [("deslocamento", [4, 5, 6, 7, 8]), ("ordem", [3])]
    deslocadas, trocada = comparacao.diferencas
    assert deslocadas.deslocamento == -1
    assert [linha.candidatura for linha in deslocadas.causas.nossas] == [3]
    assert vizinha(trocada) == 4


def test_quem_so_a_banca_aprova_desloca_todas_as_seguintes_de_uma_vez() -> None:
    nossos = {pessoa: pessoa - (pessoa > 4) for pessoa in DEZ if pessoa != 4}
    comparacao = confrontar(nossos, DEZ)
    assert resumo(comparacao) == [("so_a_banca", [4]), ("deslocamento", [5, 6, 7, 8, 9, 10])]
    assert [linha.candidatura for linha in comparacao.diferencas[1].causas.banca] == [4]


def test_quem_so_nos_aprovamos_desloca_todas_as_seguintes_de_uma_vez() -> None:
    da_banca = {pessoa: pessoa - (pessoa > 4) for pessoa in DEZ if pessoa != 4}
    comparacao = confrontar(DEZ, da_banca)
    assert resumo(comparacao) == [("so_nos", [4]), ("deslocamento", [5, 6, 7, 8, 9, 10])]
    assert (comparacao.oficiais, comparacao.conferem) == (9, 3)


def test_a_banca_que_para_num_lugar_deixa_as_demais_numa_linha_so() -> None:
    assert resumo(confrontar(DEZ, {1: 1, 2: 2})) == [("so_nos", [3, 4, 5, 6, 7, 8, 9, 10])]


def test_numero_pulado_e_uma_diferenca_so() -> None:
    comparacao = confrontar(DEZ, {pessoa: pessoa + (pessoa > 4) for pessoa in DEZ})
    assert resumo(comparacao) == [("numeracao", [5, 6, 7, 8, 9, 10])]
    conta = comparacao.numeracao
    assert (conta.pulados, conta.saltos, conta.primeiro_salto, conta.repetidos) == (1, 1, 5, 0)


def test_lugares_de_uma_lista_maior_que_a_do_cargo_conservam_a_ordem() -> None:
    comparacao = confrontar(DEZ, {pessoa: 200 + 3 * pessoa for pessoa in DEZ})
    assert resumo(comparacao) == [("numeracao", list(DEZ))]
    assert comparacao.conferem == 0


def test_empate_da_banca_que_a_cadeia_desfaz() -> None:
    comparacao = confrontar(DEZ, DEZ | {5: 4})
    assert resumo(comparacao) == [("empate", [5])]
    assert vizinha(comparacao.diferencas[0]) == 4
    assert [[linha.candidatura for linha in grupo] for grupo in comparacao.iguais] == [[4, 5]]


def test_empate_da_banca_sem_pular_o_seguinte() -> None:
    comparacao = confrontar(DEZ, {pessoa: pessoa - (pessoa > 4) for pessoa in DEZ})
    assert resumo(comparacao) == [("empate", [5]), ("numeracao", [6, 7, 8, 9, 10])]
    assert comparacao.numeracao.repetidos == 1


def test_empate_nosso_que_a_banca_desfaz() -> None:
    comparacao = confrontar(DEZ | {5: 4, 6: 4}, DEZ)
    assert resumo(comparacao) == [("empate", [5, 6])]
    assert comparacao.diferencas[0].vizinho is None


def test_empate_igual_dos_dois_lados_confere() -> None:
    comparacao = confrontar(DEZ | {5: 4}, DEZ | {5: 4})
    assert comparacao.diferencas == []
    assert len(comparacao.iguais) == 1


def test_sem_lugares_da_banca_nada_se_compara() -> None:
    assert confrontar(DEZ, {}).diferencas == []


def test_uma_ausente_e_cinquenta_trocas_em_vinte_mil() -> None:
    """As trocas não partem em pedaços o deslocamento que a ausente causa."""
    nossos = {pessoa: pessoa for pessoa in range(1, 20_001)}
    da_banca = {pessoa: pessoa + 1 for pessoa in nossos} | {0: 1}
    for pessoa in range(100, 15_100, 300):
        da_banca[pessoa], da_banca[pessoa + 1] = da_banca[pessoa + 1], da_banca[pessoa]
    comparacao = confrontar(nossos, da_banca)
    assert Counter(cada.especie for cada in comparacao.diferencas) == {
        Especie.SO_A_BANCA: 1,
        Especie.DESLOCAMENTO: 1,
        Especie.ORDEM: 50,
    }
    assert comparacao.por_especie[Especie.DESLOCAMENTO] == 19_900


@pytest.mark.parametrize("ordem", ["inversa", "ao_acaso"])
def test_listas_sem_nada_em_comum_nao_citam_mais_que_umas_poucas_por_pessoa(ordem: str) -> None:
    lugares = list(range(20_000, 0, -1))
    if ordem == "ao_acaso":
        random.Random(1).shuffle(lugares)
    comparacao = confrontar(
        {pessoa: pessoa for pessoa in range(1, 20_001)}, dict(enumerate(lugares, start=1))
    )
    citadas = sum(
        len(cada.linhas) + len(cada.causas.banca) + len(cada.causas.nossas) for cada in comparacao.diferencas
    )
    assert citadas < 3 * 20_000


@st.composite
def duas_listas(sortear: st.DrawFn, iguais: bool = True) -> tuple[dict[int, int], dict[int, int]]:
    """Lugares ao acaso, com empates, ausentes e números pulados, em cada lista."""
    pessoas = list(range(sortear(st.integers(1, 12))))
    listas = []
    for _ in range(2):
        lugares: dict[int, int] = {}
        numero = 1
        for pessoa in sortear(st.permutations(pessoas)):
            if sortear(st.integers(0, 4)) == 0:
                continue
            lugares[pessoa] = numero
            numero += sortear(st.integers(0 if iguais else 1, 2))
        listas.append(lugares)
    return listas[0], listas[1]


@given(duas_listas())
def test_cada_lugar_que_diverge_esta_numa_so_diferenca(listas: tuple[dict[int, int], dict[int, int]]) -> None:
    nossos, da_banca = listas
    comparacao = confrontar(nossos, da_banca)
    explicadas = Counter(
        linha.candidatura
        for cada in comparacao.diferencas
        for linha in cada.linhas
        if cada.especie is not Especie.SO_NOS
    )
    divergem = {pessoa for pessoa, lugar in da_banca.items() if nossos.get(pessoa) != lugar}
    assert explicadas == Counter(divergem)
    assert comparacao.divergem == len(divergem)


@given(duas_listas())
def test_a_vizinha_esta_mesmo_do_outro_lado(listas: tuple[dict[int, int], dict[int, int]]) -> None:
    nossos, da_banca = listas
    for cada in confrontar(nossos, da_banca).diferencas:
        if cada.especie is Especie.ORDEM:
            pessoa, outra = cada.linhas[0].candidatura, vizinha(cada)
            assert (nossos[pessoa] - nossos[outra]) * (da_banca[pessoa] - da_banca[outra]) < 0


@given(duas_listas(iguais=False))
def test_o_deslocamento_e_o_que_se_conta_uma_a_uma(listas: tuple[dict[int, int], dict[int, int]]) -> None:
    """De cada pessoa deslocada: as que só a banca põe antes, menos as que só nós pomos antes."""
    nossos, da_banca = listas
    nas_duas = nossos.keys() & da_banca.keys()
    for cada in confrontar(nossos, da_banca).diferencas:
        if cada.especie is not Especie.DESLOCAMENTO:
            continue
        causas = (*cada.causas.banca, *cada.causas.nossas)
        (por_troca,) = {linha.candidatura in nas_duas for linha in causas}
        for linha in cada.linhas:
            antes_na_banca = {outra for outra in da_banca if da_banca[outra] < da_banca[linha.candidatura]}
            antes_na_nossa = {outra for outra in nossos if nossos[outra] < nossos[linha.candidatura]}
            if por_troca:
                contado = len(antes_na_banca & nas_duas) - len(antes_na_nossa & nas_duas)
            else:
                contado = len(antes_na_banca - nas_duas) - len(antes_na_nossa - nas_duas)
            assert cada.deslocamento == contado
