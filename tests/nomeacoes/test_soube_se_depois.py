"""O que é de antes da chamada e só se soube depois dela: a data verdadeira, e o que se segue."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.consultas import vagas_do_lapso
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento
from nucleo.enums import Papel
from nucleo.erros import Recusa
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import entrar
from tests.nomeacoes.test_acontecimentos import PROCESSO, acontecer, confere, prever

pytestmark = pytest.mark.django_db

T = TipoDoEvento
ANTES = mundo.CONVOCADO_EM - timedelta(days=5)


def test_o_falecimento_de_antes_da_chamada_registra_se_com_a_sua_data() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    evento = acontecer(cargo, T.FALECIMENTO, "N01", data=ANTES)
    assert evento.data == ANTES
    assert mundo.ocupantes(cargo) == {2: ("N02", "ampla")}
    assert confere(cargo)


def test_quem_foi_chamado_depois_dele_fica_e_o_seguinte_tem_a_vaga() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    mundo.convocar(cargo, 1)
    acontecer(cargo, T.FALECIMENTO, "N01", data=ANTES)
    mundo.convocar(cargo, 1)
    assert mundo.ocupantes(cargo) == {1: ("N03", "ampla"), 2: ("N02", "ampla")}
    assert confere(cargo)


def test_o_que_se_segue_diz_que_a_data_e_de_antes() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    de_antes = prever(cargo, T.FALECIMENTO, "N01", data=ANTES)
    assert any("é anterior à convocação da pessoa" in frase for frase in de_antes)
    assert not any("anterior" in frase for frase in prever(cargo, T.FALECIMENTO, "N01"))


def test_o_falecimento_pode_ser_de_antes_da_homologacao() -> None:
    cargo = mundo.cargo()
    antes = mundo.HOMOLOGADO_EM - timedelta(days=3)
    assert acontecer(cargo, T.FALECIMENTO, "N01", data=antes).data == antes


def test_o_falecimento_nao_e_de_antes_do_edital() -> None:
    cargo = mundo.cargo()
    assert cargo.edital.publicado_em is not None
    with pytest.raises(Recusa, match="anterior à publicação do edital"):
        acontecer(cargo, T.FALECIMENTO, "N01", data=cargo.edital.publicado_em - timedelta(days=1))


def test_a_desistencia_protocolada_antes_da_chamada_tem_a_data_do_protocolo() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    evento = servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N01"), **mundo.registro(data=ANTES)
    )
    assert evento.data == ANTES
    assert confere(cargo)


def test_a_decisao_de_antes_da_chamada_tem_a_sua_data() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    evento = acontecer(cargo, T.SUB_JUDICE, "N01", data=ANTES, processo=PROCESSO, efeito="ocupa")
    assert evento.data == ANTES


def test_a_nomeacao_sem_efeito_nao_vem_antes_da_chamada() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match="anterior à convocação"):
        servicos.nomeacao_tornar_sem_efeito(
            autor=mundo.operador(), nomeacao=mundo.aberta(cargo, "N01"), **mundo.registro(data=ANTES)
        )


def _com_fim(cargo: Cargo, fim: date) -> Cargo:
    fabrica.datar(cargo.edital.concurso, homologado_em=mundo.HOMOLOGADO_EM, validade_ate=fim)
    return Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=cargo.pk)


def test_depois_da_validade_conta_o_dia_em_que_se_soube() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    cargo = _com_fim(cargo, mundo.HOJE - timedelta(days=10))
    evento = acontecer(cargo, T.FALECIMENTO, "N01", data=ANTES)
    assert timezone.localdate(evento.registrado_em) == mundo.HOJE
    assert vagas_do_lapso([cargo]) == {cargo.pk: {1}}


def test_o_que_ja_se_sabia_na_validade_nao_da_direito_depois() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    acontecer(cargo, T.FALECIMENTO, "N01", data=ANTES)
    cargo = _com_fim(cargo, mundo.HOJE)
    assert vagas_do_lapso([cargo]) == {}


def test_pela_pagina_o_aviso_e_o_registro() -> None:
    operador, cargo = entrar(Papel.OPERADOR), mundo.cargo()
    mundo.convocar(cargo, 1)
    endereco = reverse("nomeacoes:acontecimento", args=[cargo.pk, "falecimento"])
    dados = {"inscricao": "N01", "data": str(ANTES), "motivo": "Óbito.", "documento": "Certidão nº 1"}
    assert "é anterior à convocação da pessoa" in operador.post(endereco, dados).content.decode()
    assert not Evento.objects.filter(tipo=T.FALECIMENTO).exists()
