"""Páginas do resultado preliminar, dos recursos e do resultado final."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from candidatos.consultas.classificacao import CAMPO_DO_LUGAR, Lista
from candidatos.consultas.divulgacao import (
    divulgacoes_ao_alcance,
    divulgacoes_do_concurso,
    impedimentos_da_divulgacao,
    recursos_ao_alcance,
    recursos_do_concurso,
)
from candidatos.consultas.mudancas_do_resultado import (
    colocacoes_das_listas,
    listas_divulgadas,
    o_que_mudou,
)
from candidatos.enums import EspecieDeDivulgacao, SituacaoDoRecurso
from candidatos.forms.divulgacao import Decisao, DivulgacaoDoResultado, NovoRecurso
from candidatos.models import Classificacao, Colocacao, Divulgacao
from candidatos.servicos.divulgacao import recurso_decidir, recurso_registrar, resultado_divulgar
from candidatos.views.listas import INTEIRA_ATE
from concursos.models import Concurso
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, exigir, pagina

POR_PAGINA = 50


def _concurso(request: Pedido, pk: int, acao: str) -> Concurso:
    concurso = get_object_or_404(Concurso.objects.select_related("orgao", "edital"), pk=pk)
    exigir(request.autor, acao, [concurso])
    return concurso


@pagina("candidatos.ver")
def resultados(request: Pedido, pk: int) -> HttpResponse:
    """O que se divulgou e os recursos, com filtro pela situação."""
    concurso = _concurso(request, pk, "candidatos.ver")
    pedida = request.GET.get("situacao", "")
    situacao = pedida if pedida in SituacaoDoRecurso.values else ""
    recursos = recursos_do_concurso(concurso, situacao)
    contexto = {
        "concurso": concurso,
        "divulgacoes": divulgacoes_do_concurso(concurso),
        "pagina": Paginator(recursos, POR_PAGINA).get_page(request.GET.get("pagina")),
        "situacao": situacao,
        "situacoes": SituacaoDoRecurso.choices,
        "rotulo_da_situacao": SituacaoDoRecurso(situacao).label if situacao else "",
    }
    return render(request, "candidatos/resultados.html", contexto)


@pagina("candidatos.resultado_divulgar")
def divulgar(request: Pedido, pk: int, especie: str) -> HttpResponse:
    """Divulga o resultado preliminar ou o final, com o que o impede à vista."""
    concurso = _concurso(request, pk, "candidatos.resultado_divulgar")
    if especie not in EspecieDeDivulgacao.values:
        raise Http404("Não há este resultado.")
    qual = EspecieDeDivulgacao(especie)
    form = DivulgacaoDoResultado(request.POST or None, preliminar=qual is EspecieDeDivulgacao.PRELIMINAR)
    contexto: dict[str, object] = {"concurso": concurso, "especie": qual, "form": form}
    if form.is_valid():
        try:
            nova = resultado_divulgar(
                autor=request.autor, concurso=concurso, especie=qual, **form.cleaned_data
            )
            messages.success(request, f"{qual.label} registrado.")
            return redirect("candidatos:divulgacao", nova.pk)
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    contexto["impedimentos"] = impedimentos_da_divulgacao(concurso, qual)
    return render(request, "candidatos/divulgar.html", contexto)


@pagina("candidatos.ver")
def divulgacao(request: Pedido, pk: int) -> HttpResponse:
    """Um resultado divulgado, com as listas; o final diz o que mudou desde o preliminar, e por quê."""
    achada = get_object_or_404(divulgacoes_ao_alcance(request.autor), pk=pk)
    exigir(request.autor, "candidatos.ver", [achada])
    final = achada.especie == EspecieDeDivulgacao.FINAL
    contexto: dict[str, object] = {"divulgacao": achada, "concurso": achada.concurso}
    contexto |= _folhas(request, achada)
    if final and not contexto["escolhido"]:
        contexto["cargos"] = o_que_mudou(achada)
    return render(request, "candidatos/divulgacao.html", contexto)


@dataclass(frozen=True, slots=True)
class ListaDivulgada:
    """Uma lista, ou a página dela que se pediu."""

    lista: Lista
    pagina: Page[Colocacao]

    def linhas(self) -> list[tuple[int, Colocacao]]:
        """O lugar na lista e quem o tem."""
        campo = CAMPO_DO_LUGAR[self.lista]
        return [(getattr(colocacao, campo), colocacao) for colocacao in self.pagina]


@dataclass(frozen=True, slots=True)
class Folha:
    """As listas de um cargo: a geral é a primeira."""

    versao: Classificacao
    listas: list[ListaDivulgada]


def _folhas(request: Pedido, divulgacao: Divulgacao) -> dict[str, object]:
    """As listas do cargo escolhido ou, se cabem juntas, as de todos; `cargos_divulgados`: de que escolher."""
    versoes = list(listas_divulgadas(divulgacao))
    escolhido = next((cada for cada in versoes if cada.cargo.codigo == request.GET.get("cargo")), None)
    pessoas = Colocacao.objects.filter(classificacao__in=versoes).count()
    mostradas = [escolhido] if escolhido else versoes if pessoas <= INTEIRA_ATE else []
    return {
        "versoes": versoes,
        "escolhido": escolhido,
        "pessoas": pessoas,
        "folhas": [_folha(cada, request.GET.get("pagina")) for cada in mostradas],
    }


def _folha(versao: Classificacao, numero: str | None) -> Folha:
    """As listas que têm alguém; a da cota e a de PcD vão com a primeira página da geral."""
    (_, geral), *outras = [
        (lista, Paginator(pessoas, INTEIRA_ATE)) for lista, pessoas in colocacoes_das_listas(versao)
    ]
    pagina = geral.get_page(numero)
    listas = [ListaDivulgada(Lista.GERAL, pagina)]
    if pagina.number == 1:
        listas += [ListaDivulgada(lista, folhas.page(1)) for lista, folhas in outras if folhas.count]
    return Folha(versao, listas)


@pagina("candidatos.recurso_registrar")
def novo_recurso(request: Pedido, pk: int) -> HttpResponse:
    """Registra um recurso que chegou."""
    concurso = _concurso(request, pk, "candidatos.recurso_registrar")
    form = NovoRecurso(request.POST or None, concurso=concurso)
    if form.is_valid() and form.candidatura is not None:
        dados = {campo: form.cleaned_data[campo] for campo in ("prova", "numero", "recebido_em", "pedido")}
        try:
            recurso_registrar(autor=request.autor, candidatura=form.candidatura, **dados)
            messages.success(request, "Recurso registrado.")
            return redirect("candidatos:resultados", pk)
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    return render(request, "candidatos/recurso_novo.html", {"concurso": concurso, "form": form})


@pagina("candidatos.ver")
def recurso(request: Pedido, pk: int) -> HttpResponse:
    """Um recurso e a sua decisão; quem só lê não tem o formulário, e o serviço recusa o que ele envie."""
    achado = get_object_or_404(recursos_ao_alcance(request.autor), pk=pk)
    exigir(request.autor, "candidatos.ver", [achado])
    form = Decisao(request.POST or None, recurso=achado)
    if form.is_valid():
        dados = form.cleaned_data
        situacao = SituacaoDoRecurso(dados.pop("situacao"))
        try:
            recurso_decidir(autor=request.autor, recurso=achado, situacao=situacao, **dados)
            messages.success(request, "Recurso decidido.")
            return redirect("candidatos:resultados", achado.divulgacao.concurso_id)
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    cargo = achado.candidatura.cargo
    nomes = {prova["chave"]: prova["nome"] for prova in cargo.regras.provas}
    contexto = {"recurso": achado, "concurso": cargo.edital.concurso, "form": form}
    contexto["prova"] = nomes.get(achado.prova, achado.prova)
    return render(request, "candidatos/recurso.html", contexto)
