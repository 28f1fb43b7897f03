"""Recusas que a pessoa lê: dizem o quê, onde e o que fazer."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator, Sequence

from django.db import OperationalError

# Disco cheio e cota esgotada, como o sistema os diz.
_SEM_ESPACO_NO_DISCO = (errno.ENOSPC, errno.EDQUOT)
# O mesmo dito pelo PostgreSQL (`disk_full`) e pelo SQLite. Este diz "I/O error" quando o que não cabe é
# a memória partilhada do WAL, ou quando acaba a cota e não o disco.
_SEM_ESPACO_NO_POSTGRESQL = "53100"
_SEM_ESPACO_NO_SQLITE = ("database or disk is full", "disk I/O error")

SEM_ESPACO = "Acabou o espaço em disco no servidor. Nada foi gravado. Libere espaço e peça de novo."


class Recusa(Exception):
    """O pedido não pode ser atendido. `detalhes`: uma frase por impedimento, quando são vários."""

    def __init__(self, mensagem: str, detalhes: Sequence[str] = ()) -> None:
        super().__init__(mensagem)
        self.mensagem = mensagem
        self.detalhes = list(detalhes)


class Conflito(Recusa):
    """Outra pessoa ou outro evento mudou o que estava na tela: é preciso ver de novo."""


class Cancelada(Exception):
    """Alguém pediu que o trabalho pare: quem o executa deixa passar, e tudo o que gravou se desfaz.

    Não é uma `Recusa`: quem trata recusas não pode tomá-la por uma. `por`: a chave de quem pediu; nula, o
    próprio sistema.
    """

    def __init__(self, por: int | None = None) -> None:
        super().__init__("O trabalho foi cancelado.")
        self.por = por


def falta_de_espaco(erro: BaseException) -> bool:
    """Se o erro, ou o que o causou, é falta de espaço em disco, do banco ou dos arquivos."""
    return any(_sem_espaco(causa) for causa in _causas(erro))


def _causas(erro: BaseException | None) -> Iterator[BaseException]:
    """O erro e as suas causas declaradas: o Django embrulha o erro do banco."""
    while erro is not None:
        yield erro
        erro = erro.__cause__


def _sem_espaco(erro: BaseException) -> bool:
    if isinstance(erro, OSError):
        return erro.errno in _SEM_ESPACO_NO_DISCO
    if getattr(erro, "sqlstate", None) == _SEM_ESPACO_NO_POSTGRESQL:
        return True
    do_banco = isinstance(erro, OperationalError | sqlite3.OperationalError)
    return do_banco and any(frase in str(erro) for frase in _SEM_ESPACO_NO_SQLITE)
