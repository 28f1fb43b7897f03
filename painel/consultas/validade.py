"""As vagas oferecidas que têm de ser providas antes que a validade acabe."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from candidatos.enums import SituacaoClassificacao
from candidatos.models import Colocacao
from concursos.models import Cargo
from nomeacoes.enums import SituacaoNomeacao, TipoDoEvento
from nomeacoes.models import Evento, Nomeacao

T = TipoDoEvento
SAEM = [T.DESISTENCIA, T.SEM_EFEITO, T.ELIMINACAO, T.FALECIMENTO]
# Convocado sem ato assinado ainda não está nomeado: a vaga continua por prover.
PROVEM = [SituacaoNomeacao.NOMEADA, SituacaoNomeacao.EMPOSSADA]


def vagas_a_prover(cargos: Iterable[Cargo]) -> dict[int, int]:
    """Por chave do cargo, as vagas oferecidas sem nomeação para as quais ainda há aprovado.

    Número fixo de consultas, sejam quantos forem os cargos.
    """
    vagas = {cargo.pk: cargo.vagas for cargo in cargos}
    chaves = list(vagas)
    aprovados = _por_cargo(
        Colocacao.objects.filter(
            classificacao__situacao=SituacaoClassificacao.HOMOLOGADA, posicao__isnull=False
        ),
        "classificacao__cargo",
        chaves,
        Count("candidatura", distinct=True),
    )
    saidas = Evento.objects.filter(tipo__in=SAEM, desfeito_por__isnull=True)
    sairam = _por_cargo(saidas, "cargo", chaves, Count("candidatura", distinct=True))
    nomeados = Nomeacao.objects.filter(situacao__in=PROVEM, espelho=False)
    em_todas = _por_cargo(nomeados, "vaga__cargo", chaves, Count("pk"))
    nas_oferecidas = _por_cargo(
        nomeados, "vaga__cargo", chaves, Count("pk", filter=Q(vaga__numero__lte=F("vaga__cargo__vagas")))
    )
    return {
        cargo: max(
            0,
            min(
                vagas[cargo] - nas_oferecidas.get(cargo, 0),
                aprovados.get(cargo, 0) - sairam.get(cargo, 0) - em_todas.get(cargo, 0),
            ),
        )
        for cargo in chaves
    }


def _por_cargo(lista: QuerySet[Any], caminho: str, chaves: list[int], conta: Count) -> dict[int, int]:
    linhas = lista.filter(**{f"{caminho}__in": chaves}).order_by().values_list(caminho)
    return dict(linhas.annotate(total=conta))
