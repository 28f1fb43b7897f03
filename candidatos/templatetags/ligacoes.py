"""As páginas que os andares de cima oferecem sobre uma candidatura."""

from __future__ import annotations

from django import template
from django.template.context import Context

from candidatos.consultas.ligacoes import ligacoes_da_candidatura
from nucleo.permissoes import autor_do_pedido

register = template.Library()


@register.simple_tag(takes_context=True)
def ligacoes(context: Context, candidatura: int) -> list[tuple[str, str]]:
    """Rótulo e endereço de cada uma: {% ligacoes candidatura.pk as paginas %}."""
    autor = autor_do_pedido(context["request"])
    return ligacoes_da_candidatura(autor, candidatura) if autor else []
