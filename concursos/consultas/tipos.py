"""Achados da conferência de um edital."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concursos.models import Cargo, Edital, JustificativaDoAchado, Regras
from cotas import Fundamento

Alvo = Edital | Regras | Cargo


@dataclass(frozen=True, slots=True)
class Achado:
    """O que a conferência encontrou: onde, o quê e o que fazer; `alvo` é o registro a corrigir.

    `chave`, se não vazia: o achado pode ser justificado por escrito, e ela o identifica com os seus
    números. `fundamentos`: os dispositivos de que o achado decorre.
    """

    alvo: Alvo
    onde: str
    mensagem: str
    impede: bool
    chave: str = ""
    fundamentos: tuple[Fundamento, ...] = ()
    justificativa: JustificativaDoAchado | None = None

    def __str__(self) -> str:
        return f"{self.onde}: {self.mensagem}"

    @property
    def alvo_tipo(self) -> str:
        """ "edital", "regras" ou "cargo"."""
        return str(self.alvo._meta.model_name)

    @property
    def citacoes(self) -> list[str]:
        """As fontes do achado, sem repetição."""
        return list(dict.fromkeys(fundamento.citacao for fundamento in self.fundamentos))


def achado(alvo: Alvo, onde: str, mensagem: str, *, fundamentos: Sequence[Fundamento] = ()) -> Achado:
    """Achado que impede a publicação até que se corrija."""
    return Achado(alvo, onde, mensagem, impede=True, fundamentos=tuple(fundamentos))


def achado_justificavel(
    alvo: Alvo, onde: str, mensagem: str, *, chave: str, fundamentos: Sequence[Fundamento]
) -> Achado:
    """Achado que impede a publicação até que se corrija ou se justifique por escrito."""
    return Achado(alvo, onde, mensagem, impede=True, chave=chave, fundamentos=tuple(fundamentos))


def aviso(alvo: Alvo, onde: str, mensagem: str, *, fundamentos: Sequence[Fundamento] = ()) -> Achado:
    """Achado que não impede a publicação."""
    return Achado(alvo, onde, mensagem, impede=False, fundamentos=tuple(fundamentos))
