"""Fila de trabalhos: a configuração vem de `config.settings`, com o prefixo CELERY_."""

from __future__ import annotations

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("nomeia")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect  # type: ignore[untyped-decorator]
def registros_do_django(**_: Any) -> None:
    """O trabalhador escreve no mesmo registro, e com o mesmo cuidado, que o servidor web."""
    logging.config.dictConfig(settings.LOGGING)
