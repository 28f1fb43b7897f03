"""Formato do registro (log): nunca leva dado pessoal."""

from __future__ import annotations

import logging
import traceback
from types import TracebackType

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class FormatoSemDados(logging.Formatter):
    """Escreve de uma exceção o tipo e o caminho no código, não a mensagem.

    A mensagem de uma exceção costuma trazer valores (o CPF repetido, a linha do arquivo, a
    autodeclaração); o caminho no código basta para achar o defeito.
    """

    def formatException(self, ei: ExcInfo) -> str:
        """Uma exceção por bloco, da causa ao efeito."""
        erro: BaseException | None = ei[1]
        blocos: list[str] = []
        while erro is not None:
            pilha = "".join(traceback.format_tb(erro.__traceback__))
            blocos.append(f"{pilha}{type(erro).__module__}.{type(erro).__qualname__}")
            erro = erro.__cause__ or erro.__context__
        return "\n".join(reversed(blocos))
