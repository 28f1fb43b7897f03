"""A apuração de um cargo: das regras, dos habilitados e dos eventos às chamadas fundamentadas."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from cotas.chamada import Chamada, Evento
from cotas.enums import Categoria, Ressalva
from cotas.fundamentacao import Fundamentacao
from cotas.listas import Habilitado, Listas, montar_listas
from cotas.ordem import Andamento
from cotas.quadro import Quadro, quadro_de_vagas
from cotas.reaplicacao import Reaplicacao
from cotas.regras import RegrasDaReserva
from cotas.serie import SerieDeVagas


@dataclass(frozen=True, slots=True)
class Apuracao:
    """O que resultou dos eventos.

    `listas` são as iniciais; `ocupacao`, a conta de quem ocupa vaga ao fim; `vaga_de`, o número dela;
    `vagas_abertas`, os números das perdidas e não preenchidas; `espelhos`, o da vaga espelhada de quem tem
    uma; `ressalvas`, as abertas ao fim; `desfeitos`, índices dos eventos que outros desfizeram.
    """

    quadro: Quadro
    listas: Listas
    chamadas: tuple[Chamada, ...]
    ocupacao: Mapping[str, Categoria]
    vagas_abertas: tuple[int, ...]
    vaga_de: Mapping[str, int]
    espelhos: Mapping[str, int]
    ressalvas: Mapping[str, Ressalva]
    extinto: bool
    desfeitos: frozenset[int]


def apurar(regras: RegrasDaReserva, habilitados: Sequence[Habilitado], eventos: Iterable[Evento]) -> Apuracao:
    """Reaplica os eventos desde o começo. `habilitados` em ordem geral.

    ErroDeRegra se o quadro não fecha; ErroDeEvento no primeiro evento que não cabe.
    """
    historia = reaplicar(regras, habilitados, eventos)
    andamento = historia.andamento
    fundamentacao = Fundamentacao(regras, SerieDeVagas(regras))
    return Apuracao(
        quadro=quadro_de_vagas(regras),
        listas=montar_listas(regras, habilitados),
        chamadas=tuple(replace(c, fundamentos=fundamentacao.da_chamada(c)) for c in historia.chamadas),
        ocupacao=MappingProxyType(dict(andamento.ocupacao)),
        vagas_abertas=andamento.vagas_abertas,
        vaga_de=MappingProxyType(dict(andamento.vaga_de)),
        espelhos=MappingProxyType(dict(andamento.espelhos)),
        ressalvas=MappingProxyType(dict(andamento.ressalvas)),
        extinto=andamento.extinto,
        desfeitos=historia.desfeitos,
    )


def reaplicar(
    regras: RegrasDaReserva, habilitados: Sequence[Habilitado], eventos: Iterable[Evento]
) -> Reaplicacao:
    """A história do cargo até o último evento. Erros como em `apurar`."""
    return Reaplicacao(lambda: andamento_inicial(regras, habilitados)).aplicar_todos(
        como_a_lei_rege(regras, eventos)
    )


def como_a_lei_rege(regras: RegrasDaReserva, eventos: Iterable[Evento]) -> Iterable[Evento]:
    """Os eventos; onde a lei não rege o edital, a lista retificada também não tem cotistas."""
    return eventos if regras.aplicavel else map(_sem_cotistas, eventos)


def _sem_cotistas(evento: Evento) -> Evento:
    if evento.habilitados is None:
        return evento
    return replace(evento, habilitados=tuple(replace(h, cotista=False) for h in evento.habilitados))


def andamento_inicial(regras: RegrasDaReserva, habilitados: Sequence[Habilitado]) -> Andamento:
    """O cargo antes de qualquer evento. `habilitados` em ordem geral. ErroDeRegra se o quadro não fecha.

    Onde a lei não rege o edital não há lista de cotas, declare-se quem se declarar.
    """
    if not regras.aplicavel:
        habilitados = tuple(replace(h, cotista=False) for h in habilitados)
    serie = SerieDeVagas(regras)
    return Andamento(
        habilitados,
        serie.categoria,
        quadro_de_vagas(regras),
        regras.dupla_contagem_efetiva,
        regras.nao_confirmacao,
    )
