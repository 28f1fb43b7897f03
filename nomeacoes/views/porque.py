"""Páginas do "Por quê?": de uma pessoa num cargo, de uma vaga, e a certidão de classificação."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from candidatos.models import Candidatura
from concursos.models import Cargo
from nomeacoes.consultas import pode_convocar
from nomeacoes.consultas.certidao import certidoes_ao_alcance
from nomeacoes.consultas.espera import validade_do_cargo
from nomeacoes.consultas.porque import candidaturas_com_cargo, porque_da_pessoa
from nomeacoes.consultas.porque_da_vaga import maior_vaga, porque_da_vaga
from nomeacoes.forms import EmissaoDaCertidao
from nomeacoes.models import Certidao
from nomeacoes.servicos.certidao import certidao_emitir
from nomeacoes.views.cargo import autor_do, cargo_do_endereco
from nucleo.erros import Recusa
from nucleo.permissoes import exigir, pagina


def _candidatura(request: HttpRequest, pk: int, acao: str) -> Candidatura:
    achada = get_object_or_404(candidaturas_com_cargo(), pk=pk)
    exigir(autor_do(request), acao, [achada])
    return achada


def _do_cargo(cargo: Cargo) -> dict[str, Any]:
    return {"cargo": cargo, "concurso": cargo.edital.concurso}


@pagina("nomeacoes.ver")
@require_GET
def porque(request: HttpRequest, pk: int) -> HttpResponse:
    """Por que este lugar, esta vaga, ou ainda nenhuma; e as certidões já emitidas."""
    autor = autor_do(request)
    achada = _candidatura(request, pk, "nomeacoes.ver")
    ve = autor.pode("candidatos.autodeclaracao_ver", achada.orgao)
    contexto = _do_cargo(achada.cargo) | {
        "porque": porque_da_pessoa(achada, ve_declaracoes=ve, hoje=timezone.localdate()),
        "certidoes": certidoes_ao_alcance(achada, autor=autor),
        "emite": autor.pode("nomeacoes.certidao_emitir", achada.orgao),
        "form": EmissaoDaCertidao(),
    }
    return render(request, "nomeacoes/porque.html", contexto)


@pagina("nomeacoes.ver")
@require_GET
def vaga(request: HttpRequest, pk: int, numero: int) -> HttpResponse:
    """Por que a vaga é da categoria que é, quem a teve, e quem a teria agora."""
    cargo = cargo_do_endereco(request, pk, "nomeacoes.ver")
    if not cargo.edital.publicado or not 1 <= numero <= maior_vaga(cargo):
        raise Http404("O cargo não tem nem pode vir a ter esta vaga.")
    hoje = timezone.localdate()
    validade, pode_chamar = validade_do_cargo(cargo, hoje), pode_convocar(cargo, hoje)
    razoes = porque_da_vaga(
        cargo, numero, autor=autor_do(request), pode_chamar=pode_chamar, validade=validade
    )
    contexto = _do_cargo(cargo) | {
        "porque": razoes,
        "validade": validade,
        "pode_chamar": pode_chamar,
        "ve_declaracoes": autor_do(request).pode("candidatos.autodeclaracao_ver", cargo.orgao),
    }
    return render(request, "nomeacoes/porque_da_vaga.html", contexto)


@require_POST
@pagina("nomeacoes.certidao_emitir")
def emitir(request: HttpRequest, pk: int) -> HttpResponse:
    """Emite a certidão e volta à explicação, onde ela fica à mão."""
    achada = _candidatura(request, pk, "nomeacoes.certidao_emitir")
    form = EmissaoDaCertidao(request.POST)
    try:
        completa = form.is_valid() and form.cleaned_data["completa"]
        certidao_emitir(autor=autor_do(request), candidatura=achada, completa=completa)
        messages.success(request, "Certidão emitida. Está na lista ao fim desta página.")
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
    return redirect("nomeacoes:porque", pk)


@pagina("nomeacoes.ver")
@require_GET
def certidao_pdf(request: HttpRequest, pk: str) -> HttpResponseBase:
    """O arquivo guardado. A completa, só a quem pode ver autodeclarações."""
    certidao = get_object_or_404(Certidao.objects.select_related("candidatura__cargo"), pk=pk)
    exigir(autor_do(request), "nomeacoes.ver", [certidao])
    if certidao.completa:
        exigir(autor_do(request), "candidatos.autodeclaracao_ver", [certidao])
    resposta = FileResponse(
        certidao.arquivo.open("rb"), content_type="application/pdf", filename=f"certidao-{certidao.pk}.pdf"
    )
    resposta["Cache-Control"] = "private, no-store"
    resposta["X-Content-Type-Options"] = "nosniff"
    return resposta
