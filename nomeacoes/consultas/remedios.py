"""Quem, por uma lista retificada, já devia ter sido chamado, e ainda espera: o que as chamadas remedeiam."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from candidatos.consultas.efeitos_da_retificacao import efeitos_guardados_do_cargo
from candidatos.models import Candidatura, RetificacaoDoResultado
from concursos.models import Cargo
from cotas import Previsor
from nomeacoes.consultas.espera import n
from nomeacoes.consultas.estado import EstadoDoCargo, estado_do_cargo
from nomeacoes.consultas.plano import Plano
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento

# A vez de cada um custa uma previsão: das primeiras diz-se, das outras sabe-se que esperam.
COM_A_VEZ = 20


@dataclass(frozen=True, slots=True)
class RemedioPendente:
    """Alguém que pela lista retificada já teria sido chamado. `vez`: quando a ordem o chama, em palavras."""

    candidatura: Candidatura
    retificacao: RetificacaoDoResultado
    vez: str


@dataclass(frozen=True, slots=True)
class RemediosDoPlano:
    """Dos pendentes, os que o plano chama e os que deixa por chamar."""

    chamados: tuple[RemedioPendente, ...]
    deixados: tuple[RemedioPendente, ...]


def remedios_do_cargo(cargo: Cargo) -> tuple[RemedioPendente, ...]:
    """Os do cargo, na ordem em que teriam sido chamados; vazio, sem reaplicar nada, se nada se retificou."""
    if not Evento.objects.filter(cargo=cargo, tipo=TipoDoEvento.RETIFICACAO).exists():
        return ()
    return remedios_pendentes(estado_do_cargo(cargo))


def remedios_pendentes(estado: EstadoDoCargo) -> tuple[RemedioPendente, ...]:
    """Os que a última retificação mostrou, que refaz tudo desde o começo, menos quem já tem vaga ou saiu."""
    novas = (e.classificacao for e in reversed(estado.eventos) if e.classificacao is not None)
    retificacao = next((nova.retificacao for nova in novas), None)
    efeitos = efeitos_guardados_do_cargo(retificacao.importacao, estado.cargo) if retificacao else None
    if retificacao is None or efeitos is None or not efeitos.preteridos:
        return ()
    previsor = Previsor(estado.regras, estado.habilitados, estado.passados)
    esperam = [
        pessoa
        for pessoa in _pessoas(estado.cargo, [cada.numero for cada in efeitos.preteridos])
        if previsor.espera(str(pessoa.pk)) and str(pessoa.pk) not in estado.apuracao.vaga_de
    ]
    return tuple(
        RemedioPendente(pessoa, retificacao, _vez(previsor, pessoa) if ordem < COM_A_VEZ else "")
        for ordem, pessoa in enumerate(esperam)
    )


def remedios_do_plano(plano: Plano) -> RemediosDoPlano:
    """O que o plano remedeia, e o que deixa por remediar."""
    pendentes = remedios_pendentes(plano.estado)
    chamados = {chamada.candidatura.pk for chamada in plano.chamadas}
    return RemediosDoPlano(
        tuple(cada for cada in pendentes if cada.candidatura.pk in chamados),
        tuple(cada for cada in pendentes if cada.candidatura.pk not in chamados),
    )


def _pessoas(cargo: Cargo, numeros: Iterable[str]) -> list[Candidatura]:
    """As candidaturas das inscrições, na ordem dada."""
    numeros = list(numeros)
    achadas = Candidatura.objects.filter(cargo=cargo, inscricao__numero__in=numeros)
    por_numero = {c.inscricao.numero: c for c in achadas.select_related("inscricao__candidato")}
    return [por_numero[numero] for numero in numeros if numero in por_numero]


def _vez(previsor: Previsor, pessoa: Candidatura) -> str:
    previsao = previsor.ate_a_pessoa(str(pessoa.pk))
    if previsao is None:
        return "sem vez prevista"
    vaga = f"para a vaga {n(previsao.chamada.vaga)}"
    if previsao.quantas == 1:
        return f"é da próxima chamada, {vaga}"
    return f"a sua vez vem na {n(previsao.quantas)}ª chamada, {vaga}"
