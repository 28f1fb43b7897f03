"""Texto separado por delimitador: codificação provada, delimitador proposto, linhas lidas à risca."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

from candidatos.servicos.celulas import Linha
from nucleo.erros import Recusa

DELIMITADORES = {";": "ponto e vírgula", ",": "vírgula", "\t": "tabulação", "|": "barra vertical"}
CODIFICACOES = {
    "utf-8-sig": "UTF-8 com marca",
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252",
}

_BLOCO = 1 << 20
_LINHAS_DA_PROVA = 50
# Byte que não é texto em nenhuma das codificações aceitas, salvo tabulação e quebras de linha.
_CONTROLE = re.compile("[\x00-\x08\x0e-\x1f]")
# U+FFFD, e o que sobra dele quando já foi lido como Windows-1252.
_PERDIDOS = ("\ufffd", "ï¿½")

NAO_E_TEXTO = (
    "O conteúdo não é texto nem planilha que se reconheça. Abra o arquivo na planilha e salve como XLSX, "
    "ou como CSV em UTF-8."
)
ACENTOS_PERDIDOS = (
    "O arquivo traz o sinal “�” no lugar de letras: os acentos já se perderam antes de chegar aqui e não "
    "há como refazê-los. Peça à banca o arquivo original."
)
_ERROS_DO_CSV = {
    "unexpected end of data": "abriu-se uma aspa que nunca se fecha",
    "field larger than field limit": "há uma célula grande demais; confira se falta fechar uma aspa",
    "expected after": "há texto depois de uma aspa que se fechou",
}


def provar_codificacao(arquivo: BinaryIO) -> tuple[str, int]:
    """Codificação em que o arquivo inteiro é texto, e quantas quebras de linha ele tem.

    Ordem: marca de ordem de bytes; UTF-8 estrito; Windows-1252 (detectores estatísticos confundem o
    português com a página 1250). `Recusa` para binário, NUL e acentos já perdidos.
    """
    arquivo.seek(0)
    cabeca = arquivo.read(4)
    if cabeca.startswith(codecs.BOM_UTF8):
        candidatas = ["utf-8-sig"]
    elif cabeca.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        candidatas = ["utf-16"]
    else:
        candidatas = ["utf-8", "cp1252"]
    for codificacao in candidatas:
        try:
            return codificacao, _linhas_de_texto(arquivo, codificacao)
        except UnicodeDecodeError:
            continue
    raise Recusa(NAO_E_TEXTO)


def _linhas_de_texto(arquivo: BinaryIO, codificacao: str) -> int:
    """Decodifica tudo e conta as quebras; `UnicodeDecodeError` se a codificação não é esta."""
    arquivo.seek(0)
    decodificador = codecs.getincrementaldecoder(codificacao)()
    quebras, vazio, resto = 0, True, ""
    while True:
        bloco = arquivo.read(_BLOCO)
        pedaco = decodificador.decode(bloco, final=not bloco)
        if _CONTROLE.search(pedaco):
            raise Recusa(NAO_E_TEXTO)
        if any(perdido in resto + pedaco for perdido in _PERDIDOS):
            raise Recusa(ACENTOS_PERDIDOS)
        quebras += pedaco.count("\n")
        vazio = vazio and not pedaco.strip()
        resto = pedaco[-2:]
        if not bloco:
            break
    if vazio:
        raise Recusa("O arquivo só tem linhas em branco. Confira se é o arquivo certo.")
    return quebras


def propor_delimitador(arquivo: BinaryIO, codificacao: str) -> str:
    """O delimitador que divide as primeiras linhas com mais constância e em mais colunas.

    `Recusa` se nenhum divide: o arquivo tem uma coluna só.
    """
    melhor, proposto = 0.0, ""
    for delimitador in DELIMITADORES:
        larguras = _larguras(arquivo, codificacao, delimitador)
        if not larguras:
            continue
        largura, vezes = Counter(larguras).most_common(1)[0]
        pontos = largura * vezes / len(larguras) if largura > 1 else 0.0
        if pontos > melhor:
            melhor, proposto = pontos, delimitador
    if not proposto:
        raise Recusa(
            "O arquivo tem uma coluna só: não se encontrou ponto e vírgula, vírgula, tabulação nem barra "
            "que separe as colunas. Confira se é uma tabela com linha de títulos."
        )
    return proposto


def _larguras(arquivo: BinaryIO, codificacao: str, delimitador: str) -> list[int]:
    """Quantas células têm as primeiras linhas; vazio se o delimitador não serve."""
    larguras: list[int] = []
    try:
        for linha in islice(linhas(arquivo, codificacao, delimitador), _LINHAS_DA_PROVA):
            if linha.celulas:
                larguras.append(len(linha.celulas))
    except Recusa:
        # Uma aspa mal posta impede a leitura com qualquer delimitador: o erro aparece ao ler tudo.
        pass
    return larguras


def linhas(arquivo: BinaryIO, codificacao: str, delimitador: str) -> Iterator[Linha]:
    """Todas as linhas. `Recusa`, com o número da linha, se as aspas não se fecham."""
    arquivo.seek(0)
    texto = io.TextIOWrapper(arquivo, encoding=codificacao, newline="")
    leitor = csv.reader(texto, delimiter=delimitador, strict=True)
    inicio = 1
    try:
        for celulas in leitor:
            yield Linha(inicio, tuple(celulas))
            inicio = leitor.line_num + 1
    except csv.Error as erro:
        motivo = next(
            (dito for parte, dito in _ERROS_DO_CSV.items() if parte in str(erro)), "as aspas não casam"
        )
        raise Recusa(f"Linha {inicio}: {motivo}. Corrija o arquivo na origem e envie-o de novo.") from None
    finally:
        # Sem isto o invólucro fecharia o arquivo, que ainda vai ser guardado.
        if not arquivo.closed:
            texto.detach()
