"""Páginas da importação: envio, pareamento, plano e carga."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from candidatos.consultas.importacao import importacoes_ao_alcance, importacoes_do_concurso, proximo_passo
from candidatos.forms.importacao import EnvioDeArquivo
from candidatos.models import Importacao
from candidatos.resources import achados_em_xlsx
from candidatos.servicos import importacao as servicos
from candidatos.servicos.leitura import Leitura
from concursos.models import Edital
from nucleo.consultas import estado_da_execucao
from nucleo.erros import Recusa
from nucleo.models import Execucao
from nucleo.permissoes import Pedido, exigir, pagina

ACHADOS_POR_PAGINA = 50
RECENTES = 20
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
    recentes = importacoes_do_concurso(autor=request.autor, concurso=edital.concurso)[:RECENTES]
    contexto = {"form": form, "concurso": edital.concurso, "recentes": recentes}
    return render(request, "candidatos/importar.html", contexto)


@pagina("candidatos.ver")
def importacao(request: Pedido, pk: int) -> HttpResponse:
    """Situação do arquivo, plano em números, achados e o passo seguinte."""
    vista = _obter(request, pk, "candidatos.ver")
    paginas = Paginator(vista.plano.get("achados", []), ACHADOS_POR_PAGINA)
    pode = request.autor.pode("candidatos.importacao_carregar", vista.orgao)
    contexto = {
        "importacao": vista,
        "concurso": vista.edital.concurso,
        "plano": vista.plano,
        "leitura_em_palavras": Leitura.de_json(vista.leitura).em_palavras(),
        "passo": proximo_passo(vista) if pode else "",
        "achados": paginas.get_page(request.GET.get("pagina")),
        "execucao": vista.execucao,
        "estado": estado_da_execucao(vista.execucao, timezone.now()) if vista.execucao else None,
        "pode": pode,
    }
    return render(request, "candidatos/importacao.html", contexto)


@pagina("candidatos.ver")
def achados(request: Pedido, pk: int) -> HttpResponse:
    """Planilha dos achados da conferência."""
    vista = _obter(request, pk, "candidatos.ver")
    resposta = HttpResponse(achados_em_xlsx(vista), content_type=XLSX)
    resposta["Content-Disposition"] = f'attachment; filename="achados-{vista.pk}.xlsx"'
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
