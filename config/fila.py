"""Endereços do servidor da fila (Valkey ou Redis)."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

# O núcleo do sistema guarda o endereço de um soquete em 108 bytes, com o zero do fim.
MAXIMO_DO_SOQUETE = 107


def soquete(dados: Path) -> Path:
    """Soquete do servidor embutido: na pasta dos dados ou, se o caminho não cabe, na temporária."""
    natural = dados / "valkey.sock"
    if len(bytes(natural)) <= MAXIMO_DO_SOQUETE:
        return natural
    marca = hashlib.sha256(bytes(dados)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"nomeia-{marca}" / "valkey.sock"


def url_do_broker(url: str) -> str:
    """Endereço como o Celery o escreve; o do Django é `unix://`, `redis://` ou `rediss://`."""
    return url.replace("unix://", "redis+socket://", 1)
