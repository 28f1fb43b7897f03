"""Configuração do app das nomeações."""

from django.apps import AppConfig


class NomeacoesConfig(AppConfig):
    """Vaga, convocação, nomeação, ato e posse."""

    name = "nomeacoes"
    verbose_name = "Nomeações"
