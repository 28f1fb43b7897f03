"""Configuração do painel: páginas que atravessam os apps; ninguém o importa."""

from django.apps import AppConfig


class PainelConfig(AppConfig):
    """Painel, página do concurso e busca."""

    name = "painel"
    verbose_name = "Painel"
