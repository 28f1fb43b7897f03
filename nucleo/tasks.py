"""Tarefas da fila: uma só que executa, e a que reenvia o que se perdeu."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from nucleo import execucoes
from nucleo.models import Documento, Execucao
from nucleo.servicos.documentos import documento_produzir


@shared_task(name=execucoes.TAREFA)  # type: ignore[untyped-decorator]
def executar(execucao_id: str) -> None:
    """Executa um trabalho. A mensagem leva só o identificador da `Execucao`."""
    execucoes.executar(execucao_id)


@shared_task(name="nucleo.despachar_orfas")  # type: ignore[untyped-decorator]
def despachar_orfas() -> None:
    """Reenvia execuções perdidas; roda de tempos em tempos (`CELERY_BEAT_SCHEDULE`)."""
    execucoes.despachar_orfas()


@worker_ready.connect  # type: ignore[untyped-decorator]
def ao_subir_o_trabalhador(**_: Any) -> None:
    """O trabalhador que sobe retoma o que outro deixou."""
    despachar_orfas.apply_async()


def produzir_documento(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
    """Compõe e guarda o volume `parametros["volume"]` do documento `parametros["documento"]`."""
    documento = Documento.objects.select_related("orgao").get(pk=execucao.parametros["documento"])
    volume = execucao.parametros["volume"]
    documento_produzir(autor=execucoes.autor_da_execucao(execucao), documento=documento, volume=volume)
    progresso(1, 1)
    return {"mensagem": "Documento pronto." if documento.volumes == 1 else f"Volume {volume} pronto."}
