"""Cancelamento: quem o pode pedir, e o pedido, que não espera pela transação do trabalho."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.core.exceptions import PermissionDenied
from django.db import OperationalError

from nucleo.enums import SituacaoExecucao
from nucleo.erros import Cancelada, Conflito, Recusa
from nucleo.execucoes.andamento import Andamento, pedir_que_pare, viva_em_outro
from nucleo.execucoes.conclusao import CANCELAR, TentativaPerdida, cancelar_de_vez
from nucleo.execucoes.especies import VIVAS, acao_da_especie
from nucleo.models import Execucao
from nucleo.permissoes import Autor, exigir

registro = logging.getLogger(__name__)


def pode_cancelar(autor: Autor, execucao: Execucao) -> bool:
    """Se a execução vive e o autor a pediu, ou poderia pedi-la, nesse órgão."""
    if execucao.situacao not in VIVAS or not autor.pode(CANCELAR, execucao.orgao):
        return False
    return _pode_pedir(autor, execucao)


def _pode_pedir(autor: Autor, execucao: Execucao) -> bool:
    acao = acao_da_especie(execucao.especie)
    return autor.pessoa == execucao.autor or (acao != "" and autor.pode(acao, execucao.orgao))


def cancelar(*, autor: Autor, execucao: Execucao) -> Execucao:
    """Pede que o trabalho pare e devolve a execução relida; a mãe leva consigo as filhas vivas.

    O que nenhum trabalhador tem em mãos termina já, CANCELADA. O que está em curso recebe o pedido pelo
    cache e para no passo seguinte, ou termina antes: um desfecho só, que a página diz. `Conflito` se já
    tinha terminado; `Recusa` se o pedido não tem como chegar; 403 ou 404 como na porta dos serviços, que
    não serve aqui porque abriria uma transação, e no SQLite ela esperaria pela do trabalho.
    """
    exigir(autor, CANCELAR, [execucao])
    if not _pode_pedir(autor, execucao):
        raise PermissionDenied("Só quem pediu este trabalho, ou poderia pedi-lo, o cancela.")
    execucao.refresh_from_db()
    if execucao.situacao not in VIVAS:
        raise Conflito("Este trabalho já tinha terminado: não há o que cancelar.")
    partes = _partes(execucao)
    pedido = Cancelada(autor.pessoa.pk if autor.pessoa else None)
    _deixar_pedido(execucao, partes, pedido)
    # Havendo uma parte em curso, há quem esvazie a fila: as outras param ao serem tomadas. Terminá-las
    # daqui seria gravar, e no SQLite o escritor é a que está em curso.
    if not any(viva_em_outro(parte) for parte in partes):
        _terminar_ja(partes, pedido)
    execucao.refresh_from_db()
    return execucao


def _partes(execucao: Execucao) -> list[Execucao]:
    if execucao.filhas.exists():
        return list(execucao.filhas.filter(situacao__in=VIVAS).order_by("pk"))
    return [execucao]


def _deixar_pedido(execucao: Execucao, partes: Sequence[Execucao], pedido: Cancelada) -> None:
    """O pedido vem antes de tudo: quem tomar uma parte daqui em diante já o vê."""
    try:
        pedir_que_pare({execucao.pk, *(parte.pk for parte in partes)}, pedido.por)
    except Exception:
        registro.exception("Execução %s: pedido de cancelamento não publicado", execucao.pk)
        if any(parte.situacao == SituacaoExecucao.EM_ANDAMENTO for parte in partes):
            raise Recusa(
                "O pedido de cancelamento não chegou a quem executa o trabalho, que continua. "
                "Tente de novo daqui a um minuto."
            ) from None


def _terminar_ja(partes: Sequence[Execucao], pedido: Cancelada) -> None:
    """Termina cada parte na sua própria transação; a que um trabalhador tomou no meio para por ele."""
    for parte in partes:
        try:
            cancelar_de_vez(parte, pedido, Andamento(parte))
        except TentativaPerdida:
            registro.info("Execução %s: tomada durante o cancelamento", parte.pk)
        except OperationalError as erro:
            if "locked" not in str(erro):
                raise
            registro.warning("Execução %s: banco ocupado; para quando um trabalhador a tomar", parte.pk)
            return
