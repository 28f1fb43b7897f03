"""Chave secreta gerada na primeira execução, num arquivo que só o dono lê."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def chave_secreta(arquivo: Path) -> str:
    """Lê a chave do arquivo, criando-o com modo 600 se não existe; processos paralelos veem a mesma."""
    arquivo.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        descritor = os.open(arquivo, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return arquivo.read_text(encoding="ascii").strip()
    with os.fdopen(descritor, "w", encoding="ascii") as saida:
        saida.write(get_random_secret_key())
    return arquivo.read_text(encoding="ascii").strip()
