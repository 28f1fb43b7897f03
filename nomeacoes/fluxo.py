"""Passagens permitidas da nomeação e do ato, e o que cada evento pode encerrar."""

from __future__ import annotations

from collections.abc import Mapping

from nomeacoes.enums import SituacaoAto, SituacaoNomeacao, TipoDoEvento
from nucleo.erros import Recusa

N = SituacaoNomeacao

PASSAGENS: Mapping[SituacaoNomeacao, frozenset[SituacaoNomeacao]] = {
    N.CONVOCADA: frozenset({N.NOMEADA, N.ENCERRADA}),
    N.NOMEADA: frozenset({N.EMPOSSADA, N.ENCERRADA}),
    N.EMPOSSADA: frozenset({N.ENCERRADA}),
    # Só quando se desfaz, por outro registro, o que a encerrou.
    N.ENCERRADA: frozenset({N.CONVOCADA, N.NOMEADA, N.EMPOSSADA}),
}

PASSAGENS_DO_ATO: Mapping[SituacaoAto, frozenset[SituacaoAto]] = {
    SituacaoAto.MINUTA: frozenset({SituacaoAto.CONFERIDO, SituacaoAto.CANCELADO}),
    SituacaoAto.CONFERIDO: frozenset({SituacaoAto.ASSINADO, SituacaoAto.CANCELADO}),
    SituacaoAto.ASSINADO: frozenset(),
    # Só quando se desfaz o registro que a cancelou.
    SituacaoAto.CANCELADO: frozenset({SituacaoAto.MINUTA}),
}

# O que ainda não foi assinado: muda, cancela-se e não tem número.
POR_ASSINAR = (SituacaoAto.MINUTA, SituacaoAto.CONFERIDO)

# Depois da posse só a eliminação por declaração falsa abre a vaga neste concurso (Fortaleza, art. 2º,
# parágrafo único; Caxias, art. 2º): quem já é servidor sai por exoneração, que não é da ordem de chamada.
ENCERRA: Mapping[TipoDoEvento, frozenset[SituacaoNomeacao]] = {
    TipoDoEvento.CONVOCAR: frozenset(),
    TipoDoEvento.DESISTENCIA: frozenset({N.CONVOCADA, N.NOMEADA}),
    TipoDoEvento.SEM_EFEITO: frozenset({N.CONVOCADA, N.NOMEADA}),
    TipoDoEvento.ELIMINACAO: frozenset({N.CONVOCADA, N.NOMEADA, N.EMPOSSADA}),
    TipoDoEvento.NAO_CONFIRMACAO: frozenset({N.CONVOCADA, N.NOMEADA}),
    TipoDoEvento.FINAL_DE_FILA: frozenset({N.CONVOCADA, N.NOMEADA}),
    TipoDoEvento.FALECIMENTO: frozenset({N.CONVOCADA, N.NOMEADA}),
    TipoDoEvento.REINTEGRACAO: frozenset(),
    TipoDoEvento.SUB_JUDICE: frozenset(),
    # Quem tomou posse por decisão que caiu perde a vaga: a posse era tão provisória quanto ela.
    TipoDoEvento.FIM_SUB_JUDICE: frozenset({N.CONVOCADA, N.NOMEADA, N.EMPOSSADA}),
    TipoDoEvento.CONDICIONAL: frozenset(),
    TipoDoEvento.FIM_CONDICIONAL: frozenset({N.CONVOCADA, N.NOMEADA}),
    TipoDoEvento.ORDEM_JUDICIAL: frozenset(),
    TipoDoEvento.OPCAO: frozenset(),
    TipoDoEvento.RETIFICACAO: frozenset(),
    TipoDoEvento.EXTINCAO: frozenset(),
    # Desfeita a convocação que a fez, enquanto o ato é minuta.
    TipoDoEvento.DESFAZIMENTO: frozenset({N.CONVOCADA}),
}


def ato_passa(de: str, para: str) -> bool:
    """Se um ato pode passar de uma situação à outra."""
    return SituacaoAto(para) in PASSAGENS_DO_ATO[SituacaoAto(de)]


def exigir_passagem(de: str, para: str) -> None:
    """`Recusa` se a nomeação não pode passar de uma situação à outra."""
    antes, depois = SituacaoNomeacao(de), SituacaoNomeacao(para)
    if depois not in PASSAGENS[antes]:
        raise Recusa(f"A nomeação está “{antes.label.lower()}” e daí não passa a “{depois.label.lower()}”.")


def exigir_encerramento(situacao: str, evento: TipoDoEvento) -> None:
    """`Recusa` se o evento não cabe a uma nomeação nessa situação."""
    atual = SituacaoNomeacao(situacao)
    if atual not in ENCERRA[evento]:
        raise Recusa(
            f"“{evento.label}” não cabe a uma nomeação “{atual.label.lower()}”. "
            "Confira se é a nomeação certa."
        )
