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
_NEGRITO = Font(bold=True)

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
        for ordem, largura in enumerate(larguras, start=1):
            folha.column_dimensions[get_column_letter(ordem)].width = largura
        if titulos:
            folha.freeze_panes = "A2"
            folha.append([_em_negrito(folha, titulo) for titulo in titulos])
        quantas = 0
        for linha in linhas:
            folha.append([_celula(folha, valor) for valor in linha])
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


def _celula(folha: Any, valor: Valor | Marcada) -> Any:
    """O valor, ou uma célula pronta para o que se pinta e para o que seria lido como fórmula ou erro."""
    if isinstance(valor, Marcada):
        marcada = _celula_solta(folha, valor.valor)
        marcada.fill = _FUNDOS[valor.impede]
        return marcada
    if isinstance(valor, int):
        return valor
    limpo = _limpo(valor)
    return _celula_solta(folha, limpo) if limpo.startswith("=") or limpo in ERROR_CODES else limpo


def _celula_solta(folha: Any, valor: Valor) -> Any:
    if isinstance(valor, int):
        return WriteOnlyCell(folha, value=valor)
    celula = WriteOnlyCell(folha, value=_limpo(valor))
    celula.data_type = "s"
    return celula


def _em_negrito(folha: Any, titulo: str) -> Any:
    celula = _celula_solta(folha, titulo)
    celula.font = _NEGRITO
    return celula


def _limpo(valor: str) -> str:
    """Sem os caracteres de controle que o XLSX não admite, e do tamanho que uma célula aceita."""
    limpo: str = ILLEGAL_CHARACTERS_RE.sub("\N{REPLACEMENT CHARACTER}", valor)
    return limpo[:_CELULA_MAXIMA]
