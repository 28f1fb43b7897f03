"""O quadro de cargos por arquivo: envio, prévia, confirmação."""

from __future__ import annotations

from dataclasses import fields

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from concursos import servicos
from concursos.consultas import quadro_do_cargo
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.forms import ConfirmacaoDoQuadro, EnvioDoQuadro
from concursos.models import Cargo, Edital
from concursos.resources import BYTES_MAXIMOS, OBRIGATORIAS, QuadroLido, ler_quadro
from concursos.views.alcance import mostrar_recusa, obter_edital
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, pagina


@pagina("concursos.quadro_importar")
def quadro_importar(request: Pedido, pk: int) -> HttpResponse:
    """Envio do arquivo e prévia; a confirmação traz de volta o que a prévia mostrou."""
    edital = obter_edital(request, pk, "concursos.quadro_importar")
    try:
        exigir_ato(edital.concurso.situacao, AtoSobreConcurso.ALTERAR)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("concursos:edital", pk)
    if "quadro" in request.POST:
        return _confirmar(request, edital)
    enviado = (request.POST, request.FILES) if request.method == "POST" else ()
    form = EnvioDoQuadro(*enviado, edital=edital)
    lido, erros = None, []
    if form.is_valid():
        try:
            lido = ler_quadro(
                form.cleaned_data["arquivo"].read(BYTES_MAXIMOS + 1), form.cleaned_data["regras"]
            )
            erros = lido.erros + servicos.quadro_conferir(
                autor=request.autor, edital=edital, linhas=lido.linhas
            )
        except Recusa as recusa:
            mostrar_recusa(form, recusa)
    return _pagina(request, edital, form, lido, erros)


def _pagina(
    request: Pedido, edital: Edital, form: EnvioDoQuadro, lido: QuadroLido | None, erros: list[str]
) -> HttpResponse:
    contexto = {
        "concurso": edital.concurso,
        "form": form,
        "lido": lido,
        "erros": erros,
        "obrigatorias": OBRIGATORIAS,
        "sem_regras": not edital.regras.exists(),
    }
    if lido is not None and not erros:
        cargos = [_cargo(edital, linha) for linha in lido.linhas]
        contexto |= {
            "quadros": [quadro_do_cargo(cargo) for cargo in cargos],
            "vagas": sum(cargo.vagas for cargo in cargos),
            "confirmacao": ConfirmacaoDoQuadro.das_linhas(edital, lido.linhas),
        }
    return render(request, "concursos/quadro_importar.html", contexto)


def _cargo(edital: Edital, linha: servicos.LinhaDoQuadro) -> Cargo:
    """O cargo como ficaria, sem gravar: para comparar com o quadro da lei."""
    dados = {campo.name: getattr(linha.dados, campo.name) for campo in fields(linha.dados)}
    return Cargo(edital=edital, **dados)


def _confirmar(request: Pedido, edital: Edital) -> HttpResponse:
    """Grava o que a prévia mostrou, todo ou nada."""
    confirmacao = ConfirmacaoDoQuadro(request.POST, edital=edital)
    form = EnvioDoQuadro(edital=edital)
    if not confirmacao.is_valid():
        messages.error(request, str(confirmacao.errors["quadro"][0]))
        return _pagina(request, edital, form, None, [])
    try:
        criados = servicos.quadro_importar(
            autor=request.autor, edital=edital, linhas=confirmacao.cleaned_data["quadro"]
        )
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return _pagina(request, edital, form, None, recusa.detalhes)
    quantos = "1 cargo acrescentado" if len(criados) == 1 else f"{len(criados)} cargos acrescentados"
    messages.success(request, f"{quantos} ao edital.")
    return redirect("concursos:edital", edital.concurso_id)
