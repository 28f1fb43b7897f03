"""Estados de um arquivo importado: passagens permitidas."""

from __future__ import annotations

from collections.abc import Mapping

from candidatos.enums import SituacaoImportacao
from nucleo.erros import Recusa

S = SituacaoImportacao

PASSAGENS_DA_IMPORTACAO: Mapping[SituacaoImportacao, frozenset[SituacaoImportacao]] = {
    # Parear de novo devolve à situação de recebida; conferir de novo refaz o plano.
    S.RECEBIDA: frozenset({S.RECEBIDA, S.CONFERIDA, S.DESCARTADA}),
    S.CONFERIDA: frozenset({S.RECEBIDA, S.CONFERIDA, S.CARREGADA, S.DESCARTADA}),
    S.CARREGADA: frozenset({S.DESFEITA}),
    S.DESCARTADA: frozenset(),
    S.DESFEITA: frozenset(),
}

_PORQUE: Mapping[SituacaoImportacao, str] = {
    S.RECEBIDA: "o arquivo ainda não foi conferido",
    S.CONFERIDA: "o arquivo já foi conferido",
    S.CARREGADA: "o arquivo já foi carregado. Para corrigir notas, envie outro arquivo",
    S.DESCARTADA: "o arquivo foi descartado. Envie-o de novo",
    S.DESFEITA: "a carga deste arquivo foi desfeita. Envie-o de novo",
}


def exigir_passagem_da_importacao(de: str, para: str) -> None:
    """`Recusa` se o arquivo não pode passar de uma situação à outra."""
    if SituacaoImportacao(para) not in PASSAGENS_DA_IMPORTACAO[SituacaoImportacao(de)]:
        raise Recusa(f"Não é possível fazer isto agora: {_PORQUE[SituacaoImportacao(de)]}.")
