"""Os candidatos de uma lista, como cada versão da memória de cálculo os escreve."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from candidatos.consultas.apuracao import fora_antes_das_notas
from candidatos.consultas.entradas import Entrada, entradas_da_classificacao, entradas_da_versao
from candidatos.consultas.retificacao import OFICIAIS
from candidatos.models import Classificacao
from concursos.models import Cargo
from cotas import CriteriosDeClassificacao
from cotas.entrada import DO_CANDIDATO


def entradas_da_lista(cargo: Cargo, lista: Classificacao | None) -> list[Entrada]:
    """As entradas de que a lista saiu; antes de homologada, ou sem lista, as de agora."""
    if lista is None or lista.situacao not in OFICIAIS:
        return entradas_da_classificacao(cargo)
    return entradas_da_versao(lista)


def candidatos_publicos(lista: Classificacao | None, inscricoes: Mapping[int, str]) -> list[dict[str, Any]]:
    """Os aprovados, já na ordem geral: listas de cada um e o critério que o separa de quem está acima."""
    return [] if lista is None else list(_em_ordem(lista, inscricoes))


def _em_ordem(lista: Classificacao, inscricoes: Mapping[int, str]) -> Iterator[dict[str, Any]]:
    linhas = (
        lista.colocacoes.filter(posicao__isnull=False)
        .order_by("ordem")
        .values_list("candidatura_id", "posicao_cotas", "posicao_pcd", "criterio", "fora_da_geral")
    )
    for pk, cotas, pcd, criterio, fora_da_geral in linhas.iterator():
        candidato: dict[str, Any] = {"id": inscricoes[pk]}
        if cotas is not None:
            candidato["cotista"] = True
        if pcd is not None:
            candidato["pcd"] = True
        if criterio:
            candidato["criterio"] = criterio
        if fora_da_geral:
            candidato["fora_da_geral"] = True
        yield candidato


def candidatos_internos(
    entradas: Iterable[Entrada], inscricoes: Mapping[int, str], provas: Iterable[str]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Quem concorreu, com tudo o que decide o seu lugar, e quem ficou fora antes das notas; por inscrição."""
    entradas, provas = sorted(entradas, key=lambda entrada: inscricoes[entrada.candidatura]), list(provas)
    fora = fora_antes_das_notas(entradas)
    return [
        _com_tudo(entrada, inscricoes[entrada.candidatura], provas)
        for entrada in entradas
        if entrada.candidatura not in fora
    ], [
        {"id": inscricoes[entrada.candidatura], "motivo": fora[entrada.candidatura]}
        for entrada in entradas
        if entrada.candidatura in fora
    ]


def _com_tudo(entrada: Entrada, inscricao: str, provas: Iterable[str]) -> dict[str, Any]:
    declarou = {"negro": entrada.negro, "indigena": entrada.indigena, "pcd": entrada.pcd}
    decide = {"nascimento": entrada.nascimento, "jurado": entrada.jurado or None, "sorteio": entrada.sorteio}
    return {
        "id": inscricao,
        **{chave: True for chave, sim in declarou.items() if sim},
        **{chave: valor for chave, valor in decide.items() if valor is not None},
        **{nome_da_prova(prova): entrada.notas[prova] for prova in provas if entrada.notas.get(prova)},
    }


def nome_da_prova(chave: str) -> str:
    """A chave da prova, distinta dos campos que o formato dá a todo candidato."""
    return f"prova:{chave}" if chave in DO_CANDIDATO else chave


def provas_que_decidem(criterios: CriteriosDeClassificacao, provas: Iterable[str]) -> list[str]:
    """As provas que a classificação nomeia, na ordem do edital: o formato não leva outras."""
    da_cadeia = {criterio.prova for criterio in criterios.desempate}
    decidem = {criterios.nota_final, *criterios.notas_minimas, *da_cadeia}
    return [prova for prova in provas if prova in decidem]
