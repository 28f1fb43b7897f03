"""Trabalhos em segundo plano das nomeações: recebem identificadores e chamam os serviços."""

from __future__ import annotations

import logging
from typing import Any

from celery import shared_task

from concursos.models import Cargo
from nomeacoes.consultas.reconferencia import concursos_a_reconferir
from nomeacoes.documentos import atos_com_tudo
from nomeacoes.servicos import pdf_produzir
from nomeacoes.servicos.reconferencia import cargo_reconferir, reconferencia_pedir
from nucleo.erros import Conflito
from nucleo.execucoes import Progresso, autor_da_execucao
from nucleo.models import Execucao
from nucleo.permissoes import SISTEMA

registro = logging.getLogger(__name__)


def produzir_atos(execucao: Execucao, progresso: Progresso) -> dict[str, Any]:
    """Compõe o PDF de cada ato de `parametros["atos"]` que ainda não o tem."""
    autor = autor_da_execucao(execucao)
    atos = list(atos_com_tudo().filter(pk__in=execucao.parametros["atos"]).order_by("pk"))
    produzidos = 0
    for feito, ato in enumerate(atos, start=1):
        if pdf_produzir(autor=autor, ato=ato, execucao=execucao) is not None:
            produzidos += 1
        progresso(feito, len(atos), f"{feito} de {len(atos)} documentos")
    frase = "1 documento pronto." if produzidos == 1 else f"{produzidos} documentos prontos."
    return {"mensagem": frase, "produzidos": produzidos}


def reconferir_cargos(execucao: Execucao, progresso: Progresso) -> dict[str, Any]:
    """Confronta cada cargo de `parametros["cargos"]` com os seus dados brutos."""
    autor = autor_da_execucao(execucao)
    cargos = list(Cargo.objects.filter(pk__in=execucao.parametros["cargos"]).order_by("codigo"))
    diferem = []
    for feito, cargo in enumerate(cargos, start=1):
        if not cargo_reconferir(autor=autor, cargo=cargo).confere:
            diferem.append(cargo.pk)
        progresso(feito, len(cargos), f"{feito} de {len(cargos)} cargos")
    if diferem:
        frase = f"Diferença em {len(diferem)} de {len(cargos)}: veja-a no painel e na página do cargo."
    else:
        frase = "1 cargo confere." if len(cargos) == 1 else f"{len(cargos)} cargos conferem."
    return {"mensagem": frase, "diferem": diferem}


@shared_task(name="nomeacoes.reconferir_todos")  # type: ignore[untyped-decorator]
def reconferir_todos() -> None:
    """Pede a reconferência de todos os concursos; roda toda noite (`CELERY_BEAT_SCHEDULE`).

    O que alguém já está a reconferir fica por conta desse pedido.
    """
    for concurso in concursos_a_reconferir():
        try:
            reconferencia_pedir(autor=SISTEMA, concurso=concurso)
        except Conflito as conflito:
            registro.info("Concurso %s: %s", concurso.pk, conflito.mensagem)
