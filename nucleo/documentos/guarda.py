"""Guarda de arquivos pelo hash do conteúdo: o nome diz o que lá está."""

from __future__ import annotations

import hashlib

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage


def guardar_pelo_hash(conteudo: bytes, nome: str, sha256: str) -> str:
    """Guarda em `nome`, que traz o hash; um arquivo pela metade, de trabalho interrompido, é refeito."""
    if default_storage.exists(nome):
        with default_storage.open(nome) as arquivo:
            if hashlib.sha256(arquivo.read()).hexdigest() == sha256:
                return nome
        default_storage.delete(nome)
    return default_storage.save(nome, ContentFile(conteudo))
