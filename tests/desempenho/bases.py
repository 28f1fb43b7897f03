"""Bancos inteiros para medir: cada medida começa numa cópia nova, igual à da outra com que se compara.

No SQLite um banco é um arquivo em disco, com as opções de `config.settings`; no PostgreSQL, um banco de
um servidor próprio, com a configuração de fábrica (a gravação espera o disco), copiado do modelo.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, urlsplit

import psycopg

from tests.servidores import postgres

# De fábrica, menos o que o próprio servidor faria por conta dele no meio de uma medida.
OPCOES_DO_SERVIDOR = ("max_connections=20", "autovacuum=off")


class Bases(Protocol):
    """Bancos de um servidor, pelo nome."""

    rotulo: str

    def url(self, nome: str) -> str:
        """O DATABASE_URL do banco."""

    def criar(self, nome: str) -> None:
        """Um banco vazio."""

    def copiar(self, de: str, para: str) -> None:
        """Uma cópia de um banco em que ninguém está; a que já existia com o nome some."""

    def apagar(self, nome: str) -> None:
        """Apaga o banco, se existe."""

    def sossegar(self) -> None:
        """Manda ao disco o que espera, para que uma medida não pague o que outra deixou."""

    def tamanho(self, nome: str) -> int:
        """Bytes do banco em disco."""

    def __enter__(self) -> Bases:
        """Pronto para servir."""

    def __exit__(self, *erro: object) -> None:
        """Larga as conexões."""


class BasesSqlite:
    """Um arquivo por banco."""

    rotulo = "SQLite"

    def __init__(self, pasta: Path) -> None:
        self._pasta = pasta

    def _caminho(self, nome: str) -> Path:
        return self._pasta / f"{nome}.sqlite3"

    def url(self, nome: str) -> str:
        return f"sqlite:///{quote(str(self._caminho(nome)))}"

    def criar(self, nome: str) -> None:
        self.apagar(nome)

    def copiar(self, de: str, para: str) -> None:
        self.apagar(para)
        conexao = sqlite3.connect(self._caminho(de))
        conexao.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        conexao.close()
        shutil.copyfile(self._caminho(de), self._caminho(para))

    def apagar(self, nome: str) -> None:
        for sufixo in ("", "-wal", "-shm"):
            Path(f"{self._caminho(nome)}{sufixo}").unlink(missing_ok=True)

    def sossegar(self) -> None:
        os.sync()

    def tamanho(self, nome: str) -> int:
        return self._caminho(nome).stat().st_size

    def __enter__(self) -> BasesSqlite:
        return self

    def __exit__(self, *erro: object) -> None:
        """Não há conexão aberta."""


class BasesPostgres:
    """Um servidor que cai com este processo."""

    rotulo = "PostgreSQL"

    def __init__(self, pasta: Path) -> None:
        pasta.mkdir()
        # O servidor, quando roda como outro usuário, tem de chegar à pasta.
        pasta.parent.chmod(0o755)
        self._modelo = postgres.iniciar(pasta, OPCOES_DO_SERVIDOR)
        partes = urlsplit(self._modelo)
        self._soquete = partes.query.removeprefix("host=")
        self._conexao = psycopg.connect(
            host=self._soquete, user=partes.username, dbname="postgres", autocommit=True
        )

    def url(self, nome: str) -> str:
        return urlsplit(self._modelo)._replace(path=f"/{nome}").geturl()

    def criar(self, nome: str) -> None:
        self.apagar(nome)
        self._conexao.execute(f'CREATE DATABASE "{nome}"')

    def copiar(self, de: str, para: str) -> None:
        self.apagar(para)
        self._conexao.execute(f'CREATE DATABASE "{para}" TEMPLATE "{de}"')

    def apagar(self, nome: str) -> None:
        self._conexao.execute(f'DROP DATABASE IF EXISTS "{nome}"')

    def sossegar(self) -> None:
        self._conexao.execute("CHECKPOINT")
        os.sync()

    def tamanho(self, nome: str) -> int:
        linha = self._conexao.execute("SELECT pg_database_size(%s)", [nome]).fetchone()
        assert linha is not None
        return int(linha[0])

    def __enter__(self) -> BasesPostgres:
        return self

    def __exit__(self, *erro: object) -> None:
        self._conexao.close()
