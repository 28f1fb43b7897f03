"""A história inteira de um cargo, com os registros que outros desfizeram."""

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from cotas.chamada import Chamada, Evento
from cotas.enums import TipoEvento
from cotas.erros import ErroDeEvento
from cotas.ordem import Andamento

DEPENDE = (
    "depois dele houve chamadas que sem ele seriam outras, e as que se fizeram não se apagam; registre a "
    "reintegração da pessoa, ou outro evento que remedeie"
)


class Reaplicacao:
    """Aplica os eventos em sequência. `novo` dá o cargo antes de qualquer evento.

    `chamadas`: as que valem, sem as das convocações desfeitas; `desfeitos`: índices dos eventos desfeitos.
    """

    def __init__(self, novo: Callable[[], Andamento]) -> None:
        self._novo = novo
        self._eventos: list[Evento] = []
        self.andamento = novo()
        self.chamadas: tuple[Chamada, ...] = ()
        self.desfeitos: frozenset[int] = frozenset()

    def aplicar(self, evento: Evento) -> tuple[Chamada, ...]:
        """Aplica mais um e devolve as chamadas que fez. ErroDeEvento, sem mudar nada, se não cabe."""
        novas: tuple[Chamada, ...] = ()
        if evento.tipo is TipoEvento.DESFAZIMENTO:
            self._desfazer(self._alvo(evento))
        else:
            novas = self.andamento.aplicar(evento)
            self.chamadas += novas
        self._eventos.append(evento)
        return novas

    def aplicar_todos(self, eventos: Iterable[Evento]) -> "Reaplicacao":
        """Aplica-os na ordem; devolve a própria."""
        chamadas: list[Chamada] = []
        for evento in eventos:
            if evento.tipo is TipoEvento.DESFAZIMENTO:
                self.chamadas += tuple(chamadas)
                chamadas = []
                self.aplicar(evento)
            else:
                chamadas += self.andamento.aplicar(evento)
                self._eventos.append(evento)
        self.chamadas += tuple(chamadas)
        return self

    def _erro(self, mensagem: str, campo: str = "desfaz", dependente: int | None = None) -> ErroDeEvento:
        return ErroDeEvento(len(self._eventos), campo, mensagem, dependente)

    def _alvo(self, evento: Evento) -> int:
        """Índice do evento que se desfaz."""
        numero = evento.desfaz
        if evento.candidato is not None or evento.quantidade is not None:
            raise self._erro("desfazer só diz qual evento se desfaz", "candidato")
        if type(numero) is not int or not 1 <= numero <= len(self._eventos):
            raise self._erro("diga o número de um evento anterior, contado de 1")
        if self._eventos[numero - 1].tipo is TipoEvento.DESFAZIMENTO:
            raise self._erro(f"o evento {numero} já é um desfazimento: registre de novo o que ele desfez")
        if numero - 1 in self.desfeitos:
            raise self._erro(f"o evento {numero} já foi desfeito")
        return numero - 1

    def _desfazer(self, alvo: int) -> None:
        desfeitos = self.desfeitos | {alvo}
        andamento, chamadas = self._sem(desfeitos)
        ficam = [chamada for chamada in self.chamadas if chamada.evento != alvo]
        if (outra := _primeira_outra(ficam, chamadas)) is not None:
            raise self._erro(f"o evento {alvo + 1} não se desfaz: {DEPENDE}", dependente=outra)
        andamento.pular()
        self.andamento, self.chamadas, self.desfeitos = andamento, tuple(chamadas), desfeitos

    def _sem(self, desfeitos: frozenset[int]) -> tuple[Andamento, list[Chamada]]:
        """O cargo e as chamadas como se esses eventos nunca tivessem sido registrados."""
        andamento = self._novo()
        chamadas: list[Chamada] = []
        for indice, evento in enumerate(self._eventos):
            if indice in desfeitos or evento.tipo is TipoEvento.DESFAZIMENTO:
                andamento.pular()
                continue
            try:
                chamadas += andamento.aplicar(evento)
            except ErroDeEvento as erro:
                mensagem = f"o evento {indice + 1} depende dele: {erro.mensagem}"
                raise self._erro(mensagem, dependente=indice) from None
        return andamento, chamadas


def _primeira_outra(feitas: Sequence[Chamada], seriam: Sequence[Chamada]) -> int | None:
    """Índice do evento da primeira chamada que seria outra, a mais ou a menos; nulo se são as mesmas."""
    for feita, seria in zip_longest(feitas, seriam):
        if feita is None or seria is None or _o_que_fez(feita) != _o_que_fez(seria):
            return min(chamada.evento for chamada in (feita, seria) if chamada is not None)
    return None


def _o_que_fez(chamada: Chamada) -> tuple[object, ...]:
    """O que de uma chamada não pode mudar quando se desfaz um registro."""
    c = chamada
    return c.evento, c.vaga, c.categoria, c.candidato, c.ocupa, c.remanejamentos, c.revertida, c.espelho


def eventos_efetivos(eventos: Sequence[Evento]) -> tuple[tuple[int, Evento], ...]:
    """Índice e evento de cada um que vale: sem os desfeitos, e sem os desfazimentos."""
    desfeitos = {e.desfaz - 1 for e in eventos if e.tipo is TipoEvento.DESFAZIMENTO and e.desfaz}
    return tuple(
        (indice, evento)
        for indice, evento in enumerate(eventos)
        if indice not in desfeitos and evento.tipo is not TipoEvento.DESFAZIMENTO
    )
