"""Escrita em massa: chaves reservadas, gravação e atualização nos dois bancos."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from candidatos.models import Candidato, Candidatura
from candidatos.servicos.gravacao import (
    atualizar,
    banco_da_transacao,
    conferir_chaves_ja,
    em_faixas,
    gravar,
    reservar,
)

pytestmark = pytest.mark.django_db
CAMPOS = ("id", "nome", "nome_busca", "cpf", "nascimento", "nascimento_informado")


def test_reservas_seguidas_nao_se_cruzam_e_o_orm_continua_depois_delas() -> None:
    banco = banco_da_transacao()
    primeiras = list(reservar(banco, Candidato, 3))
    gravar(banco, Candidato, CAMPOS, [(chave, "ANA", "ana", "", None, "") for chave in primeiras])
    segundas = list(reservar(banco, Candidato, 2))
    assert sorted({*primeiras, *segundas}) == [*primeiras, *segundas]
    depois = Candidato.objects.create(nome="RUI", nome_busca="rui")
    assert depois.pk > max(primeiras)
    assert reservar(banco, Candidato, 0) == []


def test_sequencia_com_saltos_da_as_chaves_uma_a_uma() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("só o PostgreSQL tem sequências")
    with connection.cursor() as cursor:
        cursor.execute("ALTER SEQUENCE candidatos_candidato_id_seq INCREMENT 3")
    chaves = list(reservar(banco_da_transacao(), Candidato, 4))
    assert [chave - chaves[0] for chave in chaves] == [0, 3, 6, 9]
    faixas: list[list[int]] = []
    em_faixas(chaves, faixas)
    assert faixas == [[chave, chave] for chave in chaves]


def test_valores_voltam_iguais_e_mudam_pela_chave() -> None:
    banco = banco_da_transacao()
    nome = 'Zé "da\\Silva"\tNêgo ; =1+1'
    chaves = reservar(banco, Candidato, 2)
    linhas = [(chave, nome, "ze", "", "1990-01-02", "") for chave in chaves]
    gravar(banco, Candidato, CAMPOS, linhas)
    atualizar(banco, Candidato, ("nascimento", "nascimento_informado"), [(None, "ontem", chaves[1])])
    lidos = Candidato.objects.order_by("pk").values_list("nome", "nascimento__year", "nascimento_informado")
    assert list(lidos) == [(nome, 1990, ""), (nome, None, "ontem")]


def test_chave_estrangeira_que_nao_ha_recusa_se_logo_no_postgresql() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("o SQLite só confere na confirmação")
    banco = banco_da_transacao()
    conferir_chaves_ja(banco)
    with pytest.raises(IntegrityError), transaction.atomic():
        gravar(banco, Candidatura, ("id", "inscricao_id", "cargo_id"), [(1, 999_999, 999_999)])


@pytest.mark.puro
def test_faixas_emendam_as_que_se_seguem() -> None:
    faixas: list[list[int]] = []
    for chaves in (range(1, 4), range(4, 6), [8, 9, 11]):
        em_faixas(chaves, faixas)
    assert faixas == [[1, 5], [8, 9], [11, 11]]
