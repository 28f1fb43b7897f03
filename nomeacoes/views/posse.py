"""Páginas dos prazos da posse e do exercício, e de quem não tomou posse."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from concursos.models import Cargo, Concurso
from nomeacoes import servicos
from nomeacoes.consultas.prazos import prazos_por_cumprir
from nomeacoes.consultas.sem_posse import PlanoSemPosse
from nomeacoes.enums import EspecieDePrazo
from nomeacoes.forms import Exercicio, Prorrogacao, SemPosse, hoje
from nomeacoes.models import Nomeacao
from nomeacoes.views.cargo import autor_do, cargo_do_endereco
from nomeacoes.views.nomeacoes import da_nomeacao, nomeacao_do_endereco
from nucleo.erros import Conflito, Recusa
from nucleo.permissoes import exigir, pagina


def _registro(
    request: HttpRequest,
    achada: Nomeacao,
    form: forms.Form,
    *,
    gravar: Callable[..., object],
    titulo: str,
    explicacao: str,
    feito: str,
) -> HttpResponse:
    if form.is_valid():
        try:
            gravar(autor=autor_do(request), nomeacao=achada, **form.cleaned_data)
            messages.success(request, feito)
            return redirect("nomeacoes:nomeacao", achada.pk)
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    contexto = da_nomeacao(achada) | {"form": form, "titulo": titulo, "explicacao": explicacao}
    return render(request, "nomeacoes/posse.html", contexto)


@pagina("nomeacoes.exercicio_registrar")
def exercicio(request: HttpRequest, pk: int) -> HttpResponse:
    """Entrada em exercício de quem tomou posse."""
    return _registro(
        request,
        nomeacao_do_endereco(request, pk, "nomeacoes.exercicio_registrar"),
        Exercicio(request.POST or None, initial=hoje()),
        gravar=servicos.exercicio_registrar,
        titulo="Registrar exercício",
        explicacao="A pessoa entrou em exercício no cargo.",
        feito="Exercício registrado.",
    )


@pagina("nomeacoes.prazo_prorrogar")
def prorrogar_posse(request: HttpRequest, pk: int) -> HttpResponse:
    """Prorrogação do prazo da posse."""
    return _prorrogar(request, pk, EspecieDePrazo.POSSE)


@pagina("nomeacoes.prazo_prorrogar")
def prorrogar_exercicio(request: HttpRequest, pk: int) -> HttpResponse:
    """Prorrogação do prazo do exercício."""
    return _prorrogar(request, pk, EspecieDePrazo.EXERCICIO)


def _prorrogar(request: HttpRequest, pk: int, especie: EspecieDePrazo) -> HttpResponse:
    return _registro(
        request,
        nomeacao_do_endereco(request, pk, "nomeacoes.prazo_prorrogar"),
        Prorrogacao(request.POST or None, initial=hoje()),
        gravar=partial(servicos.prazo_prorrogar, especie=especie),
        titulo=f"Prorrogar prazo de {especie.label.lower()}",
        explicacao="O prazo passa a acabar mais tarde, pela quantidade que a regra do município dá.",
        feito="Prazo prorrogado.",
    )


@pagina("nomeacoes.ver")
def prazos(request: HttpRequest, pk: int) -> HttpResponse:
    """Os prazos que correm, ou venceram, num concurso, do que acaba primeiro ao último."""
    concurso = get_object_or_404(Concurso.objects.select_related("orgao__municipio"), pk=pk)
    exigir(autor_do(request), "nomeacoes.ver", [concurso])
    linhas = prazos_por_cumprir([concurso], hoje=timezone.localdate()).get(pk, [])
    posse = EspecieDePrazo.POSSE
    vencidos = {
        linha.nomeacao.vaga.cargo for linha in linhas if linha.prazo.vencido and linha.prazo.especie == posse
    }
    contexto = {
        "concurso": concurso,
        "linhas": linhas,
        "cargos": sorted(vencidos, key=lambda cargo: cargo.codigo),
        "hoje": timezone.localdate(),
    }
    return render(request, "nomeacoes/prazos.html", contexto)


@pagina("nomeacoes.sem_posse_planejar")
def sem_posse(request: HttpRequest, pk: int) -> HttpResponse:
    """A minuta do sem efeito e o plano da chamada seguinte; confirmar é de uma pessoa."""
    cargo = cargo_do_endereco(request, pk, "nomeacoes.sem_posse_planejar")
    contexto: dict[str, Any] = {"cargo": cargo, "concurso": cargo.edital.concurso}
    dados = request.POST if request.method == "POST" else request.GET
    chaves = [int(chave) for chave in dados.getlist("nomeacao") if chave.isdecimal()]
    form = SemPosse(request.POST or None, initial=hoje())
    if request.method == "POST":
        exigir(autor_do(request), "nomeacoes.sem_posse_confirmar", [cargo])
        if form.is_valid():
            try:
                quantas = _confirmar(request, cargo, form, chaves)
                return _depois(request, cargo, quantas)
            except Conflito as conflito:
                contexto["mudou"] = conflito.mensagem
            except Recusa as recusa:
                form.add_error(None, recusa.mensagem)
    try:
        plano: PlanoSemPosse | None = servicos.sem_posse_planejar(
            autor=autor_do(request), cargo=cargo, escolhidas=chaves or None
        )
    except Recusa as recusa:
        contexto["recusa"], plano = recusa, None
    pode = autor_do(request).pode("nomeacoes.sem_posse_confirmar", cargo.orgao)
    contexto |= {"plano": plano, "form": form, "pode_confirmar": pode}
    return render(request, "nomeacoes/sem_posse.html", contexto)


def _confirmar(request: HttpRequest, cargo: Cargo, form: SemPosse, chaves: list[int]) -> int:
    """Torna sem efeito e devolve quantas vagas o plano mostrado chamava a repor."""
    dados = dict(form.cleaned_data)
    quantas = dados.pop("quantidade")
    servicos.sem_posse_confirmar(
        autor=autor_do(request),
        cargo=cargo,
        escolhidas=chaves,
        versao=request.POST.get("versao", ""),
        **dados,
    )
    return int(quantas or 0)


def _depois(request: HttpRequest, cargo: Cargo, quantas: int) -> HttpResponse:
    """Ao plano da convocação, se há quem chamar e a pessoa o pode ver; se não, às vagas do cargo."""
    if quantas and autor_do(request).pode("nomeacoes.convocacao_planejar", cargo.orgao):
        messages.success(request, "Nomeações tornadas sem efeito. Este é o plano para repor as vagas.")
        return redirect(f"{reverse('nomeacoes:convocar', args=[cargo.pk])}?quantidade={quantas}")
    messages.success(request, "Nomeações tornadas sem efeito.")
    return redirect("nomeacoes:vagas", cargo.pk)
