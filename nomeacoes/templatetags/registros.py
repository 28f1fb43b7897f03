"""Como se diz, nas páginas, o registro que acabou com uma nomeação a quem pode, ou não, saber qual foi."""

from __future__ import annotations

from django import template

from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import RESERVADOS, Nomeacao

register = template.Library()


@register.filter
def como_acabou(nomeacao: Nomeacao, ve_declaracoes: bool) -> str:
    """ "desistência", "convocação desfeita"; vazio se está em curso.

    O que a comissão decidiu de uma autodeclaração só o lê quem as vê: aos outros, "registro reservado".
    """
    if nomeacao.desfeita:
        return "convocação desfeita"
    fim = nomeacao.encerrada_por
    if fim is None:
        return ""
    if fim.tipo in RESERVADOS and not ve_declaracoes:
        return "registro reservado"
    return TipoDoEvento(fim.tipo).label.lower()


@register.filter
def por_que_acabou(nomeacao: Nomeacao, ve_declaracoes: bool) -> str:
    """O motivo registrado; vazio se está em curso, ou se quem lê não o pode saber."""
    fim = nomeacao.encerrada_por
    if fim is None or (fim.tipo in RESERVADOS and not ve_declaracoes):
        return ""
    return f"{fim.motivo} ({fim.documento})" if fim.documento else fim.motivo
