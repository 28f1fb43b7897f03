"""Estado de um cargo: os seus eventos, reaplicados pelo motor sobre a lista homologada."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from candidatos.consultas.classificacao import habilitados_em_ordem
from concursos.consultas import regras_da_reserva
from concursos.models import Cargo
from cotas import (
    Apuracao,
    Categoria,
    Desfecho,
    EfeitoSubJudice,
    Habilitado,
    RegrasDaReserva,
    TipoEvento,
    apurar,
    categorias_das_vagas,
)
from cotas import Evento as EventoDoMotor
from nomeacoes.models import Evento


@dataclass(frozen=True, slots=True)
class EstadoDoCargo:
    """O que o motor diz do cargo depois do último evento. `eventos` em sequência, como no banco."""

    cargo: Cargo
    regras: RegrasDaReserva
    habilitados: tuple[Habilitado, ...]
    eventos: tuple[Evento, ...]
    apuracao: Apuracao

    @property
    def ultima_sequencia(self) -> int:
        """Sequência do último evento; zero se não houve nenhum."""
        return self.eventos[-1].sequencia if self.eventos else 0

    @property
    def ultima_vaga(self) -> int:
        """Maior número de vaga já provida; zero se nenhuma."""
        return max((c.vaga for c in self.apuracao.chamadas if not c.espelho), default=0)


def evento_do_motor(evento: Evento) -> EventoDoMotor:
    """O evento guardado, na forma do motor."""
    return EventoDoMotor(
        tipo=TipoEvento(evento.tipo),
        candidato=None if evento.candidatura_id is None else str(evento.candidatura_id),
        quantidade=evento.quantidade,
        efeito=EfeitoSubJudice(evento.efeito) if evento.efeito else None,
        desfecho=Desfecho(evento.desfecho) if evento.desfecho else None,
        apos=None if evento.apos_id is None else str(evento.apos_id),
        lista=Categoria(evento.lista) if evento.lista else None,
        desfaz=None if evento.desfaz is None else evento.desfaz.sequencia,
        processo=evento.processo,
    )


def estado_do_cargo(cargo: Cargo) -> EstadoDoCargo:
    """Reaplica os eventos do cargo. `ErroDeEvento` se o que está guardado não tem sentido."""
    regras = regras_da_reserva(cargo)
    habilitados = tuple(habilitados_em_ordem(cargo))
    eventos = tuple(Evento.objects.filter(cargo=cargo).select_related("desfaz").order_by("sequencia"))
    apuracao = apurar(regras, habilitados, tuple(evento_do_motor(evento) for evento in eventos))
    return EstadoDoCargo(cargo, regras, habilitados, eventos, apuracao)


def apurar_com(estado: EstadoDoCargo, novo: EventoDoMotor) -> Apuracao:
    """O que o motor diria se `novo` acontecesse agora. `ErroDeEvento` se ele não cabe."""
    passados = tuple(evento_do_motor(evento) for evento in estado.eventos)
    return apurar(estado.regras, estado.habilitados, (*passados, novo))


def categorias_na_serie(regras: RegrasDaReserva, ate: int) -> Mapping[int, Categoria]:
    """Categoria de cada vaga na série, da primeira até `ate`."""
    return dict(enumerate(categorias_das_vagas(regras, ate), start=1))
