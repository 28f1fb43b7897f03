"""Página que desfaz uma carga: o que sairia, o que impede, e o motivo."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from candidatos.consultas.desfazer import impedimento_de_desfazer, previsao_de_desfazer
from candidatos.consultas.importacao import importacoes_ao_alcance
from candidatos.enums import SituacaoImportacao
from candidatos.forms.retificacao import MotivoDeDesfazer
from candidatos.models import Importacao
from candidatos.servicos.desfazer import importacao_pedir_desfazer
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import permite
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, exigir, pagina


@pagina("candidatos.importacao_pedir_desfazer")
def desfazer(request: Pedido, pk: int) -> HttpResponse:
    """O que desfazer a carga faria, e o pedido."""
    alvo = get_object_or_404(importacoes_ao_alcance(request.autor), pk=pk)
    exigir(request.autor, "candidatos.importacao_pedir_desfazer", [alvo])
    if alvo.situacao != SituacaoImportacao.CARREGADA:
        # Quem volta atrás no navegador depois de desfazer chega aqui.
        messages.info(request, "Não há carga deste arquivo para desfazer: veja abaixo a situação dele.")
        return redirect("candidatos:importacao", pk)
    form = MotivoDeDesfazer(request.POST or None)
    if form.is_valid():
        try:
            importacao_pedir_desfazer(autor=request.autor, importacao=alvo, **form.cleaned_data)
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
        else:
            return redirect("candidatos:importacao", pk)
    return render(request, "candidatos/importacao_desfazer.html", _contexto(alvo, form))


def _contexto(alvo: Importacao, form: MotivoDeDesfazer) -> dict[str, object]:
    """Homologado o concurso, nada se prevê: a carga fica."""
    concurso = alvo.edital.concurso
    aberto = permite(concurso.situacao, AtoSobreConcurso.CARREGAR)
    contexto: dict[str, object] = {"importacao": alvo, "concurso": concurso, "form": form, "aberto": aberto}
    if aberto:
        contexto |= {"impedimento": impedimento_de_desfazer(alvo), "previsao": previsao_de_desfazer(alvo)}
    return contexto
