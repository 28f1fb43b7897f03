"""Páginas do pareamento: o que traz cada coluna do arquivo e o que significa cada valor."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect, render

from candidatos.consultas.importacao import importacoes_ao_alcance
from candidatos.forms.pareamento import ComoLer, PareamentoDeColunas, PareamentoDeValores
from candidatos.models import Importacao
from candidatos.servicos.amostra import Amostra
from candidatos.servicos.campos import campos_do_edital
from candidatos.servicos.celulas import texto
from candidatos.servicos.leitura import Leitura
from candidatos.servicos.pareamento import (
    importacao_amostrar,
    importacao_listar_valores,
    importacao_parear,
    importacao_parear_valores,
)
from concursos.models import Cargo
from concursos.views.alcance import obter
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, pagina

# O botão que mostra o efeito das opções nas linhas de verdade, sem guardar nada.
VER = "ver"


def _mostrar(form: BaseForm, recusa: Recusa) -> None:
    form.add_error(None, recusa.detalhes or [recusa.mensagem])


@pagina("candidatos.importacao_parear")
def pareamento(request: Pedido, pk: int) -> HttpResponse:
    """Cada coluna do arquivo, com exemplos, e o campo que ela traz."""
    alvo = obter(request, importacoes_ao_alcance(request.autor), pk, "candidatos.importacao_parear")
    como_ler = _como_ler(request, alvo)
    try:
        amostra = _amostra(request, alvo, como_ler)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("candidatos:importacao", alvo.pk)
    form = _formulario_das_colunas(request, alvo, amostra)
    if request.method == "POST" and VER not in request.POST and form.is_valid():
        try:
            escolhas = form.pareamento(amostra.leitura)
            importacao_parear(autor=request.autor, importacao=alvo, pareamento=escolhas)
        except Recusa as recusa:
            _mostrar(form, recusa)
        else:
            return redirect("candidatos:importacao", alvo.pk)
    return render(request, "candidatos/importacao_colunas.html", _contexto(alvo, amostra, form, como_ler))


def _como_ler(request: Pedido, alvo: Importacao) -> ComoLer:
    escolhas = request.POST or (request.GET if "cabecalho" in request.GET else None)
    return ComoLer(escolhas, leitura=Leitura.de_json(alvo.leitura))


def _amostra(request: Pedido, alvo: Importacao, como_ler: ComoLer) -> Amostra:
    """Amostra com a leitura que a pessoa experimenta; se ela não serve, diz por quê e mostra a guardada."""
    if como_ler.is_bound and como_ler.is_valid():
        try:
            return importacao_amostrar(autor=request.autor, importacao=alvo, leitura=como_ler.escolhida())
        except Recusa as recusa:
            _mostrar(como_ler, recusa)
    return importacao_amostrar(autor=request.autor, importacao=alvo)


def _formulario_das_colunas(request: Pedido, alvo: Importacao, amostra: Amostra) -> PareamentoDeColunas:
    cargos = Cargo.objects.filter(edital=alvo.edital).select_related("regras").order_by("codigo")
    colunas = amostra.escolhidas
    iniciais: dict[str, Any] = {f"coluna_{letra}": campo for letra, campo in colunas.items()}
    unico = cargos[0] if len(cargos) == 1 and "cargo" not in colunas.values() else None
    iniciais |= {"cargo": alvo.cargo or unico, "sem_reservas": alvo.sem_reservas, "especie": amostra.especie}
    return PareamentoDeColunas(
        request.POST or None,
        colunas=amostra.colunas,
        campos=campos_do_edital(cargo.regras for cargo in cargos),
        cargos=cargos,
        opcoes=amostra.opcoes,
        initial=iniciais,
    )


def _contexto(
    alvo: Importacao, amostra: Amostra, form: PareamentoDeColunas, como_ler: ComoLer
) -> dict[str, Any]:
    opcoes = form.opcoes() if form.is_bound and form.is_valid() else amostra.opcoes
    acima = [(linha.numero, [texto(celula) for celula in linha.celulas]) for linha in amostra.acima]
    linhas = [
        (campos, amostra.exemplos(campos.coluna, campos.campo, opcoes.da_coluna(campos.coluna.letra)))
        for campos in form.linhas()
    ]
    saem = [(filtro, amostra.quantas_saem([filtro])) for filtro in opcoes.filtros]
    return {
        "importacao": alvo,
        "concurso": alvo.edital.concurso,
        "form": form,
        "como_ler": como_ler,
        "leitura_escondida": como_ler.levar(amostra.leitura),
        "amostra": amostra,
        "de_outra_banca": amostra.lembrado and amostra.lembrado.banca != alvo.edital.concurso.banca.strip(),
        "leitura_em_palavras": amostra.leitura.em_palavras(),
        "linhas": linhas,
        "acima": acima,
        "saem": saem,
        "saem_ao_todo": amostra.quantas_saem(opcoes.filtros),
        "somas": [(soma, amostra.quantas_nao_somam(soma, opcoes)) for soma in opcoes.somas],
    }


@pagina("candidatos.importacao_parear_valores")
def valores(request: Pedido, pk: int) -> HttpResponse:
    """Destino dos valores que o sistema não conhece, modalidades entre eles."""
    alvo = obter(request, importacoes_ao_alcance(request.autor), pk, "candidatos.importacao_parear_valores")
    listados = importacao_listar_valores(autor=request.autor, importacao=alvo)
    form = PareamentoDeValores(request.POST or None, valores=listados)
    if request.method == "POST" and form.is_valid():
        try:
            importacao_parear_valores(autor=request.autor, importacao=alvo, valores=form.escolhidos())
        except Recusa as recusa:
            _mostrar(form, recusa)
        else:
            return redirect("candidatos:importacao", alvo.pk)
    contexto = {"importacao": alvo, "concurso": alvo.edital.concurso, "form": form}
    return render(request, "candidatos/importacao_valores.html", contexto)
