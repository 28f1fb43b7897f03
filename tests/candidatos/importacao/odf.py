"""Planilhas ODS feitas à mão: o pacote e o XML, como o LibreOffice os grava."""

from __future__ import annotations

import datetime as dt
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

TIPO = "application/vnd.oasis.opendocument.spreadsheet"
_URN = "urn:oasis:names:tc:opendocument:xmlns"
_ESPACOS = " ".join(f'xmlns:{nome}="{_URN}:{nome}:1.0"' for nome in ("office", "table", "text", "style"))
_MANIFESTO = f'<manifest:manifest xmlns:manifest="{_URN}:manifest:1.0">{{}}</manifest:manifest>'
_ESTILO_OCULTO = (
    '<office:automatic-styles><style:style style:name="oculta"><style:table-properties '
    'table:display="false"/></style:style></office:automatic-styles>'
)
CIFRADO = (
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
)


def pacote(tabelas: str, *, tipo: str = TIPO, manifesto: str = "", **extras: bytes) -> bytes:
    """ODS com o XML das tabelas dado; `extras` acrescenta entradas."""
    conteudo = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {_ESPACOS}>{_ESTILO_OCULTO}'
        f"<office:body><office:spreadsheet>{tabelas}</office:spreadsheet></office:body></office:document-content>"
    )
    saida = BytesIO()
    with zipfile.ZipFile(saida, "w", zipfile.ZIP_DEFLATED) as zipado:
        zipado.writestr("mimetype", tipo, zipfile.ZIP_STORED)
        zipado.writestr("META-INF/manifest.xml", _MANIFESTO.format(manifesto))
        zipado.writestr("content.xml", conteudo)
        for nome, bytes_ in extras.items():
            zipado.writestr(nome, bytes_)
    return saida.getvalue()


def planilha_ods(abas: Mapping[str, Sequence[Sequence[Any]]]) -> bytes:
    """ODS com as abas e linhas dadas, acabadas como o LibreOffice acaba: no fim da folha, em branco."""
    return pacote("".join(tabela(nome, *map(linha, linhas)) for nome, linhas in abas.items()))


def tabela(nome: str, *linhas: str, oculta: bool = False) -> str:
    """XML de uma aba, com as linhas em branco até o fim da folha."""
    estilo = ' table:style-name="oculta"' if oculta else ""
    fim = f'<table:table-row table:number-rows-repeated="{1_048_576 - len(linhas)}">{celula(None, 1_024)}'
    return f'<table:table table:name="{nome}"{estilo}>{"".join(linhas)}{fim}</table:table-row></table:table>'


def linha(valores: Sequence[Any], repetida: int = 1) -> str:
    """XML de uma linha; o que já é XML de célula entra como está."""
    repeticao = f' table:number-rows-repeated="{repetida}"' if repetida > 1 else ""
    celulas = "".join(valor if str(valor).startswith("<table:") else celula(valor) for valor in valores)
    return f"<table:table-row{repeticao}>{celulas}</table:table-row>"


def celula(valor: Any, repetida: int = 1) -> str:
    """XML de uma célula vazia, de texto, número, data ou lógico."""
    repeticao = f' table:number-columns-repeated="{repetida}"' if repetida > 1 else ""
    if valor is None or valor == "":
        return f"<table:table-cell{repeticao}/>"
    return f"<table:table-cell{repeticao} {_valor(valor)}</table:table-cell>"


def _valor(valor: Any) -> str:
    if isinstance(valor, bool):
        logico = str(valor).lower()
        return f'office:value-type="boolean" office:boolean-value="{logico}"><text:p>{valor}</text:p>'
    if isinstance(valor, int | float):
        return f'office:value-type="float" office:value="{valor}"><text:p>{valor}</text:p>'
    if isinstance(valor, dt.date):
        return f'office:value-type="date" office:date-value="{valor.isoformat()}"><text:p>{valor}</text:p>'
    paragrafos = "".join(f"<text:p>{_espacos(paragrafo)}</text:p>" for paragrafo in valor.split("\n"))
    return f'office:value-type="string">{paragrafos}'


def _espacos(texto: str) -> str:
    """Dois espaços seguidos, ou nas pontas, gravam-se com marca própria: o XML os perderia."""
    return escape(texto).replace(" ", '<text:s text:c="1"/>')
