"""Resultados divulgados, recursos contra eles e o que impede divulgar."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from candidatos.consultas.classificacao import EstadoDoCargo, estado_dos_cargos
from candidatos.consultas.entradas import entradas_da_classificacao, resumo_das_entradas
from candidatos.enums import EspecieDeDivulgacao, SituacaoDoRecurso
from candidatos.models import Classificacao, Divulgacao, Recurso
from concursos.models import Cargo, Concurso
from nucleo.permissoes import Pessoa


def divulgacoes_do_concurso(concurso: Concurso) -> QuerySet[Divulgacao]:
    """Da última à primeira."""
    return Divulgacao.objects.filter(concurso=concurso).order_by("-pk")


def divulgacoes_ao_alcance(autor: Pessoa) -> QuerySet[Divulgacao]:
    """As dos órgãos do autor."""
    todas = Divulgacao.objects.select_related("concurso__orgao")
    orgaos = autor.orgaos()
    return todas if orgaos is None else todas.filter(concurso__orgao__in=orgaos)


def ultima_preliminar(concurso: Concurso) -> Divulgacao | None:
    """O resultado preliminar que se pode atacar; nulo se nenhum se divulgou."""
    return divulgacoes_do_concurso(concurso).filter(especie=EspecieDeDivulgacao.PRELIMINAR).first()


def recursos_do_concurso(concurso: Concurso, situacao: str = "") -> QuerySet[Recurso]:
    """Recursos, do mais novo ao mais antigo, todos ou os de uma situação."""
    recursos = Recurso.objects.filter(divulgacao__concurso=concurso).select_related(
        "candidatura__inscricao__candidato", "candidatura__cargo__regras", "divulgacao"
    )
    return (recursos.filter(situacao=situacao) if situacao else recursos).order_by("-recebido_em", "-pk")


def recursos_ao_alcance(autor: Pessoa) -> QuerySet[Recurso]:
    """Os dos órgãos do autor."""
    todos = Recurso.objects.select_related(
        "candidatura__inscricao__candidato",
        "candidatura__cargo__regras",
        "candidatura__cargo__edital__concurso__orgao",
        "divulgacao",
    )
    orgaos = autor.orgaos()
    return todos if orgaos is None else todos.filter(divulgacao__concurso__orgao__in=orgaos)


def recursos_pendentes(concurso: Concurso) -> int:
    """Quantos esperam decisão."""
    return recursos_do_concurso(concurso, SituacaoDoRecurso.PENDENTE).count()


def recursos_pendentes_por_cargo(concurso: Concurso) -> dict[int, int]:
    """Por chave do cargo, quantos esperam decisão; só os cargos que os têm."""
    pendentes = recursos_do_concurso(concurso, SituacaoDoRecurso.PENDENTE).order_by()
    return dict(pendentes.values_list("candidatura__cargo").annotate(quantos=Count("pk")))


def impedimentos_da_divulgacao(concurso: Concurso, especie: EspecieDeDivulgacao) -> list[str]:
    """O que falta para divulgar o resultado, em frases."""
    com_candidatos = [estado for estado in estado_dos_cargos(concurso) if estado.candidaturas]
    abertos = [estado for estado in com_candidatos if estado.homologacao is None]
    frases = [frase for estado in abertos if (frase := _por_classificar(estado))]
    if not com_candidatos:
        frases.append("Nenhum cargo tem candidatos: importe os resultados.")
    if especie is EspecieDeDivulgacao.FINAL:
        if ultima_preliminar(concurso) is None:
            frases.append("Divulgue antes o resultado preliminar, contra o qual cabem recursos.")
        if pendentes := recursos_pendentes(concurso):
            quantos = "1 recurso espera" if pendentes == 1 else f"{pendentes} recursos esperam"
            frases.append(f"{quantos} decisão.")
    return frases


def _por_classificar(estado: EstadoDoCargo) -> str:
    """Relê as entradas: a lista só se divulga se nada mudou desde que foi calculada."""
    if estado.classificacao is None:
        return f"{estado.cargo}: classifique antes."
    atual = Classificacao.objects.get(pk=estado.classificacao.pk)
    cargo = Cargo.objects.select_related("regras", "edital__concurso").get(pk=estado.cargo.pk)
    if resumo_das_entradas(cargo, entradas_da_classificacao(cargo)) == atual.entradas:
        return ""
    return f"{cargo}: notas, declarações, sorteio ou regras mudaram; classifique de novo."
