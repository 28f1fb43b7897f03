"""Página que emite o edital de uma convocação."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from nomeacoes.consultas import convocacoes_ao_alcance
from nomeacoes.documentos.convocacao import CONVOCACAO
from nomeacoes.forms import EditalDeConvocacao
from nomeacoes.views.cargo import autor_do
from nucleo.consultas.documentos import documentos_do_alvo
from nucleo.erros import Recusa
from nucleo.permissoes import exigir, pagina
from nucleo.servicos.documentos import documento_emitir


@pagina("nucleo.documento_emitir")
def edital_de_convocacao(request: HttpRequest, pk: int) -> HttpResponse:
    """Prazo, lugar e documentos; emitido, leva à página do documento."""
    autor = autor_do(request)
    evento = get_object_or_404(convocacoes_ao_alcance(autor=autor), pk=pk)
    exigir(autor, "nucleo.documento_emitir", [evento])
    form = EditalDeConvocacao(request.POST or None)
    if form.is_valid():
        try:
            emitido = documento_emitir(
                autor=autor, especie=CONVOCACAO.nome, alvo=evento, opcoes=form.opcoes()
            )
            return redirect("nucleo:documento", emitido.pk)
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    contexto = {
        "form": form,
        "evento": evento,
        "cargo": evento.cargo,
        "concurso": evento.cargo.edital.concurso,
        "emitidos": documentos_do_alvo(CONVOCACAO, evento),
    }
    return render(request, "nomeacoes/edital_de_convocacao.html", contexto)
