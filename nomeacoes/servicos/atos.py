"""Assinatura dos atos: número sem lacuna por órgão, espécie e ano, e elo na cadeia do órgão."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from simple_history.utils import bulk_update_with_history

from concursos.servicos.trancas import trancar_cargo
from nomeacoes.consultas import Acervo, ler_acervo
from nomeacoes.consultas.vedacoes import Aviso
from nomeacoes.documentos import MODELOS, Assinatura, atos_com_tudo, conteudo_encadeado, contexto_do_ato
from nomeacoes.enums import SituacaoAto, SituacaoNomeacao, TipoAto
from nomeacoes.fluxo import POR_ASSINAR, ato_passa, exigir_passagem
from nomeacoes.models import Ato, ContadorAto, Evento, Nomeacao
from nomeacoes.servicos.exigencias import (
    avisos_por_ato,
    exigir_motivo,
    exigir_orcamento,
    exigir_outra_pessoa,
    justificar_atos,
)
from nomeacoes.servicos.gravacao import LOTE
from nomeacoes.servicos.producao import pedir_producao
from nucleo.auditoria import ORIGEM, elo, registrar
from nucleo.codigos import codigo_novo
from nucleo.erros import Conflito, Recusa
from nucleo.models import Execucao, Orgao, Usuario
from nucleo.permissoes import Autor, servico


@servico
def convocacao_assinar(*, autor: Autor, evento: Evento, motivo: str = "") -> Execucao:
    """Assina as minutas de uma convocação, nomeações antes de apostilas; devolve o trabalho dos PDFs.

    `Recusa` se a pessoa não tem função registrada ou as redigiu, se não há minuta ou alguma não foi
    conferida, se falta a certificação orçamentária, ou se uma apostila depende de ato de nomeação que
    ainda não foi assinado. `FaltaMotivo` se há avisos (período eleitoral, fim de mandato) sem `motivo`.
    """
    signatario = _signatario(autor)
    trancar_cargo(evento.cargo)
    minutas = list(
        atos_com_tudo()
        .filter(ocupacao__causa__evento=evento, situacao__in=POR_ASSINAR)
        .order_by("ocupacao__causa__ordem", "pk")
    )
    if not minutas:
        raise Recusa("Não há minuta a assinar nesta convocação.")
    minutas.sort(key=lambda ato: ato.tipo != TipoAto.NOMEACAO)
    avisos = _assinar(minutas, signatario, motivo)
    registrar(
        autor=autor,
        acao="nomeacoes.convocacao_assinar",
        objeto=evento,
        depois={"atos": [f"{ato.tipo} {ato.numero}/{ato.ano}" for ato in minutas], **avisos},
    )
    return pedir_producao(autor=autor, evento=evento, assinado=True)


@servico
def ato_assinar(*, autor: Autor, ato: Ato, motivo: str = "") -> Execucao:
    """Assina uma minuta só. `Recusa` como em `convocacao_assinar`; `Conflito` se já foi assinada."""
    signatario = _signatario(autor)
    trancar_cargo(ato.nomeacao.vaga.cargo)
    minuta = atos_com_tudo().get(pk=ato.pk)
    if minuta.situacao not in POR_ASSINAR:
        raise Conflito(f"Este ato já está “{minuta.get_situacao_display().lower()}”.")
    avisos = _assinar([minuta], signatario, motivo)
    registrar(
        autor=autor,
        acao="nomeacoes.ato_assinar",
        objeto=minuta,
        depois={"numero": minuta.numero, "ano": minuta.ano, **avisos},
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


def _assinar(atos: list[Ato], signatario: Usuario, motivo: str) -> dict[str, Any]:
    """Assina na ordem dada, com a linha do órgão trancada: números e elos vêm um de cada vez.

    Devolve o que a trilha guarda dos avisos: os dispositivos e o motivo; vazio se não houve nenhum.
    """
    avisos = _exigir_o_que_vem_antes(atos, signatario, motivo)
    orgao = Orgao.objects.select_for_update(no_key=True).get(pk=atos[0].orgao_id)
    ultimo = Ato.objects.filter(orgao=orgao, posicao__isnull=False).order_by("-posicao").first()
    posicao, anterior = (ultimo.posicao or 0, ultimo.hash) if ultimo else (0, ORIGEM)
    acervo = ler_acervo(atos[0].nomeacao.vaga.cargo)
    quando = timezone.now()
    numeros = _Numeros(orgao, timezone.localtime(quando).year)
    for ato in atos:
        posicao += 1
        numero = numeros.proximo(ato.tipo)
        assinatura = Assinatura(numero, numeros.ano, posicao, signatario, quando, codigo_novo())
        _assinar_um(ato, acervo, assinatura, anterior)
        anterior = ato.hash
    numeros.guardar()
    _nomear([ato.nomeacao for ato in atos if ato.tipo == TipoAto.NOMEACAO])
    justificar_atos(avisos, motivo.strip())
    if not avisos:
        return {}
    dispositivos = dict.fromkeys(aviso.dispositivo for lista in avisos.values() for aviso in lista)
    return {"avisos": list(dispositivos), "motivo": motivo.strip()}


def _exigir_o_que_vem_antes(atos: list[Ato], signatario: Usuario, motivo: str) -> Mapping[int, list[Aviso]]:
    """Conferência, outra pessoa, orçamento e motivo, nesta ordem; devolve os avisos de cada ato."""
    hoje = timezone.localdate()
    sem_conferencia = [ato for ato in atos if not ato_passa(ato.situacao, SituacaoAto.ASSINADO)]
    if sem_conferencia:
        quantas = "1 minuta" if len(sem_conferencia) == 1 else f"{len(sem_conferencia)} minutas"
        raise Recusa(f"Falta conferir {quantas}. Confira-as antes de assinar.")
    exigir_outra_pessoa(atos, signatario, hoje, "assinar")
    exigir_orcamento(atos)
    avisos = avisos_por_ato(atos, atos[0].nomeacao.vaga.cargo, signatario, hoje)
    exigir_motivo(avisos, motivo)
    return avisos


def _assinar_um(ato: Ato, acervo: Acervo, assinatura: Assinatura, anterior: str) -> None:
    if ato.tipo == TipoAto.APOSTILA:
        _exigir_assinado(acervo.nomeadores[ato.nomeacao_id], ato)
    ato.numero, ato.ano, ato.posicao = assinatura.numero, assinatura.ano, assinatura.posicao
    ato.assinado_por, ato.assinado_em = assinatura.pessoa, assinatura.quando
    ato.codigo, ato.modelo = assinatura.codigo, MODELOS[TipoAto(ato.tipo)]
    ato.contexto = contexto_do_ato(ato, acervo, assinatura)
    ato.hash_anterior, ato.situacao = anterior, SituacaoAto.ASSINADO
    ato.hash = elo(anterior, conteudo_encadeado(ato))
    ato.save()
    if ato.tipo == TipoAto.NOMEACAO:
        acervo.nomeadores[ato.nomeacao_id] = ato


def _exigir_assinado(nomeador: Ato, apostila: Ato) -> None:
    if nomeador.situacao != SituacaoAto.ASSINADO:
        nomeacao = apostila.nomeacao
        raise Recusa(
            f"A apostila da inscrição {nomeacao.candidatura.inscricao} depende do ato de nomeação dela, "
            f"da convocação de {nomeacao.evento.data:%d/%m/%Y}, que ainda é minuta. Assine-o antes."
        )


def _nomear(nomeacoes: list[Nomeacao]) -> None:
    for nomeacao in nomeacoes:
        exigir_passagem(nomeacao.situacao, SituacaoNomeacao.NOMEADA)
        nomeacao.situacao = SituacaoNomeacao.NOMEADA
    if nomeacoes:
        bulk_update_with_history(nomeacoes, Nomeacao, ["situacao"], batch_size=LOTE)


class _Numeros:
    """Numeração de um órgão num ano: os contadores ficam trancados até o fim da transação."""

    def __init__(self, orgao: Orgao, ano: int) -> None:
        self.ano = ano
        self._orgao = orgao
        self._contadores: dict[str, ContadorAto] = {}

    def proximo(self, tipo: str) -> int:
        """Número seguinte da espécie; só vale se a transação se confirma, e por isso não há lacuna."""
        if tipo not in self._contadores:
            chave: dict[str, Any] = {"orgao": self._orgao, "tipo": tipo, "ano": self.ano}
            ContadorAto.objects.get_or_create(**chave)
            self._contadores[tipo] = ContadorAto.objects.select_for_update().get(**chave)
        self._contadores[tipo].ultimo += 1
        return self._contadores[tipo].ultimo

    def guardar(self) -> None:
        """Grava os últimos números dados."""
        for contador in self._contadores.values():
            contador.save(update_fields=["ultimo"])
