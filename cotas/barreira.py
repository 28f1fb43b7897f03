"""A cláusula de barreira: de cada lista só se aprova até certo lugar, e mais quem empata com o último.

Empate é o da nota final: a cadeia de desempate dá o lugar, mas não separa quem a barreira aprova.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from cotas.enums import Categoria
from cotas.erros import ErroDeRegra
from cotas.listas import Habilitado


@dataclass(frozen=True, slots=True)
class Barreira:
    """Até que lugar de cada lista se aprova; nulo, sem barreira. ErroDeRegra se não é de 1 para cima."""

    geral: int | None = None
    cotas: int | None = None
    pcd: int | None = None

    def __post_init__(self) -> None:
        """Confere cada limite."""
        for nome in ("geral", "cotas", "pcd"):
            limite = getattr(self, nome)
            if limite is not None and (type(limite) is not int or limite < 1):
                raise ErroDeRegra(
                    f"classificacao.barreira.{nome}", "deve ser um número inteiro, de 1 para cima"
                )

    def limite(self, lista: Categoria) -> int | None:
        """O da lista."""
        return {Categoria.AMPLA: self.geral, Categoria.COTAS: self.cotas, Categoria.PCD: self.pcd}[lista]


def aplicar_barreira(
    em_ordem: Sequence[Habilitado], notas: Sequence[Decimal], barreira: Barreira
) -> tuple[list[Habilitado], list[str]]:
    """Quem fica, na mesma ordem e com as listas em que fica, e quem a barreira deixa fora de todas.

    `notas`: a final de cada um. Cada lista corta-se por si: quem passa da barreira da geral fica só nas
    específicas que alcança.
    """
    dentro = {lista: _dentro(em_ordem, notas, lista, barreira.limite(lista)) for lista in Categoria}
    situados = [
        replace(
            pessoa,
            geral=pessoa.id in dentro[Categoria.AMPLA],
            cotista=pessoa.id in dentro[Categoria.COTAS],
            pcd=pessoa.id in dentro[Categoria.PCD],
        )
        for pessoa in em_ordem
    ]
    ficam = [pessoa for pessoa in situados if pessoa.geral or pessoa.cotista or pessoa.pcd]
    na_lista = {pessoa.id for pessoa in ficam}
    return ficam, [pessoa.id for pessoa in em_ordem if pessoa.id not in na_lista]


def _dentro(
    em_ordem: Sequence[Habilitado], notas: Sequence[Decimal], lista: Categoria, limite: int | None
) -> set[str]:
    da_lista = [(p.id, nota) for p, nota in zip(em_ordem, notas, strict=True) if _esta(p, lista)]
    if limite is None or limite >= len(da_lista):
        return {pessoa for pessoa, _ in da_lista}
    ultima = da_lista[limite - 1][1]
    return {pessoa for lugar, (pessoa, nota) in enumerate(da_lista, 1) if lugar <= limite or nota == ultima}


def _esta(pessoa: Habilitado, lista: Categoria) -> bool:
    if lista is Categoria.AMPLA:
        return pessoa.geral
    return pessoa.cotista if lista is Categoria.COTAS else pessoa.pcd
