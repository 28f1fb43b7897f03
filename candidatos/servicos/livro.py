"""Livro XLSX escrito linha a linha em disco: a memória não cresce com ele, e texto é sempre texto."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import IO, Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ERROR_CODES, ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter

from nucleo.execucoes import Progresso

_CELULA_MAXIMA = 32_767  # limite do próprio XLSX
_PASSO = 5_000
# Vermelho o que impede, amarelo o que avisa; quem escreve diz o mesmo em palavras, noutra célula.
_FUNDOS = {True: PatternFill("solid", fgColor="FFFFC7CE"), False: PatternFill("solid", fgColor="FFFFEB9C")}

Valor = str | int


@dataclass(frozen=True, slots=True)
class Marcada:
    """Valor de uma célula com achado, para pintar."""

    valor: Valor
    impede: bool


class LivroXlsx:
    """Livro em que se acrescenta uma planilha de cada vez, e no fim se grava."""

    def __init__(self, progresso: Progresso) -> None:
        self._livro = Workbook(write_only=True)
        self._livro.properties.creator = "Nomeia"
        self._progresso = progresso
        self._escritas = 0

    def planilha(
        self,
        nome: str,
        titulos: Sequence[str],
        linhas: Iterable[Sequence[Valor | Marcada]],
        larguras: Sequence[int],
    ) -> None:
        """Uma planilha, com a linha de títulos presa no alto e com filtro."""
        folha = self._livro.create_sheet(nome)
        celulas = _Celulas(folha)
        for ordem, largura in enumerate(larguras, start=1):
            folha.column_dimensions[get_column_letter(ordem)].width = largura
        if titulos:
            folha.freeze_panes = "A2"
            folha.append(celulas.titulo(titulo) for titulo in titulos)
        quantas = 0
        for linha in linhas:
            folha.append(celulas.celula(valor) for valor in linha)
            quantas += 1
            self._avancar()
        if titulos and quantas:
            folha.auto_filter.ref = f"A1:{get_column_letter(len(titulos))}{quantas + 1}"
        folha.close()

    def gravar(self, saida: IO[bytes]) -> None:
        """Grava o livro; depois disso não se acrescenta mais nada."""
        self._livro.save(saida)

    def _avancar(self) -> None:
        self._escritas += 1
        if self._escritas % _PASSO == 0:
            self._progresso(self._escritas, self._escritas, "Escrevendo o relatório")


class _Celulas:
    """Dá a célula de cada valor, reaproveitando uma por aspecto: a folha grava cada uma antes da seguinte."""

    def __init__(self, folha: Any) -> None:
        self._titulo, self._texto = WriteOnlyCell(folha), WriteOnlyCell(folha)
        self._titulo.font = Font(bold=True)
        self._marcadas = {impede: WriteOnlyCell(folha) for impede in _FUNDOS}
        for impede, marcada in self._marcadas.items():
            marcada.fill = _FUNDOS[impede]

    def titulo(self, titulo: str) -> Any:
        """Título em negrito."""
        return _preencher(self._titulo, titulo)

    def celula(self, valor: Valor | Marcada) -> Any:
        """O valor, ou uma célula para o que se pinta e para o que seria lido como fórmula ou erro."""
        if isinstance(valor, Marcada):
            return _preencher(self._marcadas[valor.impede], valor.valor)
        if isinstance(valor, int):
            return valor
        limpo = _limpo(valor)
        if limpo.startswith("=") or limpo in ERROR_CODES:
            return _preencher(self._texto, limpo)
        return limpo


def _preencher(celula: Any, valor: Valor) -> Any:
    """A célula com o valor; texto é texto, ainda que comece por "="."""
    if isinstance(valor, int):
        celula.value = valor
    else:
        celula.value = _limpo(valor)
        celula.data_type = "s"
    return celula


def _limpo(valor: str) -> str:
    """Sem os caracteres de controle que o XLSX não admite, e do tamanho que uma célula aceita."""
    limpo: str = ILLEGAL_CHARACTERS_RE.sub("\N{REPLACEMENT CHARACTER}", valor)
    return limpo[:_CELULA_MAXIMA]
