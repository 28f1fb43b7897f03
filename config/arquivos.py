"""Guarda dos arquivos enviados e dos PDFs: um arquivo entra inteiro, ou não fica nada dele."""

from __future__ import annotations

import os
import uuid
from typing import Any

from django.core.files import File
from django.core.files.storage import FileSystemStorage


class GuardaInteira(FileSystemStorage):
    """A do Django, mas o nome pedido só aparece com o arquivo já inteiro.

    A do Django escreve no lugar: disco cheio no meio deixa lá a metade, com o nome do inteiro.
    """

    def _save(self, name: str, content: File[Any]) -> str:
        """Escreve ao lado e depois dá o nome, de uma vez só; se não coube, apaga o que escreveu.

        Dois que gravem o mesmo nome ao mesmo tempo gravam o mesmo conteúdo: o nome vem do resumo dele.
        """
        ao_lado = f"{name}.{uuid.uuid4().hex}.parcial"
        try:
            ao_lado = super()._save(ao_lado, content)  # type: ignore[misc]
            os.replace(self.path(ao_lado), self.path(name))
        except BaseException:
            self.delete(ao_lado)
            raise
        return name
