"""Configuração do app dos concursos."""

from django.apps import AppConfig


class ConcursosConfig(AppConfig):
    """Concurso, edital, retificação, cargo, quadro de vagas e regras."""

    name = "concursos"
    verbose_name = "Concursos"
