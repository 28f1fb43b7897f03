"""Tabelas que um jurista lê e corrige; os testes só as percorrem."""

from pathlib import Path
from typing import Any

import pytest
import yaml

PASTA = Path(__file__).parent


def linhas(nome: str) -> list[Any]:
    """Cada linha da tabela como um parâmetro de teste, com o seu nome."""
    tabela = yaml.safe_load((PASTA / f"{nome}.yaml").read_text(encoding="utf-8"))
    assert tabela, f"{nome}.yaml está vazia"
    return [pytest.param(linha, id=str(linha.get("nome", i))) for i, linha in enumerate(tabela)]
