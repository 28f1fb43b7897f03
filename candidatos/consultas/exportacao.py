"""O que as exportações leem da base, em lotes: nenhuma guarda a lista inteira na memória."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from django.db.models import Exists, Max, OuterRef, QuerySet

from candidatos.consultas.classificacao import VIGENTES, Lista, lista_classificada
from candidatos.consultas.layouts import so_vigentes
from candidatos.enums import SituacaoClassificacao, SituacaoImportacao
from candidatos.models import (
    Candidatura,
    Classificacao,
    Colocacao,
    Importacao,
    Inscricao,
    LayoutImportacao,
    Resultado,
)
from concursos.models import Cargo, Concurso, Edital

T = TypeVar("T")

# Linhas por pergunta ao banco; cada uma é um parâmetro, e os dois bancos aceitam tantos.
LOTE = 2_000


class LinhaDaLista(NamedTuple):
    """Uma colocação. `nota`: texto decimal canônico, ou ""; `motivo`: de não estar aprovada, ou ""."""

    lugar: int | None
    lugar_cotas: int | None
    lugar_pcd: int | None
    lugar_banca: int | None
    inscricao: str
    nome: str
    cpf: str
    nota: str
    empatado: bool
    motivo: str


_COLUNAS_DA_LISTA = (
    "posicao",
    "posicao_cotas",
    "posicao_pcd",
    "resultado__posicao_oficial",
    "candidatura__inscricao__numero",
    "candidatura__inscricao__candidato__nome",
    "candidatura__inscricao__candidato__cpf",
    "nota",
    "empatado",
    "motivo",
)


def linhas_da_lista(
    classificacao: Classificacao, lista: Lista, termo: str = "", *, divergentes: bool = False
) -> Iterator[LinhaDaLista]:
    """Linhas de uma lista, na ordem dela, com os filtros da página."""
    colocacoes = lista_classificada(classificacao, lista, termo, divergentes=divergentes)
    return _linhas(colocacoes)


def linhas_da_classificacao(classificacao: Classificacao) -> Iterator[LinhaDaLista]:
    """Todas as candidaturas do cargo: as aprovadas na ordem da lista geral, e depois as outras."""
    return _linhas(Colocacao.objects.filter(classificacao=classificacao).order_by("ordem"))


def _linhas(colocacoes: QuerySet[Colocacao]) -> Iterator[LinhaDaLista]:
    return map(LinhaDaLista._make, colocacoes.values_list(*_COLUNAS_DA_LISTA).iterator(LOTE))


def classificacoes_do_concurso(concurso: Concurso) -> list[Classificacao]:
    """A vigente de cada cargo já classificado, na ordem do código."""
    todas = (
        Classificacao.objects.filter(cargo__edital__concurso=concurso, situacao__in=VIGENTES)
        .select_related("cargo")
        .defer("entradas", "empates", "faltas")
    )
    # A homologada vem por último e fica.
    vigentes = {
        cada.cargo_id: cada
        for cada in sorted(todas, key=lambda cada: cada.situacao == SituacaoClassificacao.HOMOLOGADA)
    }
    return sorted(vigentes.values(), key=lambda cada: cada.cargo.codigo)


def quantas_colocacoes(classificacoes: Iterable[Classificacao]) -> int:
    """Candidaturas nas classificações dadas."""
    return Colocacao.objects.filter(classificacao__in=list(classificacoes)).count()


class Inscrito(NamedTuple):
    """Uma inscrição; `cargos`: códigos dos cargos em que concorre."""

    inscricao: str
    nome: str
    cpf: str
    concurso: str
    orgao: str
    cargos: tuple[str, ...]


def inscritos(inscricoes: QuerySet[Inscricao]) -> Iterator[Inscrito]:
    """As inscrições dadas, na ordem dada, com os cargos de cada uma."""
    linhas = inscricoes.values_list(
        "pk",
        "numero",
        "candidato__nome",
        "candidato__cpf",
        "edital__concurso__numero",
        "edital__concurso__ano",
        "edital__concurso__orgao__sigla",
    ).iterator(LOTE)
    for lote in _em_lotes(linhas):
        cargos: dict[int, list[str]] = {}
        candidaturas = Candidatura.objects.filter(inscricao__in=[linha[0] for linha in lote])
        for inscricao, codigo in candidaturas.order_by("cargo__codigo").values_list(
            "inscricao_id", "cargo__codigo"
        ):
            cargos.setdefault(inscricao, []).append(codigo)
        for pk, numero, nome, cpf, do_concurso, ano, sigla in lote:
            identificacao = f"{do_concurso:03d}/{ano}"
            yield Inscrito(numero, nome, cpf, identificacao, sigla, tuple(cargos.get(pk, ())))


class CandidaturaInteira(NamedTuple):
    """Tudo o que um arquivo pode trazer de uma candidatura; sem resultado, `notas` e `etapas` vazias.

    `lugar_cotas` e `lugar_pcd`: na classificação vigente. Tem dado sensível: só sai por serviço próprio.
    """

    cargo: int
    inscricao: str
    nome: str
    cpf: str
    nascimento: date | None
    nascimento_informado: str
    contato: dict[str, str]
    declaracao: tuple[bool, bool, bool]
    notas: dict[str, str]
    etapas: dict[str, str]
    jurado: bool
    posicao_oficial: int | None
    lugar_cotas: int | None
    lugar_pcd: int | None


def candidaturas_inteiras(
    edital: Edital, cargo: Cargo | None = None, *, com_resultado: bool
) -> Iterator[CandidaturaInteira]:
    """Candidaturas do edital, ou de um cargo, por cargo e inscrição; `com_resultado`: só as que o têm."""
    linhas = (
        _candidaturas(edital, cargo, com_resultado=com_resultado)
        .order_by("cargo__codigo", "inscricao__numero")
        .values_list(
            "pk",
            "cargo_id",
            "inscricao__numero",
            "inscricao__candidato__nome",
            "inscricao__candidato__cpf",
            "inscricao__candidato__nascimento",
            "inscricao__candidato__nascimento_informado",
            "inscricao__contato",
            "inscricao__autodeclaracao__negro",
            "inscricao__autodeclaracao__indigena",
            "inscricao__autodeclaracao__pcd",
        )
        .iterator(LOTE)
    )
    for lote in _em_lotes(linhas):
        chaves = [linha[0] for linha in lote]
        resultados, lugares = _resultados(chaves), _lugares(chaves)
        for pk, *dados, negro, indigena, pcd in lote:
            declaracao = (bool(negro), bool(indigena), bool(pcd))
            do_resultado = resultados.get(pk, ({}, {}, False, None))
            valores = (*dados, declaracao, *do_resultado, *lugares.get(pk, (None, None)))
            yield CandidaturaInteira._make(valores)


def quantas_candidaturas(edital: Edital, cargo: Cargo | None = None, *, com_resultado: bool) -> int:
    """Quantas `candidaturas_inteiras` daria."""
    return _candidaturas(edital, cargo, com_resultado=com_resultado).count()


def _candidaturas(edital: Edital, cargo: Cargo | None, *, com_resultado: bool) -> QuerySet[Candidatura]:
    todas = Candidatura.objects.filter(cargo__edital=edital)
    if cargo is not None:
        todas = todas.filter(cargo=cargo)
    return (
        todas.filter(Exists(Resultado.objects.filter(candidatura=OuterRef("pk")))) if com_resultado else todas
    )


def _resultados(candidaturas: Sequence[int]) -> dict[int, tuple[Any, ...]]:
    """Notas, etapas, jurado e lugar da banca da última versão de cada candidatura."""
    versoes = Resultado.objects.filter(candidatura__in=candidaturas).order_by("versao")
    return {
        candidatura: tuple(dados)
        for candidatura, *dados in versoes.values_list(
            "candidatura_id", "notas", "etapas", "jurado", "posicao_oficial"
        )
    }


def _lugares(candidaturas: Sequence[int]) -> dict[int, tuple[int | None, int | None]]:
    """Lugar na cota e na lista de PcD; a homologada vem depois da corrente, e fica."""
    colocacoes = (
        Colocacao.objects.filter(candidatura__in=candidaturas, classificacao__situacao__in=VIGENTES)
        .order_by("classificacao__situacao")
        .values_list("candidatura_id", "posicao_cotas", "posicao_pcd")
    )
    return {candidatura: (cotas, pcd) for candidatura, cotas, pcd in colocacoes}


def ultimos_lugares(edital: Edital) -> dict[int, tuple[int, int]]:
    """Por cargo, quantos há na lista da cota e na de PcD da classificação vigente."""
    linhas = (
        Colocacao.objects.filter(classificacao__cargo__edital=edital, classificacao__situacao__in=VIGENTES)
        .order_by()
        .values_list("classificacao__cargo")
        .annotate(cotas=Max("posicao_cotas"), pcd=Max("posicao_pcd"))
    )
    return {cargo: (cotas or 0, pcd or 0) for cargo, cotas, pcd in linhas}


def layouts_do_edital(edital: Edital) -> list[LayoutImportacao]:
    """Layouts vigentes do órgão do edital que guardaram os títulos, por nome."""
    vigentes = so_vigentes(LayoutImportacao.objects.filter(orgao=edital.orgao))
    return [layout for layout in vigentes.order_by("nome", "banca") if layout.titulos]


def importacoes_carregadas(edital: Edital) -> list[Importacao]:
    """Arquivos que estão na base, do mais novo ao mais antigo."""
    carregadas = Importacao.objects.filter(edital=edital, situacao=SituacaoImportacao.CARREGADA)
    return list(carregadas.select_related("cargo", "layout", "edital__concurso__orgao").order_by("-pk"))


def _em_lotes(linhas: Iterable[T]) -> Iterator[list[T]]:
    restantes = iter(linhas)
    while lote := list(islice(restantes, LOTE)):
        yield lote
