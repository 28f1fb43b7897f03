"""Carregado pelo trabalhador de teste: a espécie de prova e a morte no ponto pedido."""

from __future__ import annotations

import os
import signal
from typing import Any

from nucleo import execucoes
from nucleo.auditoria import registrar
from nucleo.models import Execucao, Orgao

PROVA = "testes.gravar"


def gravar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
    """Grava na trilha tantas linhas quantas os parâmetros pedem: nada no banco impediria repetir."""
    total = execucao.parametros["linhas"]
    orgao = Orgao.objects.get(pk=execucao.parametros["orgao"])
    for feito in range(1, total + 1):
        registrar(
            autor=execucoes.autor_da_execucao(execucao),
            acao=PROVA,
            objeto=orgao,
            depois={"execucao": str(execucao.pk)},
        )
        progresso(feito, total, "gravando")
    return {"mensagem": f"{total} linhas gravadas.", "linhas": total}


def matar(execucao: Execucao, **_: Any) -> None:
    """Mata este processo, o que o criou e os irmãos: o trabalhador inteiro, sem aviso."""
    if execucao.especie == os.environ["NOMEIA_TESTE_MATAR_ESPECIE"]:
        os.killpg(os.getpgrp(), signal.SIGKILL)


execucoes.registrar_especie(PROVA, gravar)
if ponto := os.environ.get("NOMEIA_TESTE_MATAR_EM"):
    {"antes_do_commit": execucoes.antes_do_commit, "depois_do_commit": execucoes.depois_do_commit}[
        ponto
    ].connect(matar)
