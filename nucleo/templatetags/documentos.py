"""O botão que emite um documento, com os já emitidos, e a tabela dos modelos."""

from __future__ import annotations

from typing import Any

from django import template
from django.db import models
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nucleo.consultas.documentos import documentos_do_alvo
from nucleo.documentos import especie_de_documento
from nucleo.permissoes import autor_do_pedido

register = template.Library()
# Os últimos emitidos; os demais têm cada um a sua página.
MOSTRADOS = 5


@register.inclusion_tag("nucleo/_documentos.html", takes_context=True)
def documentos(context: Context, alvo: models.Model | str, *nomes: str) -> dict[str, Any]:
    """Uma linha por espécie que a pessoa pode ler: os já emitidos e o botão que emite outro.

    `alvo` vazio, que ainda não existe, não tem documentos.
    """
    request = context["request"]
    if isinstance(alvo, str):
        return {"request": request, "linhas": []}
    autor = autor_do_pedido(request)
    orgao = alvo.orgao  # type: ignore[attr-defined]
    especies = [especie for nome in nomes if (especie := especie_de_documento(nome))]
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "alvo": alvo,
        "emite": bool(autor and autor.pode("nucleo.documento_emitir", orgao)),
        "linhas": [
            (especie, documentos_do_alvo(especie, alvo)[:MOSTRADOS])
            for especie in especies
            if autor and autor.pode(especie.acao, orgao)
        ],
    }


@register.simple_tag
def tabela(chave: str) -> SafeString:
    """Nos modelos de documento: o lugar da tabela do contexto com a chave."""
    return format_html('<table data-tabela="{}"></table>', chave)
