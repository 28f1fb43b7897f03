"""Escrita em massa: COPY no PostgreSQL, executemany no SQLite, atrás de duas funções.

Só para linhas que o chamador já provou: aqui não há validação do Django, história nem sinais. As
chaves são reservadas antes, para que filhas e pais se gravem sem reler o banco.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from django.db import connection, models

# Listas, e não um iterador inteiro: o executemany do SQLite guardaria tudo na memória.
LOTE = 5_000


def reservar(modelo: type[models.Model], quantas: int) -> Sequence[int]:
    """Chaves primárias que só esta transação vai usar, em ordem crescente; chame dentro de transação.

    No PostgreSQL saem da sequência da tabela, e podem ter saltos se outro grava ao mesmo tempo. No
    SQLite a transação de escrita é uma só: são as seguintes à última que a tabela já deu.
    """
    if not quantas:
        return []
    tabela = modelo._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
                [tabela, modelo._meta.pk.column, quantas],
            )
            chaves = [chave for (chave,) in cursor.fetchall()]
            inicio = chaves[0]
            contiguas = chaves[-1] - inicio + 1 == quantas
            return range(inicio, inicio + quantas) if contiguas else chaves
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [tabela])
        ultima = cursor.fetchone()
        inicio = (ultima[0] if ultima else 0) + 1
        return range(inicio, inicio + quantas)


def gravar(modelo: type[models.Model], campos: Sequence[str], linhas: Iterable[Sequence[Any]]) -> None:
    """Grava as linhas, com os valores na ordem dos campos (nomes dos atributos do modelo: "cargo_id").

    Datas em texto ISO, lógicos como `bool`, JSON já em texto: é o que os dois bancos leem igual.
    """
    colunas = [modelo._meta.get_field(campo.removesuffix("_id")).column for campo in campos]
    gravar_por = _por_copy if connection.vendor == "postgresql" else _por_executemany
    gravar_por(modelo._meta.db_table, colunas, linhas)


def _por_copy(tabela: str, colunas: Sequence[str], linhas: Iterable[Sequence[Any]]) -> None:
    nomes = ", ".join(f'"{coluna}"' for coluna in colunas)
    with connection.cursor() as cursor, cursor.copy(f'COPY "{tabela}" ({nomes}) FROM STDIN') as destino:
        for linha in linhas:
            destino.write_row(linha)


def _por_executemany(tabela: str, colunas: Sequence[str], linhas: Iterable[Sequence[Any]]) -> None:
    nomes = ", ".join(f'"{coluna}"' for coluna in colunas)
    marcas = ", ".join(["%s"] * len(colunas))
    comando = f'INSERT INTO "{tabela}" ({nomes}) VALUES ({marcas})'  # noqa: S608 (nomes dos modelos)
    restantes = iter(linhas)
    with connection.cursor() as cursor:
        while lote := list(islice(restantes, LOTE)):
            cursor.executemany(comando, lote)


def em_faixas(chaves: Iterable[int], faixas: list[list[int]]) -> None:
    """Soma as chaves, em ordem crescente, a faixas [primeira, última], emendando as que se seguem."""
    if isinstance(chaves, range):
        if chaves:
            _emendar(chaves[0], chaves[-1], faixas)
        return
    for chave in chaves:
        _emendar(chave, chave, faixas)


def _emendar(primeira: int, ultima: int, faixas: list[list[int]]) -> None:
    if faixas and faixas[-1][1] == primeira - 1:
        faixas[-1][1] = ultima
    else:
        faixas.append([primeira, ultima])
