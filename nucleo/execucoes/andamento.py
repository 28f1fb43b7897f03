"""Arrendamento, andamento e pedido de cancelamento das execuções, no cache: nada aqui grava no banco."""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from nucleo.enums import SituacaoExecucao
from nucleo.erros import Cancelada
from nucleo.execucoes.especies import VIVAS
from nucleo.models import Execucao, Usuario

registro = logging.getLogger(__name__)

# O andamento e o pedido de cancelamento ficam no cache por um dia: mais que o trabalho mais longo.
GUARDA_DO_ANDAMENTO = 24 * 60 * 60
# Menor intervalo, em segundos, entre duas gravações do andamento.
PASSO_DO_ANDAMENTO = 0.2
# No pedido de cancelamento, em lugar da chave de uma pessoa: nulo, no cache, é não haver pedido.
_O_SISTEMA = 0


def _chave_do_arrendamento(execucao_id: uuid.UUID, tentativa: int) -> str:
    return f"execucao:{execucao_id}:{tentativa}:arrendamento"


def _chave_do_andamento(execucao_id: uuid.UUID) -> str:
    return f"execucao:{execucao_id}:andamento"


def _chave_do_cancelamento(execucao_id: uuid.UUID) -> str:
    return f"execucao:{execucao_id}:cancelamento"


def pedir_que_pare(execucoes: Iterable[uuid.UUID], por: int | None) -> None:
    """Deixa às execuções o pedido de parar, de quem tem a chave dada; nula é o próprio sistema."""
    pedidos = {_chave_do_cancelamento(chave): por or _O_SISTEMA for chave in execucoes}
    cache.set_many(pedidos, GUARDA_DO_ANDAMENTO)


def cancelamento_pedido(execucao_id: uuid.UUID) -> Cancelada | None:
    """O pedido de parar, se há; nulo também sem cache: a execução então segue."""
    try:
        por = cache.get(_chave_do_cancelamento(execucao_id))
    except Exception:
        registro.exception("Execução %s: pedido de cancelamento não lido", execucao_id)
        return None
    return None if por is None else Cancelada(por or None)


def quem_pediu(pedido: Cancelada) -> tuple[Usuario | None, str]:
    """A pessoa que pediu o cancelamento (nula: o sistema), e como se diz "a pedido de quem"."""
    pessoa = Usuario.objects.filter(pk=pedido.por).first() if pedido.por else None
    return pessoa, f"a pedido de {pessoa}" if pessoa else "a pedido do próprio sistema"


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
        try:
            cache.delete(_chave_do_arrendamento(execucao.pk, execucao.tentativa))
        except Exception:
            # Disco cheio, a fila embutida também não grava: o arrendamento vence por si.
            registro.exception("Execução %s: arrendamento não solto", execucao.pk)


class Andamento:
    """Progresso de uma execução: guarda o último e o publica no cache, sem pressa nem falha."""

    def __init__(self, execucao: Execucao) -> None:
        self.execucao_id = execucao.pk
        self.feito = 0
        self.total = 0
        self.publicado_em = 0.0

    def __call__(self, feito: int, total: int, mensagem: str = "") -> None:
        """Como em `Progresso`; o pedido de cancelamento é lido no mesmo ritmo."""
        self.feito, self.total = feito, total
        agora = timezone.now().timestamp()
        if feito < total and agora - self.publicado_em < PASSO_DO_ANDAMENTO:
            return
        self.publicado_em = agora
        try:
            cache.set(_chave_do_andamento(self.execucao_id), (feito, total, mensagem), GUARDA_DO_ANDAMENTO)
        except Exception:
            registro.exception("Execução %s: andamento não publicado", self.execucao_id)
        self.parar_se_pedido()

    def parar_se_pedido(self) -> None:
        """Levanta `Cancelada` se alguém pediu que a execução pare."""
        if pedido := cancelamento_pedido(self.execucao_id):
            raise pedido


@dataclass(frozen=True, slots=True)
class Situacao:
    """O que a página mostra: `feito` de `total` unidades e uma frase; se já se pediu que pare."""

    feito: int
    total: int
    mensagem: str
    parando: bool = False


def situacao_da_execucao(execucao: Execucao) -> Situacao:
    """Andamento de uma execução viva, pelo cache, ou o resultado da terminada, pelo banco."""
    pedido = cancelamento_pedido(execucao.pk)
    if execucao.situacao not in VIVAS:
        return Situacao(execucao.feito, execucao.total, _mensagem_do_fim(execucao, pedido))
    feito, total, mensagem = _andamento_da_viva(execucao)
    if pedido is None:
        return Situacao(feito, total, mensagem)
    _, a_pedido = quem_pediu(pedido)
    return Situacao(feito, total, f"Cancelamento {a_pedido}: o trabalho vai parar.", parando=True)


def _mensagem_do_fim(execucao: Execucao, pedido: Cancelada | None) -> str:
    if pedido is None or execucao.situacao != SituacaoExecucao.CONCLUIDA:
        return execucao.mensagem
    _, a_pedido = quem_pediu(pedido)
    return f"{execucao.mensagem} O cancelamento {a_pedido} chegou tarde: já estava tudo gravado."


def _andamento_da_viva(execucao: Execucao) -> tuple[int, int, str]:
    if execucao.filhas.exists():
        terminadas = execucao.filhas.exclude(situacao__in=VIVAS).count()
        return terminadas, execucao.total, f"{terminadas} de {execucao.total} partes prontas."
    if execucao.situacao == SituacaoExecucao.PENDENTE:
        return 0, 0, "Na fila, à espera de um trabalhador."
    if not viva_em_outro(execucao):
        return 0, 0, "O trabalho foi interrompido e nada foi gravado. Ele recomeça sozinho em instantes."
    feito, total, mensagem = cache.get(_chave_do_andamento(execucao.pk)) or (0, 0, "")
    return feito, total, mensagem or "Em andamento."
