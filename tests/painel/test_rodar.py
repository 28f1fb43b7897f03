"""`make run` por dentro: sobe tudo, guarda os dados entre duas vezes e encerra sem deixar processos."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# Não toca o banco dos testes: tem o seu, e roda uma vez só.
pytestmark = [pytest.mark.puro, pytest.mark.xdist_group("rodar")]

RAIZ = Path(__file__).resolve().parents[2]
ESPERA = 180.0


def porta_livre() -> int:
    with socket.socket() as tomada:
        tomada.bind(("127.0.0.1", 0))
        return int(tomada.getsockname()[1])


def ambiente(dados: Path, porta: int, demonstracao: bool = False) -> dict[str, str]:
    """Como numa instalação nova: nada do ambiente dos testes."""
    fora = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    limpo = {
        nome: valor
        for nome, valor in os.environ.items()
        if nome not in fora and not nome.startswith("NOMEIA_")
    }
    return limpo | {
        "NOMEIA_DADOS": str(dados),
        "NOMEIA_STATICOS": str(dados / "staticos"),
        "NOMEIA_PORTA": str(porta),
        "NOMEIA_DEMONSTRACAO": str(int(demonstracao)),
    }


def comando() -> list[str]:
    return [sys.executable, "manage.py", "rodar"]


@contextmanager
def no_ar(
    dados: Path, porta: int, registro: Path, demonstracao: bool = False
) -> Iterator[subprocess.Popen[bytes]]:
    """O sistema no ar, com o que escreve em `registro`; se o teste falha, não fica nada."""
    with registro.open("wb") as saida:
        processo = subprocess.Popen(
            comando(),
            cwd=RAIZ,
            env=ambiente(dados, porta, demonstracao),
            stdout=saida,
            stderr=subprocess.STDOUT,
        )
    try:
        limite = time.monotonic() + ESPERA
        while "Ctrl-C encerra" not in registro.read_text():
            assert processo.poll() is None, registro.read_text()
            assert time.monotonic() < limite, registro.read_text()
            time.sleep(0.1)
        yield processo
    finally:
        if processo.poll() is None:
            processo.terminate()
            processo.wait(60)


def processos_sobre(dados: Path) -> list[str]:
    """Linhas de comando dos processos vivos que têm esta pasta no ambiente."""
    return [linha for _, linha in pids_sobre(dados)]


def pids_sobre(dados: Path) -> list[tuple[int, str]]:
    """Esses processos: número e linha de comando."""
    marca = f"NOMEIA_DADOS={dados}".encode()
    vivos = []
    for pasta in Path("/proc").glob("[0-9]*"):
        try:
            if marca in (pasta / "environ").read_bytes().split(b"\0"):
                vivos.append((int(pasta.name), (pasta / "cmdline").read_text().replace("\0", " ")))
        except OSError:
            continue
    return vivos


def test_sobe_guarda_os_dados_e_encerra(tmp_path: Path) -> None:
    dados, porta = tmp_path / "dados", porta_livre()
    primeiro, segundo = tmp_path / "primeiro.txt", tmp_path / "segundo.txt"
    with no_ar(dados, porta, primeiro, demonstracao=True) as processo:
        with urllib.request.urlopen(f"http://127.0.0.1:{porta}/entrar/") as resposta:
            assert resposta.status == 200
        assert len(processos_sobre(dados)) > 3
        assert (dados.stat().st_mode & 0o777, (dados / "chave_secreta").stat().st_mode & 0o777) == (
            0o700,
            0o600,
        )
        outra = subprocess.run(
            comando(), cwd=RAIZ, env=ambiente(dados, porta), capture_output=True, text=True
        )
        assert outra.returncode == 1
        assert f"A porta {porta} já está em uso" in outra.stderr
        mesma = ambiente(dados, porta_livre())
        outra = subprocess.run(comando(), cwd=RAIZ, env=mesma, capture_output=True, text=True)
        assert outra.returncode == 1
        assert "já está rodando" in outra.stderr
        processo.send_signal(signal.SIGINT)
        assert processo.wait(60) == 0
    assert processos_sobre(dados) == []
    assert "Demonstração pronta" in primeiro.read_text()
    senhas = re.findall(r"^  (\w+) +\S{16}$", primeiro.read_text(), re.MULTILINE)
    assert senhas == ["operador", "autoridade", "comissao", "auditor", "administrador"]

    with no_ar(dados, porta, segundo) as processo:
        processo.send_signal(signal.SIGTERM)
        assert processo.wait(60) == 0
    assert "senhas" not in segundo.read_text()
    assert processos_sobre(dados) == []


def test_supervisor_morto_nao_deixa_processos(tmp_path: Path) -> None:
    dados = tmp_path / "dados"
    with no_ar(dados, porta_livre(), tmp_path / "registro.txt") as processo:
        processo.kill()
        processo.wait()
        limite = time.monotonic() + 60
        while processos_sobre(dados) and time.monotonic() < limite:
            time.sleep(0.1)
    assert processos_sobre(dados) == []


def test_agenda_que_cai_nao_cai_calada(tmp_path: Path) -> None:
    dados, registro = tmp_path / "dados", tmp_path / "registro.txt"
    with no_ar(dados, porta_livre(), registro) as processo:
        agendas = [pid for pid, linha in pids_sobre(dados) if " beat " in linha]
        assert len(agendas) == 1
        os.kill(agendas[0], signal.SIGKILL)
        assert processo.wait(60) == 1
    assert "A agenda parou sem que se pedisse" in registro.read_text()
    assert processos_sobre(dados) == []


def test_porta_que_nao_e_numero_e_recusada(tmp_path: Path) -> None:
    errado = ambiente(tmp_path / "dados", 1) | {"NOMEIA_PORTA": "web"}
    saida = subprocess.run(comando(), cwd=RAIZ, env=errado, capture_output=True, text=True)
    assert saida.returncode == 1
    assert "deve ser um número de 1 a 65535" in saida.stderr
