"""Oráculo de tudo o que acontece a uma lista: falecimento, sub judice, ordem judicial, retificação…

Escrito de `docs/interpretacoes.md` e `docs/casos.md`, sem olhar o motor: a cada evento refaz a história
desde o começo, e a cada chamada refaz a ordem desde a lista vigente. Um evento é um dicionário com os
campos dos casos; quem não cabe onde está é `NaoCabe`. Nada aqui importa o pacote `cotas`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.cotas.oraculo import AMPLA, CONSUMO, CORTE_FIXO, COTAS, PCD, Certame

Evento = dict[str, Any]
SAIDAS = ("desistencia", "sem_efeito", "eliminacao", "falecimento")
RESERVAS = (COTAS, PCD)


class NaoCabe(ValueError):
    """O evento não é possível no estado em que o cargo está."""


class Pessoa(NamedTuple):
    """Alguém da lista, e as listas (`ampla` é a geral) de que faz parte."""

    id: str
    listas: frozenset[str]


class Movimento(NamedTuple):
    """Quem foi ao fim da fila, ou a quem uma decisão deu lugar depois de `apos` (nulo: no alto)."""

    quem: str
    ao_fim: bool
    apos: str | None = None
    definitivo: bool = False
    na_falta: str | None = None
    """Depois de quem fica, se a lista vigente já não traz `apos`."""


class Chamada(NamedTuple):
    """Uma chamada, com os nomes da memória de cálculo."""

    vaga: int
    categoria: str
    candidato: str
    ocupa: str
    remanejados: tuple[str, ...]
    revertida: bool
    espelho: bool


@dataclass
class Cargo:
    """O que se sabe do cargo em um momento."""

    certame: Certame
    elimina: bool
    lista: list[Pessoa]
    """A lista vigente: a homologada ou a última retificada."""
    movimentos: list[Movimento] = field(default_factory=list)
    """Na ordem em que se deram."""
    sairam: set[str] = field(default_factory=set)
    nao_confirmados: set[str] = field(default_factory=set)
    por_ordem: dict[str, frozenset[str]] = field(default_factory=dict)
    """As listas de quem está no certame só porque uma decisão o pôs."""
    concedidas: dict[str, frozenset[str]] = field(default_factory=dict)
    """As listas que uma decisão abriu a quem não estava em nenhuma."""
    efeito: dict[str, str] = field(default_factory=dict)
    """Quem concorre sub judice, e se ocupa ou espelha."""
    condicionais: set[str] = field(default_factory=set)
    opcao: dict[str, str] = field(default_factory=dict)
    vaga_de: dict[str, int] = field(default_factory=dict)
    conta: dict[str, str] = field(default_factory=dict)
    espelhos: dict[str, int] = field(default_factory=dict)
    abertas: dict[int, str] = field(default_factory=dict)
    providas: int = 0
    extinto: bool = False
    chamadas: list[tuple[int, Chamada]] = field(default_factory=list)
    """Cada uma com o número do evento que a fez, contado de um."""

    # --- as listas, refeitas cada vez que se perguntam

    def listas_de(self, quem: str) -> frozenset[str]:
        """As listas em que a pessoa pode ser chamada neste momento; nenhuma, se não está no certame."""
        return frozenset() if quem in self.sairam else self.listas_se_esta(quem)

    def listas_se_esta(self, quem: str) -> frozenset[str]:
        """As mesmas, não tivesse a pessoa saído."""
        listas = next((p.listas for p in self.lista if p.id == quem), frozenset())
        if any(m.quem == quem and not m.ao_fim for m in self.movimentos):
            listas |= {AMPLA} | self.concedidas.get(quem, frozenset())
        listas = self.por_ordem.get(quem, listas)
        return listas - {COTAS} if quem in self.nao_confirmados else listas

    def ordem(self) -> list[str]:
        """Todos, do primeiro ao último: a lista vigente e, por cima, cada movimento, no seu tempo."""
        ordem = [p.id for p in self.lista]
        for m in self.movimentos:
            ordem = [outro for outro in ordem if outro != m.quem]
            apos = m.apos if m.apos in ordem else m.na_falta
            if m.ao_fim:
                ordem.append(m.quem)
            else:
                ordem.insert(0 if apos is None else ordem.index(apos) + 1, m.quem)
        return ordem

    def fila(self, lista: str) -> list[str]:
        """A lista, na ordem deste momento, com quem já ocupa vaga. Quem optou só está na que escolheu."""
        fila = []
        for quem in self.ordem():
            suas = self.listas_de(quem)
            optou = self.opcao.get(quem) if set(RESERVAS) <= suas else None
            if lista in suas and (lista == AMPLA or optou in (None, lista)):
                fila.append(quem)
        return fila

    # --- a chamada

    def convocar(self, numero: int, quantidade: int) -> None:
        """Chama para tantas vagas; acabadas as listas, para."""
        if self.extinto:
            raise NaoCabe("extinto")
        for _ in range(quantidade):
            if not self._chamar(numero):
                return

    def _chamar(self, numero: int) -> bool:
        """Chama para uma vaga, e dá antes um espelho a cada um que só o pode ter e a quem a vez chega."""
        vaga = min(self.abertas) if self.abertas else self.providas + 1
        categoria = self.abertas.get(vaga) or self.certame.categoria(vaga)
        while True:
            achado = self._quem(vaga, categoria)
            if achado is None:
                return False
            quem, ocupa, remanejados, revertida = achado
            espelho = self.efeito.get(quem) == "espelho"
            if espelho:
                remanejados = ()
                self.espelhos[quem] = vaga
            feita = Chamada(vaga, categoria, quem, ocupa, tuple(remanejados), revertida, espelho)
            self.chamadas.append((numero, feita))
            if espelho:
                continue
            for outro in remanejados:
                self.conta[outro] = AMPLA
            self.vaga_de[quem], self.conta[quem] = vaga, ocupa
            self.abertas.pop(vaga, None)
            self.providas = max(self.providas, vaga)
            return True

    def _quem(self, vaga: int, categoria: str) -> tuple[str, str, list[str], bool] | None:
        """A quem cabe a vaga, em que conta, quem passa antes à ampla, e se a reserva reverteu."""
        if categoria != AMPLA:
            quem = self._da_reserva(categoria, vaga)
            if quem is not None:
                return quem, categoria, [], False
        remanejados: list[str] = []
        for quem in self.fila(AMPLA):
            if quem in self.espelhos or self.conta.get(quem) == AMPLA:
                continue
            if quem not in self.conta:
                return quem, AMPLA, remanejados, categoria != AMPLA
            if self.certame.modo == CONSUMO:
                continue
            remanejados.append(quem)
            herdeiro = self._da_reserva(self.conta[quem], vaga)
            if herdeiro is not None:
                return herdeiro, self.conta[quem], remanejados, categoria != AMPLA
        return None

    def _da_reserva(self, reserva: str, vaga: int) -> str | None:
        """O primeiro da lista específica que espera e que o corte fixo não guarda para a ampla."""
        corte: list[str] = []
        if self.certame.modo == CORTE_FIXO and vaga <= self.certame.oferecidas:
            corte = self.fila(AMPLA)[: self.certame.ampla_do_quadro]
        for quem in self.fila(reserva):
            if quem not in self.conta and quem not in self.espelhos and quem not in corte:
                return quem
        return None

    # --- os acontecimentos

    def perder_a_vaga(self, quem: str) -> None:
        """A vaga abre na conta em que a pessoa estava; o espelho só acaba."""
        self.espelhos.pop(quem, None)
        if quem in self.conta:
            self.abertas[self.vaga_de.pop(quem)] = self.conta.pop(quem)

    def sair(self, quem: str) -> None:
        """Deixa o certame e a vaga."""
        self.perder_a_vaga(quem)
        self.sairam.add(quem)

    def aprovado(self, quem: str) -> bool:
        """Se a lista vigente traz a pessoa, ou uma decisão a pôs nela, e não saiu."""
        return quem not in self.sairam and quem in {*self.por_ordem, *(p.id for p in self.lista)}

    def presente(self, quem: str) -> None:
        """NaoCabe se a pessoa não está no certame: nem na lista, nem em vaga."""
        if not self.aprovado(quem) and quem not in {*self.conta, *self.espelhos}:
            raise NaoCabe(quem)


def _saida(cargo: Cargo, evento: Evento) -> None:
    quem = evento["candidato"]
    cargo.presente(quem)
    if evento["tipo"] == "sem_efeito" and quem in cargo.condicionais:
        raise NaoCabe("a condição corre")
    cargo.sair(quem)


def _nao_confirmacao(cargo: Cargo, evento: Evento) -> None:
    quem = evento["candidato"]
    if COTAS not in cargo.listas_de(quem):
        raise NaoCabe(quem)
    if cargo.elimina:
        cargo.sair(quem)
        return
    if cargo.conta.get(quem) == COTAS:
        cargo.perder_a_vaga(quem)
    cargo.nao_confirmados.add(quem)


def _final_de_fila(cargo: Cargo, evento: Evento) -> None:
    quem = evento["candidato"]
    cargo.presente(quem)
    if any(m.quem == quem and m.ao_fim for m in cargo.movimentos):
        raise NaoCabe(quem)
    cargo.perder_a_vaga(quem)
    cargo.movimentos.append(Movimento(quem, ao_fim=True))


def _reintegracao(cargo: Cargo, evento: Evento) -> None:
    quem = evento["candidato"]
    if quem not in cargo.sairam or quem not in {*cargo.por_ordem, *(p.id for p in cargo.lista)}:
        raise NaoCabe(quem)
    cargo.sairam.discard(quem)


def _sub_judice(cargo: Cargo, evento: Evento) -> None:
    cargo.presente(evento["candidato"])
    cargo.efeito[evento["candidato"]] = evento["efeito"] or "ocupa"


def _fim_sub_judice(cargo: Cargo, evento: Evento) -> None:
    """Definitiva: fica. Revogada: sai quem não tinha lugar por si. Extinta: perde só o que o juiz deu."""
    quem, desfecho = evento["candidato"], evento["desfecho"]
    ordens = [m for m in cargo.movimentos if m.quem == quem and not m.ao_fim and not m.definitivo]
    efeito = cargo.efeito.pop(quem, None)
    if not ordens and efeito is None:
        raise NaoCabe(quem)
    if desfecho == "definitiva":
        cargo.movimentos = [m._replace(definitivo=m.definitivo or m in ordens) for m in cargo.movimentos]
        cargo.espelhos.pop(quem, None)
        return
    antes = cargo.ordem()
    sem_lugar_por_si = cargo.por_ordem.pop(quem, None) is not None if ordens else quem in cargo.por_ordem
    cargo.movimentos = [m for m in cargo.movimentos if m not in ordens]
    cargo.movimentos = _sem_mover(cargo, antes, {p.id for p in cargo.lista})
    if sem_lugar_por_si or (desfecho == "revogada" and efeito is not None):
        cargo.sair(quem)
    elif ordens:
        cargo.perder_a_vaga(quem)
    else:
        cargo.espelhos.pop(quem, None)


def _condicional(cargo: Cargo, evento: Evento) -> None:
    cargo.presente(evento["candidato"])
    cargo.condicionais.add(evento["candidato"])


def _fim_condicional(cargo: Cargo, evento: Evento) -> None:
    quem = evento["candidato"]
    if quem not in cargo.condicionais:
        raise NaoCabe(quem)
    cargo.condicionais.discard(quem)
    if evento["desfecho"] == "descumprida":
        cargo.sair(quem)


def _ordem_judicial(cargo: Cargo, evento: Evento) -> None:
    quem = evento["candidato"]
    if cargo.aprovado(quem) and evento["lista"]:
        raise NaoCabe("já está na lista")
    if quem in {*cargo.conta, *cargo.espelhos}:
        raise NaoCabe("já tem vaga")
    if evento["apos"] is not None and evento["apos"] not in cargo.ordem():
        raise NaoCabe("não há depois de quem")
    if not cargo.aprovado(quem):
        cargo.sairam.discard(quem)
        cargo.por_ordem[quem] = cargo.concedidas[quem] = frozenset({AMPLA, evento["lista"] or AMPLA})
        cargo.efeito.pop(quem, None)
        cargo.opcao.pop(quem, None)
        if evento["lista"] == COTAS:
            cargo.nao_confirmados.discard(quem)
    cargo.movimentos.append(Movimento(quem, ao_fim=False, apos=evento["apos"]))


def _opcao(cargo: Cargo, evento: Evento) -> None:
    quem = evento["candidato"]
    if not set(RESERVAS) <= cargo.listas_de(quem) or quem in {*cargo.conta, *cargo.espelhos}:
        raise NaoCabe(quem)
    cargo.opcao[evento["candidato"]] = evento["lista"]


def _retificacao(cargo: Cargo, evento: Evento) -> None:
    """A lista passa a ser essa. Quem está em vaga fica nela; quem saiu continua fora.

    Quem uma decisão pôs fica depois de quem ela disse, ainda que a lista o não traga; se já não traz a
    pessoa depois de quem, fica depois da que, das que traz, lhe estava mais perto acima.
    """
    antes, nova = cargo.ordem(), [p.id for p in evento["habilitados"]]
    postos = {m.quem: cargo.listas_se_esta(m.quem) for m in cargo.movimentos if not m.ao_fim}
    cargo.lista = list(evento["habilitados"])
    for quem, listas in postos.items():
        if quem not in nova:
            cargo.por_ordem[quem] = listas
        else:
            cargo.por_ordem.pop(quem, None)
    cargo.movimentos = _sem_mover(cargo, antes, set(nova))


def _sem_mover(cargo: Cargo, antes: Sequence[str], ja: set[str]) -> list[Movimento]:
    """Os movimentos, cada um com depois de quem fica se a pessoa depois de quem a puseram já não está."""
    movimentos = []
    for m in cargo.movimentos:
        acima = [p for p in antes[: antes.index(m.quem)] if p in ja and p != m.quem]
        movimentos.append(m._replace(na_falta=acima[-1] if acima else None))
        ja.add(m.quem)
    return movimentos


def _extincao(cargo: Cargo, _: Evento) -> None:
    cargo.extinto = True


FAZER = {
    **dict.fromkeys(SAIDAS, _saida),
    "nao_confirmacao": _nao_confirmacao,
    "final_de_fila": _final_de_fila,
    "reintegracao": _reintegracao,
    "sub_judice": _sub_judice,
    "fim_sub_judice": _fim_sub_judice,
    "condicional": _condicional,
    "fim_condicional": _fim_condicional,
    "ordem_judicial": _ordem_judicial,
    "opcao": _opcao,
    "retificacao": _retificacao,
    "extincao": _extincao,
}


def historia(certame: Certame, elimina: bool, lista: Sequence[Pessoa], eventos: Sequence[Evento]) -> Cargo:
    """O cargo depois dos eventos, desde o começo. NaoCabe no primeiro que não cabe."""
    desfeitos: set[int] = set()
    for numero, evento in enumerate(eventos, start=1):
        if evento["tipo"] == "desfazimento":
            antes = _sem(certame, elimina, lista, eventos[: numero - 1], desfeitos)
            alvo = evento["desfaz"]
            if not 1 <= alvo < numero or alvo in desfeitos or eventos[alvo - 1]["tipo"] == "desfazimento":
                raise NaoCabe(str(alvo))
            depois = _sem(certame, elimina, lista, eventos[: numero - 1], {*desfeitos, alvo})
            if [c for c in antes.chamadas if c[0] != alvo] != depois.chamadas:
                raise NaoCabe("sem ele as chamadas seriam outras")
            desfeitos.add(alvo)
    return _sem(certame, elimina, lista, eventos, desfeitos)


def _sem(
    certame: Certame,
    elimina: bool,
    lista: Sequence[Pessoa],
    eventos: Sequence[Evento],
    desfeitos: set[int],
) -> Cargo:
    """A história como se os eventos desfeitos não fossem."""
    cargo = Cargo(certame, elimina, list(lista))
    for numero, evento in enumerate(eventos, start=1):
        if numero in desfeitos or evento["tipo"] == "desfazimento":
            continue
        if evento["tipo"] == "convocar":
            cargo.convocar(numero, evento["quantidade"])
        else:
            FAZER[evento["tipo"]](cargo, evento)
    return cargo
