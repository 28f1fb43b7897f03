"""As peças e o volume: cada leitura fica na trilha."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from nucleo.erros import Recusa
from nucleo.permissoes import exigir, pagina
from procedimentos import servicos
from procedimentos.documentos import conteudo_guardado
from procedimentos.models import Peca
from procedimentos.views.procedimentos import autor_do, procedimento_do_endereco


def _peca(request: HttpRequest, pk: int, acao: str) -> Peca:
    achada = get_object_or_404(Peca.objects.select_related("procedimento__orgao__municipio", "autor"), pk=pk)
    exigir(autor_do(request), acao, [achada])
    return achada


@pagina("procedimentos.peca_ler")
@never_cache
@require_GET
def peca(request: HttpRequest, pk: int) -> HttpResponse:
    """Uma peça: texto, arquivo, hash e elo."""
    achada = _peca(request, pk, "procedimentos.peca_ler")
    folha = servicos.peca_ler(autor=autor_do(request), peca=achada)
    contexto = {"folha": folha, "peca": folha.peca, "procedimento": achada.procedimento}
    return render(request, "procedimentos/peca.html", contexto)


@pagina("procedimentos.peca_ler")
@require_GET
def arquivo(request: HttpRequest, pk: int) -> HttpResponse:
    """O arquivo da peça, para guardar: nunca se abre na página."""
    achada = _peca(request, pk, "procedimentos.peca_ler")
    folha = servicos.peca_ler(autor=autor_do(request), peca=achada)
    if not folha.peca.arquivo:
        raise Http404("A peça não tem arquivo.")
    try:
        conteudo = conteudo_guardado(folha.peca)
    except OSError:
        raise Http404("O arquivo não está onde foi guardado. Avise quem administra o sistema.") from None
    return _entregar(conteudo, folha.peca.nome_original, "application/octet-stream")


@pagina("procedimentos.autos_compor")
@require_GET
def volume(request: HttpRequest, pk: int) -> HttpResponse:
    """Os autos num PDF só."""
    achado = procedimento_do_endereco(request, pk, "procedimentos.autos_compor")
    try:
        pdf = servicos.autos_compor(autor=autor_do(request), procedimento=achado)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("procedimentos:procedimento", pk)
    return _entregar(pdf, f"autos-{achado.numero}-{achado.ano}.pdf", "application/pdf")


def _entregar(conteudo: bytes, nome: str, tipo: str) -> HttpResponse:
    resposta = HttpResponse(conteudo, content_type=tipo)
    resposta.headers["Content-Disposition"] = (
        f'attachment; filename="{nome.encode("ascii", "replace").decode()}"'
    )
    resposta["Cache-Control"] = "private, no-store"
    resposta["X-Content-Type-Options"] = "nosniff"
    return resposta
