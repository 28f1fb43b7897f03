"""O que entra e o que sai da ordem de convocação: eventos e chamadas."""

from dataclasses import dataclass

from cotas.enums import Categoria, TipoEvento
from cotas.fundamentos import Fundamento


@dataclass(frozen=True, slots=True)
class Evento:
    """Algo que acontece ao certame: `quantidade` só em CONVOCAR, `candidato` em todos os outros."""

    tipo: TipoEvento
    candidato: str | None = None
    quantidade: int | None = None


@dataclass(frozen=True, slots=True)
class Remanejamento:
    """Alguém, na sua `vaga`, que deixou de contar na reserva `de` e passou a contar na ampla."""

    candidato: str
    vaga: int
    de: Categoria


@dataclass(frozen=True, slots=True)
class Chamada:
    """Uma convocação: quem, para qual vaga, em que conta e por quê.

    `evento`: índice do evento que a fez. `categoria`: a da vaga ao ser chamada. `ocupa`: em que conta
    ficou o chamado. `remanejamentos`: todos os que a chamada moveu para a ampla, em ordem. `revertida`:
    a vaga é de reserva e a sua lista não tinha a quem chamar. `reaberta`: a vaga já tivera ocupante.
    `cotista` e `adiado`: o chamado está na lista específica; pedira o final de fila.
    """

    evento: int
    vaga: int
    categoria: Categoria
    candidato: str
    ocupa: Categoria
    remanejamentos: tuple[Remanejamento, ...] = ()
    revertida: bool = False
    reaberta: bool = False
    cotista: bool = False
    adiado: bool = False
    fundamentos: tuple[Fundamento, ...] = ()

    @property
    def remanejado(self) -> str | None:
        """O último que a chamada moveu de uma reserva para a ampla."""
        return self.remanejamentos[-1].candidato if self.remanejamentos else None
