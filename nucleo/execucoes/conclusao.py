"""Fim de uma execução, cercado pela tentativa, e o da mãe quando a última filha termina."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils import timezone

from nucleo.enums import SituacaoExecucao
from nucleo.execucoes.andamento import Andamento
from nucleo.execucoes.especies import VIVAS
from nucleo.models import Execucao


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


def _terminar_mae(mae_id: uuid.UUID) -> None:
    """Termina a mãe quando nenhuma filha vive.

    Tranca a linha da mãe antes de contar: de duas últimas filhas simultâneas, a segunda espera a
    confirmação da primeira e a vê terminada.
    """
    mae = Execucao.objects.select_for_update().get(pk=mae_id)
    filhas = Execucao.objects.filter(mae=mae)
    if mae.situacao not in VIVAS or filhas.filter(situacao__in=VIVAS).exists():
        return
    falhas = list(
        filhas.filter(situacao=SituacaoExecucao.FALHOU).order_by("titulo").values_list("titulo", "mensagem")
    )
    mae.total = filhas.count()
    mae.feito = mae.total - len(falhas)
    mae.terminada_em = timezone.now()
    if falhas:
        mae.situacao = SituacaoExecucao.FALHOU
        mae.mensagem = (
            "A única parte não se concluiu."
            if mae.total == 1
            else f"{len(falhas)} de {mae.total} partes não se concluíram."
        )
        mae.resultado = {"detalhes": [f"{titulo}: {mensagem}" for titulo, mensagem in falhas]}
    else:
        mae.situacao = SituacaoExecucao.CONCLUIDA
        mae.mensagem = (
            "1 parte concluída." if mae.total == 1 else f"{mae.total} de {mae.total} partes concluídas."
        )
    mae.save()
