"""Certames curtos, escritos como um jurista os diria: "n3" é o terceiro da geral e negro."""

from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from cotas import (
    LEIS,
    Apuracao,
    Categoria,
    DuplaContagem,
    Evento,
    Habilitado,
    Limiar,
    Quadro,
    RegrasDaReserva,
    ReservaPcd,
    RestoCaxias,
    Serie,
    TipoEvento,
    Vinculo,
    apurar,
)
from cotas.ordem import Andamento

EDITAL = date(2023, 8, 31)
LETRAS = {"a": Categoria.AMPLA, "c": Categoria.COTAS, "p": Categoria.PCD}


def habilitados(nomes: Iterable[str], lei: str = "caxias-2689-2015") -> list[Habilitado]:
    """a: ampla; n: negro; i: indígena; p: PcD; d: negro e PcD."""
    norma = LEIS.get(lei)
    return [
        Habilitado(
            nome,
            cotista=norma.cotista(negro=nome[0] in "nd", indigena=nome[0] == "i") if norma else False,
            pcd=nome[0] in "pd",
        )
        for nome in nomes
    ]


def eventos(textos: Iterable[str]) -> list[Evento]:
    """ "convocar 3", "desistencia n3"…"""
    lidos = []
    for texto in textos:
        tipo, alvo = texto.split()
        if tipo == "convocar":
            lidos.append(Evento(TipoEvento.CONVOCAR, quantidade=int(alvo)))
        else:
            lidos.append(Evento(TipoEvento(tipo), candidato=alvo))
    return lidos


def apurar_linha(linha: dict[str, Any]) -> Apuracao:
    """A apuração de uma linha de tabela, com as suas regras."""
    serie = linha.get("serie")
    regras = RegrasDaReserva(
        linha["lei"],
        linha.get("edital", EDITAL),
        linha["vagas"],
        vinculo=Vinculo(linha.get("vinculo", "cargo_efetivo")),
        serie=tuple(serie) if isinstance(serie, list) else Serie(serie) if serie else None,
        dupla_contagem=DuplaContagem(linha["dupla_contagem"]) if "dupla_contagem" in linha else None,
        limiar=Limiar(linha.get("limiar", "providas")),
        resto_caxias=RestoCaxias(linha.get("resto_caxias", "antecipa")),
        pcd=ReservaPcd(Fraction(linha["pcd"]), teto=Fraction(20)) if "pcd" in linha else None,
    )
    return apurar(regras, habilitados(linha["candidatos"], linha["lei"]), eventos(linha["eventos"]))


class Ensaio:
    """Um andamento montado direto da série ("aaca": depois dela, ampla), abaixo das leis."""

    def __init__(self, serie: str, nomes: Sequence[str], modo: DuplaContagem) -> None:
        categorias = [LETRAS[letra] for letra in serie]
        quadro = Quadro(
            len(serie),
            categorias.count(Categoria.AMPLA),
            categorias.count(Categoria.COTAS),
            categorias.count(Categoria.PCD),
        )
        self.andamento = Andamento(
            habilitados(nomes),
            lambda vaga: categorias[vaga - 1] if vaga <= len(categorias) else Categoria.AMPLA,
            quadro,
            modo,
        )

    def __call__(self, *textos: str) -> list[str]:
        """Aplica os eventos; cada chamada como "vaga quem conta"."""
        return [
            f"{c.vaga} {c.candidato} {c.ocupa}"
            for evento in eventos(textos)
            for c in self.andamento.aplicar(evento)
        ]
