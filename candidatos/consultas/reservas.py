"""Quem, na inscrição, declarou o que dá lugar em mais de uma reserva. Dado sensível: só por serviço."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from candidatos.consultas.entradas import NAO_CONTAM
from candidatos.models import Candidatura, Inscricao
from concursos.models import Concurso, Edital
from cotas import LEIS

NEGRO, INDIGENA, PCD = (Q(**{f"autodeclaracao__{campo}": True}) for campo in ("negro", "indigena", "pcd"))


@dataclass(frozen=True, slots=True)
class EmDuasReservas:
    """Uma inscrição que declarou duas ou três condições. `cota`: se a lei do edital lhe dá a cota."""

    inscricao: Inscricao
    declarou: str
    cota: bool
    pcd: bool


def inscricoes_em_duas_reservas(concurso: Concurso) -> QuerySet[Inscricao]:
    """Inscrições com duas ou mais das três declarações, por nome; não confirmada ou falsa não conta."""
    cargos = Candidatura.objects.select_related("cargo").order_by("cargo__codigo")
    return (
        Inscricao.objects.filter(
            (NEGRO & PCD) | (INDIGENA & PCD) | (NEGRO & INDIGENA), edital__concurso=concurso
        )
        .exclude(autodeclaracao__situacao__in=NAO_CONTAM)
        .select_related("candidato", "autodeclaracao", "edital")
        .prefetch_related(Prefetch("candidaturas", queryset=cargos))
        .order_by("candidato__nome_busca", "pk")
    )


def na_cota_e_em_pcd(inscricoes: QuerySet[Inscricao], concurso: Concurso) -> int:
    """Quantas delas concorrem, pela lei do edital, à cota e à reserva de PcD ao mesmo tempo."""
    edital = getattr(concurso, "edital", None)
    return inscricoes.filter(declararam_a_cota(edital), PCD).count() if edital else 0


def declararam_a_cota(edital: Edital) -> Q:
    """As inscrições que declararam o que a lei do edital contempla; nenhuma, se nenhuma lei o rege."""
    lei = LEIS.get(edital.lei)
    alcanca = Q(pk__in=[])
    if lei is None:
        return alcanca
    if lei.cotista(negro=True, indigena=False):
        alcanca |= NEGRO
    if lei.cotista(negro=False, indigena=True):
        alcanca |= INDIGENA
    return alcanca


def descrever(inscricao: Inscricao) -> EmDuasReservas:
    """O que a inscrição declarou, em palavras, e o que isso vale pela lei do edital."""
    declarou = inscricao.autodeclaracao
    lei = LEIS.get(inscricao.edital.lei)
    condicoes = [("negro", declarou.negro), ("indígena", declarou.indigena), ("PcD", declarou.pcd)]
    nomes = [nome for nome, marcada in condicoes if marcada]
    return EmDuasReservas(
        inscricao=inscricao,
        declarou=", ".join(nomes[:-1]) + f" e {nomes[-1]}",
        cota=lei is not None and lei.cotista(negro=declarou.negro, indigena=declarou.indigena),
        pcd=declarou.pcd,
    )
