"""Achados da conferência de um edital."""

from __future__ import annotations

from dataclasses import dataclass

from concursos.models import Cargo, Edital, Regras


@dataclass(frozen=True, slots=True)
class Achado:
    """O que a conferência encontrou: onde, o quê e o que fazer; `alvo` é o registro a corrigir."""

    alvo: Edital | Regras | Cargo
    onde: str
    mensagem: str
    impede: bool

    def __str__(self) -> str:
        return f"{self.onde}: {self.mensagem}"

    @property
    def alvo_tipo(self) -> str:
        """ "edital", "regras" ou "cargo"."""
        return str(self.alvo._meta.model_name)


def achado(alvo: Edital | Regras | Cargo, onde: str, mensagem: str) -> Achado:
    """Achado que impede a publicação."""
    return Achado(alvo, onde, mensagem, impede=True)


def aviso(alvo: Edital | Regras | Cargo, onde: str, mensagem: str) -> Achado:
    """Achado que não impede a publicação."""
    return Achado(alvo, onde, mensagem, impede=False)
