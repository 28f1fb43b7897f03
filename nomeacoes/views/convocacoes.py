"""Páginas da convocação: cargos a convocar, vagas, plano, confirmação e assinatura."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from concursos.consultas import impedimento_no_cargo
from concursos.enums import AtoSobreConcurso
from concursos.models import Cargo
from nomeacoes import consultas, servicos
from nomeacoes.consultas.opcoes import opcoes_por_registrar
from nomeacoes.consultas.remedios import remedios_do_cargo, remedios_do_plano, remedios_pendentes
from nomeacoes.consultas.vida import andamento_da_convocacao
from nomeacoes.forms import Confirmacao, MotivoDaAssinatura, Quantidade, hoje
from nomeacoes.models import Evento
from nucleo.consultas import estado_da_execucao
from nucleo.erros import Conflito, Recusa
from nucleo.models import Execucao
from nucleo.permissoes import Pedido, Pessoa, exigir, pagina

POR_PAGINA = 50


def _autor(request: HttpRequest) -> Pessoa:
    return cast(Pedido, request).autor


def _cargo(request: HttpRequest, pk: int, acao: str) -> Cargo:
    cargo = get_object_or_404(
        Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras"), pk=pk
    )
    exigir(_autor(request), acao, [cargo])
    return cargo


def _convocacao(request: HttpRequest, pk: int) -> Evento:
    return get_object_or_404(consultas.convocacoes_ao_alcance(autor=_autor(request)), pk=pk)


@pagina("nomeacoes.ver")
def convocacoes(request: HttpRequest) -> HttpResponse:
    """Cargos homologados: próxima vaga, vagas abertas, última convocação."""
    concurso = request.GET.get("concurso", "")
    cargos = consultas.cargos_a_convocar(
        autor=_autor(request), concurso=int(concurso) if concurso.isdecimal() else None
    )
    folha = Paginator(cargos, POR_PAGINA).get_page(request.GET.get("pagina"))
    linhas = consultas.resumo_dos_cargos(list(folha.object_list))
    recentes = consultas.convocacoes_ao_alcance(autor=_autor(request))[:10]
    contexto = {"pagina": folha, "linhas": linhas, "recentes": recentes, "concurso": concurso}
    return render(request, "nomeacoes/convocacoes.html", contexto)


@pagina("nomeacoes.ver")
def vagas(request: HttpRequest, pk: int) -> HttpResponse:
    """Faixa e tabela das vagas de um cargo, com o que aconteceu a ele."""
    cargo = _cargo(request, pk, "nomeacoes.ver")
    if not cargo.edital.publicado:
        return render(
            request, "nomeacoes/sem_vagas.html", {"cargo": cargo, "concurso": cargo.edital.concurso}
        )
    estado = consultas.estado_do_cargo(cargo)
    ve = _autor(request).pode("candidatos.autodeclaracao_ver", cargo.orgao)
    folha = Paginator(consultas.vagas_do_cargo(cargo), POR_PAGINA).get_page(request.GET.get("pagina"))
    contexto = {
        "cargo": cargo,
        "concurso": cargo.edital.concurso,
        "estado": estado,
        "faixa": consultas.faixa_das_vagas(estado),
        "pagina": folha,
        "linhas": consultas.linhas_das_vagas(list(folha.object_list)),
        "ve_declaracoes": ve,
        "eventos": consultas.eventos_do_cargo(cargo, ve_declaracoes=ve)[:POR_PAGINA],
        "remedios": remedios_pendentes(estado),
    }
    return render(request, "nomeacoes/vagas.html", contexto)


@pagina("nomeacoes.convocacao_planejar")
def convocar(request: HttpRequest, pk: int) -> HttpResponse:
    """Quantos convocar, o plano, e a confirmação, que redige as minutas."""
    cargo = _cargo(request, pk, "nomeacoes.convocacao_planejar")
    contexto: dict[str, Any] = {"cargo": cargo, "concurso": cargo.edital.concurso}
    contexto["impedimento"] = impedimento_no_cargo(cargo, AtoSobreConcurso.CONVOCAR)
    if request.method == "POST":
        feito = _confirmar(request, cargo, contexto)
        if feito is not None:
            return redirect("nomeacoes:convocacao", feito.pk)
    pedido = request.POST if request.method == "POST" else request.GET
    form = Quantidade(pedido if "quantidade" in pedido else None)
    contexto["form"] = form
    if form.is_valid():
        contexto = _plano(request, cargo, form.cleaned_data["quantidade"]) | contexto
    if "plano" not in contexto:
        contexto["remedios"] = remedios_do_cargo(cargo)
    return render(request, "nomeacoes/convocar.html", contexto)


def _confirmar(request: HttpRequest, cargo: Cargo, contexto: dict[str, Any]) -> Evento | None:
    """Confirma o plano; se não pode ser, deixa no contexto o formulário com o erro, ou o conflito."""
    form = Confirmacao(request.POST)
    if not form.is_valid():
        contexto["confirmacao"] = form
        return None
    try:
        evento, _ = servicos.convocacao_confirmar(autor=_autor(request), cargo=cargo, **form.cleaned_data)
    except Conflito as conflito:
        contexto |= {"recusa": conflito, "refeito": True}
        return None
    except Recusa as recusa:
        form.add_error(None, recusa.mensagem)
        contexto["confirmacao"] = form
        return None
    messages.success(request, "Convocação confirmada. As minutas dos atos estão sendo produzidas.")
    return evento


def _plano(request: HttpRequest, cargo: Cargo, quantidade: int) -> dict[str, Any]:
    try:
        plano = servicos.convocacao_planejar(autor=_autor(request), cargo=cargo, quantidade=quantidade)
    except Recusa as recusa:
        return {"recusa": recusa}
    inicial = hoje() | {"quantidade": quantidade, "versao": plano.versao}
    pode = _autor(request).pode("nomeacoes.convocacao_confirmar", cargo.orgao)
    folha = Paginator(plano.chamadas, POR_PAGINA).get_page(request.GET.get("pagina"))
    return {
        "plano": plano,
        "pagina": folha,
        "linhas": plano.linhas(list(folha.object_list)),
        "opcoes": opcoes_por_registrar(plano),
        "do_plano": remedios_do_plano(plano),
        "ve_declaracoes": _autor(request).pode("candidatos.autodeclaracao_ver", cargo.orgao),
        "confirmacao": Confirmacao(initial=inicial),
        "pode_confirmar": pode,
    }


@pagina("nomeacoes.ver")
def convocacao(request: HttpRequest, pk: int) -> HttpResponse:
    """Uma convocação: atos, assinatura, documentos e o trabalho que os produz."""
    evento = _convocacao(request, pk)
    atos = consultas.atos_da_convocacao(evento)
    sem_pdf = sum(consultas.atos_sem_pdf(evento, assinado=assinado).count() for assinado in (True, False))
    contexto: dict[str, Any] = {
        "evento": evento,
        "cargo": evento.cargo,
        "concurso": evento.cargo.edital.concurso,
        "pagina": Paginator(atos, POR_PAGINA).get_page(request.GET.get("pagina")),
        "andamento": andamento_da_convocacao(evento, _autor(request).pessoa, timezone.localdate()),
        "motivo": MotivoDaAssinatura(),
        "sem_pdf": sem_pdf,
    }
    execucao = consultas.producao_da_convocacao(evento)
    if execucao is not None:
        contexto |= {"execucao": execucao, "estado": estado_da_execucao(execucao, timezone.now())}
    return render(request, "nomeacoes/convocacao.html", contexto)


@require_POST
@pagina("nomeacoes.convocacao_assinar")
def assinar(request: HttpRequest, pk: int) -> HttpResponse:
    """Assina todas as minutas de uma convocação."""
    evento = _convocacao(request, pk)
    try:
        motivo = request.POST.get("motivo", "")
        servicos.convocacao_assinar(autor=_autor(request), evento=evento, motivo=motivo)
        messages.success(request, "Atos assinados e numerados. Os documentos estão sendo produzidos.")
    except Recusa as recusa:
        messages.error(request, " ".join([recusa.mensagem, *recusa.detalhes]))
    return redirect("nomeacoes:convocacao", pk)


@require_POST
@pagina("nomeacoes.atos_pedir_producao")
def produzir(request: HttpRequest, pk: int) -> HttpResponse:
    """Pede de novo os documentos que faltam e leva ao andamento."""
    evento = _convocacao(request, pk)
    try:
        execucao: Execucao = servicos.atos_pedir_producao(autor=_autor(request), evento=evento)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("nomeacoes:convocacao", pk)
    return redirect("nucleo:execucao", execucao.pk)
