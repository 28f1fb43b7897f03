"""Cargos do edital em rascunho."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from concursos import servicos
from concursos.forms import FormularioDoCargo
from concursos.models import Cargo
from concursos.views.alcance import mostrar_recusa, obter_cargo, obter_edital
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, pagina


def _pagina(request: Pedido, form: FormularioDoCargo, cargo: Cargo | None = None) -> HttpResponse:
    if "calcular" in request.POST:
        form = form.com_a_proposta()
    contexto = {
        "form": form,
        "concurso": form.edital.concurso,
        "cargo": cargo,
        "proposta": form.proposta(),
        "sem_regras": not form.edital.regras.exists(),
    }
    return render(request, "concursos/cargo.html", contexto)


@pagina("concursos.cargo_criar")
def cargo_novo(request: Pedido, pk: int) -> HttpResponse:
    """Novo cargo do edital."""
    edital = obter_edital(request, pk, "concursos.cargo_criar")
    form = FormularioDoCargo(request.POST or None, edital=edital)
    if request.method == "POST" and "calcular" not in request.POST and form.is_valid():
        try:
            criado = servicos.cargo_criar(autor=request.autor, edital=edital, dados=form.dados())
        except Recusa as recusa:
            mostrar_recusa(form, recusa)
        else:
            messages.success(request, f"Cargo “{criado}” registrado.")
            return redirect("concursos:edital", pk)
    return _pagina(request, form)


@pagina("concursos.cargo_alterar")
def cargo(request: Pedido, pk: int) -> HttpResponse:
    """Cargo já registrado, enquanto o edital é rascunho."""
    atual = obter_cargo(request, pk, "concursos.cargo_alterar")
    form = FormularioDoCargo(request.POST or None, edital=atual.edital, instance=atual)
    if request.method == "POST" and "calcular" not in request.POST and form.is_valid():
        try:
            servicos.cargo_alterar(autor=request.autor, cargo=atual, dados=form.dados())
        except Recusa as recusa:
            mostrar_recusa(form, recusa)
        else:
            messages.success(request, f"Cargo “{atual}” alterado.")
            return redirect("concursos:edital", atual.edital.concurso_id)
    return _pagina(request, form, atual)


@pagina("concursos.cargo_excluir")
@require_POST
def cargo_excluir(request: Pedido, pk: int) -> HttpResponse:
    """Retira o cargo do edital em rascunho."""
    atual = obter_cargo(request, pk, "concursos.cargo_excluir")
    concurso = atual.edital.concurso_id
    try:
        servicos.cargo_excluir(autor=request.autor, cargo=atual)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
    else:
        messages.success(request, f"Cargo “{atual}” retirado do edital.")
    return redirect("concursos:edital", concurso)
