"""O que a ordem dará se nada mais acontecer: quem vem a seguir, e quando chega a vez de alguém.

Chama-se um a um sobre uma cópia do cargo: nada do que se prevê acontece.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from cotas.apuracao import reaplicar
from cotas.chamada import CONVOCAR_UM, Chamada, Evento
from cotas.enums import Categoria, TipoEvento
from cotas.fundamentacao import Fundamentacao
from cotas.listas import Habilitado
from cotas.ordem import Andamento
from cotas.regras import RegrasDaReserva
from cotas.serie import SerieDeVagas


@dataclass(frozen=True, slots=True)
class Previsao:
    """A chamada que se procurava e quantas se fazem até ela, ela incluída."""

    quantas: int
    chamada: Chamada


@dataclass(frozen=True, slots=True)
class Desistencias:
    """Quem, desistindo antes da próxima chamada, faria chegar nela a vez de alguém; ninguém, se já é.

    `conta`: em que conta estava o primeiro a desistir, se ocupava vaga; nula, se todos esperam na fila.
    """

    pessoas: tuple[str, ...]
    conta: Categoria | None = None


class Previsor:
    """O futuro de um cargo depois dos `eventos`. `habilitados` em ordem geral.

    ErroDeRegra e ErroDeEvento como em `apurar`. Custo de cada pergunta: O((n + k) log n), k chamadas.
    """

    def __init__(
        self, regras: RegrasDaReserva, habilitados: Sequence[Habilitado], eventos: Iterable[Evento]
    ) -> None:
        self._andamento = reaplicar(regras, habilitados, eventos).andamento
        self._fundamentacao = Fundamentacao(regras, SerieDeVagas(regras))

    def proxima(self) -> Chamada | None:
        """A chamada que viria agora, fundamentada; None se não há quem chamar."""
        previsao = self._procurar(lambda _: True)
        return previsao.chamada if previsao else None

    def ate_a_pessoa(self, pessoa: str, *, fora_de: Iterable[Categoria] = ()) -> Previsao | None:
        """Quando a vez chega a quem espera; None se não está na fila.

        `fora_de`: listas específicas em que se faz de conta que a pessoa não está.
        """
        if not self.espera(pessoa):
            return None
        return self._procurar(lambda chamada: chamada.candidato == pessoa, pessoa, fora_de)

    def vezes(self, pessoas: Collection[str]) -> dict[str, int]:
        """De cada uma que espera, a chamada em que a sua vez chegaria, contada de um; sem quem não chega.

        As mesmas que `ate_a_pessoa` daria, achadas de uma só passada.
        """
        return vezes(self._andamento, pessoas)

    def ate_a_vaga(self, numero: int) -> Previsao | None:
        """Quando a vaga, aberta ou ainda por vir, seria preenchida; None se as listas acabam antes.

        A vaga espelhada não a preenche.
        """
        return self._procurar(lambda chamada: chamada.vaga == numero and not chamada.espelho)

    def desistencias(self, pessoa: str, *, fora_de: Iterable[Categoria] = ()) -> Desistencias | None:
        """As que bastam para que a próxima chamada seja a de quem espera; None se não está na fila, ou se
        nenhuma basta: a vaga é da geral, e a pessoa só está numa lista específica.

        Experimenta a próxima vaga como está e a que se abriria, antes dela, de um ocupante de cada conta. Em
        `consumo` nenhum conjunto menor basta; nos outros modos, quem sai pode mover o corte ou os
        remanejamentos, e às vezes bastaria menos.
        """
        if not self.espera(pessoa) or self._andamento.extinto:
            return None
        base = self._andamento.copia()
        base.tirar_das_reservas(pessoa, fora_de)
        na_fila = _desistem_a_frente(base.copia(), pessoa)
        melhor = None if na_fila is None else Desistencias(na_fila)
        for conta, ocupante in _que_abririam_a_proxima(base).items():
            outro = base.copia()
            outro.aplicar(Evento(TipoEvento.DESISTENCIA, candidato=ocupante))
            a_frente = _desistem_a_frente(outro, pessoa, menos_de=len(melhor.pessoas) - 1 if melhor else None)
            if a_frente is not None:
                melhor = Desistencias((ocupante, *a_frente), conta)
        return melhor

    def espera(self, pessoa: str) -> bool:
        """Se a pessoa está no certame e sem vaga."""
        return self._andamento.espera(pessoa)

    def _procurar(
        self, serve: Callable[[Chamada], bool], pessoa: str = "", fora_de: Iterable[Categoria] = ()
    ) -> Previsao | None:
        if self._andamento.extinto:
            return None
        copia = self._andamento.copia()
        copia.tirar_das_reservas(pessoa, fora_de)
        quantas = 0
        while chamadas := copia.aplicar(CONVOCAR_UM):
            quantas += 1
            for chamada in filter(serve, chamadas):
                return Previsao(
                    quantas, replace(chamada, fundamentos=self._fundamentacao.da_chamada(chamada))
                )
        return None


def vezes(andamento: Andamento, pessoas: Collection[str]) -> dict[str, int]:
    """Como `Previsor.vezes`, sobre um andamento, que não muda; na ordem em que vêm."""
    faltam = {pessoa for pessoa in pessoas if andamento.espera(pessoa)}
    achadas: dict[str, int] = {}
    copia, quantas = andamento.copia(), 0
    while faltam and not copia.extinto and (chamadas := copia.aplicar(CONVOCAR_UM)):
        quantas += 1
        for chamada in chamadas:
            if chamada.candidato in faltam:
                faltam.discard(chamada.candidato)
                achadas[chamada.candidato] = quantas
    return achadas


def _desistem_a_frente(
    andamento: Andamento, pessoa: str, menos_de: int | None = None
) -> tuple[str, ...] | None:
    """Quem a ordem chamaria antes para a mesma vaga, um após outro; None se não chega à pessoa, ou não com
    `menos_de` tantos.

    Chamar e desistir dá a mesma sequência que desistir antes: a vaga reabre, a de menor número, na conta
    em que ficou o chamado, e a ordem segue dali.
    """
    chamados: list[str] = []
    while menos_de is None or len(chamados) < menos_de:
        chamadas = andamento.aplicar(CONVOCAR_UM)
        if pessoa in {chamada.candidato for chamada in chamadas}:
            return tuple(chamados)
        if not chamadas or chamadas[-1].espelho:
            return None
        chamados.append(chamadas[-1].candidato)
        andamento.aplicar(Evento(TipoEvento.DESISTENCIA, candidato=chamados[-1]))
    return None


def _que_abririam_a_proxima(andamento: Andamento) -> dict[Categoria, str]:
    """De cada conta, o ocupante da vaga de menor número, se ela passaria à frente das já abertas."""
    abertas = andamento.vagas_abertas
    em_ordem = sorted(andamento.vaga_de.items(), key=lambda par: par[1])
    achados: dict[Categoria, str] = {}
    for quem, vaga in em_ordem:
        if not abertas or vaga < abertas[0]:
            achados.setdefault(andamento.ocupacao[quem], quem)
    return achados
