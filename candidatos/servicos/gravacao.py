"""Escrita em massa: COPY no PostgreSQL, executemany no SQLite, atrás das mesmas funções.

Só para linhas que o chamador já provou: aqui não há validação do Django nem sinais, e história só a
pedido (`historiar`). As chaves são reservadas antes, para que filhas e pais se gravem sem reler o banco.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from simple_history.utils import get_history_manager_for_model

# Listas, e não um iterador inteiro: o executemany do SQLite guardaria tudo na memória.
LOTE = 5_000


# O nome da sequência avalia-se uma vez: dentro do SELECT, seria uma por chave, mais caro que as chaves.
_CHAVES_DO_POSTGRESQL = """
    WITH sequencia AS MATERIALIZED (SELECT pg_get_serial_sequence(%s, %s)::regclass AS nome),
    chaves AS MATERIALIZED (SELECT nextval(nome) AS chave FROM sequencia, generate_series(1, %s))
    SELECT min(chave), max(chave),
        CASE WHEN max(chave) - min(chave) + 1 = count(*) THEN NULL ELSE array_agg(chave ORDER BY chave) END
    FROM chaves
"""


def banco_da_transacao() -> BaseDatabaseWrapper:
    """A conexão desta linha de execução, que é a da transação de quem chama."""
    return connections[DEFAULT_DB_ALIAS]


def conferir_chaves_ja(banco: BaseDatabaseWrapper) -> None:
    """Daqui ao fim da transação as chaves estrangeiras conferem-se a cada comando, e não na confirmação.

    No PostgreSQL a conferência é metade do trabalho de gravar: feita a cada lote, corre no servidor enquanto
    se lê o lote seguinte; na confirmação, espera-se por ela parado. O SQLite não distingue.
    """
    if banco.vendor == "postgresql":
        with banco.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Escrita:
    """Grava um lote enquanto o seguinte se lê, onde isso adianta; no máximo um lote por gravar.

    No PostgreSQL quem trabalha é o servidor: a gravação vai numa linha de execução ao lado, na mesma
    conexão, que serializa o que as duas lhe pedem. O SQLite grava neste mesmo processo, e fá-lo logo.
    Saia sempre pelo `with`: espera o que está em curso, para que a transação se possa desfazer.
    """

    # Índices de um milhão de chaves sem ordem não cabem nos 2 MB que o SQLite guarda de cada conexão.
    MEMORIA_DO_SQLITE_KIB = 65_536

    def __init__(self, banco: BaseDatabaseWrapper) -> None:
        self._banco = banco
        self._ao_lado = ThreadPoolExecutor(1) if banco.vendor == "postgresql" else None
        self._em_curso: Future[None] | None = None
        self._memoria_de_antes = 0

    def __enter__(self) -> Escrita:
        self._banco.ensure_connection()
        if self._ao_lado is not None:
            self._banco.inc_thread_sharing()
        else:
            self._memoria_de_antes = self._trocar_memoria(-self.MEMORIA_DO_SQLITE_KIB)
        return self

    def __exit__(self, tipo: object, erro: BaseException | None, rasto: object) -> None:
        if self._ao_lado is None:
            self._trocar_memoria(self._memoria_de_antes)
            return
        self._ao_lado.shutdown(wait=True)
        self._banco.dec_thread_sharing()
        # Quem lê pode tropeçar na transação que a gravação, ao lado, acaba de invalidar: a causa é a de lá.
        if isinstance(erro, DatabaseError) and self._em_curso and (causa := self._em_curso.exception()):
            raise causa from erro

    def _trocar_memoria(self, tamanho: int) -> int:
        """Dá ao SQLite outra memória de páginas (negativa: em KiB) e diz a que tinha."""
        # Pela conexão de baixo: a do Django recusaria falar numa transação que um erro já condenou.
        conexao = self._banco.connection
        (antes,) = conexao.execute("PRAGMA cache_size").fetchone()
        conexao.execute(f"PRAGMA cache_size = {tamanho:d}")
        return int(antes)

    def entregar(self, gravar_lote: Callable[[], None]) -> None:
        """Grava o lote; levanta o erro deste, ou o do anterior, que só agora se sabe."""
        if self._ao_lado is None:
            gravar_lote()
            return
        self.esperar()
        self._em_curso = self._ao_lado.submit(gravar_lote)

    def esperar(self) -> None:
        """Espera o lote em curso; levanta o erro dele."""
        em_curso, self._em_curso = self._em_curso, None
        if em_curso is not None:
            em_curso.result()


def reservar(banco: BaseDatabaseWrapper, modelo: type[models.Model], quantas: int) -> Sequence[int]:
    """Chaves primárias que só esta transação vai usar, em ordem crescente; chame dentro de transação.

    No PostgreSQL saem da sequência da tabela, e podem ter saltos se outro grava ao mesmo tempo. No
    SQLite a transação de escrita é uma só: são as seguintes à última que a tabela já deu.
    """
    if not quantas:
        return []
    tabela = modelo._meta.db_table
    with banco.cursor() as cursor:
        if banco.vendor == "postgresql":
            cursor.execute(_CHAVES_DO_POSTGRESQL, [tabela, modelo._meta.pk.column, quantas])
            primeira, ultima, chaves = cursor.fetchone()
            # Sem ninguém a gravar ao mesmo tempo, vêm seguidas, e a lista não atravessa a conexão.
            return chaves or range(primeira, ultima + 1)
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [tabela])
        ultima = cursor.fetchone()
        inicio = (ultima[0] if ultima else 0) + 1
        return range(inicio, inicio + quantas)


def gravar(
    banco: BaseDatabaseWrapper,
    modelo: type[models.Model],
    campos: Sequence[str],
    linhas: Iterable[Sequence[Any]],
) -> None:
    """Grava as linhas, com os valores na ordem dos campos (nomes dos atributos do modelo: "cargo_id").

    Datas em texto ISO, lógicos como `bool`, JSON já em texto: é o que os dois bancos leem igual.
    """
    colunas_de = {campo.attname: str(campo.column) for campo in modelo._meta.concrete_fields}
    colunas = [colunas_de[campo] for campo in campos]
    gravar_por = _por_copy if banco.vendor == "postgresql" else _por_executemany
    gravar_por(banco, modelo._meta.db_table, colunas, linhas)


def atualizar(
    banco: BaseDatabaseWrapper,
    modelo: type[models.Model],
    campos: Sequence[str],
    linhas: Iterable[Sequence[Any]],
) -> None:
    """Muda os campos das linhas dadas: os valores, na ordem dos campos, e a chave no fim.

    O mesmo que o `bulk_update`, sem o CASE de milhares de ramos que os bancos levam minutos a avaliar.
    """
    colunas_de = {campo.attname: str(campo.column) for campo in modelo._meta.concrete_fields}
    trocas = ", ".join(f'"{colunas_de[campo]}" = %s' for campo in campos)
    comando = f'UPDATE "{modelo._meta.db_table}" SET {trocas} WHERE id = %s'  # noqa: S608 (nomes dos modelos)
    restantes = iter(linhas)
    with banco.cursor() as cursor:
        while lote := list(islice(restantes, LOTE)):
            cursor.executemany(comando, lote)


def atualizar_objetos(
    banco: BaseDatabaseWrapper, objetos: Sequence[models.Model], campos: Sequence[str]
) -> None:
    """Grava os campos dados (nomes dos atributos) de cada objeto, com o que ele tem; todos de um modelo."""
    if not objetos:
        return
    modelo = type(objetos[0])
    mudados = [campo for campo in modelo._meta.concrete_fields if campo.attname in campos]
    linhas = (
        (*(campo.get_db_prep_save(getattr(cada, campo.attname), banco) for campo in mudados), cada.pk)
        for cada in objetos
    )
    atualizar(banco, modelo, [campo.attname for campo in mudados], linhas)


def historiar(objetos: Sequence[models.Model]) -> None:
    """Uma linha de história por objeto mudado, em nome de quem age agora; todos do mesmo modelo."""
    if objetos:
        historia = get_history_manager_for_model(type(objetos[0]))
        historia.bulk_history_create(objetos, batch_size=LOTE, update=True)


def _por_copy(
    banco: BaseDatabaseWrapper, tabela: str, colunas: Sequence[str], linhas: Iterable[Sequence[Any]]
) -> None:
    nomes = ", ".join(f'"{coluna}"' for coluna in colunas)
    comando = f'COPY "{tabela}" ({nomes}) FROM STDIN'
    # Os erros do COPY não passam pelo Django, que lhes daria os nomes que o resto do sistema conhece.
    with banco.wrap_database_errors, banco.cursor() as cursor, cursor.copy(comando) as destino:
        for linha in linhas:
            destino.write_row(linha)


def _por_executemany(
    banco: BaseDatabaseWrapper, tabela: str, colunas: Sequence[str], linhas: Iterable[Sequence[Any]]
) -> None:
    nomes = ", ".join(f'"{coluna}"' for coluna in colunas)
    marcas = ", ".join(["%s"] * len(colunas))
    comando = f'INSERT INTO "{tabela}" ({nomes}) VALUES ({marcas})'  # noqa: S608 (nomes dos modelos)
    restantes = iter(linhas)
    with banco.cursor() as cursor:
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
