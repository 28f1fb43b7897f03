"""Regras de classificação e de reserva do edital em rascunho."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from concursos import servicos
from concursos.forms import FormularioDasRegras, Provas, provas_iniciais
from concursos.models import Regras
from concursos.views.alcance import mostrar_recusa, obter_edital, obter_regras
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, pagina


def formulario_das_regras(request: Pedido, regras: Regras) -> FormularioDasRegras:
    """Formulário das regras com as linhas das provas, preenchido pelo pedido quando ele as traz."""
    dados = request.POST or None
    provas = Provas(dados, initial=provas_iniciais(regras), prefix="provas")
    return FormularioDasRegras(dados, instance=regras, provas=provas)


@pagina("concursos.regras_criar")
def regras_nova(request: Pedido, pk: int) -> HttpResponse:
    """Novo conjunto de regras do edital."""
    edital = obter_edital(request, pk, "concursos.regras_criar")
    form = formulario_das_regras(request, Regras(edital=edital))
    if request.method == "POST" and form.is_valid():
        try:
            servicos.regras_criar(autor=request.autor, edital=edital, dados=form.dados())
        except Recusa as recusa:
            mostrar_recusa(form, recusa)
        else:
            messages.success(request, "Regras registradas.")
            return redirect("concursos:edital", pk)
    return render(request, "concursos/regras.html", {"form": form, "concurso": edital.concurso})


@pagina("concursos.regras_alterar")
def regras(request: Pedido, pk: int) -> HttpResponse:
    """Regras já registradas, enquanto o edital é rascunho."""
    atuais = obter_regras(request, pk, "concursos.regras_alterar")
    concurso = atuais.edital.concurso
    form = formulario_das_regras(request, atuais)
    if request.method == "POST" and form.is_valid():
        try:
            servicos.regras_alterar(autor=request.autor, regras=atuais, dados=form.dados())
        except Recusa as recusa:
            mostrar_recusa(form, recusa)
        else:
            messages.success(request, "Regras alteradas.")
            return redirect("concursos:edital", concurso.pk)
    contexto = {"form": form, "concurso": concurso, "regras": atuais}
    return render(request, "concursos/regras.html", contexto)


@pagina("concursos.regras_excluir")
@require_POST
def regras_excluir(request: Pedido, pk: int) -> HttpResponse:
    """Retira regras que nenhum cargo usa."""
    atuais = obter_regras(request, pk, "concursos.regras_excluir")
    try:
        servicos.regras_excluir(autor=request.autor, regras=atuais)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
    else:
        messages.success(request, f"Regras “{atuais.nome}” retiradas do edital.")
    return redirect("concursos:edital", atuais.edital.concurso_id)
