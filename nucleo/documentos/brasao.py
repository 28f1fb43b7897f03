"""O brasão que encabeça os documentos: guardado, para que a reimpressão seja igual."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.storage import default_storage

from nucleo.documentos.guarda import guardar_pelo_hash
from nucleo.erros import Recusa

FORMATOS = {".png": "png", ".jpg": "jpg", ".jpeg": "jpg", ".svg": "svg"}


def guardar_brasao() -> str | None:
    """Nome sob o qual ficou guardado o brasão da configuração (`NOMEIA_BRASAO`); nulo se não há.

    `Recusa` se o arquivo não existe ou não é PNG, JPEG ou SVG.
    """
    if not settings.NOMEIA_BRASAO:
        return None
    caminho = Path(settings.NOMEIA_BRASAO)
    formato = FORMATOS.get(caminho.suffix.lower())
    if formato is None or not caminho.is_file():
        raise Recusa("O brasão configurado não foi achado, ou não é PNG, JPEG ou SVG. Avise a administração.")
    octetos = caminho.read_bytes()
    sha256 = hashlib.sha256(octetos).hexdigest()
    return guardar_pelo_hash(octetos, f"brasoes/{sha256}.{formato}", sha256)


def brasao_guardado(nome: str | None) -> dict[str, Any] | None:
    """O brasão, como o esqueleto o recebe; nulo se o documento não o leva."""
    if nome is None:
        return None
    with default_storage.open(nome) as arquivo:
        return {"octetos": list(arquivo.read()), "formato": nome.rpartition(".")[2]}
