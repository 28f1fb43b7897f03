"""Quem espera em cada lista num dado momento: o que a conferência da ordem pergunta, e nada mais.

Não chama ninguém nem decide nada: quem a usa diz o que aconteceu, e ela responde quem estava à frente.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from cotas.enums import Categoria, DuplaContagem
from cotas.listas import Habilitado
from cotas.quadro import Quadro


class EmOrdem:
    """Números em ordem. Guardam-se do fim para o começo: tirar os primeiros não desloca os outros."""

    def __init__(self, numeros: Iterable[int] = ()) -> None:
        self._negativos = sorted(-numero for numero in numeros)

    def por(self, numero: int, *, dentro: bool) -> None:
        """Deixa o número dentro ou fora, estivesse como estivesse."""
        onde = bisect_left(self._negativos, -numero)
        estava = onde < len(self._negativos) and self._negativos[onde] == -numero
        if dentro and not estava:
            self._negativos.insert(onde, -numero)
        elif estava and not dentro:
            del self._negativos[onde]

    def primeiro(self, depois_de: int = -1) -> int | None:
        """O menor número maior que `depois_de`."""
        onde = bisect_left(self._negativos, -depois_de)
        return -self._negativos[onde - 1] if onde else None

    def ate_o(self, quantos: int) -> int | None:
        """O número de ordem `quantos`, a partir de 1, ou o último se não há tantos; None sem nenhum."""
        quantos = min(quantos, len(self._negativos))
        return -self._negativos[-quantos] if quantos else None


class Espera:
    """As listas de um cargo: quem continua no certame, em que conta está e quem ainda espera em cada uma.

    Na geral espera também quem só conta numa reserva: fora do consumo, ela ainda o alcança.
    """

    def __init__(self, habilitados: Sequence[Habilitado], quadro: Quadro, modo: DuplaContagem) -> None:
        self._quadro, self._modo = quadro, modo
        self._quem = [h.id for h in habilitados]
        self.posicao = {pessoa: i for i, pessoa in enumerate(self._quem)}
        self.membros = {
            Categoria.AMPLA: set(self._quem),
            Categoria.COTAS: {h.id for h in habilitados if h.cotista},
            Categoria.PCD: {h.id for h in habilitados if h.pcd},
        }
        self.conta: dict[str, Categoria] = {}
        self._no_certame, self._sem_vaga = EmOrdem(range(len(self._quem))), EmOrdem(range(len(self._quem)))
        self._esperam = {
            lista: EmOrdem(self.posicao[pessoa] for pessoa in membros)
            for lista, membros in self.membros.items()
        }

    def primeiro(self, lista: Categoria, vaga: int) -> str | None:
        """Quem está à frente dos que a lista pode chamar para a vaga; None se não há ninguém."""
        depois_de = -1
        de_reserva = lista is not Categoria.AMPLA
        if de_reserva and self._modo is DuplaContagem.CORTE_FIXO and vaga <= self._quadro.total:
            ultimo_do_corte = self._no_certame.ate_o(self._quadro.ampla)
            depois_de = -1 if ultimo_do_corte is None else ultimo_do_corte
        posicao = self._esperam[lista].primeiro(depois_de)
        return None if posicao is None else self._quem[posicao]

    def sem_vaga(self) -> str | None:
        """O primeiro da geral que continua no certame e não ocupa vaga."""
        posicao = self._sem_vaga.primeiro()
        return None if posicao is None else self._quem[posicao]

    def contar(self, pessoa: str, conta: Categoria | None) -> None:
        """A pessoa passa a contar nessa conta; None: deixou a vaga e volta aos seus lugares."""
        self.conta.pop(pessoa, None)
        if conta is not None:
            self.conta[pessoa] = conta
        self._situar(pessoa)

    def sair(self, pessoa: str) -> None:
        """Deixa o certame."""
        for membros in self.membros.values():
            membros.discard(pessoa)
        self._situar(pessoa)
        self._no_certame.por(self.posicao.pop(pessoa), dentro=False)

    def ir_ao_fim(self, pessoa: str) -> None:
        """Passa ao fim de todas as listas em que está."""
        for lista in (*self._esperam.values(), self._no_certame, self._sem_vaga):
            lista.por(self.posicao[pessoa], dentro=False)
        self.posicao[pessoa] = len(self._quem)
        self._quem.append(pessoa)
        self._no_certame.por(self.posicao[pessoa], dentro=True)
        self._situar(pessoa)

    def deixar_as_cotas(self, pessoa: str) -> None:
        """Sai só da lista de cotas."""
        self.membros[Categoria.COTAS].discard(pessoa)
        self._situar(pessoa)

    def _situar(self, pessoa: str) -> None:
        conta = self.conta.get(pessoa)
        no_certame = pessoa in self.membros[Categoria.AMPLA]
        self._sem_vaga.por(self.posicao[pessoa], dentro=no_certame and conta is None)
        remaneja = self._modo is not DuplaContagem.CONSUMO
        for lista, esperam in self._esperam.items():
            da_geral = lista is Categoria.AMPLA and conta is not Categoria.AMPLA and remaneja
            chamavel = pessoa in self.membros[lista] and (conta is None or da_geral)
            esperam.por(self.posicao[pessoa], dentro=chamavel)
