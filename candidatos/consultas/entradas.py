"""O que a classificação de um cargo lê: resultados vigentes, sorteios e declarações que contam."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Sequence
from datetime import date
from json import JSONDecoder
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, TextField
from django.db.models.functions import Cast

from candidatos.enums import SituacaoDeclaracao
from candidatos.models import Candidatura, Resultado
from concursos.consultas import barreira_das_regras, criterios_de_classificacao, regras_da_reserva
from concursos.enums import EfeitoDaNaoConfirmacao
from concursos.models import Cargo
from cotas import Barreira

# Não confirmada: volta à ampla. Falsa: sai do concurso (`eliminado`), e de lista nenhuma participa.
NAO_CONTAM = {SituacaoDeclaracao.NAO_CONFIRMADA.value, SituacaoDeclaracao.FALSA.value}


class Entrada(NamedTuple):
    """Uma candidatura como a classificação a lê. `resultado` nulo: não há notas dela."""

    candidatura: int
    resultado: int | None
    notas: dict[str, str]
    etapas: dict[str, str]
    jurado: bool
    nascimento: date | None
    sorteio: int | None
    negro: bool
    indigena: bool
    pcd: bool
    eliminado: bool


def resultados_vigentes(cargo: Cargo) -> QuerySet[Resultado]:
    """Resultado de maior versão de cada candidatura do cargo."""
    mais_novo = Resultado.objects.filter(candidatura=OuterRef("candidatura"), versao__gt=OuterRef("versao"))
    return Resultado.objects.filter(~Exists(mais_novo), candidatura__cargo=cargo)


def entradas_da_classificacao(cargo: Cargo) -> list[Entrada]:
    """Todas as candidaturas do cargo, na ordem do identificador, em duas consultas."""
    # Em texto e por este leitor: o conversor do campo custa mais que toda a comparação das notas.
    lidos = resultados_vigentes(cargo).values_list(
        "candidatura_id", "pk", Cast("notas", TextField()), Cast("etapas", TextField()), "jurado"
    )
    ler = JSONDecoder().raw_decode
    resultados = {
        candidatura: (pk, ler(notas)[0], ler(etapas)[0], jurado)
        for candidatura, pk, notas, etapas, jurado in lidos
    }
    sem_resultado: tuple[int | None, dict[str, str], dict[str, str], bool] = (None, {}, {}, False)
    candidaturas = (
        Candidatura.objects.filter(cargo=cargo)
        .order_by("pk")
        .values_list(
            "pk",
            "inscricao__candidato__nascimento",
            "sorteio__numero",
            "inscricao__autodeclaracao__negro",
            "inscricao__autodeclaracao__indigena",
            "inscricao__autodeclaracao__pcd",
            "inscricao__autodeclaracao__situacao",
            "inscricao__autodeclaracao__situacao_pcd",
        )
    )
    eliminam = {SituacaoDeclaracao.FALSA.value}
    if cargo.regras.nao_confirmacao == EfeitoDaNaoConfirmacao.ELIMINA:
        eliminam.add(SituacaoDeclaracao.NAO_CONFIRMADA.value)
    return [
        _entrada(pk, resultados.get(pk, sem_resultado), pessoa, eliminam)
        for pk, *pessoa in candidaturas.iterator()
    ]


def _entrada(
    candidatura: int,
    resultado: tuple[int | None, dict[str, str], dict[str, str], bool],
    pessoa: Sequence[Any],
    eliminam: Container[str | None],
) -> Entrada:
    """`pessoa`: nascimento, sorteio, negro, indigena, pcd e as duas situações, nulos se não há.

    `eliminam`: as situações da declaração racial que, pelo edital, tiram do concurso.
    """
    chave, notas, etapas, jurado = resultado
    nascimento, sorteio, negro, indigena, pcd, situacao, situacao_pcd = pessoa
    return Entrada(
        candidatura=candidatura,
        resultado=chave,
        notas=notas,
        etapas=etapas,
        jurado=jurado,
        nascimento=nascimento,
        sorteio=sorteio,
        negro=bool(negro) and situacao not in NAO_CONTAM,
        indigena=bool(indigena) and situacao not in NAO_CONTAM,
        pcd=bool(pcd) and situacao not in eliminam and situacao_pcd not in NAO_CONTAM,
        eliminado=situacao in eliminam,
    )


def resumo_das_entradas(cargo: Cargo, entradas: Iterable[Entrada]) -> str:
    """SHA-256 de tudo o que decide a lista: regras, critérios e entradas.

    Dois resumos iguais dão a mesma classificação; diferentes, a guardada está desatualizada.
    """
    resumo = hashlib.sha256(repr(criterios_de_classificacao(cargo.regras)).encode())
    resumo.update(repr((regras_da_reserva(cargo), cargo.regras.etapas)).encode())
    if (barreira := barreira_das_regras(cargo.regras)) != Barreira():
        resumo.update(repr(barreira).encode())
    for candidatura, resultado, notas, etapas, *demais in entradas:
        em_ordem = dict(sorted(notas.items())), dict(sorted(etapas.items()))
        resumo.update(repr((candidatura, resultado, *em_ordem, *demais)).encode())
    return resumo.hexdigest()
