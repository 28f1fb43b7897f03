"""Quem está no certame, em que listas, em que vaga e em que conta.

As listas específicas têm a ordem da geral; por isso basta uma posição por pessoa. Duas coisas ficam
separadas: a categoria da vaga na série, que não muda, e a conta (ampla, cotas ou pcd) em que está quem
a ocupa, que um remanejamento muda.
"""

from collections.abc import Sequence
from heapq import heappop, heappush

from cotas.enums import Categoria
from cotas.erros import ErroDeRegra
from cotas.fila import Corte, Fila
from cotas.listas import Habilitado

RESERVAS = (Categoria.COTAS, Categoria.PCD)


class Certame:
    """O estado que os eventos mudam. `tamanho_do_corte`: lugares da ampla contados no corte fixo."""

    def __init__(self, habilitados: Sequence[Habilitado], tamanho_do_corte: int) -> None:
        self.ordem = [h.id for h in habilitados]
        self.posicao = {h.id: i for i, h in enumerate(habilitados)}
        if len(self.posicao) != len(self.ordem):
            raise ErroDeRegra("candidatos", "há identificadores repetidos")
        self.membros = {
            Categoria.COTAS: {h.id for h in habilitados if h.cotista},
            Categoria.PCD: {h.id for h in habilitados if h.pcd},
        }
        self.ocupacao: dict[str, Categoria] = {}
        self.vaga_de: dict[str, int] = {}
        self.abertas: list[tuple[int, Categoria]] = []
        self.adiados: set[str] = set()
        self._geral = Fila(range(len(self.ordem)))
        self._especificas = {r: self._fila_da_reserva(r) for r in RESERVAS}
        self._fora_do_corte = {r: self._fila_da_reserva(r) for r in RESERVAS}
        self._corte = Corte(tamanho_do_corte)

    def _fila_da_reserva(self, reserva: Categoria) -> Fila:
        membros = self.membros[reserva]
        return Fila(i for i, pessoa in enumerate(self.ordem) if pessoa in membros)

    def ha_quem_chamar(self) -> bool:
        """Se resta alguém no certame sem vaga."""
        return len(self.ocupacao) < len(self.posicao)

    # --- quem é o próximo

    def proximo_da_geral(self, *, contando_reservas: bool) -> str | None:
        """O próximo da lista geral sem vaga; com `contando_reservas`, o próximo que não está na ampla."""
        serve = self._sem_conta_na_ampla if contando_reservas else self._sem_vaga
        return self._quem(self._geral.primeira(serve))

    def proximo_da_reserva(self, reserva: Categoria, *, fora_do_corte: bool) -> str | None:
        """O próximo da lista específica sem vaga; com `fora_do_corte`, só depois dos lugares da ampla."""
        membros = self.membros[reserva]

        def serve(posicao: int) -> bool:
            return self._sem_vaga(posicao) and self.ordem[posicao] in membros

        if not fora_do_corte:
            return self._quem(self._especificas[reserva].primeira(serve))
        limite = self._corte.limite(len(self.ordem), self._vale)
        return self._quem(self._fora_do_corte[reserva].primeira(lambda p: p >= limite and serve(p)))

    def _quem(self, posicao: int | None) -> str | None:
        return None if posicao is None else self.ordem[posicao]

    def _vale(self, posicao: int) -> bool:
        """Se quem ali estava continua no certame e nessa posição."""
        return self.posicao.get(self.ordem[posicao]) == posicao

    def _sem_vaga(self, posicao: int) -> bool:
        return self.ordem[posicao] not in self.ocupacao and self._vale(posicao)

    def _sem_conta_na_ampla(self, posicao: int) -> bool:
        return self.ocupacao.get(self.ordem[posicao]) is not Categoria.AMPLA and self._vale(posicao)

    # --- vagas

    def ocupar(self, pessoa: str, vaga: int, conta: Categoria) -> None:
        """Dá a vaga a quem não tem nenhuma."""
        self.ocupacao[pessoa] = conta
        self.vaga_de[pessoa] = vaga

    def passar_para_a_ampla(self, pessoa: str) -> Categoria:
        """Muda a conta de quem ocupa vaga pela reserva; devolve a reserva que deixou."""
        reserva = self.ocupacao[pessoa]
        self.ocupacao[pessoa] = Categoria.AMPLA
        return reserva

    def tomar_vaga_aberta(self) -> tuple[int, Categoria]:
        """A vaga aberta de menor número e a categoria com que reabriu."""
        return heappop(self.abertas)

    def _abrir_vaga(self, pessoa: str) -> None:
        """A vaga perdida volta na conta em que a pessoa estava nesse momento."""
        if pessoa in self.ocupacao:
            heappush(self.abertas, (self.vaga_de.pop(pessoa), self.ocupacao.pop(pessoa)))

    # --- perdas

    def sair(self, pessoa: str) -> None:
        """Deixa o certame; a vaga, se ocupa uma, abre."""
        self._abrir_vaga(pessoa)
        self._corte.saiu(self.posicao.pop(pessoa))

    def ir_para_o_fim(self, pessoa: str) -> None:
        """Passa ao fim de todas as listas em que está; a vaga, se ocupa uma, abre."""
        self._abrir_vaga(pessoa)
        self._corte.saiu(self.posicao[pessoa])
        posicao = self.posicao[pessoa] = len(self.ordem)
        self.ordem.append(pessoa)
        self.adiados.add(pessoa)
        self._geral.acrescentar(posicao)
        for reserva in RESERVAS:
            if pessoa in self.membros[reserva]:
                self._especificas[reserva].acrescentar(posicao)
                self._fora_do_corte[reserva].acrescentar(posicao)

    def deixar_as_cotas(self, pessoa: str) -> None:
        """Sai só da lista de cotas; se ocupa vaga nessa conta, ela abre e a pessoa volta aos seus lugares."""
        self.membros[Categoria.COTAS].remove(pessoa)
        if self.ocupacao.get(pessoa) is not Categoria.COTAS:
            return
        self._abrir_vaga(pessoa)
        self._geral.devolver(self.posicao[pessoa])
        if pessoa in self.membros[Categoria.PCD]:
            self._especificas[Categoria.PCD].devolver(self.posicao[pessoa])
            self._fora_do_corte[Categoria.PCD].devolver(self.posicao[pessoa])

    def copia(self) -> "Certame":
        """Cópia independente."""
        outro = object.__new__(Certame)
        outro.ordem, outro.posicao = self.ordem.copy(), self.posicao.copy()
        outro.membros = {r: membros.copy() for r, membros in self.membros.items()}
        outro.ocupacao, outro.vaga_de = self.ocupacao.copy(), self.vaga_de.copy()
        outro.abertas, outro.adiados = self.abertas.copy(), self.adiados.copy()
        outro._geral, outro._corte = self._geral.copia(), self._corte.copia()
        outro._especificas = {r: fila.copia() for r, fila in self._especificas.items()}
        outro._fora_do_corte = {r: fila.copia() for r, fila in self._fora_do_corte.items()}
        return outro
