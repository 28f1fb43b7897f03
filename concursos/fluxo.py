"""Estados do concurso: passagens permitidas e o que se pode fazer em cada um."""

from __future__ import annotations

from collections.abc import Mapping

from concursos.enums import AtoSobreConcurso, SituacaoConcurso
from nucleo.erros import Recusa

S = SituacaoConcurso

PASSAGENS: Mapping[SituacaoConcurso, frozenset[SituacaoConcurso]] = {
    S.EM_ELABORACAO: frozenset({S.PUBLICADO}),
    S.PUBLICADO: frozenset({S.HOMOLOGADO}),
    S.HOMOLOGADO: frozenset({S.ENCERRADO}),
    S.ENCERRADO: frozenset(),
}

ATOS: Mapping[AtoSobreConcurso, frozenset[SituacaoConcurso]] = {
    AtoSobreConcurso.ALTERAR: frozenset({S.EM_ELABORACAO}),
    AtoSobreConcurso.PUBLICAR: frozenset({S.EM_ELABORACAO}),
    AtoSobreConcurso.RETIFICAR: frozenset({S.PUBLICADO, S.HOMOLOGADO}),
    AtoSobreConcurso.RETIFICAR_LISTAS: frozenset({S.PUBLICADO}),
    # Depois da homologação o arquivo entra como retificação do resultado.
    AtoSobreConcurso.IMPORTAR: frozenset({S.PUBLICADO, S.HOMOLOGADO}),
    AtoSobreConcurso.CARREGAR: frozenset({S.PUBLICADO}),
    AtoSobreConcurso.RETIFICAR_RESULTADO: frozenset({S.HOMOLOGADO}),
    AtoSobreConcurso.CLASSIFICAR: frozenset({S.PUBLICADO}),
    AtoSobreConcurso.HOMOLOGAR: frozenset({S.PUBLICADO}),
    AtoSobreConcurso.CONVOCAR: frozenset({S.HOMOLOGADO}),
    AtoSobreConcurso.PRORROGAR: frozenset({S.HOMOLOGADO}),
}

_SITUACAO_EM_PALAVRAS: Mapping[SituacaoConcurso, str] = {
    S.EM_ELABORACAO: "ainda em elaboração: publique antes o edital",
    S.PUBLICADO: "com o edital publicado e o resultado ainda não homologado",
    S.HOMOLOGADO: "já homologado",
    S.ENCERRADO: "encerrado",
}


def permite(situacao: str, ato: AtoSobreConcurso) -> bool:
    """Se o ato cabe na situação."""
    return SituacaoConcurso(situacao) in ATOS[ato]


def exigir_ato(situacao: str, ato: AtoSobreConcurso) -> None:
    """`Recusa`, nas palavras de quem trabalha, se o ato não cabe na situação."""
    if not permite(situacao, ato):
        onde = _SITUACAO_EM_PALAVRAS[SituacaoConcurso(situacao)]
        raise Recusa(f"Não é possível {ato.label} agora: o concurso está {onde}.")


def exigir_passagem(de: str, para: str) -> None:
    """`Recusa` se o concurso não pode passar de uma situação à outra."""
    if SituacaoConcurso(para) not in PASSAGENS[SituacaoConcurso(de)]:
        antes, depois = SituacaoConcurso(de).label, SituacaoConcurso(para).label
        raise Recusa(f"O concurso não passa de “{antes}” a “{depois}”.")
