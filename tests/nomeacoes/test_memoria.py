"""Memória de cálculo: o arquivo, sozinho, refaz a ordem; a pública não diz mais do que as listas dizem."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from django.conf import settings

from nomeacoes.consultas.memoria import Memoria, memoria_interna, memoria_publica
from tests.nomeacoes.certames_ao_acaso import Acaso

CERTAMES = 500
SEMENTE = 20260724


def simular(arquivos: list[Path]) -> list[dict[str, Any]]:
    """O que `manage.py simular` responde noutro processo, sem banco de dados."""
    pronto = subprocess.run(
        [sys.executable, "manage.py", "simular", "--json", *map(str, arquivos)],
        cwd=settings.RAIZ,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert pronto.returncode == 0, pronto.stderr[:2000]
    return [json.loads(linha) for linha in pronto.stdout.splitlines()]


def lido(memoria: Memoria) -> dict[str, Any]:
    """A memória por um leitor de YAML qualquer."""
    dados: dict[str, Any] = yaml.safe_load(memoria.texto)
    return dados


@pytest.mark.django_db
def test_quinhentos_certames_refazem_se_noutro_processo_iguais(tmp_path: Path) -> None:
    """Gravados no banco, exportados e simulados só pelo arquivo: as duas versões dão o que está guardado."""
    acaso = Acaso(Random(SEMENTE))
    esperados, arquivos = [], []
    for i in range(CERTAMES):
        cargo = acaso.cargo()
        for nome, memoria in (("publica", memoria_publica(cargo)), ("interna", memoria_interna(cargo))):
            arquivos.append(tmp_path / f"{i:03d}-{nome}.yaml")
            arquivos[-1].write_bytes(memoria.octetos)
            esperados.append(lido(memoria)["esperado"])
    respostas = simular(arquivos)
    assert len(respostas) == 2 * CERTAMES
    for arquivo, resposta, esperado in zip(arquivos, respostas, esperados, strict=True):
        for chamada in resposta["chamadas"]:
            del chamada["fundamento"]
        assert {chave: resposta[chave] for chave in esperado} == esperado, arquivo.name
    # O acaso visitou o que importa.
    chamadas = [chamada for esperado in esperados for chamada in esperado["chamadas"]]
    assert len(chamadas) > 5 * CERTAMES
    assert {chamada["ocupa"] for chamada in chamadas} == {"ampla", "cotas", "pcd"}
    assert any(chamada["remanejado"] for chamada in chamadas)
    assert any(chamada["revertida"] for chamada in chamadas)
    assert any(esperado["vagas_abertas"] for esperado in esperados)
    assert {esperado["lei_aplicavel"] for esperado in esperados} == {True, False}
