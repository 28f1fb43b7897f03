"""Planilhas XLSX e ODS pelo leitor rápido, depois de provado que o seu tamanho aberto cabe nos limites.

O pacote é percorrido antes, em blocos, contando o que sai de verdade de cada entrada, e não só o que o
diretório do ZIP declara (ver `extensao`). O que escapa à contagem (um texto partilhado por todas as
células, uma folha fora do lugar) derruba o leitor, que aborta o processo: a primeira leitura é feita num
processo à parte, com memória e tempo contados.
"""

from __future__ import annotations

import copy
import subprocess
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, BinaryIO, TypeVar

from python_calamine import (
    CalamineError,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from candidatos.servicos.celulas import Bloco
from candidatos.servicos.codificacao import ACENTOS_PERDIDOS, ACENTOS_TROCADOS, PERDIDOS, TROCADOS
from candidatos.servicos.extensao import ESTRAGADA, GRANDE, extensao_da_entrada
from candidatos.servicos.formatos import PROTEGIDA, Ilegivel
from nucleo.erros import Recusa

T = TypeVar("T")

ENTRADAS_MAXIMAS = 1_000
BYTES_MAXIMOS = 400_000_000
# O retângulo de 12 milhões de células, com textos curtos, pede perto de 1 GB e poucos segundos.
MEMORIA_MAXIMA = 1_500_000_000
SEGUNDOS_MAXIMOS = 60

_BLOCO = 1 << 20
# Lê todas as abas do que chega pela entrada. O que o leitor recusa com erro, a leitura de verdade diz.
_PROVA = f"""
import io, resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORIA_MAXIMA},) * 2)
resource.setrlimit(resource.RLIMIT_CPU, ({SEGUNDOS_MAXIMOS},) * 2)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
from python_calamine import CalamineError, CalamineWorkbook
try:
    livro = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
    for aba in livro.sheet_names:
        livro.get_sheet_by_name(aba)
except (CalamineError, OSError, ValueError):
    pass
"""

_PERIGOSA = (
    "A planilha está estragada ou, aberta, pede memória demais. Abra-a, copie só a tabela para uma planilha "
    "nova e envie-a, ou salve como CSV."
)


def conferir_limites(arquivo: BinaryIO) -> None:
    """`Recusa` se o pacote, aberto, tem entradas, bytes, linhas ou células demais, ou está estragado."""
    arquivo.seek(0)
    try:
        with zipfile.ZipFile(arquivo) as pacote:
            _conferir_diretorio(pacote.infolist())
            _conferir_conteudo(pacote)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError):
        raise Recusa(ESTRAGADA) from None
    _provar_leitura(arquivo)


