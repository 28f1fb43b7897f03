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
    """O estado que os eventos mudam. `tamanho_do_corte`: lugares da ampla contados no corte fixo.

    `ordem` pode repetir uma pessoa: vale a entrada que a sua `posicao` aponta. `fora`: quem saiu; `saidos`:
    a que lugar voltaria. `espelhos`: quem está em vaga espelhada, com o número dela e a lista que o chamou.
    """

    def __init__(self, habilitados: Sequence[Habilitado], tamanho_do_corte: int) -> None:
        self.ordem = [h.id for h in habilitados]
        self.posicao = {h.id: i for i, h in enumerate(habilitados)}
        if len(self.posicao) != len(self.ordem):
            raise ErroDeRegra("candidatos", "há identificadores repetidos")
        self.membros = membros_das_listas(habilitados)
        self.ocupacao: dict[str, Categoria] = {}
        self.vaga_de: dict[str, int] = {}
        self.abertas: list[tuple[int, Categoria]] = []
        self.espelhos: dict[str, tuple[int, Categoria]] = {}
        self.adiados: list[str] = []
        self.fora: set[str] = set()
        self.saidos: dict[str, int] = {}
        self.opcoes: dict[str, Categoria] = {}
        self.sem_cotas: set[str] = set()
        self._tamanho_do_corte = tamanho_do_corte
        self.refazer_filas()

    def refazer_filas(self) -> None:
        """Recomeça as filas e o corte do alto da lista: o que muda lugares pede-o, em O(n)."""
        # Também as filas fora do corte: o que ele deixava dentro pode ter ficado de fora.
        todos = range(len(self.ordem))
        self._geral = Fila(todos)
        self._especificas = {r: self._fila_da_reserva(r) for r in RESERVAS}
        self._fora_do_corte = {r: self._fila_da_reserva(r) for r in RESERVAS}
        self._corte = Corte(self._tamanho_do_corte)

    def _fila_da_reserva(self, reserva: Categoria) -> Fila:
        membros = self.membros[reserva]
        return Fila(i for i, pessoa in enumerate(self.ordem) if pessoa in membros)

    def presente(self, pessoa: str) -> bool:
        """Se está em alguma lista, ou em vaga."""
        return pessoa in self.posicao or pessoa in self.ocupacao or pessoa in self.espelhos

    def espera(self, pessoa: str) -> bool:
        """Se está na lista e sem vaga, nem espelhada."""
        return pessoa in self.posicao and self._livre(pessoa)

    def _livre(self, pessoa: str) -> bool:
        return pessoa not in self.ocupacao and pessoa not in self.espelhos

    # --- quem é o próximo

    def proximo_da_geral(self, *, contando_reservas: bool) -> str | None:
        """O próximo da lista geral sem vaga; com `contando_reservas`, o próximo que não está na ampla."""
        serve = self._sem_conta_na_ampla if contando_reservas else self._sem_vaga_na_geral
        return self._quem(self._geral.primeira(serve))

    def proximo_da_reserva(self, reserva: Categoria, *, fora_do_corte: bool) -> str | None:
        """O próximo da lista específica sem vaga; com `fora_do_corte`, só depois dos lugares da ampla."""
        membros, opcoes = self.membros[reserva], self.opcoes

        def serve(posicao: int) -> bool:
            pessoa = self.ordem[posicao]
            if pessoa not in membros or opcoes.get(pessoa, reserva) is not reserva:
                return False
            return self._livre(pessoa) and self._vale(posicao)

        if not fora_do_corte:
            return self._quem(self._especificas[reserva].primeira(serve))
        limite = self._corte.limite(len(self.ordem), self._vale_na_geral)
        da_geral = self.membros[Categoria.AMPLA]

        def fora(posicao: int) -> bool:
            # Quem não está na geral não tem lugar entre os primeiros dela.
            return (posicao >= limite or self.ordem[posicao] not in da_geral) and serve(posicao)

        return self._quem(self._fora_do_corte[reserva].primeira(fora))

    def _quem(self, posicao: int | None) -> str | None:
        return None if posicao is None else self.ordem[posicao]

    def _vale(self, posicao: int) -> bool:
        """Se quem ali estava continua no certame e nessa posição."""
        return self.posicao.get(self.ordem[posicao]) == posicao

    def _vale_na_geral(self, posicao: int) -> bool:
        return self.ordem[posicao] in self.membros[Categoria.AMPLA] and self._vale(posicao)

    def _sem_vaga_na_geral(self, posicao: int) -> bool:
        return self._livre(self.ordem[posicao]) and self._vale_na_geral(posicao)

    def _sem_conta_na_ampla(self, posicao: int) -> bool:
        pessoa = self.ordem[posicao]
        na_ampla = self.ocupacao.get(pessoa) is Categoria.AMPLA
        return not na_ampla and pessoa not in self.espelhos and self._vale_na_geral(posicao)

    # --- vagas

    def ocupar(self, pessoa: str, vaga: int, conta: Categoria) -> None:
        """Dá a vaga a quem não tem nenhuma."""
        self.ocupacao[pessoa] = conta
        self.vaga_de[pessoa] = vaga

    def espelhar(self, pessoa: str, vaga: int, conta: Categoria) -> None:
        """Dá a vaga espelhada: não se conta, e ninguém perde a sua por ela."""
        self.espelhos[pessoa] = (vaga, conta)

    def passar_para_a_ampla(self, pessoa: str) -> Categoria:
        """Muda a conta de quem ocupa vaga pela reserva; devolve a reserva que deixou."""
        reserva = self.ocupacao[pessoa]
        self.ocupacao[pessoa] = Categoria.AMPLA
        return reserva

    def voltar_a_reserva(self, pessoa: str, reserva: Categoria) -> None:
        """Desfaz `passar_para_a_ampla`: a chamada não achou ninguém."""
        self.ocupacao[pessoa] = reserva
        self._geral.devolver(self.posicao[pessoa])

    def tomar_vaga_aberta(self) -> tuple[int, Categoria]:
        """A vaga aberta de menor número e a categoria com que reabriu."""
        return heappop(self.abertas)

    def abrir_vaga(self, pessoa: str) -> None:
        """A vaga perdida volta na conta em que a pessoa estava nesse momento; a espelhada só acaba."""
        self.espelhos.pop(pessoa, None)
        if pessoa in self.ocupacao:
            heappush(self.abertas, (self.vaga_de.pop(pessoa), self.ocupacao.pop(pessoa)))

    # --- perdas

    def sair(self, pessoa: str) -> None:
        """Deixa o certame; a vaga, se ocupa uma, abre."""
        self.abrir_vaga(pessoa)
        self.fora.add(pessoa)
        if pessoa in self.posicao:
            self._fora_do_lugar(pessoa)
            self.saidos[pessoa] = self.posicao.pop(pessoa)

    def esquecer(self, pessoa: str) -> None:
        """Apaga o que havia de quem não está na lista: se volta por decisão, só tem o que ela lhe dá."""
        self.fora.discard(pessoa)
        self.saidos.pop(pessoa, None)
        self.opcoes.pop(pessoa, None)
        for membros in self.membros.values():
            membros.discard(pessoa)

    def situar(self, pessoa: str, lugar: int) -> None:
        """O lugar da pessoa passa a ser esse, ou o a que voltaria se saiu; as filas, depois, refazem-se."""
        lugares = self.saidos if pessoa in self.fora else self.posicao
        lugares[pessoa] = lugar

    def _fora_do_lugar(self, pessoa: str) -> None:
        if pessoa in self.membros[Categoria.AMPLA]:
            self._corte.saiu(self.posicao[pessoa])

    def ir_para_o_fim(self, pessoa: str) -> None:
        """Passa ao fim de todas as listas em que está; a vaga, se ocupa uma, abre."""
        self.abrir_vaga(pessoa)
        self._fora_do_lugar(pessoa)
        posicao = self.posicao[pessoa] = len(self.ordem)
        self.ordem.append(pessoa)
        self.adiados.append(pessoa)
        self._geral.acrescentar(posicao)
        for reserva in RESERVAS:
            if pessoa in self.membros[reserva]:
                self._especificas[reserva].acrescentar(posicao)
                self._fora_do_corte[reserva].acrescentar(posicao)

    def deixar_as_cotas(self, pessoa: str) -> None:
        """Sai só da lista de cotas; a vaga que tenha nessa conta abre, e a pessoa volta aos seus lugares."""
        self.membros[Categoria.COTAS].remove(pessoa)
        self.sem_cotas.add(pessoa)
        conta = self.ocupacao.get(pessoa) or self.espelhos.get(pessoa, (0, None))[1]
        if conta is not Categoria.COTAS:
            return
        self.devolver_aos_lugares(pessoa)

    def devolver_aos_lugares(self, pessoa: str) -> None:
        """Deixa a vaga, que abre, e espera de novo onde está na lista."""
        self.abrir_vaga(pessoa)
        posicao = self.posicao[pessoa]
        self._geral.devolver(posicao)
        for reserva in RESERVAS:
            if pessoa in self.membros[reserva]:
                self._especificas[reserva].devolver(posicao)
                self._fora_do_corte[reserva].devolver(posicao)

    def copia(self) -> "Certame":
        """Cópia independente."""
        outro = object.__new__(Certame)
        outro.__dict__.update(self.__dict__)
        for nome in (
            "ordem", "posicao", "ocupacao", "vaga_de", "abertas", "espelhos", "adiados", "fora", "saidos",
            "opcoes", "sem_cotas",
        ):  # fmt: skip
            outro.__dict__[nome] = self.__dict__[nome].copy()
        outro.membros = {r: membros.copy() for r, membros in self.membros.items()}
        outro._geral, outro._corte = self._geral.copia(), self._corte.copia()
        outro._especificas = {r: fila.copia() for r, fila in self._especificas.items()}
        outro._fora_do_corte = {r: fila.copia() for r, fila in self._fora_do_corte.items()}
        return outro


def membros_das_listas(habilitados: Sequence[Habilitado]) -> dict[Categoria, set[str]]:
    """Quem está em cada lista."""
    return {
        Categoria.AMPLA: {h.id for h in habilitados if h.geral},
        Categoria.COTAS: {h.id for h in habilitados if h.cotista},
        Categoria.PCD: {h.id for h in habilitados if h.pcd},
    }
