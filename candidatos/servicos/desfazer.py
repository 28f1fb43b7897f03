"""Desfazer uma carga inteira, enquanto nada se homologou sobre ela: a base volta ao que era."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from itertools import islice
from typing import Any, NamedTuple

from django.db import router
from django.db.models import Model, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone

from candidatos.consultas.desfazer import (
    Desfazimento,
    cargos_tocados,
    classificacoes_apoiadas,
    faixas,
    impedimento_de_desfazer,
    pessoas_so_desta,
    previsao_de_desfazer,
    sorteios_das_criadas,
)
from candidatos.consultas.entradas import entradas_da_classificacao, resumo_das_entradas
from candidatos.enums import SituacaoClassificacao, SituacaoImportacao
from candidatos.fluxo import exigir_passagem_da_importacao
from candidatos.models import (
    Autodeclaracao,
    Candidato,
    Candidatura,
    Classificacao,
    Colocacao,
    Importacao,
    Inscricao,
    Resultado,
    ValorAnterior,
)
from candidatos.servicos.gravacao import atualizar_objetos, banco_da_transacao, historiar
from candidatos.servicos.importacao import exigir_parada, travar
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.models import Cargo, Concurso
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.execucoes import Progresso, pedir
from nucleo.models import Execucao
from nucleo.permissoes import Autor, servico

DESFAZER = "candidatos.desfazer"
# Linhas por comando: entre um e outro o trabalho diz quanto andou e pode ser cancelado.
BLOCO = 20_000
# Limite de parâmetros de um comando nos dois bancos.
LOTE = 5_000
MOTIVO_MAXIMO = 300

Avancar = Callable[[int], None]


class Desfeita(NamedTuple):
    """A importação desfeita, o que saiu, e os cargos que ficam sem classificação corrente."""

    importacao: Importacao
    feito: Desfazimento
    a_classificar: list[Cargo]


@servico
def importacao_pedir_desfazer(*, autor: Autor, importacao: Importacao, motivo: str) -> Execucao:
    """Pede que se desfaça a carga; o motivo fica na importação até o trabalho chegar.

    `Recusa` como em `importacao_desfazer`, e sem motivo.
    """
    importacao = travar(importacao)
    _exigir_que_se_desfaca(importacao)
    exigir_parada(importacao)
    if not motivo.strip():
        raise Recusa("Diga por que a carga se desfaz.")
    importacao.desfeita_motivo = motivo.strip()[:MOTIVO_MAXIMO]
    importacao.execucao = pedir(
        autor=autor,
        especie=DESFAZER,
        chave=str(importacao.pk),
        titulo=f"Desfazer a carga de {importacao.nome_original}"[:200],
        parametros={"importacao": importacao.pk},
        orgao=importacao.orgao,
        destino=reverse("candidatos:importacao", args=[importacao.pk]),
    )
    importacao.save(update_fields=["desfeita_motivo", "execucao"])
    return importacao.execucao


@servico
def importacao_desfazer(*, autor: Autor, importacao: Importacao, progresso: Progresso) -> Desfeita:
    """Apaga o que a carga criou e restaura o que ela mudou, tudo ou nada.

    Saem também as classificações e os sorteios que só existem por ela; os sorteios ficam na trilha, com
    ata e números. `Recusa` se houve homologação ou carga posterior do mesmo edital, se alguma
    autodeclaração que ela trouxe já foi examinada, ou se não se disse o motivo.
    """
    importacao = travar(importacao)
    Concurso.objects.select_for_update().get(pk=importacao.edital.concurso_id)
    importacao.edital.concurso.refresh_from_db()
    _exigir_que_se_desfaca(importacao)
    if not importacao.desfeita_motivo:
        raise Recusa("Diga por que a carga se desfaz.")
    tocados = cargos_tocados(importacao)
    list(Cargo.objects.select_for_update().filter(pk__in=tocados).order_by("pk").values_list("pk"))
    feito = previsao_de_desfazer(importacao)
    sorteados = _sorteios_em_palavras(importacao)
    orfaos = _apagar_classificacoes(importacao)
    _restaurar(importacao)
    _apagar_o_criado(importacao, feito, progresso)
    a_classificar = _repor_as_correntes(orfaos)
    importacao.situacao = SituacaoImportacao.DESFEITA
    importacao.desfeita_em = timezone.now()
    importacao.desfeita_por = autor.pessoa
    importacao.save()
    registrar(
        autor=autor,
        acao="candidatos.importacao_desfazer",
        objeto=importacao,
        antes={"situacao": SituacaoImportacao.CARREGADA, "sorteios": sorteados},
        depois={
            "situacao": importacao.situacao,
            "motivo": importacao.desfeita_motivo,
            "sha256": importacao.sha256,
            **_contas(feito),
            "a_classificar": [cargo.codigo for cargo in a_classificar],
        },
    )
    return Desfeita(importacao, feito, a_classificar)


def _exigir_que_se_desfaca(importacao: Importacao) -> None:
    exigir_ato(importacao.edital.concurso.situacao, AtoSobreConcurso.CARREGAR)
    if importacao.situacao != SituacaoImportacao.CARREGADA:
        raise Recusa("Só se desfaz a carga de um arquivo carregado.")
    exigir_passagem_da_importacao(importacao.situacao, SituacaoImportacao.DESFEITA)
    if impedimento := impedimento_de_desfazer(importacao):
        raise Recusa(impedimento)


def _contas(feito: Desfazimento) -> dict[str, int]:
    return {nome: getattr(feito, nome) for nome in Desfazimento.__dataclass_fields__}


def _sorteios_em_palavras(importacao: Importacao) -> list[dict[str, Any]]:
    """Os sorteios que vão sair, como ficam na trilha."""
    return [
        {"inscricao": inscricao, "cargo": cargo, "numero": numero, "data": data, "ata": ata}
        for inscricao, cargo, numero, data, ata in sorteios_das_criadas(importacao).values_list(
            "candidatura__inscricao__numero", "candidatura__cargo__codigo", "numero", "data", "ata"
        )
    ]


# Classificações -----------------------------------------------------------------------------------


def _apagar_classificacoes(importacao: Importacao) -> list[int]:
    """Apaga as que leram a carga; devolve os cargos que tinham alguma."""
    apoiadas = dict(classificacoes_apoiadas(importacao).values_list("pk", "cargo"))
    _apagar(Colocacao.objects.filter(classificacao__in=apoiadas))
    _apagar(Classificacao.objects.filter(pk__in=apoiadas))
    return sorted(set(apoiadas.values()))


def _repor_as_correntes(cargos: Iterable[int]) -> list[Cargo]:
    """A última classificação de antes da carga volta a ser a corrente, se ainda leria o mesmo.

    Devolve os cargos em que nenhuma serve, e que têm candidatos a classificar.
    """
    por_fazer = []
    for cargo in Cargo.objects.filter(pk__in=cargos).select_related("regras", "edital").order_by("codigo"):
        entradas = entradas_da_classificacao(cargo)
        if cargo.classificacoes.filter(situacao=SituacaoClassificacao.CORRENTE).exists() or not entradas:
            continue
        ultima = cargo.classificacoes.order_by("-versao").first()
        if ultima is not None and ultima.entradas == resumo_das_entradas(cargo, entradas):
            ultima.situacao = SituacaoClassificacao.CORRENTE
            ultima.save(update_fields=["situacao"])
        else:
            por_fazer.append(cargo)
    return por_fazer


# O que a carga mudou ------------------------------------------------------------------------------


def _restaurar(importacao: Importacao) -> None:
    """Devolve pessoas, contatos e declarações ao que eram, e apaga os valores guardados.

    Não se guardam depois: o que eles diziam voltou ao seu lugar, e são dados pessoais; a trilha tem as
    contagens, e a história da pessoa, os campos.
    """
    guardados = ValorAnterior.objects.filter(importacao=importacao).order_by("pk")
    _restaurar_pessoas(importacao, guardados.filter(candidato__isnull=False))
    contatos = guardados.filter(inscricao__isnull=False).order_by()
    # De tabela a tabela: trazer e levar cem mil contatos levaria um minuto.
    Inscricao.objects.filter(pk__in=contatos.values("inscricao")).update(
        contato=Subquery(contatos.filter(inscricao=OuterRef("pk")).values("antes__contato"))
    )
    for lote in _lotes(guardados.filter(autodeclaracao__isnull=False).values_list("autodeclaracao", "antes")):
        por_valor: dict[tuple[tuple[str, bool], ...], list[int]] = {}
        for autodeclaracao, antes in lote:
            por_valor.setdefault(tuple(sorted(antes.items())), []).append(autodeclaracao)
        for valores, quais in por_valor.items():
            Autodeclaracao.objects.filter(pk__in=quais).update(**dict(valores))
    _apagar(guardados.order_by())


def _restaurar_pessoas(importacao: Importacao, guardados: QuerySet[ValorAnterior]) -> None:
    """Com história. O que outro edital mudou depois fica: é no valor anterior dele que o nosso se põe."""
    for lote in _lotes(guardados.values_list("candidato", "antes")):
        antes: dict[int, dict[str, Any]] = {candidato: dict(valores) for candidato, valores in lote}
        posteriores = ValorAnterior.objects.filter(
            candidato__in=antes, importacao__carregada_em__gt=importacao.carregada_em
        ).exclude(importacao=importacao)
        for posterior in posteriores.order_by("pk"):
            nosso = antes[posterior.candidato_id or 0]
            comuns = nosso.keys() & posterior.antes.keys()
            posterior.antes |= {campo: nosso.pop(campo) for campo in comuns}
            posterior.save(update_fields=["antes"])
        pessoas = list(Candidato.objects.filter(pk__in=[pk for pk, valores in antes.items() if valores]))
        for pessoa in pessoas:
            for campo, valor in antes[pessoa.pk].items():
                setattr(pessoa, campo, _data(valor) if campo == "nascimento" else valor)
        atualizar_objetos(banco_da_transacao(), pessoas, ("cpf", "nascimento", "nascimento_informado"))
        historiar(pessoas)


def _data(valor: str | None) -> date | None:
    return date.fromisoformat(valor) if valor else None


# O que a carga criou ------------------------------------------------------------------------------


def _apagar_o_criado(importacao: Importacao, feito: Desfazimento, progresso: Progresso) -> None:
    """Do que depende ao de que se depende: resultados, candidaturas, declarações, inscrições, pessoas."""
    total = feito.resultados + feito.candidaturas + 2 * feito.inscricoes + feito.pessoas
    apagados = 0

    def avancar(quantos: int) -> None:
        nonlocal apagados
        apagados += quantos
        progresso(min(apagados, total), total, "Desfazendo a carga")

    _apagar(sorteios_das_criadas(importacao))
    # As pessoas contam-se antes: depois das inscrições já não se sabe de quem eram.
    pessoas = pessoas_so_desta(importacao)
    sem_nada = _de_pessoas_que_ja_havia(importacao)
    avancar(_apagar(Resultado.objects.filter(importacao=importacao)))
    for modelo in (Candidatura, Autodeclaracao, Inscricao):
        _apagar_por_blocos(importacao, modelo, modelo._default_manager.all(), avancar)
    _apagar_por_blocos(importacao, Candidato, pessoas, avancar)
    for lote in _lotes(sem_nada):
        _apagar(Candidato.objects.filter(pk__in=lote, inscricoes__isnull=True))


def _de_pessoas_que_ja_havia(importacao: Importacao) -> list[int]:
    """Pessoas de inscrições da carga que outra criou: se a outra já se desfez, ficariam sem nenhuma."""
    criadas = faixas(importacao, Candidato)
    pessoas: set[int] = set()
    for faixa in faixas(importacao, Inscricao):
        inscricoes = Inscricao.objects.filter(pk__range=faixa)
        for primeira, ultima in criadas:
            inscricoes = inscricoes.exclude(candidato__gte=primeira, candidato__lte=ultima)
        pessoas.update(inscricoes.values_list("candidato", flat=True))
    return sorted(pessoas)


def _apagar_por_blocos(
    importacao: Importacao, modelo: type[Model], linhas: QuerySet[Any], avancar: Avancar
) -> None:
    for primeira, ultima in faixas(importacao, modelo):
        for inicio in range(primeira, ultima + 1, BLOCO):
            avancar(_apagar(linhas.filter(pk__range=(inicio, min(inicio + BLOCO - 1, ultima)))))


def _apagar(linhas: QuerySet[Any]) -> int:
    """Um só DELETE, sem trazer as linhas: o que depende delas já saiu, e história não têm."""
    return linhas._raw_delete(router.db_for_write(linhas.model)) or 0


def _lotes(linhas: Iterable[Any]) -> Iterator[list[Any]]:
    restantes = iter(linhas)
    while lote := list(islice(restantes, LOTE)):
        yield lote
