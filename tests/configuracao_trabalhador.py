"""Configuração do trabalhador de teste: a de produção, mais os ganchos da prova de morte."""

from config.settings import *  # noqa: F403

CELERY_IMPORTS = ["tests.servidores.ganchos"]
