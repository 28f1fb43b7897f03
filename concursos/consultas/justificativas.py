"""Justificativas escritas dos achados: quais valem para os achados de agora, e as que o edital guarda."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from concursos.consultas.tipos import Achado
from concursos.models import Edital, JustificativaDoAchado


def justificativas_do_edital(edital: Edital) -> list[JustificativaDoAchado]:
    """A última de cada chave, na ordem em que se escreveram."""
    ultimas: dict[str, JustificativaDoAchado] = {}
    for cada in edital.justificativas.select_related("autor").order_by("pk"):
        ultimas.pop(cada.chave, None)
        ultimas[cada.chave] = cada
    return list(ultimas.values())


def com_justificativas(edital: Edital, achados: Iterable[Achado]) -> list[Achado]:
    """Os achados, deixando de impedir os que já têm justificativa escrita."""
    escritas = {cada.chave: cada for cada in justificativas_do_edital(edital)}
    return [
        replace(cada, impede=False, justificativa=escritas[cada.chave]) if cada.chave in escritas else cada
        for cada in achados
    ]
