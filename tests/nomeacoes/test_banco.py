"""Pares que o banco recusa, ainda que se escreva por fora dos serviços."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from nomeacoes.models import Ato, Evento, Nomeacao
from nomeacoes.servicos import desistencia_registrar
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db


@pytest.fixture
def nomeacao() -> Nomeacao:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    return mundo.aberta(cargo, "N01")


def recusado(nomeacao: Nomeacao, restricao: str, **campos: Any) -> None:
    with pytest.raises(IntegrityError, match=restricao), transaction.atomic():
        Nomeacao.objects.filter(pk=nomeacao.pk).update(**campos)


@pytest.mark.parametrize(
    ("restricao", "campos"),
    [
        ("nomeacao_encerrada_tem_evento", {"situacao": "encerrada"}),
        ("nomeacao_posse_tem_data_e_termo", {"situacao": "empossada"}),
        ("nomeacao_posse_tem_data_e_termo", {"situacao": "empossada", "empossada_em": mundo.HOJE}),
        ("nomeacao_posse_tem_data_e_termo", {"situacao": "nomeada", "empossada_em": mundo.HOJE}),
        ("nomeacao_encerrada_tem_evento", {"situacao": "outra"}),
        ("nomeacao_categorias_validas", {"ocupa": "outra"}),
    ],
)
def test_par_impossivel_na_nomeacao(nomeacao: Nomeacao, restricao: str, campos: dict[str, Any]) -> None:
    recusado(nomeacao, restricao, **campos)


def test_encerrada_por_evento_nao_fica_aberta(nomeacao: Nomeacao) -> None:
    cargo = nomeacao.vaga.cargo
    evento = desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N09"), **mundo.registro()
    )
    recusado(nomeacao, "nomeacao_encerrada_tem_evento", encerrada_por=evento)


def test_uma_vaga_nao_tem_dois_ocupantes(nomeacao: Nomeacao) -> None:
    outra = mundo.aberta(nomeacao.vaga.cargo, "N02")
    recusado(outra, "nomeacao_uma_por_vaga|nomeacoes_nomeacao.vaga_id", vaga=nomeacao.vaga)


def test_uma_pessoa_nao_ocupa_duas_vagas(nomeacao: Nomeacao) -> None:
    outra = mundo.aberta(nomeacao.vaga.cargo, "N02")
    recusado(
        outra,
        "nomeacao_uma_por_candidatura|nomeacoes_nomeacao.candidatura_id",
        candidatura=nomeacao.candidatura,
    )


@pytest.mark.parametrize(
    "campos",
    [
        {"numero": 1},
        {"situacao": "assinado"},
        {"hash": "a" * 64},
        {"situacao": "assinado", "numero": 1, "ano": 2026},
    ],
)
def test_par_impossivel_no_ato(nomeacao: Nomeacao, campos: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError, match="ato_assinado_tem_numero"), transaction.atomic():
        Ato.objects.filter(nomeacao=nomeacao).update(**campos)


def test_duas_sequencias_iguais_no_cargo(nomeacao: Nomeacao) -> None:
    cargo = nomeacao.vaga.cargo
    with pytest.raises(IntegrityError), transaction.atomic():
        Evento.objects.create(cargo=cargo, sequencia=1, tipo="convocar", quantidade=1, data=mundo.HOJE)


@pytest.mark.parametrize(
    "campos",
    [
        {"tipo": "convocar"},
        {"tipo": "convocar", "quantidade": 0},
        {"tipo": "desistencia", "motivo": "x", "documento": "y"},
        {"tipo": "desistencia", "quantidade": 1, "motivo": "x", "documento": "y"},
    ],
)
def test_evento_incompleto(nomeacao: Nomeacao, campos: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError, match="evento_completo"), transaction.atomic():
        Evento.objects.create(cargo=nomeacao.vaga.cargo, sequencia=9, data=mundo.HOJE, **campos)
