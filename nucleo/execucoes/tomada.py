"""Tomada de uma execução por um trabalhador, e o caminho dela até o fim."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils import timezone

from nucleo.enums import SituacaoExecucao
from nucleo.erros import SEM_ESPACO, Cancelada, Recusa, falta_de_espaco
from nucleo.execucoes.andamento import Andamento, arrendamento, renovar, viva_em_outro
from nucleo.execucoes.conclusao import TentativaPerdida, cancelar_de_vez, terminar
from nucleo.execucoes.especies import VIVAS, antes_do_commit, depois_do_commit, executor_de
from nucleo.models import Execucao

registro = logging.getLogger(__name__)

# Um trabalho que derruba o trabalhador (por memória, por exemplo) não o derruba para sempre.
TENTATIVAS = 5


def executar(execucao_id: str) -> None:
    """Toma a execução e a leva ao fim. Entrega repetida, ou de execução terminada, não faz nada.

    Sem espaço em disco até para a tomar ou lhe marcar o fim, ela fica como está e `despachar_orfas` a
    envia de novo, até haver espaço ou se esgotarem as tentativas.
    """
    try:
        _executar(execucao_id)
    except Exception as erro:
        if not falta_de_espaco(erro):
            raise
        registro.error("Execução %s: sem espaço em disco até para lhe marcar o fim", execucao_id)


def _executar(execucao_id: str) -> None:
    tomada = _tomar(execucao_id)
    if tomada is None:
        registro.info("Execução %s: entrega ignorada (terminada ou de outro trabalhador)", execucao_id)
        return
    registro.info("Execução %s (%s): tentativa %d", tomada.pk, tomada.especie, tomada.tentativa)
    with arrendamento(tomada):
        _levar_ao_fim(tomada)


def _tomar(execucao_id: str) -> Execucao | None:
    """Comparação e troca sobre (situação, tentativa). Nulo: terminada, de outro, ou esgotada."""
    execucao = Execucao.objects.filter(pk=execucao_id).first()
    if execucao is None or execucao.situacao not in VIVAS or viva_em_outro(execucao):
        return None
    if execucao.tentativa >= TENTATIVAS:
        _encerrar_esgotada(execucao)
        return None
    # O arrendamento vem antes da troca: não há instante em que a execução tomada pareça órfã.
    proxima = execucao.tentativa + 1
    renovar(execucao.pk, proxima)
    tomou = Execucao.objects.filter(
        pk=execucao.pk, situacao=execucao.situacao, tentativa=execucao.tentativa
    ).update(situacao=SituacaoExecucao.EM_ANDAMENTO, tentativa=proxima, iniciada_em=timezone.now())
    if not tomou:
        return None
    execucao.refresh_from_db()
    return execucao


def _levar_ao_fim(execucao: Execucao) -> None:
    progresso = Andamento(execucao)
    try:
        progresso.parar_se_pedido()
        with transaction.atomic():
            resultado = dict(executor_de(execucao.especie)(execucao, progresso))
            mensagem = str(resultado.pop("mensagem", "Concluído."))
            terminar(execucao, SituacaoExecucao.CONCLUIDA, mensagem, resultado, progresso)
            antes_do_commit.send(sender=Execucao, execucao=execucao)
    except TentativaPerdida:
        registro.warning("Execução %s: outro trabalhador a retomou; nada foi gravado", execucao.pk)
        return
    except Cancelada as pedido:
        _cancelar(execucao, pedido, progresso)
        return
    except Exception as erro:
        mensagem, detalhes = _explicar(execucao, erro)
        _falhar(execucao, mensagem, detalhes, progresso)
        return
    depois_do_commit.send(sender=Execucao, execucao=execucao)


def _explicar(execucao: Execucao, erro: Exception) -> tuple[str, list[str]]:
    """Frase para a pessoa e detalhes. O inesperado vai ao registro com um código que os liga."""
    if isinstance(erro, Recusa):
        return erro.mensagem, erro.detalhes
    if isinstance(erro, PermissionDenied | Http404):
        return "Quem pediu este trabalho já não tem permissão para ele. Nada foi gravado.", []
    if falta_de_espaco(erro):
        registro.error("Execução %s (%s): sem espaço em disco", execucao.pk, execucao.especie, exc_info=erro)
        return SEM_ESPACO, []
    codigo = uuid.uuid4().hex[:8].upper()
    registro.error("Execução %s (%s) falhou: código %s", execucao.pk, execucao.especie, codigo, exc_info=erro)
    return (
        "Houve um erro inesperado e nada foi gravado. Tente de novo; se persistir, informe ao suporte "
        f"o código {codigo}.",
        [],
    )


def _falhar(execucao: Execucao, mensagem: str, detalhes: Sequence[str], progresso: Andamento) -> None:
    try:
        with transaction.atomic():
            resultado = {"detalhes": list(detalhes)} if detalhes else {}
            terminar(execucao, SituacaoExecucao.FALHOU, mensagem, resultado, progresso)
    except TentativaPerdida:
        registro.warning("Execução %s: outro trabalhador a retomou", execucao.pk)


def _cancelar(execucao: Execucao, pedido: Cancelada, progresso: Andamento) -> None:
    registro.info("Execução %s (%s): cancelada", execucao.pk, execucao.especie)
    try:
        cancelar_de_vez(execucao, pedido, progresso)
    except TentativaPerdida:
        registro.warning("Execução %s: outro trabalhador a retomou", execucao.pk)


def _encerrar_esgotada(execucao: Execucao) -> None:
    mensagem = (
        f"O trabalho foi interrompido {execucao.tentativa} vezes seguidas e não será tentado de novo. "
        "Nada foi gravado. Avise o suporte."
    )
    registro.error("Execução %s (%s) esgotou as tentativas", execucao.pk, execucao.especie)
    _falhar(execucao, mensagem, [], Andamento(execucao))
