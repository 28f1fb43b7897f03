"""Estado de um cargo: os seus eventos, reaplicados pelo motor sobre a lista homologada."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from candidatos.consultas.classificacao import habilitados_em_ordem
from concursos.consultas import regras_da_reserva
from concursos.models import Cargo
from cotas import (
    Apuracao,
    Categoria,
    Chamada,
    Habilitado,
    RegrasDaReserva,
    TipoEvento,
    apurar,
    categorias_das_vagas,
)
from cotas import Evento as EventoDoMotor
from nomeacoes.models import Evento, Nomeacao


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
        return max((chamada.vaga for chamada in self.apuracao.chamadas), default=0)


def evento_do_motor(evento: Evento) -> EventoDoMotor:
    """O evento guardado, na forma do motor."""
    return EventoDoMotor(
        tipo=TipoEvento(evento.tipo),
        candidato=None if evento.candidatura_id is None else str(evento.candidatura_id),
        quantidade=evento.quantidade,
    )


def estado_do_cargo(cargo: Cargo) -> EstadoDoCargo:
    """Reaplica os eventos do cargo. `ErroDeEvento` se o que está guardado não tem sentido."""
    regras = regras_da_reserva(cargo)
    habilitados = tuple(habilitados_em_ordem(cargo))
    eventos = tuple(Evento.objects.filter(cargo=cargo).order_by("sequencia"))
    apuracao = apurar(regras, habilitados, tuple(evento_do_motor(evento) for evento in eventos))
    return EstadoDoCargo(cargo, regras, habilitados, eventos, apuracao)


def apurar_com(estado: EstadoDoCargo, novo: EventoDoMotor) -> Apuracao:
    """O que o motor diria se `novo` acontecesse agora. `ErroDeEvento` se ele não cabe."""
    passados = tuple(evento_do_motor(evento) for evento in estado.eventos)
    return apurar(estado.regras, estado.habilitados, (*passados, novo))


def categorias_na_serie(regras: RegrasDaReserva, ate: int) -> Mapping[int, Categoria]:
    """Categoria de cada vaga na série, da primeira até `ate`."""
    return dict(enumerate(categorias_das_vagas(regras, ate), start=1))


def primeira_divergencia(estado: EstadoDoCargo) -> str | None:
    """Frase sobre a primeira vaga em que o que está guardado difere do que o motor diz; nulo se confere.

    Compara, chamada por chamada, pessoa, categoria e o que ocupou; depois, quem ocupa cada vaga hoje.
    """
    guardadas = list(
        Nomeacao.objects.filter(vaga__cargo=estado.cargo)
        .select_related("vaga", "evento")
        .prefetch_related("ocupacoes")
        .order_by("evento__sequencia", "ordem")
    )
    chamadas = estado.apuracao.chamadas
    for chamada, nomeacao in zip(chamadas, guardadas, strict=False):
        if _da_chamada(estado, chamada) != _da_nomeacao(nomeacao):
            return f"a chamada para a vaga {chamada.vaga} não é a que está registrada"
    if len(chamadas) != len(guardadas):
        return f"há {len(guardadas)} nomeações registradas e {len(chamadas)} chamadas na ordem da lei"
    return next(_ocupacoes_divergentes(estado, guardadas), None)


def _da_chamada(estado: EstadoDoCargo, chamada: Chamada) -> tuple[object, ...]:
    sequencia = estado.eventos[chamada.evento].sequencia
    return (
        sequencia,
        chamada.vaga,
        chamada.candidato,
        str(chamada.categoria),
        str(chamada.ocupa),
        chamada.revertida,
    )


def _da_nomeacao(nomeacao: Nomeacao) -> tuple[object, ...]:
    ocupacoes = sorted(nomeacao.ocupacoes.all(), key=lambda ocupacao: ocupacao.sequencia)
    return (
        nomeacao.evento.sequencia,
        nomeacao.vaga.numero,
        str(nomeacao.candidatura_id),
        nomeacao.categoria,
        ocupacoes[0].categoria if ocupacoes else "",
        nomeacao.revertida,
    )


def _ocupacoes_divergentes(estado: EstadoDoCargo, guardadas: list[Nomeacao]) -> Iterator[str]:
    """Uma frase por vaga cuja ocupação de hoje não é a do motor, na ordem dos números."""
    apuracao = estado.apuracao
    do_motor = {vaga: (quem, str(apuracao.ocupacao[quem])) for quem, vaga in apuracao.vaga_de.items()}
    do_banco = {
        nomeacao.vaga.numero: (str(nomeacao.candidatura_id), nomeacao.ocupa)
        for nomeacao in guardadas
        if nomeacao.encerrada_por_id is None
    }
    for vaga in sorted(do_motor.keys() | do_banco.keys()):
        if do_motor.get(vaga) != do_banco.get(vaga):
            yield f"a ocupação da vaga {vaga} não é a que está registrada"
