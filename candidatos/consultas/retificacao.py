"""Retificações do resultado e as versões que já foram oficiais."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Max, QuerySet

from candidatos.consultas.comparacao_do_resultado import Linha, Par, comparar, lugares_da, quantos_cargos
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Candidatura, Classificacao, Importacao, RetificacaoDoResultado
from concursos.models import Cargo, Concurso
from nucleo.permissoes import Pessoa

OFICIAIS = [SituacaoClassificacao.HOMOLOGADA, SituacaoClassificacao.RETIFICADA]


def homologadas_dos_cargos(cargos: Iterable[int]) -> dict[int, Classificacao]:
    """A homologada de cada cargo que tem uma."""
    achadas = Classificacao.objects.filter(cargo__in=list(cargos), situacao=SituacaoClassificacao.HOMOLOGADA)
    return {cada.cargo_id: cada for cada in achadas}


def classificacao_da_versao(cargo: Cargo, versao: str) -> Classificacao | None:
    """A homologada, ou a retificada, de um número; nula se o cargo não a tem."""
    if not versao.isdecimal():
        return None
    return (
        Classificacao.objects.filter(cargo=cargo, versao=int(versao), situacao__in=OFICIAIS)
        .select_related("retificacao")
        .first()
    )


def versoes_oficiais(cargo: Cargo) -> list[Classificacao]:
    """As que já foram oficiais e a que é, da mais nova à mais antiga."""
    return list(
        Classificacao.objects.filter(cargo=cargo, situacao__in=OFICIAIS)
        .defer("empates", "faltas", "entradas")
        .select_related("retificacao")
        .order_by("-versao")
    )


def retificacoes_ao_alcance(autor: Pessoa) -> QuerySet[RetificacaoDoResultado]:
    """Retificações do resultado dos órgãos do autor."""
    todas = RetificacaoDoResultado.objects.select_related("concurso__orgao", "importacao", "autor")
    orgaos = autor.orgaos()
    return todas if orgaos is None else todas.filter(concurso__orgao__in=orgaos)


@dataclass(frozen=True, slots=True)
class CargoRetificado:
    """As duas classificações de um cargo que a retificação mudou; a antiga é nula se o cargo não tinha."""

    cargo: Cargo
    antiga: Classificacao | None
    nova: Classificacao


def cargos_retificados(retificacao: RetificacaoDoResultado) -> list[CargoRetificado]:
    """Os cargos que a retificação mudou, na ordem do código."""
    novas = retificacao.classificacoes.select_related("cargo__edital__concurso__orgao").order_by(
        "cargo__codigo"
    )
    return [CargoRetificado(nova.cargo, oficial_anterior(nova), nova) for nova in novas]


def oficial_anterior(nova: Classificacao) -> Classificacao | None:
    """A oficial que a nova substituiu; nula se é a que se homologou primeiro."""
    return (
        Classificacao.objects.filter(cargo=nova.cargo_id, situacao__in=OFICIAIS, versao__lt=nova.versao)
        .order_by("-versao")
        .first()
    )


def pares_retificados(retificado: CargoRetificado) -> list[Par]:
    """A comparação inteira de um cargo, das duas classificações guardadas."""
    return comparar(lugares_da(retificado.antiga), lugares_da(retificado.nova))


def linhas_dos_pares(pares: Sequence[Par]) -> list[Linha]:
    """As linhas de uma página, com número, nome e inscrição, em uma consulta."""
    pessoas = Candidatura.objects.select_related("inscricao__candidato").in_bulk(
        [par.candidatura for par in pares]
    )
    return [
        Linha(inscricao.numero, inscricao.candidato.nome, inscricao.pk, par)
        for par in pares
        for inscricao in (pessoas[par.candidatura].inscricao,)
    ]


@dataclass(frozen=True, slots=True)
class EmpateComparado:
    """Um grupo que a lista nova não separa: (inscrição, nome) de cada um."""

    cargo: Cargo
    pessoas: list[tuple[str, str]]


def empates_da_comparacao(importacao: Importacao) -> list[EmpateComparado]:
    """Os que a comparação guardada deixou à espera de sorteio, na ordem do código do cargo."""
    guardados = {
        cada["cargo"]: cada.get("empates", [])
        for cada in importacao.plano.get("retificacao", {}).get("cargos", [])
    }
    return [
        EmpateComparado(cargo, [(numero, nome) for numero, nome in grupo])
        for cargo in Cargo.objects.filter(pk__in=guardados).order_by("codigo")
        for grupo in guardados[cargo.pk]
    ]


def proximo_numero(concurso: Concurso) -> int:
    """Número da próxima retificação do resultado do concurso."""
    maior = concurso.retificacoes_do_resultado.aggregate(maior=Max("numero"))["maior"]
    return (maior or 0) + 1


def frase_da_retificacao(retificacao: RetificacaoDoResultado) -> str:
    """O que se retificou, em uma frase."""
    quantos = quantos_cargos(retificacao.classificacoes.count())
    return f"Resultado retificado: a lista nova de {quantos} é a oficial, e a antiga fica guardada."
