"""O termo de comparação das gravações: as mesmas linhas, prontas, pelo caminho mais curto de cada banco.

COPY no PostgreSQL; executemany, em listas de cinco mil, no SQLite. Numa transação, com os mesmos
índices e restrições.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.db import connection, models, transaction

LOTE = 5_000
BLOCO = 1 << 16


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
            cursor.execute(_selecao(modelo))
            copias.append(Linhas(modelo._meta.db_table, _colunas(modelo), cursor.fetchall()))
    return copias


def _colunas(modelo: type[models.Model]) -> str:
    return ", ".join(f'"{campo.column}"' for campo in modelo._meta.local_concrete_fields)


def _selecao(modelo: type[models.Model]) -> str:
    return f'SELECT {_colunas(modelo)} FROM "{modelo._meta.db_table}" ORDER BY 1'


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
    with transaction.atomic(), connection.cursor() as cursor:
        for copia in copias:
            lotes = (copia.linhas[i : i + LOTE] for i in range(0, len(copia.linhas), LOTE))
            _gravar_lotes(cursor, copia.tabela, copia.colunas, lotes)
    return sum(len(copia.linhas) for copia in copias)


def _gravar_lotes(cursor: Any, tabela: str, colunas: str, lotes: Iterable[list[tuple[Any, ...]]]) -> None:
    if connection.vendor == "postgresql":
        with cursor.copy(f'COPY "{tabela}" ({colunas}) FROM STDIN') as destino:
            for lote in lotes:
                for linha in lote:
                    destino.write_row(linha)
        return
    marcas = ", ".join(["%s"] * len(colunas.split(", ")))
    comando = f'INSERT INTO "{tabela}" ({colunas}) VALUES ({marcas})'
    for lote in lotes:
        cursor.executemany(comando, lote)


# Do disco ------------------------------------------------------------------------------------------


def extrair(modelos: Sequence[type[models.Model]], pasta: Path) -> dict[str, int]:
    """Guarda as linhas de cada tabela em arquivos, lote a lote; devolve quantas por tabela.

    "<tabela>.linhas": listas de tuplas, para as gravar do Python. No PostgreSQL, também "<tabela>.copy":
    o texto que o próprio COPY escreve e lê.
    """
    pasta.mkdir(parents=True, exist_ok=True)
    quantas = {}
    for modelo in modelos:
        tabela = modelo._meta.db_table
        quantas[tabela] = 0
        with (pasta / f"{tabela}.linhas").open("wb") as destino:
            for lote in _lotes_da_base(modelo):
                pickle.dump(lote, destino, protocol=5)
                quantas[tabela] += len(lote)
        if connection.vendor == "postgresql":
            _extrair_copy(modelo, pasta / f"{tabela}.copy")
    return quantas


def _lotes_da_base(modelo: type[models.Model]) -> Iterator[list[tuple[Any, ...]]]:
    """Pela chave, de cinco em cinco mil: a memória não cresce com a tabela."""
    ultima, chave = 0, modelo._meta.pk.column
    selecao = f'SELECT {_colunas(modelo)} FROM "{modelo._meta.db_table}" WHERE "{chave}" > %s ORDER BY 1'
    with connection.cursor() as cursor:
        while True:
            cursor.execute(f"{selecao} LIMIT {LOTE}", [ultima])
            lote = cursor.fetchall()
            if not lote:
                return
            yield lote
            ultima = lote[-1][0]


def _extrair_copy(modelo: type[models.Model], destino: Path) -> None:
    comando = f"COPY ({_selecao(modelo)}) TO STDOUT"
    with (
        connection.cursor() as cursor,
        destino.open("wb") as saida,
        cursor.copy(comando) as origem,
    ):
        for bloco in origem:
            saida.write(bloco)


def lidas(modelos: Sequence[type[models.Model]], pasta: Path) -> list[Linhas]:
    """O que `extrair` guardou, todo na memória."""
    return [
        Linhas(
            modelo._meta.db_table,
            _colunas(modelo),
            [linha for lote in _lotes_do_disco(modelo, pasta) for linha in lote],
        )
        for modelo in modelos
    ]


def gravar_do_disco(modelos: Sequence[type[models.Model]], pasta: Path) -> None:
    """Grava, numa transação, o que `extrair` guardou, lendo-o lote a lote."""
    with transaction.atomic(), connection.cursor() as cursor:
        for modelo in modelos:
            lotes = _lotes_do_disco(modelo, pasta)
            _gravar_lotes(cursor, modelo._meta.db_table, _colunas(modelo), lotes)


def gravar_texto(modelos: Sequence[type[models.Model]], pasta: Path) -> None:
    """Só PostgreSQL: dá ao COPY o texto já escrito, sem que o Python veja uma linha."""
    with transaction.atomic(), connection.cursor() as cursor:
        for modelo in modelos:
            comando = f'COPY "{modelo._meta.db_table}" ({_colunas(modelo)}) FROM STDIN'
            with (
                (pasta / f"{modelo._meta.db_table}.copy").open("rb") as origem,
                cursor.copy(comando) as destino,
            ):
                while bloco := origem.read(BLOCO):
                    destino.write(bloco)


def _lotes_do_disco(modelo: type[models.Model], pasta: Path) -> Iterator[list[tuple[Any, ...]]]:
    with (pasta / f"{modelo._meta.db_table}.linhas").open("rb") as origem:
        while True:
            try:
                yield pickle.load(origem)
            except EOFError:
                return
