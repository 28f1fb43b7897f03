"""Homologação e validade, cargo a cargo: o que se lê de `HomologacaoDoCargo`."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from concursos import fluxo
from concursos.enums import AtoSobreConcurso
from concursos.models import Cargo, Concurso, Edital, HomologacaoDoCargo, Regras
from nucleo.erros import Recusa


def homologacao_do_cargo(cargo: Cargo) -> HomologacaoDoCargo | None:
    """A do cargo; nula se o resultado dele ainda não foi homologado."""
    homologacao: HomologacaoDoCargo | None = getattr(cargo, "homologacao", None)
    return homologacao


def homologacoes_do_concurso(concurso: Concurso) -> QuerySet[HomologacaoDoCargo]:
    """As que há, da primeira à última, com os seus cargos."""
    return (
        HomologacaoDoCargo.objects.filter(cargo__edital__concurso=concurso)
        .select_related("cargo")
        .order_by("homologado_em", "cargo__codigo")
    )


def cargos_homologados(chaves: Iterable[int]) -> list[Cargo]:
    """Dos cargos com as chaves dadas, os de resultado homologado, na ordem do código."""
    return list(Cargo.objects.filter(pk__in=list(chaves), homologacao__isnull=False).order_by("codigo"))


def cargos_homologados_do_alvo(alvo: Edital | Cargo | Regras) -> list[Cargo]:
    """Os de resultado homologado cujas listas o alvo decide: o cargo, os das regras ou os do edital."""
    chaves = [alvo.pk] if isinstance(alvo, Cargo) else alvo.cargos.values_list("pk", flat=True)
    return cargos_homologados(chaves)


def permite_no_cargo(cargo: Cargo, ato: AtoSobreConcurso) -> bool:
    """Se o ato cabe no cargo, pela situação do concurso e pela homologação do resultado do cargo."""
    homologado = homologacao_do_cargo(cargo) is not None
    return fluxo.permite_no_cargo(cargo.edital.concurso.situacao, ato, homologado=homologado)


def impedimento_no_cargo(cargo: Cargo, ato: AtoSobreConcurso) -> str:
    """Por que o ato não cabe no cargo agora, em uma frase; vazia se cabe."""
    try:
        exigir_no_cargo(cargo, ato)
    except Recusa as recusa:
        return recusa.mensagem
    return ""


def exigir_no_cargo(cargo: Cargo, ato: AtoSobreConcurso) -> None:
    """`Recusa`, nas palavras de quem trabalha, se o ato não cabe no cargo."""
    fluxo.exigir_ato_no_cargo(
        cargo.edital.concurso.situacao,
        ato,
        cargo=str(cargo),
        homologado=homologacao_do_cargo(cargo) is not None,
    )
