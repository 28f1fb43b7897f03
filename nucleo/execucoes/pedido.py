"""Pedido e envio: a execução nasce na transação de quem pede e vai para a fila quando ela se confirma."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence
from typing import Any

from celery import current_app
from django.db import IntegrityError, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from nucleo.enums import SituacaoExecucao
from nucleo.erros import Conflito, Recusa
from nucleo.execucoes.especies import TAREFA, VIVAS, executor_de
from nucleo.models import Execucao, Orgao
from nucleo.permissoes import Autor

registro = logging.getLogger(__name__)

# Espécie, chave, título e parâmetros de cada filha de um conjunto.
Filha = tuple[str, str, str, dict[str, Any]]


def pedir(
    *,
    autor: Autor,
    especie: str,
    chave: str,
    titulo: str,
    parametros: dict[str, Any],
    orgao: Orgao,
    destino: str = "",
) -> Execucao:
    """Registra um trabalho na transação corrente e o envia quando ela se confirma.

    `parametros`: só identificadores. Havendo uma execução viva da mesma espécie e chave, é ela que
    volta, e nada se cria.
    """
    executor_de(especie)
    execucao, nova = Execucao.objects.get_or_create(
        especie=especie,
        chave=chave,
        situacao__in=VIVAS,
        defaults={
            "titulo": titulo,
            "parametros": parametros,
            "orgao": orgao,
            "destino": destino,
            "autor": autor.pessoa,
            "enviada_em": timezone.now(),
        },
    )
    if nova:
        transaction.on_commit(lambda: enviar([execucao.pk]))
    return execucao


@transaction.atomic
def pedir_conjunto(
    *,
    autor: Autor,
    especie: str,
    chave: str,
    titulo: str,
    orgao: Orgao,
    destino: str,
    filhas: Sequence[Filha],
) -> Execucao:
    """Registra uma mãe e uma execução por filha; a mãe termina quando a última filha termina.

    A mãe viva da mesma espécie e chave volta como está. `Conflito` se alguma filha já está em curso
    por outro pedido; `Recusa` se não há filhas.
    """
    if not filhas:
        raise Recusa(f"{titulo}: não há nada a fazer.")
    agora = timezone.now()
    mae, nova = Execucao.objects.get_or_create(
        especie=especie,
        chave=chave,
        situacao__in=VIVAS,
        defaults={
            "titulo": titulo,
            "orgao": orgao,
            "destino": destino,
            "autor": autor.pessoa,
            "situacao": SituacaoExecucao.EM_ANDAMENTO,
            "iniciada_em": agora,
            "enviada_em": agora,
            "total": len(filhas),
        },
    )
    if nova:
        _criar_filhas(mae, filhas)
    return mae


def _criar_filhas(mae: Execucao, filhas: Sequence[Filha]) -> None:
    novas = [
        Execucao(
            especie=especie,
            chave=chave,
            titulo=titulo,
            parametros=parametros,
            orgao=mae.orgao,
            autor=mae.autor,
            destino=mae.destino,
            enviada_em=mae.enviada_em,
            mae=mae,
        )
        for especie, chave, titulo, parametros in filhas
    ]
    for filha in novas:
        executor_de(filha.especie)
    try:
        with transaction.atomic():
            Execucao.objects.bulk_create(novas, batch_size=500)
    except IntegrityError:
        raise Conflito(
            f"{mae.titulo}: parte deste trabalho já está em andamento. Espere que termine."
        ) from None
    transaction.on_commit(lambda: enviar([filha.pk for filha in novas]))


def enviar(identificadores: Sequence[uuid.UUID]) -> None:
    """Põe na fila; se ela não responde, deixa por enviar, e `despachar_orfas` cuida disso."""
    for posicao, identificador in enumerate(identificadores):
        try:
            current_app.tasks[TAREFA].apply_async(args=[str(identificador)])
        except OperationalError:
            por_enviar = identificadores[posicao:]
            registro.exception("A fila não respondeu; %d execuções por enviar", len(por_enviar))
            Execucao.objects.filter(pk__in=por_enviar, situacao=SituacaoExecucao.PENDENTE).update(
                enviada_em=None
            )
            return
