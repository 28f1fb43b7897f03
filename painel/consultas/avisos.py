"""O que pede atenção no início: validade que acaba e trabalhos em andamento."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.urls import reverse

from concursos.enums import SituacaoConcurso
from concursos.models import Concurso
from nucleo.enums import SituacaoExecucao
from nucleo.models import Execucao
from nucleo.permissoes import Pessoa

# Antecedência do aviso de fim de validade: tempo de preparar a prorrogação ou as últimas convocações.
DIAS_DE_AVISO = 180
TRABALHOS_MOSTRADOS = 10


@dataclass(frozen=True, slots=True)
class Aviso:
    """Uma frase que pede atenção, e a página em que se trata dela."""

    frase: str
    url: str
    rotulo: str
    grave: bool


def avisos_do_alcance(concursos: Iterable[Concurso], *, hoje: date) -> list[Aviso]:
    """Concursos homologados cuja validade acaba logo ou já acabou."""
    avisos = []
    for concurso in concursos:
        fim = concurso.prorrogado_ate or concurso.validade_ate
        if concurso.situacao != SituacaoConcurso.HOMOLOGADO or fim is None:
            continue
        dias = (fim - hoje).days
        if dias <= DIAS_DE_AVISO:
            avisos.append(_da_validade(concurso, fim, dias))
    return avisos


def _da_validade(concurso: Concurso, fim: date, dias: int) -> Aviso:
    nome = f"{concurso.orgao.sigla} {concurso.identificacao}, {concurso.titulo}"
    if dias < 0:
        frase = f"A validade do concurso {nome} acabou em {fim:%d/%m/%Y}: não se convoca mais."
    elif dias == 0:
        frase = f"A validade do concurso {nome} acaba hoje."
    else:
        quando = "falta 1 dia" if dias == 1 else f"faltam {dias} dias"
        frase = f"A validade do concurso {nome} acaba em {fim:%d/%m/%Y}: {quando}."
    if concurso.prorrogado_ate is None and dias >= 0:
        url, rotulo = reverse("candidatos:prorrogar", args=[concurso.pk]), "Prorrogar"
    else:
        url, rotulo = reverse("painel:concurso", args=[concurso.pk]), "Ver o concurso"
    return Aviso(frase, url, rotulo, grave=dias < 0)


def trabalhos_em_curso(*, autor: Pessoa) -> QuerySet[Execucao]:
    """Trabalhos vivos nos órgãos do autor, sem as partes de outro trabalho."""
    vivos = Execucao.objects.filter(
        situacao__in=[SituacaoExecucao.PENDENTE, SituacaoExecucao.EM_ANDAMENTO], mae__isnull=True
    ).select_related("orgao")
    orgaos = autor.orgaos()
    return (vivos if orgaos is None else vivos.filter(orgao_id__in=orgaos))[:TRABALHOS_MOSTRADOS]
