"""A vigia da preterição: o que está gravado de um cargo, conferido pelas invariantes da ordem.

Lê do banco as vagas, as nomeações e as ocupações, não o que o motor calculou, e diz pela inscrição a quem
prejudica cada coisa que não confere, em que lista e por que dispositivo.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from concursos.models import Cargo
from cotas import (
    Categoria,
    Provimento,
    RegrasDaReserva,
    Violacao,
    conferir_ordem,
    eventos_efetivos,
    fundamentos_da_lista,
)
from nomeacoes.consultas.desfecho import Inscricoes
from nomeacoes.consultas.estado import EstadoDoCargo, evento_do_motor
from nomeacoes.consultas.plano import NOME_DA_RESERVA
from nomeacoes.consultas.valem import ocupacoes_que_valem
from nomeacoes.enums import CategoriaDaVaga
from nomeacoes.models import Evento, Vaga

# A vaga que não teve convocação deste cargo: índice que nenhum evento tem.
SEM_EVENTO = -1
# Uma adulteração no começo desarruma o que vem depois: as primeiras frases bastam para achá-la.
MAIS_FRASES = 20


def violacoes_do_cargo(estado: EstadoDoCargo, *novos: Evento) -> tuple[Violacao, ...]:
    """O que, gravado depois dos eventos do estado e dos `novos`, contraria a ordem da lei. Duas leituras."""
    eventos = (*estado.eventos, *novos)
    efetivos = eventos_efetivos([*estado.passados, *(evento_do_motor(evento) for evento in novos)])
    indices = {eventos[indice].pk: i for i, (indice, _) in enumerate(efetivos)}
    vagas, provimentos = _gravados(estado.cargo, indices)
    do_motor = tuple(evento for _, evento in efetivos)
    return conferir_ordem(estado.regras, estado.habilitados, do_motor, provimentos, vagas)


def frases_das_violacoes(violacoes: Sequence[Violacao], regras: RegrasDaReserva) -> list[str]:
    """Uma frase por violação, com a inscrição de quem prejudica, a lista e o dispositivo; as primeiras."""
    inscricoes = Inscricoes()
    frases = [_frase(violacao, regras, inscricoes) for violacao in violacoes[:MAIS_FRASES]]
    sobram = len(violacoes) - len(frases)
    return [*frases, f"E mais {sobram} que não conferem."] if sobram else frases


def _gravados(cargo: Cargo, indices: Mapping[int, int]) -> tuple[dict[int, Categoria], list[Provimento]]:
    """As vagas e os provimentos na ordem em que se chamou; `indices`: o de cada evento, pela chave."""
    primeiras, movidos = _ocupacoes(cargo)
    linhas = (
        Vaga.objects.filter(cargo=cargo, nomeacoes__evento__desfeito_por__isnull=True)
        .order_by("nomeacoes__evento__sequencia", "nomeacoes__ordem")
        .values_list(
            "numero",
            "categoria",
            "nomeacoes",
            "nomeacoes__candidatura",
            "nomeacoes__categoria",
            "nomeacoes__ocupa",
            "nomeacoes__evento",
            "nomeacoes__encerrada_por",
            "nomeacoes__espelho",
        )
    )
    vagas: dict[int, Categoria] = {}
    provimentos = []
    for numero, da_serie, nomeacao, quem, categoria, ocupa, evento, fim, espelho in linhas:
        vagas[numero] = Categoria(da_serie)
        if nomeacao is not None:
            provimentos.append(
                Provimento(
                    candidato=str(quem),
                    vaga=numero,
                    categoria=Categoria(categoria),
                    # Sem a primeira ocupação, vale o que a nomeação diz: se a reserva mudou, aparece.
                    chamado_na=Categoria(primeiras.get(nomeacao, ocupa)),
                    conta=Categoria(ocupa),
                    evento=indices.get(evento, SEM_EVENTO),
                    fim=None if fim is None else indices.get(fim, SEM_EVENTO),
                    movidos=tuple(movidos.get(nomeacao, ())),
                    espelho=espelho,
                )
            )
    return vagas, provimentos


def _ocupacoes(cargo: Cargo) -> tuple[dict[int, str], dict[int, list[str]]]:
    """Por nomeação, a conta em que foi chamada e as candidaturas que a sua chamada remanejou, em ordem."""
    primeiras: dict[int, str] = {}
    movidos: dict[int, list[str]] = defaultdict(list)
    linhas: Any = (
        ocupacoes_que_valem(cargo)
        .order_by("pk")
        .values_list("nomeacao", "sequencia", "categoria", "causa", "nomeacao__candidatura")
    )
    for nomeacao, sequencia, categoria, causa, quem in linhas:
        if sequencia == 1:
            primeiras[nomeacao] = categoria
        else:
            movidos[causa].append(str(quem))
    return primeiras, movidos


def _frase(violacao: Violacao, regras: RegrasDaReserva, inscricoes: Inscricoes) -> str:
    onde, quem = f"Na vaga {violacao.vaga}", ""
    if violacao.candidato is not None:
        quem = f"a inscrição {inscricoes[int(violacao.candidato)]}"
    if violacao.lista is None:
        return f"{', '.join(filter(None, (onde, quem)))}: {violacao.motivo}."
    lista = NOME_DA_RESERVA[CategoriaDaVaga(violacao.lista)]
    fundamentos = fundamentos_da_lista(regras, violacao.lista, violacao.vaga)
    citacao = "; ".join(fundamento.citacao for fundamento in fundamentos)
    if violacao.beneficiado is None:
        return f"{onde}, {quem}, da lista da {lista}, {violacao.motivo} ({citacao})."
    beneficiada = inscricoes[int(violacao.beneficiado)]
    return (
        f"{onde}, a inscrição {beneficiada} passaria à frente d{quem}, que esperava na lista da {lista} "
        f"({citacao})."
    )
