"""Cargos de um concurso com vagas, candidatos e nomeações, em número fixo de consultas."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from candidatos.models import Candidatura, Classificacao, Colocacao, Importacao
from concursos.models import Cargo, Concurso
from nomeacoes.enums import SituacaoNomeacao
from nomeacoes.models import Ato, Nomeacao
from painel.consultas.fatos import VIGENTES


@dataclass(frozen=True, slots=True)
class LinhaDoCargo:
    """Um cargo na página do concurso. `aprovados` nulo: ainda sem classificação."""

    cargo: Cargo
    candidatos: int
    aprovados: int | None
    em_curso: int
    empossados: int


def linhas_dos_cargos(concurso: Concurso) -> list[LinhaDoCargo]:
    """Uma linha por cargo, na ordem do código."""
    cargos = list(Cargo.objects.filter(edital__concurso=concurso).select_related("regras", "homologacao"))
    candidatos = _contar(Candidatura.objects.filter(cargo__in=cargos), "cargo", Count("pk"))
    vigentes = Classificacao.objects.filter(cargo__in=cargos, situacao__in=VIGENTES)
    classificados = set(vigentes.values_list("cargo", flat=True))
    aprovados = _contar(
        Colocacao.objects.filter(classificacao__in=vigentes, posicao__isnull=False),
        "classificacao__cargo",
        Count("candidatura", distinct=True),
    )
    nomeacoes = Nomeacao.objects.filter(vaga__cargo__in=cargos)
    em_curso = _contar(
        nomeacoes, "vaga__cargo", Count("pk", filter=Q(encerrada_por__isnull=True, espelho=False))
    )
    empossados = _contar(nomeacoes, "vaga__cargo", Count("pk", filter=Q(situacao=SituacaoNomeacao.EMPOSSADA)))
    return [
        LinhaDoCargo(
            cargo=cargo,
            candidatos=candidatos.get(cargo.pk, 0),
            aprovados=aprovados.get(cargo.pk, 0) if cargo.pk in classificados else None,
            em_curso=em_curso.get(cargo.pk, 0),
            empossados=empossados.get(cargo.pk, 0),
        )
        for cargo in cargos
    ]


def _contar(lista: object, caminho: str, conta: Count) -> dict[int, int]:
    linhas = lista.order_by().values_list(caminho).annotate(total=conta)  # type: ignore[attr-defined]
    return dict(linhas)


def arquivos_do_concurso(concurso: Concurso) -> QuerySet[Importacao]:
    """Arquivos recebidos para o concurso, do último ao primeiro."""
    return Importacao.objects.filter(edital__concurso=concurso).select_related("autor").order_by("-pk")


def atos_do_concurso(concurso: Concurso) -> QuerySet[Ato]:
    """Atos das nomeações do concurso, do último ao primeiro."""
    return (
        Ato.objects.filter(nomeacao__vaga__cargo__edital__concurso=concurso)
        .select_related("nomeacao__candidatura__inscricao__candidato", "nomeacao__vaga__cargo")
        .order_by("-pk")
    )
