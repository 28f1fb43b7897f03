"""Texto separado por delimitador: o delimitador é proposto, e as linhas são lidas à risca."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import BinaryIO

from candidatos.servicos.celulas import Bloco, Celula
from candidatos.servicos.formatos import Ilegivel
from nucleo.erros import Recusa

DELIMITADORES = {";": "ponto e vírgula", ",": "vírgula", "\t": "tabulação", "|": "barra vertical"}

_LINHAS_DA_PROVA = 50
_QUEBRA = re.compile("\r\n|\r|\n")
_ERROS_DO_CSV = {
    "unexpected end of data": "abriu-se uma aspa que nunca se fecha",
    "field larger than field limit": "há uma célula grande demais; confira se falta fechar uma aspa",
    "expected after": "há texto depois de uma aspa que se fechou",
}


def propor_delimitador(arquivo: BinaryIO, codificacao: str) -> str:
    """O delimitador que divide as primeiras linhas com mais constância e em mais colunas.

    `Recusa` se nenhum divide: o arquivo tem uma coluna só.
    """
    melhor, proposto = 0.0, ""
    for delimitador in DELIMITADORES:
        larguras = _larguras(arquivo, codificacao, delimitador)
        # Linha de uma célula só não conta: são os títulos acima da tabela.
        pontos = max(
            (largura * vezes / len(larguras) for largura, vezes in Counter(larguras).items() if largura > 1),
            default=0.0,
        )
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
    try:
        _, primeiras = next(blocos(arquivo, codificacao, delimitador, _LINHAS_DA_PROVA), ((), []))
    except Recusa:
        # Com outro delimitador, as aspas não casam logo na primeira linha.
        return []
    return [len(celulas) for celulas in primeiras if celulas]


def blocos(arquivo: BinaryIO, codificacao: str, delimitador: str, tamanho: int) -> Iterator[Bloco]:
    """Todas as linhas, `tamanho` de cada vez. `Recusa`, com o número da linha, se as aspas não se fecham.

    As linhas boas que vêm antes da má são dadas antes da recusa.
    """
    arquivo.seek(0)
    texto = io.TextIOWrapper(arquivo, encoding=codificacao, newline="")
    leitor = csv.reader(texto, delimiter=delimitador, strict=True)
    inicio, erro = 1, None
    try:
        while erro is None:
            bloco: list[Sequence[Celula]] = []
            try:
                # Ao contrário de list(…), extend guarda o que já leu quando o leitor falha.
                bloco.extend(islice(leitor, tamanho))
            except csv.Error as falha:
                erro = falha
            if not bloco:
                break
            numeros = _numeros(bloco, inicio, None if erro else leitor.line_num)
            yield numeros[:-1], bloco
            inicio = numeros[-1]
    finally:
        # Sem isto o invólucro fecharia o arquivo, que ainda vai ser guardado.
        if not arquivo.closed:
            texto.detach()
    if erro is not None:
        motivo = f"Linha {inicio}: {_motivo(erro)}. Corrija o arquivo na origem e envie-o de novo."
        raise Ilegivel(motivo, "aspas", inicio)


def _numeros(bloco: Sequence[Sequence[Celula]], inicio: int, ultima: int | None) -> Sequence[int]:
    """Linha em que começa cada uma, e mais uma no fim: a da linha que se segue ao bloco.

    `ultima`: última linha do arquivo que o bloco ocupa; se são tantas quantas as dele, nenhuma tem quebra.
    """
    if ultima is not None and ultima - inicio + 1 == len(bloco):
        return range(inicio, ultima + 2)
    numeros = [inicio]
    for celulas in bloco:
        quebras = sum(len(_QUEBRA.findall(str(celula))) for celula in celulas)
        numeros.append(numeros[-1] + quebras + 1)
    return numeros


def _motivo(erro: csv.Error) -> str:
    return next((dito for parte, dito in _ERROS_DO_CSV.items() if parte in str(erro)), "as aspas não casam")
