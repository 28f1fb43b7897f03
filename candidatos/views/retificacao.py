"""Páginas da retificação do resultado: a comparação antes do ato, o ato, e as duas listas depois dele."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_POST

from candidatos.consultas.comparacao_do_resultado import (
    CargoNaPagina,
    com_as_inscricoes,
    comparacao_guardada,
    contar,
    faltam_linhas,
    linhas_guardadas,
    visiveis,
)
from candidatos.consultas.efeitos_da_retificacao import efeitos_guardados
from candidatos.consultas.importacao import em_curso, importacoes_ao_alcance
from candidatos.consultas.retificacao import (
    CargoRetificado,
    cargos_retificados,
    empates_da_comparacao,
    linhas_dos_pares,
    pares_retificados,
    retificacoes_ao_alcance,
)
from candidatos.enums import SituacaoImportacao
from candidatos.forms.retificacao import FiltrosDaComparacao, Retificacao
from candidatos.models import Importacao, RetificacaoDoResultado
from candidatos.servicos.ganchos_da_retificacao import impedimentos_da_retificacao
from candidatos.servicos.retificacao import (
    resultado_pedir_retificacao,
    retificacao_pedir_comparacao,
)
from concursos.models import Cargo
from nucleo.consultas import estado_da_execucao
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, exigir, pagina

T = TypeVar("T")

POR_PAGINA = 100
# Numa só página, para imprimir; acima disso imprime-se por páginas.
INTEIRA_ATE = 2_000


def _importacao(request: Pedido, pk: int, acao: str) -> Importacao:
    importacao = get_object_or_404(importacoes_ao_alcance(request.autor), pk=pk)
    exigir(request.autor, acao, [importacao])
    return importacao


@pagina("candidatos.ver")
def previa(request: Pedido, pk: int) -> HttpResponse:
    """O que a retificação faria: quem muda, quanto, o que impede. Depois do ato, leva à página dele."""
    alvo = _importacao(request, pk, "candidatos.ver")
    if alvo.situacao == SituacaoImportacao.CARREGADA and hasattr(alvo, "retificacao"):
        return redirect("candidatos:retificacao", alvo.retificacao.pk)
    cargos = comparacao_guardada(alvo)
    parada = not em_curso(alvo)
    aberta = parada and alvo.situacao == SituacaoImportacao.CONFERIDA
    contexto: dict[str, object] = {
        "importacao": alvo,
        "concurso": alvo.edital.concurso,
        "execucao": alvo.execucao,
        "estado": estado_da_execucao(alvo.execucao, timezone.now()) if alvo.execucao else None,
        "comparada": "retificacao" in alvo.plano,
        "comparada_em": parse_datetime(alvo.plano.get("retificacao", {}).get("comparada_em", "")),
        "cargos": cargos,
        "impedimentos": _impedimentos(alvo, cargos) if aberta else [],
        "efeitos": efeitos_guardados(alvo),
        "pode_sortear": aberta
        and bool(empates_da_comparacao(alvo))
        and _pode(request, alvo, "candidatos.retificacao_sortear"),
        "pode_comparar": aberta and _pode(request, alvo, "candidatos.retificacao_pedir_comparacao"),
        "pode_retificar": aberta and _pode(request, alvo, "candidatos.resultado_pedir_retificacao"),
        "reservas": _ve_reservas(request, alvo),
    }
    if cargos:
        contexto |= _contexto_da_previa(request, alvo, cargos)
    return render(request, "candidatos/retificacao_previa.html", contexto)


def _contexto_da_previa(request: Pedido, alvo: Importacao, cargos: list[CargoNaPagina]) -> dict[str, object]:
    """O cargo escolhido e as linhas dele, das que o plano guarda."""
    filtros = FiltrosDaComparacao(request.GET, cargos=[cada.cargo for cada in cargos], inteira=False)
    escolhido, efeito, _ = filtros.escolhas()
    cargo = escolhido or cargos[0].cargo
    linhas = linhas_guardadas(alvo, cargo, reservas=_ve_reservas(request, alvo), efeito=efeito)
    folha = _folha(request, linhas)
    return {
        "filtros": filtros,
        "escolhido": next(cada for cada in cargos if cada.cargo == cargo),
        "pagina": folha,
        "linhas": com_as_inscricoes(list(folha.object_list)),
        "faltam_linhas": faltam_linhas(alvo, cargo),
        "cabe_inteira": _cabe_inteira(folha),
    }


def _impedimentos(alvo: Importacao, cargos: list[CargoNaPagina]) -> list[str]:
    pendencias = [frase for cada in cargos for frase in cada.pendencias]
    return [*pendencias, *impedimentos_da_retificacao(alvo)]


def _pode(request: Pedido, alvo: Importacao | RetificacaoDoResultado, acao: str) -> bool:
    return request.autor.pode(acao, alvo.orgao)


def _ve_reservas(request: Pedido, alvo: Importacao | RetificacaoDoResultado) -> bool:
    return _pode(request, alvo, "candidatos.autodeclaracao_ver")


def _folha(request: Pedido, linhas: Sequence[T]) -> Page[T]:
    tamanho = INTEIRA_ATE if "inteira" in request.GET else POR_PAGINA
    return Paginator(linhas, tamanho).get_page(request.GET.get("pagina"))


def _cabe_inteira(folha: Page[Any]) -> bool:
    return folha.has_other_pages() and folha.paginator.count <= INTEIRA_ATE


@pagina("candidatos.retificacao_pedir_comparacao")
@require_POST
def comparar(request: Pedido, pk: int) -> HttpResponse:
    """Pede a comparação com o resultado homologado."""
    alvo = _importacao(request, pk, "candidatos.retificacao_pedir_comparacao")
    try:
        retificacao_pedir_comparacao(autor=request.autor, importacao=alvo)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
        return redirect("candidatos:importacao", pk)
    return redirect("candidatos:retificacao_previa", pk)


@pagina("candidatos.resultado_pedir_retificacao")
def retificar(request: Pedido, pk: int) -> HttpResponse:
    """Data, publicação e motivo do ato que retifica."""
    alvo = _importacao(request, pk, "candidatos.resultado_pedir_retificacao")
    cargos = comparacao_guardada(alvo)
    efeitos = efeitos_guardados(alvo)
    form = Retificacao(request.POST or None, ha_chamados=bool(efeitos))
    contexto: dict[str, object] = {
        "importacao": alvo,
        "concurso": alvo.edital.concurso,
        "form": form,
        "cargos": cargos,
        "efeitos": efeitos,
    }
    if form.is_valid():
        try:
            resultado_pedir_retificacao(autor=request.autor, importacao=alvo, **form.ato())
        except Recusa as recusa:
            contexto["recusa"] = recusa
        else:
            return redirect("candidatos:retificacao_previa", pk)
    contexto["impedimentos"] = _impedimentos(alvo, cargos)
    return render(request, "candidatos/retificacao_ato.html", contexto)


@pagina("candidatos.ver")
def efeitos(request: Pedido, pk: int) -> HttpResponse:
    """O que a retificação faz, ou fez, a quem já tinha sido chamado, cargo por cargo; para imprimir."""
    alvo = _importacao(request, pk, "candidatos.ver")
    contexto = {
        "importacao": alvo,
        "concurso": alvo.edital.concurso,
        "efeitos": efeitos_guardados(alvo),
        "retificacao": getattr(alvo, "retificacao", None),
        "comparada_em": parse_datetime(alvo.plano.get("retificacao", {}).get("comparada_em", "")),
        "impedimentos": impedimentos_da_retificacao(alvo) if alvo.carregada_em is None else [],
    }
    return render(request, "candidatos/retificacao_efeitos.html", contexto)


@pagina("candidatos.ver")
def retificacao(request: Pedido, pk: int) -> HttpResponse:
    """A retificação feita: os cargos que mudou e, de um deles, a lista antiga ao lado da nova."""
    feita = get_object_or_404(retificacoes_ao_alcance(request.autor), pk=pk)
    exigir(request.autor, "candidatos.ver", [feita])
    retificados = cargos_retificados(feita)
    filtros = FiltrosDaComparacao(request.GET, cargos=[cada.cargo for cada in retificados], inteira=True)
    cargo, efeito, todos = filtros.escolhas()
    escolhido = _do_cargo(retificados, cargo)
    pares = pares_retificados(escolhido)
    mostrados = visiveis(pares, reservas=_ve_reservas(request, feita), efeito=efeito, todos=todos)
    folha = _folha(request, mostrados)
    contexto = {
        "retificacao": feita,
        "concurso": feita.concurso,
        "cargos": comparacao_guardada(feita.importacao),
        "efeitos": efeitos_guardados(feita.importacao),
        "filtros": filtros,
        "escolhido": CargoNaPagina(escolhido.cargo, contar(pares)),
        "versoes": escolhido,
        "pagina": folha,
        "linhas": linhas_dos_pares(list(folha.object_list)),
        "cabe_inteira": _cabe_inteira(folha),
        "reservas": _ve_reservas(request, feita),
    }
    return render(request, "candidatos/retificacao.html", contexto)


def _do_cargo(retificados: list[CargoRetificado], cargo: Cargo | None) -> CargoRetificado:
    return next((cada for cada in retificados if cada.cargo == cargo), retificados[0])
