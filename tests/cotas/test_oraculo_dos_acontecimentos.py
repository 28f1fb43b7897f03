"""O motor contra o oráculo de tudo o que acontece a uma lista, em mundos sorteados.

O resumo do terminal diz quantos mundos e comparações foram feitos (`tests/conftest.py`).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cotas import TipoEvento
from tests.cotas.acontecimentos_ao_acaso import Placar, conferir

PARTES = 4
MUNDOS_POR_PARTE = 100


@pytest.mark.parametrize("parte", range(PARTES))
def test_mundos_sorteados(parte: int, record_property: Callable[[str, object], None]) -> None:
    placar = Placar()
    for semente in range(parte * MUNDOS_POR_PARTE, (parte + 1) * MUNDOS_POR_PARTE):
        conferir(semente, placar)
    record_property("certames", placar.mundos)
    record_property("comparacoes", placar.comparacoes)
    record_property("diferencas", len(placar.diferencas))
    assert not placar.diferencas, "\n".join(placar.diferencas)
    assert len(placar.tipos) > len(TipoEvento) - 3
