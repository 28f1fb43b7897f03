"""Conferência da soma: o total impresso tem de ser a soma das parcelas.

É o que denuncia, por exemplo, o número da página colado a uma nota.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from candidatos.enums import FormatoDeCelula
from candidatos.servicos import valores as v
from candidatos.servicos.celulas import Celula, em_branco
from candidatos.servicos.leitura import Coluna
from candidatos.servicos.opcoes import Opcoes, Soma


class SomaConferida:
    """Confere que a coluna do total é a soma das parcelas, em decimais exatos."""

    def __init__(self, soma: Soma, colunas: Sequence[Coluna], opcoes: Opcoes) -> None:
        por_letra = {coluna.letra: coluna for coluna in colunas}
        self.coluna = por_letra[soma.total]
        self._parcelas = [por_letra[letra] for letra in soma.parcelas]
        self._formatos = {
            coluna.letra: opcoes.da_coluna(coluna.letra).formato for coluna in (self.coluna, *self._parcelas)
        }

    def total(self, celulas: Sequence[Celula]) -> Celula:
        """A célula do total."""
        return celulas[self.coluna.indice] if self.coluna.indice < len(celulas) else None

    def diferenca(self, celulas: Sequence[Celula]) -> str:
        """Por que não confere, ou "". Parcela em branco vale zero; o que não é número já foi recusado."""
        if em_branco(self.total(celulas)):
            return ""
        try:
            total = self._nota(self.coluna, celulas)
            soma = sum((self._nota(parcela, celulas) for parcela in self._parcelas), Decimal())
        except v.ValorRecusado:
            return "não se pode conferir a soma: uma das parcelas não é número"
        if soma == total:
            return ""
        letras = " + ".join(parcela.letra for parcela in self._parcelas)
        return f"as parcelas ({letras}) somam {v.nota_em_texto(soma)}, e não o total impresso".replace(
            ".", ","
        )

    def _nota(self, coluna: Coluna, celulas: Sequence[Celula]) -> Decimal:
        celula = celulas[coluna.indice] if coluna.indice < len(celulas) else None
        if em_branco(celula):
            return Decimal()
        return v.ler_nota(celula, FormatoDeCelula(self._formatos[coluna.letra]))
