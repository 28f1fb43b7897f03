"""Confronto do motor com o oráculo de tudo o que acontece a uma lista, em mundos sorteados.

Metade dos mundos é de cargos como os das leis; a outra, de poucas pessoas a quem acontece muito. Depois
de cada evento que cabe no motor, o oráculo refaz a história inteira e comparam-se chamadas, contas,
vagas, espelhos e vagas abertas. Um desfazimento tem de caber nos dois ou em nenhum.

A conferência longa: `python -m tests.cotas.acontecimentos_ao_acaso --mundos 200000`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from cotas import (
    Apuracao,
    ErroDeEvento,
    Evento,
    Habilitado,
    NaoConfirmacao,
    RegrasDaReserva,
    TipoEvento,
    apurar,
    categorias_das_vagas,
    quadro_de_vagas,
)
from tests.cotas import oraculo
from tests.cotas import oraculo_dos_acontecimentos as ingenuo
from tests.cotas.mundos_registrados import PERDAS, acontecimento, sortear

ATE = 60
MAXIMO_DE_DIFERENCAS = 5


@dataclass
class Placar:
    """O que já se conferiu; `diferencas` relata cada uma."""

    mundos: int = 0
    comparacoes: int = 0
    chamadas: int = 0
    tipos: set[str] = field(default_factory=set)
    diferencas: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        feitos = f"{self.mundos} mundos, {self.comparacoes} comparações, {self.chamadas} chamadas"
        return f"{feitos}, {len(self.tipos)} espécies de evento, {len(self.diferencas)} diferenças"


def conferir(semente: int, placar: Placar) -> None:
    """Um mundo, evento a evento, pelos dois lados; para na primeira diferença."""
    sorte = random.Random(semente)
    regras, pessoas, sorteados = _comum(sorte) if semente % 2 else _amontoado(sorte)
    placar.mundos += 1
    feitos: list[Evento] = []
    for evento in _com_fins_e_desfazimentos(sorte, sorteados):
        obtido = _do_motor(regras, pessoas, [*feitos, evento])
        if obtido is None and evento.tipo is not TipoEvento.DESFAZIMENTO:
            continue
        esperado = _do_oraculo(regras, pessoas, [*feitos, evento])
        placar.comparacoes += 1
        if esperado != obtido:
            escritos = "\n    ".join(map(str, [*feitos, evento]))
            placar.diferencas.append(
                f"semente {semente}: {regras}\n  {pessoas}\n    {escritos}\n"
                f"  oráculo: {esperado}\n  motor:   {obtido}"
            )
            return
        if obtido is not None:
            feitos.append(evento)
            placar.tipos.add(evento.tipo.value)
    final = _do_motor(regras, pessoas, feitos)
    placar.chamadas += len(final[0]) if final else 0


def _comum(sorte: random.Random) -> tuple[RegrasDaReserva, list[Habilitado], list[Evento]]:
    mundo = sortear(sorte, raros=0.35)
    return mundo.regras, mundo.habilitados, mundo.eventos


def _amontoado(sorte: random.Random) -> tuple[RegrasDaReserva, list[Habilitado], list[Evento]]:
    """As regras de um mundo comum; de três a seis pessoas, e muito a acontecer."""
    nomes = [f"k{n}" for n in range(sorte.randint(3, 6))]
    regras = replace(sortear(sorte).regras, nao_confirmacao=sorte.choice([*NaoConfirmacao]))
    pessoas = [Habilitado(n, sorte.random() < 0.5, sorte.random() < 0.4) for n in nomes]
    de_fora = [*nomes, "x8", "x9"]
    eventos = []
    for _ in range(sorte.randint(5, 25)):
        raro, convoca = sorte.random() < 0.6, sorte.random() < 0.5
        comum = _convocar(1) if convoca else Evento(sorte.choice(PERDAS), sorte.choice(de_fora))
        eventos.append(acontecimento(sorte, de_fora, 0.5) if raro else comum)
    return regras, pessoas, [*eventos, _convocar(20)]


def _convocar(quantidade: int) -> Evento:
    return Evento(TipoEvento.CONVOCAR, quantidade=quantidade)


def _com_fins_e_desfazimentos(sorte: random.Random, eventos: Iterable[Evento]) -> Iterable[Evento]:
    """Intercala desfazimentos de um evento qualquer e, raramente, a extinção do cargo."""
    for numero, evento in enumerate(eventos, start=1):
        yield evento
        if sorte.random() < 0.1:
            yield Evento(TipoEvento.DESFAZIMENTO, desfaz=sorte.randint(1, numero))
        if sorte.random() < 0.01:
            yield Evento(TipoEvento.EXTINCAO)


def _do_motor(regras: RegrasDaReserva, pessoas: list[Habilitado], eventos: list[Evento]) -> tuple | None:
    try:
        apuracao: Apuracao = apurar(regras, pessoas, eventos)
    except ErroDeEvento:
        return None
    chamadas = [
        ingenuo.Chamada(
            c.vaga,
            c.categoria.value,
            c.candidato,
            c.ocupa.value,
            tuple(r.candidato for r in c.remanejamentos),
            c.revertida,
            c.espelho,
        )
        for c in apuracao.chamadas
    ]
    return (
        [(c.evento + 1, chamada) for c, chamada in zip(apuracao.chamadas, chamadas, strict=True)],
        {quem: conta.value for quem, conta in apuracao.ocupacao.items()},
        dict(apuracao.vaga_de),
        dict(apuracao.espelhos),
        list(apuracao.vagas_abertas),
    )


def _do_oraculo(regras: RegrasDaReserva, pessoas: list[Habilitado], eventos: list[Evento]) -> tuple | None:
    quadro = quadro_de_vagas(regras)
    certame = oraculo.Certame(
        tuple(categoria.value for categoria in categorias_das_vagas(regras, ATE)),
        regras.dupla_contagem_efetiva.value,
        quadro.ampla,
        regras.vagas,
    )
    elimina = regras.nao_confirmacao is NaoConfirmacao.ELIMINA
    escritos = [_escrito(evento, regras.aplicavel) for evento in eventos]
    try:
        cargo = ingenuo.historia(certame, elimina, _lista(pessoas, regras.aplicavel), escritos)
    except ingenuo.NaoCabe:
        return None
    return cargo.chamadas, cargo.conta, cargo.vaga_de, cargo.espelhos, sorted(cargo.abertas)


def _lista(pessoas: Iterable[Habilitado], ha_cotas: bool) -> list[ingenuo.Pessoa]:
    """Onde a lei não rege o edital não há lista de cotas."""

    def listas(p: Habilitado) -> frozenset[str]:
        em = {oraculo.AMPLA: p.geral, oraculo.COTAS: p.cotista and ha_cotas, oraculo.PCD: p.pcd}
        return frozenset(lista for lista, esta in em.items() if esta)

    return [ingenuo.Pessoa(p.id, listas(p)) for p in pessoas]


def _escrito(evento: Evento, ha_cotas: bool) -> ingenuo.Evento:
    """O evento com os nomes e os textos dos casos."""
    return {
        "tipo": evento.tipo.value,
        "candidato": evento.candidato,
        "quantidade": evento.quantidade,
        "efeito": evento.efeito and evento.efeito.value,
        "desfecho": evento.desfecho and evento.desfecho.value,
        "apos": evento.apos,
        "lista": evento.lista and evento.lista.value,
        "habilitados": _lista(evento.habilitados or (), ha_cotas),
        "desfaz": evento.desfaz,
    }


def principal(argumentos: list[str] | None = None) -> int:
    """Conferência por linha de comando. Sai 1 se há diferença."""
    leitor = argparse.ArgumentParser(description="Confere o motor com o oráculo dos acontecimentos.")
    leitor.add_argument("--mundos", type=int, default=20_000)
    leitor.add_argument("--desde", type=int, default=0, help="a primeira semente")
    opcoes = leitor.parse_args(argumentos)
    placar = Placar()
    for semente in range(opcoes.desde, opcoes.desde + opcoes.mundos):
        antes = len(placar.diferencas)
        conferir(semente, placar)
        for diferenca in placar.diferencas[antes:]:
            print(diferenca, flush=True)
        if placar.mundos % 500 == 0:
            print(placar, flush=True)
        if len(placar.diferencas) >= MAXIMO_DE_DIFERENCAS:
            break
    print(placar)
    return 1 if placar.diferencas else 0


if __name__ == "__main__":
    sys.exit(principal())
