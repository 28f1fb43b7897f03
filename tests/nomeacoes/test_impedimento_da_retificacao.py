"""Quem já convocou não retifica: a lista nova mudaria a ordem por que se chamou."""

from __future__ import annotations

import pytest

from candidatos.servicos.retificacao import impedimentos_dos_cargos
from nomeacoes.consultas.retificacao import impedimento_da_retificacao
from nomeacoes.servicos import desistencia_registrar
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db


def test_sem_registros_nada_impede() -> None:
    assert impedimento_da_retificacao(mundo.cargo()) == ""


def test_com_convocados_o_cargo_e_dito() -> None:
    cargo, outro = mundo.cargo(), mundo.cargo()
    mundo.convocar(cargo, 2)
    assert impedimento_da_retificacao(cargo).startswith(f"O cargo {cargo.codigo} – {cargo} já tem convocados")
    assert impedimento_da_retificacao(outro) == ""


def test_qualquer_registro_impede() -> None:
    cargo = mundo.cargo()
    desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N09"), **mundo.registro()
    )
    assert "já tem desistências ou outros registros" in impedimento_da_retificacao(cargo)


def test_esta_registrado_em_baixo() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    assert impedimentos_dos_cargos([cargo]) == [impedimento_da_retificacao(cargo)]
