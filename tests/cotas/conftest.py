"""Tudo nesta pasta é puro: não toca o banco e roda uma só vez."""

from pathlib import Path

import pytest
from hypothesis import settings

# As máquinas variam; o que se prova aqui é o resultado, e o custo se mede em passos (test_custo).
settings.register_profile("puro", deadline=None)
settings.load_profile("puro")

PASTA = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if PASTA in item.path.parents:
            item.add_marker(pytest.mark.puro)
