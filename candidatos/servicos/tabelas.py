"""Tabelas que saem em CSV e XLSX, linha a linha: fórmula nenhuma, códigos como texto, vírgula decimal."""

from __future__ import annotations

import csv
import io
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import islice
from typing import Any, TypeAlias

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ERROR_CODES, ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from candidatos.servicos.celulas import ALGARISMOS_EXATOS, com_escape, data_em_texto

# Linhas de dados que cabem numa aba de planilha, com a dos títulos.
LINHAS_DA_PLANILHA = 1_048_575
_LINHAS_POR_BLOCO = 500
_BLOCO = 1 << 16
_NA_MEMORIA = 4 << 20
_LARGURAS = range(12, 46)
# O que uma planilha mudaria ao editar a célula (código em número, sinal em fórmula) fica em formato de texto.
_CUIDADO = re.compile(r"[0-9=+\-@#]")


class Numero(str):
    """Número já escrito ("92,50"): vai como está, sem o apóstrofo do texto que começa por sinal."""

    __slots__ = ()


Valor: TypeAlias = str | Numero | Decimal | int | date | None


def escrever_csv(colunas: Sequence[str], linhas: Iterable[Sequence[Valor]]) -> Iterator[bytes]:
    """CSV em blocos: UTF-8 com marca, `;`, fim de linha CRLF.

    Texto que uma planilha tomaria por fórmula leva um apóstrofo (`celulas.com_escape`); `Decimal` sai com
    vírgula, data como 31/08/2023, nulo em branco.
    """
    saida = io.StringIO(newline="")
    escritor = csv.writer(saida, delimiter=";", lineterminator="\r\n")
    escritor.writerow(map(com_escape, colunas))
    yield b"\xef\xbb\xbf" + _esvaziar(saida)
    restantes = iter(linhas)
    while bloco := list(islice(restantes, _LINHAS_POR_BLOCO)):
        escritor.writerows(map(_em_texto, linha) for linha in bloco)
        yield _esvaziar(saida)


def _esvaziar(saida: io.StringIO) -> bytes:
    escrito = saida.getvalue().encode()
    saida.seek(0)
    saida.truncate()
    return escrito


def _em_texto(valor: Valor) -> str:
    if isinstance(valor, str):
        return valor if isinstance(valor, Numero) else com_escape(valor)
    if isinstance(valor, Decimal):
        return format(valor, "f").replace(".", ",")
    if isinstance(valor, date):
        return data_em_texto(valor)
    return "" if valor is None else str(valor)


def escrever_xlsx(
    colunas: Sequence[str], linhas: Iterable[Sequence[Valor]], *, aba: str = "Dados"
) -> Iterator[bytes]:
    """Planilha em blocos, escrita em disco e não na memória; texto é sempre célula de texto.

    `Decimal` vai como número com o seu formato, se a planilha o guarda exato; senão, como texto com
    vírgula. Cabem `LINHAS_DA_PLANILHA` linhas: quem chama responde por isso.
    """
    livro = Workbook(write_only=True)
    folha = livro.create_sheet(aba)
    folha.freeze_panes = "A2"
    for indice, titulo in enumerate(colunas, start=1):
        largura = min(max(len(titulo) + 4, _LARGURAS.start), _LARGURAS.stop)
        folha.column_dimensions[get_column_letter(indice)].width = largura
    celulas = _Celulas(folha)
    folha.append(celulas.titulo(titulo) for titulo in colunas)
    for linha in linhas:
        folha.append(celulas.celula(valor) for valor in linha)
    with tempfile.SpooledTemporaryFile(max_size=_NA_MEMORIA) as pronto:
        livro.save(pronto)
        pronto.seek(0)
        while bloco := pronto.read(_BLOCO):
            yield bloco


class _Celulas:
    """Dá a célula de cada valor, reaproveitando uma por formato: a folha grava cada uma antes da seguinte."""

    def __init__(self, folha: Any) -> None:
        self._titulo = WriteOnlyCell(folha)
        self._titulo.font = Font(bold=True)
        self._texto = WriteOnlyCell(folha)
        self._texto.number_format = "@"
        self._data = WriteOnlyCell(folha)
        self._data.number_format = "dd/mm/yyyy"
        self._numeros: dict[int, Any] = {}
        self._folha = folha

    def titulo(self, texto: str) -> Any:
        """Título em negrito."""
        return _com_texto(self._titulo, texto)

    def celula(self, valor: Valor) -> Any:
        """Valor simples, ou célula com formato."""
        if isinstance(valor, Decimal):
            if not _exato(valor):
                return _com_texto(self._texto, _em_texto(valor))
            numero = self._de_numero(max(0, -int(valor.as_tuple().exponent)))
            numero.value = valor
            return numero
        if isinstance(valor, str):
            if _CUIDADO.match(valor) or valor in ERROR_CODES or valor[:1] == "'":
                return _com_texto(self._texto, valor)
            return ILLEGAL_CHARACTERS_RE.sub("", valor)
        if isinstance(valor, date):
            self._data.value = valor
            return self._data
        return valor

    def _de_numero(self, decimais: int) -> Any:
        if decimais not in self._numeros:
            self._numeros[decimais] = WriteOnlyCell(self._folha)
            self._numeros[decimais].number_format = "0" + ("." + "0" * decimais if decimais else "")
        return self._numeros[decimais]


def _com_texto(celula: Any, texto: str) -> Any:
    """Célula de texto, ainda que comece por "=". Só o que já traz o apóstrofo de escape leva outro."""
    escapado = com_escape(texto) if texto[:1] == "'" else texto
    celula.value = ILLEGAL_CHARACTERS_RE.sub("", escapado)
    celula.data_type = "s"
    return celula


def _exato(valor: Decimal) -> bool:
    """Se a planilha, que guarda 15 algarismos, devolve o mesmo número."""
    return valor.is_finite() and len(valor.as_tuple().digits) <= ALGARISMOS_EXATOS
