"""O que pede atenção no início: diferença na reconferência, validade que acaba e trabalhos em andamento."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.urls import reverse

from concursos.enums import SituacaoConcurso
from concursos.models import Concurso
from nomeacoes.consultas.reconferencia import reconferencias_que_diferem
from nomeacoes.models import Reconferencia
from nucleo.enums import SituacaoExecucao
from nucleo.models import Execucao
from nucleo.permissoes import Pessoa

# Antecedência do aviso de fim de validade: tempo de preparar a prorrogação ou as últimas convocações.
DIAS_DE_AVISO = 180
TRABALHOS_MOSTRADOS = 10
DIFERENCAS_MOSTRADAS = 10


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


def avisos_da_reconferencia(*, autor: Pessoa, concurso: Concurso | None = None) -> list[Aviso]:
    """Um por cargo cujo guardado difere do que as notas e os registros dão; o último diz quantos mais há."""
    diferem = reconferencias_que_diferem(orgaos=autor.orgaos(), concurso=concurso)
    avisos = [
        Aviso(_da_reconferencia(cada), reverse("nomeacoes:memoria", args=[cada.cargo_id]), "Ver", grave=True)
        for cada in diferem[:DIFERENCAS_MOSTRADAS]
    ]
    restam = diferem.count() - len(avisos)
    if restam > 0:
        frase = "Há mais 1 cargo que difere." if restam == 1 else f"Há mais {restam} cargos que diferem."
        avisos.append(Aviso(frase, reverse("nomeacoes:convocacoes"), "Ver as convocações", grave=True))
    return avisos


def _da_reconferencia(reconferencia: Reconferencia) -> str:
    cargo = reconferencia.cargo
    concurso = cargo.edital.concurso
    return (
        f"{concurso.orgao.sigla} {concurso.identificacao}, {cargo.codigo} – {cargo}: o que está guardado "
        f"não é o que as notas e os registros dão. {reconferencia.diferenca}"
    )


def trabalhos_em_curso(*, autor: Pessoa) -> QuerySet[Execucao]:
    """Trabalhos vivos nos órgãos do autor, sem as partes de outro trabalho."""
    vivos = Execucao.objects.filter(
        situacao__in=[SituacaoExecucao.PENDENTE, SituacaoExecucao.EM_ANDAMENTO], mae__isnull=True
    ).select_related("orgao")
    orgaos = autor.orgaos()
    return (vivos if orgaos is None else vivos.filter(orgao_id__in=orgaos))[:TRABALHOS_MOSTRADOS]
