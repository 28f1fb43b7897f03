"""Páginas dos layouts de importação: lista, detalhe com as versões, nome, exportação e importação."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify

from candidatos.consultas.layouts import layouts_ao_alcance, layouts_vigentes, versoes_do_layout
from candidatos.forms.layouts import ArquivoDeLayout, NomeDoLayout
from candidatos.models import LayoutImportacao
from candidatos.servicos.descricao_do_layout import DescricaoDoLayout
from candidatos.servicos.layout import layout_exportar, layout_importar, layout_renomear
from concursos.views.alcance import obter
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, pagina


def _mostrar(form: BaseForm, recusa: Recusa) -> None:
    form.add_error(None, recusa.detalhes or [recusa.mensagem])


@pagina("candidatos.ver")
def layouts(request: Pedido) -> HttpResponse:
    """Os layouts lembrados, por banca, com a versão e o último uso."""
    contexto = {
        "layouts": layouts_vigentes(request.autor),
        "pode_importar": request.autor.pode("candidatos.layout_importar"),
    }
    return render(request, "candidatos/layouts.html", contexto)


@pagina("candidatos.ver")
def layout(request: Pedido, pk: int) -> HttpResponse:
    """O que uma versão diz: colunas, opções e sinônimos; e as outras versões."""
    alvo = obter(request, layouts_ao_alcance(request.autor), pk, "candidatos.ver")
    versoes = list(versoes_do_layout(alvo))
    contexto = {
        "layout": alvo,
        "descricao": DescricaoDoLayout.de_modelo(alvo),
        "versoes": versoes,
        "vigente": versoes[0],
        "pode_renomear": request.autor.pode("candidatos.layout_renomear", alvo.orgao),
        "pode_exportar": request.autor.pode("candidatos.layout_exportar", alvo.orgao),
    }
    return render(request, "candidatos/layout.html", contexto)


@pagina("candidatos.layout_renomear")
def renomear(request: Pedido, pk: int) -> HttpResponse:
    """Outro nome, numa versão nova."""
    alvo = obter(request, layouts_ao_alcance(request.autor), pk, "candidatos.layout_renomear")
    form = NomeDoLayout(request.POST or None, initial={"nome": alvo.nome})
    if form.is_valid():
        try:
            novo = layout_renomear(autor=request.autor, layout=alvo, **form.cleaned_data)
        except Recusa as recusa:
            _mostrar(form, recusa)
        else:
            return redirect("candidatos:layout", novo.pk)
    return render(request, "candidatos/layout_renomear.html", {"layout": alvo, "form": form})


@pagina("candidatos.layout_exportar")
def exportar(request: Pedido, pk: int) -> HttpResponse:
    """O layout como arquivo JSON."""
    alvo = obter(request, layouts_ao_alcance(request.autor), pk, "candidatos.layout_exportar")
    resposta = HttpResponse(
        layout_exportar(autor=request.autor, layout=alvo), content_type="application/json"
    )
    nome = f"layout-{slugify(alvo.nome)[:60] or alvo.pk}-v{alvo.versao}.json"
    resposta["Content-Disposition"] = f'attachment; filename="{nome}"'
    return resposta


@pagina("candidatos.layout_importar")
def importar(request: Pedido) -> HttpResponse:
    """Traz um layout exportado para um órgão."""
    enviado: Any = (request.POST, request.FILES) if request.method == "POST" else ()
    form = ArquivoDeLayout(*enviado, autor=request.autor)
    if form.is_valid():
        try:
            novo: LayoutImportacao = layout_importar(autor=request.autor, **form.cleaned_data)
        except Recusa as recusa:
            _mostrar(form, recusa)
        else:
            messages.success(request, f"Layout guardado: {novo}.")
            return redirect("candidatos:layout", novo.pk)
    return render(request, "candidatos/layout_importar.html", {"form": form})
