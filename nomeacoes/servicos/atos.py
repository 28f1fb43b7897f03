"""Assinatura dos atos: número sem lacuna por órgão, espécie e ano, e elo na cadeia do órgão."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from nomeacoes.documentos import Assinatura, atos_com_tudo, conteudo_encadeado, contexto_do_ato
from nomeacoes.enums import SituacaoAto, SituacaoNomeacao, TipoAto
from nomeacoes.fluxo import exigir_passagem
from nomeacoes.models import Ato, ContadorAto, Evento
from nomeacoes.servicos.convocacao import trancar_cargo
from nomeacoes.servicos.producao import pedir_producao
from nucleo.auditoria import ORIGEM, elo, registrar
from nucleo.erros import Conflito, Recusa
from nucleo.models import Execucao, Orgao, Usuario
from nucleo.permissoes import Autor, servico


@servico
def convocacao_assinar(*, autor: Autor, evento: Evento) -> Execucao:
    """Assina as minutas de uma convocação, nomeações antes de apostilas; devolve o trabalho dos PDFs.

    `Recusa` se a pessoa não tem função registrada, se não há minuta, ou se uma apostila depende de ato
    de nomeação que ainda não foi assinado.
    """
    signatario = _signatario(autor)
    trancar_cargo(evento.cargo)
    minutas = list(
        atos_com_tudo()
        .filter(ocupacao__causa__evento=evento, situacao=SituacaoAto.MINUTA)
        .order_by("ocupacao__causa__ordem", "pk")
    )
    if not minutas:
        raise Recusa("Não há minuta a assinar nesta convocação.")
    minutas.sort(key=lambda ato: ato.tipo != TipoAto.NOMEACAO)
    _assinar(minutas, signatario)
    registrar(
        autor=autor,
        acao="nomeacoes.convocacao_assinar",
        objeto=evento,
        depois={"atos": [f"{ato.tipo} {ato.numero}/{ato.ano}" for ato in minutas]},
    )
    return pedir_producao(autor=autor, evento=evento, assinado=True)


@servico
def ato_assinar(*, autor: Autor, ato: Ato) -> Execucao:
    """Assina uma minuta só. `Recusa` como em `convocacao_assinar`; `Conflito` se já não é minuta."""
    signatario = _signatario(autor)
    trancar_cargo(ato.nomeacao.vaga.cargo)
    minuta = atos_com_tudo().get(pk=ato.pk)
    if minuta.situacao != SituacaoAto.MINUTA:
        raise Conflito(f"Este ato já está “{minuta.get_situacao_display().lower()}”.")
    _assinar([minuta], signatario)
    registrar(
        autor=autor,
        acao="nomeacoes.ato_assinar",
        objeto=minuta,
        depois={"numero": minuta.numero, "ano": minuta.ano},
    )
    return pedir_producao(autor=autor, evento=minuta.ocupacao.causa.evento, assinado=True)


def _signatario(autor: Autor) -> Usuario:
    pessoa = autor.pessoa
    if not isinstance(pessoa, Usuario):
        raise Recusa("Só uma pessoa assina atos.")
    if not pessoa.nome or not pessoa.funcao:
        raise Recusa(
            "Seu cadastro não tem o nome completo e a função, que saem nos atos. "
            "Peça a quem administra o sistema que os preencha."
        )
    return pessoa


def _assinar(atos: list[Ato], signatario: Usuario) -> None:
    """Assina na ordem dada, com a linha do órgão trancada: números e elos vêm um de cada vez."""
    orgao = Orgao.objects.select_for_update(no_key=True).get(pk=atos[0].orgao_id)
    ultimo = Ato.objects.filter(orgao=orgao, posicao__isnull=False).order_by("-posicao").first()
    posicao, anterior = (ultimo.posicao or 0, ultimo.hash) if ultimo else (0, ORIGEM)
    quando = timezone.now()
    for ato in atos:
        posicao += 1
        _assinar_um(ato, posicao, anterior, signatario, quando)
        anterior = ato.hash


def _assinar_um(ato: Ato, posicao: int, anterior: str, signatario: Usuario, quando: datetime) -> None:
    _exigir_apostilado_assinado(ato)
    ano = timezone.localtime(quando).year
    ato.numero, ato.ano, ato.posicao = _proximo_numero(ato, ano), ano, posicao
    ato.assinado_por, ato.assinado_em = signatario, quando
    ato.contexto = contexto_do_ato(ato, Assinatura(ato.numero, ano, posicao, signatario, quando))
    ato.hash_anterior, ato.situacao = anterior, SituacaoAto.ASSINADO
    ato.hash = elo(anterior, conteudo_encadeado(ato))
    ato.save()
    if ato.tipo == TipoAto.NOMEACAO:
        nomeacao = ato.nomeacao
        exigir_passagem(nomeacao.situacao, SituacaoNomeacao.NOMEADA)
        nomeacao.situacao = SituacaoNomeacao.NOMEADA
        nomeacao.save(update_fields=["situacao"])


def _exigir_apostilado_assinado(ato: Ato) -> None:
    if ato.tipo != TipoAto.APOSTILA:
        return
    nomeacao = ato.nomeacao
    if not nomeacao.atos.filter(tipo=TipoAto.NOMEACAO, situacao=SituacaoAto.ASSINADO).exists():
        raise Recusa(
            f"A apostila da inscrição {nomeacao.candidatura.inscricao} depende do ato de nomeação dela, "
            f"da convocação de {nomeacao.evento.data:%d/%m/%Y}, que ainda é minuta. Assine-o antes."
        )


def _proximo_numero(ato: Ato, ano: int) -> int:
    """Número seguinte da espécie no órgão e no ano; o contador fica trancado até o fim da transação."""
    ContadorAto.objects.get_or_create(orgao_id=ato.orgao_id, tipo=ato.tipo, ano=ano)
    contador = ContadorAto.objects.select_for_update().get(orgao_id=ato.orgao_id, tipo=ato.tipo, ano=ano)
    contador.ultimo += 1
    contador.save(update_fields=["ultimo"])
    return contador.ultimo
