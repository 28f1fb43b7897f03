"""O mais que acontece a um cargo: sub judice, condicional, ordem judicial, opção, reintegração, extinção.

Cada um se confere antes, com a consequência em palavras, e se grava com data, motivo e documento. Um registro
enganado não se apaga: outro evento o desfaz.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from candidatos.models import Candidatura
from concursos.models import Cargo
from concursos.servicos.trancas import trancar_cargo
from nomeacoes.consultas.consequencia import Consequencia, consequencia
from nomeacoes.enums import SituacaoAto, SituacaoNomeacao, TipoDoEvento
from nomeacoes.fluxo import exigir_passagem
from nomeacoes.models import JUDICIAIS, Ato, Evento, Nomeacao
from nomeacoes.servicos.convocacao import exigir_sem_pretericao
from nomeacoes.servicos.desfeito import desfazer_chamadas, refazer_minutas, refazer_o_que_dizem
from nomeacoes.servicos.ocorrencias import conferir_evento, exigir_a_consequencia_vista, gravar_evento
from nomeacoes.servicos.producao import pedir_producao
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico

TIPOS = (
    TipoDoEvento.FALECIMENTO,
    TipoDoEvento.REINTEGRACAO,
    TipoDoEvento.SUB_JUDICE,
    TipoDoEvento.FIM_SUB_JUDICE,
    TipoDoEvento.ORDEM_JUDICIAL,
    TipoDoEvento.CONDICIONAL,
    TipoDoEvento.FIM_CONDICIONAL,
    TipoDoEvento.OPCAO,
    TipoDoEvento.EXTINCAO,
)
# Estes gravam-se pelos serviços próprios (`servicos.ocorrencias`), e conferem-se como os outros.
DE_SERVICO_PROPRIO = (
    TipoDoEvento.DESISTENCIA,
    TipoDoEvento.SEM_EFEITO,
    TipoDoEvento.FINAL_DE_FILA,
    TipoDoEvento.NAO_CONFIRMACAO,
)


@dataclass(frozen=True, slots=True)
class Acontecimento:
    """O que se quer registrar. Cada tipo usa os seus campos (`Evento`); os outros ficam vazios."""

    tipo: TipoDoEvento
    data: date
    motivo: str
    documento: str
    candidatura: Candidatura | None = None
    processo: str = ""
    efeito: str = ""
    desfecho: str = ""
    lista: str = ""
    apos: Candidatura | None = None


@servico
def acontecimento_conferir(*, autor: Autor, cargo: Cargo, acontecimento: Acontecimento) -> Consequencia:
    """O que se seguiria, em palavras: só lê. `Recusa` se não cabe."""
    novo = _evento(cargo, acontecimento, (*TIPOS, *DE_SERVICO_PROPRIO))
    estado, depois = conferir_evento(cargo, novo)
    return consequencia(estado, novo, depois)


@servico
def acontecimento_registrar(
    *, autor: Autor, cargo: Cargo, acontecimento: Acontecimento, versao: str = ""
) -> Evento:
    """Registra o que aconteceu. `versao`: a da consequência mostrada; `Conflito` se já não é a mesma.

    `Recusa` se não cabe, se falta algo ou se contraria a ordem da lei.
    """
    return gravar_evento(autor, _evento(cargo, acontecimento, TIPOS), versao)


def _evento(cargo: Cargo, dados: Acontecimento, tipos: Collection[TipoDoEvento]) -> Evento:
    if dados.tipo not in tipos:
        raise Recusa(f"“{dados.tipo.label}” não se registra por aqui.")
    if dados.tipo in JUDICIAIS and not dados.processo.strip():
        raise Recusa("Diga o número do processo judicial.")
    if dados.tipo == TipoDoEvento.SUB_JUDICE and not dados.efeito:
        raise Recusa("Diga o que a decisão dá: ocupar a vaga ou vaga espelhada.")
    for pessoa in (dados.candidatura, dados.apos):
        if pessoa is not None and pessoa.cargo_id != cargo.pk:
            raise Recusa(f"A inscrição {pessoa.inscricao} não concorre a este cargo.")
    return Evento(
        cargo=cargo,
        tipo=dados.tipo,
        candidatura=dados.candidatura,
        data=dados.data,
        motivo=dados.motivo,
        documento=dados.documento,
        processo=dados.processo.strip(),
        efeito=dados.efeito,
        desfecho=dados.desfecho,
        lista=dados.lista,
        apos=dados.apos,
    )


# Desfazer -----------------------------------------------------------------------------------------


@servico
def desfazimento_conferir(
    *, autor: Autor, evento: Evento, data: date, motivo: str, documento: str
) -> Consequencia:
    """O que se seguiria de desfazer o registro, em palavras: só lê. `Recusa` se não cabe."""
    novo = _desfazimento(evento, data, motivo, documento)
    estado, depois = conferir_evento(evento.cargo, novo)
    return consequencia(estado, novo, depois)


@servico
def evento_desfazer(
    *, autor: Autor, evento: Evento, data: date, motivo: str, documento: str, versao: str = ""
) -> Evento:
    """Desfaz um registro enganado com outro: quem perdeu a vaga por ele volta a ela, com as suas minutas.

    Desfeita uma convocação, quem ela chamou volta à lista, e as minutas cancelam-se.

    `versao`: a da consequência mostrada; `Conflito` se já não é a mesma. `Recusa` se depois dele houve
    registros que sem ele seriam outros, ou se a convocação tem ato assinado; diz o remédio.
    """
    cargo = trancar_cargo(evento.cargo)
    novo = _desfazimento(evento, data, motivo, documento)
    estado, depois = conferir_evento(cargo, novo)
    exigir_a_consequencia_vista(versao, estado, novo, depois)
    novo.sequencia, novo.autor = estado.ultima_sequencia + 1, autor.pessoa
    novo.motivo, novo.documento = motivo.strip(), documento.strip()
    novo.save()
    if evento.tipo == TipoDoEvento.CONVOCAR:
        desfazer_chamadas(evento, novo)
    # A de convocação já desfeita não volta.
    for nomeacao in Nomeacao.objects.filter(encerrada_por=evento, evento__desfeito_por__isnull=True):
        _reabrir(nomeacao)
    refazer_o_que_dizem(estado, depois)
    for convocacao in refazer_minutas(cargo):
        pedir_producao(autor=autor, evento=convocacao, assinado=False)
    exigir_sem_pretericao(estado, novo)
    registrar(
        autor=autor,
        acao="nomeacoes.evento_desfazer",
        objeto=novo,
        depois={"desfaz": evento.sequencia, "data": data, "documento": novo.documento},
    )
    return novo


def _desfazimento(evento: Evento, data: date, motivo: str, documento: str) -> Evento:
    if evento.tipo == TipoDoEvento.RETIFICACAO:
        raise Recusa(
            "A retificação do resultado não se desfaz: se a lista nova tem engano, peça à banca o arquivo "
            "certo e retifique outra vez."
        )
    if evento.tipo == TipoDoEvento.ELIMINACAO:
        raise Recusa(
            "A eliminação cumpre a decisão final de um procedimento e não se desfaz como engano: se a "
            "Justiça a anulou, registre a reintegração."
        )
    if data > timezone.localdate():
        raise Recusa("A data está no futuro.")
    if data < evento.data:
        raise Recusa(f"A data é anterior ao registro que se desfaz, de {evento.data:%d/%m/%Y}.")
    return Evento(
        cargo=evento.cargo,
        tipo=TipoDoEvento.DESFAZIMENTO,
        desfaz=evento,
        data=data,
        motivo=motivo,
        documento=documento,
    )


def _reabrir(nomeacao: Nomeacao) -> None:
    """A nomeação volta à situação que os seus atos e o termo de posse provam, e a minuta, a minuta."""
    assinado = nomeacao.atos.filter(situacao=SituacaoAto.ASSINADO, ocupacao__sequencia=1).exists()
    antes = SituacaoNomeacao.NOMEADA if assinado else SituacaoNomeacao.CONVOCADA
    if nomeacao.empossada_em is not None:
        antes = SituacaoNomeacao.EMPOSSADA
    exigir_passagem(nomeacao.situacao, antes)
    nomeacao.situacao = antes
    nomeacao.encerrada_por = None
    nomeacao.save(update_fields=["situacao", "encerrada_por"])
    canceladas = Ato.objects.filter(nomeacao=nomeacao, situacao=SituacaoAto.CANCELADO)
    # A apostila de uma convocação desfeita continua cancelada.
    valem = canceladas.filter(ocupacao__causa__evento__desfeito_por__isnull=True)
    valem.update(situacao=SituacaoAto.MINUTA)
