"""O que uma lista retificada faz a quem já foi chamado, e o que impede que ela passe a valer.

Quem não teria sido chamado e quem já o teria sido di-lo o motor (`cotas.contrafactual`); aqui estão as
pessoas e as palavras.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from candidatos.consultas.comparacao_do_resultado import Par
from candidatos.consultas.efeitos_da_retificacao import EfeitosNoCargo
from concursos.models import Cargo
from cotas import Chamada, Habilitado, TipoEvento, apurar, efeitos_da_lista
from cotas import Evento as EventoDoMotor
from nomeacoes.consultas.afetados import Afetados
from nomeacoes.consultas.estado import EstadoDoCargo, apurar_com, estado_do_cargo
from nomeacoes.consultas.situacoes import frase_da_proxima
from nomeacoes.models import Evento


def impedimento_da_retificacao(cargo: Cargo, vistos: EfeitosNoCargo | None) -> str:
    """Frase que impede retificar com efeitos que já não são os de agora; vazia se são."""
    ultimo = Evento.objects.filter(cargo=cargo).order_by("-sequencia").first()
    if (ultimo.sequencia if ultimo else 0) == (vistos.registros if vistos else 0):
        return ""
    return (
        f"O cargo {cargo.codigo} – {cargo} teve convocação ou outro registro depois da comparação: compare "
        "de novo, para ver o que a retificação faz a quem já foi chamado."
    )


def efeitos_sobre_as_chamadas(
    cargo: Cargo, novos: Sequence[Habilitado], pares: Mapping[int, Par]
) -> EfeitosNoCargo | None:
    """O que a lista nova faz ao cargo; nulo se nada ainda lhe aconteceu. Só lê.

    `ErroDeEvento` se os registros não se reaplicam.
    """
    if not Evento.objects.filter(cargo=cargo).exists():
        return None
    estado = estado_do_cargo(cargo)
    vistos = efeitos_da_lista(estado.regras, estado.habilitados, estado.passados, novos)
    vez = _chamadas(estado, novos, max((p.quantas or 1 for p in vistos.preteridos), default=1))
    proximas = _proxima(estado), next(iter(vez.values()), None)
    em_vaga = sorted({**vistos.conservam, **vistos.trocam}, key=lambda quem: estado.apuracao.vaga_de[quem])
    quem = [*em_vaga, *(p.pessoa for p in vistos.preteridos), *(c.candidato for c in proximas if c)]
    pessoas = Afetados(quem, pares, estado.apuracao)
    return EfeitosNoCargo(
        registros=estado.ultima_sequencia,
        em_vaga=tuple(pessoas.em_vaga(quem, vistos.trocam.get(quem, (0, None))[1]) for quem in em_vaga),
        preteridos=tuple(pessoas.preterido(cada, vez.get(cada.pessoa)) for cada in vistos.preteridos),
        iguais=len(estado.apuracao.vaga_de) - len(em_vaga),
        proxima=frase_da_proxima(*proximas, pessoas.candidaturas),
    )


def _convocar(quantas: int) -> EventoDoMotor:
    return EventoDoMotor(TipoEvento.CONVOCAR, quantidade=quantas)


def _chamadas(estado: EstadoDoCargo, novos: Sequence[Habilitado], quantas: int) -> dict[str, Chamada]:
    """Das próximas chamadas, já pela lista nova, a de cada pessoa, em ordem; nenhuma se extinto."""
    if estado.apuracao.extinto:
        return {}
    retificacao = EventoDoMotor(TipoEvento.RETIFICACAO, habilitados=tuple(novos))
    eventos = (*estado.passados, retificacao, _convocar(quantas))
    feitas = apurar(estado.regras, estado.habilitados, eventos).chamadas
    return {chamada.candidato: chamada for chamada in feitas if chamada.evento == len(eventos) - 1}


def _proxima(estado: EstadoDoCargo) -> Chamada | None:
    """A que viria se a lista não mudasse."""
    if estado.apuracao.extinto:
        return None
    indice, feitas = len(estado.passados), apurar_com(estado, _convocar(1)).chamadas
    return next((chamada for chamada in feitas if chamada.evento == indice), None)
