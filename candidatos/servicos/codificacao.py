"""Em que codificação um texto está: prova-se no arquivo inteiro, não se estima.

Ordem: marca de ordem de bytes; UTF-16 sem marca, quando os zeros o denunciam; UTF-8 estrito;
Windows-1252, que abrange a latin-1 imprimível (detectores estatísticos confundem o português com a
página 1250).
"""

from __future__ import annotations

import codecs
import re
from typing import BinaryIO

from candidatos.servicos.formatos import Ilegivel
from nucleo.erros import Recusa

CODIFICACOES = {
    "utf-8-sig": "UTF-8 com marca",
    "utf-8": "UTF-8",
    "utf-16": "UTF-16 com marca",
    "utf-16-le": "UTF-16 (LE) sem marca",
    "utf-16-be": "UTF-16 (BE) sem marca",
    "cp1252": "Windows-1252 (latin-1)",
}

NAO_E_TEXTO = (
    "O conteúdo não é texto nem planilha que se reconheça. Abra o arquivo na planilha e salve como XLSX, "
    "ou como CSV em UTF-8."
)
ACENTOS_PERDIDOS = (
    "A linha {linha} traz o sinal “�” no lugar de letras: os acentos já se perderam antes de chegar aqui e "
    "não há como refazê-los. Peça à banca o arquivo original."
)
ACENTOS_TROCADOS = (
    "A linha {linha} traz “Ã§”, “Ãƒ” ou parecido no lugar de letras com acento: o texto foi gravado numa "
    "codificação e lido noutra antes de chegar aqui. Peça à banca o arquivo original."
)
_ESTRAGADO = (
    "A linha {linha} tem um byte ({byte}) que não existe em {codificacao}: o texto está estragado, cortado "
    "ou mistura codificações. Peça à banca o arquivo original."
)
_MISTURA = (
    "A linha {linha} está em UTF-8, mas há outras que não estão: o arquivo junta textos de codificações "
    "diferentes, e não há como ler os acentos de todas. Peça à banca o arquivo original."
)

COLUNAS_DEMAIS = (
    "O arquivo tem linhas com milhares de colunas. Confira se é uma tabela, com uma pessoa por linha."
)

_BLOCO = 1 << 20
# Em média, em cada bloco: linha de milhões de células não chega ao leitor, que a guardaria toda na memória.
_CELULAS_POR_LINHA = 4_000
_SEPARADORES = ";,\t|"
_AMOSTRA = 1 << 16
# Bytes e caracteres que não são texto em nenhuma das codificações aceitas, salvo tabulação e quebras.
_CONTROLES = bytes({*range(0x09), *range(0x0E, 0x20)})
_CONTROLE = re.compile("[\x00-\x08\x0e-\x1f]")
# U+FFFD, e o que sobra dele quando já foi lido como Windows-1252.
PERDIDOS = re.compile("\ufffd|ï¿½")
# Letras acentuadas, "º" e "ª" de UTF-8 já lidos como Windows-1252: português nenhum os escreve.
TROCADOS = re.compile("Ã[£§©³µ¡¢ª\xad´º‡ƒ‰“š‚Š”•\x80-\x9f]|Â[º°ª]")


def provar_codificacao(arquivo: BinaryIO) -> tuple[str, int]:
    """Codificação em que o arquivo inteiro é texto, e quantas quebras de linha ele tem.

    `Recusa` para binário, byte que a codificação não tem, mistura de codificações e acentos já perdidos.
    """
    arquivo.seek(0)
    cabeca = arquivo.read(_AMOSTRA)
    if cabeca.startswith(codecs.BOM_UTF8):
        return "utf-8-sig", _provar(arquivo, "utf-8-sig")
    if cabeca.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16", _provar(arquivo, "utf-16")
    if b"\x00" in cabeca:
        codificacao = _utf_16_sem_marca(cabeca)
        return codificacao, _provar(arquivo, codificacao)
    try:
        return "utf-8", _percorrer(arquivo, "utf-8")
    except UnicodeDecodeError:
        return "cp1252", _provar(arquivo, "cp1252")


