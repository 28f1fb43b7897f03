"""Páginas do procedimento: lista, abertura, os autos com o que se pode praticar, e cada passo."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from nucleo.calendario import somar_meses
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, Pessoa, exigir, pagina
from procedimentos import servicos
from procedimentos.consultas import (
    autos_do_procedimento,
    passos_possiveis,
    prazo_aberto,
    problemas_do_momento,
    procedimentos_ao_alcance,
    tem_objeto,
)
from procedimentos.fluxo import ANOS_DA_DECADENCIA, CORREM, PASSOS, Passo, Regra, passos_da_fase
from procedimentos.forms import FORMULARIOS, Abertura, FormularioDoPasso
from procedimentos.models import Procedimento

POR_PAGINA = 50


def autor_do(request: HttpRequest) -> Pessoa:
    """Quem pede, posto no pedido por `pagina`."""
    return cast(Pedido, request).autor


def procedimento_do_endereco(request: HttpRequest, pk: int, acao: str) -> Procedimento:
    """O procedimento, ao alcance de quem pede e com papel para a ação; 404 ou 403 se não."""
    autor = autor_do(request)
    achado = get_object_or_404(procedimentos_ao_alcance(autor=autor), pk=pk)
    exigir(autor, acao, [achado])
    return achado


@pagina("procedimentos.ver")
@require_GET
def procedimentos(request: HttpRequest) -> HttpResponse:
    """Os procedimentos ao alcance: os que correm, ou todos."""
    todos = procedimentos_ao_alcance(autor=autor_do(request))
    so_correm = request.GET.get("quais") != "todos"
    mostrados = todos.filter(fase__in=CORREM) if so_correm else todos
    folha = Paginator(mostrados, POR_PAGINA).get_page(request.GET.get("pagina"))
    hoje = timezone.localdate()
    linhas = [(cada, prazo_aberto(cada), problemas_do_momento(cada, hoje)) for cada in folha]
    contexto = {"pagina": folha, "linhas": linhas, "total": todos.count(), "so_correm": so_correm}
    return render(request, "procedimentos/procedimentos.html", contexto)


@pagina("procedimentos.procedimento_abrir")
def novo(request: HttpRequest) -> HttpResponse:
    """Autua uma notícia."""
    autor = autor_do(request)
    form = Abertura(
        request.POST or None,
        request.FILES or None,
        autor=autor,
        initial={"conhecido_em": timezone.localdate()},
    )
    if form.is_valid():
        try:
            aberto = servicos.procedimento_abrir(autor=autor, **form.argumentos())
            messages.success(request, f"{aberto} aberto, em triagem.")
            return redirect("procedimentos:procedimento", aberto.pk)
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    return render(request, "procedimentos/novo.html", {"form": form})


@pagina("procedimentos.ver")
@require_GET
def procedimento(request: HttpRequest, pk: int) -> HttpResponse:
    """Onde está, o que corre, o que se pode praticar, e os autos."""
    achado = procedimento_do_endereco(request, pk, "procedimentos.ver")
    hoje = timezone.localdate()
    possiveis = passos_possiveis(autor_do(request), achado)
    oferecidos = [passo for passo in possiveis if tem_objeto(achado, passo)]
    contexto = {
        "procedimento": achado,
        "concurso": achado.inscricao.edital.concurso,
        "prazo": prazo_aberto(achado),
        "avisos": problemas_do_momento(achado, hoje),
        "avancam": [(p, PASSOS[p]) for p in oferecidos if PASSOS[p].para],
        "ficam": [(p, PASSOS[p]) for p in oferecidos if not PASSOS[p].para],
        "de_outros": _de_outros(achado, possiveis),
        "membros": achado.membros.select_related("usuario", "declaracao", "saiu_por"),
        "comunicacoes": achado.comunicacoes.select_related("peca", "prova"),
        "prazos": achado.prazos.all(),
        "folhas": autos_do_procedimento(achado),
        "decadencia": somar_meses(achado.conhecido_em, 12 * ANOS_DA_DECADENCIA),
    }
    return render(request, "procedimentos/procedimento.html", contexto)


def _de_outros(achado: Procedimento, possiveis: list[Passo]) -> list[Regra]:
    """O que faz o procedimento avançar e não é de quem olha: diz-se de quem é."""
    return [
        PASSOS[passo]
        for passo in passos_da_fase(achado.fase)
        if PASSOS[passo].para and passo not in possiveis
    ]


@pagina("procedimentos.praticar")
def passo(request: HttpRequest, pk: int, passo: str) -> HttpResponse:
    """Pratica um passo do rito: o formulário dele e o que a lei pede antes."""
    achado = procedimento_do_endereco(request, pk, "procedimentos.praticar")
    if passo not in set(FORMULARIOS):
        raise Http404("O rito não tem este passo.")
    escolhido, autor = Passo(passo), autor_do(request)
    if escolhido not in passos_da_fase(achado.fase):
        messages.error(
            request, f"“{PASSOS[escolhido].rotulo}” não cabe: {achado.get_fase_display().lower()}."
        )
        return redirect("procedimentos:procedimento", achado.pk)
    if escolhido not in passos_possiveis(autor, achado):
        raise PermissionDenied(f"Cabe {' ou '.join(PASSOS[escolhido].quem)}.")
    form = FORMULARIOS[escolhido](
        request.POST if request.method == "POST" else None,
        request.FILES or None,
        procedimento=achado,
        initial={"ciencia_em": timezone.localdate()},
    )
    contexto: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        try:
            _praticar(escolhido, autor, achado, form)
            messages.success(request, f"Feito: {PASSOS[escolhido].rotulo.lower()}. Está nos autos.")
            return redirect("procedimentos:procedimento", achado.pk)
        except Recusa as recusa:
            contexto |= {"recusa": recusa}
    contexto |= {"procedimento": achado, "passo": escolhido, "regra": PASSOS[escolhido]}
    return render(request, "procedimentos/passo.html", contexto | _previsto(escolhido, autor, achado))


def _praticar(escolhido: Passo, autor: Pessoa, achado: Procedimento, form: FormularioDoPasso) -> None:
    servicos.DO_PASSO[escolhido](autor=autor, procedimento=achado, **form.argumentos())


def _previsto(escolhido: Passo, autor: Pessoa, achado: Procedimento) -> dict[str, Any]:
    """No cumprimento, o que se segue em cada lista, antes de se confirmar."""
    if escolhido != Passo.CUMPRIR:
        return {}
    try:
        return {"previstos": servicos.cumprimento_conferir(autor=autor, procedimento=achado)}
    except Recusa as recusa:
        return {"recusa": recusa}
