"""Datas que outro formato lê mais vezes que o escolhido: dia e mês trocados sem que nenhuma pareça errada."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from candidatos.enums import FormatoDeCelula
from candidatos.servicos import regras_de_texto
from candidatos.servicos import valores as v
from candidatos.servicos.leitura import Coluna

# O usual primeiro: de dois que leem o mesmo, vale ele.
_FORMATOS: tuple[str, ...] = (
    FormatoDeCelula.USUAL, FormatoDeCelula.MES_DIA_ANO, FormatoDeCelula.ANO_MES_DIA, FormatoDeCelula.SERIE
)  # fmt: skip


class FormatosDasDatas:
    """Acompanha os textos diferentes de cada coluna de data, que os leitores já lembram."""

    def __init__(self) -> None:
        self._escolhidos: dict[Coluna, str] = {}
        self._lembradas: list[tuple[Coluna, str, Mapping[str, Any]]] = []

    def acompanhar(self, coluna: Coluna, formato: str, regra: str, lembradas: Mapping[str, Any]) -> None:
        """`lembradas`: pelos textos da coluna, que crescem com a leitura."""
        self._escolhidos[coluna] = formato
        self._lembradas.append((coluna, regra, lembradas))

    def trocados(self) -> Iterator[tuple[Coluna, str]]:
        """(coluna, motivo) das que outro formato lê mais vezes; depois da última linha."""
        lidos: dict[Coluna, set[str]] = {}
        for coluna, regra, lembradas in self._lembradas:
            lidos.setdefault(coluna, set()).update(regras_de_texto.aplicar(regra, lido) for lido in lembradas)
        for coluna, textos in lidos.items():
            quantas = {formato: _quantas_datas(textos, formato) for formato in _FORMATOS}
            melhor, escolhido = max(_FORMATOS, key=lambda formato: quantas[formato]), self._escolhidos[coluna]
            if quantas[melhor] > quantas[escolhido]:
                yield (
                    coluna,
                    (
                        f"das {len(textos)} datas diferentes, o formato escolhido lê {quantas[escolhido]} e "
                        f"“{FormatoDeCelula(melhor).label}” lê {quantas[melhor]}: escolha o formato da coluna"
                    ),
                )


def _quantas_datas(textos: Iterable[str], formato: str) -> int:
    quantas = 0
    for lido in textos:
        try:
            quantas += v.ler_data(lido, formato) is not None
        except v.ValorRecusado:
            continue
    return quantas
