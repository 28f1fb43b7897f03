"""Com que sinal um arquivo separa as casas decimais, pelo que as suas colunas de números mostram."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from candidatos.servicos.celulas import Celula, Linha

VIRGULA, PONTO = ",", "."
EM_PALAVRAS = {VIRGULA: "vírgula decimal", PONTO: "ponto decimal"}

_NUMERO = re.compile(
    r"[-+−]?(?:\d+|(?P<milhar>\d{1,3}[.,]\d{3})|\d+(?P<sinal>[.,])(?P<casas>\d+)"
    r"|\d{1,3}(?:\.\d{3})+(?P<virgula>,)\d+|\d{1,3}(?:,\d{3})+(?P<ponto>\.)\d+)"
)
# Parte das células de uma coluna que pode não ser número ("ausente", "-") sem que ela deixe de o ser.
_OUTROS = 0.1


class Coluna:
    """Conta, numa coluna, as células de texto com cada sinal decimal.

    "1.234" tanto é mil como um vírgula dois: não prova nada. "123.0" é inteiro que passou por número.
    """

    __slots__ = ("duvidosos", "flutuantes", "outros", "sinais", "total")

    def __init__(self) -> None:
        self.sinais: Counter[str] = Counter()
        self.duvidosos = 0
        self.flutuantes = 0
        self.outros = 0
        self.total = 0

    def contar(self, celula: Celula, vezes: int = 1) -> str:
        """Soma uma célula e diz o sinal decimal dela, ou "".

        As em branco e as que a planilha já dá como número ou data não contam.
        """
        if not isinstance(celula, str) or not (limpa := celula.strip()):
            return ""
        self.total += vezes
        lido = _NUMERO.fullmatch(limpa)
        if lido is None:
            self.outros += vezes
            return ""
        sinal: str = lido["sinal"] or lido["virgula"] or lido["ponto"] or ""
        self.duvidosos += vezes * bool(lido["milhar"])
        self.sinais[sinal] += vezes
        if sinal == PONTO and lido["casas"] and not lido["casas"].strip("0"):
            self.flutuantes += vezes
        return sinal

    @property
    def de_numeros(self) -> bool:
        """Se a coluna é de números."""
        return self.total > 0 and self.outros <= self.total * _OUTROS

    @property
    def de_codigos_flutuantes(self) -> bool:
        """Se todo ponto da coluna é de inteiros que passaram por número: "123.0"."""
        return self.flutuantes > 0 and self.flutuantes == self.sinais[PONTO] and not self.sinais[VIRGULA]


def contar(linhas: Iterable[Linha]) -> list[Coluna]:
    """Uma contagem por coluna, na ordem delas."""
    colunas: list[Coluna] = []
    for linha in linhas:
        while len(colunas) < len(linha.celulas):
            colunas.append(Coluna())
        for coluna, celula in zip(colunas, linha.celulas, strict=False):
            coluna.contar(celula)
    return colunas


def propor(colunas: Iterable[Coluna]) -> str:
    """O sinal mais frequente nas colunas de números; "" se não há, ou se empatam."""
    sinais: Counter[str] = Counter()
    for coluna in colunas:
        if coluna.de_numeros and not coluna.de_codigos_flutuantes:
            sinais.update(coluna.sinais)
    if sinais[VIRGULA] == sinais[PONTO]:
        return ""
    return VIRGULA if sinais[VIRGULA] > sinais[PONTO] else PONTO
