"""Publicação do edital: o que a impede, o quadro e a série de cada cargo, e o ato."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_POST

from concursos import servicos
from concursos.consultas import conferir_publicacao, linha_do_cadastro, quadro_do_cargo
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.forms import Justificativa, Publicacao
from concursos.models import Edital
from concursos.views.alcance import mostrar_recusa, obter_edital
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, pagina


def _data_conferida(request: Pedido, edital: Edital) -> date | None:
    """A do formulário, a da URL ("?data=2023-08-31") ou a prevista no rascunho."""
    texto = request.POST.get("publicado_em") or request.GET.get("data") or ""
    try:
        return parse_date(texto) or edital.publicado_em
    except ValueError:
        return edital.publicado_em


@pagina("concursos.edital_publicar")
def publicar(request: Pedido, pk: int) -> HttpResponse:
    """Confere e registra a publicação do edital."""
    edital = obter_edital(request, pk, "concursos.edital_publicar")
    data = _data_conferida(request, edital)
    form = Publicacao(
        request.POST or None, edital=edital, initial={"publicado_em": data, "veiculo": edital.veiculo}
    )
    try:
        exigir_ato(edital.concurso.situacao, AtoSobreConcurso.PUBLICAR)
        if request.method == "POST" and form.is_valid():
            servicos.edital_publicar(
                autor=request.autor,
                edital=edital,
                publicado_em=form.cleaned_data["publicado_em"],
                veiculo=form.cleaned_data["veiculo"],
            )
            messages.success(request, f"Publicação do {edital} registrada. As regras estão congeladas.")
            return redirect("painel:concurso", pk)
    except Recusa as recusa:
        if request.method != "POST":
            messages.error(request, recusa.mensagem)
            return redirect("concursos:edital", pk)
        mostrar_recusa(form, recusa)
    return render(request, "concursos/publicar.html", _contexto(request, edital, data, form))


@require_POST
@pagina("concursos.achado_justificar")
def achado_justificar(request: Pedido, pk: int) -> HttpResponse:
    """Guarda a justificativa de um achado e volta à conferência de que se veio."""
    edital = obter_edital(request, pk, "concursos.achado_justificar")
    form = Justificativa(request.POST)
    data = edital.publicado_em
    if form.is_valid():
        data = form.cleaned_data["conferida_em"] or data
        try:
            servicos.achado_justificar(
                autor=request.autor,
                edital=edital,
                chave=form.cleaned_data["chave"],
                texto=form.cleaned_data["texto"],
                publicado_em=data,
            )
            messages.success(request, "Justificativa guardada no edital, com o seu nome e a data.")
        except Recusa as recusa:
            messages.error(request, recusa.mensagem)
    else:
        messages.error(request, "Escreva a justificativa: ela fica no edital, com o seu nome e a data.")
    return _a_conferencia(edital, data)


def _a_conferencia(edital: Edital, data: date | None) -> HttpResponse:
    if data is None or data == edital.publicado_em:
        return redirect(reverse("concursos:edital", args=[edital.concurso_id]) + "#conferencia")
    return redirect(
        reverse("concursos:publicar", args=[edital.concurso_id]) + f"?data={data:%Y-%m-%d}#conferencia"
    )


def _contexto(request: Pedido, edital: Edital, data: date | None, form: Publicacao) -> dict[str, object]:
    cargos = edital.cargos.select_related("regras", "edital__concurso__orgao__municipio")
    return {
        "form": form,
        "edital": edital,
        "concurso": edital.concurso,
        "data": data,
        "conferencia": conferir_publicacao(edital, publicado_em=data, hoje=timezone.localdate()),
        "pode_justificar": request.autor.pode("concursos.achado_justificar", edital.orgao),
        "quadros": [quadro_do_cargo(cargo, publicado_em=data) for cargo in cargos],
        "cadastro": [linha for cargo in cargos if (linha := linha_do_cadastro(cargo, publicado_em=data))],
    }
