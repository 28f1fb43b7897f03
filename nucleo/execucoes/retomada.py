"""Reenvio das execuções que se perderam."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from nucleo.enums import SituacaoExecucao
from nucleo.execucoes.andamento import viva_em_outro
from nucleo.execucoes.pedido import enviar
from nucleo.models import Execucao

registro = logging.getLogger(__name__)


def despachar_orfas() -> int:
    """Envia de novo as execuções perdidas e devolve quantas foram.

    Perdida é a que nunca foi enviada, a que espera na fila há tempo demais ou a tomada por um
    trabalhador cujo arrendamento venceu. Não grava no banco (um trabalho pode estar com ele): cada
    reenvio deixa uma marca no cache, que também impede dois despachantes de enviarem a mesma.
    """
    sem_filhas = Execucao.objects.filter(filhas__isnull=True)
    limite = timezone.now() - timedelta(seconds=settings.EXECUCAO_REENVIO)
    pendentes = sem_filhas.filter(situacao=SituacaoExecucao.PENDENTE).exclude(enviada_em__gte=limite)
    tomadas = sem_filhas.filter(situacao=SituacaoExecucao.EM_ANDAMENTO)
    perdidas = [
        *pendentes.order_by("criada_em"),
        *(tomada for tomada in tomadas if not viva_em_outro(tomada)),
    ]
    orfas = [orfa.pk for orfa in perdidas if _marcar_reenvio(orfa)]
    if orfas:
        registro.warning("%d execuções perdidas enviadas de novo", len(orfas))
        enviar(orfas)
    return len(orfas)


def _marcar_reenvio(execucao: Execucao) -> bool:
    chave = f"execucao:{execucao.pk}:{execucao.tentativa}:{execucao.situacao}:reenvio"
    return cache.add(chave, True, settings.EXECUCAO_REENVIO)
