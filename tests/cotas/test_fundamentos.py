"""Cada chamada diz por que foi feita: a tabela traz a pessoa, a conta e as citações."""

from typing import Any

import pytest

from cotas import Categoria
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


def test_aplicacao_nomeia_as_vagas() -> None:
    linha = {
        "lei": "fortaleza-11111-2021",
        "vagas": 4,
        "candidatos": ["a1", "a2", "n3", "n4"],
        "eventos": ["convocar 4"],
    }
    remanejou = apurar_linha(linha).chamadas[-1]
    assert remanejou.fundamentos[0].aplicacao == (
        "Quem ocupa a vaga 3, chamado pela lista de cotas, foi alcançado pela lista geral: passa a contar "
        "na ampla concorrência e não é computado na reserva, que se libera."
    )
