"""Por que cada vaga é da categoria que é: a tabela traz as citações e a conta."""

from datetime import date
from typing import Any

import pytest

from cotas import Categoria, RegrasDaReserva, Vinculo, categorias_das_vagas, razao_da_vaga
from tests.cotas.tabelas import linhas
from tests.cotas.test_tabelas import regras_da_linha


@pytest.mark.parametrize("linha", linhas("razoes"))
def test_razao(linha: dict[str, Any]) -> None:
    razao = razao_da_vaga(regras_da_linha(linha), linha["vaga"])
    assert (razao.numero, razao.categoria, razao.ordem) == (linha["vaga"], linha["categoria"], linha["ordem"])
    assert [f.citacao for f in razao.fundamentos] == linha["citacoes"]
    assert linha["diz"] in " ".join(f.aplicacao for f in razao.fundamentos)
    assert not any(f.reservado for f in razao.fundamentos)


@pytest.mark.parametrize("linha", linhas("series"))
def test_toda_vaga_da_serie_tem_a_sua_razao(linha: dict[str, Any]) -> None:
    regras = regras_da_linha(linha)
    for numero, categoria in enumerate(categorias_das_vagas(regras, linha["ate"]), start=1):
        razao = razao_da_vaga(regras, numero)
        assert razao.categoria is categoria
        assert razao.fundamentos


def test_sem_lei_a_vaga_segue_a_ordem_geral() -> None:
    razao = razao_da_vaga(RegrasDaReserva("", date(2023, 8, 31), 5), 3)
    assert (razao.categoria, razao.ordem) == (Categoria.AMPLA, 3)
    assert [f.citacao for f in razao.fundamentos] == ["Constituição Federal, art. 37, IV"]


def test_lei_que_nao_rege_e_dita() -> None:
    regras = RegrasDaReserva("caxias-2689-2015", date(2023, 8, 31), 5, vinculo=Vinculo.ESTAGIO)
    assert [f.citacao for f in razao_da_vaga(regras, 5).fundamentos] == [
        "Lei 2.689/2015, art. 1º, caput",
        "Constituição Federal, art. 37, IV",
    ]
