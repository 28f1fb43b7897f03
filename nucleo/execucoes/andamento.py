"""Arrendamento e andamento das execuções, no cache do Django: nada aqui grava no banco."""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from nucleo.enums import SituacaoExecucao
from nucleo.execucoes.especies import VIVAS
from nucleo.models import Execucao

registro = logging.getLogger(__name__)

# O andamento fica no cache por um dia: mais que o trabalho mais longo.
GUARDA_DO_ANDAMENTO = 24 * 60 * 60
# Menor intervalo, em segundos, entre duas gravações do andamento.
PASSO_DO_ANDAMENTO = 0.2


def _chave_do_arrendamento(execucao_id: uuid.UUID, tentativa: int) -> str:
    return f"execucao:{execucao_id}:{tentativa}:arrendamento"


def _chave_do_andamento(execucao_id: uuid.UUID) -> str:
    return f"execucao:{execucao_id}:andamento"


def renovar(execucao_id: uuid.UUID, tentativa: int) -> None:
    """Estende por mais um prazo o arrendamento desta tentativa."""
    cache.set(_chave_do_arrendamento(execucao_id, tentativa), True, settings.EXECUCAO_ARRENDAMENTO)


def viva_em_outro(execucao: Execucao) -> bool:
    """Se a tentativa corrente tem um trabalhador que ainda a renova."""
    if execucao.situacao != SituacaoExecucao.EM_ANDAMENTO:
        return False
    return cache.get(_chave_do_arrendamento(execucao.pk, execucao.tentativa)) is not None


@contextmanager
def arrendamento(execucao: Execucao) -> Iterator[None]:
    """Renova o arrendamento numa linha paralela enquanto o bloco roda, e o solta no fim."""
    fim = threading.Event()

    def bater() -> None:
        while not fim.wait(settings.EXECUCAO_ARRENDAMENTO / 3):
            try:
                renovar(execucao.pk, execucao.tentativa)
            except Exception:
                # Sem cache o arrendamento vence; a cerca da tentativa continua a valer.
                registro.exception("Execução %s: arrendamento não renovado", execucao.pk)

    batida = threading.Thread(target=bater, name=f"arrendamento-{execucao.pk}", daemon=True)
    batida.start()
    try:
        yield
    finally:
        fim.set()
        batida.join()
        cache.delete(_chave_do_arrendamento(execucao.pk, execucao.tentativa))


class Andamento:
    """Progresso de uma execução: guarda o último e o publica no cache, sem pressa nem falha."""

    def __init__(self, execucao: Execucao) -> None:
        self.execucao_id = execucao.pk
        self.feito = 0
        self.total = 0
        self.publicado_em = 0.0

    def __call__(self, feito: int, total: int, mensagem: str = "") -> None:
        """Como em `Progresso`."""
        self.feito, self.total = feito, total
        agora = timezone.now().timestamp()
        if feito < total and agora - self.publicado_em < PASSO_DO_ANDAMENTO:
            return
        self.publicado_em = agora
        try:
            cache.set(_chave_do_andamento(self.execucao_id), (feito, total, mensagem), GUARDA_DO_ANDAMENTO)
        except Exception:
            registro.exception("Execução %s: andamento não publicado", self.execucao_id)


@dataclass(frozen=True, slots=True)
class Situacao:
    """O que a página mostra: `feito` de `total` unidades e uma frase."""

    feito: int
    total: int
    mensagem: str


def situacao_da_execucao(execucao: Execucao) -> Situacao:
    """Andamento de uma execução viva, pelo cache, ou o resultado da terminada, pelo banco."""
    if execucao.situacao not in VIVAS:
        return Situacao(execucao.feito, execucao.total, execucao.mensagem)
    if execucao.filhas.exists():
        terminadas = execucao.filhas.exclude(situacao__in=VIVAS).count()
        return Situacao(terminadas, execucao.total, f"{terminadas} de {execucao.total} partes prontas.")
    if execucao.situacao == SituacaoExecucao.PENDENTE:
        return Situacao(0, 0, "Na fila, à espera de um trabalhador.")
    feito, total, mensagem = cache.get(_chave_do_andamento(execucao.pk)) or (0, 0, "")
    return Situacao(feito, total, mensagem or "Em andamento.")
