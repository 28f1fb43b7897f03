"""Etiquetas da casca: menu, pessoa e órgão no topo, título que serve à aba e à página."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from nucleo import consultas
from nucleo.execucoes import pode_cancelar
from nucleo.menu import Entrada, entradas
from nucleo.models import Execucao
from nucleo.permissoes import autor_do_pedido

register = template.Library()

# Etiqueta das mensagens do Django e o tipo de aviso da casa: cor, ícone e palavra.
AVISOS = {
    "success": ("ok", "circle-check", "Feito"),
    "info": ("info", "info", "Informação"),
    "debug": ("info", "info", "Informação"),
    "warning": ("aviso", "triangle-alert", "Atenção"),
    "error": ("perigo", "circle-x", "Não foi possível"),
}


@register.simple_tag(takes_context=True)
def menu(context: Context) -> list[Entrada]:
    """Entradas do menu que a pessoa pode abrir; vazio para quem não entrou."""
    request = context.get("request")
    autor = autor_do_pedido(request) if request else None
    return entradas(autor, request.path) if autor and request else []


@register.simple_tag(takes_context=True)
def alcance(context: Context) -> str:
    """Órgãos da pessoa em palavras: "SME", "SME, SEMAD" ou "Todos os órgãos"."""
    request = context.get("request")
    autor = autor_do_pedido(request) if request else None
    return consultas.alcance_em_palavras(autor=autor) if autor else ""


@register.simple_tag
def versao() -> str:
    """Versão do sistema, como sai no rodapé."""
    return str(settings.NOMEIA_VERSAO)


@register.filter
def aviso(etiqueta: str) -> dict[str, str]:
    """Tipo, ícone e palavra do aviso que corresponde à etiqueta de uma mensagem do Django."""
    tipo, icone, palavra = AVISOS.get(etiqueta.split()[-1] if etiqueta else "info", AVISOS["info"])
    return {"tipo": tipo, "icone": icone, "palavra": palavra}


@register.filter
def pode(autor: Any, acao: str) -> bool:
    """Se o autor tem papel para a ação: {% if request.autor|pode:"concursos.concurso_criar" %}."""
    return bool(autor and autor.pode(acao))


@register.filter
def cancela(autor: Any, execucao: Execucao) -> bool:
    """Se o autor pode cancelar o trabalho agora: {% if request.autor|cancela:execucao %}."""
    return bool(autor and pode_cancelar(autor, execucao))


@register.filter
def tem_historia(modelo: str) -> bool:
    """Se há página de história para as linhas do modelo "app.Modelo"."""
    return consultas.tem_historia(modelo)


@register.filter
def sem_cabecalho_vazio(tabela: str) -> SafeString:
    """A tabela de linhas da administração sem o cabeçalho vazio, que nada diz a quem só a ouve."""
    tabela = tabela.replace('<th class="original"></th>', '<td class="original"></td>')
    return SafeString(tabela.replace("<th></th>", "<td></td>"))


@register.filter
def duracao(segundos: int) -> str:
    """Tempo restante como se diz: "faltam cerca de 2 min", "falta menos de 1 min"."""
    if segundos < 60:
        return "falta menos de 1 min"
    minutos = -(-segundos // 60)
    if minutos < 60:
        return f"faltam cerca de {minutos} min"
    return f"faltam cerca de {minutos // 60} h {minutos % 60:02d} min"


class _Capturar(template.Node):
    """Guarda no contexto o que o trecho escreve, sem o escrever."""

    def __init__(self, nodelist: NodeList, nome: str) -> None:
        self.nodelist = nodelist
        self.nome = nome

    def render(self, context: Context) -> SafeString:
        context[self.nome] = SafeString(self.nodelist.render(context).strip())
        return SafeString("")


@register.tag
def capturar(parser: Parser, token: Token) -> _Capturar:
    """{% capturar nome %}…{% endcapturar %}: um bloco de template que se usa em dois lugares."""
    _, nome = token.split_contents()
    nodelist = parser.parse(("endcapturar",))
    parser.delete_first_token()
    return _Capturar(nodelist, nome)
