"""Medidas lado a lado: tempo, memória, consultas e razões, impressos em tabela.

Nada aqui afirma tempo absoluto: a máquina pode estar ocupada. O que vale são as razões entre o que se
mediu na mesma execução. NOMEIA_BENCH_ESCALA multiplica os tamanhos (1 é o padrão; 5 leva a importação
a 100.000 linhas).
"""

from __future__ import annotations

import gc
import math
import os
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from django.db import connection

T = TypeVar("T")
ESCALA = float(os.environ.get("NOMEIA_BENCH_ESCALA", "1"))
PROCESSO = Path("/proc/self")
NANO = 10**9


@dataclass(frozen=True, slots=True)
class Medida(Generic[T]):
    """Segundos de parede e de processador, pico de memória acima do início (bytes), e o resultado.

    `cpu`: deste processo mais a do servidor que atende a conexão; nula se ele está noutra máquina.
    `total`: o pico do processo inteiro (bytes), sem descontar o que já tinha.
    """

    parede: float
    cpu: float | None
    pico: int
    total: int
    resultado: T

    @property
    def tempo(self) -> float:
        """O que se compara: o de processador não paga pelo que mais a máquina esteja a fazer."""
        return self.parede if self.cpu is None else self.cpu


def escalado(n: int) -> int:
    """O tamanho pedido, na escala do ambiente."""
    return max(1, round(n * ESCALA))


def medir(executar: Callable[[], T], vezes: int = 1) -> Medida[T]:
    """Executa e mede; de várias vezes, fica a mais rápida."""
    return min((_uma_vez(executar) for _ in range(vezes)), key=lambda medida: medida.tempo)


def _uma_vez(executar: Callable[[], T]) -> Medida[T]:
    gc.collect()
    _zerar_pico()
    memoria = _memoria("VmRSS")
    parede, cpu = time.perf_counter(), _cpu()
    resultado = executar()
    parede, depois = time.perf_counter() - parede, _cpu()
    gasto = None if cpu is None or depois is None else depois - cpu
    total = _memoria("VmHWM")
    return Medida(parede, gasto, max(0, total - memoria), total, resultado)


def _cpu() -> float | None:
    """Segundos de processador até agora; nulo se não se vê o processo que serve o banco."""
    if connection.vendor != "postgresql" or connection.connection is None:
        return time.process_time()
    servidor = Path(f"/proc/{connection.connection.info.backend_pid}")
    try:
        if not (servidor / "comm").read_text().startswith("postgres"):
            return None
        return time.process_time() + int((servidor / "schedstat").read_text().split()[0]) / NANO
    except OSError:
        return None


def _zerar_pico() -> None:
    """No Linux, 5 em clear_refs recomeça a contagem do pico; sem isso, o pico é o do processo inteiro."""
    try:
        (PROCESSO / "clear_refs").write_text("5")
    except OSError:
        return


def _memoria(campo: str) -> int:
    try:
        linhas = (PROCESSO / "status").read_text().splitlines()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return next(int(linha.split()[1]) * 1024 for linha in linhas if linha.startswith(f"{campo}:"))


def expoente(tamanhos: Sequence[int], tempos: Sequence[float]) -> float:
    """Inclinação, por mínimos quadrados, do logaritmo do tempo sobre o do tamanho: 1 é linear."""
    xs, ys = [math.log(n) for n in tamanhos], [math.log(t) for t in tempos]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def banco() -> str:
    """O banco desta execução, e de que tempo são os números."""
    nome = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[connection.vendor]
    return f"{nome} (tempo de {'parede' if _cpu() is None else 'processador'})"


# Escrita -------------------------------------------------------------------------------------------


def ms(segundos: float) -> str:
    """Milissegundos, com uma casa abaixo de cem."""
    valor = segundos * 1000
    return f"{decimal(valor, 1 if valor < 100 else 0)} ms"


def razao(uma: float, outra: float) -> str:
    """Quantas vezes a outra: "3,20 ×"."""
    return f"{decimal(uma / outra, 2)} ×"


def decimal(valor: float, casas: int) -> str:
    """Número em português: 1234,5 -> "1.234,5"."""
    return f"{valor:,.{casas}f}".replace(",", " ").replace(".", ",").replace(" ", ".")


def inteiro(valor: float) -> str:
    """Inteiro com separador de milhar."""
    return decimal(valor, 0)


def mib(octetos: int) -> str:
    """Memória em MiB."""
    return f"{decimal(octetos / 2**20, 0)} MiB"


def tabela(titulo: str, colunas: Sequence[str], linhas: Sequence[Sequence[str]]) -> None:
    """Imprime uma tabela: a primeira coluna à esquerda, as demais à direita."""
    todas = [list(colunas), *(list(linha) for linha in linhas)]
    larguras = [max(len(linha[i]) for linha in todas) for i in range(len(colunas))]
    print(f"\n\n{titulo}")
    for linha in todas:
        celulas = [linha[0].ljust(larguras[0])]
        celulas += [celula.rjust(largura) for celula, largura in zip(linha[1:], larguras[1:], strict=True)]
        print("  " + "   ".join(celulas).rstrip())
