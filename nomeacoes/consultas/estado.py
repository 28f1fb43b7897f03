"""Estado de um cargo: os seus eventos, reaplicados pelo motor sobre a lista homologada."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from candidatos.consultas.classificacao import classificacao_vigente, habilitados_da_classificacao
from candidatos.consultas.retificacao import oficial_anterior
from candidatos.models import Classificacao
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
    """O que o motor diz do cargo depois do último evento. `eventos` em sequência, como no banco.

    `habilitados`: os da lista que valia antes do primeiro; `passados`: os eventos na forma do motor.
    """

    cargo: Cargo
    regras: RegrasDaReserva
    habilitados: tuple[Habilitado, ...]
    eventos: tuple[Evento, ...]
    passados: tuple[EventoDoMotor, ...]
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
    """O evento guardado, na forma do motor; na retificação, com a lista que ela fez valer."""
    nova = evento.classificacao
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
        habilitados=None if nova is None else tuple(habilitados_da_classificacao(nova)),
    )


def ler_eventos(cargo: Cargo) -> tuple[Evento, ...]:
    """Os eventos do cargo, em sequência, com o que cada um desfaz ou retifica."""
    eventos = Evento.objects.filter(cargo=cargo).select_related(
        "desfaz", "classificacao__retificacao__importacao"
    )
    return tuple(eventos.order_by("sequencia"))


def lista_inicial(cargo: Cargo, eventos: Sequence[Evento]) -> Classificacao | None:
    """A lista que valia antes do primeiro evento; nula se o cargo nunca foi classificado.

    É a vigente, salvo se um evento a retificou: então, a que o primeiro que o fez substituiu.
    """
    nova = next((e.classificacao for e in eventos if e.classificacao is not None), None)
    return classificacao_vigente(cargo) if nova is None else oficial_anterior(nova)


def habilitados_iniciais(cargo: Cargo, eventos: Sequence[Evento]) -> tuple[Habilitado, ...]:
    """Os aprovados da lista que valia antes do primeiro evento, em ordem geral."""
    inicial = lista_inicial(cargo, eventos)
    return () if inicial is None else tuple(habilitados_da_classificacao(inicial))


def estado_do_cargo(cargo: Cargo) -> EstadoDoCargo:
    """Reaplica os eventos do cargo. `ErroDeEvento` se o que está guardado não tem sentido."""
    regras, eventos = regras_da_reserva(cargo), ler_eventos(cargo)
    habilitados = habilitados_iniciais(cargo, eventos)
    passados = tuple(evento_do_motor(evento) for evento in eventos)
    apuracao = apurar(regras, habilitados, passados)
    return EstadoDoCargo(cargo, regras, habilitados, eventos, passados, apuracao)


def apurar_com(estado: EstadoDoCargo, novo: EventoDoMotor) -> Apuracao:
    """O que o motor diria se `novo` acontecesse agora. `ErroDeEvento` se ele não cabe."""
    return apurar(estado.regras, estado.habilitados, (*estado.passados, novo))


def categorias_na_serie(regras: RegrasDaReserva, ate: int) -> Mapping[int, Categoria]:
    """Categoria de cada vaga na série, da primeira até `ate`."""
    return dict(enumerate(categorias_das_vagas(regras, ate), start=1))
