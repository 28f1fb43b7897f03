"""Páginas da memória de cálculo de um cargo e da sua reconferência."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_POST

from candidatos.consultas.classificacao import classificacao_vigente
from candidatos.enums import SituacaoClassificacao
from concursos.models import Cargo, Concurso
from nomeacoes import servicos
from nomeacoes.consultas.memoria import Memoria, sha256_da_publica
from nomeacoes.models import MemoriaDaConvocacao, Reconferencia
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, Pessoa, exigir, pagina

YAML = "application/yaml; charset=utf-8"


def _autor(request: HttpRequest) -> Pessoa:
    return cast(Pedido, request).autor


def _cargo(request: HttpRequest, pk: int, acao: str) -> Cargo:
    cargo = get_object_or_404(
        Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras"), pk=pk
    )
    exigir(_autor(request), acao, [cargo])
    return cargo


def _entregar(memoria: Memoria, cargo: Cargo, versao: str) -> HttpResponse:
    resposta = HttpResponse(memoria.octetos, content_type=YAML)
    nome = slugify(f"memoria {versao} {cargo.edital.concurso.identificacao} {cargo.codigo}".replace("/", " "))
    resposta["Content-Disposition"] = f'attachment; filename="{nome}.yaml"'
    return resposta


@pagina("nomeacoes.ver")
@require_GET
def memoria(request: HttpRequest, pk: int) -> HttpResponse:
    """O que é a memória, os dois arquivos, as das convocações e a última reconferência."""
    cargo = _cargo(request, pk, "nomeacoes.ver")
    vigente = classificacao_vigente(cargo)
    homologada = vigente is not None and vigente.situacao == SituacaoClassificacao.HOMOLOGADA
    contexto = {
        "cargo": cargo,
        "concurso": cargo.edital.concurso,
        "classificado": vigente is not None,
        "homologado": homologada,
        "sha256": sha256_da_publica(cargo, vigente) if vigente and homologada else "",
        "reconferencia": Reconferencia.objects.filter(cargo=cargo).first(),
        "guardadas": MemoriaDaConvocacao.objects.filter(evento__cargo=cargo)
        .select_related("evento")
        .order_by("-evento__sequencia"),
    }
    return render(request, "nomeacoes/memoria.html", contexto)


@pagina("nomeacoes.memoria_publica_exportar")
@require_GET
def publica(request: HttpRequest, pk: int) -> HttpResponse:
    """O arquivo da memória pública de agora."""
    cargo = _cargo(request, pk, "nomeacoes.memoria_publica_exportar")
    try:
        return _entregar(
            servicos.memoria_publica_exportar(autor=_autor(request), cargo=cargo), cargo, "publica"
        )
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("nomeacoes:memoria", pk)


@require_POST
@pagina("nomeacoes.memoria_interna_exportar")
def interna(request: HttpRequest, pk: int) -> HttpResponse:
    """O arquivo da memória interna; a leitura fica na trilha, e por isso se pede por POST."""
    cargo = _cargo(request, pk, "nomeacoes.memoria_interna_exportar")
    try:
        return _entregar(
            servicos.memoria_interna_exportar(autor=_autor(request), cargo=cargo), cargo, "interna"
        )
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("nomeacoes:memoria", pk)


@pagina("nomeacoes.memoria_publica_exportar")
@require_GET
def da_convocacao(request: HttpRequest, pk: int) -> HttpResponseBase:
    """A memória guardada com a convocação, a que os atos dela citam."""
    guardada = get_object_or_404(
        MemoriaDaConvocacao.objects.select_related("evento__cargo__edital__concurso__orgao"), evento=pk
    )
    exigir(_autor(request), "nomeacoes.memoria_publica_exportar", [guardada])
    return FileResponse(
        guardada.arquivo.open("rb"),
        as_attachment=True,
        content_type=YAML,
        filename=f"memoria-{guardada.sha256[:16]}.yaml",
    )


@require_POST
@pagina("nomeacoes.reconferencia_pedir")
def reconferir(request: HttpRequest, pk: int) -> HttpResponse:
    """Pede a reconferência do cargo e leva ao andamento."""
    cargo = _cargo(request, pk, "nomeacoes.reconferencia_pedir")
    return _pedir(request, cargo.edital.concurso, cargo)


@require_POST
@pagina("nomeacoes.reconferencia_pedir")
def reconferir_concurso(request: HttpRequest, pk: int) -> HttpResponse:
    """Pede a reconferência de todos os cargos do concurso e leva ao andamento."""
    concurso = get_object_or_404(Concurso.objects.select_related("orgao"), pk=pk)
    exigir(_autor(request), "nomeacoes.reconferencia_pedir", [concurso])
    return _pedir(request, concurso)


def _pedir(request: HttpRequest, concurso: Concurso, cargo: Cargo | None = None) -> HttpResponse:
    try:
        execucao = servicos.reconferencia_pedir(autor=_autor(request), concurso=concurso, cargo=cargo)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("nomeacoes:memoria", cargo.pk) if cargo else redirect("painel:concurso", concurso.pk)
    return redirect("nucleo:execucao", execucao.pk)
