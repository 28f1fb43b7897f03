"""As leis de cotas que o motor conhece, por chave."""

from collections.abc import Mapping
from types import MappingProxyType

from cotas.leis import caxias_2689_2015, fortaleza_11111_2021
from cotas.leis.base import Lei

LEIS: Mapping[str, Lei] = MappingProxyType(
    {lei.chave: lei for lei in (fortaleza_11111_2021.LEI, caxias_2689_2015.LEI)}
)
