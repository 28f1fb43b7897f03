"""Recusas que a pessoa lê: dizem o quê, onde e o que fazer."""

from __future__ import annotations

from collections.abc import Sequence


class Recusa(Exception):
    """O pedido não pode ser atendido. `detalhes`: uma frase por impedimento, quando são vários."""

    def __init__(self, mensagem: str, detalhes: Sequence[str] = ()) -> None:
        super().__init__(mensagem)
        self.mensagem = mensagem
        self.detalhes = list(detalhes)


class Conflito(Recusa):
    """Outra pessoa ou outro evento mudou o que estava na tela: é preciso ver de novo."""
