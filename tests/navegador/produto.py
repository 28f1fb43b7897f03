"""O produto inteiro, subido pelo seu próprio comando sobre uma pasta de dados vazia."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

RAIZ = Path(__file__).resolve().parents[2]
PRAZO_PARA_SUBIR = 180
SENHA = re.compile(r"^  (operador|autoridade|comissao|auditor|administrador)\s+(\S+)$")
ENDERECO = re.compile(r"Nomeia em (http://\S+)/")


def _porta_livre() -> int:
    with socket.socket() as soquete:
        soquete.bind(("127.0.0.1", 0))
        return int(soquete.getsockname()[1])


class Produto:
    """`manage.py rodar` sem a demonstração; `endereco` e `senhas` vêm do que ele imprime."""

    def __init__(self, dados: Path) -> None:
        alheias = ("DATABASE_URL", "REDIS_URL", "PYTHONWARNINGS")
        ambiente = {nome: valor for nome, valor in os.environ.items() if nome not in alheias}
        ambiente |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "NOMEIA_DADOS": str(dados),
            "NOMEIA_STATICOS": str(dados / "estaticos"),
            "NOMEIA_PORTA": str(_porta_livre()),
            "NOMEIA_DEMONSTRACAO": "0",
            "NOMEIA_TRABALHADORES": "1",
        }
        self.senhas: dict[str, str] = {}
        self.endereco = ""
        self.saida: list[str] = []
        self._pronto = threading.Event()
        self._processo = subprocess.Popen(
            [sys.executable, "manage.py", "rodar"],
            cwd=RAIZ,
            env=ambiente,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._leitor = threading.Thread(target=self._ler, daemon=True)
        self._leitor.start()
        if not self._pronto.wait(PRAZO_PARA_SUBIR) or not self.endereco:
            self.parar()
            raise RuntimeError("O produto não subiu:\n" + "".join(self.saida))

    def _ler(self) -> None:
        assert self._processo.stdout is not None
        for linha in self._processo.stdout:
            self.saida.append(linha)
            if achada := SENHA.match(linha.rstrip("\n")):
                self.senhas[achada[1]] = achada[2]
            if achada := ENDERECO.search(linha):
                self.endereco = achada[1]
                self._pronto.set()
        self._pronto.set()

    def parar(self) -> int:
        """Ctrl-C; devolve o código de saída."""
        self._processo.send_signal(signal.SIGINT)
        codigo = self._processo.wait(60)
        self._leitor.join(10)
        if self._processo.stdout is not None:
            self._processo.stdout.close()
        return codigo
