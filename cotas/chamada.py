"""O que entra e o que sai da ordem de convocação: eventos e chamadas."""

from dataclasses import dataclass

from cotas.enums import Categoria, Desfecho, EfeitoSubJudice, Ressalva, TipoEvento
from cotas.fundamentos import Fundamento
from cotas.listas import Habilitado


@dataclass(frozen=True, slots=True)
class Evento:
    """Algo que acontece ao certame. Cada tipo tem os seus campos; os outros ficam nulos (`docs/casos.md`).

    `quantidade`: em CONVOCAR. `candidato`: nos que tratam de uma pessoa. `efeito`: em SUB_JUDICE.
    `desfecho`: em FIM_SUB_JUDICE e FIM_CONDICIONAL. `apos` (nulo: no alto da lista) e `lista` (a em que se
    põe quem não estava em nenhuma): em ORDEM_JUDICIAL. `lista`: em OPCAO, a reserva escolhida.
    `habilitados`: em RETIFICACAO, a nova lista, em ordem geral. `desfaz`: em DESFAZIMENTO, o número do
    evento, contado de um. `processo`: o judicial, que os fundamentos citam.
    """

    tipo: TipoEvento
    candidato: str | None = None
    quantidade: int | None = None
    efeito: EfeitoSubJudice | None = None
    desfecho: Desfecho | None = None
    apos: str | None = None
    lista: Categoria | None = None
    habilitados: tuple[Habilitado, ...] | None = None
    desfaz: int | None = None
    processo: str = ""


CONVOCAR_UM = Evento(TipoEvento.CONVOCAR, quantidade=1)


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
    `cotista` e `adiado`: o chamado está na lista específica; pedira o final de fila. `espelho`: a vaga é
    espelhada, fora da conta, e a de mesmo número segue para o próximo. `ressalva` e `processo`: sub judice,
    condicional ou posto ali por ordem judicial.
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
    espelho: bool = False
    ressalva: Ressalva | None = None
    processo: str = ""
    fundamentos: tuple[Fundamento, ...] = ()

    @property
    def remanejado(self) -> str | None:
        """O último que a chamada moveu de uma reserva para a ampla."""
        return self.remanejamentos[-1].candidato if self.remanejamentos else None
