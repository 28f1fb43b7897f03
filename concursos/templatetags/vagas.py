"""Faixa de vagas numeradas, desenhada no servidor: nada nela depende só da cor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from django import template

from cotas import Categoria

register = template.Library()

# Medidas do desenho, em unidades do SVG: passo entre marcas, altura de uma linha, lado da marca.
PASSO = 34
ALTURA_DA_LINHA = 50
LADO = 28
VAGAS_POR_LINHA = 30

LETRAS = {Categoria.AMPLA: "A", Categoria.COTAS: "C", Categoria.PCD: "P"}
NOMES = {
    Categoria.AMPLA: "ampla concorrência",
    Categoria.COTAS: "reservada à cota",
    Categoria.PCD: "reservada a PcD",
}


class VagaNaFaixa(Protocol):
    """O que se desenha de uma vaga; `aberta` deixa o contorno tracejado."""

    numero: int
    categoria: str
    aberta: bool
    descricao: str


@dataclass(frozen=True, slots=True)
class Vaga:
    """Vaga da série de um edital, ainda sem ocupante."""

    numero: int
    categoria: str
    aberta: bool = False
    descricao: str = ""


@dataclass(frozen=True, slots=True)
class Marca:
    """Uma vaga já com o seu lugar no desenho."""

    vaga: VagaNaFaixa
    x: int
    y: int
    letra: str
    rotulo: str

    @property
    def centro(self) -> int:
        """Abscissa do meio da marca."""
        return self.x + LADO // 2

    @property
    def base_da_letra(self) -> int:
        """Ordenada da linha de base da letra."""
        return self.y + LADO // 2 + 4

    @property
    def base_do_numero(self) -> int:
        """Ordenada da linha de base do número, abaixo da marca."""
        return self.y + LADO + 14


def _marca(indice: int, vaga: VagaNaFaixa) -> Marca:
    categoria = Categoria(vaga.categoria)
    rotulo = f"Vaga {vaga.numero}: {NOMES[categoria]}"
    return Marca(
        vaga=vaga,
        x=3 + (indice % VAGAS_POR_LINHA) * PASSO,
        y=3 + (indice // VAGAS_POR_LINHA) * ALTURA_DA_LINHA,
        letra=LETRAS[categoria],
        rotulo=f"{rotulo}. {vaga.descricao}" if vaga.descricao else rotulo,
    )


@register.inclusion_tag("concursos/_faixa.html")
def faixa_de_vagas(vagas: Sequence[VagaNaFaixa], titulo: str) -> dict[str, object]:
    """Desenha as vagas dadas (objetos com `numero`, `categoria`, `aberta` e `descricao`).

    A página inclui uma vez `concursos/_trama.html`, a trama das vagas de PcD.
    """
    linhas = -(-len(vagas) // VAGAS_POR_LINHA)
    return {
        "marcas": [_marca(indice, vaga) for indice, vaga in enumerate(vagas)],
        "titulo": titulo,
        "largura": str(min(len(vagas), VAGAS_POR_LINHA) * PASSO + 4),
        "altura": str(linhas * ALTURA_DA_LINHA + 4),
        "lado": LADO,
    }


@register.filter
def como_vagas(categorias: Iterable[Categoria]) -> list[Vaga]:
    """Categorias em ordem, a partir da vaga 1, como vagas da faixa."""
    return [Vaga(numero, categoria) for numero, categoria in enumerate(categorias, start=1)]


@register.filter
def numeros_da_categoria(categorias: Sequence[Categoria], categoria: str) -> str:
    """Números das vagas de uma categoria: "3, 8, 13"."""
    numeros = [str(n) for n, cada in enumerate(categorias, start=1) if cada == categoria]
    return ", ".join(numeros)
