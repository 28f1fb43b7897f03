"""A conta da retificação: carregar o arquivo, classificar os cargos que ele muda e comparar as listas.

Corre na transação de quem chama: quem só compara desfá-la.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils import timezone

from candidatos.consultas.apuracao import ListasApuradas, apurar_lugares
from candidatos.consultas.classificacao import habilitado_da_colocacao
from candidatos.consultas.comparacao_do_resultado import (
    GUARDADAS,
    CargoComparado,
    Par,
    assinatura_da_comparacao,
    cargo_em_json,
    comparar,
    contar,
    lugar_da_colocacao,
    lugares_da,
)
from candidatos.consultas.desfazer import cargos_tocados
from candidatos.consultas.efeitos_da_retificacao import EfeitosNoCargo, efeitos_no_cargo
from candidatos.consultas.entradas import entradas_da_classificacao, resumo_das_entradas
from candidatos.consultas.retificacao import homologadas_dos_cargos
from candidatos.models import Candidatura, Classificacao, Importacao
from candidatos.servicos.conferencia import Processado, processar
from candidatos.servicos.sorteio_da_retificacao import aplicar_sorteio
from concursos.models import Cargo
from cotas import Habilitado
from nucleo.erros import Conflito
from nucleo.execucoes import Progresso

# Empates e faltas que se dizem por cargo; dos outros diz-se quantos são.
PENDENCIAS_DITAS = 20
EMPATADOS_DITOS = 10

MUDOU = (
    "A base mudou desde que este arquivo foi {feito}, e o que se viu já não vale. Nada foi gravado. "
    "Confira o arquivo de novo e refaça a comparação."
)


def carregar_e_conferir(importacao: Importacao, progresso: Progresso) -> Processado:
    """Grava o arquivo na transação corrente; `Conflito` se já não faz o que se conferiu."""
    processado = processar(importacao, progresso, gravar=True)
    if processado.em_json["resumo"] != importacao.plano["resumo"]:
        raise Conflito(MUDOU.format(feito="conferido"))
    importacao.criados = processado.criados
    return processado


class Apuracao(NamedTuple):
    """Um cargo depois da carga: a homologada, se há, a lista nova e a comparação das duas."""

    cargo: Cargo
    homologada: Classificacao | None
    resumo: str
    listas: ListasApuradas
    comparado: CargoComparado
    pessoas: Mapping[int, tuple[str, str]]
    habilitados: Sequence[Habilitado]
    pares: Mapping[int, Par]
    empates: list[list[tuple[str, str]]]

    def efeitos(self) -> EfeitosNoCargo | None:
        """O que a lista nova faz a quem já foi chamado; lê os registros do cargo neste momento."""
        return efeitos_no_cargo(self.cargo, self.habilitados, self.pares)


def apuracoes(importacao: Importacao, processado: Processado, progresso: Progresso) -> Iterator[Apuracao]:
    """Os cargos homologados cujas entradas a carga mudou, um de cada vez: dois grandes não cabem juntos.

    Os ainda não homologados recebem do arquivo o que ele traz, e classificam-se depois, como de costume.
    """
    tocados = processado.cargos.union(cargos_tocados(importacao))
    homologadas = homologadas_dos_cargos(tocados)
    cargos = (
        Cargo.objects.filter(pk__in=tocados, edital=importacao.edital_id, homologacao__isnull=False)
        .select_related("regras", "edital__concurso__orgao")
        .order_by("codigo")
    )
    for feitos, cargo in enumerate(cargos):
        progresso(feitos, len(tocados), f"{cargo}: comparando as listas")
        homologada = homologadas.get(cargo.pk)
        aplicar_sorteio(importacao, cargo)
        entradas = entradas_da_classificacao(cargo)
        resumo = resumo_das_entradas(cargo, entradas)
        if not entradas or (homologada is not None and homologada.entradas == resumo):
            continue
        listas = apurar_lugares(cargo, entradas)
        colocacoes = listas.colocacoes(Classificacao(cargo=cargo))
        novos = {colocacao.candidatura_id: lugar_da_colocacao(colocacao) for colocacao in colocacoes}
        pares = comparar(lugares_da(homologada), novos)
        mudam = [par for par in pares if par.muda]
        pessoas = _pessoas(cargo, {par.candidatura for par in mudam})
        versao = homologada.versao if homologada else 0
        pendencias = _pendencias(cargo, listas)
        yield Apuracao(
            cargo,
            homologada,
            resumo,
            listas,
            CargoComparado(cargo.pk, versao, contar(pares), pendencias, mudam),
            pessoas,
            [habilitado_da_colocacao(cada) for cada in colocacoes if cada.posicao is not None],
            {par.candidatura: par for par in pares},
            _empates(listas),
        )


def _pessoas(cargo: Cargo, quais: set[int]) -> dict[int, tuple[str, str]]:
    """Número da inscrição e nome das candidaturas dadas, lidos de uma vez para o cargo inteiro."""
    linhas = Candidatura.objects.filter(cargo=cargo).values_list(
        "pk", "inscricao__numero", "inscricao__candidato__nome"
    )
    return {pk: (numero, nome) for pk, numero, nome in linhas.iterator() if pk in quais}


def _pendencias(cargo: Cargo, listas: ListasApuradas) -> list[str]:
    """Empates e faltas, com as inscrições: impedem, como na homologação."""
    ditas = listas.faltas[:PENDENCIAS_DITAS]
    empates = listas.empates[:PENDENCIAS_DITAS]
    chaves = {pk for empate in empates for pk in empate["candidaturas"]}
    chaves |= {falta["candidatura"] for falta in ditas if falta["candidatura"]}
    numeros = dict(Candidatura.objects.filter(pk__in=chaves).values_list("pk", "inscricao__numero"))
    frases = [
        f"{cargo}: empate sem desempate entre {_em_lista([numeros[pk] for pk in empate['candidaturas']])}."
        for empate in empates
    ]
    frases += [
        f"{cargo}: {numeros[falta['candidatura']]}: {falta['mensagem']}"
        if falta["candidatura"]
        else f"{cargo}: {falta['mensagem']}"
        for falta in ditas
    ]
    if ocultas := len(listas.empates) - len(empates) + len(listas.faltas) - len(ditas):
        frases.append(f"{cargo}: há mais {ocultas} empates ou dados que faltam.")
    return frases


def _empates(listas: ListasApuradas) -> list[list[tuple[str, str]]]:
    """Inscrição e nome dos empatados de cada grupo, que só um sorteio separa."""
    chaves = {pk for empate in listas.empates for pk in empate["candidaturas"]}
    linhas = Candidatura.objects.filter(pk__in=chaves).values_list(
        "pk", "inscricao__numero", "inscricao__candidato__nome"
    )
    pessoas = {pk: (numero, nome) for pk, numero, nome in linhas}
    return [[pessoas[pk] for pk in empate["candidaturas"]] for empate in listas.empates]


def _em_lista(numeros: list[str]) -> str:
    ditos = ", ".join(numeros[:EMPATADOS_DITOS])
    return ditos if len(numeros) <= EMPATADOS_DITOS else f"{ditos} e mais {len(numeros) - EMPATADOS_DITOS}"


class ComparacaoDoResultado:
    """O que se guarda de todos os cargos, somado um a um para não ter duas listas inteiras na memória."""

    def __init__(self) -> None:
        self.cargos: list[dict[str, Any]] = []
        self.total = 0
        self._assinatura = ""
        self._espaco = GUARDADAS

    @property
    def assinatura(self) -> str:
        """Resumo do que se compara: igual, é a mesma comparação."""
        return self._assinatura

    def somar(self, apuracao: Apuracao) -> None:
        """Acrescenta um cargo, com o que a lista nova lhe faz a quem já foi chamado."""
        guardado = cargo_em_json(apuracao.comparado, apuracao.pessoas, self._espaco)
        efeitos = apuracao.efeitos()
        guardado["empates"] = apuracao.empates
        guardado["efeitos"] = efeitos.em_json() if efeitos else None
        self._espaco -= len(guardado["mudancas"])
        self.cargos.append(guardado)
        self.total += guardado["total"]
        numeros = {pk: numero for pk, (numero, _) in apuracao.pessoas.items()}
        self._assinatura = assinatura_da_comparacao(self._assinatura, apuracao.comparado, numeros, efeitos)

    def em_json(self) -> dict[str, Any]:
        """Como fica em `Importacao.plano["retificacao"]`."""
        return {
            "comparada_em": timezone.now(),
            "assinatura": self._assinatura,
            "cargos": self.cargos,
            "total": self.total,
        }
