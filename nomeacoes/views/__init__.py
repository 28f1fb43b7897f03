"""Páginas das nomeações."""
