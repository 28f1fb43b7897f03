"""Configuração do app dos candidatos."""

from django.apps import AppConfig


class CandidatosConfig(AppConfig):
    """Candidato, inscrição, autodeclaração, importação de arquivos e classificação."""

    name = "candidatos"
    verbose_name = "Candidatos"
