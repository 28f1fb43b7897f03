"""Por quê: o lugar de uma pessoa, a vaga que lhe coube ou o que falta para que lhe caiba uma.

A autodeclaração é dado sensível (LGPD, art. 5º, II): os lugares nas listas específicas, e o que deles
decorre, só se mostram a quem pode vê-la, ou quando a pessoa foi chamada por essa lista, que é público.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Prefetch, QuerySet

from candidatos.consultas.classificacao import Lista, classificacao_vigente
from candidatos.models import Candidatura, Colocacao
from concursos.consultas import regras_da_reserva
from concursos.models import Cargo
from cotas import RazaoDaVaga, razao_da_vaga
from nomeacoes.consultas.acervo import Acervo, ler_acervo
from nomeacoes.consultas.espera import (
    Espera,
    Validade,
    espera_da_pessoa,
    previsor_do_cargo,
    validade_do_cargo,
)
from nomeacoes.consultas.historia import Passo, passos_da_ocupacao
from nomeacoes.consultas.listas import atos_para_mostrar
from nomeacoes.consultas.lugares import LugarNaLista, lugares_nas_listas
from nomeacoes.consultas.valem import nomeacoes_que_valem
from nomeacoes.enums import CategoriaDaVaga
from nomeacoes.models import RESERVADOS, Evento, Nomeacao

RESERVAS = (CategoriaDaVaga.COTAS, CategoriaDaVaga.PCD)
LISTA_DA_RESERVA = {CategoriaDaVaga.COTAS: Lista.COTAS, CategoriaDaVaga.PCD: Lista.PCD}


class Situacao(StrEnum):
    """Como está a pessoa no cargo."""

    SEM_LISTA = "sem_lista"
    NAO_APROVADA = "nao_aprovada"
    NAO_HOMOLOGADA = "nao_homologada"
    OCUPA = "ocupa"
    SAIU = "saiu"
    ESPERA = "espera"


@dataclass(frozen=True, slots=True)
class NomeacaoContada:
    """Uma nomeação, a razão da sua vaga, o que ela ocupou e quem teve a vaga antes, do primeiro em diante."""

    nomeacao: Nomeacao
    razao: RazaoDaVaga
    passos: Sequence[Passo]
    antes: Sequence[Nomeacao]


@dataclass(frozen=True, slots=True)
class Porque:
    """Tudo o que explica uma candidatura a quem pergunta.

    `mostrar`: reservas em que se pode dizer que a pessoa está; `ve_declaracoes`: se pode todas, e ver os
    vizinhos nelas. `registros`: o que aconteceu à pessoa, fora as convocações.
    """

    candidatura: Candidatura
    situacao: Situacao
    colocacao: Colocacao | None
    lugares: Sequence[LugarNaLista]
    nomeacoes: Sequence[NomeacaoContada]
    registros: Sequence[Evento]
    espera: Espera | None
    validade: Validade
    mostrar: frozenset[CategoriaDaVaga]
    ve_declaracoes: bool

    @property
    def cargo(self) -> Cargo:
        """O cargo a que a candidatura concorre."""
        return self.candidatura.cargo

    @property
    def atual(self) -> NomeacaoContada | None:
        """A nomeação em curso; nula se não ocupa vaga."""
        return next((n for n in self.nomeacoes if n.nomeacao.encerrada_por_id is None), None)


def candidaturas_com_cargo() -> QuerySet[Candidatura]:
    """Candidaturas com tudo o que a explicação lê da pessoa e do cargo."""
    return Candidatura.objects.select_related(
        "inscricao__candidato", "cargo__regras", "cargo__edital__concurso__orgao__municipio"
    )


def porque_da_pessoa(candidatura: Candidatura, *, ve_declaracoes: bool, hoje: date) -> Porque:
    """Explica a candidatura, no dia dado, a quem pode ou não ver autodeclarações.

    `candidatura` vem de `candidaturas_com_cargo`.

    Reaplica os eventos do cargo só se a pessoa não ocupa vaga. `ErroDeEvento` como no estado do cargo.
    """
    cargo = candidatura.cargo
    nomeacoes = nomeacoes_contadas(cargo, candidatura=candidatura)
    mostrar = frozenset(RESERVAS) if ve_declaracoes else _publicas(nomeacoes)
    validade = validade_do_cargo(cargo, hoje)
    colocacao, lugares = _lugares(candidatura, mostrar, ve_declaracoes=ve_declaracoes)
    situacao, espera = _situacao(candidatura, colocacao, nomeacoes, validade), None
    if situacao is Situacao.ESPERA:
        previsor = previsor_do_cargo(cargo)
        if not previsor.espera(str(candidatura.pk)):
            situacao = Situacao.SAIU
        elif not validade.vencida or validade.a_repor:
            espera = espera_da_pessoa(
                candidatura, previsor, validade=validade, mostrar=mostrar, ve_declaracoes=ve_declaracoes
            )
    return Porque(
        candidatura=candidatura,
        situacao=situacao,
        colocacao=colocacao,
        lugares=lugares,
        nomeacoes=nomeacoes,
        registros=_registros(candidatura, ve_declaracoes=ve_declaracoes),
        espera=espera,
        validade=validade,
        mostrar=mostrar,
        ve_declaracoes=ve_declaracoes,
    )


def _registros(candidatura: Candidatura, *, ve_declaracoes: bool) -> list[Evento]:
    """Os que valem. Ainda de quem foi chamado pela cota, o que a comissão decidiu não é público."""
    registros = Evento.objects.filter(candidatura=candidatura, desfeito_por=None).order_by("sequencia")
    return list(registros if ve_declaracoes else registros.exclude(tipo__in=RESERVADOS))


def _publicas(nomeacoes: Sequence[NomeacaoContada]) -> frozenset[CategoriaDaVaga]:
    """Reservas por que a pessoa já foi chamada: o ato, que é público, o diz."""
    valem = (contada for contada in nomeacoes if not contada.nomeacao.desfeita)
    contas = {CategoriaDaVaga(passo.ocupacao.categoria) for contada in valem for passo in contada.passos}
    return frozenset(contas - {CategoriaDaVaga.AMPLA})


def _lugares(
    candidatura: Candidatura, mostrar: frozenset[CategoriaDaVaga], *, ve_declaracoes: bool
) -> tuple[Colocacao | None, list[LugarNaLista]]:
    vigente = classificacao_vigente(candidatura.cargo)
    do_cargo = vigente.colocacoes.select_related("candidatura__inscricao__candidato") if vigente else None
    colocacao = do_cargo.filter(candidatura=candidatura).first() if do_cargo is not None else None
    if vigente is None or colocacao is None:
        return None, []
    especificas = [LISTA_DA_RESERVA[reserva] for reserva in RESERVAS if reserva in mostrar]
    lugares = lugares_nas_listas(
        candidatura.cargo,
        vigente,
        colocacao,
        listas=[Lista.GERAL, *especificas],
        com_vizinhos=[Lista.GERAL, *(especificas if ve_declaracoes else [])],
    )
    return colocacao, lugares


def _situacao(
    candidatura: Candidatura,
    colocacao: Colocacao | None,
    nomeacoes: Sequence[NomeacaoContada],
    validade: Validade,
) -> Situacao:
    if colocacao is None:
        return Situacao.SEM_LISTA
    if any(n.nomeacao.encerrada_por_id is None for n in nomeacoes):
        return Situacao.OCUPA
    if colocacao.posicao is None:
        return Situacao.NAO_APROVADA
    return Situacao.NAO_HOMOLOGADA if validade.fim is None else Situacao.ESPERA


def nomeacoes_contadas(
    cargo: Cargo, *, candidatura: Candidatura | None = None, vaga: int | None = None
) -> list[NomeacaoContada]:
    """As nomeações de uma pessoa ou de uma vaga, da primeira à última, cada uma com a sua história."""
    filtro = {"candidatura": candidatura} if candidatura else {"vaga__numero": vaga}
    nomeacoes = list(
        Nomeacao.objects.filter(vaga__cargo=cargo, **filtro)
        .select_related("vaga", "candidatura__inscricao__candidato", "evento__desfeito_por", "encerrada_por")
        .prefetch_related(Prefetch("atos", atos_para_mostrar().order_by("pk")))
        .order_by("evento__sequencia", "ordem")
    )
    if not nomeacoes:
        return []
    acervo = ler_acervo(cargo)
    return [_contada(cargo, acervo, nomeacao) for nomeacao in nomeacoes]


def _contada(cargo: Cargo, acervo: Acervo, nomeacao: Nomeacao) -> NomeacaoContada:
    antes = (
        nomeacoes_que_valem(cargo)
        .filter(vaga=nomeacao.vaga, espelho=False, evento__sequencia__lt=nomeacao.evento.sequencia)
        .select_related("candidatura__inscricao__candidato", "evento", "encerrada_por")
        .order_by("evento__sequencia")
    )
    return NomeacaoContada(
        nomeacao=nomeacao,
        razao=razao_da_vaga(regras_da_reserva(cargo), nomeacao.vaga.numero),
        passos=passos_da_ocupacao(acervo, nomeacao),
        antes=list(antes),
    )
