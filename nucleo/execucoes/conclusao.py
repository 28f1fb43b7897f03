"""Fim de uma execução, cercado pela tentativa, e o da mãe quando a última filha termina."""

from __future__ import annotations

import uuid
from collections import Counter
from typing import Any

from django.db import transaction
from django.utils import timezone

from nucleo.auditoria import registrar
from nucleo.enums import SituacaoExecucao
from nucleo.erros import Cancelada
from nucleo.execucoes.andamento import Andamento, cancelamento_pedido, quem_pediu
from nucleo.execucoes.especies import VIVAS
from nucleo.models import Execucao
from nucleo.permissoes import SISTEMA, Pessoa

CANCELAR = "nucleo.execucao_cancelar"


class TentativaPerdida(Exception):
    """A execução já não pertence a esta tentativa: tudo o que ela gravou se desfaz."""


def terminar(
    execucao: Execucao,
    situacao: SituacaoExecucao,
    mensagem: str,
    resultado: dict[str, Any],
    progresso: Andamento,
) -> None:
    """Marca o fim, se a tentativa ainda é a desta execução, e o da mãe, se foi a última filha."""
    marcou = Execucao.objects.filter(pk=execucao.pk, situacao__in=VIVAS, tentativa=execucao.tentativa).update(
        situacao=situacao,
        mensagem=mensagem,
        resultado=resultado,
        feito=progresso.feito,
        total=progresso.total,
        terminada_em=timezone.now(),
    )
    if not marcou:
        raise TentativaPerdida
    if execucao.mae_id is not None:
        _terminar_mae(execucao.mae_id)


def cancelar_de_vez(execucao: Execucao, pedido: Cancelada, progresso: Andamento) -> None:
    """Marca o fim de uma execução cancelada e registra na trilha quem o pediu, na mesma transação."""
    _, a_pedido = quem_pediu(pedido)
    mensagem = f"Cancelada {a_pedido}. Nada foi gravado."
    with transaction.atomic():
        terminar(execucao, SituacaoExecucao.CANCELADA, mensagem, {}, progresso)
        _registrar_cancelamento(execucao, pedido, progresso.feito, progresso.total)


def _registrar_cancelamento(execucao: Execucao, pedido: Cancelada, feito: int, total: int) -> None:
    pessoa, _ = quem_pediu(pedido)
    autor = SISTEMA if pessoa is None else Pessoa(pessoa)
    registrar(autor=autor, acao=CANCELAR, objeto=execucao, depois={"feito": feito, "total": total})


def _terminar_mae(mae_id: uuid.UUID) -> None:
    """Termina a mãe quando nenhuma filha vive.

    Tranca a linha da mãe antes de contar: de duas últimas filhas simultâneas, a segunda espera a
    confirmação da primeira e a vê terminada.
    """
    mae = Execucao.objects.select_for_update().get(pk=mae_id)
    filhas = Execucao.objects.filter(mae=mae)
    contas = Counter(filhas.values_list("situacao", flat=True))
    if mae.situacao not in VIVAS or any(contas[viva] for viva in VIVAS):
        return
    mae.total = contas.total()
    mae.feito = contas[SituacaoExecucao.CONCLUIDA]
    mae.terminada_em = timezone.now()
    if contas[SituacaoExecucao.FALHOU]:
        mae.situacao = SituacaoExecucao.FALHOU
        mae.mensagem = _frase_das_falhas(mae.total, contas)
        mae.resultado = {"detalhes": _falhas(mae)}
    elif contas[SituacaoExecucao.CANCELADA]:
        _cancelar_mae(mae)
    else:
        mae.situacao = SituacaoExecucao.CONCLUIDA
        mae.mensagem = (
            "1 parte concluída." if mae.total == 1 else f"{mae.total} de {mae.total} partes concluídas."
        )
    mae.save()


def _falhas(mae: Execucao) -> list[str]:
    falhas = mae.filhas.filter(situacao=SituacaoExecucao.FALHOU).order_by("titulo")
    return [f"{falha.titulo}: {falha.mensagem}" for falha in falhas]


def _frase_das_falhas(total: int, contas: Counter[str]) -> str:
    if total == 1:
        return "A única parte não se concluiu."
    canceladas = contas[SituacaoExecucao.CANCELADA]
    frase = f"{contas[SituacaoExecucao.FALHOU]} de {total} partes não se concluíram"
    return f"{frase}; canceladas: {canceladas}." if canceladas else f"{frase}."


def _cancelar_mae(mae: Execucao) -> None:
    """Diz quem cancelou o conjunto, ou que só partes dele se cancelaram, e o que já estava gravado."""
    mae.situacao = SituacaoExecucao.CANCELADA
    gravadas = "Nada foi gravado."
    if mae.feito:
        gravadas = f"Já estavam gravadas, e ficam: {mae.feito} de {mae.total} partes."
    pedido = cancelamento_pedido(mae.pk)
    if pedido is None:
        mae.mensagem = f"Partes canceladas: {mae.total - mae.feito} de {mae.total}. {gravadas}"
        return
    _, a_pedido = quem_pediu(pedido)
    mae.mensagem = f"Cancelada {a_pedido}. {gravadas}"
    _registrar_cancelamento(mae, pedido, mae.feito, mae.total)
