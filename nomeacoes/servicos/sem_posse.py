"""Posse que não veio no prazo: o plano, que só se lê, e o registro, que uma pessoa confirma."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.utils import timezone

from concursos.models import Cargo
from concursos.servicos.trancas import trancar_cargo
from nomeacoes.consultas.sem_posse import PlanoSemPosse, planejar_sem_posse
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento
from nomeacoes.servicos.convocacao import ler_estado
from nomeacoes.servicos.ocorrencias import gravar_evento
from nucleo.erros import Conflito, Recusa
from nucleo.permissoes import Autor, servico

NINGUEM = "Ninguém deste cargo está com o prazo da posse acabado."


@servico
def sem_posse_planejar(
    *, autor: Autor, cargo: Cargo, escolhidas: Sequence[int] | None = None
) -> PlanoSemPosse:
    """A minuta e o plano da chamada para quem não tomou posse no prazo: só lê. `Recusa` se não há ninguém.

    `escolhidas`: chaves das nomeações; nulo, todas as que cabem.
    """
    return _plano(cargo, escolhidas)


@servico
def sem_posse_confirmar(
    *, autor: Autor, cargo: Cargo, escolhidas: Sequence[int], versao: str, data: date, documento: str
) -> list[Evento]:
    """Torna sem efeito as nomeações escolhidas, todas ou nenhuma; a convocação confirma-se à parte.

    `Conflito` se o plano já não é o da `versao`. `Recusa` sem ninguém escolhido, pela data ou pelo documento.
    """
    cargo = trancar_cargo(cargo)
    plano = _plano(cargo, escolhidas)
    if not plano.escolhidas:
        raise Recusa("Escolha ao menos uma pessoa cuja nomeação possa tornar-se sem efeito.")
    if plano.versao != versao or {p.nomeacao.pk for p in plano.escolhidas} != set(escolhidas):
        raise Conflito(
            "O plano mudou desde que você o viu: houve posse, prorrogação, ou outro registro neste cargo. "
            "Nada foi gravado: confira de novo e confirme."
        )
    for pessoa in plano.escolhidas:
        if data <= pessoa.prazo.fim:
            raise Recusa(f"A data tem de vir depois do fim do prazo, de {pessoa.prazo.fim:%d/%m/%Y}.")
    return [
        gravar_evento(
            autor,
            Evento(
                cargo=cargo,
                tipo=TipoDoEvento.SEM_EFEITO,
                candidatura=pessoa.nomeacao.candidatura,
                data=data,
                motivo=pessoa.motivo,
                documento=documento,
            ),
        )
        for pessoa in plano.escolhidas
    ]


def _plano(cargo: Cargo, escolhidas: Sequence[int] | None) -> PlanoSemPosse:
    ler_estado(cargo)  # Conflito, em palavras, se os registros não se reaplicam.
    plano = planejar_sem_posse(cargo, hoje=timezone.localdate(), escolhidas=escolhidas)
    if plano is None:
        raise Recusa(NINGUEM)
    return plano
