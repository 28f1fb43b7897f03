"""O termo de comparação das gravações: as mesmas linhas, prontas, pelo caminho mais curto de cada banco.

COPY no PostgreSQL; executemany, em listas de cinco mil, no SQLite. Numa transação, com os mesmos
índices e restrições.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection, models, transaction

LOTE = 5_000


class Linhas(NamedTuple):
    """O que uma tabela tinha."""

    tabela: str
    colunas: str
    linhas: list[tuple[Any, ...]]


def copiar(modelos: Sequence[type[models.Model]]) -> list[Linhas]:
    """As linhas de cada tabela, como estão no banco, na ordem em que cabe gravá-las."""
    copias = []
    with connection.cursor() as cursor:
        for modelo in modelos:
            colunas = ", ".join(f'"{campo.column}"' for campo in modelo._meta.local_concrete_fields)
            cursor.execute(f'SELECT {colunas} FROM "{modelo._meta.db_table}" ORDER BY 1')
            copias.append(Linhas(modelo._meta.db_table, colunas, cursor.fetchall()))
    return copias


def esvaziar(copias: Sequence[Linhas]) -> None:
    """Apaga as linhas, da última tabela à primeira, e deixa o banco como um que nunca as teve."""
    with transaction.atomic(), connection.cursor() as cursor:
        for copia in reversed(copias):
            cursor.execute(f'DELETE FROM "{copia.tabela}"')
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def gravar(copias: Sequence[Linhas]) -> int:
    """Grava todas numa transação e devolve quantas foram."""
    por_copy = connection.vendor == "postgresql"
    with transaction.atomic(), connection.cursor() as cursor:
        for copia in copias:
            (_por_copy if por_copy else _por_executemany)(cursor, copia)
    return sum(len(copia.linhas) for copia in copias)


def _por_copy(cursor: Any, copia: Linhas) -> None:
    with cursor.copy(f'COPY "{copia.tabela}" ({copia.colunas}) FROM STDIN') as destino:
        for linha in copia.linhas:
            destino.write_row(linha)


def _por_executemany(cursor: Any, copia: Linhas) -> None:
    marcas = ", ".join(["%s"] * len(copia.linhas[0]))
    comando = f'INSERT INTO "{copia.tabela}" ({copia.colunas}) VALUES ({marcas})'
    for inicio in range(0, len(copia.linhas), LOTE):
        cursor.executemany(comando, copia.linhas[inicio : inicio + LOTE])
