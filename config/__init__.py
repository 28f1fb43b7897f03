"""Configuração do projeto. A fila é carregada com o Django, para que as páginas enviem trabalhos."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
