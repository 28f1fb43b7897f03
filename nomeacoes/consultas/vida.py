"""O que falta a um ato, ou aos de uma convocação, e os avisos dados a quem os vai assinar."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, QuerySet

from concursos.consultas import homologacao_do_cargo
from concursos.models import Cargo
from nomeacoes.consultas.vedacoes import Aviso, DatasDoMandato, avisos_das_datas
from nomeacoes.enums import SituacaoAto, TipoAto
from nomeacoes.fluxo import POR_ASSINAR
from nomeacoes.models import Ato, CertificacaoOrcamentaria, DispensaDosQuatroOlhos, Evento, Mandato
from nucleo.models import Orgao, Usuario

QUATRO_OLHOS = "Quatro olhos: quem redige não assina"


@dataclass(frozen=True, slots=True)
class AtosDaConvocacao:
    """Quantos atos da convocação esperam cada passo."""

    por_conferir: int
    por_assinar: int
    por_publicar: int
    publicados: int


def atos_da_convocacao_por_passo(evento: Evento) -> AtosDaConvocacao:
    """Conta os atos pelo passo em que estão; os cancelados não esperam nada."""
    situacao = SituacaoAto
    conta = Ato.objects.filter(ocupacao__causa__evento=evento).aggregate(
        por_conferir=Count("pk", filter=Q(situacao=situacao.MINUTA), distinct=True),
        por_assinar=Count("pk", filter=Q(situacao=situacao.CONFERIDO), distinct=True),
        por_publicar=Count(
            "pk", filter=Q(situacao=situacao.ASSINADO, publicacoes__isnull=True), distinct=True
        ),
        publicados=Count("pk", filter=Q(publicacoes__isnull=False), distinct=True),
    )
    return AtosDaConvocacao(**conta)


def atos_por_publicar(evento: Evento) -> QuerySet[Ato]:
    """Atos assinados da convocação cuja publicação ainda não se registrou, na ordem dos números."""
    assinados = Ato.objects.filter(ocupacao__causa__evento=evento, situacao=SituacaoAto.ASSINADO)
    return assinados.filter(publicacoes__isnull=True).order_by("posicao")


def certificacao_vigente(evento: Evento) -> CertificacaoOrcamentaria | None:
    """A última certificação orçamentária registrada para a convocação."""
    return evento.certificacoes.order_by("-pk").first()


def mandatos_do_orgao(orgao: Orgao) -> list[DatasDoMandato]:
    """Mandatos que valem para o órgão: os que o dizem e os do município inteiro."""
    mandatos = Mandato.objects.filter(Q(orgao=orgao) | Q(orgao__isnull=True, municipio=orgao.municipio_id))
    return [DatasDoMandato(m.fim, m.pleito, m.posse_dos_eleitos) for m in mandatos.order_by("pk")]


def dispensa_em_vigor(orgao: Orgao, dia: date) -> DispensaDosQuatroOlhos | None:
    """Dispensa dos quatro olhos que o órgão tem no dia; nula se não tem."""
    return DispensaDosQuatroOlhos.objects.filter(orgao=orgao, ate__gte=dia).first()


def avisos_da_nomeacao(cargo: Cargo, dia: date) -> list[Aviso]:
    """Avisos do período eleitoral e do fim do mandato a quem nomeia para o cargo nesse dia."""
    homologacao = homologacao_do_cargo(cargo)
    homologado_em = None if homologacao is None else homologacao.homologado_em
    return [
        aviso
        for datas in mandatos_do_orgao(cargo.orgao)
        for aviso in avisos_das_datas(dia, homologado_em, datas)
    ]


def aviso_dos_quatro_olhos(ato: Ato, signatario: Usuario, dia: date) -> Aviso | None:
    """Aviso a quem vai assinar o que redigiu, num órgão com dispensa; nulo se foi outra pessoa."""
    dispensa = dispensa_em_vigor(ato.orgao, dia) if ato.redigido_por_id == signatario.pk else None
    if dispensa is None:
        return None
    return Aviso(
        QUATRO_OLHOS,
        f"Você redigiu e vai assinar: o órgão tem dispensa até {dispensa.ate:%d/%m/%Y} ({dispensa.motivo}).",
    )


def avisos_da_assinatura(atos: Iterable[Ato], cargo: Cargo, pessoa: Usuario, dia: date) -> list[Aviso]:
    """Avisos, sem repetir, a quem vai assinar estes atos do cargo no dia dado."""
    atos = list(atos)
    nomeia = any(ato.tipo == TipoAto.NOMEACAO for ato in atos)
    avisos = avisos_da_nomeacao(cargo, dia) if nomeia else []
    sua = next((ato for ato in atos if ato.redigido_por_id == pessoa.pk), None)
    proprio = aviso_dos_quatro_olhos(sua, pessoa, dia) if sua else None
    return list(dict.fromkeys([*avisos, *([proprio] if proprio else [])]))


@dataclass(frozen=True, slots=True)
class Andamento:
    """Em que passo está uma convocação e o que a pessoa pode fazer dela agora."""

    atos: AtosDaConvocacao
    certificacao: CertificacaoOrcamentaria | None
    falta_certificar: bool
    redigiu: bool
    avisos: list[Aviso]

    @property
    def por_assinar(self) -> int:
        """Minutas, conferidas ou não."""
        return self.atos.por_conferir + self.atos.por_assinar

    @property
    def assinavel(self) -> bool:
        """Se já só falta a assinatura."""
        return bool(self.atos.por_assinar and not self.atos.por_conferir and not self.falta_certificar)


def andamento_da_convocacao(evento: Evento, pessoa: Usuario, dia: date) -> Andamento:
    """Lê o passo da convocação como a pessoa o vê no dia: quem redigiu sem dispensa não segue adiante."""
    minutas = Ato.objects.filter(ocupacao__causa__evento=evento, situacao__in=POR_ASSINAR)
    return _andamento(evento, list(minutas.select_related("orgao")), pessoa, dia)


def andamento_do_ato(ato: Ato, pessoa: Usuario, dia: date) -> Andamento:
    """O mesmo de um ato só; a conta dos passos é a da convocação dele."""
    minutas = [ato] if ato.situacao in POR_ASSINAR else []
    return _andamento(ato.ocupacao.causa.evento, minutas, pessoa, dia)


def _andamento(evento: Evento, minutas: list[Ato], pessoa: Usuario, dia: date) -> Andamento:
    certificacao = certificacao_vigente(evento)
    nomeia = any(ato.tipo == TipoAto.NOMEACAO for ato in minutas)
    sao_suas = any(ato.redigido_por_id == pessoa.pk for ato in minutas)
    return Andamento(
        atos=atos_da_convocacao_por_passo(evento),
        certificacao=certificacao,
        falta_certificar=nomeia and certificacao is None,
        redigiu=sao_suas and dispensa_em_vigor(evento.orgao, dia) is None,
        avisos=avisos_da_assinatura(minutas, evento.cargo, pessoa, dia) if minutas else [],
    )
