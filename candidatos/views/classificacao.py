"""Páginas da classificação: estado por cargo, pedido, sorteio, homologação e prorrogação."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from candidatos.consultas.avaliacoes import especies_do_concurso
from candidatos.consultas.classificacao import (
    EstadoDoCargo,
    classificacao_vigente,
    grupos_empatados,
    pendencias_dos_cargos,
)
from candidatos.consultas.homologacao import (
    CargoAHomologar,
    Impedimento,
    atos_de_homologacao,
    cargos_a_homologar,
    cargos_sem_candidatos,
    classificacao_em_curso,
    estados_com_esperas,
    impedimentos_de_todos,
    trabalhos_em_curso,
    validades_a_prorrogar,
)
from candidatos.forms.classificacao import Homologacao, Prorrogacao, RegistroDoSorteio
from candidatos.servicos.classificacao import concurso_classificar, sorteio_registrar
from candidatos.servicos.homologacao import concurso_homologar, concurso_prorrogar
from concursos.consultas import homologacoes_do_concurso
from concursos.models import Cargo, Concurso
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, exigir, pagina


def _concurso(request: Pedido, pk: int, acao: str) -> Concurso:
    """O concurso, se está ao alcance do autor e o seu papel permite a ação nele."""
    concurso = get_object_or_404(Concurso.objects.select_related("orgao__municipio", "edital"), pk=pk)
    exigir(request.autor, acao, [concurso])
    return concurso


@pagina("candidatos.ver")
def classificacao(request: Pedido, pk: int) -> HttpResponse:
    """Estado da classificação de cada cargo, empates e faltas."""
    concurso = _concurso(request, pk, "candidatos.ver")
    estados = estados_com_esperas(concurso)
    com_candidatos = [estado for estado in estados if estado.candidaturas]
    return render(
        request,
        "candidatos/classificacao.html",
        {
            "concurso": concurso,
            "estados": estados,
            "especies": especies_do_concurso(concurso),
            "pendencias": pendencias_dos_cargos(estados),
            "pendentes": [estado for estado in com_candidatos if estado.pendente],
            "por_classificar": [estado for estado in com_candidatos if estado.por_classificar],
            "ha_candidatos": bool(com_candidatos),
            **_das_homologacoes(com_candidatos),
            "execucao": classificacao_em_curso(concurso),
            "atos": atos_de_homologacao(concurso),
        },
    )


def _das_homologacoes(com_candidatos: Sequence[EstadoDoCargo]) -> dict[str, object]:
    """O que já se homologou, o que se pode homologar e se resta validade a prorrogar."""
    homologacoes = [cada for estado in com_candidatos if (cada := estado.homologacao)]
    return {
        "com_candidatos": len(com_candidatos),
        "homologados": homologacoes,
        "prontos": any(estado.pronto for estado in com_candidatos),
        "prorrogavel": any(cada.prorrogado_ate is None for cada in homologacoes),
    }


@pagina("candidatos.concurso_classificar")
@require_POST
def classificar(request: Pedido, pk: int) -> HttpResponse:
    """Põe a classificação na fila e leva ao andamento dela."""
    concurso = _concurso(request, pk, "candidatos.concurso_classificar")
    try:
        execucao = concurso_classificar(autor=request.autor, concurso=concurso)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("candidatos:classificacao", pk)
    return redirect("nucleo:execucao", execucao.pk)


@pagina("candidatos.sorteio_registrar")
def sorteio(request: Pedido, pk: int) -> HttpResponse:
    """Registro do sorteio que resolve os empates de um cargo."""
    cargo = get_object_or_404(Cargo.objects.select_related("edital__concurso__orgao", "regras"), pk=pk)
    autor = request.autor
    exigir(autor, "candidatos.sorteio_registrar", [cargo])
    vigente = classificacao_vigente(cargo)
    grupos = grupos_empatados(vigente) if vigente else []
    form = RegistroDoSorteio(request.POST or None, grupos=grupos)
    if grupos and form.is_valid():
        dados = form.cleaned_data
        try:
            execucao = sorteio_registrar(
                autor=autor, cargo=cargo, numeros=form.numeros(), data=dados["realizado_em"], ata=dados["ata"]
            )
            return redirect("nucleo:execucao", execucao.pk)
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    return render(
        request, "candidatos/sorteio.html", {"cargo": cargo, "concurso": cargo.edital.concurso, "form": form}
    )


@pagina("candidatos.concurso_homologar")
def homologar(request: Pedido, pk: int) -> HttpResponse:
    """Homologação do resultado, de todos os cargos ou de alguns, com tudo o que a impede."""
    concurso = _concurso(request, pk, "candidatos.concurso_homologar")
    cargos = cargos_a_homologar(concurso)
    form = Homologacao(request.POST or None, cargos=cargos)
    contexto = {"concurso": concurso, "form": form} | _do_que_se_homologa(concurso, cargos)
    if form.is_valid():
        try:
            concurso_homologar(autor=request.autor, concurso=concurso, **form.cleaned_data)
            messages.success(request, "Resultado homologado.")
            return redirect("candidatos:classificacao", pk)
        except Recusa as recusa:
            contexto["recusa"] = recusa
    return render(request, "candidatos/homologar.html", contexto)


def _do_que_se_homologa(concurso: Concurso, cargos: Sequence[CargoAHomologar]) -> dict[str, object]:
    """O que impede tudo e o que falta a cada cargo; `prontos`: se ao menos um se pode homologar."""
    gerais = impedimentos_de_todos(concurso) or [Impedimento(frase) for frase in trabalhos_em_curso(concurso)]
    return {
        "impedimentos": gerais + [item for cada in cargos for item in cada.impedimentos],
        "prontos": not gerais and any(not cada.impedimentos for cada in cargos),
        "sem_candidatos": cargos_sem_candidatos(concurso),
        "homologacoes": homologacoes_do_concurso(concurso),
    }


@pagina("candidatos.concurso_prorrogar")
def prorrogar(request: Pedido, pk: int) -> HttpResponse:
    """Prorrogação da validade, uma só vez."""
    concurso = _concurso(request, pk, "candidatos.concurso_prorrogar")
    form = Prorrogacao(request.POST or None)
    if form.is_valid():
        try:
            concurso_prorrogar(autor=request.autor, concurso=concurso, **form.cleaned_data)
            messages.success(request, "Validade prorrogada.")
            return redirect("candidatos:classificacao", pk)
        except Recusa as recusa:
            form.add_error(None, [recusa.mensagem, *recusa.detalhes])
    contexto = {"validades": validades_a_prorrogar(concurso, timezone.localdate())}
    return render(request, "candidatos/prorrogar.html", {"concurso": concurso, "form": form} | contexto)
