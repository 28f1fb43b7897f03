"""Trabalhos em segundo plano dos candidatos: recebem identificadores e chamam os serviços."""

from __future__ import annotations

from typing import Any

from candidatos.consultas.classificacao import frase_da_classificacao
from candidatos.consultas.comparacao_do_resultado import frase_da_comparacao
from candidatos.consultas.desfazer import frase_do_desfazer
from candidatos.consultas.importacao import frase_da_carga, frase_do_plano
from candidatos.consultas.retificacao import frase_da_retificacao
from candidatos.models import Importacao
from candidatos.servicos.classificacao import cargo_classificar
from candidatos.servicos.desfazer import importacao_desfazer
from candidatos.servicos.importacao import importacao_carregar, importacao_conferir
from candidatos.servicos.retificacao import resultado_retificar, retificacao_comparar
from concursos.models import Cargo
from nucleo.execucoes import Progresso, autor_da_execucao
from nucleo.models import Execucao


def conferir(execucao: Execucao, progresso: Progresso) -> dict[str, Any]:
    """Calcula o plano da importação de `parametros["importacao"]`."""
    importacao = Importacao.objects.get(pk=execucao.parametros["importacao"])
    conferida = importacao_conferir(
        autor=autor_da_execucao(execucao), importacao=importacao, progresso=progresso
    )
    return {"mensagem": frase_do_plano(conferida.plano)}


def carregar(execucao: Execucao, progresso: Progresso) -> dict[str, Any]:
    """Grava o plano aprovado da importação de `parametros["importacao"]`."""
    importacao = Importacao.objects.get(pk=execucao.parametros["importacao"])
    carregada = importacao_carregar(
        autor=autor_da_execucao(execucao), importacao=importacao, progresso=progresso
    )
    return {"mensagem": frase_da_carga(carregada.plano)}


def desfazer(execucao: Execucao, progresso: Progresso) -> dict[str, Any]:
    """Desfaz a carga da importação de `parametros["importacao"]`."""
    importacao = Importacao.objects.get(pk=execucao.parametros["importacao"])
    desfeita = importacao_desfazer(
        autor=autor_da_execucao(execucao), importacao=importacao, progresso=progresso
    )
    return {"mensagem": frase_do_desfazer(desfeita.feito, desfeita.a_classificar)}


def comparar(execucao: Execucao, progresso: Progresso) -> dict[str, Any]:
    """Compara com o resultado homologado a importação de `parametros["importacao"]`."""
    importacao = Importacao.objects.get(pk=execucao.parametros["importacao"])
    comparada = retificacao_comparar(
        autor=autor_da_execucao(execucao), importacao=importacao, progresso=progresso
    )
    return {"mensagem": frase_da_comparacao(comparada)}


def retificar(execucao: Execucao, progresso: Progresso) -> dict[str, Any]:
    """Retifica o resultado com a importação de `parametros["importacao"]`."""
    importacao = Importacao.objects.get(pk=execucao.parametros["importacao"])
    retificacao = resultado_retificar(
        autor=autor_da_execucao(execucao), importacao=importacao, progresso=progresso
    )
    return {"mensagem": frase_da_retificacao(retificacao)}


def classificar_cargo(execucao: Execucao, progresso: Progresso) -> dict[str, Any]:
    """Classifica o cargo de `parametros["cargo"]`."""
    cargo = Cargo.objects.get(pk=execucao.parametros["cargo"])
    classificacao = cargo_classificar(
        autor=autor_da_execucao(execucao), cargo=cargo, execucao=execucao, progresso=progresso
    )
    return {"mensagem": frase_da_classificacao(classificacao), "classificacao": classificacao.pk}
