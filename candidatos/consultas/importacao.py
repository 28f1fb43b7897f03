"""O que a importação lê da base: arquivos recebidos e o estado do edital contra o qual se compara."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Length
from django.utils.formats import number_format

from candidatos.enums import SituacaoDeclaracao, SituacaoImportacao
from candidatos.models import Candidato, Candidatura, Importacao, Inscricao, Resultado
from concursos.models import Cargo, Concurso, Edital
from nucleo.enums import SituacaoExecucao
from nucleo.execucoes import VIVAS
from nucleo.permissoes import Pessoa

# Valores por comando, abaixo do limite dos dois bancos.
_PARAMETROS = 10_000


# De uma declaração que ninguém conferiu, ou que não há.
POR_EXAMINAR = {None, SituacaoDeclaracao.DECLARADA.value}


class PessoaNaBase(NamedTuple):
    """Candidato como está guardado."""

    candidato: int
    nome_busca: str
    cpf: str
    nascimento: date | None
    nascimento_informado: str = ""


class InscricaoNaBase(NamedTuple):
    """Inscrição do edital com a pessoa e a declaração; `examinada`: alguma avaliação já a conferiu."""

    inscricao: int
    pessoa: PessoaNaBase
    contato: dict[str, str]
    autodeclaracao: int | None
    declaracao: tuple[bool, bool, bool]
    examinada: bool


class CandidaturaNaBase(NamedTuple):
    """Candidatura com o resultado vigente; `versao` zero: ainda sem resultado."""

    candidatura: int
    versao: int
    notas: dict[str, str]
    etapas: dict[str, str]
    jurado: bool
    posicao: int | None


def inscricoes_na_base(edital: Edital, numeros: Collection[str]) -> dict[str, InscricaoNaBase]:
    """Inscrições do edital com os números dados, por número. Alguns milhares de cada vez."""
    linhas = Inscricao.objects.filter(edital=edital, numero__in=numeros).values_list(
        "numero",
        "pk",
        "contato",
        "candidato_id",
        "candidato__nome_busca",
        "candidato__cpf",
        "candidato__nascimento",
        "candidato__nascimento_informado",
        "autodeclaracao__pk",
        "autodeclaracao__negro",
        "autodeclaracao__indigena",
        "autodeclaracao__pcd",
        "autodeclaracao__situacao",
        "autodeclaracao__situacao_pcd",
    )
    return {
        numero: InscricaoNaBase(
            pk,
            PessoaNaBase(candidato, nome, cpf, nascimento, informado),
            contato,
            autodeclaracao,
            (bool(negro), bool(indigena), bool(pcd)),
            not {situacao, situacao_pcd} <= POR_EXAMINAR,
        )
        for (
            numero, pk, contato, candidato, nome, cpf, nascimento, informado, autodeclaracao, negro, indigena,
            pcd, situacao, situacao_pcd,
        ) in linhas
    }  # fmt: skip


def candidaturas_na_base(inscricoes: Collection[int]) -> dict[tuple[int, int], CandidaturaNaBase]:
    """Candidaturas das inscrições dadas, por (inscrição, cargo), com o resultado vigente."""
    resultados = (
        Resultado.objects.filter(candidatura__inscricao__in=inscricoes)
        .order_by("versao")
        .values_list("candidatura_id", "versao", "notas", "etapas", "jurado", "posicao_oficial")
    )
    # Em ordem de versão: fica a última.
    vigentes = {candidatura: vigente for candidatura, *vigente in resultados}
    candidaturas = Candidatura.objects.filter(inscricao__in=inscricoes)
    return {
        (inscricao, cargo): CandidaturaNaBase(pk, *vigentes.get(pk, (0, {}, {}, False, None)))
        for pk, inscricao, cargo in candidaturas.values_list("pk", "inscricao_id", "cargo_id")
    }


def pessoas_por_cpf(cpfs: Collection[str]) -> dict[str, PessoaNaBase]:
    """Candidatos já cadastrados, em qualquer concurso, com um dos CPFs inteiros dados."""
    linhas = Candidato.objects.filter(cpf__in=cpfs).values_list(
        "pk", "nome_busca", "cpf", "nascimento", "nascimento_informado"
    )
    return {pessoa.cpf: pessoa for pessoa in map(PessoaNaBase._make, linhas)}


def cargos_das_pessoas(
    edital: Edital, pessoas: Collection[int], cargos: Collection[int]
) -> dict[tuple[int, int], str]:
    """{(candidato, cargo): inscrição} das pessoas dadas que já concorrem a um dos cargos no edital."""
    linhas = Candidatura.objects.filter(
        cargo__in=cargos, inscricao__edital=edital, inscricao__candidato__in=pessoas
    ).values_list("inscricao__candidato", "cargo", "inscricao__numero")
    return {(pessoa, cargo): numero for pessoa, cargo, numero in linhas}


def tamanhos_das_inscricoes(edital: Edital) -> frozenset[int]:
    """Quantos caracteres têm os números de inscrição do edital que estão na base."""
    tamanhos = Inscricao.objects.filter(edital=edital).order_by().values_list(Length("numero"))
    return frozenset(tamanho for (tamanho,) in tamanhos.distinct())


def nomes_das_inscricoes(edital: Edital, numeros: Collection[str]) -> dict[str, str]:
    """{número: nome para busca} das inscrições do edital que a base tem."""
    nomes: dict[str, str] = {}
    procurados = list(numeros)
    # Cada inscrição pode dar várias grafias, e o comando tem um limite de parâmetros.
    for inicio in range(0, len(procurados), _PARAMETROS):
        linhas = Inscricao.objects.filter(edital=edital, numero__in=procurados[inicio : inicio + _PARAMETROS])
        nomes |= dict(linhas.values_list("numero", "candidato__nome_busca"))
    return nomes


def candidaturas_dos_cargos(cargos: Collection[int]) -> QuerySet[Candidatura]:
    """As candidaturas dos cargos, na ordem do número da inscrição."""
    return Candidatura.objects.filter(cargo__in=cargos).order_by("inscricao__numero", "pk")


def cargos_do_edital(edital: Edital) -> list[Cargo]:
    """Cargos com as suas regras, na ordem do código."""
    return list(Cargo.objects.filter(edital=edital).select_related("regras", "edital").order_by("codigo"))


def importacoes_ao_alcance(autor: Pessoa) -> QuerySet[Importacao]:
    """Importações dos órgãos do autor, da mais nova à mais antiga, com o que a página mostra."""
    todas = Importacao.objects.select_related(
        "edital__concurso__orgao", "execucao", "autor", "cargo", "layout"
    ).order_by("-pk")
    orgaos = autor.orgaos()
    return todas if orgaos is None else todas.filter(edital__concurso__orgao__in=orgaos)


def importacoes_do_concurso(*, autor: Pessoa, concurso: Concurso) -> QuerySet[Importacao]:
    """Importações do concurso, sem as descartadas."""
    do_concurso = importacoes_ao_alcance(autor).filter(edital__concurso=concurso)
    return do_concurso.exclude(situacao=SituacaoImportacao.DESCARTADA)


def em_curso(importacao: Importacao) -> bool:
    """Se há trabalho vivo sobre o arquivo."""
    return importacao.execucao is not None and importacao.execucao.situacao in VIVAS


def frase_do_plano(plano: dict[str, Any]) -> str:
    """As contagens numa frase: "83 linhas lidas: 83 novas, 0 alteradas, 0 inalteradas, 0 recusadas."."""
    partes = [_contadas(plano[chave], chave) for chave in ("novas", "alteradas", "inalteradas", "recusadas")]
    if plano.get("filtradas"):
        partes.append(_contadas(plano["filtradas"], "filtradas"))
    return f"{_quantas(plano['lidas'])}: {', '.join(partes)}."


def frase_da_carga(plano: dict[str, Any]) -> str:
    """O que a carga fez: "83 novas, 0 alteradas e 0 inalteradas, de 83 linhas lidas."."""
    novas, alteradas, inalteradas = (
        _contadas(plano[chave], chave) for chave in ("novas", "alteradas", "inalteradas")
    )
    return f"{novas}, {alteradas} e {inalteradas}, de {_quantas(plano['lidas'])}."


def _quantas(lidas: int) -> str:
    return "1 linha lida" if lidas == 1 else f"{_milhar(lidas)} linhas lidas"


def _contadas(quantas: int, plural: str) -> str:
    return f"1 {plural.removesuffix('s')}" if quantas == 1 else f"{_milhar(quantas)} {plural}"


def _milhar(numero: int) -> str:
    return str(number_format(numero, force_grouping=True))


def proximo_passo(importacao: Importacao) -> str:
    """O que falta fazer com o arquivo, para a página: ver os valores na própria função."""
    plano = importacao.plano
    if em_curso(importacao):
        return "esperar"
    if importacao.situacao == SituacaoImportacao.RECEBIDA:
        return "conferir" if importacao.colunas else "parear"
    if importacao.situacao != SituacaoImportacao.CONFERIDA:
        return "classificar" if importacao.situacao == SituacaoImportacao.CARREGADA else ""
    if importacao.execucao is not None and importacao.execucao.situacao in (
        SituacaoExecucao.FALHOU,
        SituacaoExecucao.CANCELADA,
    ):
        return "conferir"
    if plano["pendencias"]:
        return "valores"
    if plano["recusadas"]:
        return "corrigir"
    return "carregar" if plano["novas"] or plano["alteradas"] else "nada"
