"""O que o banco recusa, ainda que se escreva por fora dos serviços."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from procedimentos.enums import Fase, Funcao
from procedimentos.fluxo import Passo
from procedimentos.models import Comunicacao, Efeito, Membro, Peca, Prazo, Procedimento
from tests.nomeacoes import mundo as nomeacoes
from tests.procedimentos.mundo import Causa, Relogio

pytestmark = pytest.mark.django_db


def recusado(consulta: Any, motivo: str, **campos: Any) -> None:
    with pytest.raises(IntegrityError, match=motivo), transaction.atomic():
        consulta.update(**campos)


def test_peca_nao_muda_nem_sai(causa: Causa) -> None:
    causa.abrir()
    pecas = Peca.objects.filter(procedimento=causa.procedimento)
    recusado(pecas, "não muda nem sai", texto="Outro.")
    with pytest.raises(IntegrityError, match="não muda nem sai"), transaction.atomic():
        pecas.get().delete()


@pytest.mark.parametrize("campo", ["autor", "juntada_em"])
def test_peca_sem_autor_ou_sem_data(causa: Causa, campo: str) -> None:
    causa.abrir()
    peca = Peca.objects.get()
    peca.pk, peca.numero = None, 2
    setattr(peca, campo, None)
    with pytest.raises(IntegrityError), transaction.atomic():
        peca.save(force_insert=True)


@pytest.mark.parametrize("fase", sorted(set(Fase) - {Fase.TRIAGEM, Fase.ARQUIVADO}))
def test_da_triagem_nao_se_pula_a_fase_nenhuma(causa: Causa, fase: str) -> None:
    causa.abrir()
    recusado(Procedimento.objects.all(), "rito não permite|procedimento_|CHECK", fase=fase)


def test_a_defesa_so_com_citacao_provada(causa: Causa) -> None:
    causa.abrir()
    causa.instaurar()
    recusado(Procedimento.objects.all(), "rito não permite", fase=Fase.DEFESA)


def test_decisao_sem_defesa_encerrada_nem_relatorio(causa: Causa) -> None:
    causa.ate_defesa()
    recusado(Procedimento.objects.all(), "procedimento_defesa_encerrada", fase=Fase.INSTRUCAO)


def test_decidido_sem_decisao_e_encerrado_sem_fim_do_recurso(causa: Causa) -> None:
    causa.ate_decisao()
    recusado(Procedimento.objects.all(), "procedimento_decidido_tem_decisao", fase=Fase.DECIDIDO)


def test_encerrado_sem_fim_do_recurso(causa: Causa) -> None:
    causa.ate_recurso()
    recusado(Procedimento.objects.all(), "procedimento_encerrado_sem_recurso", fase=Fase.ENCERRADO)


def test_quem_decide_nao_entra_na_comissao_por_porta_nenhuma(causa: Causa) -> None:
    causa.ate_defesa()
    with pytest.raises(IntegrityError, match="não é da comissão"), transaction.atomic():
        Membro.objects.create(
            procedimento=causa.procedimento, usuario=causa.autoridade.pessoa, funcao=Funcao.SUPLENTE
        )
    recusado(Procedimento.objects.all(), "rito não permite", decide=causa.presidente.pessoa)
    recusado(
        Procedimento.objects.all(), "procedimento_recurso_a_outra", julga_recurso=causa.autoridade.pessoa
    )


def test_efeito_so_de_procedimento_encerrado(causa: Causa) -> None:
    causa.ate_recurso()
    with pytest.raises(IntegrityError, match="Só o procedimento encerrado"), transaction.atomic():
        Efeito.objects.create(
            procedimento=causa.procedimento,
            candidatura=nomeacoes.candidatura(causa.cargo, "N03"),
            peca=causa.procedimento.decisao,
            evento=nomeacoes.convocar(causa.cargo, 1),
        )


def test_ciencia_sem_prova_e_comunicacao_provada_que_muda(causa: Causa) -> None:
    causa.ate_defesa()
    recusado(Comunicacao.objects.all(), "com prova não muda", ciencia_em=None)
    provada = Comunicacao.objects.get()
    provada.pk, provada.peca, provada.prova = None, causa.procedimento.pecas.first(), None
    with pytest.raises(IntegrityError, match="comunicacao_ciencia_tem_prova"), transaction.atomic():
        provada.save(force_insert=True)


def test_prazo_nao_se_encurta_e_encerrado_nao_muda(causa: Causa, relogio: Relogio) -> None:
    causa.ate_defesa()
    prazo = Prazo.objects.get()
    recusado(Prazo.objects.all(), "nenhum se encurta", fim=prazo.inicio)
    relogio.avancar(1)
    causa.manifestar(Passo.DEFENDER)
    recusado(Prazo.objects.filter(pk=prazo.pk), "Prazo encerrado", encerrado=False)


def test_a_inscricao_e_os_fatos_nao_mudam(causa: Causa) -> None:
    causa.abrir()
    outra = nomeacoes.candidatura(causa.cargo, "N07").inscricao
    recusado(Procedimento.objects.all(), "rito não permite", inscricao=outra)
    recusado(Procedimento.objects.all(), "rito não permite", fatos="Outros.")
