"""Resultados divulgados, recursos contra eles, e o que mudou do preliminar ao final, com a causa."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from candidatos.consultas.classificacao import EstadoDoCargo, estado_dos_cargos
from candidatos.consultas.entradas import entradas_da_classificacao, resumo_das_entradas
from candidatos.enums import EspecieDeDivulgacao, SituacaoDoRecurso
from candidatos.models import Classificacao, Colocacao, Divulgacao, Recurso
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


# O que mudou ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mudou:
    """Alguém cujo lugar ou nota mudou. Lugares da lista geral; nulo, não está nela."""

    colocacao: Colocacao
    lugar_antes: int | None
    nota_antes: str
    causa: str

    @property
    def lugar(self) -> int | None:
        """O de agora."""
        return _na_geral(self.colocacao)


@dataclass(frozen=True, slots=True)
class MudancasDoCargo:
    """As de um cargo, na ordem da lista final; `iguais`: quantos ficaram como estavam."""

    cargo: Cargo
    mudancas: tuple[Mudou, ...]
    iguais: int


def o_que_mudou(final: Divulgacao) -> list[MudancasDoCargo]:
    """O resultado final contra o preliminar, cargo a cargo, com a causa de cada mudança.

    Só a lista geral, que é pública; a causa própria (recurso, arquivo novo) diz-se de quem a teve, e dos
    demais, que os moveu a mudança de outros.
    """
    preliminar = (
        Divulgacao.objects.filter(
            concurso=final.concurso, especie=EspecieDeDivulgacao.PRELIMINAR, pk__lt=final.pk
        )
        .order_by("-pk")
        .first()
    )
    antigas: Mapping[int, Classificacao] = (
        {} if preliminar is None else {c.cargo_id: c for c in preliminar.classificacoes.all()}
    )
    novas = final.classificacoes.select_related("cargo").order_by("cargo__codigo")
    return [_do_cargo(antigas.get(nova.cargo_id), nova) for nova in novas]


def _do_cargo(antiga: Classificacao | None, nova: Classificacao) -> MudancasDoCargo:
    campos = ("posicao", "fora_da_geral", "nota", "resultado_id", "motivo")
    linhas = antiga.colocacoes.values_list("candidatura_id", *campos) if antiga else []
    antes = {quem: valores for quem, *valores in linhas}
    colocacoes = nova.colocacoes.select_related(
        "candidatura__inscricao__candidato", "resultado__recurso", "resultado__importacao"
    ).order_by("ordem")
    mudancas, iguais = [], 0
    for colocacao in colocacoes:
        posicao, fora, nota, resultado, motivo = antes.get(
            colocacao.candidatura_id, (None, False, "", None, "")
        )
        lugar = None if fora else posicao
        if (lugar, nota, motivo) == (_na_geral(colocacao), colocacao.nota, colocacao.motivo):
            iguais += 1
            continue
        mudancas.append(Mudou(colocacao, lugar, nota, _causa(colocacao, resultado, motivo)))
    return MudancasDoCargo(nova.cargo, tuple(mudancas), iguais)


def _na_geral(colocacao: Colocacao) -> int | None:
    return None if colocacao.fora_da_geral else colocacao.posicao


def _causa(colocacao: Colocacao, resultado_antes: int | None, motivo_antes: str) -> str:
    resultado = colocacao.resultado
    if resultado is not None and resultado.pk != resultado_antes:
        if resultado.recurso is not None:
            decisao = resultado.recurso.get_situacao_display().lower()
            return f"Recurso nº {resultado.recurso.numero}, {decisao}"
        if resultado.importacao is not None:
            return f"Notas do arquivo {resultado.importacao.nome_original}"
    if colocacao.motivo != motivo_antes:
        return colocacao.motivo or "Passou a aprovada"
    return "A mudança de outras pessoas"
