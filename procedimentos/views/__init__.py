"""Páginas dos procedimentos."""
