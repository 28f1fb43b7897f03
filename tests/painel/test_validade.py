"""Avisos da validade: as vagas oferecidas por prover, a prorrogação que ainda cabe, e o que vem depois."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.urls import reverse

from concursos.models import Concurso
from nomeacoes import servicos
from nomeacoes.models import Nomeacao
from painel.consultas import avisos_do_alcance
from painel.consultas.validade import vagas_a_prover
from tests import fabrica
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db

HOJE = mundo.HOJE


def do_banco(cargo):
    return Concurso.objects.select_related("orgao", "edital").get(pk=cargo.edital.concurso_id)


def acabar(cargo, dias, **campos):
    """O concurso cuja validade acaba daqui a tantos dias."""
    return fabrica.datar(cargo.edital.concurso, validade_ate=HOJE + timedelta(days=dias), **campos)


def aviso(concurso):
    (este,) = avisos_do_alcance([concurso], hoje=HOJE)
    return este


def a_prover(cargo):
    return vagas_a_prover([cargo])[cargo.pk]


def nomear_todos(cargo):
    Nomeacao.objects.filter(vaga__cargo=cargo, encerrada_por=None).update(situacao="nomeada")


# -- Vagas oferecidas ----------------------------------------------------------------------------


def test_vaga_oferecida_so_se_prove_com_a_nomeacao():
    cargo = mundo.cargo("aacaaacaaaaa")
    assert a_prover(cargo) == 10

    mundo.convocar(cargo, 4)
    assert a_prover(cargo) == 10

    nomear_todos(cargo)
    assert a_prover(cargo) == 6


def test_vaga_sem_aprovado_a_espera_nao_se_conta():
    cargo = mundo.cargo("aaa")
    assert a_prover(cargo) == 3

    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N02"), **mundo.registro()
    )
    assert a_prover(cargo) == 2


def test_vaga_superveniente_nao_e_oferecida():
    cargo = mundo.cargo("aacaa", vagas=3, cotas=1)
    mundo.convocar(cargo, 4)
    nomear_todos(cargo)

    assert a_prover(cargo) == 0


def test_cada_cargo_tem_a_sua_conta():
    um, outro = mundo.cargo("aaa"), mundo.cargo("aaaaa")

    assert vagas_a_prover([um, outro]) == {um.pk: 3, outro.pk: 5}


# -- O aviso -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dias", "sem_vagas", "com_vagas"),
    [(180, False, False), (91, False, False), (90, False, True), (31, False, True), (30, True, True)],
)
def test_gravidade_a_180_90_e_30_dias(dias, sem_vagas, com_vagas):
    cargo = mundo.cargo("aaa", vagas=3, cotas=1)
    concurso = acabar(cargo, dias)
    assert aviso(concurso).grave is com_vagas

    mundo.convocar(cargo, 3)
    nomear_todos(cargo)
    assert aviso(concurso).grave is sem_vagas


def test_aviso_diz_as_vagas_e_a_prorrogacao_que_cabe():
    cargo = mundo.cargo("aaa")
    Concurso.objects.filter(pk=cargo.edital.concurso_id).update(validade_meses=6)
    concurso = acabar(cargo, 60)
    fim = HOJE + timedelta(days=60)

    frase = aviso(concurso).frase

    assert "Há 3 vagas oferecidas sem nomeação, com aprovados à espera: têm de ser providas até lá." in frase
    assert f"se decidida até {fim:%d/%m/%Y} (Constituição Federal, art. 37, III)." in frase
    assert "Cabe uma só prorrogação, por igual período, até " in frase


def test_prorrogacao_e_de_igual_periodo():
    cargo = mundo.cargo("a")
    fabrica.datar(cargo.edital.concurso, homologado_em=date(2024, 1, 10), validade_ate=date(2026, 1, 10))

    (este,) = avisos_do_alcance([do_banco(cargo)], hoje=date(2025, 12, 1))

    assert "por igual período, até 10/01/2028, se decidida até 10/01/2026" in este.frase
    assert "Há 1 vaga oferecida sem nomeação, com aprovado à espera" in este.frase
    assert este.url == reverse("candidatos:prorrogar", args=[cargo.edital.concurso_id])


def test_prorrogado_nao_se_prorroga_de_novo():
    cargo = mundo.cargo("a")
    concurso = acabar(cargo, -10, prorrogado_ate=HOJE + timedelta(days=100))

    este = aviso(concurso)

    assert (
        "Já foi prorrogada, e não cabe outra prorrogação (Constituição Federal, art. 37, III)." in este.frase
    )
    assert este.rotulo == "Ver o concurso"


def test_vencida_diz_que_ainda_se_repoe_o_que_ficou_sem_posse():
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    concurso = acabar(cargo, -1)
    assert aviso(concurso).frase.endswith("não se convoca mais.")

    servicos.nomeacao_tornar_sem_efeito(
        autor=mundo.operador(), nomeacao=mundo.aberta(cargo, "N02"), **mundo.registro()
    )

    este = aviso(concurso)
    assert "salvo para repor 1 vaga de quem, chamado na validade, não tomou posse no prazo." in este.frase
    assert este.url.endswith(f"?concurso={concurso.pk}")


def test_aviso_aparece_no_inicio_e_na_pagina_do_concurso(client):
    concurso = acabar(mundo.cargo("aaa"), 60)
    client.force_login(fabrica.usuario("auditor"))

    for url in (reverse("painel:inicio"), reverse("painel:concurso", args=[concurso.pk])):
        assert "Há 3 vagas oferecidas sem nomeação" in client.get(url).content.decode()
