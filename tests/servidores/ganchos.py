"""Carregado pelo trabalhador de teste: a espécie de prova, e a morte ou a espera no ponto pedido."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any

from django.core.cache import cache

from candidatos.models import Candidato
from nucleo import execucoes
from nucleo.auditoria import registrar
from nucleo.execucoes import especies
from nucleo.execucoes.andamento import cancelamento_pedido
from nucleo.models import Execucao, Orgao

PROVA = "testes.gravar"
# Posta pelo trabalhador que espera no meio da gravação, para quem o observa.
NO_MEIO = "testes:no_meio"
ESPERA = 30.0


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


def esperar_o_cancelamento(execucao: Execucao) -> None:
    """Para no meio, com a transação aberta, até que alguém peça o cancelamento."""
    cache.set(NO_MEIO, True)
    limite = time.monotonic() + ESPERA
    while cancelamento_pedido(execucao.pk) is None and time.monotonic() < limite:
        time.sleep(0.02)


def no_meio(fazer: Callable[[Execucao], None]) -> None:
    """Na espécie pedida, faz o que se manda no primeiro passo em que já há candidatos gravados.

    Eles só se veem de dentro da transação do trabalho: é a prova de que ela está no meio.
    """
    especie = os.environ["NOMEIA_TESTE_MATAR_ESPECIE"]
    verdadeiro = especies.executor_de(especie)
    feitas: set[str] = set()

    def executar(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
        def passo(feito: int, total: int, mensagem: str = "") -> None:
            if not feitas and feito < total and Candidato.objects.exists():
                feitas.add(especie)
                fazer(execucao)
            progresso(feito, total, mensagem)

        return verdadeiro(execucao, passo)

    especies._EXECUTORES[especie] = executar


execucoes.registrar_especie(PROVA, gravar)
if ponto := os.environ.get("NOMEIA_TESTE_MATAR_EM"):
    {
        "antes_do_commit": lambda: execucoes.antes_do_commit.connect(matar),
        "depois_do_commit": lambda: execucoes.depois_do_commit.connect(matar),
        "no_meio": lambda: no_meio(matar),
        "esperar_no_meio": lambda: no_meio(esperar_o_cancelamento),
    }[ponto]()
