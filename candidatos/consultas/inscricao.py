"""O que se sabe de uma inscrição em cada cargo: notas por versão e lugares."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from candidatos.consultas.classificacao import VIGENTES
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Candidatura, Colocacao, Inscricao, Resultado


@dataclass(frozen=True, slots=True)
class NotasDaVersao:
    """Um resultado com as notas na ordem do edital: (nome da prova, texto decimal ou "")."""

    resultado: Resultado
    notas: list[tuple[str, str]]
    etapas: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class CandidaturaDaInscricao:
    """Candidatura com as versões do resultado, da mais nova à mais antiga, e o lugar vigente."""

    candidatura: Candidatura
    provas: list[str]
    versoes: list[NotasDaVersao]
    colocacao: Colocacao | None


def candidaturas_da_inscricao(inscricao: Inscricao) -> list[CandidaturaDaInscricao]:
    """Uma por cargo em que a inscrição compete, em número fixo de consultas."""
    resultados = Resultado.objects.select_related("importacao", "recurso").order_by("-versao")
    colocacoes = Colocacao.objects.filter(classificacao__situacao__in=VIGENTES).select_related(
        "classificacao"
    )
    candidaturas = (
        Candidatura.objects.filter(inscricao=inscricao)
        .select_related("cargo__regras")
        .prefetch_related(
            Prefetch("resultados", queryset=resultados), Prefetch("colocacoes", queryset=colocacoes)
        )
        .order_by("cargo__codigo")
    )
    return [_lida(candidatura) for candidatura in candidaturas]


def _lida(candidatura: Candidatura) -> CandidaturaDaInscricao:
    provas = candidatura.cargo.regras.provas
    return CandidaturaDaInscricao(
        candidatura=candidatura,
        provas=[prova["nome"] for prova in provas],
        versoes=[
            NotasDaVersao(
                resultado,
                [(prova["nome"], resultado.notas.get(prova["chave"], "")) for prova in provas],
                sorted(resultado.etapas.items()),
            )
            for resultado in candidatura.resultados.all()
        ],
        colocacao=max(
            candidatura.colocacoes.all(),
            key=lambda cada: cada.classificacao.situacao == SituacaoClassificacao.HOMOLOGADA,
            default=None,
        ),
    )
