"""Planilhas feitas na hora, boas e más."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from openpyxl import Workbook

_FOLHA = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'


def planilha(abas: dict[str, Sequence[Sequence[Any]]]) -> bytes:
    """XLSX com as abas e linhas dadas."""
    livro = Workbook()
    livro.remove(livro.active)
    for nome, linhas in abas.items():
        folha = livro.create_sheet(nome)
        for linha in linhas:
            folha.append(list(linha))
    saida = BytesIO()
    livro.save(saida)
    return saida.getvalue()


def com_folha(xml: str | bytes, **extras: bytes) -> bytes:
    """XLSX verdadeiro em que a primeira folha é trocada pelo XML dado; `extras` acrescenta entradas."""
    boa = zipfile.ZipFile(BytesIO(planilha({"Dados": [["Inscrição", "Nome"], ["1", "Ana"]]})))
    saida = BytesIO()
    with zipfile.ZipFile(saida, "w", zipfile.ZIP_DEFLATED) as pacote:
        for nome in boa.namelist():
            conteudo = xml if nome == "xl/worksheets/sheet1.xml" else boa.read(nome)
            pacote.writestr(nome, conteudo)
        for nome, bytes_ in extras.items():
            pacote.writestr(nome, bytes_)
    return saida.getvalue()


def folha_com_celulas(*referencias: str) -> str:
    """XML de uma folha com uma célula preenchida em cada referência ("A1", "XFD1048576")."""
    celulas = "".join(
        f'<row r="{"".join(filter(str.isdigit, referencia))}"><c r="{referencia}"><v>1</v></c></row>'
        for referencia in referencias
    )
    return f"{_FOLHA}{celulas}</sheetData></worksheet>"
