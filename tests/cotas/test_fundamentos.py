"""Cada chamada diz por que foi feita: a tabela traz a pessoa, a conta e as citações."""

from typing import Any

import pytest

from cotas import Categoria, Fundamento
from tests.cotas.certames import apurar_linha
from tests.cotas.tabelas import linhas


@pytest.mark.parametrize("linha", linhas("fundamentos"))
def test_fundamentos(linha: dict[str, Any]) -> None:
    chamada = apurar_linha(linha).chamadas[-1]
    assert (chamada.candidato, chamada.ocupa) == (linha["chamado"], Categoria(linha["ocupa"]))
    assert [f.citacao for f in chamada.fundamentos] == linha["citacoes"]


@pytest.mark.parametrize("linha", linhas("fundamentos"))
def test_aplicacao_e_uma_frase_que_se_imprime(linha: dict[str, Any]) -> None:
    for chamada in apurar_linha(linha).chamadas:
        assert chamada.fundamentos
        for fundamento in chamada.fundamentos:
            assert fundamento.aplicacao[0].isupper()
            assert fundamento.aplicacao.endswith(".")
            assert "Categoria" not in fundamento.aplicacao


def fundamentos(**linha: Any) -> tuple[Fundamento, ...]:
    """Os da última chamada; três vagas em Fortaleza, salvo dito."""
    padrao = {"lei": "fortaleza-11111-2021", "vagas": 3, "eventos": ["convocar 4"]}
    return apurar_linha({**padrao, **linha}).chamadas[-1].fundamentos


@pytest.mark.parametrize("linha", linhas("fundamentos"))
def test_art_7_de_fortaleza_nunca_se_cita_e_so_na_ampla_ha_o_que_reservar(linha: dict[str, Any]) -> None:
    for chamada in apurar_linha(linha).chamadas:
        assert not any("art. 7º" in f.citacao for f in chamada.fundamentos)
        if chamada.ocupa is not Categoria.AMPLA:
            assert not any(f.reservado for f in chamada.fundamentos)


def test_aplicacao_nomeia_as_vagas() -> None:
    remanejou = fundamentos(candidatos=["a1", "a2", "n3", "n4"])
    assert remanejou[0].aplicacao == (
        "Quem ocupa a vaga 3, chamado pela lista de cotas, foi alcançado pela lista geral: passa a contar "
        "na ampla concorrência e não é computado na reserva, que se libera."
    )
    # A vaga do remanejado não é a de quem foi chamado, e pode nem ser reservada na série.
    assert [f.aplicacao for f in remanejou if f.citacao[-3:] in ("put", " 6º")][1:] == [
        "Quem se declarou na forma da lei concorre ao mesmo tempo às vagas reservadas e às de ampla "
        "concorrência, e foi alcançado para a vaga 4 pela sua classificação.",
        "Na alternância e na proporção devidas, a reserva que se liberou cabe à lista específica.",
    ]


def test_serie_longa_nao_se_repete_inteira_em_cada_citacao() -> None:
    citado = fundamentos(serie=list(range(1, 10001)), candidatos=["n1"])[-1].citacao
    assert citado.startswith("Edital, série: 1, 2, 3, ")
    assert citado.endswith(", 20 e mais 9980")
    assert fundamentos(serie=list(range(1, 21)), candidatos=["n1"])[-1].citacao.endswith(", 19, 20")


@pytest.mark.parametrize("lei", ["fortaleza-11111-2021", "caxias-2689-2015"])
def test_o_que_se_publica_de_quem_foi_chamado_na_ampla_nao_diz_se_e_cotista(lei: str) -> None:
    publicos, reservados = [], []
    for nome in ("a1", "n1"):
        partes = fundamentos(lei=lei, candidatos=[nome], eventos=["convocar 1"])
        publicos.append([f for f in partes if not f.reservado])
        reservados.append([f for f in partes if f.reservado])
    assert publicos[0] == publicos[1] != []
    assert reservados[0] != reservados[1] != []
