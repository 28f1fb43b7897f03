"""O relógio e a causa dos testes dos procedimentos."""

from __future__ import annotations

import pytest

from tests.nomeacoes import mundo as nomeacoes
from tests.procedimentos.mundo import Causa, Relogio


@pytest.fixture
def relogio(monkeypatch: pytest.MonkeyPatch) -> Relogio:
    """Parado no dia em que o mundo das nomeações nasceu: o que se homologou há noventa dias."""
    return Relogio(monkeypatch, nomeacoes.HOJE)


@pytest.fixture
def causa(relogio: Relogio) -> Causa:
    """Uma declaração de um cargo homologado, ainda sem procedimento."""
    return Causa(nomeacoes.cargo())
