"""História de uma nomeação e andamento dos documentos de uma convocação."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from nomeacoes.consultas.acervo import Acervo, ler_acervo
from nomeacoes.consultas.plano import NOME_DA_RESERVA, frase_do_remanejamento
from nomeacoes.enums import CategoriaDaVaga, SituacaoAto
from nomeacoes.fluxo import POR_ASSINAR
from nomeacoes.models import Ato, Evento, Nomeacao, Ocupacao
from nucleo.models import Execucao


@dataclass(frozen=True, slots=True)
class Passo:
    """Um passo da história: a ocupação e a frase que a conta."""

    ocupacao: Ocupacao
    frase: str


def historia_da_ocupacao(nomeacao: Nomeacao) -> list[Passo]:
    """O que a nomeação ocupou, do primeiro passo ao último."""
    return passos_da_ocupacao(ler_acervo(nomeacao.vaga.cargo), nomeacao)


def passos_da_ocupacao(acervo: Acervo, nomeacao: Nomeacao) -> list[Passo]:
    """O mesmo, com o acervo do cargo já lido: para contar várias nomeações."""
    return [Passo(ocupacao, _frase(acervo, ocupacao)) for ocupacao in acervo.ocupacoes[nomeacao.pk]]


def _frase(acervo: Acervo, ocupacao: Ocupacao) -> str:
    if ocupacao.sequencia == 1:
        nomeacao = ocupacao.nomeacao
        frase = f"chamada para a vaga {nomeacao.vaga.numero}"
        if nomeacao.revertida:
            frase += ", revertida à ampla por falta de quem a ocupasse na lista específica"
        return f"{frase}; conta na {NOME_DA_RESERVA[CategoriaDaVaga(ocupacao.categoria)]}"
    causa = ocupacao.causa
    return frase_do_remanejamento(
        de=acervo.anterior(ocupacao),
        passa_a=causa.candidatura.inscricao.candidato.nome if acervo.passa(ocupacao) else None,
        vaga=causa.vaga.numero,
    )


def atos_sem_pdf(evento: Evento, *, assinado: bool) -> QuerySet[Ato]:
    """Minutas, ou atos assinados, da convocação que ainda esperam o PDF desse estado."""
    situacoes = (SituacaoAto.ASSINADO,) if assinado else POR_ASSINAR
    return (
        Ato.objects.filter(ocupacao__causa__evento=evento, situacao__in=situacoes)
        .exclude(pdfs__assinado=assinado)
        .order_by("pk")
    )


def producao_da_convocacao(evento: Evento) -> Execucao | None:
    """O último trabalho que produziu documentos da convocação; nulo se não houve."""
    return (
        Execucao.objects.filter(
            chave__startswith=f"evento:{evento.pk}:", especie__startswith="nomeacoes.", mae=None
        )
        .order_by("-criada_em")
        .first()
    )
