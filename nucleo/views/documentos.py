"""Páginas dos documentos: o botão que os emite, a página de cada um e os seus arquivos."""

from __future__ import annotations

import uuid

from django.db import models
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from nucleo.consultas import estado_da_execucao
from nucleo.consultas.documentos import documentos_ao_alcance, producao_do_documento, volumes_prontos
from nucleo.documentos import especie_de_documento
from nucleo.enums import FormatoDoDocumento
from nucleo.erros import Recusa
from nucleo.models import Documento
from nucleo.permissoes import Pedido, exigir, pagina
from nucleo.servicos.documentos import documento_emitir

TIPOS = {
    FormatoDoDocumento.PDF: "application/pdf",
    FormatoDoDocumento.TEXTO: "text/plain; charset=utf-8",
    FormatoDoDocumento.HTML: "text/html; charset=utf-8",
}


@require_POST
@pagina("nucleo.documento_emitir")
def emitir(request: Pedido, documento: str, pk: int) -> HttpResponse:
    """Emite o documento sobre o objeto e leva à página dele; recusado, volta donde se pediu."""
    especie = especie_de_documento(documento)
    if especie is None:
        raise Http404("Não há este documento.")
    alvo: models.Model = get_object_or_404(especie.alvo, pk=pk)
    exigir(request.autor, "nucleo.documento_emitir", [alvo])
    try:
        emitido = documento_emitir(autor=request.autor, especie=documento, alvo=alvo)
    except Recusa as recusa:
        contexto = {"especie": especie, "alvo": alvo, "recusa": recusa}
        return render(request, "nucleo/documento_recusado.html", contexto, status=409)
    return redirect("nucleo:documento", emitido.pk)


def _documento(request: Pedido, pk: uuid.UUID) -> Documento:
    achado = get_object_or_404(documentos_ao_alcance(request.autor), pk=pk)
    exigir(request.autor, "nucleo.documento_ver", [achado])
    especie = especie_de_documento(achado.especie)
    if especie is not None:
        exigir(request.autor, especie.acao, [achado])
    return achado


@never_cache
@require_GET
@pagina("nucleo.documento_ver")
def documento(request: Pedido, pk: uuid.UUID) -> HttpResponse:
    """O que se emitiu, o código e os arquivos de cada volume, ou o trabalho que os produz."""
    achado = _documento(request, pk)
    contexto: dict[str, object] = {
        "documento": achado,
        "especie": especie_de_documento(achado.especie),
        "volumes": volumes_prontos(achado),
    }
    execucao = producao_do_documento(achado)
    if execucao is not None:
        contexto |= {"execucao": execucao, "estado": estado_da_execucao(execucao, timezone.now())}
    return render(request, "nucleo/documento.html", contexto)


@require_GET
@pagina("nucleo.documento_ver")
def arquivo(request: Pedido, pk: uuid.UUID, volume: int, formato: str) -> HttpResponseBase:
    """O arquivo guardado; texto e HTML baixam-se, o PDF abre-se."""
    achado = get_object_or_404(_documento(request, pk).arquivos, volume=volume, formato=formato)
    qual = FormatoDoDocumento(achado.formato)
    nome = f"{achado.documento.especie.partition('.')[2]}-{achado.documento.codigo}"
    resposta = FileResponse(
        achado.arquivo.open("rb"),
        as_attachment=qual is not FormatoDoDocumento.PDF,
        content_type=TIPOS[qual],
        filename=f"{nome}-{volume}.{formato}" if achado.documento.volumes > 1 else f"{nome}.{formato}",
    )
    resposta["Cache-Control"] = "private, no-store"
    resposta["X-Content-Type-Options"] = "nosniff"
    return resposta
