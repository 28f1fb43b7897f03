"""Confronto exaustivo do motor com o oráculo: todo certame pequeno, toda perda, toda chamada.

O mundo: todo vínculo de cada candidato (nenhum, cotista, PcD, ambos) × toda série das primeiras vagas
(depois delas, ampla) × os três modos × toda sequência de chamadas com até tantas perdas. Depois de
cada evento comparam-se a chamada feita, a conta e a vaga de cada ocupante e as vagas abertas.

Sequências que começam igual compartilham o começo: percorre-se uma árvore, e cada nó é comparado uma
só vez. A categoria de uma vaga só é escolhida quando ela é chamada. Esperteza, só aqui; no oráculo, não.

A conferência longa: `python -m tests.cotas.exaustivo --candidatos 5 --perdas 2`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import product

from cotas.chamada import Chamada, Evento
from cotas.enums import Categoria, DuplaContagem, TipoEvento
from cotas.listas import Habilitado
from cotas.ordem import Andamento
from cotas.quadro import Quadro
from tests.cotas import oraculo

NOMES = "ABCDEFGH"
DO_MOTOR = {categoria.value: categoria for categoria in Categoria}
PERDAS = (
    (oraculo.SAIDA, TipoEvento.DESISTENCIA),
    (oraculo.NAO_CONFIRMACAO, TipoEvento.NAO_CONFIRMACAO),
    (oraculo.FINAL_DE_FILA, TipoEvento.FINAL_DE_FILA),
)
VINCULOS = ((False, False), (True, False), (False, True), (True, True))
CONVOCAR_UM = Evento(TipoEvento.CONVOCAR, quantidade=1)
MAXIMO_DE_DIFERENCAS = 5

Perfil = tuple[tuple[bool, bool], ...]
"""Por candidato, em ordem geral: se é cotista, se é PcD."""


@dataclass
class Placar:
    """O que já se conferiu; `diferencas` traz o relato de cada uma, do certame ao resultado."""

    certames: int = 0
    comparacoes: int = 0
    por_conjuntos: int = 0
    diferencas: list[str] = field(default_factory=list)

    def somar(self, outro: Placar) -> None:
        """Acrescenta o que outra parte conferiu."""
        self.certames += outro.certames
        self.comparacoes += outro.comparacoes
        self.por_conjuntos += outro.por_conjuntos
        self.diferencas += outro.diferencas

    def __str__(self) -> str:
        milhares = [f"{n:,}".replace(",", ".") for n in (self.certames, self.comparacoes, self.por_conjuntos)]
        return "{} certames, {} comparações ({} também por conjuntos), {} diferenças".format(
            *milhares, len(self.diferencas)
        )


def resultado_do_oraculo(
    estado: oraculo.Estado, chamadas: list[oraculo.Chamada]
) -> tuple[object, object, object, object]:
    """O que se compara: chamadas do evento, contas, vagas e vagas abertas."""
    return (
        [tuple(chamada) for chamada in chamadas],
        {o.pessoa: o.ocupa for o in estado.ocupantes},
        {o.pessoa: o.vaga for o in estado.ocupantes},
        tuple(sorted([vaga for vaga, _ in estado.abertas])),
    )


def resultado_do_motor(
    andamento: Andamento, chamadas: tuple[Chamada, ...]
) -> tuple[object, object, object, object]:
    """O mesmo, do lado do motor."""
    return (
        [(c.vaga, c.categoria, c.candidato, c.ocupa, c.remanejado, c.revertida) for c in chamadas],
        andamento.ocupacao,
        andamento.vaga_de,
        andamento.vagas_abertas,
    )


def listas_do_perfil(perfil: Perfil) -> oraculo.Estado:
    """Estado inicial do oráculo, com os candidatos A, B, C… nessa ordem."""
    pessoas = list(zip(NOMES, perfil, strict=False))
    return oraculo.Estado(
        geral=tuple(nome for nome, _ in pessoas),
        cotas=tuple(nome for nome, (cotista, _) in pessoas if cotista),
        pcd=tuple(nome for nome, (_, pcd) in pessoas if pcd),
    )


class Percurso:
    """A árvore de um perfil, de um modo e de um número de vagas de ampla no quadro."""

    def __init__(self, perfil: Perfil, modo: str, vagas: int, ampla: int, placar: Placar) -> None:
        self._perfil, self._modo, self._vagas, self._ampla = perfil, modo, vagas, ampla
        self._placar = placar
        self._serie: list[str] = []
        self._eventos: list[str] = []
        self._houve_perda = self._da_ampla_ao_fim = False

    def percorrer(self, perdas: int) -> None:
        """Confere toda sequência com até `perdas` perdas."""
        habilitados = [Habilitado(n, c, p) for n, (c, p) in zip(NOMES, self._perfil, strict=False)]
        quadro = Quadro(total=self._vagas, ampla=self._ampla, cotas=self._vagas - self._ampla, pcd=0)
        motor = Andamento(habilitados, self._categoria_da_vaga, quadro, DuplaContagem(self._modo))
        self._visitar(listas_do_perfil(self._perfil), motor, perdas)

    def _categoria_da_vaga(self, vaga: int) -> Categoria:
        """A série como o motor a vê: se ele olhar além da vaga chamada, `IndexError`."""
        return DO_MOTOR[self._serie[vaga - 1]] if vaga <= self._vagas else Categoria.AMPLA

    def _visitar(self, estado: oraculo.Estado, motor: Andamento, perdas: int) -> None:
        """Um nó em que os dois lados concordam. Gasta `motor`: quem chama não o usa mais."""
        if len(self._placar.diferencas) >= MAXIMO_DE_DIFERENCAS:
            return
        if not self._houve_perda and estado.providas == self._vagas:
            self._placar.certames += 1
        self._perder(estado, motor, perdas)
        self._chamar(estado, motor, perdas)

    def _perder(self, estado: oraculo.Estado, motor: Andamento, perdas: int) -> None:
        """Cada perda possível, de quem ocupa vaga ou não; `motor` fica como estava."""
        if not perdas:
            return
        antes = self._houve_perda, self._da_ampla_ao_fim
        contas = {o.pessoa: o.ocupa for o in estado.ocupantes}
        for (tipo, no_motor), pessoa in product(PERDAS, NOMES[: len(self._perfil)]):
            if not oraculo.admite(estado, tipo, pessoa):
                continue
            da_ampla_ao_fim = tipo == oraculo.FINAL_DE_FILA and contas.get(pessoa) == oraculo.AMPLA
            self._houve_perda, self._da_ampla_ao_fim = True, antes[1] or da_ampla_ao_fim
            self._eventos.append(f"{tipo} {pessoa}")
            novo, copia = oraculo.perder(estado, tipo, pessoa), motor.copia()
            copia.aplicar(Evento(no_motor, pessoa))
            if self._confere(novo, [], copia, ()):
                self._visitar(novo, copia, perdas - 1)
            self._eventos.pop()
            self._houve_perda, self._da_ampla_ao_fim = antes

    def _chamar(self, estado: oraculo.Estado, motor: Andamento, perdas: int) -> None:
        """A chamada seguinte, uma vez por categoria que a vaga ainda pode ter. Gasta `motor`."""
        livres = self._categorias_livres(estado)
        self._eventos.append("convocar 1")
        for i, categoria in enumerate(livres):
            if categoria is not None:
                self._serie.append(categoria)
            copia = motor.copia() if i + 1 < len(livres) else motor
            novo, chamada = oraculo.convocar(self._certame(), estado)
            feitas = [] if chamada is None else [chamada]
            if self._confere(novo, feitas, copia, copia.aplicar(CONVOCAR_UM)):
                if chamada is not None:
                    self._visitar(novo, copia, perdas)
                else:
                    self._perder(novo, copia, perdas)
            if categoria is not None:
                self._serie.pop()
            if chamada is None:  # sem ninguém a chamar a vaga não se cria: que categoria teria, não importa
                break
        self._eventos.pop()

    def _categorias_livres(self, estado: oraculo.Estado) -> list[str | None]:
        """O que a vaga a chamar pode ser; `[None]` se já está decidido.

        No corte fixo, sem contrariar as vagas de ampla do quadro; os outros modos não olham o quadro.
        """
        vaga = estado.providas + 1
        if estado.abertas or vaga > self._vagas or vaga <= len(self._serie):
            return [None]
        if self._modo != oraculo.CORTE_FIXO:
            return [*DO_MOTOR]
        livres: list[str | None] = []
        faltam = self._ampla - self._serie.count(oraculo.AMPLA)
        if faltam > 0:
            livres.append(oraculo.AMPLA)
        if faltam <= self._vagas - vaga:
            livres += [oraculo.COTAS, oraculo.PCD]
        return livres

    def _certame(self) -> oraculo.Certame:
        return oraculo.Certame(tuple(self._serie), self._modo, self._ampla, self._vagas)

    def _confere(
        self,
        estado: oraculo.Estado,
        feitas: list[oraculo.Chamada],
        motor: Andamento,
        chamadas: tuple[Chamada, ...],
    ) -> bool:
        """Compara os dois lados depois de um evento; anota a diferença, se há."""
        self._placar.comparacoes += 1
        esperado, obtido = resultado_do_oraculo(estado, feitas), resultado_do_motor(motor, chamadas)
        if esperado != obtido:
            self._anotar(estado, esperado, obtido)
            return False
        if self._cabem_conjuntos(estado):
            self._placar.por_conjuntos += 1
            quem = oraculo.ocupantes_por_conjuntos(self._certame(), estado)
            if motor.ocupacao.keys() != quem:
                self._anotar(estado, sorted(quem), sorted(motor.ocupacao))
                return False
        return True

    def _cabem_conjuntos(self, estado: oraculo.Estado) -> bool:
        """Se a verdade dos conjuntos se aplica: uma reserva, remanejamento, nenhuma vaga aberta."""
        if self._modo != oraculo.REMANEJAMENTO or estado.abertas or self._da_ampla_ao_fim:
            return False
        return not {oraculo.COTAS, oraculo.PCD} <= set(self._serie)

    def _anotar(self, estado: oraculo.Estado, esperado: object, obtido: object) -> None:
        inicio = listas_do_perfil(self._perfil)
        self._placar.diferencas.append(
            f"modo {self._modo}; série {self._serie} de {self._vagas} vagas, {self._ampla} de ampla; "
            f"geral {inicio.geral}, cotas {inicio.cotas}, pcd {inicio.pcd}\n"
            f"  eventos: {self._eventos}\n  oráculo: {esperado}\n  motor:   {obtido}\n  estado:  {estado}"
        )


def perfis(candidatos: int) -> Iterator[Perfil]:
    """Todo vínculo de cada candidato."""
    yield from product(VINCULOS, repeat=candidatos)


def conferir(perfil: Perfil, vagas: int, perdas: int) -> Placar:
    """Confere um perfil em toda série e em todo modo."""
    placar = Placar()
    for ampla in range(vagas + 1):
        Percurso(perfil, oraculo.CORTE_FIXO, vagas, ampla, placar).percorrer(perdas)
    # Um quadro qualquer, que quase toda série contraria: se o motor o usasse nestes modos, ver-se-ia.
    for modo in (oraculo.REMANEJAMENTO, oraculo.CONSUMO):
        Percurso(perfil, modo, vagas, vagas // 2, placar).percorrer(perdas)
    return placar


def _opcoes(argumentos: list[str] | None) -> argparse.Namespace:
    leitor = argparse.ArgumentParser(description="Confere o motor com o oráculo, exaustivamente.")
    leitor.add_argument("--candidatos", type=int, default=4, choices=range(1, len(NOMES) + 1))
    leitor.add_argument("--vagas", type=int, help="vagas da série, até o número de candidatos (o padrão)")
    leitor.add_argument("--perdas", type=int, default=1)
    leitor.add_argument("--processos", type=int, default=1)
    opcoes = leitor.parse_args(argumentos)
    opcoes.vagas = opcoes.vagas or opcoes.candidatos
    if opcoes.vagas > opcoes.candidatos:
        leitor.error("--vagas não pode passar de --candidatos: a série não seria percorrida inteira")
    return opcoes


def principal(argumentos: list[str] | None = None) -> int:
    """Conferência por linha de comando, com o andamento em português. Sai 1 se há diferença."""
    opcoes = _opcoes(argumentos)
    todos = list(perfis(opcoes.candidatos))
    total, inicio = Placar(), time.monotonic()
    with ProcessPoolExecutor(opcoes.processos) as executor:
        partes = [executor.submit(conferir, p, opcoes.vagas, opcoes.perdas) for p in todos]
        for feitos, parte in enumerate(as_completed(partes), start=1):
            total.somar(parte.result())
            gasto = time.monotonic() - inicio
            falta = gasto / feitos * (len(todos) - feitos)
            print(
                f"{feitos} de {len(todos)} perfis: {total}; "
                f"{_duracao(gasto)} até aqui, faltam cerca de {_duracao(falta)}",
                flush=True,
            )
            if total.diferencas:
                executor.shutdown(cancel_futures=True)
                break
    for diferenca in total.diferencas:
        print(diferenca)
    return 1 if total.diferencas else 0


def _duracao(segundos: float) -> str:
    horas, resto = divmod(int(segundos), 3600)
    return f"{horas}h{resto // 60:02d}min{resto % 60:02d}s"


if __name__ == "__main__":
    sys.exit(principal())
