"""Lista de concursos, concurso novo, identificação e dados do edital."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from concursos import servicos
from concursos.consultas import (
    concursos_ao_alcance,
    conferir_publicacao,
    edital_completo,
    justificativas_do_edital,
    linha_do_cadastro,
    quadro_do_cargo,
)
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import permite
from concursos.forms import Filtros, FormularioDoConcurso, FormularioDoEdital, NovoConcurso
from concursos.views.alcance import mostrar_recusa, obter_concurso, obter_edital
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, pagina

CONCURSOS_POR_PAGINA = 30


@pagina("concursos.ver")
def lista(request: Pedido) -> HttpResponse:
    """Concursos ao alcance, com filtros na URL."""
    filtros = Filtros(request.GET, autor=request.autor)
    concursos = concursos_ao_alcance(autor=request.autor, **filtros.valores())
    paginas = Paginator(concursos, CONCURSOS_POR_PAGINA)
    contexto = {
        "filtros": filtros,
        "pagina": paginas.get_page(request.GET.get("pagina")),
        "filtrada": any(filtros.valores().values()),
        "pode_criar": request.autor.pode("concursos.concurso_criar"),
    }
    return render(request, "concursos/lista.html", contexto)


@pagina("concursos.concurso_criar")
def novo(request: Pedido) -> HttpResponse:
    """Concurso e edital em rascunho, de uma vez."""
    form = NovoConcurso(request.POST or None, autor=request.autor, initial={"ano": timezone.localdate().year})
    if request.method == "POST" and form.is_valid():
        try:
            concurso = servicos.concurso_criar(
                autor=request.autor,
                orgao=form.cleaned_data["orgao"],
                dados=form.dados(),
                edital=form.do_edital(),
            )
        except Recusa as recusa:
            mostrar_recusa(form, recusa)
        else:
            messages.success(request, "Concurso registrado. Agora, as regras e os cargos do edital.")
            return redirect("concursos:edital", concurso.pk)
    return render(request, "concursos/novo.html", {"form": form})


@pagina("concursos.concurso_alterar")
def editar(request: Pedido, pk: int) -> HttpResponse:
    """Identificação do concurso, enquanto o edital é rascunho."""
    concurso = obter_concurso(request, pk, "concursos.concurso_alterar")
    form = FormularioDoConcurso(request.POST or None, instance=concurso)
    if request.method == "POST" and form.is_valid():
        try:
            servicos.concurso_alterar(autor=request.autor, concurso=concurso, dados=form.dados())
        except Recusa as recusa:
            mostrar_recusa(form, recusa)
        else:
            messages.success(request, "Identificação do concurso alterada.")
            return redirect("concursos:edital", pk)
    return render(request, "concursos/editar.html", {"form": form, "concurso": concurso})


@pagina("concursos.ver")
def edital(request: Pedido, pk: int) -> HttpResponse:
    """O edital inteiro: dados, regras, quadro de vagas, retificações e o que falta para publicar."""
    concurso = obter_concurso(request, pk, "concursos.ver")
    completo = edital_completo(concurso=concurso)
    rascunho = permite(concurso.situacao, AtoSobreConcurso.ALTERAR)
    hoje = timezone.localdate()
    contexto = {
        "concurso": concurso,
        "edital": completo,
        "quadros": [quadro_do_cargo(cargo) for cargo in completo.cargos.all()],
        "cadastro": [linha for cargo in completo.cargos.all() if (linha := linha_do_cadastro(cargo))],
        "justificativas": [] if rascunho else justificativas_do_edital(completo),
        "conferencia": conferir_publicacao(completo, publicado_em=completo.publicado_em, hoje=hoje)
        if rascunho
        else None,
        "pode_alterar": rascunho and request.autor.pode("concursos.edital_alterar", concurso.orgao),
        "pode_justificar": rascunho and request.autor.pode("concursos.achado_justificar", concurso.orgao),
        "pode_publicar": rascunho and request.autor.pode("concursos.edital_publicar", concurso.orgao),
        "pode_retificar": permite(concurso.situacao, AtoSobreConcurso.RETIFICAR)
        and request.autor.pode("concursos.edital_retificar", concurso.orgao),
    }
    return render(request, "concursos/edital.html", contexto)


@pagina("concursos.edital_alterar")
def edital_editar(request: Pedido, pk: int) -> HttpResponse:
    """Número, lei, data prevista e veículo do edital em rascunho."""
    do_concurso = obter_edital(request, pk, "concursos.edital_alterar")
    form = FormularioDoEdital(request.POST or None, instance=do_concurso)
    if request.method == "POST" and form.is_valid():
        try:
            servicos.edital_alterar(autor=request.autor, edital=do_concurso, dados=form.dados())
        except Recusa as recusa:
            mostrar_recusa(form, recusa)
        else:
            messages.success(request, "Dados do edital alterados.")
            return redirect("concursos:edital", pk)
    contexto = {"form": form, "concurso": do_concurso.concurso}
    return render(request, "concursos/edital_editar.html", contexto)


@pagina("concursos.ver")
def interpretacoes(request: Pedido) -> HttpResponse:
    """O que cada opção das regras quer dizer, em palavras."""
    return render(request, "concursos/interpretacoes.html")
