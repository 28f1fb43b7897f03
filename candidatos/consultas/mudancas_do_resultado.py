"""O que mudou do resultado preliminar ao final, lista a lista, com a causa; e as listas que se divulgaram."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from candidatos.consultas.classificacao import CAMPO_DO_LUGAR, Lista, lista_classificada
from candidatos.enums import EspecieDeAvaliacao, EspecieDeDivulgacao
from candidatos.models import AvaliacaoDaDeclaracao, Classificacao, Colocacao, Divulgacao
from concursos.models import Cargo

# A espécie de avaliação que põe e tira da lista.
AVALIACAO: Mapping[Lista, EspecieDeAvaliacao] = {
    Lista.COTAS: EspecieDeAvaliacao.HETEROIDENTIFICACAO,
    Lista.PCD: EspecieDeAvaliacao.BIOPSICOSSOCIAL,
}
CAMPOS = ("posicao", "posicao_cotas", "posicao_pcd", "fora_da_geral", "nota", "resultado_id", "motivo")
OUTRAS_PESSOAS = "A mudança de outras pessoas"


@dataclass(frozen=True, slots=True)
class Mudou:
    """Alguém cujo lugar na lista mudou, ou, na geral, cuja nota ou situação mudou. Lugar nulo: fora dela."""

    colocacao: Colocacao
    lugar_antes: int | None
    lugar: int | None
    nota_antes: str
    causa: str


@dataclass(frozen=True, slots=True)
class MudancasDaLista:
    """As de uma lista, na ordem do resultado final; `iguais`: quantos ficaram como estavam."""

    lista: Lista
    mudancas: tuple[Mudou, ...]
    iguais: int


@dataclass(frozen=True, slots=True)
class MudancasDoCargo:
    """As das listas de um cargo: a geral e, se alguém está ou esteve nelas, a da cota e a de PcD."""

    cargo: Cargo
    listas: tuple[MudancasDaLista, ...]


def o_que_mudou(final: Divulgacao) -> list[MudancasDoCargo]:
    """O resultado final contra o preliminar, cargo a cargo e lista a lista, com a causa de cada mudança.

    A causa própria (recurso, arquivo novo, avaliação) diz-se de quem a teve, e dos demais, que os moveu a
    mudança de outros. Da avaliação diz-se que houve, nunca o que concluiu (LGPD, art. 11).
    """
    preliminar = (
        Divulgacao.objects.filter(
            concurso=final.concurso, especie=EspecieDeDivulgacao.PRELIMINAR, pk__lt=final.pk
        )
        .order_by("-pk")
        .first()
    )
    antigas: Mapping[int, Classificacao] = (
        {} if preliminar is None else {c.cargo_id: c for c in preliminar.classificacoes.all()}
    )
    return [_do_cargo(antigas.get(nova.cargo_id), nova) for nova in listas_divulgadas(final)]


def listas_divulgadas(divulgacao: Divulgacao) -> QuerySet[Classificacao]:
    """A versão da lista de cada cargo que se divulgou, na ordem do código."""
    return divulgacao.classificacoes.select_related("cargo").order_by("cargo__codigo")


def colocacoes_das_listas(classificacao: Classificacao) -> list[tuple[Lista, QuerySet[Colocacao]]]:
    """A lista geral, a da cota e a de PcD, cada uma na sua ordem."""
    return [(lista, lista_classificada(classificacao, lista)) for lista in CAMPO_DO_LUGAR]


def _do_cargo(antiga: Classificacao | None, nova: Classificacao) -> MudancasDoCargo:
    linhas = antiga.colocacoes.values_list("candidatura_id", *CAMPOS) if antiga else []
    antes = {quem: dict(zip(CAMPOS, valores, strict=True)) for quem, *valores in linhas}
    colocacoes = list(
        nova.colocacoes.select_related(
            "candidatura__inscricao__candidato", "resultado__recurso", "resultado__importacao"
        ).order_by("ordem")
    )
    geral = _da_geral(antes, colocacoes)
    outras = (
        _da_especifica(lista, antes, colocacoes, _avaliados(lista, antiga, nova)) for lista in AVALIACAO
    )
    return MudancasDoCargo(nova.cargo, (geral, *(cada for cada in outras if cada.mudancas or cada.iguais)))


def _da_geral(antes: Mapping[int, dict[str, object]], colocacoes: Sequence[Colocacao]) -> MudancasDaLista:
    mudancas, iguais = [], 0
    for colocacao in colocacoes:
        velha = antes.get(colocacao.candidatura_id, {})
        lugar_antes = None if velha.get("fora_da_geral") else velha.get("posicao")
        lugar = None if colocacao.fora_da_geral else colocacao.posicao
        de_antes = (lugar_antes, velha.get("nota", ""), velha.get("motivo", ""))
        if de_antes == (lugar, colocacao.nota, colocacao.motivo):
            iguais += 1
        else:
            mudancas.append(_mudou(colocacao, velha, lugar_antes, lugar, _causa(colocacao, velha)))
    return MudancasDaLista(Lista.GERAL, tuple(mudancas), iguais)


def _da_especifica(
    lista: Lista,
    antes: Mapping[int, dict[str, object]],
    colocacoes: Sequence[Colocacao],
    avaliados: set[int],
) -> MudancasDaLista:
    mudancas, iguais = [], 0
    for colocacao in colocacoes:
        velha = antes.get(colocacao.candidatura_id, {})
        lugar_antes, lugar = velha.get(CAMPO_DO_LUGAR[lista]), getattr(colocacao, CAMPO_DO_LUGAR[lista])
        if lugar_antes == lugar:
            iguais += lugar is not None
            continue
        entrou_ou_saiu = lugar_antes is None or lugar is None
        avaliado = entrou_ou_saiu and colocacao.candidatura_id in avaliados
        causa = AVALIACAO[lista].label if avaliado else _causa(colocacao, velha)
        mudancas.append(_mudou(colocacao, velha, lugar_antes, lugar, causa))
    return MudancasDaLista(lista, tuple(mudancas), iguais)


def _mudou(
    colocacao: Colocacao, velha: Mapping[str, object], lugar_antes: object, lugar: int | None, causa: str
) -> Mudou:
    antes = lugar_antes if isinstance(lugar_antes, int) else None
    return Mudou(colocacao, antes, lugar, str(velha.get("nota", "")), causa)


def _avaliados(lista: Lista, antiga: Classificacao | None, nova: Classificacao) -> set[int]:
    """Candidaturas do cargo que se avaliaram depois da lista antiga e antes da nova."""
    if antiga is None:
        return set()
    avaliacoes = AvaliacaoDaDeclaracao.objects.filter(
        especie=AVALIACAO[lista],
        registrada_em__range=(antiga.calculada_em, nova.calculada_em),
        inscricao__candidaturas__cargo=nova.cargo_id,
    )
    return set(avaliacoes.values_list("inscricao__candidaturas", flat=True))


def _causa(colocacao: Colocacao, velha: Mapping[str, object]) -> str:
    resultado = colocacao.resultado
    if resultado is not None and resultado.pk != velha.get("resultado_id"):
        if resultado.recurso is not None:
            decisao = resultado.recurso.get_situacao_display().lower()
            return f"Recurso nº {resultado.recurso.numero}, {decisao}"
        if resultado.importacao is not None:
            return f"Notas do arquivo {resultado.importacao.nome_original}"
    if colocacao.motivo != velha.get("motivo", ""):
        return colocacao.motivo or "Passou a aprovada"
    return OUTRAS_PESSOAS
