"""Páginas dos atos: lista com filtros, um ato, assinatura avulsa e o PDF."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_POST

from nomeacoes import consultas, servicos
from nomeacoes.consultas.vida import andamento_do_ato
from nomeacoes.documentos import nome_do_ato
from nomeacoes.forms import FiltrosDeAtos, MotivoDaAssinatura
from nomeacoes.models import Ato, JustificativaDoAto
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, exigir, pagina

POR_PAGINA = 50


def _ato(request: HttpRequest, pk: int, acao: str) -> Ato:
    autor = cast(Pedido, request).autor
    achado = get_object_or_404(consultas.atos_ao_alcance(autor=autor), pk=pk)
    exigir(autor, acao, [achado])
    return achado


def _nome(ato: Ato) -> str:
    return nome_do_ato(ato, ato.nomeacao.vaga.cargo.edital.concurso.tipo)


@pagina("nomeacoes.ver")
@require_GET
def atos(request: HttpRequest) -> HttpResponse:
    """Atos ao alcance, com filtros no endereço."""
    form = FiltrosDeAtos(request.GET)
    filtros = form.cleaned_data if form.is_valid() else {}
    autor = cast(Pedido, request).autor
    folha = Paginator(consultas.atos_ao_alcance(autor=autor, filtros=filtros), POR_PAGINA).get_page(
        request.GET.get("pagina")
    )
    total = consultas.atos_ao_alcance(autor=autor).count()
    return render(request, "nomeacoes/atos.html", {"form": form, "pagina": folha, "total": total})


@pagina("nomeacoes.ver")
@require_GET
def ato(request: HttpRequest, pk: int) -> HttpResponse:
    """Um ato: o que declara, quem o assinou, a cadeia e o documento."""
    achado = _ato(request, pk, "nomeacoes.ver")
    contexto = {
        "ato": achado,
        "nomeacao": achado.nomeacao,
        "cargo": achado.nomeacao.vaga.cargo,
        "concurso": achado.nomeacao.vaga.cargo.edital.concurso,
        "titulo": _nome(achado),
        "andamento": andamento_do_ato(achado, cast(Pedido, request).autor.pessoa, timezone.localdate()),
        "motivo": MotivoDaAssinatura(),
        "justificativa": JustificativaDoAto.objects.filter(ato=achado).first(),
        "publicacoes": achado.publicacoes.select_related("registrada_por").order_by("-sequencia"),
    }
    return render(request, "nomeacoes/ato.html", contexto)


@require_POST
@pagina("nomeacoes.ato_assinar")
def ato_assinar(request: HttpRequest, pk: int) -> HttpResponse:
    """Assina uma minuta só."""
    achado = _ato(request, pk, "nomeacoes.ato_assinar")
    try:
        motivo = request.POST.get("motivo", "")
        servicos.ato_assinar(autor=cast(Pedido, request).autor, ato=achado, motivo=motivo)
        messages.success(request, "Ato assinado e numerado. O documento está sendo produzido.")
    except Recusa as recusa:
        messages.error(request, " ".join([recusa.mensagem, *recusa.detalhes]))
    return redirect("nomeacoes:ato", pk)


@pagina("nomeacoes.ver")
@require_GET
def ato_pdf(request: HttpRequest, pk: int) -> HttpResponseBase:
    """O PDF do estado presente do ato. 404 enquanto não foi produzido."""
    achado = _ato(request, pk, "nomeacoes.ver")
    pdf = achado.pdf
    if pdf is None:
        raise Http404("O documento ainda não foi produzido.")
    nome = slugify(_nome(achado).replace(" nº ", " ").replace("/", " "))
    resposta = FileResponse(
        pdf.arquivo.open("rb"),
        content_type="application/pdf",
        filename=f"{nome}.pdf" if pdf.assinado else f"minuta-{nome}-{achado.pk}.pdf",
    )
    resposta["Cache-Control"] = "private, no-store"
    resposta["X-Content-Type-Options"] = "nosniff"
    return resposta
