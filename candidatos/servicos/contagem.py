"""O que será de cada linha do arquivo: um número e uma categoria por linha, em vetores."""

from __future__ import annotations

from array import array
from enum import IntEnum


class Categoria(IntEnum):
    """Destino de uma linha; a soma das cinco é o que se leu."""

    NOVA = 0
    ALTERADA = 1
    INALTERADA = 2
    RECUSADA = 3
    FILTRADA = 4


_RECUSADA = int(Categoria.RECUSADA)


class Contagem:
    """Linhas pela ordem em que se leram. `numeros`: linha no arquivo, a partir de 1."""

    def __init__(self) -> None:
        self.numeros = array("L")
        self._categorias = bytearray()

    def abrir(self, numero: int) -> int:
        """Acrescenta a linha, recusada até que se diga outra coisa, e dá a sua ordem, a partir de 0."""
        self.numeros.append(numero)
        self._categorias.append(_RECUSADA)
        return len(self._categorias) - 1

    def marcar(self, ordem: int, categoria: Categoria) -> None:
        """Diz o destino da linha."""
        self._categorias[ordem] = categoria

    def recusar(self, ordem: int) -> None:
        """A linha passa a recusada, ainda que já tivesse destino."""
        self._categorias[ordem] = _RECUSADA

    def de(self, categoria: Categoria) -> int:
        """Quantas linhas têm a categoria."""
        return self._categorias.count(categoria)

    @property
    def lidas(self) -> int:
        """Quantas linhas de dados o arquivo tem."""
        return len(self._categorias)

    @property
    def octetos(self) -> bytes:
        """As categorias em ordem, uma por octeto: entram no resumo do plano."""
        return bytes(self._categorias)

    def em_json(self) -> dict[str, int]:
        """{"lidas", "novas", "alteradas", "inalteradas", "recusadas", "filtradas"}."""
        return {
            "lidas": self.lidas,
            "novas": self.de(Categoria.NOVA),
            "alteradas": self.de(Categoria.ALTERADA),
            "inalteradas": self.de(Categoria.INALTERADA),
            "recusadas": self.de(Categoria.RECUSADA),
            "filtradas": self.de(Categoria.FILTRADA),
        }
