"""O que impede a homologação de um concurso, cargo por cargo, e o que a prorrogação alcança."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import QuerySet

from candidatos.consultas.avaliacoes import impedimento_das_avaliacoes
from candidatos.consultas.classificacao import EstadoDoCargo, estado_dos_cargos
from candidatos.consultas.divulgacao import recursos_pendentes_por_cargo
from candidatos.consultas.entradas import entradas_da_classificacao, resumo_das_entradas
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao
from concursos.consultas import homologacoes_do_concurso
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso, HomologacaoDoCargo
from nucleo.calendario import somar_meses
from nucleo.execucoes import VIVAS
from nucleo.models import Execucao


@dataclass(frozen=True, slots=True)
class Impedimento:
    """Frase que diz o que falta. `cargo`: onde se resolve, quando é num cargo só."""

    texto: str
    cargo: Cargo | None = None

    @property
    def falta(self) -> str:
        """A frase sem o nome do cargo, para onde ele já está escrito."""
        return self.texto.removeprefix(f"{self.cargo}: ") if self.cargo else self.texto


@dataclass(frozen=True, slots=True)
class CargoAHomologar:
    """Cargo com candidatos e resultado por homologar; sem `impedimentos`, pode ser homologado já."""

    cargo: Cargo
    impedimentos: tuple[Impedimento, ...]


def impedimentos_da_homologacao(
    concurso: Concurso, cargos: Collection[Cargo] | None = None
) -> list[Impedimento]:
    """Todos os impedimentos de uma vez; vazio quando o resultado pode ser homologado.

    `cargos`: só os dados; nulo, todos os que restam com candidatos. Relê as entradas de cada um: a
    classificação só serve se nada mudou desde que foi calculada.
    """
    if achados := impedimentos_de_todos(concurso):
        return achados
    restam = cargos_a_homologar(concurso, cargos)
    achados = [Impedimento(texto) for texto in trabalhos_em_curso(concurso)]
    achados += [achado for cada in restam for achado in cada.impedimentos]
    quais = {cada.cargo.pk for cada in restam}
    return achados + [_fora(cargo, concurso) for cargo in cargos or () if cargo.pk not in quais]


def impedimentos_de_todos(concurso: Concurso) -> list[Impedimento]:
    """O que impede homologar qualquer cargo do concurso, pela situação dele."""
    edital = getattr(concurso, "edital", None)
    if concurso.situacao in (SituacaoConcurso.HOMOLOGADO, SituacaoConcurso.ENCERRADO):
        return [Impedimento("O resultado já foi homologado.")]
    if edital is None or not edital.publicado:
        return [Impedimento("O edital ainda não foi publicado.")]
    if not Cargo.objects.filter(edital=edital, candidaturas__isnull=False).exists():
        return [Impedimento("Nenhum cargo tem candidatos: importe os resultados.")]
    return []


def cargos_por_homologar(concurso: Concurso, cargos: Collection[Cargo] | None = None) -> QuerySet[Cargo]:
    """Os que têm candidatos e resultado por homologar, na ordem do código; com `cargos`, só dentre eles."""
    abertos = Cargo.objects.filter(
        edital__concurso=concurso, candidaturas__isnull=False, homologacao__isnull=True
    )
    if cargos is not None:
        abertos = abertos.filter(pk__in=[cargo.pk for cargo in cargos])
    return abertos.distinct().order_by("codigo")


def cargos_a_homologar(concurso: Concurso, cargos: Collection[Cargo] | None = None) -> list[CargoAHomologar]:
    """Os de `cargos_por_homologar`, com o que impede cada um."""
    abertos = cargos_por_homologar(concurso, cargos).select_related("regras", "edital__concurso")
    correntes = {
        classificacao.cargo_id: classificacao
        for classificacao in Classificacao.objects.filter(
            cargo__in=abertos, situacao=SituacaoClassificacao.CORRENTE
        )
    }
    recursos = recursos_pendentes_por_cargo(concurso)
    return [
        CargoAHomologar(
            cargo,
            (
                *_dos_recursos(cargo, recursos.get(cargo.pk, 0)),
                *impedimentos_do_cargo(cargo, correntes.get(cargo.pk)),
            ),
        )
        for cargo in abertos
    ]


def estados_com_esperas(concurso: Concurso) -> list[EstadoDoCargo]:
    """`estado_dos_cargos`, com os recursos por decidir e as avaliações por registrar de cada cargo aberto.

    Barato, para as páginas: não relê as entradas, como faz `cargos_a_homologar`.
    """
    recursos = recursos_pendentes_por_cargo(concurso)
    return [_com_esperas(estado, recursos.get(estado.cargo.pk, 0)) for estado in estado_dos_cargos(concurso)]


def _com_esperas(estado: EstadoDoCargo, pendentes: int) -> EstadoDoCargo:
    if estado.classificacao is None or estado.homologacao is not None:
        return estado
    cargo = estado.cargo
    achados = _dos_recursos(cargo, pendentes)
    achados += [
        Impedimento(frase, cargo) for frase in impedimento_das_avaliacoes(cargo, estado.classificacao)
    ]
    return replace(estado, esperas=tuple(achado.falta for achado in achados))


def _dos_recursos(cargo: Cargo, pendentes: int) -> list[Impedimento]:
    if not pendentes:
        return []
    quantos = "1 recurso espera" if pendentes == 1 else f"{pendentes} recursos esperam"
    return [Impedimento(f"{cargo}: {quantos} decisão.", cargo)]


def _fora(cargo: Cargo, concurso: Concurso) -> Impedimento:
    """Por que um cargo pedido não está entre os que restam por homologar."""
    if cargo.edital.concurso_id != concurso.pk:
        return Impedimento(f"{cargo}: é de outro concurso.")
    if HomologacaoDoCargo.objects.filter(cargo=cargo).exists():
        return Impedimento(f"{cargo}: o resultado já foi homologado.", cargo)
    return Impedimento(f"{cargo}: não tem candidatos, e por isso não tem resultado.", cargo)


def impedimentos_do_cargo(cargo: Cargo, corrente: Classificacao | None) -> list[Impedimento]:
    """O que falta à classificação corrente de um cargo para ser homologada."""
    if corrente is None:
        return [Impedimento(f"{cargo}: ainda não foi classificado.", cargo)]
    achados = []
    if resumo_das_entradas(cargo, entradas_da_classificacao(cargo)) != corrente.entradas:
        achados.append(Impedimento(f"{cargo}: notas, sorteio ou regras mudaram; classifique de novo.", cargo))
    if corrente.empates:
        quantos = len(corrente.empates)
        grupos = "1 empate" if quantos == 1 else f"{quantos} empates"
        achados.append(Impedimento(f"{cargo}: {grupos} sem desempate; registre o sorteio.", cargo))
    achados += [Impedimento(frase, cargo) for frase in impedimento_das_avaliacoes(cargo, corrente)]
    if corrente.faltas:
        quantas = len(corrente.faltas)
        dados = "falta 1 dado" if quantas == 1 else f"faltam {quantas} dados"
        achados.append(
            Impedimento(f"{cargo}: {dados} de que a classificação precisa; corrija o arquivo.", cargo)
        )
    return achados


def trabalhos_em_curso(concurso: Concurso) -> list[str]:
    """Cargas e classificações do concurso que ainda não terminaram, em frases."""
    importacoes = concurso.edital.importacoes.filter(
        execucao__especie="candidatos.carregar", execucao__situacao__in=VIVAS
    )
    frases = [
        f"O arquivo “{nome}” ainda está sendo carregado."
        for nome in importacoes.values_list("nome_original", flat=True)
    ]
    if classificacao_em_curso(concurso):
        frases.append("A classificação ainda está em andamento.")
    return frases


def cargos_sem_candidatos(concurso: Concurso) -> list[Cargo]:
    """Cargos que ficariam sem lista: não impedem a homologação, mas quem homologa precisa saber."""
    vazios = Cargo.objects.filter(edital__concurso=concurso, candidaturas__isnull=True)
    return list(vazios.filter(homologacao__isnull=True).order_by("codigo"))


@dataclass(frozen=True, slots=True)
class ValidadeAProrrogar:
    """A validade de um cargo numa prorrogação decidida num dia; `ate` nulo: ela não o alcança, e por quê."""

    homologacao: HomologacaoDoCargo
    ate: date | None
    motivo: str = ""


def validades_a_prorrogar(concurso: Concurso, decidido_em: date) -> list[ValidadeAProrrogar]:
    """A de cada cargo homologado, se a prorrogação se decide no dia dado (Constituição, art. 37, III).

    Alcança a validade que nesse dia corre e ainda não se prorrogou, e soma-lhe outro tanto.
    """
    return [
        _a_prorrogar(homologacao, decidido_em, concurso.validade_meses)
        for homologacao in homologacoes_do_concurso(concurso)
    ]


def _a_prorrogar(homologacao: HomologacaoDoCargo, dia: date, meses: int) -> ValidadeAProrrogar:
    if homologacao.prorrogado_ate is not None:
        motivo = f"já foi prorrogada, até {homologacao.prorrogado_ate:%d/%m/%Y}"
    elif dia < homologacao.homologado_em:
        motivo = f"só começou com a homologação, em {homologacao.homologado_em:%d/%m/%Y}"
    elif dia > homologacao.validade_ate:
        motivo = f"acabou em {homologacao.validade_ate:%d/%m/%Y}"
    else:
        return ValidadeAProrrogar(homologacao, somar_meses(homologacao.validade_ate, meses))
    return ValidadeAProrrogar(homologacao, None, motivo)


def classificacao_em_curso(concurso: Concurso) -> Execucao | None:
    """A classificação pedida que ainda não terminou, se há."""
    return (
        Execucao.objects.filter(
            especie="candidatos.classificar", chave__startswith=f"{concurso.pk}:", situacao__in=VIVAS
        )
        .order_by("-criada_em")
        .first()
    )


def atos_de_homologacao(concurso: Concurso) -> list[HomologacaoDoCargo]:
    """Uma homologação por ato, de mesma data e publicação, do primeiro ao último."""
    atos: dict[tuple[date, str], HomologacaoDoCargo] = {}
    for cada in homologacoes_do_concurso(concurso):
        atos.setdefault((cada.homologado_em, cada.veiculo), cada)
    return list(atos.values())
