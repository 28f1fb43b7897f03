"""Mundos que o motor produziu, escritos como registros, e o que os adultera."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from cotas import (
    LEIS,
    Arredondamento,
    Categoria,
    Colisao,
    Desfecho,
    DuplaContagem,
    EfeitoSubJudice,
    ErroDeEvento,
    Evento,
    Habilitado,
    Limiar,
    NaoConfirmacao,
    Provimento,
    RegrasDaReserva,
    ReservaPcd,
    TipoEvento,
    Violacao,
    conferir_ordem,
)
from cotas.acompanhamento import Acompanhamento
from cotas.apuracao import andamento_inicial
from cotas.chamada import Chamada
from cotas.espera import Espera
from cotas.ordem import Andamento
from cotas.quadro import Quadro
from cotas.serie import SerieDeVagas

EDITAL = date(2024, 3, 1)
PERDAS = [
    TipoEvento.DESISTENCIA,
    TipoEvento.SEM_EFEITO,
    TipoEvento.ELIMINACAO,
    TipoEvento.NAO_CONFIRMACAO,
    TipoEvento.FINAL_DE_FILA,
    TipoEvento.FALECIMENTO,
]
OUTROS = [
    TipoEvento.REINTEGRACAO,
    TipoEvento.SUB_JUDICE,
    TipoEvento.SUB_JUDICE,
    TipoEvento.FIM_SUB_JUDICE,
    TipoEvento.CONDICIONAL,
    TipoEvento.FIM_CONDICIONAL,
    TipoEvento.ORDEM_JUDICIAL,
    TipoEvento.OPCAO,
    TipoEvento.RETIFICACAO,
]


class Registro:
    """Os provimentos de um andamento, evento a evento: o que um banco guardaria."""

    def __init__(self) -> None:
        self.eventos: list[Evento] = []
        self.provimentos: list[Provimento] = []
        self._abertos: dict[str, int] = {}

    def copia(self) -> Registro:
        outro = Registro()
        outro.eventos, outro.provimentos = self.eventos.copy(), self.provimentos.copy()
        outro._abertos = self._abertos.copy()
        return outro

    def aplicar(self, andamento: Andamento, evento: Evento) -> tuple[Chamada, ...]:
        """Aplica o evento ao motor e escreve o que ele mudou. ErroDeEvento como no motor."""
        chamadas = andamento.aplicar(evento)
        indice = len(self.eventos)
        self.eventos.append(evento)
        for c in chamadas:
            movidos = tuple(r.candidato for r in c.remanejamentos)
            self._abertos[c.candidato] = len(self.provimentos)
            novo = Provimento(
                c.candidato, c.vaga, c.categoria, c.ocupa, c.ocupa, indice, movidos=movidos, espelho=c.espelho
            )
            self.provimentos.append(novo)
        for pessoa, onde in list(self._abertos.items()):
            conta = andamento.ocupacao.get(pessoa)
            if pessoa in andamento.espelhos and self.provimentos[onde].espelho:
                continue
            if conta is None:
                self.provimentos[onde] = replace(self.provimentos[onde], fim=indice)
                del self._abertos[pessoa]
            else:
                self.provimentos[onde] = replace(self.provimentos[onde], conta=conta)
        return chamadas

    def vagas(self, categoria_da_vaga) -> dict[int, Categoria]:
        return {p.vaga: categoria_da_vaga(p.vaga) for p in self.provimentos}


def conferir_registro(
    registro: Registro, habilitados: Sequence[Habilitado], serie, quadro: Quadro, modo: DuplaContagem
) -> tuple[Violacao, ...]:
    """A conferência abaixo das leis, sobre uma série qualquer."""
    acompanhamento = Acompanhamento(Espera(habilitados, quadro, modo), serie, NaoConfirmacao.AMPLA)
    return acompanhamento.conferir(registro.eventos, registro.provimentos, registro.vagas(serie))


@dataclass
class Mundo:
    """Um cargo sob uma lei, com o que aconteceu nele."""

    regras: RegrasDaReserva
    habilitados: list[Habilitado]
    eventos: list[Evento]
    provimentos: list[Provimento]
    vagas: dict[int, Categoria]

    def conferir(self) -> tuple[Violacao, ...]:
        return conferir_ordem(self.regras, self.habilitados, self.eventos, self.provimentos, self.vagas)

    def com(self, indice: int, **campos: object) -> Mundo:
        """O mesmo mundo com um provimento mudado."""
        provimentos = self.provimentos.copy()
        provimentos[indice] = replace(provimentos[indice], **campos)
        return replace(self, provimentos=provimentos)

    def em_curso(self) -> list[int]:
        return [i for i, p in enumerate(self.provimentos) if p.fim is None]


def viver(regras: RegrasDaReserva, habilitados: list[Habilitado], eventos: list[Evento]) -> Mundo:
    """O mundo que o motor produz; os eventos que não cabem ficam de fora."""
    andamento, registro = andamento_inicial(regras, habilitados), Registro()
    for evento in eventos:
        try:
            registro.aplicar(andamento, evento)
        except ErroDeEvento:
            continue
    vagas = registro.vagas(SerieDeVagas(regras).categoria)
    return Mundo(regras, habilitados, registro.eventos, registro.provimentos, vagas)


def acontecimento(sorte: random.Random, nomes: list[str], parte_cotista: float) -> Evento:
    """Um acontecimento raro ao acaso, que cabe ou não: sub judice, ordem, opção, retificação…"""
    tipo, quem = sorte.choice(OUTROS), sorte.choice(nomes)
    if tipo is TipoEvento.RETIFICACAO:
        nova = sorte.sample([*nomes, "z1", "z2"], sorte.randint(1, len(nomes)))
        habilitados = [_pessoa(sorte, n, parte_cotista, 0.2) for n in nova]
        return Evento(tipo, habilitados=tuple(habilitados))
    return Evento(
        tipo,
        quem if sorte.random() < 0.9 else "x9",
        efeito=sorte.choice([*EfeitoSubJudice]) if tipo is TipoEvento.SUB_JUDICE else None,
        desfecho=sorte.choice([*Desfecho]) if tipo in FINS else None,
        apos=sorte.choice([None, *nomes]) if tipo is TipoEvento.ORDEM_JUDICIAL else None,
        lista=_lista(sorte, tipo),
    )


FINS = (TipoEvento.FIM_SUB_JUDICE, TipoEvento.FIM_CONDICIONAL)


def _lista(sorte: random.Random, tipo: TipoEvento) -> Categoria | None:
    if tipo is TipoEvento.OPCAO:
        return sorte.choice([Categoria.COTAS, Categoria.PCD])
    return sorte.choice([None, None, *Categoria]) if tipo is TipoEvento.ORDEM_JUDICIAL else None


def _pessoa(sorte: random.Random, nome: str, cotista: float, pcd: float) -> Habilitado:
    """Fora da geral só quem está numa lista específica."""
    na_cota, em_pcd = sorte.random() < cotista, sorte.random() < pcd
    return Habilitado(nome, na_cota, em_pcd, geral=not (na_cota or em_pcd) or sorte.random() < 0.8)


def sortear(sorte: random.Random, *, raros: float = 0) -> Mundo:
    """Um mundo ao acaso, sob lei vigente ou sem lei, com toda espécie de perda.

    `raros`: que parte dos eventos é de acontecimentos raros; havendo-os, há barreira e eliminação na cota.
    """
    pcd = sorte.choice([None, ReservaPcd(Fraction(5), teto=Fraction(20)), ReservaPcd(Fraction(20))])
    if pcd is not None and sorte.random() < 0.3:
        pcd = replace(pcd, arredondamento=Arredondamento.ABAIXO)
    regras = RegrasDaReserva(
        sorte.choice([*sorted(LEIS) * 3, ""]),
        EDITAL,
        sorte.randint(4, 12),
        dupla_contagem=sorte.choice([*DuplaContagem]),
        colisao=sorte.choice([*Colisao]),
        limiar=sorte.choice([*Limiar]),
        pcd=pcd,
        nao_confirmacao=sorte.choice([*NaoConfirmacao]) if raros else NaoConfirmacao.AMPLA,
    )
    parte_cotista, parte_pcd = sorte.choice([0.1, 0.3, 0.6]), sorte.choice([0.1, 0.3])
    nomes = [f"k{n}" for n in range(sorte.randint(2, 24))]
    habilitados = [Habilitado(n, sorte.random() < parte_cotista, sorte.random() < parte_pcd) for n in nomes]
    if raros:
        habilitados = [_pessoa(sorte, n, parte_cotista, parte_pcd) for n in nomes]
    eventos = []
    for _ in range(sorte.randint(1, 14)):
        if raros and sorte.random() < raros:
            eventos.append(acontecimento(sorte, nomes, parte_cotista))
        elif sorte.random() < 0.55:
            eventos.append(Evento(TipoEvento.CONVOCAR, quantidade=sorte.randint(1, 5)))
        else:
            eventos.append(Evento(sorte.choice(PERDAS), sorte.choice(nomes)))
    return viver(regras, habilitados, eventos)
