"""Os casos de referência: cada arquivo da pasta, com o que deve sair dele."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from cotas import ErroDeCaso, simular_caso
from nomeacoes.management.commands.simular import ler_caso

PASTA = Path(__file__).parents[1] / "casos"
CASOS = sorted([*PASTA.glob("classificacao/*.yaml"), *PASTA.glob("convocacao/*.yaml")])


def esperado(caso: Path) -> dict[str, Any]:
    valor: dict[str, Any] = yaml.safe_load(caso.read_text(encoding="utf-8"))["esperado"]
    return valor


def test_ha_casos() -> None:
    assert len(CASOS) == 38


@pytest.mark.parametrize("caso", [c for c in CASOS if c.parent.name == "convocacao"], ids=lambda c: c.stem)
def test_convocacao(caso: Path) -> None:
    resultado = simular_caso(ler_caso(caso))
    for chamada in resultado["chamadas"]:
        assert chamada.pop("fundamento")
    esperados = esperado(caso)
    assert set(esperados) == {"lei_aplicavel", "quadro", "chamadas", "ocupacao", "vagas_abertas"}
    assert {chave: resultado[chave] for chave in esperados} == esperados


@pytest.mark.parametrize("caso", [c for c in CASOS if c.parent.name == "classificacao"], ids=lambda c: c.stem)
def test_classificacao(caso: Path) -> None:
    esperados = esperado(caso)
    if "geral" in esperados:
        assert simular_caso(ler_caso(caso))["classificacao"]["geral"] == esperados["geral"]
        return
    with pytest.raises(ErroDeCaso) as erro:
        simular_caso(ler_caso(caso))
    ((caminho, mensagem),) = erro.value.falhas
    assert caminho == esperados.get("erro", "classificacao.desempate")
    for grupo in esperados.get("empate", []):
        assert f"{', '.join(grupo)} (pode resolver: sorteio)" in mensagem
