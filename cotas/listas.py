"""As três listas de um cargo: geral, específica dos cotistas e de PcD, todas na mesma ordem."""

from collections.abc import Iterable
from dataclasses import dataclass

from cotas.regras import RegrasDaReserva


@dataclass(frozen=True, slots=True)
class Habilitado:
    """Quem foi aprovado e pode ser chamado. `cotista`, `pcd` e `geral` dizem de que listas faz parte.

    Fora da geral fica quem a cláusula de barreira só aprovou numa lista específica; o lugar dele na ordem
    vale, nessa lista, como o de todos.
    """

    id: str
    cotista: bool = False
    pcd: bool = False
    geral: bool = True


@dataclass(frozen=True, slots=True)
class Listas:
    """Identificadores, do primeiro ao último."""

    geral: tuple[str, ...]
    cotas: tuple[str, ...]
    pcd: tuple[str, ...]


def montar_listas(regras: RegrasDaReserva, habilitados_em_ordem: Iterable[Habilitado]) -> Listas:
    """As listas, dada a ordem geral. Nas específicas vale a mesma ordem e, portanto, o mesmo desempate
    (Lei 11.111/2021, art. 5º). Onde a lei não se aplica, a de cotas fica vazia.
    """
    todos = tuple(habilitados_em_ordem)
    cotistas = todos if regras.aplicavel else ()
    return Listas(
        geral=tuple(h.id for h in todos if h.geral),
        cotas=tuple(h.id for h in cotistas if h.cotista),
        pcd=tuple(h.id for h in todos if h.pcd),
    )
