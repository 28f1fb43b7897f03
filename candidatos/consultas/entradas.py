"""O que a classificação de um cargo lê: resultados vigentes, sorteios e declarações que contam."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import date
from json import JSONDecoder
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, TextField
from django.db.models.functions import Cast

from candidatos.enums import SituacaoDeclaracao
from candidatos.models import Candidatura, Classificacao, Importacao, Resultado, ValorAnterior
from concursos.consultas import barreira_das_regras, criterios_de_classificacao, regras_da_reserva
from concursos.enums import EfeitoDaNaoConfirmacao
from concursos.models import Cargo
from cotas import Barreira

# Não confirmada: volta à ampla. Falsa: sai do concurso (`eliminado`), e de lista nenhuma participa.
NAO_CONTAM = {SituacaoDeclaracao.NAO_CONFIRMADA.value, SituacaoDeclaracao.FALSA.value}

# O que se lê da pessoa, e de onde.
DA_PESSOA = {
    "nascimento": "inscricao__candidato__nascimento",
    "sorteio": "sorteio__numero",
    "negro": "inscricao__autodeclaracao__negro",
    "indigena": "inscricao__autodeclaracao__indigena",
    "pcd": "inscricao__autodeclaracao__pcd",
    "situacao": "inscricao__autodeclaracao__situacao",
    "situacao_pcd": "inscricao__autodeclaracao__situacao_pcd",
}


class Entrada(NamedTuple):
    """Uma candidatura como a classificação a lê. `resultado` nulo: não há notas dela."""

    candidatura: int
    resultado: int | None
    notas: dict[str, str]
    etapas: dict[str, str]
    jurado: bool
    nascimento: date | None
    sorteio: int | None
    negro: bool
    indigena: bool
    pcd: bool
    eliminado: bool


def resultados_vigentes(cargo: Cargo) -> QuerySet[Resultado]:
    """Resultado de maior versão de cada candidatura do cargo."""
    mais_novo = Resultado.objects.filter(candidatura=OuterRef("candidatura"), versao__gt=OuterRef("versao"))
    return Resultado.objects.filter(~Exists(mais_novo), candidatura__cargo=cargo)


def entradas_da_classificacao(cargo: Cargo) -> list[Entrada]:
    """Todas as candidaturas do cargo, na ordem do identificador, em duas consultas."""
    return _entradas(cargo, resultados_vigentes(cargo), Candidatura.objects.filter(cargo=cargo))


def entradas_da_versao(versao: Classificacao) -> list[Entrada]:
    """As entradas de que saiu uma lista oficial, ainda que depois retificada, na mesma ordem.

    As notas são as que as colocações guardam; o nascimento, a declaração e o número sorteado que uma
    retificação posterior mudou, os de antes dela.
    """
    colocacoes = versao.colocacoes.order_by()
    com_notas = colocacoes.filter(resultado__isnull=False)
    return _entradas(
        versao.cargo,
        Resultado.objects.filter(pk__in=com_notas.values("resultado")),
        Candidatura.objects.filter(pk__in=colocacoes.values("candidatura")),
        _antes_das_retificacoes(versao),
    )


def _antes_das_retificacoes(versao: Classificacao) -> dict[int, dict[str, Any]]:
    """Por candidatura, o que as retificações posteriores à versão mudaram, como era."""
    numero = versao.retificacao.numero if versao.retificacao else 0
    mudados = ValorAnterior.objects.filter(
        importacao__retificacao__concurso=versao.cargo.edital.concurso_id,
        importacao__retificacao__numero__gt=numero,
    )
    antes: dict[int, dict[str, Any]] = {}
    for alvo, caminho in (
        ("candidato", "inscricao__candidato"),
        ("autodeclaracao", "inscricao__autodeclaracao"),
    ):
        # Da última à primeira: o que a primeira achou é o que valia.
        em_ordem = mudados.filter(**{f"{alvo}__isnull": False}).order_by("-importacao__retificacao__numero")
        valores: dict[int, dict[str, Any]] = {}
        for pk, cada in em_ordem.values_list(alvo, "antes"):
            valores.setdefault(pk, {}).update(cada)
        if valores:
            das_pessoas = Candidatura.objects.filter(cargo=versao.cargo_id).values_list("pk", caminho)
            for candidatura, pk in das_pessoas.iterator():
                antes.setdefault(candidatura, {}).update(valores.get(pk, {}))
    posteriores = Importacao.objects.filter(
        retificacao__concurso=versao.cargo.edital.concurso_id, retificacao__numero__gt=numero
    )
    posteriores = posteriores.order_by("-retificacao__numero")
    for sorteados in posteriores.values_list("plano__sorteios_antes", flat=True):
        for candidatura, sorteado in (sorteados or {}).items():
            antes.setdefault(int(candidatura), {})["sorteio"] = sorteado
    return antes


def _entradas(
    cargo: Cargo,
    resultados: QuerySet[Resultado],
    candidaturas: QuerySet[Candidatura],
    antes: Mapping[int, Mapping[str, Any]] | None = None,
) -> list[Entrada]:
    """As candidaturas dadas, na ordem do identificador, cada uma com o seu resultado dentre os dados.

    `antes`: por candidatura, os campos de `DA_PESSOA` que se leem como eram.
    """
    # Em texto e por este leitor: o conversor do campo custa mais que toda a comparação das notas.
    lidos = resultados.values_list(
        "candidatura_id", "pk", Cast("notas", TextField()), Cast("etapas", TextField()), "jurado"
    )
    ler = JSONDecoder().raw_decode
    lidas = {
        candidatura: (pk, ler(notas)[0], ler(etapas)[0], jurado)
        for candidatura, pk, notas, etapas, jurado in lidos
    }
    sem_resultado: tuple[int | None, dict[str, str], dict[str, str], bool] = (None, {}, {}, False)
    linhas: Iterable[Any] = candidaturas.order_by("pk").values_list("pk", *DA_PESSOA.values()).iterator()
    if antes:
        linhas = (_como_era(linha, antes.get(linha[0], {})) for linha in linhas)
    eliminam = {SituacaoDeclaracao.FALSA.value}
    if cargo.regras.nao_confirmacao == EfeitoDaNaoConfirmacao.ELIMINA:
        eliminam.add(SituacaoDeclaracao.NAO_CONFIRMADA.value)
    return [_entrada(pk, lidas.get(pk, sem_resultado), pessoa, eliminam) for pk, *pessoa in linhas]


def _como_era(linha: tuple[Any, ...], antes: Mapping[str, Any]) -> tuple[Any, ...]:
    """A linha com os valores de antes; datas guardam-se em texto."""
    pk, *pessoa = linha
    era = dict(zip(DA_PESSOA, pessoa, strict=True)) | {c: v for c, v in antes.items() if c in DA_PESSOA}
    if isinstance(era["nascimento"], str):
        era["nascimento"] = date.fromisoformat(era["nascimento"])
    return pk, *era.values()


def _entrada(
    candidatura: int,
    resultado: tuple[int | None, dict[str, str], dict[str, str], bool],
    pessoa: Sequence[Any],
    eliminam: Container[str | None],
) -> Entrada:
    """`pessoa`: nascimento, sorteio, negro, indigena, pcd e as duas situações, nulos se não há.

    `eliminam`: as situações da declaração racial que, pelo edital, tiram do concurso.
    """
    chave, notas, etapas, jurado = resultado
    nascimento, sorteio, negro, indigena, pcd, situacao, situacao_pcd = pessoa
    return Entrada(
        candidatura=candidatura,
        resultado=chave,
        notas=notas,
        etapas=etapas,
        jurado=jurado,
        nascimento=nascimento,
        sorteio=sorteio,
        negro=bool(negro) and situacao not in NAO_CONTAM,
        indigena=bool(indigena) and situacao not in NAO_CONTAM,
        pcd=bool(pcd) and situacao not in eliminam and situacao_pcd not in NAO_CONTAM,
        eliminado=situacao in eliminam,
    )


def resumo_das_entradas(cargo: Cargo, entradas: Iterable[Entrada]) -> str:
    """SHA-256 de tudo o que decide a lista: regras, critérios e entradas.

    Dois resumos iguais dão a mesma classificação; diferentes, a guardada está desatualizada.
    """
    resumo = hashlib.sha256(repr(criterios_de_classificacao(cargo.regras)).encode())
    resumo.update(repr((regras_da_reserva(cargo), cargo.regras.etapas)).encode())
    if (barreira := barreira_das_regras(cargo.regras)) != Barreira():
        resumo.update(repr(barreira).encode())
    for candidatura, resultado, notas, etapas, *demais in entradas:
        em_ordem = dict(sorted(notas.items())), dict(sorted(etapas.items()))
        resumo.update(repr((candidatura, resultado, *em_ordem, *demais)).encode())
    return resumo.hexdigest()
