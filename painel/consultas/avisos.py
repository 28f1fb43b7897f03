"""O que pede atenção no início: diferença na reconferência, validade que acaba e trabalhos em andamento."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.urls import reverse

from concursos.enums import SituacaoConcurso
from concursos.models import Concurso
from nomeacoes.consultas import fim_da_validade, vagas_do_lapso
from nomeacoes.consultas.reconferencia import reconferencias_que_diferem
from nomeacoes.models import Reconferencia
from nucleo.calendario import somar_meses
from nucleo.enums import SituacaoExecucao
from nucleo.models import Execucao
from nucleo.permissoes import Pessoa
from painel.consultas.validade import vagas_a_prover

# Antecedência dos avisos do fim da validade: tempo de preparar a prorrogação e as últimas convocações; a
# partir de quando as vagas oferecidas por prover são graves; e de quando tudo o é.
DIAS_DE_AVISO, DIAS_COM_VAGAS, DIAS_FINAIS = 180, 90, 30
DA_VALIDADE = "Constituição Federal, art. 37, III"
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
    """Concursos homologados cuja validade acaba logo ou já acabou, e o que ainda se pode fazer."""
    perto = [
        (concurso, fim, (fim - hoje).days)
        for concurso in concursos
        if concurso.situacao == SituacaoConcurso.HOMOLOGADO
        and (fim := fim_da_validade(concurso)) is not None
        and (fim - hoje).days <= DIAS_DE_AVISO
    ]
    a_prover = vagas_a_prover(concurso for concurso, _, dias in perto if dias >= 0)
    return [
        _da_validade(concurso, fim, dias, a_prover.get(concurso.pk, 0))
        if dias >= 0
        else _vencida(concurso, fim)
        for concurso, fim, dias in perto
    ]


def _nome(concurso: Concurso) -> str:
    return f"{concurso.orgao.sigla} {concurso.identificacao}, {concurso.titulo}"


def _da_validade(concurso: Concurso, fim: date, dias: int, a_prover: int) -> Aviso:
    if dias == 0:
        quando = "acaba hoje."
    else:
        quando = f"acaba em {fim:%d/%m/%Y}: {'falta 1 dia' if dias == 1 else f'faltam {dias} dias'}."
    frases = [f"A validade do concurso {_nome(concurso)} {quando}", *_das_vagas(a_prover)]
    url, rotulo = reverse("painel:concurso", args=[concurso.pk]), "Ver o concurso"
    if concurso.prorrogado_ate is None:
        ate = somar_meses(fim, concurso.validade_meses)
        frases.append(
            f"Cabe uma só prorrogação, por igual período, até {ate:%d/%m/%Y}, se decidida até "
            f"{fim:%d/%m/%Y} ({DA_VALIDADE})."
        )
        url, rotulo = reverse("candidatos:prorrogar", args=[concurso.pk]), "Prorrogar"
    else:
        frases.append(f"Já foi prorrogada, e não cabe outra prorrogação ({DA_VALIDADE}).")
    grave = dias <= (DIAS_COM_VAGAS if a_prover else DIAS_FINAIS)
    return Aviso(" ".join(frases), url, rotulo, grave=grave)


def _das_vagas(a_prover: int) -> list[str]:
    if not a_prover:
        return []
    if a_prover == 1:
        return ["Há 1 vaga oferecida sem nomeação, com aprovado à espera: tem de ser provida até lá."]
    return [
        f"Há {a_prover} vagas oferecidas sem nomeação, com aprovados à espera: têm de ser providas até lá."
    ]


def _vencida(concurso: Concurso, fim: date) -> Aviso:
    """Depois da validade só se repõe o que nela se chamou e fora dela ficou sem posse."""
    frase = f"A validade do concurso {_nome(concurso)} acabou em {fim:%d/%m/%Y}: não se convoca mais"
    repor = sum(len(vagas) for vagas in vagas_do_lapso(concurso).values())
    if not repor:
        return Aviso(
            f"{frase}.", reverse("painel:concurso", args=[concurso.pk]), "Ver o concurso", grave=True
        )
    quantas = "1 vaga" if repor == 1 else f"{repor} vagas"
    excecao = f"salvo para repor {quantas} de quem, chamado na validade, não tomou posse no prazo."
    url = reverse("nomeacoes:convocacoes") + f"?concurso={concurso.pk}"
    return Aviso(f"{frase}, {excecao}", url, "Ver as convocações", grave=True)


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
