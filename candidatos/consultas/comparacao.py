"""Dois ordenamentos das mesmas pessoas, o da banca e o nosso, e o que basta para explicar a diferença.

Não lê o banco. A ideia: a maior parte das pessoas que ambos põem na mesma ordem serve de base (a maior
subsequência que não decresce); quem fica fora dela mudou de lado com alguém. Na base, um lugar só muda
porque outra pessoa entrou, saiu ou mudou de lado acima: vizinhos que se deslocam o mesmo tanto pela
mesma causa são uma diferença, e não milhares. Custo O(n log n).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

DEPOIS_DE_TODOS = 1 << 60


class Especie(StrEnum):
    """Por que um lugar da banca não é o nosso."""

    ORDEM = "ordem"
    DESLOCAMENTO = "deslocamento"
    EMPATE = "empate"
    NUMERACAO = "numeracao"
    SO_A_BANCA = "so_a_banca"
    SO_NOS = "so_nos"


class Linha(NamedTuple):
    """Uma candidatura: `posicao` nula, não a aprovamos; `oficial` nulo, a banca não lhe deu lugar."""

    candidatura: int
    ordem: int
    posicao: int | None
    oficial: int | None


class Causas(NamedTuple):
    """Onde um deslocamento começa: quem a banca põe ali e nós não; quem nós pomos ali e ela não.

    O deslocamento muda de tantos lugares quantos há em `banca`, menos os que há em `nossas`.
    """

    banca: tuple[Linha, ...]
    nossas: tuple[Linha, ...]


SEM_CAUSAS = Causas((), ())


@dataclass(frozen=True, slots=True)
class Diferenca:
    """Uma ou mais pessoas, na nossa ordem, com uma só explicação.

    `vizinho`: em ORDEM, a pessoa mais próxima que a banca põe do outro lado; em EMPATE, a primeira das que
    a banca empata. `deslocamento`: lugares a mais na banca; `causas`: só de DESLOCAMENTO.
    """

    especie: Especie
    linhas: tuple[Linha, ...]
    vizinho: Linha | None = None
    deslocamento: int = 0
    causas: Causas = SEM_CAUSAS


@dataclass(frozen=True, slots=True)
class Numeracao:
    """Como a banca numera: números que pula (`pulados`, em `saltos` lugares) e `repetidos` sem pular."""

    pulados: int = 0
    saltos: int = 0
    primeiro_salto: int = 0
    repetidos: int = 0


@dataclass(frozen=True, slots=True)
class Comparacao:
    """`oficiais`: lugares que a banca deu; `conferem`: os iguais aos nossos; `iguais`: grupos que ela empata.

    Cada lugar que diverge está numa só das `diferencas`, que vão na ordem dos lugares da banca.
    """

    oficiais: int
    conferem: int
    diferencas: Sequence[Diferenca]
    iguais: Sequence[tuple[Linha, ...]]
    numeracao: Numeracao

    @property
    def divergem(self) -> int:
        """Lugares da banca que não são os nossos."""
        return self.oficiais - self.conferem

    @property
    def por_especie(self) -> Mapping[Especie, int]:
        """Pessoas em cada espécie de diferença."""
        conta: Counter[Especie] = Counter()
        for diferenca in self.diferencas:
            conta[diferenca.especie] += len(diferenca.linhas)
        return conta


def comparar(linhas: Iterable[Linha]) -> Comparacao:
    """Compara os lugares. Empatados em nossa lista contam-se na ordem em que a banca os pôs, e vice-versa."""
    return _Confronto(list(linhas)).resultado()


def _difere(linha: Linha) -> bool:
    return linha.oficial != linha.posicao


class _Confronto:
    """As duas listas com os empates desdobrados: `lugar` (na nossa) e `na_banca`, a partir de zero."""

    def __init__(self, linhas: Sequence[Linha]) -> None:
        self.nossa = sorted(
            (linha for linha in linhas if linha.posicao is not None),
            key=lambda cada: (cada.posicao, cada.oficial or DEPOIS_DE_TODOS, cada.ordem),
        )
        self.lugar = {linha.candidatura: lugar for lugar, linha in enumerate(self.nossa)}
        self.banca = sorted(
            (linha for linha in linhas if linha.oficial is not None),
            key=lambda cada: (
                cada.oficial,
                self.lugar.get(cada.candidatura, DEPOIS_DE_TODOS),
                cada.ordem,
            ),
        )
        self.na_banca = {linha.candidatura: lugar for lugar, linha in enumerate(self.banca)}
        self.comuns = [linha for linha in self.nossa if linha.oficial is not None]
        self.base = _maior_sequencia(self.comuns)
        self.da_base = {linha.candidatura for linha in self.base}
        self.primeiro_igual = {
            linha.candidatura: grupo[0] for grupo in self._iguais_na_banca() for linha in grupo
        }
        self.empatados = Counter(linha.posicao for linha in self.nossa)
        self.so_na_banca = list(accumulate((linha.posicao is None for linha in self.banca), initial=0))
        self.so_na_nossa = list(accumulate((linha.oficial is None for linha in self.nossa), initial=0))
        self.vizinhos = self._vizinhos_trocados()

    def resultado(self) -> Comparacao:
        """Tudo o que se achou."""
        diferencas = [
            *self._so_a_banca(),
            *self._so_nos(),
            *self._da_ordem(),
            *self._deslocamentos(),
            *self._na_mesma_ordem(),
        ]
        return Comparacao(
            oficiais=len(self.banca),
            conferem=sum(not _difere(linha) for linha in self.banca),
            diferencas=sorted(diferencas, key=self._na_pagina),
            iguais=[grupo for grupo in self._iguais_na_banca() if len(grupo) > 1],
            numeracao=_numeracao(self.banca),
        )

    def _na_pagina(self, diferenca: Diferenca) -> tuple[int, int]:
        """Pelo lugar na banca; quem não o tem, pelo nosso."""
        primeira = diferenca.linhas[0]
        return (primeira.oficial or primeira.posicao or 0, primeira.ordem)

    def _iguais_na_banca(self) -> list[tuple[Linha, ...]]:
        return [tuple(grupo) for _, grupo in groupby(self.banca, key=lambda cada: cada.oficial)]

    def _so_a_banca(self) -> Iterator[Diferenca]:
        for linha in self.banca:
            if linha.posicao is None:
                yield Diferenca(Especie.SO_A_BANCA, (linha,))

    def _so_nos(self) -> Iterator[Diferenca]:
        """Seguidas na nossa lista são uma só: a banca pode ter parado num lugar."""
        if not self.banca:
            return
        for sem_lugar, grupo in groupby(self.nossa, key=lambda cada: cada.oficial is None):
            if sem_lugar:
                yield Diferenca(Especie.SO_NOS, tuple(grupo))

    def _da_ordem(self) -> Iterator[Diferenca]:
        """Quem está fora da base mudou de lado com alguém."""
        for linha in self.comuns:
            if linha.candidatura not in self.da_base and _difere(linha):
                yield Diferenca(Especie.ORDEM, (linha,), self.vizinhos.get(linha.candidatura))

    def _vizinhos_trocados(self) -> dict[int, Linha]:
        """De cada um, o mais próximo na nossa lista que a banca põe do outro lado; o da base desempata."""
        acima = _anterior_maior(self.comuns, 1)
        abaixo = _anterior_maior(self.comuns[::-1], -1)
        escolhidos = {}
        for linha in self.comuns:
            candidatos = [
                vizinho
                for vizinho in (acima.get(linha.candidatura), abaixo.get(linha.candidatura))
                if vizinho
            ]
            if candidatos:
                escolhidos[linha.candidatura] = min(candidatos, key=lambda cada: self._distancia(linha, cada))
        return escolhidos

    def _distancia(self, linha: Linha, vizinho: Linha) -> tuple[int, bool]:
        longe = abs(self.lugar[linha.candidatura] - self.lugar[vizinho.candidatura])
        return longe, vizinho.candidatura not in self.da_base

    def _deslocamento(self, linha: Linha) -> int:
        return self.na_banca[linha.candidatura] - self.lugar[linha.candidatura]

    def _por_ausentes(self, linha: Linha) -> int:
        """Quanto do deslocamento vem de quem está numa lista só."""
        return (
            self.so_na_banca[self.na_banca[linha.candidatura]]
            - self.so_na_nossa[self.lugar[linha.candidatura]]
        )

    def _por_trocas(self, linha: Linha) -> int:
        """Quanto vem de quem está nas duas e mudou de lado."""
        return self._deslocamento(linha) - self._por_ausentes(linha)

    def _deslocamentos(self) -> Iterator[Diferenca]:
        """Trechos da base que a mesma causa desloca o mesmo tanto.

        As duas causas contam-se à parte: uma troca no meio não parte em dois o efeito de um ausente.
        """
        for tamanho, trecho, causas in self._trechos(self._por_ausentes, trocas=False):
            mudam = tuple(linha for linha in trecho if self._muda(linha) and not self._por_trocas(linha))
            if tamanho and mudam:
                yield Diferenca(Especie.DESLOCAMENTO, mudam, None, tamanho, causas)
        for tamanho, trecho, causas in self._trechos(self._por_trocas, trocas=True):
            mudam = tuple(linha for linha in trecho if self._muda(linha))
            if not tamanho or not mudam:
                continue
            vizinho = self.vizinhos.get(mudam[0].candidatura)
            if len(mudam) == 1 and vizinho in (*causas.banca, *causas.nossas):
                yield Diferenca(Especie.ORDEM, mudam, vizinho)
            else:
                yield Diferenca(Especie.DESLOCAMENTO, mudam, None, tamanho, causas)

    def _muda(self, linha: Linha) -> bool:
        return _difere(linha) and self._deslocamento(linha) != 0

    def _trechos(
        self, medida: Callable[[Linha], int], *, trocas: bool
    ) -> Iterator[tuple[int, tuple[Linha, ...], Causas]]:
        """Trechos da base de igual medida, com quem está, nas duas listas, entre um e o anterior."""
        anterior: Linha | None = None
        for tamanho, grupo in groupby(self.base, key=medida):
            trecho = tuple(grupo)
            yield tamanho, trecho, self._causas(anterior, trecho[0], trocas=trocas)
            anterior = trecho[-1]

    def _causas(self, anterior: Linha | None, primeira: Linha, *, trocas: bool) -> Causas:
        """Ninguém entre as duas é da base: mudou de lado (`trocas`) ou está numa lista só."""
        na_banca = self.na_banca[anterior.candidatura] + 1 if anterior else 0
        na_nossa = self.lugar[anterior.candidatura] + 1 if anterior else 0
        entre_na_banca = self.banca[na_banca : self.na_banca[primeira.candidatura]]
        entre_na_nossa = self.nossa[na_nossa : self.lugar[primeira.candidatura]]
        return Causas(
            tuple(linha for linha in entre_na_banca if (linha.posicao is not None) is trocas),
            tuple(linha for linha in entre_na_nossa if (linha.oficial is not None) is trocas),
        )

    def _na_mesma_ordem(self) -> Iterator[Diferenca]:
        """Os que estão no mesmo lugar contado, com outro número: por empate ou pela numeração da banca."""
        parados = [linha for linha in self.base if _difere(linha) and not self._deslocamento(linha)]
        empates: dict[tuple[bool, int | None], list[Linha]] = {}
        numeracao = []
        for linha in parados:
            primeiro = self.primeiro_igual[linha.candidatura]
            if linha.oficial != self.na_banca[primeiro.candidatura] + 1:
                numeracao.append(linha)
            elif self.empatados[linha.posicao] > 1:
                empates.setdefault((True, linha.posicao), []).append(linha)
            else:
                empates.setdefault((False, linha.oficial), []).append(linha)
        for (nosso, _), grupo in empates.items():
            vizinho = None if nosso else self.primeiro_igual[grupo[0].candidatura]
            yield Diferenca(Especie.EMPATE, tuple(grupo), vizinho)
        if numeracao:
            yield Diferenca(Especie.NUMERACAO, tuple(numeracao))


def _maior_sequencia(linhas: Sequence[Linha]) -> list[Linha]:
    """A maior subsequência em que os lugares da banca não decrescem (paciência, O(n log n))."""
    topos: list[int] = []
    ultimos: list[int] = []
    anteriores: list[int] = []
    for indice, linha in enumerate(linhas):
        pilha = bisect_right(topos, linha.oficial or 0)
        anteriores.append(ultimos[pilha - 1] if pilha else -1)
        topos[pilha : pilha + 1] = [linha.oficial or 0]
        ultimos[pilha : pilha + 1] = [indice]
    sequencia = []
    indice = ultimos[-1] if ultimos else -1
    while indice >= 0:
        sequencia.append(linhas[indice])
        indice = anteriores[indice]
    return sequencia[::-1]


def _anterior_maior(linhas: Sequence[Linha], sentido: int) -> dict[int, Linha]:
    """De cada uma, a mais próxima antes dela de número maior; com `sentido` -1, menor. Pilha, O(n)."""
    achados = {}
    pilha: list[tuple[int, Linha]] = []
    for linha in linhas:
        numero = sentido * (linha.oficial or 0)
        while pilha and pilha[-1][0] <= numero:
            pilha.pop()
        if pilha:
            achados[linha.candidatura] = pilha[-1][1]
        pilha.append((numero, linha))
    return achados


def _numeracao(banca: Sequence[Linha]) -> Numeracao:
    """O que os números da banca pulam e repetem em relação a 1, 2, 2, 4."""
    quantos = Counter(linha.oficial or 0 for linha in banca)
    esperado = {numero: numero + iguais for numero, iguais in quantos.items()}
    passos = [(1, min(quantos))] if quantos else []
    passos += [(esperado[antes], depois) for antes, depois in pairwise(sorted(quantos))]
    pulos = [(previsto, numero) for previsto, numero in passos if numero > previsto]
    return Numeracao(
        pulados=sum(numero - previsto for previsto, numero in pulos),
        saltos=len(pulos),
        primeiro_salto=pulos[0][0] if pulos else 0,
        repetidos=sum(numero < previsto for previsto, numero in passos),
    )
