"""Sobe e encerra, na ordem certa, os processos de uma instalação de uma só máquina."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

# Segundos que cada processo tem para terminar o que faz antes de ser morto.
PRAZO_PARA_SAIR = 20.0
PRAZO_PARA_SUBIR = 30.0
PR_SET_PDEATHSIG = 1


class ProcessoCaiu(Exception):
    """Um processo terminou sem que se pedisse."""


def _morrer_com_o_pai() -> None:
    """No Linux, o núcleo encerra o filho se o supervisor for morto sem poder avisá-lo."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Supervisor:
    """Processos na ordem em que subiram; encerram-se na ordem inversa."""

    processos: list[tuple[str, subprocess.Popen[bytes]]] = field(default_factory=list)

    def subir(self, nome: str, comando: Sequence[str]) -> None:
        """Sobe um processo num grupo próprio: o Ctrl-C do terminal só chega ao supervisor."""
        processo = subprocess.Popen(  # noqa: S603 (comandos nossos, sem entrada de fora)
            comando, start_new_session=True, preexec_fn=_morrer_com_o_pai, env={**os.environ}
        )
        self.processos.append((nome, processo))

    def conferir(self) -> None:
        """Levanta `ProcessoCaiu` se algum já não está de pé."""
        for nome, processo in self.processos:
            if processo.poll() is not None:
                raise ProcessoCaiu(f"{nome} parou sem que se pedisse (código {processo.returncode}).")

    def esperar(self, pronto: Callable[[], bool], o_que: str) -> None:
        """Espera a condição, enquanto todos estão de pé."""
        limite = time.monotonic() + PRAZO_PARA_SUBIR
        while not pronto():
            self.conferir()
            if time.monotonic() > limite:
                raise ProcessoCaiu(f"{o_que} não respondeu em {PRAZO_PARA_SUBIR:.0f} segundos.")
            time.sleep(0.05)

    def vigiar(self) -> None:
        """Fica até que um processo caia (`ProcessoCaiu`) ou peçam para parar (`KeyboardInterrupt`)."""
        while True:
            self.conferir()
            time.sleep(0.5)

    def parar(self) -> None:
        """Encerra todos, do último ao primeiro: cada um espera o que depende dele."""
        while self.processos:
            _, processo = self.processos.pop()
            if processo.poll() is None:
                processo.terminate()
            try:
                processo.wait(timeout=PRAZO_PARA_SAIR)
            except subprocess.TimeoutExpired:
                processo.kill()
                processo.wait()
            # O que o processo criou e deixou para trás.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(processo.pid, signal.SIGKILL)


def porta_livre(endereco: str, porta: int) -> bool:
    """Se dá para escutar ali."""
    with socket.socket() as tomada:
        tomada.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tomada.bind((endereco, porta))
        except OSError:
            return False
    return True


def atende(endereco: str, porta: int) -> bool:
    """Se alguém já responde ali."""
    with socket.socket() as tomada:
        tomada.settimeout(1)
        return tomada.connect_ex((endereco, porta)) == 0


def atende_no_soquete(caminho: Path) -> bool:
    """O mesmo, num soquete do sistema de arquivos."""
    with socket.socket(socket.AF_UNIX) as tomada:
        return tomada.connect_ex(str(caminho)) == 0
