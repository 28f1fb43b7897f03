"""Etiquetas e filtros dos templates do núcleo."""
