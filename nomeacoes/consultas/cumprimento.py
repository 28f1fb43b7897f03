"""Cumprimento de uma reserva no tempo: a parte dela entre as vagas ocupadas, e a que a série reserva."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from cotas import categorias_das_vagas
from nomeacoes.consultas.estado import EstadoDoCargo
from nomeacoes.consultas.valem import nomeacoes_que_valem, ocupacoes_que_valem
from nomeacoes.enums import CategoriaDaVaga
from nomeacoes.models import RESERVADOS

# Mais pontos que isto não se distinguem no desenho, e a tabela dele deixa de se ler.
MAIOR_GRAFICO = 40
# Medidas do desenho, em unidades dele.
LARGURA, ALTURA, ESQUERDA, DIREITA, TOPO, BASE = 720, 240, 52, 12, 12, 30
CENTO = 100
TITULOS = {CategoriaDaVaga.COTAS: "cota", CategoriaDaVaga.PCD: "reserva de PcD"}

# (pessoa, conta depois: nula quando a perde), na ordem em que se aplica.
Mudanca = tuple[int, str | None]


@dataclass(frozen=True, slots=True)
class Momento:
    """Como ficou o cargo depois de uma chamada ou de uma perda.

    `ocupadas`: vagas com ocupante; `na_reserva`: delas, as que contam na reserva; `da_serie`: quantas a
    série reserva entre outras tantas primeiras vagas.
    """

    ordem: int
    data: date
    fato: str
    ocupadas: int
    na_reserva: int
    da_serie: int

    @property
    def parte(self) -> Fraction:
        """Parte das ocupadas que conta na reserva; zero se nenhuma está ocupada."""
        return Fraction(self.na_reserva, self.ocupadas) if self.ocupadas else Fraction(0)

    @property
    def parte_da_serie(self) -> Fraction:
        """Parte que a série reserva a esse número de vagas."""
        return Fraction(self.da_serie, self.ocupadas) if self.ocupadas else Fraction(0)

    @property
    def em_palavras(self) -> str:
        """Parte ocupada pela reserva: "33,3 %"."""
        return por_cento(self.parte)

    @property
    def serie_em_palavras(self) -> str:
        """Parte que a série manda: "20 %"."""
        return por_cento(self.parte_da_serie)

    @property
    def diferenca(self) -> int:
        """Ocupadas pela reserva a mais (ou a menos, negativa) do que a série reserva."""
        return self.na_reserva - self.da_serie


@dataclass(frozen=True, slots=True)
class Ponto:
    """Um momento no desenho; `y_da_serie`, a altura do que a série manda."""

    momento: Momento
    x: int
    y: int
    y_da_serie: int


@dataclass(frozen=True, slots=True)
class Grafico:
    """Cumprimento de uma reserva, pronto para o SVG e para a tabela. `total`: momentos antes da seleção."""

    reserva: CategoriaDaVaga
    pontos: tuple[Ponto, ...]
    total: int
    percentual: str
    y_do_percentual: int
    escala: tuple[tuple[int, str], ...]

    @property
    def nome(self) -> str:
        """Como a reserva se diz: "cota", "reserva de PcD"."""
        return TITULOS[self.reserva]

    @property
    def linha(self) -> str:
        """Pontos da linha do que se cumpriu, na forma do SVG."""
        return " ".join(f"{ponto.x},{ponto.y}" for ponto in self.pontos)

    @property
    def linha_da_serie(self) -> str:
        """Pontos da linha do que a série manda, na forma do SVG."""
        return " ".join(f"{ponto.x},{ponto.y_da_serie}" for ponto in self.pontos)


def por_cento(parte: Fraction) -> str:
    """Fração em por cento, com uma casa se precisa, meio para cima: "33,3 %", "20 %"."""
    decimos = (parte.numerator * CENTO * 10 * 2 + parte.denominator) // (parte.denominator * 2)
    inteiro, decimo = divmod(decimos, 10)
    return f"{inteiro},{decimo} %" if decimo else f"{inteiro} %"


def graficos_do_cumprimento(estado: EstadoDoCargo) -> list[Grafico]:
    """Um gráfico por reserva que o cargo tem; nenhum enquanto ninguém foi chamado."""
    percentuais = {CategoriaDaVaga.COTAS: Fraction(0), CategoriaDaVaga.PCD: Fraction(0)}
    if lei := estado.regras.lei_que_reserva:
        percentuais[CategoriaDaVaga.COTAS] = lei.percentual / CENTO
    if pcd := estado.regras.pcd:
        percentuais[CategoriaDaVaga.PCD] = pcd.percentual / CENTO
    passos = _passos(estado)
    return [
        _grafico(reserva, momentos_do_cumprimento(estado, reserva, passos), percentual)
        for reserva, percentual in percentuais.items()
        if percentual and passos
    ]


@dataclass(frozen=True, slots=True)
class Passo:
    """Uma chamada ou uma perda: quando, o que foi, e o que mudou na conta de cada pessoa."""

    data: date
    fato: str
    mudancas: tuple[Mudanca, ...]


def momentos_do_cumprimento(
    estado: EstadoDoCargo, reserva: CategoriaDaVaga, passos: Sequence[Passo]
) -> list[Momento]:
    """Os momentos de uma reserva, na ordem em que aconteceram."""
    serie = categorias_das_vagas(estado.regras, estado.ultima_vaga)
    ate = [0]
    for categoria in serie:
        ate.append(ate[-1] + (CategoriaDaVaga(categoria) == reserva))
    contas: dict[int, str] = {}
    na_reserva = 0
    momentos = []
    for ordem, passo in enumerate(passos, start=1):
        for pessoa, conta in passo.mudancas:
            na_reserva -= contas.pop(pessoa, None) == reserva
            if conta is not None:
                contas[pessoa] = conta
                na_reserva += conta == reserva
        momentos.append(
            Momento(ordem, passo.data, passo.fato, len(contas), na_reserva, ate[min(len(contas), len(serie))])
        )
    return momentos


def _passos(estado: EstadoDoCargo) -> list[Passo]:
    """Chamadas e perdas registradas, na ordem: as perdas de um evento antes das chamadas do seguinte."""
    mudancas: dict[tuple[int, int], list[Mudanca]] = defaultdict(list)
    fatos: dict[tuple[int, int], tuple[date, str]] = {}
    for chave, data, fato, mudanca in (*_ocupacoes(estado), *_perdas(estado)):
        mudancas[chave].append(mudanca)
        # A própria chamada diz o fato; o remanejamento que ela causou acompanha-a.
        if fato or chave not in fatos:
            fatos[chave] = (data, fato)
    return [Passo(*fatos[chave], tuple(mudancas[chave])) for chave in sorted(mudancas)]


def _ocupacoes(estado: EstadoDoCargo) -> Iterator[tuple[tuple[int, int], date, str, Mudanca]]:
    ocupacoes = ocupacoes_que_valem(estado.cargo).filter(nomeacao__espelho=False)
    ocupacoes = ocupacoes.order_by("-sequencia", "pk")
    for sequencia, ordem, vaga, propria, data, pessoa, conta in ocupacoes.values_list(
        "causa__evento__sequencia",
        "causa__ordem",
        "causa__vaga__numero",
        "sequencia",
        "desde",
        "nomeacao__candidatura",
        "categoria",
    ):
        fato = f"chamada para a vaga {vaga}" if propria == 1 else ""
        yield (sequencia, ordem), data, fato, (pessoa, conta)


def _perdas(estado: EstadoDoCargo) -> Iterator[tuple[tuple[int, int], date, str, Mudanca]]:
    perdidas = nomeacoes_que_valem(estado.cargo).filter(encerrada_por__isnull=False, espelho=False)
    for nomeacao in perdidas.select_related("encerrada_por", "vaga"):
        evento = nomeacao.encerrada_por
        assert evento is not None
        # O que a comissão decidiu de uma autodeclaração não se diz a quem só vê o quadro.
        causa = "" if evento.tipo in RESERVADOS else f": {evento.get_tipo_display().lower()}"
        yield (
            (evento.sequencia, 0),
            evento.data,
            f"vaga {nomeacao.vaga.numero} aberta{causa}",
            (nomeacao.candidatura_id, None),
        )


def _grafico(reserva: CategoriaDaVaga, momentos: Sequence[Momento], percentual: Fraction) -> Grafico:
    escolhidos = _escolher(momentos)
    maior = max(percentual, *(max(m.parte, m.parte_da_serie) for m in escolhidos))
    # O topo é o múltiplo de 20 % que deixa folga acima do maior valor.
    vintes = min(5, maior.numerator * 5 // maior.denominator + 1)
    topo = Fraction(vintes, 5)

    def altura(parte: Fraction) -> int:
        util = (ALTURA - TOPO - BASE) * parte / topo
        return ALTURA - BASE - util.numerator // util.denominator

    largura = LARGURA - ESQUERDA - DIREITA
    vaos = max(1, len(escolhidos) - 1)
    pontos = tuple(
        Ponto(m, ESQUERDA + largura * i // vaos, altura(m.parte), altura(m.parte_da_serie))
        for i, m in enumerate(escolhidos)
    )
    escala = tuple((altura(Fraction(v, 5)), por_cento(Fraction(v, 5))) for v in range(vintes + 1))
    return Grafico(reserva, pontos, len(momentos), por_cento(percentual), altura(percentual), escala)


def _escolher(momentos: Sequence[Momento]) -> list[Momento]:
    """Todos, ou `MAIOR_GRAFICO` deles a intervalos iguais, com o primeiro e o último."""
    if len(momentos) <= MAIOR_GRAFICO:
        return list(momentos)
    passo = MAIOR_GRAFICO - 1
    return [momentos[i * (len(momentos) - 1) // passo] for i in range(MAIOR_GRAFICO)]
