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
    AtoSobreConcurso.RETIFICAR_RESULTADO: frozenset({S.PUBLICADO, S.HOMOLOGADO}),
    AtoSobreConcurso.CLASSIFICAR: frozenset({S.PUBLICADO}),
    AtoSobreConcurso.HOMOLOGAR: frozenset({S.PUBLICADO}),
    AtoSobreConcurso.CONVOCAR: frozenset({S.PUBLICADO, S.HOMOLOGADO}),
    AtoSobreConcurso.PRORROGAR: frozenset({S.PUBLICADO, S.HOMOLOGADO}),
}

# Homologado cargo por cargo, o concurso continua publicado até o último: o que estes atos pedem é que o
# resultado do cargo esteja (True) ou ainda não esteja (False) homologado.
NO_CARGO: Mapping[AtoSobreConcurso, bool] = {
    AtoSobreConcurso.RETIFICAR_LISTAS: False,
    AtoSobreConcurso.CARREGAR: False,
    AtoSobreConcurso.CLASSIFICAR: False,
    AtoSobreConcurso.HOMOLOGAR: False,
    AtoSobreConcurso.RETIFICAR_RESULTADO: True,
    AtoSobreConcurso.CONVOCAR: True,
    AtoSobreConcurso.PRORROGAR: True,
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


def permite_no_cargo(situacao: str, ato: AtoSobreConcurso, *, homologado: bool) -> bool:
    """Se o ato cabe no cargo de um concurso na situação. `homologado`: se o resultado do cargo já o foi."""
    return permite(situacao, ato) and NO_CARGO.get(ato, homologado) == homologado


def exigir_ato_no_cargo(situacao: str, ato: AtoSobreConcurso, *, cargo: str, homologado: bool) -> None:
    """`Recusa`, como `exigir_ato`, também se o ato não cabe no cargo pela homologação do resultado dele."""
    exigir_ato(situacao, ato)
    if not permite_no_cargo(situacao, ato, homologado=homologado):
        como = "já foi homologado" if homologado else "ainda não foi homologado"
        raise Recusa(f"Não é possível {ato.label} agora: o resultado do cargo {cargo} {como}.")


def exigir_passagem(de: str, para: str) -> None:
    """`Recusa` se o concurso não pode passar de uma situação à outra."""
    if SituacaoConcurso(para) not in PASSAGENS[SituacaoConcurso(de)]:
        antes, depois = SituacaoConcurso(de).label, SituacaoConcurso(para).label
        raise Recusa(f"O concurso não passa de “{antes}” a “{depois}”.")
