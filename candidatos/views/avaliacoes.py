"""Páginas da heteroidentificação e da avaliação biopsicossocial."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from candidatos.consultas.avaliacoes import especies_do_concurso
from candidatos.enums import EspecieDeAvaliacao
from candidatos.forms.avaliacoes import ResultadoDasAvaliacoes
from candidatos.servicos.avaliacoes import avaliacoes_conferir, avaliacoes_registrar, avaliacoes_ver
from concursos.models import Concurso
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, exigir, pagina


@pagina("candidatos.avaliacoes_ver")
def avaliacoes(request: Pedido, pk: int, especie: str) -> HttpResponse:
    """Andamento da etapa e quem falta avaliar: dado sensível, e cada leitura fica na trilha."""
    concurso, qual = _alvo(request, pk, especie, "candidatos.avaliacoes_ver")
    quadro = avaliacoes_ver(autor=request.autor, concurso=concurso, especie=qual)
    contexto = {"concurso": concurso, "especie": qual, "especies": especies_do_concurso(concurso)}
    return render(request, "candidatos/avaliacoes.html", contexto | {"quadro": quadro})


@pagina("candidatos.avaliacoes_registrar")
def registrar(request: Pedido, pk: int, especie: str) -> HttpResponse:
    """Registro do resultado: primeiro se mostra o que se vai gravar, depois se confirma."""
    concurso, qual = _alvo(request, pk, especie, "candidatos.avaliacoes_registrar")
    form = ResultadoDasAvaliacoes(request.POST or None)
    contexto: dict[str, Any] = {"concurso": concurso, "especie": qual, "form": form}
    if form.is_valid():
        try:
            if "confirmado" in request.POST:
                return _gravar(request, concurso, qual, form)
            contexto["conferidas"] = avaliacoes_conferir(
                autor=request.autor, concurso=concurso, especie=qual, **_do_form(form)
            )
        except Recusa as recusa:
            contexto["recusa"] = recusa
    return render(request, "candidatos/avaliacoes_registrar.html", contexto)


def _gravar(
    request: Pedido, concurso: Concurso, especie: EspecieDeAvaliacao, form: ResultadoDasAvaliacoes
) -> HttpResponse:
    dados = form.cleaned_data
    quantas = avaliacoes_registrar(
        autor=request.autor,
        concurso=concurso,
        especie=especie,
        data=dados["data"],
        decidido_por=dados["decidido_por"],
        documento=dados["documento"],
        **_do_form(form),
    )
    frase = "1 resultado registrado" if quantas == 1 else f"{quantas} resultados registrados"
    messages.success(request, f"{frase}. Classifique de novo para que as listas os tenham em conta.")
    return redirect("candidatos:avaliacoes", concurso.pk, especie.value)


def _do_form(form: ResultadoDasAvaliacoes) -> dict[str, Any]:
    return {"resultados": form.resultados, "em_recurso": form.cleaned_data["em_recurso"]}


def _alvo(request: Pedido, pk: int, especie: str, acao: str) -> tuple[Concurso, EspecieDeAvaliacao]:
    """O concurso e a espécie do endereço; 404 se o edital não prevê a etapa."""
    concurso = get_object_or_404(Concurso.objects.select_related("orgao", "edital"), pk=pk)
    exigir(request.autor, acao, [concurso])
    if especie not in especies_do_concurso(concurso):
        raise Http404("O edital deste concurso não prevê esta etapa.")
    return concurso, EspecieDeAvaliacao(especie)
