"""Cada interpretação aponta para testes e casos que existem."""

import re
from pathlib import Path

import pytest

RAIZ = Path(__file__).parents[2]
TEXTO = (RAIZ / "docs" / "interpretacoes.md").read_text(encoding="utf-8")
ENTRADAS = re.split(r"^### ", TEXTO, flags=re.MULTILINE)[1:]
CASOS = {arquivo.stem for arquivo in (RAIZ / "tests" / "casos").rglob("*.yaml")}


@pytest.mark.parametrize("entrada", ENTRADAS, ids=[entrada.splitlines()[0] for entrada in ENTRADAS])
def test_entrada_tem_teste_que_a_segura(entrada: str) -> None:
    tabelas = re.findall(r"tabelas/(\w+)\.yaml", entrada)
    testes = re.findall(r"((?:\w+/)?test_\w+\.py)::(\w+)", entrada)
    casos = [nome for nome in CASOS if re.search(rf"(C/|\b){nome}\b", entrada)]
    for tabela in tabelas:
        assert (RAIZ / "tests" / "cotas" / "tabelas" / f"{tabela}.yaml").exists()
    for arquivo, prefixo in testes:
        pasta = RAIZ / "tests" if "/" in arquivo else RAIZ / "tests" / "cotas"
        assert f"def {prefixo}" in (pasta / arquivo).read_text(encoding="utf-8")
    for prefixo in re.findall(r"\bC/(\w+)", entrada):
        assert any(nome.startswith(prefixo) for nome in CASOS), prefixo
    assert tabelas or testes or casos
