"""O que já aconteceu em cada concurso, contado de uma vez para todos os que a página mostra."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from candidatos.enums import SituacaoClassificacao, SituacaoImportacao
from candidatos.models import Candidatura, Classificacao, Importacao, Inscricao, Resultado
from concursos.models import Cargo, Concurso, HomologacaoDoCargo, Regras
from nomeacoes.consultas import vagas_do_lapso
from nomeacoes.enums import SituacaoNomeacao
from nomeacoes.fluxo import POR_ASSINAR
from nomeacoes.models import Ato, Nomeacao

VIGENTES = [SituacaoClassificacao.CORRENTE, SituacaoClassificacao.HOMOLOGADA]
ABERTAS = [SituacaoImportacao.RECEBIDA, SituacaoImportacao.CONFERIDA]


@dataclass(frozen=True, slots=True)
class Fatos:
    """Contagens de um concurso. `importacao_aberta`: a que espera conferência ou confirmação.

    `regras_em`: publicação ou última retificação das regras; `classificados`: cargos com lista vigente;
    `pendentes`: os que têm empate ou dado que falta; `homologados`: os com candidatos e resultado homologado;
    `corrente_em`: a mais antiga das listas ainda por homologar; `validade_ate`: o último dia em que se
    convoca para algum cargo; `a_convocar`: cargos com vaga oferecida por prover, ou a repor, em que ainda se
    convoca;
    `providas`: nomeações em curso; `evento_a_assinar`: convocação mais antiga com minuta.
    """

    inscritos: int = 0
    candidaturas: int = 0
    com_resultado: int = 0
    primeira_carga: datetime | None = None
    ultima_carga: datetime | None = None
    importacao_aberta: int | None = None
    cargos: int = 0
    vagas: int = 0
    cargos_com_candidatos: int = 0
    classificados: int = 0
    pendentes: int = 0
    classificado_em: datetime | None = None
    corrente_em: datetime | None = None
    homologados: int = 0
    homologado_em: date | None = None
    validade_ate: date | None = None
    a_convocar: int = 0
    regras_em: datetime | None = None
    providas: int = 0
    empossadas: int = 0
    primeira_convocacao: date | None = None
    ultima_posse: date | None = None
    minutas: int = 0
    evento_a_assinar: int | None = None

    @property
    def desatualizada(self) -> bool:
        """Se chegou arquivo, ou as regras se retificaram, depois da mais antiga das listas por homologar."""
        novidades = [momento for momento in (self.ultima_carga, self.regras_em) if momento]
        return self.corrente_em is not None and any(cada > self.corrente_em for cada in novidades)


def fatos_dos_concursos(concursos: Iterable[Concurso]) -> dict[int, Fatos]:
    """Fatos por chave do concurso, num número fixo de consultas, sejam quantos forem."""
    chaves = [concurso.pk for concurso in concursos]
    partes: dict[int, dict[str, Any]] = {chave: {} for chave in chaves}
    for grupo in (
        _inscricoes(chaves),
        _candidaturas(chaves),
        _resultados(chaves),
        _importacoes(chaves),
        _cargos(chaves),
        _regras(chaves),
        _classificacoes(chaves),
        _homologacoes(chaves),
        _a_convocar(chaves),
        _nomeacoes(chaves),
        _minutas(chaves),
    ):
        for linha in grupo:
            chave = linha["concurso"]
            partes[chave] |= {campo: valor for campo, valor in linha.items() if campo != "concurso"}
    return {chave: Fatos(**parte) for chave, parte in partes.items()}


Linhas = Iterable[Mapping[str, Any]]


def _agrupar(lista: Any, caminho: str, chaves: Sequence[int], **contas: Any) -> Linhas:
    filtrada = lista.filter(**{f"{caminho}__in": chaves})
    linhas = filtrada.order_by().values(caminho).annotate(**contas)
    return [{"concurso": linha.pop(caminho), **linha} for linha in linhas]


def _inscricoes(chaves: Sequence[int]) -> Linhas:
    return _agrupar(Inscricao.objects, "edital__concurso", chaves, inscritos=Count("pk"))


def _candidaturas(chaves: Sequence[int]) -> Linhas:
    return _agrupar(
        Candidatura.objects,
        "cargo__edital__concurso",
        chaves,
        candidaturas=Count("pk"),
        cargos_com_candidatos=Count("cargo", distinct=True),
    )


def _resultados(chaves: Sequence[int]) -> Linhas:
    primeiras = Resultado.objects.filter(versao=1)
    return _agrupar(primeiras, "candidatura__cargo__edital__concurso", chaves, com_resultado=Count("pk"))


def _importacoes(chaves: Sequence[int]) -> Linhas:
    return _agrupar(
        Importacao.objects,
        "edital__concurso",
        chaves,
        primeira_carga=Min("carregada_em"),
        ultima_carga=Max("carregada_em"),
        importacao_aberta=Max("pk", filter=Q(situacao__in=ABERTAS)),
    )


def _cargos(chaves: Sequence[int]) -> Linhas:
    return _agrupar(
        Cargo.objects, "edital__concurso", chaves, cargos=Count("pk"), vagas=Sum("vagas", default=0)
    )


def _regras(chaves: Sequence[int]) -> Linhas:
    return _agrupar(Regras.objects, "edital__concurso", chaves, regras_em=Max("congeladas_em"))


def _classificacoes(chaves: Sequence[int]) -> Linhas:
    vigentes = Classificacao.objects.filter(situacao__in=VIGENTES)
    return _agrupar(
        vigentes,
        "cargo__edital__concurso",
        chaves,
        classificados=Count("cargo", distinct=True),
        pendentes=Count("cargo", distinct=True, filter=~Q(empates=[]) | ~Q(faltas=[])),
        classificado_em=Min("calculada_em"),
        corrente_em=Min("calculada_em", filter=Q(situacao=SituacaoClassificacao.CORRENTE)),
    )


def _homologacoes(chaves: Sequence[int]) -> Linhas:
    com_candidatos = Exists(Candidatura.objects.filter(cargo=OuterRef("cargo")))
    return _agrupar(
        HomologacaoDoCargo.objects.filter(com_candidatos),
        "cargo__edital__concurso",
        chaves,
        homologados=Count("pk"),
        homologado_em=Min("homologado_em"),
        validade_ate=Max(Coalesce("prorrogado_ate", "validade_ate")),
    )


def _a_convocar(chaves: Sequence[int]) -> Linhas:
    """Convoca-se na validade (Constituição, art. 37, IV); depois, só se repõe o que o lapso deixou."""
    homologados = list(
        Cargo.objects.filter(edital__concurso__in=chaves, homologacao__isnull=False)
        .select_related("homologacao", "edital")
        .annotate(
            providas=Count(
                "vagas_providas__nomeacoes",
                filter=Q(
                    vagas_providas__nomeacoes__encerrada_por__isnull=True,
                    vagas_providas__nomeacoes__espelho=False,
                ),
            )
        )
    )
    hoje = timezone.localdate()
    a_repor = vagas_do_lapso(homologados) if homologados else {}
    contas = Counter(
        cargo.edital.concurso_id
        for cargo in homologados
        if (cargo.homologacao.fim >= hoje and cargo.providas < cargo.vagas) or cargo.pk in a_repor
    )
    return [{"concurso": concurso, "a_convocar": quantos} for concurso, quantos in contas.items()]


def _nomeacoes(chaves: Sequence[int]) -> Linhas:
    em_curso = Q(encerrada_por__isnull=True, espelho=False)
    return _agrupar(
        Nomeacao.objects,
        "vaga__cargo__edital__concurso",
        chaves,
        providas=Count("pk", filter=em_curso),
        empossadas=Count("pk", filter=Q(situacao=SituacaoNomeacao.EMPOSSADA)),
        primeira_convocacao=Min("evento__data", filter=Q(evento__desfeito_por__isnull=True)),
        ultima_posse=Max("empossada_em", filter=em_curso),
    )


def _minutas(chaves: Sequence[int]) -> Linhas:
    minutas = Ato.objects.filter(situacao__in=POR_ASSINAR)
    return _agrupar(
        minutas,
        "nomeacao__vaga__cargo__edital__concurso",
        chaves,
        minutas=Count("pk"),
        evento_a_assinar=Min("ocupacao__causa__evento"),
    )