def _provar_leitura(arquivo: BinaryIO) -> None:
    """`Recusa` se o leitor, num processo à parte, não acaba dentro da memória e do tempo."""
    arquivo.seek(0)
    try:
        prova = subprocess.run(  # noqa: S603 (o nosso próprio interpretador, sem nada de fora na linha)
            [sys.executable, "-I", "-c", _PROVA],
            input=arquivo.read(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=2 * SEGUNDOS_MAXIMOS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Recusa(_PERIGOSA) from None
    if prova.returncode != 0:
        raise Recusa(_PERIGOSA)


def _conferir_diretorio(entradas: list[zipfile.ZipInfo]) -> None:
    """O que o diretório do ZIP declara: barra a bomba comum sem abrir nada."""
    if len(entradas) > ENTRADAS_MAXIMAS:
        raise Recusa(GRANDE.format(limite=f"{ENTRADAS_MAXIMAS} partes"))
    if sum(entrada.file_size for entrada in entradas) > BYTES_MAXIMOS:
        raise Recusa(GRANDE.format(limite=f"{BYTES_MAXIMOS // 1_000_000} MB"))
    if any(entrada.flag_bits & 1 for entrada in entradas):
        raise Recusa(PROTEGIDA)


def _conferir_conteudo(pacote: zipfile.ZipFile) -> None:
    """O que sai de verdade de cada entrada: barra o diretório que mente."""
    total = 0
    for entrada in pacote.infolist():
        extensao = extensao_da_entrada(entrada.filename)
        # O módulo pararia no tamanho declarado; com um limite maior, para no fim real do fluxo.
        sem_limite = copy.copy(entrada)
        sem_limite.file_size = BYTES_MAXIMOS + 2 * _BLOCO
        with pacote.open(sem_limite) as fluxo:
            while bloco := fluxo.read(_BLOCO):
                total += len(bloco)
                if total > BYTES_MAXIMOS:
                    raise Recusa(GRANDE.format(limite=f"{BYTES_MAXIMOS // 1_000_000} MB"))
                if extensao is not None:
                    extensao.ler(bloco)


def abas_preenchidas(arquivo: BinaryIO) -> dict[str, Any]:
    """Abas visíveis com alguma célula, na ordem da planilha, abertas; `Recusa` se não há nenhuma."""
    livro = _abrir(arquivo)
    repetidas = [nome for nome, vezes in Counter(livro.sheet_names).items() if vezes > 1]
    if repetidas:
        raise Recusa(f"A planilha tem duas abas com o mesmo nome (“{repetidas[0]}”). Mude o nome de uma.")
    abas = {
        aba.name: _obter(livro, aba.name)
        for aba in livro.sheets_metadata
        if aba.typ == SheetTypeEnum.WorkSheet and aba.visible == SheetVisibleEnum.Visible
    }
    preenchidas = {nome: folha for nome, folha in abas.items() if ultima_linha(folha)}
    if not preenchidas:
        raise Recusa("A planilha está vazia: nenhuma aba visível tem linhas.")
    return preenchidas


def ultima_linha(folha: Any) -> int:
    """Número da última linha preenchida da aba aberta; zero se não há."""
    return 0 if folha.start is None else int(folha.start[0] + folha.height)


def abrir_aba(arquivo: BinaryIO, aba: str) -> Any:
    """A aba, aberta; `Recusa` se a planilha não a tem."""
    livro = _abrir(arquivo)
    if aba not in livro.sheet_names:
        raise Recusa(f"A planilha não tem a aba “{aba}”.")
    return _obter(livro, aba)


def blocos(folha: Any, tamanho: int) -> Iterator[Bloco]:
    """Linhas da aba aberta, `tamanho` de cada vez, numeradas e com as colunas da planilha.

    O leitor dá as linhas vazias do alto, mas não as colunas vazias da esquerda: aqui elas voltam.
    """
    margem = ("",) * (folha.start[1] if folha.start else 0)
    linhas = folha.iter_rows()
    inicio = 1
    while bloco := list(islice(linhas, tamanho)):
        tudo = "".join([celula for celulas in bloco for celula in celulas if celula.__class__ is str])
        if "\x00" in tudo or (not tudo.isascii() and (PERDIDOS.search(tudo) or TROCADOS.search(tudo))):
            _recusar_estragadas(bloco, inicio)
        if margem:
            bloco = [[*margem, *celulas] for celulas in bloco]
        yield range(inicio, inicio + len(bloco)), bloco
        inicio += len(bloco)


def _recusar_estragadas(bloco: list[list[Any]], inicio: int) -> None:
    """`Recusa`, com a linha, a primeira célula que não é texto ou já perdeu os acentos."""
    for numero, celulas in enumerate(bloco, start=inicio):
        for celula in celulas:
            if celula.__class__ is str and "\x00" in celula:
                motivo = f"A linha {numero} tem um caractere que não é texto. Corrija-a e envie de novo."
                raise Ilegivel(motivo, "caractere", numero)
            if celula.__class__ is str and PERDIDOS.search(celula):
                raise Ilegivel(ACENTOS_PERDIDOS.format(linha=numero), "acentos_perdidos", numero)
            if celula.__class__ is str and TROCADOS.search(celula):
                raise Ilegivel(ACENTOS_TROCADOS.format(linha=numero), "acentos_trocados", numero)


def _obter(livro: Any, aba: str) -> Any:
    return _proteger(lambda: livro.get_sheet_by_name(aba))


def _abrir(arquivo: BinaryIO) -> Any:
    arquivo.seek(0)
    return _proteger(lambda: CalamineWorkbook.from_filelike(arquivo))


def _proteger(acao: Callable[[], T]) -> T:
    """Traduz todo erro do leitor. Um pânico do código nativo não descende de `Exception`."""
    try:
        return acao()
    except PasswordError:
        raise Recusa(PROTEGIDA) from None
    except (CalamineError, OSError, ValueError, OverflowError, MemoryError):
        raise Recusa(ESTRAGADA) from None
    except BaseException as erro:
        if type(erro).__name__ == "PanicException":
            raise Recusa(ESTRAGADA) from None
        raise
