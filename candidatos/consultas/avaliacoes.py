"""Heteroidentificação e avaliação biopsicossocial: quem falta avaliar e o que isso impede."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from candidatos.enums import EspecieDeAvaliacao, SituacaoClassificacao, SituacaoDeclaracao
from candidatos.models import Candidatura, Classificacao, Inscricao
from concursos.models import Cargo, Concurso, Regras

E = EspecieDeAvaliacao
# Onde está o que cada espécie decide: o campo da declaração e o lugar na lista que ela dá.
SITUACAO: Mapping[EspecieDeAvaliacao, str] = {
    E.HETEROIDENTIFICACAO: "situacao",
    E.BIOPSICOSSOCIAL: "situacao_pcd",
}
LUGAR: Mapping[EspecieDeAvaliacao, str] = {
    E.HETEROIDENTIFICACAO: "posicao_cotas",
    E.BIOPSICOSSOCIAL: "posicao_pcd",
}
DECLAROU: Mapping[EspecieDeAvaliacao, tuple[str, ...]] = {
    E.HETEROIDENTIFICACAO: ("negro", "indigena"),
    E.BIOPSICOSSOCIAL: ("pcd",),
}


@dataclass(frozen=True, slots=True)
class SituacaoDaEtapa:
    """Uma etapa num cargo: quantos aprovados da lista específica já se avaliaram e quantos faltam."""

    cargo: Cargo
    especie: EspecieDeAvaliacao
    avaliados: int
    faltam: int


def especies_das_regras(regras: Regras) -> list[EspecieDeAvaliacao]:
    """As etapas que o edital prevê."""
    previstas = {E.HETEROIDENTIFICACAO: regras.heteroidentificacao, E.BIOPSICOSSOCIAL: regras.biopsicossocial}
    return [especie for especie, prevista in previstas.items() if prevista]


def especies_do_concurso(concurso: Concurso) -> list[EspecieDeAvaliacao]:
    """As etapas que alguma das regras do concurso prevê."""
    regras = Regras.objects.filter(edital__concurso=concurso, cargos__isnull=False).distinct()
    previstas = {especie for cada in regras for especie in especies_das_regras(cada)}
    return [especie for especie in E if especie in previstas]


def a_avaliar(classificacao: Classificacao, especie: EspecieDeAvaliacao) -> QuerySet[Candidatura]:
    """Aprovados que estão na lista específica e cuja declaração ninguém conferiu, na ordem dela."""
    return (
        Candidatura.objects.filter(
            colocacoes__classificacao=classificacao,
            **{f"colocacoes__{LUGAR[especie]}__isnull": False},
            **{f"inscricao__autodeclaracao__{SITUACAO[especie]}": SituacaoDeclaracao.DECLARADA},
        )
        .select_related("inscricao__candidato", "cargo")
        .order_by("colocacoes__ordem")
    )


def situacao_das_etapas(concurso: Concurso) -> list[SituacaoDaEtapa]:
    """Uma linha por cargo classificado e etapa prevista nas suas regras, na ordem do código."""
    linhas = []
    for classificacao in _correntes(concurso):
        cargo = classificacao.cargo
        for especie in especies_das_regras(cargo.regras):
            na_lista = classificacao.colocacoes.filter(**{f"{LUGAR[especie]}__isnull": False}).count()
            faltam = a_avaliar(classificacao, especie).count()
            linhas.append(SituacaoDaEtapa(cargo, especie, na_lista - faltam, faltam))
    return linhas


def candidaturas_a_avaliar(concurso: Concurso, especie: EspecieDeAvaliacao) -> list[Candidatura]:
    """Todas as que faltam nos cargos que preveem a etapa, cargo a cargo, na ordem da lista."""
    return [
        candidatura
        for classificacao in _correntes(concurso)
        if especie in especies_das_regras(classificacao.cargo.regras)
        for candidatura in a_avaliar(classificacao, especie)
    ]


def impedimento_das_avaliacoes(cargo: Cargo, corrente: Classificacao) -> list[str]:
    """Frases, sem pessoas, do que falta avaliar antes de homologar o cargo."""
    frases = []
    for especie in especies_das_regras(cargo.regras):
        if faltam := a_avaliar(corrente, especie).count():
            quem = "1 pessoa aprovada" if faltam == 1 else f"{faltam} pessoas aprovadas"
            frases.append(f"{cargo}: {especie.label} por registrar de {quem}.")
    return frases


def cargos_que_a_avaliacao_mudaria(inscricao: Inscricao, especie: EspecieDeAvaliacao) -> list[str]:
    """Os cargos já homologados em cuja lista específica a inscrição está.

    Homologado um cargo em que não foi aprovada, ainda se avalia para o outro a que concorre.
    """
    listas = Classificacao.objects.filter(
        situacao=SituacaoClassificacao.HOMOLOGADA,
        colocacoes__candidatura__inscricao=inscricao,
        **{f"colocacoes__{LUGAR[especie]}__isnull": False},
    )
    return [str(lista.cargo) for lista in listas.select_related("cargo").order_by("cargo__codigo")]


def inscricoes_pelos_numeros(concurso: Concurso, numeros: Iterable[str]) -> dict[str, Inscricao]:
    """Inscrições do concurso, com a declaração e as regras dos seus cargos, por número."""
    achadas = Inscricao.objects.filter(edital__concurso=concurso, numero__in=set(numeros))
    return {
        inscricao.numero: inscricao
        for inscricao in achadas.select_related("autodeclaracao", "candidato").prefetch_related(
            "candidaturas__cargo__regras", "avaliacoes"
        )
    }


def _correntes(concurso: Concurso) -> QuerySet[Classificacao]:
    return (
        Classificacao.objects.filter(
            cargo__edital__concurso=concurso, situacao=SituacaoClassificacao.CORRENTE
        )
        .select_related("cargo__regras")
        .order_by("cargo__codigo")
    )
