"""O que o arquivo é, pelo conteúdo: o nome e a extensão não provam nada."""

from __future__ import annotations

import zipfile
from typing import BinaryIO

from nucleo.erros import Recusa

CSV = "csv"
XLSX = "xlsx"

_CABECA = 8
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
# Nome do fluxo que só existe em planilha do Office protegida por senha (UTF-16, no diretório OLE).
_CIFRADO = "EncryptedPackage".encode("utf-16-le")
_PEDIDO = "Abra-o na planilha e salve como XLSX (Pasta de Trabalho do Excel) ou CSV."


def identificar_formato(arquivo: BinaryIO) -> str:
    """`CSV` ou `XLSX`. `Recusa` para vazio, XLS, ODS, PDF, protegido por senha e outros binários."""
    arquivo.seek(0)
    cabeca = arquivo.read(_CABECA)
    if not cabeca:
        raise Recusa("O arquivo está vazio. Confira se a cópia terminou e envie-o de novo.")
    if cabeca == _OLE:
        raise Recusa(_recusa_do_ole(arquivo))
    if cabeca.startswith(b"%PDF"):
        raise Recusa("Este arquivo é um PDF. Peça à banca a mesma lista em CSV ou XLSX.")
    if cabeca.startswith(b"PK"):
        _conferir_planilha(arquivo)
        return XLSX
    if cabeca.startswith((b"{\\rtf", b"<html", b"<!DOCTY", b"<?xml")):
        raise Recusa(f"Este arquivo não é uma tabela de texto (CSV) nem uma planilha XLSX. {_PEDIDO}")
    return CSV


def _recusa_do_ole(arquivo: BinaryIO) -> str:
    arquivo.seek(0)
    if _CIFRADO in arquivo.read():
        return "A planilha está protegida por senha. Abra-a, retire a senha, salve e envie de novo."
    return f"Este arquivo é do Excel antigo (.xls). {_PEDIDO}"


def _conferir_planilha(arquivo: BinaryIO) -> None:
    """`Recusa` se o ZIP não abre ou não é o de uma planilha XLSX."""
    try:
        arquivo.seek(0)
        with zipfile.ZipFile(arquivo) as pacote:
            nomes = set(pacote.namelist())
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, UnicodeDecodeError):
        raise Recusa(
            "A planilha está estragada ou incompleta: não abre. Peça o arquivo de novo à banca."
        ) from None
    if "xl/workbook.xml" in nomes:
        return
    if "content.xml" in nomes:
        raise Recusa(f"Este arquivo é do LibreOffice (.ods). {_PEDIDO}")
    if "xl/workbook.bin" in nomes:
        raise Recusa(f"Este arquivo é uma planilha binária (.xlsb). {_PEDIDO}")
    raise Recusa("Este arquivo é um pacote ZIP sem planilha dentro. Envie a planilha XLSX ou o CSV.")
