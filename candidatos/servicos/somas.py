"""Conferência da soma: o total impresso tem de ser a soma das parcelas.

É o que denuncia, por exemplo, o número da página colado a uma nota.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from candidatos.enums import FormatoDeCelula, RegraDeTexto
from candidatos.servicos import regras_de_texto
from candidatos.servicos import valores as v
from candidatos.servicos.celulas import Celula, em_branco, texto
from candidatos.servicos.leitura import Coluna
from candidatos.servicos.opcoes import Opcoes, Soma


class SomaConferida:
    """Confere que a coluna do total é a soma das parcelas, em decimais exatos."""

    def __init__(
        self,
        soma: Soma,
        colunas: Sequence[Coluna],
        opcoes: Opcoes,
        destino: Callable[[str, str], str] = lambda letra, lido: "",
    ) -> None:
        """`destino`: o que se disse que significa um valor ("Ausente") da coluna; vazio se nada se disse."""
        self._destino = destino
        por_letra = {coluna.letra: coluna for coluna in colunas}
        self.coluna = por_letra[soma.total]
        self._parcelas = [por_letra[letra] for letra in soma.parcelas]
        self._opcoes = {
            coluna.letra: opcoes.da_coluna(coluna.letra) for coluna in (self.coluna, *self._parcelas)
        }

    def total(self, celulas: Sequence[Celula]) -> Celula:
        """A célula do total."""
        return celulas[self.coluna.indice] if self.coluna.indice < len(celulas) else None

    def diferenca(self, celulas: Sequence[Celula]) -> str:
        """Por que não confere, ou "". Parcela em branco, ou com destino (zero ou sem nota), vale zero."""
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
        opcoes = self._opcoes[coluna.letra]
        if opcoes.regra != RegraDeTexto.INTEIRO:
            celula = regras_de_texto.aplicar(opcoes.regra, texto(celula))
        if isinstance(celula, str) and self._destino(coluna.letra, texto(celula)):
            return Decimal()
        return v.ler_nota(celula, FormatoDeCelula(opcoes.formato))
