"""Vida de um ato fora da assinatura: orçamento certificado, conferência e publicação."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.utils import timezone

from concursos.servicos.trancas import trancar_cargo
from nomeacoes.consultas.vida import atos_por_publicar, dispensa_em_vigor
from nomeacoes.enums import SituacaoAto, TipoDoEvento
from nomeacoes.fluxo import ato_passa
from nomeacoes.models import Ato, CertificacaoOrcamentaria, Evento, PublicacaoDoAto
from nomeacoes.servicos.exigencias import LOTE, exigir_outra_pessoa
from nucleo.auditoria import registrar
from nucleo.erros import Conflito, Recusa
from nucleo.permissoes import Autor, servico


@servico
def certificacao_registrar(
    *, autor: Autor, evento: Evento, ordenador: str, documento: str, data: date, dotacao: str
) -> CertificacaoOrcamentaria:
    """Registra a declaração do ordenador para as nomeações de uma convocação; a última vale.

    `Recusa` se falta algum dado, se a data está no futuro ou se o evento não é convocação.
    """
    trancar_cargo(evento.cargo)
    if evento.tipo != TipoDoEvento.CONVOCAR:
        raise Recusa("Só uma convocação tem certificação orçamentária.")
    textos = _preenchidos(ordenador=ordenador, documento=documento, dotacao=dotacao)
    _exigir_passada(data, "da declaração")
    certificacao = CertificacaoOrcamentaria.objects.create(
        evento=evento, data=data, registrada_por=autor.pessoa, **textos
    )
    registrar(
        autor=autor,
        acao="nomeacoes.certificacao_registrar",
        objeto=evento,
        depois={"data": data, **textos},
    )
    return certificacao


@servico
def convocacao_conferir(*, autor: Autor, evento: Evento) -> list[Ato]:
    """Dá por conferidas as minutas da convocação. `Recusa` se não há nenhuma ou se quem confere redigiu."""
    trancar_cargo(evento.cargo)
    minutas = list(
        Ato.objects.filter(ocupacao__causa__evento=evento, situacao=SituacaoAto.MINUTA)
        .select_related("orgao")
        .order_by("pk")
    )
    if not minutas:
        raise Recusa("Não há minuta a conferir nesta convocação.")
    dispensados = _conferir(autor, minutas)
    registrar(
        autor=autor,
        acao="nomeacoes.convocacao_conferir",
        objeto=evento,
        depois={"atos": [ato.pk for ato in minutas], **dispensados},
    )
    return minutas


@servico
def ato_conferir(*, autor: Autor, ato: Ato) -> Ato:
    """Dá por conferida uma minuta só. `Conflito` se já não é minuta; `Recusa` se quem confere a redigiu."""
    trancar_cargo(ato.nomeacao.vaga.cargo)
    minuta = Ato.objects.select_related("orgao").get(pk=ato.pk)
    if not ato_passa(minuta.situacao, SituacaoAto.CONFERIDO):
        raise Conflito(f"Este ato já está “{minuta.get_situacao_display().lower()}”.")
    dispensados = _conferir(autor, [minuta])
    registrar(autor=autor, acao="nomeacoes.ato_conferir", objeto=minuta, depois=dispensados)
    return minuta


def _conferir(autor: Autor, minutas: list[Ato]) -> dict[str, str]:
    """Grava a conferência; devolve o que a trilha diz da dispensa dos quatro olhos, se foi usada."""
    hoje = timezone.localdate()
    if autor.pessoa is None:
        raise Recusa("Só uma pessoa confere atos.")
    exigir_outra_pessoa(minutas, autor.pessoa, hoje, "conferir")
    Ato.objects.filter(pk__in=[ato.pk for ato in minutas]).update(
        situacao=SituacaoAto.CONFERIDO, conferido_por=autor.pessoa, conferido_em=timezone.now()
    )
    if not any(ato.redigido_por_id == autor.pessoa.pk for ato in minutas):
        return {}
    dispensa = dispensa_em_vigor(minutas[0].orgao, hoje)
    return {"dispensa_dos_quatro_olhos": dispensa.motivo} if dispensa else {}


@servico
def convocacao_publicar(
    *, autor: Autor, evento: Evento, veiculo: str, edicao: str, data: date, pagina: str
) -> list[PublicacaoDoAto]:
    """Registra, de uma vez, a publicação dos atos assinados da convocação que ainda não a têm.

    `Recusa` se não há nenhum, se falta algum dado ou se a data não pode ser.
    """
    trancar_cargo(evento.cargo)
    atos = list(atos_por_publicar(evento))
    if not atos:
        raise Recusa("Não há ato assinado à espera de publicação nesta convocação.")
    onde = _publicado(atos, veiculo, edicao, data, pagina)
    publicacoes = PublicacaoDoAto.objects.bulk_create(
        [PublicacaoDoAto(ato=ato, data=data, registrada_por=autor.pessoa, **onde) for ato in atos],
        batch_size=LOTE,
    )
    registrar(
        autor=autor,
        acao="nomeacoes.convocacao_publicar",
        objeto=evento,
        depois={"atos": [ato.pk for ato in atos], "data": data, **onde},
    )
    return publicacoes


@servico
def ato_publicar(
    *, autor: Autor, ato: Ato, veiculo: str, edicao: str, data: date, pagina: str, motivo: str = ""
) -> PublicacaoDoAto:
    """Registra a publicação de um ato assinado ou, se já a tem, corrige-a, com o motivo da correção.

    A que havia fica guardada. `Recusa` se o ato não está assinado, se falta algum dado ou o motivo.
    """
    trancar_cargo(ato.nomeacao.vaga.cargo)
    ato = Ato.objects.get(pk=ato.pk)
    if ato.situacao != SituacaoAto.ASSINADO:
        raise Recusa("Só se publica ato assinado.")
    onde = _publicado([ato], veiculo, edicao, data, pagina)
    anterior = ato.publicacao
    motivo = motivo.strip() if anterior else ""
    if anterior and not motivo:
        raise Recusa("A publicação deste ato já está registrada: diga por que a corrige.")
    nova = PublicacaoDoAto.objects.create(
        ato=ato,
        sequencia=anterior.sequencia + 1 if anterior else 1,
        data=data,
        motivo=motivo,
        registrada_por=autor.pessoa,
        **onde,
    )
    registrar(
        autor=autor,
        acao="nomeacoes.ato_publicar",
        objeto=ato,
        antes={"publicacao": str(anterior)} if anterior else None,
        depois={"publicacao": str(nova), **({"motivo": motivo} if motivo else {})},
    )
    return nova


def _publicado(atos: Iterable[Ato], veiculo: str, edicao: str, data: date, pagina: str) -> dict[str, str]:
    _exigir_passada(data, "da publicação")
    for ato in atos:
        if ato.assinado_em and data < timezone.localdate(ato.assinado_em):
            raise Recusa(
                f"A data da publicação é anterior à assinatura: {ato} foi assinado em "
                f"{timezone.localdate(ato.assinado_em):%d/%m/%Y}."
            )
    return _preenchidos(veiculo=veiculo, edicao=edicao, pagina=pagina)


NOMES = {
    "ordenador": "o ordenador da despesa",
    "documento": "a declaração",
    "dotacao": "a dotação orçamentária",
    "veiculo": "o veículo",
    "edicao": "o número da edição",
    "pagina": "a página",
}


def _preenchidos(**textos: str) -> dict[str, str]:
    limpos = {campo: texto.strip() for campo, texto in textos.items()}
    for campo, texto in limpos.items():
        if not texto:
            raise Recusa(f"Informe {NOMES[campo]}.")
    return limpos


def _exigir_passada(data: date, de_que: str) -> None:
    if data > timezone.localdate():
        raise Recusa(f"A data {de_que} está no futuro.")
