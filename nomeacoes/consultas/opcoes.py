"""Quem um plano chama por uma reserva e a outra também alcançaria: pode escolher, antes de se confirmar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from candidatos.models import Candidatura
from cotas import Categoria, ErroDeEvento, TipoEvento, apurar, eventos_efetivos
from cotas import Evento as EventoDoMotor
from nomeacoes.consultas.estado import EstadoDoCargo
from nomeacoes.consultas.plano import ChamadaPlanejada, Plano
from nomeacoes.enums import CategoriaDaVaga

OUTRA = {CategoriaDaVaga.COTAS: CategoriaDaVaga.PCD, CategoriaDaVaga.PCD: CategoriaDaVaga.COTAS}


@dataclass(frozen=True, slots=True)
class OpcaoPorRegistrar:
    """Chamada na `vaga` pela reserva `por`; optando pela `outra`, seria chamada por ela na `outra_vaga`.

    Diz que a pessoa está nas duas listas específicas: só a vê quem vê autodeclarações.
    """

    candidatura: Candidatura
    vaga: int
    por: CategoriaDaVaga
    outra_vaga: int
    outra: CategoriaDaVaga


def opcoes_por_registrar(plano: Plano) -> tuple[OpcaoPorRegistrar, ...]:
    """As pessoas do plano a quem cabe escolher a reserva, e ainda não escolheram. Só lê.

    Faz de conta que cada uma optou pela outra reserva e repete a convocação: se esta a chama por ela, as
    duas a alcançam.
    """
    return tuple(_opcoes(plano))


def _opcoes(plano: Plano) -> Iterator[OpcaoPorRegistrar]:
    nas_duas = _nas_duas_sem_opcao(plano.estado)
    das_vagas = {c.categoria for c in plano.chamadas} | {c.ocupa for c in plano.chamadas}
    for chamada in plano.chamadas:
        outra = OUTRA.get(chamada.ocupa)
        # Sem vaga da outra reserva nesta convocação, ela não alcança ninguém.
        if outra is None or outra not in das_vagas or str(chamada.candidatura.pk) not in nas_duas:
            continue
        vaga = _vaga_pela_outra(plano, chamada, outra)
        if vaga is not None:
            yield OpcaoPorRegistrar(chamada.candidatura, chamada.vaga, chamada.ocupa, vaga, outra)


def _nas_duas_sem_opcao(estado: EstadoDoCargo) -> set[str]:
    efetivos = [evento for _, evento in eventos_efetivos(estado.passados)]
    retificadas = (e.habilitados for e in reversed(efetivos) if e.habilitados is not None)
    lista = next(retificadas, estado.habilitados)
    optaram = {evento.candidato for evento in efetivos if evento.tipo is TipoEvento.OPCAO}
    return {h.id for h in lista if h.cotista and h.pcd} - optaram


def _vaga_pela_outra(plano: Plano, chamada: ChamadaPlanejada, outra: CategoriaDaVaga) -> int | None:
    """A vaga por que, optando pela `outra`, esta convocação a chamaria por ela; nula, se nenhuma."""
    estado, quem = plano.estado, str(chamada.candidatura.pk)
    opcao = EventoDoMotor(tipo=TipoEvento.OPCAO, candidato=quem, lista=Categoria(outra))
    convocar = EventoDoMotor(tipo=TipoEvento.CONVOCAR, quantidade=plano.quantidade)
    try:
        apuracao = apurar(estado.regras, estado.habilitados, (*estado.passados, opcao, convocar))
    except ErroDeEvento:
        # Já não está nas duas listas: a autodeclaração não se confirmou, ou a lei não rege o edital.
        return None
    do_plano = (c for c in apuracao.chamadas if c.evento == len(estado.passados) + 1)
    return next((c.vaga for c in do_plano if c.candidato == quem and c.ocupa.value == outra.value), None)
