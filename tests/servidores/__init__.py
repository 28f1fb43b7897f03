"""Servidores que os testes sobem por si: PostgreSQL, Valkey (ou Redis) e o trabalhador."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

MEMORIA = Path("/dev/shm")
FOLGA = 1 << 30


def pasta_temporaria(prefixo: str) -> Path:
    """Pasta nova, na memória se há espaço (bancos de teste são muitos arquivos pequenos)."""
    na_memoria = os.access(MEMORIA, os.W_OK) and shutil.disk_usage(MEMORIA).free > FOLGA
    return Path(tempfile.mkdtemp(prefix=prefixo, dir=MEMORIA if na_memoria else None))
