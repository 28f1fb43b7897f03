"""O que desfazer uma carga apagaria, e o que a impede de ser desfeita."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from candidatos.enums import SituacaoClassificacao, SituacaoDeclaracao, SituacaoImportacao
from candidatos.models import (
    Autodeclaracao,
    Candidato,
    Candidatura,
    Classificacao,
    Colocacao,
    Importacao,
    Inscricao,
    Resultado,
    Sorteio,
    ValorAnterior,
)
from concursos.consultas import cargos_homologados
from concursos.models import Cargo

# As que ainda se podem apagar: as outras são as que se homologaram.
SEM_HOMOLOGACAO = [SituacaoClassificacao.CORRENTE, SituacaoClassificacao.SUBSTITUIDA]


@dataclass(frozen=True, slots=True)
class Desfazimento:
    """Quantos registros saem e quantos voltam ao que eram."""

    pessoas: int
    inscricoes: int
    candidaturas: int
    resultados: int
    restaurados: int
    classificacoes: int
    sorteios: int


def faixas(importacao: Importacao, modelo: type[Model]) -> list[tuple[int, int]]:
    """Primeira e última chave de cada bloco de linhas que a carga criou no modelo."""
    return [(inicio, fim) for inicio, fim in importacao.criados.get(modelo._meta.label, [])]


def nas_faixas(importacao: Importacao, modelo: type[Model], caminho: str = "pk") -> Q:
    """Condição "criado por esta carga", pela chave que está em `caminho`; nunca verdadeira se nada criou."""
    condicao = Q(pk__in=[])
    for primeira, ultima in faixas(importacao, modelo):
        condicao |= Q(**{f"{caminho}__gte": primeira, f"{caminho}__lte": ultima})
    return condicao


def cargos_tocados(importacao: Importacao) -> list[int]:
    """Cargos de que a carga mudou resultado, candidatura, pessoa ou declaração, na ordem da chave."""
    anteriores = ValorAnterior.objects.filter(importacao=importacao)
    inscricoes = Inscricao.objects.filter(
        Q(candidato__in=anteriores.filter(candidato__isnull=False).values("candidato"))
        | Q(autodeclaracao__in=anteriores.filter(autodeclaracao__isnull=False).values("autodeclaracao"))
        | Q(pk__in=Autodeclaracao.objects.filter(nas_faixas(importacao, Autodeclaracao)).values("inscricao")),
        edital=importacao.edital_id,
    )
    # Uma pergunta por origem: com "ou", o banco deixaria os índices.
    tocados: set[int] = set()
    for candidaturas in (
        Candidatura.objects.filter(resultados__importacao=importacao),
        Candidatura.objects.filter(nas_faixas(importacao, Candidatura)),
        Candidatura.objects.filter(inscricao__in=inscricoes),
    ):
        tocados.update(candidaturas.order_by().values_list("cargo", flat=True).distinct())
    return sorted(tocados)


def classificacoes_apoiadas(importacao: Importacao) -> QuerySet[Classificacao]:
    """As não homologadas que leram o que a carga trouxe: feitas depois dela, ou com linha dela."""
    lugares = Colocacao.objects.filter(classificacao=OuterRef("pk"))
    return Classificacao.objects.filter(
        Q(calculada_em__gt=importacao.carregada_em)
        | Exists(lugares.filter(resultado__importacao=importacao))
        | Exists(lugares.filter(nas_faixas(importacao, Candidatura, "candidatura"))),
        cargo__in=cargos_tocados(importacao),
        situacao__in=SEM_HOMOLOGACAO,
    )


def sorteios_das_criadas(importacao: Importacao) -> QuerySet[Sorteio]:
    """Números sorteados de candidaturas que só existem por esta carga."""
    return Sorteio.objects.filter(nas_faixas(importacao, Candidatura, "candidatura"))


def pessoas_so_desta(importacao: Importacao) -> QuerySet[Candidato]:
    """Pessoas criadas pela carga que não se inscreveram em mais nada."""
    alheias = Inscricao.objects.filter(~nas_faixas(importacao, Inscricao), candidato=OuterRef("pk"))
    return Candidato.objects.filter(~Exists(alheias), nas_faixas(importacao, Candidato))


def previsao_de_desfazer(importacao: Importacao) -> Desfazimento:
    """O que desfazer a carga faria agora."""
    return Desfazimento(
        pessoas=pessoas_so_desta(importacao).count(),
        inscricoes=Inscricao.objects.filter(nas_faixas(importacao, Inscricao)).count(),
        candidaturas=Candidatura.objects.filter(nas_faixas(importacao, Candidatura)).count(),
        resultados=Resultado.objects.filter(importacao=importacao).count(),
        restaurados=ValorAnterior.objects.filter(importacao=importacao).count(),
        classificacoes=classificacoes_apoiadas(importacao).count(),
        sorteios=sorteios_das_criadas(importacao).count(),
    )


def impedimento_de_desfazer(importacao: Importacao) -> str:
    """Por que a carga não se desfaz agora; vazio se pode. Não diz de quem é a declaração examinada."""
    posterior = (
        Importacao.objects.filter(
            Q(carregada_em__gt=importacao.carregada_em)
            | Q(carregada_em=importacao.carregada_em, pk__gt=importacao.pk),
            edital=importacao.edital_id,
            situacao=SituacaoImportacao.CARREGADA,
        )
        .order_by("-carregada_em", "-pk")
        .first()
    )
    if posterior is not None and posterior.carregada_em is not None:
        return (
            f"Depois deste arquivo foi carregado “{posterior.nome_original}”, em "
            f"{timezone.localtime(posterior.carregada_em):%d/%m/%Y}: desfaça antes a carga dele."
        )
    if Resultado.objects.filter(
        recurso__isnull=False, candidatura__resultados__importacao=importacao
    ).exists():
        return "Recursos já decididos mudaram notas que este arquivo trouxe: a carga fica."
    if homologados := cargos_homologados(cargos_tocados(importacao)):
        quais = ", ".join(f"{cargo.codigo} – {cargo}" for cargo in homologados)
        return f"O resultado já foi homologado sobre esta carga em {quais}: a carga fica."
    anteriores = ValorAnterior.objects.filter(importacao=importacao, autodeclaracao__isnull=False)
    examinadas = (
        Autodeclaracao.objects.filter(
            nas_faixas(importacao, Autodeclaracao) | Q(pk__in=anteriores.values("autodeclaracao"))
        )
        .exclude(situacao=SituacaoDeclaracao.DECLARADA, situacao_pcd=SituacaoDeclaracao.DECLARADA)
        .count()
    )
    if examinadas:
        quantas = "1 autodeclaração" if examinadas == 1 else f"{examinadas} autodeclarações"
        return f"Já houve exame de {quantas} que este arquivo trouxe, e ele se perderia: a carga fica."
    return ""


def frase_do_desfazer(feito: Desfazimento, a_classificar: list[Cargo]) -> str:
    """O que se desfez, em uma frase, e o que falta fazer."""
    partes = [
        _quantos(feito.inscricoes, "inscrição", "inscrições"),
        _quantos(feito.candidaturas, "candidatura", "candidaturas"),
        _quantos(feito.resultados, "resultado", "resultados"),
        _quantos(feito.classificacoes, "classificação", "classificações"),
        _quantos(feito.sorteios, "número sorteado", "números sorteados"),
    ]
    frase = f"Carga desfeita. Saíram: {', '.join(parte for parte in partes if parte) or 'nada'}."
    if feito.restaurados:
        frase += f" Voltaram ao que eram: {_quantos(feito.restaurados, 'registro', 'registros')}."
    if a_classificar:
        frase += f" Classifique de novo: {', '.join(cargo.codigo for cargo in a_classificar)}."
    return frase


def _quantos(quantos: int, um: str, varios: str) -> str:
    if not quantos:
        return ""
    return f"1 {um}" if quantos == 1 else f"{quantos:,} {varios}".replace(",", ".")
