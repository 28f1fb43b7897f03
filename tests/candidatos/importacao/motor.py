"""Um arquivo do oráculo levado à base pelo motor, em lotes do tamanho que se quiser, e o que lá ficou."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias
from unittest import mock

import pytest
from django.db import transaction

from candidatos.enums import EspecieDeArquivo
from candidatos.models import (
    Autodeclaracao,
    Candidato,
    Candidatura,
    Importacao,
    Inscricao,
    Resultado,
    ValorAnterior,
)
from candidatos.servicos import conferencia
from candidatos.servicos.conferencia import CargaRecusada, Processado, processar
from candidatos.servicos.desfazer import importacao_desfazer
from candidatos.servicos.importacao import carga_concluir, importacao_receber
from candidatos.servicos.leitura import Leitura
from candidatos.servicos.pareamento import Pareamento, pareamento_guardar
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo
from nucleo.execucoes import Progresso
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao.caminho import envio, parado
from tests.candidatos.importacao.oraculo import COLUNAS, Arquivo, Mundo, julgar, retratar

Editais: TypeAlias = list[dict[str, Cargo]]

CONTAGENS = ("novas", "alteradas", "inalteradas", "recusadas", "filtradas")
PROVAS = [
    {"chave": "objetiva", "nome": "Prova objetiva", "minima": "", "maxima": "60"},
    {"chave": "pontos", "nome": "Nota final", "minima": "", "maxima": "100"},
]
CPF_A, CPF_B = "529.982.247-25", "1234567890"  # o segundo perdeu o zero à esquerda
LETRAS = {coluna: chr(ord("A") + indice) for indice, coluna in enumerate(COLUNAS)}
CAMPOS = {"objetiva": "prova:objetiva", "pontos": "prova:pontos"}


class _Desfaz(Exception):
    """Faz voltar atrás uma transação de propósito."""


@contextmanager
def ponto_de_retorno() -> Iterator[None]:
    """O que se grava dentro não fica."""
    try:
        with transaction.atomic():
            yield
            raise _Desfaz
    except _Desfaz:
        pass


def montar_editais() -> Editais:
    """Dois editais, cada um com os cargos X, Y e W, por código."""
    montados = []
    for _ in range(2):
        concurso = fabrica.concurso(situacao=SituacaoConcurso.PUBLICADO)
        edital = fabrica.edital(concurso=concurso, publicado=True)
        regras = fabrica.regras(edital=edital, provas=PROVAS, desempate=["maior:pontos"])
        montados.append(
            {codigo: fabrica.cargo(regras=regras, codigo=codigo, nome=f"Cargo {codigo}") for codigo in "XYW"}
        )
    return montados


def receber(autor: Pessoa, editais: Editais, arquivo: Arquivo) -> Importacao:
    """O arquivo recebido e pareado, sem pedir trabalho nenhum."""
    cargo = editais[arquivo.edital]["X"]
    importacao = importacao_receber(autor=autor, edital=cargo.edital, arquivo=envio(arquivo.csv))
    sem_notas = {"objetiva", "pontos"} if arquivo.especie == EspecieDeArquivo.INSCRITOS else set()
    colunas = {
        LETRAS[coluna]: CAMPOS.get(coluna, coluna)
        for coluna in COLUNAS
        if coluna not in arquivo.ocultas | sem_notas
    }
    leitura = Leitura.de_json(importacao.leitura)
    pareamento = Pareamento(leitura, colunas, sem_reservas=True, especie=arquivo.especie)
    pareamento_guardar(importacao, pareamento, autor)
    return importacao


def passar(importacao: Importacao, lote: int, *, gravar: bool) -> dict[str, Any]:
    """O plano, com o lote dado; se grava, fica na base."""
    return processar_em_lotes(importacao, lote, gravar=gravar).em_json


def processar_em_lotes(
    importacao: Importacao, lote: int, *, gravar: bool, progresso: Progresso = parado
) -> Processado:
    """O arquivo inteiro, com lotes do tamanho dado, na transação de quem chama."""
    with mock.patch.object(conferencia, "LOTE", lote):
        return processar(importacao, progresso, gravar=gravar)


def na_base(editais: Editais) -> Any:
    """O que está na base, na mesma forma de `oraculo.retratar`."""
    ordem = {cargos["X"].edital_id: indice for indice, cargos in enumerate(editais)}
    inscricoes = list(Inscricao.objects.select_related("candidato", "autodeclaracao"))
    chaves = {cada.pk: (ordem[cada.edital_id], cada.numero) for cada in inscricoes}
    return sorted(
        (
            chaves[cada.pk],
            (
                cada.candidato.nome,
                cada.candidato.cpf,
                str(cada.candidato.nascimento or ""),
                cada.candidato.nascimento_informado,
            ),
            sorted(chaves[outra.pk] for outra in inscricoes if outra.candidato_id == cada.candidato_id),
            sorted(cada.contato.items()),
            cada.autodeclaracao.negro,
            sorted(
                (
                    candidatura.cargo.codigo,
                    [sorted(r.notas.items()) for r in candidatura.resultados.order_by("versao")],
                )
                for candidatura in cada.candidaturas.select_related("cargo")
            ),
        )
        for cada in inscricoes
    )


def em_bruto() -> dict[str, list[Any]]:
    """As linhas das tabelas como estão, para provar que voltaram ao que eram."""
    modelos = (Candidato, Inscricao, Autodeclaracao, Candidatura, Resultado, ValorAnterior)
    return {cada.__name__: list(cada._default_manager.order_by("pk").values_list()) for cada in modelos}


def sem_ordem(plano: dict[str, Any]) -> dict[str, Any]:
    """O que do plano não depende do tamanho do lote.

    O resumo segue a ordem dos achados, que é a do lote; e de uma linha recusada por duas razões o lote
    decide qual se diz primeiro, e se a outra ainda se diz.
    """
    if not plano["recusadas"]:
        return {chave: valor for chave, valor in plano.items() if chave != "resumo"}
    impedem = {achado["linha"] for achado in plano["achados"] if achado["severidade"] == "impede"}
    return {chave: plano[chave] for chave in CONTAGENS} | {"impedem": impedem}


def conferir_um(
    autor: Pessoa, editais: Editais, mundo: Mundo, arquivo: Arquivo, lote: int
) -> tuple[Mundo, Importacao | None]:
    """Prova um arquivo sobre a base que o mundo descreve; devolve o mundo seguinte e a carga, se houve."""
    veredito = julgar(mundo, arquivo)
    importacao = receber(autor, editais, arquivo)
    plano = passar(importacao, lote, gravar=False)
    assert plano["lidas"] == len(arquivo.linhas) == sum(plano[chave] for chave in CONTAGENS)
    assert sem_ordem(passar(importacao, 5_000, gravar=False)) == sem_ordem(plano)
    assert bool(plano["recusadas"]) is bool(veredito.recusadas), (plano["achados"], veredito.recusadas)
    if plano["recusadas"]:
        ditas = {achado["linha"] for achado in plano["achados"] if achado["severidade"] == "impede"}
        assert ditas <= veredito.recusadas
        recusa_e_nada_grava(importacao, plano, lote, editais)
        return mundo, None
    assert {chave: plano[chave] for chave in veredito.contas} == veredito.contas
    with ponto_de_retorno():
        assert sem_ordem(passar(importacao, 5_000, gravar=True)) == sem_ordem(plano)
        assert na_base(editais) == retratar(veredito.mundo)
    processado = processar_em_lotes(importacao, lote, gravar=True)
    assert processado.em_json == plano
    carga_concluir(importacao, processado)
    assert na_base(editais) == retratar(veredito.mundo)
    assert Candidato.objects.count() == len(veredito.mundo.pessoas)
    de_novo = passar(importacao, lote, gravar=False)
    assert [de_novo[chave] for chave in CONTAGENS] == [0, 0, len(arquivo.linhas), 0, 0]
    return veredito.mundo, importacao


def recusa_e_nada_grava(importacao: Importacao, plano: dict[str, Any], lote: int, editais: Editais) -> None:
    """Com linha recusada, a carga recusa com o mesmo plano do ensaio, e nada fica."""
    antes = na_base(editais)
    with ponto_de_retorno():
        with pytest.raises(CargaRecusada) as recusada:
            passar(importacao, lote, gravar=True)
        assert recusada.value.processado.em_json == plano
    assert na_base(editais) == antes


def desfazer(autor: Pessoa, importacao: Importacao) -> None:
    importacao.desfeita_motivo = "Arquivo trocado."
    importacao.save(update_fields=["desfeita_motivo"])
    importacao_desfazer(autor=autor, importacao=importacao, progresso=parado)


def linha(
    inscricao: str = "1",
    *,
    nome: str = "ANA",
    cpf: str = "",
    nascimento: str = "02/01/1990",
    cargo: str = "X",
    objetiva: str = "40",
    pontos: str = "70",
    negro: str = "Não",
    email: str = "",
) -> tuple[str, ...]:
    return (inscricao, nome, cpf, nascimento, cargo, objetiva, pontos, negro, email)


def arquivo(*linhas: tuple[str, ...], ocultas: str = "", especie: str = "resultado") -> Arquivo:
    return Arquivo(0, especie, frozenset(ocultas.split()), linhas)
