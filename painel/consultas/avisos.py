"""O que pede atenção no início: diferença na reconferência, validade que acaba e trabalhos em andamento."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.urls import reverse

from concursos.consultas import homologacao_do_cargo
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso
from nomeacoes.consultas import vagas_do_lapso
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
# Num aviso que não é do concurso inteiro; dos demais cargos diz-se quantos são.
CARGOS_DITOS = 5


@dataclass(frozen=True, slots=True)
class Aviso:
    """Uma frase que pede atenção, e a página em que se trata dela."""

    frase: str
    url: str
    rotulo: str
    grave: bool


@dataclass(frozen=True, slots=True)
class _Validade:
    """A que acaba num dia e, com ela, os cargos de um concurso. `todos`: se são todos os dele."""

    concurso: Concurso
    fim: date
    prorrogada: bool
    cargos: tuple[Cargo, ...]
    todos: bool

    @property
    def nome(self) -> str:
        """De quem é a validade: do concurso inteiro, ou de alguns dos seus cargos."""
        concurso = self.concurso
        nome = f"do concurso {concurso.orgao.sigla} {concurso.identificacao}, {concurso.titulo}"
        if self.todos:
            return nome
        quais = ", ".join(f"{cargo.codigo} – {cargo}" for cargo in self.cargos[:CARGOS_DITOS])
        if len(self.cargos) > CARGOS_DITOS:
            quais += f" e mais {len(self.cargos) - CARGOS_DITOS}"
        return f"{nome} ({quais}),"


def avisos_do_alcance(concursos: Iterable[Concurso], *, hoje: date) -> list[Aviso]:
    """Cargos homologados cuja validade acaba logo ou já acabou, e o que ainda se pode fazer.

    Um aviso por concurso; homologado ele cargo por cargo, um por dia em que acaba a validade de alguns.
    """
    perto = [
        (validade, (validade.fim - hoje).days)
        for validade in _validades(concursos)
        if (validade.fim - hoje).days <= DIAS_DE_AVISO
    ]
    correm = [cargo for validade, dias in perto if dias >= 0 for cargo in validade.cargos]
    a_prover = vagas_a_prover(correm) if correm else {}
    vencidos = [cargo for validade, dias in perto if dias < 0 for cargo in validade.cargos]
    a_repor = vagas_do_lapso(vencidos) if vencidos else {}
    return [
        _da_validade(validade, dias, sum(a_prover[cargo.pk] for cargo in validade.cargos))
        if dias >= 0
        else _vencida(validade, sum(len(a_repor.get(cargo.pk, ())) for cargo in validade.cargos))
        for validade, dias in perto
    ]


def _validades(concursos: Iterable[Concurso]) -> list[_Validade]:
    """As dos concursos em andamento, em uma consulta, na ordem em que eles vêm e depois na do dia."""
    abertos = {cada.pk: cada for cada in concursos if cada.situacao != SituacaoConcurso.ENCERRADO}
    grupos: dict[tuple[int, date, bool], list[Cargo]] = {}
    por_homologar: set[int] = set()
    cargos = Cargo.objects.filter(edital__concurso__in=list(abertos)).select_related("homologacao", "edital")
    for cargo in cargos.order_by("codigo"):
        homologacao, concurso = homologacao_do_cargo(cargo), cargo.edital.concurso_id
        if homologacao is None:
            por_homologar.add(concurso)
            continue
        chave = (concurso, homologacao.fim, homologacao.prorrogado_ate is not None)
        grupos.setdefault(chave, []).append(cargo)
    quantos = Counter(concurso for concurso, _, _ in grupos)
    ordem = {chave: lugar for lugar, chave in enumerate(abertos)}
    return [
        _Validade(
            abertos[pk], fim, prorrogada, tuple(grupo), todos=quantos[pk] == 1 and pk not in por_homologar
        )
        for (pk, fim, prorrogada), grupo in sorted(
            grupos.items(), key=lambda par: (ordem[par[0][0]], par[0][1])
        )
    ]


def _da_validade(validade: _Validade, dias: int, a_prover: int) -> Aviso:
    concurso, fim = validade.concurso, validade.fim
    if dias == 0:
        quando = "acaba hoje."
    else:
        quando = f"acaba em {fim:%d/%m/%Y}: {'falta 1 dia' if dias == 1 else f'faltam {dias} dias'}."
    frases = [f"A validade {validade.nome} {quando}", *_das_vagas(a_prover)]
    url, rotulo = reverse("painel:concurso", args=[concurso.pk]), "Ver o concurso"
    if not validade.prorrogada:
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


def _vencida(validade: _Validade, repor: int) -> Aviso:
    """Depois da validade só se repõe o que nela se chamou e fora dela ficou sem posse."""
    concurso = validade.concurso
    frase = f"A validade {validade.nome} acabou em {validade.fim:%d/%m/%Y}: não se convoca mais"
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
