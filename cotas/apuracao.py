"""A apuração de um cargo: das regras, dos habilitados e dos eventos às chamadas fundamentadas."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from cotas.chamada import Chamada, Evento
from cotas.enums import Categoria
from cotas.fundamentacao import Fundamentacao
from cotas.listas import Habilitado, Listas, montar_listas
from cotas.ordem import Andamento
from cotas.quadro import Quadro, quadro_de_vagas
from cotas.regras import RegrasDaReserva
from cotas.serie import SerieDeVagas


@dataclass(frozen=True, slots=True)
class Apuracao:
    """O que resultou dos eventos.

    `listas` são as iniciais; `ocupacao`, a conta de quem ocupa vaga ao fim; `vaga_de`, o número dela;
    `vagas_abertas`, os números das perdidas e não preenchidas.
    """

    quadro: Quadro
    listas: Listas
    chamadas: tuple[Chamada, ...]
    ocupacao: Mapping[str, Categoria]
    vagas_abertas: tuple[int, ...]
    vaga_de: Mapping[str, int]


def apurar(regras: RegrasDaReserva, habilitados: Sequence[Habilitado], eventos: Iterable[Evento]) -> Apuracao:
    """Reaplica os eventos desde o começo. `habilitados` em ordem geral.

    ErroDeRegra se o quadro não fecha; ErroDeEvento no primeiro evento que não cabe.
    """
    andamento = andamento_inicial(regras, habilitados)
    fundamentacao = Fundamentacao(regras, SerieDeVagas(regras))
    chamadas = tuple(
        replace(chamada, fundamentos=fundamentacao.da_chamada(chamada))
        for evento in eventos
        for chamada in andamento.aplicar(evento)
    )
    return Apuracao(
        quadro=quadro_de_vagas(regras),
        listas=montar_listas(regras, habilitados),
        chamadas=chamadas,
        ocupacao=MappingProxyType(dict(andamento.ocupacao)),
        vagas_abertas=andamento.vagas_abertas,
        vaga_de=MappingProxyType(dict(andamento.vaga_de)),
    )


def andamento_inicial(regras: RegrasDaReserva, habilitados: Sequence[Habilitado]) -> Andamento:
    """O cargo antes de qualquer evento. `habilitados` em ordem geral. ErroDeRegra se o quadro não fecha.

    Onde a lei não rege o edital não há lista de cotas, declare-se quem se declarar.
    """
    if not regras.aplicavel:
        habilitados = tuple(replace(h, cotista=False) for h in habilitados)
    serie = SerieDeVagas(regras)
    return Andamento(habilitados, serie.categoria, quadro_de_vagas(regras), regras.dupla_contagem_efetiva)
