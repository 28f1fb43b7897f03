"""O que o arquivo é, pelo conteúdo: o nome e a extensão não provam nada."""

from __future__ import annotations

import zipfile
import zlib
from typing import BinaryIO

from nucleo.erros import Recusa

CSV = "csv"
XLSX = "xlsx"
ODS = "ods"
NOMES = {CSV: "Texto", XLSX: "Planilha XLSX", ODS: "Planilha ODS"}

_CABECA = 8
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
# Nome do fluxo que só existe em planilha do Office protegida por senha (UTF-16, no diretório OLE).
_CIFRADO = "EncryptedPackage".encode("utf-16-le")
_CIFRADO_NA_ODS = b"encryption-data"
_TIPO_DA_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
PROTEGIDA = "A planilha está protegida por senha. Abra-a, retire a senha, salve e envie de novo."
_PEDIDO = "Abra-o na planilha e salve como XLSX (Pasta de Trabalho do Excel), ODS ou CSV."


class Ilegivel(Recusa):
    """O arquivo não se lê a partir daqui. `linha`: a do arquivo, ou 0; `codigo`: o que houve."""

    def __init__(self, mensagem: str, codigo: str, linha: int = 0) -> None:
        super().__init__(mensagem)
        self.codigo = codigo
        self.linha = linha


def identificar_formato(arquivo: BinaryIO) -> str:
    """`CSV`, `XLSX` ou `ODS`. `Recusa` para vazio, XLS, PDF, protegido por senha e outros binários."""
    arquivo.seek(0)
    cabeca = arquivo.read(_CABECA)
    if not cabeca:
        raise Recusa("O arquivo está vazio. Confira se a cópia terminou e envie-o de novo.")
    if cabeca == _OLE:
        raise Recusa(_recusa_do_ole(arquivo))
    if cabeca.startswith(b"%PDF"):
        raise Recusa("Este arquivo é um PDF. Peça à banca a mesma lista em CSV, XLSX ou ODS.")
    if cabeca.startswith(b"PK"):
        return _formato_do_pacote(arquivo)
    if cabeca.startswith((b"{\\rtf", b"<html", b"<!DOCTY", b"<?xml")):
        raise Recusa(f"Este arquivo não é uma tabela de texto (CSV) nem uma planilha XLSX ou ODS. {_PEDIDO}")
    return CSV


def _recusa_do_ole(arquivo: BinaryIO) -> str:
    arquivo.seek(0)
    if _CIFRADO in arquivo.read():
        return PROTEGIDA
    return f"Este arquivo é do Excel antigo (.xls). {_PEDIDO}"


def _formato_do_pacote(arquivo: BinaryIO) -> str:
    """`XLSX` ou `ODS`; `Recusa` se o ZIP não abre ou não é o de uma planilha dessas."""
    try:
        arquivo.seek(0)
        with zipfile.ZipFile(arquivo) as pacote:
            nomes = set(pacote.namelist())
            tipo = _comeco(pacote, "mimetype", 80).strip() if "mimetype" in nomes else b""
            cifrada = tipo == _TIPO_DA_ODS and _ods_cifrada(pacote, nomes)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, ValueError, OSError, EOFError, RuntimeError):
        raise Recusa(
            "A planilha está estragada ou incompleta: não abre. Peça o arquivo de novo à banca."
        ) from None
    if cifrada:
        raise Recusa(PROTEGIDA)
    if "xl/workbook.xml" in nomes:
        return XLSX
    if "content.xml" in nomes and tipo == _TIPO_DA_ODS:
        return ODS
    if "xl/workbook.bin" in nomes:
        raise Recusa(f"Este arquivo é uma planilha binária (.xlsb). {_PEDIDO}")
    if "content.xml" in nomes:
        raise Recusa(f"Este arquivo é do LibreOffice, mas não é uma planilha (.ods). {_PEDIDO}")
    raise Recusa("Este arquivo é um pacote ZIP sem planilha dentro. Envie a planilha ou o CSV que há nele.")


def _ods_cifrada(pacote: zipfile.ZipFile, nomes: set[str]) -> bool:
    """Até a versão 1.2, o manifesto diz que o conteúdo está cifrado; depois, cifra-se o pacote inteiro."""
    if "encrypted-package" in nomes:
        return True
    manifesto = "META-INF/manifest.xml"
    return manifesto in nomes and _CIFRADO_NA_ODS in _comeco(pacote, manifesto, 1 << 20)


def _comeco(pacote: zipfile.ZipFile, nome: str, quanto: int) -> bytes:
    with pacote.open(nome) as entrada:
        return entrada.read(quanto)
