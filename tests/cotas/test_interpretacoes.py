"""Cada interpretação e cada cenário apontam para testes e casos que existem."""

import re
from pathlib import Path

import pytest

RAIZ = Path(__file__).parents[2]
CASOS = {arquivo.stem for arquivo in (RAIZ / "tests" / "casos").rglob("*.yaml")}


def _entradas(documento: str) -> list[str]:
    """O texto de cada título de terceiro nível."""
    texto = (RAIZ / "docs" / documento).read_text(encoding="utf-8")
    return re.split(r"^### ", texto, flags=re.MULTILINE)[1:]


def _linhas(documento: str) -> list[str]:
    """As linhas das tabelas, sem títulos nem réguas."""
    texto = (RAIZ / "docs" / documento).read_text(encoding="utf-8")
    linhas = [linha for linha in texto.splitlines() if linha.startswith("| ")]
    return [linha for linha in linhas if not linha.startswith("| cenário |")]


def conferir(entrada: str) -> None:
    """Falha se a entrada não nomeia teste, tabela nem caso, ou se nomeia um que não há."""
    tabelas = re.findall(r"tabelas/(\w+)\.yaml", entrada)
    testes = re.findall(r"((?:\w+/)?(?:test|bench)_\w+\.py)::(\w+)", entrada)
    casos = [nome for nome in CASOS if re.search(rf"(C/|\b){nome}\b", entrada)]
    for tabela in tabelas:
        assert (RAIZ / "tests" / "cotas" / "tabelas" / f"{tabela}.yaml").exists()
    for arquivo, prefixo in testes:
        pasta = RAIZ / "tests" if "/" in arquivo else RAIZ / "tests" / "cotas"
        assert f"def {prefixo}" in (pasta / arquivo).read_text(encoding="utf-8"), f"{arquivo}::{prefixo}"
    for prefixo in re.findall(r"\bC/(\w+)", entrada):
        assert any(nome.startswith(prefixo) for nome in CASOS), prefixo
    assert tabelas or testes or casos


@pytest.mark.parametrize("entrada", _entradas("interpretacoes.md"), ids=lambda e: e.splitlines()[0])
def test_entrada_tem_teste_que_a_segura(entrada: str) -> None:
    conferir(entrada)


@pytest.mark.parametrize("linha", _linhas("cenarios.md"), ids=lambda linha: linha.split("|")[1].strip())
def test_cenario_tem_teste_que_o_segura(linha: str) -> None:
    conferir(linha)
