"""Páginas da importação: envio, plano, relatório e carga."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import BaseForm
from django.http import FileResponse, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from candidatos.consultas.importacao import importacoes_ao_alcance, importacoes_do_concurso
from candidatos.consultas.plano import (
    achados_filtrados,
    conta_do_plano,
    ja_carregada,
    passo_na_pagina,
    quem_carregou,
)
from candidatos.enums import SituacaoImportacao
from candidatos.forms.importacao import EnvioDeArquivo
from candidatos.models import Importacao
from candidatos.servicos import importacao as servicos
from candidatos.servicos.leitura import Leitura
from candidatos.servicos.relatorio import importacao_relatorio
from concursos.consultas import homologacoes_do_concurso
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import permite
from concursos.models import Edital
from nucleo.consultas import estado_da_execucao
from nucleo.erros import Recusa
from nucleo.models import Execucao
from nucleo.permissoes import Pedido, exigir, pagina

ACHADOS_POR_PAGINA = 50
RECEBIDAS_POR_PAGINA = 20
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _obter(request: Pedido, pk: int, acao: str) -> Importacao:
    """A importação, se está ao alcance do autor e o seu papel permite a ação no órgão dela."""
    importacao = get_object_or_404(importacoes_ao_alcance(request.autor), pk=pk)
    exigir(request.autor, acao, [importacao])
    return importacao


def _mostrar(form: BaseForm, recusa: Recusa) -> None:
    form.add_error(None, recusa.detalhes or [recusa.mensagem])


@pagina("candidatos.importacao_receber")
def importar(request: Pedido, pk: int) -> HttpResponse:
    """Envio do arquivo da banca e os arquivos já recebidos."""
    edital = get_object_or_404(Edital.objects.select_related("concurso__orgao"), concurso=pk)
    exigir(request.autor, "candidatos.importacao_receber", [edital])
    enviado = (request.POST, request.FILES) if request.method == "POST" else ()
    form = EnvioDeArquivo(*enviado)
    if form.is_valid():
        try:
            recebida = servicos.importacao_receber(
                autor=request.autor, edital=edital, arquivo=form.cleaned_data["arquivo"]
            )
        except Recusa as recusa:
            _mostrar(form, recusa)
        else:
            return redirect("candidatos:importacao_pareamento", recebida.pk)
    return render(request, "candidatos/importar.html", _recebidas(request, edital) | {"form": form})


def _recebidas(request: Pedido, edital: Edital) -> dict[str, object]:
    recebidas = importacoes_do_concurso(autor=request.autor, concurso=edital.concurso)
    return {
        "concurso": edital.concurso,
        "recebe": permite(edital.concurso.situacao, AtoSobreConcurso.IMPORTAR),
        "homologados": [cada.cargo for cada in homologacoes_do_concurso(edital.concurso)],
        "pagina": Paginator(recebidas, RECEBIDAS_POR_PAGINA).get_page(request.GET.get("pagina")),
    }


@pagina("candidatos.ver")
def importacao(request: Pedido, pk: int) -> HttpResponse:
    """Situação do arquivo, plano em números, achados e o passo seguinte."""
    vista = _obter(request, pk, "candidatos.ver")
    pode = request.autor.pode("candidatos.importacao_carregar", vista.orgao)
    contexto = {
        "importacao": vista,
        "concurso": vista.edital.concurso,
        "leitura_em_palavras": Leitura.de_json(vista.leitura).em_palavras(),
        "passo": _passo(request, vista),
        "execucao": vista.execucao,
        "estado": estado_da_execucao(vista.execucao, timezone.now()) if vista.execucao else None,
        "pode": pode,
        "quem_carregou": quem_carregou(vista) if vista.carregada_em else None,
        "ja_carregada": ja_carregada(vista) if vista.situacao != SituacaoImportacao.CARREGADA else None,
    }
    return render(request, "candidatos/importacao.html", contexto | _plano(request, vista))


def _passo(request: Pedido, vista: Importacao) -> str:
    """O passo seguinte, se é de quem pede: comparar com o homologado também é da autoridade."""
    passo = passo_na_pagina(vista)
    acao = "retificacao_pedir_comparacao" if passo in ("comparar", "comparado") else "importacao_carregar"
    return passo if request.autor.pode(f"candidatos.{acao}", vista.orgao) else ""


def _plano(request: Pedido, vista: Importacao) -> dict[str, object]:
    """O plano e os achados que o endereço pede: severidade, código e página."""
    plano = vista.plano
    severidade, codigo = request.GET.get("severidade", ""), request.GET.get("codigo", "")
    achados = achados_filtrados(plano, severidade, codigo)
    return {
        "plano": plano,
        "parcelas": conta_do_plano(plano),
        "severidade": severidade,
        "codigo": codigo,
        "achados": Paginator(achados, ACHADOS_POR_PAGINA).get_page(request.GET.get("pagina")),
    }


@pagina("candidatos.importacao_relatorio")
@require_GET
def relatorio(request: Pedido, pk: int) -> HttpResponseBase:
    """O relatório da conferência, em planilha; quem o baixa fica na trilha."""
    vista = _obter(request, pk, "candidatos.importacao_relatorio")
    try:
        aberto = importacao_relatorio(autor=request.autor, importacao=vista)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("candidatos:importacao", pk)
    resposta = FileResponse(
        aberto, as_attachment=True, filename=f"relatorio-da-importacao-{pk}.xlsx", content_type=XLSX
    )
    resposta["Cache-Control"] = "private, no-store"
    resposta["X-Content-Type-Options"] = "nosniff"
    return resposta


def _pedir(request: Pedido, pk: int, servico: Callable[..., Execucao | Importacao]) -> HttpResponse:
    """Chama o serviço sobre a importação e volta à página dela, com a recusa dita se houve."""
    alvo = _obter(request, pk, servico.acao)  # type: ignore[attr-defined]
    try:
        servico(autor=request.autor, importacao=alvo)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
    return redirect("candidatos:importacao", pk)


@pagina("candidatos.importacao_pedir_conferencia")
@require_POST
def conferir(request: Pedido, pk: int) -> HttpResponse:
    """Pede nova conferência do arquivo."""
    return _pedir(request, pk, servicos.importacao_pedir_conferencia)


@pagina("candidatos.importacao_pedir_carga")
@require_POST
def confirmar(request: Pedido, pk: int) -> HttpResponse:
    """Confirma o plano e pede a carga."""
    return _pedir(request, pk, servicos.importacao_pedir_carga)


@pagina("candidatos.importacao_descartar")
@require_POST
def descartar(request: Pedido, pk: int) -> HttpResponse:
    """Põe o arquivo de lado."""
    return _pedir(request, pk, servicos.importacao_descartar)
