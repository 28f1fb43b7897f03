"""O que uma lista retificada revela: quem ela já teria chamado, e quem não; nada se desfaz por isso.

A lista nova vale dali em diante, e quem está em vaga fica nela (`docs/interpretacoes.md`). Para achar a
preterição, refazem-se os mesmos registros como se a lista nova fosse a de sempre, e vê-se quem estaria nas
mesmas tantas vagas.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from cotas.apuracao import andamento_inicial, como_a_lei_rege, reaplicar
from cotas.chamada import Evento
from cotas.enums import TipoEvento
from cotas.erros import ErroDeEvento
from cotas.listas import Habilitado
from cotas.ordem import Andamento
from cotas.previsao import vezes
from cotas.reaplicacao import eventos_efetivos
from cotas.regras import RegrasDaReserva


@dataclass(frozen=True, slots=True)
class Preterido:
    """Quem espera e já teria vaga. `vaga`: a que teria; `quantas`: chamadas até a sua, se há."""

    pessoa: str
    vaga: int
    quantas: int | None


@dataclass(frozen=True, slots=True)
class EfeitosDaLista:
    """O que a lista nova muda a quem já se chamou, ou já se devia ter chamado.

    `conservam`: em vaga, e por ela não a teriam; `trocam`: em vaga, e a sua seria outra, que se diz;
    `preteridos`, na ordem em que seriam chamados; `saem`: esperavam e deixam o certame.
    """

    conservam: Mapping[str, int]
    trocam: Mapping[str, tuple[int, int]]
    preteridos: tuple[Preterido, ...]
    saem: tuple[str, ...]


def efeitos_da_lista(
    regras: RegrasDaReserva,
    habilitados: Sequence[Habilitado],
    eventos: Sequence[Evento],
    nova: Sequence[Habilitado],
) -> EfeitosDaLista:
    """Confronta o cargo com o que a lista `nova`, em ordem geral, teria dado desde o primeiro evento.

    `habilitados`: a lista de antes do primeiro. Custo: reaplicar os eventos três vezes, e O(n) chamadas.
    Erros como em `apurar`.
    """
    hoje = reaplicar(regras, habilitados, eventos).andamento
    retificacao = Evento(TipoEvento.RETIFICACAO, habilitados=tuple(nova))
    depois = reaplicar(regras, habilitados, [*eventos, retificacao]).andamento
    teria = _desde_o_comeco(regras, habilitados, eventos, nova).vaga_de
    na_vaga = depois.vaga_de
    em_ordem = sorted(na_vaga.items(), key=lambda par: par[1])
    return EfeitosDaLista(
        conservam={pessoa: vaga for pessoa, vaga in em_ordem if pessoa not in teria},
        trocam={
            pessoa: (vaga, teria[pessoa]) for pessoa, vaga in em_ordem if teria.get(pessoa, vaga) != vaga
        },
        preteridos=_preteridos(depois, {p: vaga for p, vaga in teria.items() if depois.espera(p)}),
        saem=tuple(
            p for p in _ja_listados(habilitados, eventos) if hoje.espera(p) and not depois.no_certame(p)
        ),
    )


def _ja_listados(habilitados: Sequence[Habilitado], eventos: Sequence[Evento]) -> Iterable[str]:
    """Quem a primeira lista ou alguma retificada trouxe, sem repetir."""
    listas = [habilitados, *(evento.habilitados or () for evento in eventos)]
    return dict.fromkeys(pessoa.id for lista in listas for pessoa in lista)


def _desde_o_comeco(
    regras: RegrasDaReserva,
    habilitados: Sequence[Habilitado],
    eventos: Sequence[Evento],
    nova: Sequence[Habilitado],
) -> Andamento:
    """Os mesmos registros sobre a lista nova, com tantas vagas preenchidas quantas de fato o foram.

    O que nela não cabe, por exemplo o registro de quem ela não traz, não conta; nem as retificações de
    permeio, porque a última é a certa.
    """
    de_fato, teria = andamento_inicial(regras, habilitados), andamento_inicial(regras, nova)
    for _, evento in eventos_efetivos(tuple(como_a_lei_rege(regras, eventos))):
        de_fato.aplicar(evento)
        if evento.tipo is TipoEvento.CONVOCAR:
            _igualar(teria, de_fato)
        elif evento.tipo is not TipoEvento.RETIFICACAO:
            with suppress(ErroDeEvento):
                teria.aplicar(evento)
    _igualar(teria, de_fato)
    return teria


def _igualar(teria: Andamento, de_fato: Andamento) -> None:
    faltam = len(de_fato.vaga_de) - len(teria.vaga_de)
    if faltam > 0 and not teria.extinto:
        teria.aplicar(Evento(TipoEvento.CONVOCAR, quantidade=faltam))


def _preteridos(depois: Andamento, teriam: Mapping[str, int]) -> tuple[Preterido, ...]:
    """Quando viria a vez de cada um; nunca, se o cargo se extinguiu ou as listas acabam antes."""
    quando = vezes(depois, teriam)
    nunca = sorted(teriam.keys() - quando.keys(), key=teriam.__getitem__)
    return tuple(Preterido(pessoa, teriam[pessoa], quando.get(pessoa)) for pessoa in [*quando, *nunca])
