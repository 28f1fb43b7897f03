"""O guia da importação diz de todo código de achado o que ele quer dizer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.candidatos.importacao.manhas import MANIAS

GUIA = Path(__file__).parents[3] / "docs" / "importacao.md"


@pytest.mark.parametrize("codigo", sorted({achado[3] for mania in MANIAS for achado in mania.achados}))
def test_o_guia_explica_o_codigo(codigo: str) -> None:
    linhas = [linha for linha in GUIA.read_text().splitlines() if linha.startswith("| `")]
    assert any(f"`{codigo}`" in linha.split("|")[1] for linha in linhas)
