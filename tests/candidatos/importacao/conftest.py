"""O edital da guarda, como o do arquivo verdadeiro, e quem importa."""

from __future__ import annotations

import pytest

from concursos.models import Cargo
from nucleo.permissoes import Pessoa
from tests import fabrica

PROVAS_DA_GUARDA = [
    {"chave": "esp", "nome": "Conhecimentos específicos", "minima": "", "maxima": "70"},
    {"chave": "ger", "nome": "Conhecimentos gerais", "minima": "", "maxima": "30"},
    {"chave": "pontos", "nome": "Total de pontos", "minima": "50", "maxima": "100"},
]


@pytest.fixture
def guarda(db: None) -> Cargo:
    """Cargo de guarda municipal, com as provas e etapas do arquivo da banca."""
    return fabrica.cargo_publicado(
        pcd=1,
        provas=PROVAS_DA_GUARDA,
        etapas=["TAF", "ES", "IS", "AP"],
        nota_final="pontos",
        desempate=["idoso", "maior:esp", "maior:ger", "mais_velho"],
    )


@pytest.fixture
def operador(db: None) -> Pessoa:
    """Quem importa."""
    return fabrica.autor()
