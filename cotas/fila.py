"""Filas que se percorrem uma só vez: é o que faz chamar k de n candidatos custar O((n + k) log n)."""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

Serve = Callable[[int], bool]
"""Diz se quem está numa posição da lista geral pode ser chamado agora."""


class Fila:
    """Posições da lista geral, em ordem. Quem não serve uma vez só volta a servir por `devolver`."""

    def __init__(self, posicoes: Iterable[int]) -> None:
        self._posicoes = list(posicoes)
        self._cursor = 0
        self._devolvidas: list[int] = []

    def acrescentar(self, posicao: int) -> None:
        """Põe no fim uma posição maior que todas."""
        self._posicoes.append(posicao)

    def devolver(self, posicao: int) -> None:
        """Repõe no seu lugar uma posição por onde a fila talvez já tenha passado."""
        heappush(self._devolvidas, posicao)

    def primeira(self, serve: Serve) -> int | None:
        """A menor posição que serve, sem a tirar da fila; None se não há."""
        while self._devolvidas and not serve(self._devolvidas[0]):
            heappop(self._devolvidas)
        while self._cursor < len(self._posicoes) and not serve(self._posicoes[self._cursor]):
            self._cursor += 1
        candidatas = self._devolvidas[:1] + self._posicoes[self._cursor : self._cursor + 1]
        return min(candidatas, default=None)

    def copia(self) -> "Fila":
        """Cópia que anda sem mexer nesta."""
        outra = Fila(self._posicoes)
        outra._cursor = self._cursor
        outra._devolvidas = self._devolvidas.copy()
        return outra


class Corte:
    """O ponto da lista geral que deixa dentro as primeiras `tamanho` pessoas ainda no certame.

    Só avança: quem sai de dentro é substituído por quem vem depois, e ninguém entra antes.
    """

    def __init__(self, tamanho: int) -> None:
        self._tamanho = tamanho
        self._dentro = 0
        self._limite = 0

    def limite(self, posicoes: int, vale: Serve) -> int:
        """A primeira posição fora do corte, numa lista com `posicoes` posições."""
        while self._dentro < self._tamanho and self._limite < posicoes:
            self._dentro += vale(self._limite)
            self._limite += 1
        return self._limite

    def saiu(self, posicao: int) -> None:
        """Registra que quem ali estava deixou essa posição."""
        self._dentro -= posicao < self._limite

    def copia(self) -> "Corte":
        """Cópia que anda sem mexer neste."""
        outro = Corte(self._tamanho)
        outro._dentro, outro._limite = self._dentro, self._limite
        return outro
