"""Configuração do núcleo: o único código Django que os demais apps partilham."""

from django.apps import AppConfig


class NucleoConfig(AppConfig):
    """Município, órgão, pessoas e seus papéis, execuções, trilha, documentos e prazos."""

    name = "nucleo"
    verbose_name = "Administração"