def _utf_16_sem_marca(cabeca: bytes) -> str:
    """Em português, um dos dois bytes de cada letra é quase sempre zero, e o outro nunca; `Recusa` se não."""
    for codificacao, zeros, letras in (
        ("utf-16-le", cabeca[1::2], cabeca[::2]),
        ("utf-16-be", cabeca[::2], cabeca[1::2]),
    ):
        if not letras.count(0) and zeros.count(0) * 2 > len(zeros):
            return codificacao
    raise Recusa(NAO_E_TEXTO)


def _provar(arquivo: BinaryIO, codificacao: str) -> int:
    """Quebras de linha do texto; `Recusa`, com a linha e o byte, se ele não está na codificação."""
    try:
        return _percorrer(arquivo, codificacao)
    except UnicodeDecodeError as erro:
        byte = " ".join(f"0x{cada:02X}" for cada in erro.object[erro.start : erro.end][:2])
        motivo = _ESTRAGADO.format(linha=erro.reason, byte=byte, codificacao=CODIFICACOES[codificacao])
        raise Ilegivel(motivo, "codificacao", int(erro.reason)) from None


def _percorrer(arquivo: BinaryIO, codificacao: str) -> int:
    """Decodifica tudo e conta as quebras; `UnicodeDecodeError`, com a linha em `reason`, se não é esta."""
    arquivo.seek(0)
    decodificador = codecs.getincrementaldecoder(codificacao)()
    quebras, vazio, resto = 0, True, ""
    while True:
        bloco = arquivo.read(_BLOCO)
        try:
            pedaco = decodificador.decode(bloco, final=not bloco)
        except UnicodeDecodeError as erro:
            erro.reason = str(1 + quebras + erro.object[: erro.start].count(b"\n"))
            raise
        _recusar_o_que_nao_e_texto(bloco, pedaco, codificacao)
        if not pedaco.isascii():
            _recusar_acentos_perdidos(resto + pedaco, quebras, codificacao)
        no_pedaco = max(pedaco.count("\n"), pedaco.count("\r"))
        if any(pedaco.count(sinal) > _CELULAS_POR_LINHA * (no_pedaco + 1) for sinal in _SEPARADORES):
            raise Recusa(COLUNAS_DEMAIS)
        quebras += no_pedaco
        vazio = vazio and not pedaco.strip()
        resto = pedaco[-2:]
        if not bloco:
            break
    if vazio:
        raise Recusa("O arquivo só tem linhas em branco. Confira se é o arquivo certo.")
    return quebras


def _recusar_o_que_nao_e_texto(bloco: bytes, pedaco: str, codificacao: str) -> None:
    if codificacao.startswith("utf-16"):
        controle = _CONTROLE.search(pedaco) is not None
    else:
        # Nas outras, controle é um byte só, e contá-los em bytes é dez vezes mais rápido.
        controle = len(bloco.translate(None, _CONTROLES)) != len(bloco)
    if controle:
        raise Recusa(NAO_E_TEXTO)


def _recusar_acentos_perdidos(pedaco: str, quebras: int, codificacao: str) -> None:
    if perdido := PERDIDOS.search(pedaco):
        linha = 1 + quebras + pedaco.count("\n", 0, perdido.start())
        raise Ilegivel(ACENTOS_PERDIDOS.format(linha=linha), "acentos_perdidos", linha)
    if trocado := TROCADOS.search(pedaco):
        linha = 1 + quebras + pedaco.count("\n", 0, trocado.start())
        if codificacao == "cp1252":
            # Lido como Windows-1252 porque algum byte não é UTF-8, o resto pode ser.
            raise Ilegivel(_MISTURA.format(linha=linha), "codificacoes_misturadas", linha)
        raise Ilegivel(ACENTOS_TROCADOS.format(linha=linha), "acentos_trocados", linha)
