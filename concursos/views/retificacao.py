"""Retificação em três passos: escolher o que muda, ver antes e depois, confirmar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from concursos import servicos
from concursos.consultas import cargos_homologados_do_alvo, edital_completo
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato, permite
from concursos.forms import DadosDaRetificacao, FormularioDoCargo, FormularioDoEdital, FormularioDoQuadro
from concursos.models import Cargo, Edital, Regras
from concursos.servicos import Alteracao
from concursos.views.alcance import mostrar_recusa, obter_edital
from concursos.views.regras import formulario_das_regras
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, pagina


@pagina("concursos.edital_retificar")
def retificar(request: Pedido, pk: int) -> HttpResponse:
    """Retifica o edital publicado."""
    edital = obter_edital(request, pk, "concursos.edital_retificar")
    try:
        exigir_ato(edital.concurso.situacao, AtoSobreConcurso.RETIFICAR)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("concursos:edital", pk)
    alvo = request.POST.get("alvo") or request.GET.get("alvo", "")
    if not alvo:
        contexto = {"edital": edital_completo(concurso=edital.concurso), "concurso": edital.concurso}
        return render(request, "concursos/retificar_escolher.html", contexto)
    return _retificar_alvo(request, edital, alvo)


def _retificar_alvo(request: Pedido, edital: Edital, alvo: str) -> HttpResponse:
    formularios = _formularios(request, edital, alvo)
    publicacao = DadosDaRetificacao(request.POST or None)
    contexto: dict[str, Any] = {
        "edital": edital,
        "concurso": edital.concurso,
        "alvo": alvo,
        "publicacao": publicacao,
        "form": formularios[0],
        "quadros": formularios[1:],
        "listas_fechadas": not permite(edital.concurso.situacao, AtoSobreConcurso.RETIFICAR_LISTAS),
        "homologados": cargos_homologados_do_alvo(formularios[0].instance),
    }
    # Todos se conferem, e não só até o primeiro que falha: a página mostra os erros de todos.
    validos = [form.is_valid() for form in [publicacao, *formularios]]
    passo = request.POST.get("passo", "")
    if not all(validos) or passo not in ("rever", "confirmar"):
        return render(request, "concursos/retificar.html", contexto)
    alteracoes = _alteracoes(formularios)
    if passo == "confirmar":
        try:
            _registrar(request, edital, publicacao, alteracoes)
        except Recusa as recusa:
            mostrar_recusa(publicacao, recusa)
            return render(request, "concursos/retificar.html", contexto)
        return redirect("concursos:edital", edital.concurso_id)
    contexto["mudancas"] = servicos.mudancas_da_retificacao(alteracoes)
    contexto["enviados"] = [
        (campo, valor)
        for campo, valores in request.POST.lists()
        for valor in valores
        if campo not in ("csrfmiddlewaretoken", "passo")
    ]
    return render(request, "concursos/retificar_rever.html", contexto)


def _registrar(
    request: Pedido, edital: Edital, publicacao: DadosDaRetificacao, alteracoes: Sequence[Alteracao]
) -> None:
    retificacao = servicos.edital_retificar(
        autor=request.autor,
        edital=edital,
        publicada_em=publicacao.cleaned_data["publicada_em"],
        veiculo=publicacao.cleaned_data["veiculo_da_retificacao"],
        motivo=publicacao.cleaned_data["motivo"],
        alteracoes=alteracoes,
        justificativa=publicacao.cleaned_data["justificativa"],
    )
    messages.success(request, f"{retificacao} registrada.")


def _formularios(request: Pedido, edital: Edital, alvo: str) -> list[Any]:
    """Formulário do alvo ("edital", "cargo-3", "regras-2"); com as regras, o quadro dos seus cargos."""
    dados = request.POST or None
    tipo, _, chave = alvo.partition("-")
    if alvo == "edital":
        return [FormularioDoEdital(dados, instance=edital)]
    if not chave.isdecimal():
        raise Http404("Não encontrado.")
    if tipo == "cargo":
        cargo = edital.cargos.select_related("regras").filter(pk=int(chave)).first()
        if cargo is not None:
            return [FormularioDoCargo(dados, edital=edital, instance=cargo)]
    if tipo == "regras":
        regras = edital.regras.filter(pk=int(chave)).first()
        if regras is not None:
            return [formulario_das_regras(request, regras), *_quadros(request, regras)]
    raise Http404("Não encontrado.")


def _quadros(request: Pedido, regras: Regras) -> list[BaseForm]:
    return [
        FormularioDoQuadro(request.POST or None, instance=cargo, prefix=f"quadro-{cargo.pk}")
        for cargo in regras.cargos.select_related("regras", "edital")
    ]


def _alteracoes(formularios: Sequence[Any]) -> list[Alteracao]:
    # O formulário já escreveu os valores novos no seu objeto: compara-se com o que está no banco.
    return [Alteracao(_do_banco(form.instance), form.dados()) for form in formularios]


def _do_banco(objeto: Edital | Cargo | Regras) -> Edital | Cargo | Regras:
    objeto.refresh_from_db()
    return objeto
