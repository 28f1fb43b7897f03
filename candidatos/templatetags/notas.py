"""Como notas e CPF se mostram."""

from __future__ import annotations

from django import template

from candidatos.consultas.busca import cpf_mascarado
from candidatos.consultas.explicacao import nota_legivel

register = template.Library()


@register.filter
def nota(texto: str) -> str:
    """Nota como se imprime: "1.234,56"; vazia continua vazia."""
    return nota_legivel(texto)


@register.filter
def cpf(algarismos: str) -> str:
    """CPF mascarado: "***.456.789-**"."""
    return cpf_mascarado(algarismos)
