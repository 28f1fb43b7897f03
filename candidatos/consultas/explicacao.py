"""Por que cada lugar está acima do seguinte, em português.

Cada colocação guarda o critério que a separa de quem está imediatamente acima na lista geral. Numa
lista específica há gente no meio: vale, de todas as separações entre os dois, a do critério que vem
primeiro na cadeia, com o valor de cada ponta, porque a ordem é lexicográfica.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from django.utils.formats import number_format

from candidatos.consultas.classificacao import CAMPO_DO_LUGAR, Lista
from candidatos.models import Classificacao, Colocacao
from concursos.models import Cargo
from cotas import TipoCriterio, rotulo_do_criterio

EMPATE = "Empatado com o seguinte: falta o sorteio"
ULTIMO = "Último da lista"
# Separam faixas de idade, não datas: dentro da faixa as datas variam.
DE_FAIXA = (TipoCriterio.IDOSO, TipoCriterio.SESSENTA_OU_MAIS)


@dataclass(frozen=True, slots=True)
class Linha:
    """Uma linha da lista: a colocação, o lugar na lista pedida e por que está acima da seguinte."""

    colocacao: Colocacao
    lugar: int | None
    motivo: str


class Separacao(NamedTuple):
    """O que separa uma colocação da de ordem anterior na lista geral. `criterio` vazio: empate."""

    ordem: int
    nota: str
    criterio: str
    valor_acima: str
    valor: str


def nota_legivel(texto: str) -> str:
    """Nota em texto canônico como se imprime: "1234.50" -> "1.234,50"."""
    return number_format(Decimal(texto), force_grouping=True) if texto else ""


def linhas_explicadas(
    cargo: Cargo, classificacao: Classificacao, lista: Lista, colocacoes: Sequence[Colocacao]
) -> list[Linha]:
    """As linhas de uma página, na ordem dada, em no máximo três consultas."""
    if lista is Lista.NAO_APROVADOS:
        return [Linha(colocacao, None, "") for colocacao in colocacoes]
    campo = CAMPO_DO_LUGAR[lista]
    motivos = explicacoes(cargo, classificacao, lista, [colocacao.ordem for colocacao in colocacoes])
    return [Linha(colocacao, getattr(colocacao, campo), motivos[colocacao.ordem]) for colocacao in colocacoes]


def explicacoes(
    cargo: Cargo, classificacao: Classificacao, lista: Lista, ordens: Iterable[int]
) -> dict[int, str]:
    """Por ordem dada, a frase que diz por que está acima de quem vem a seguir na lista."""
    pedidas = set(ordens)
    if not pedidas:
        return {}
    da_lista = classificacao.colocacoes.filter(**{f"{CAMPO_DO_LUGAR[lista]}__isnull": False})
    seguinte = (
        da_lista.filter(ordem__gt=max(pedidas)).order_by("ordem").values_list("ordem", flat=True).first()
    )
    trecho = {"ordem__gte": min(pedidas), "ordem__lte": seguinte or max(pedidas)}
    membros = list(da_lista.filter(**trecho).order_by("ordem").values_list("ordem", flat=True))
    separacoes = {
        separacao.ordem: separacao
        for separacao in map(
            Separacao._make,
            classificacao.colocacoes.filter(**trecho).values_list(
                "ordem", "nota", "criterio", "valor_acima", "valor"
            ),
        )
    }
    frases = {
        acima: _frase(cargo, separacoes[acima], [separacoes[ordem] for ordem in range(acima + 1, abaixo + 1)])
        for acima, abaixo in pairwise(membros)
        if acima in pedidas
    }
    return {ordem: frases.get(ordem, ULTIMO) for ordem in pedidas}


def _frase(cargo: Cargo, acima: Separacao, passos: Sequence[Separacao]) -> str:
    """O que separa `acima` da última dos `passos`, que vão do lugar seguinte até ela."""
    cadeia = [str(TipoCriterio.NOTA_FINAL), *cargo.regras.desempate]
    decisivo = min((passo.criterio for passo in passos), key=lambda criterio: _peso(criterio, cadeia))
    if not decisivo:
        return EMPATE
    separam = [passo for passo in passos if passo.criterio == decisivo]
    valores = f": {separam[0].valor_acima} contra {separam[-1].valor}"
    if decisivo == TipoCriterio.NOTA_FINAL:
        return f"Nota final maior{valores}"
    if decisivo in DE_FAIXA and len(passos) > 1:
        # As duas datas guardadas seriam as de quem está no meio.
        valores = ""
    nome = nome_do_criterio(cargo, decisivo)
    return f"Mesma nota final ({nota_legivel(acima.nota)}); acima por {nome}{valores}"


def _peso(criterio: str, cadeia: Sequence[str]) -> int:
    """Lugar na cadeia; depois dela, o que ela não prevê (o sorteio) e, por último, o empate."""
    if not criterio:
        return len(cadeia) + 1
    return cadeia.index(criterio) if criterio in cadeia else len(cadeia)


def nome_do_criterio(cargo: Cargo, criterio: str) -> str:
    """O critério em palavras, com o nome da prova."""
    tipo, _, chave = criterio.partition(":")
    nomes = {prova["chave"]: prova["nome"] for prova in cargo.regras.provas}
    if chave:
        return f"nota {tipo} em {nomes.get(chave, chave)}"
    return rotulo_do_criterio(criterio)
