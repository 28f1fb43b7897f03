"""História de uma nomeação e andamento dos documentos de uma convocação."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nomeacoes.consultas.plano import NOME_DA_RESERVA, frase_do_remanejamento
from nomeacoes.enums import CategoriaDaVaga, SituacaoAto
from nomeacoes.models import Ato, Evento, Nomeacao, Ocupacao
from nucleo.models import Execucao


@dataclass(frozen=True, slots=True)
class Passo:
    """Um passo da história: a ocupação e a frase que a conta."""

    ocupacao: Ocupacao
    frase: str


def categoria_anterior(ocupacao: Ocupacao) -> CategoriaDaVaga:
    """Em que a pessoa contava antes desta ocupação, que não é a primeira."""
    anterior = ocupacao.nomeacao.ocupacoes.get(sequencia=ocupacao.sequencia - 1)
    return CategoriaDaVaga(anterior.categoria)


def reserva_passa(ocupacao: Ocupacao) -> bool:
    """Se a reserva que o remanejamento libera passou a quem foi chamado, ou reverteu à ampla.

    Passa a do último remanejado pela chamada, quando quem ela chamou ocupa essa mesma reserva.
    """
    causa = ocupacao.causa
    ultima = causa.remanejamentos.exclude(nomeacao=causa).order_by("-pk").first()
    primeira_da_causa = causa.ocupacoes.get(sequencia=1)
    return ultima == ocupacao and primeira_da_causa.categoria == categoria_anterior(ocupacao)


def historia_da_ocupacao(nomeacao: Nomeacao) -> list[Passo]:
    """O que a nomeação ocupou, do primeiro passo ao último."""
    return [Passo(ocupacao, _frase(ocupacao)) for ocupacao in nomeacao.ocupacoes.all()]


def _frase(ocupacao: Ocupacao) -> str:
    if ocupacao.sequencia == 1:
        nomeacao = ocupacao.nomeacao
        frase = f"chamada para a vaga {nomeacao.vaga.numero}"
        if nomeacao.revertida:
            frase += ", revertida à ampla por falta de quem a ocupasse na lista específica"
        return f"{frase}; conta na {NOME_DA_RESERVA[CategoriaDaVaga(ocupacao.categoria)]}"
    causa = ocupacao.causa
    return frase_do_remanejamento(
        de=categoria_anterior(ocupacao),
        passa_a=causa.candidatura.inscricao.candidato.nome if reserva_passa(ocupacao) else None,
        vaga=causa.vaga.numero,
    )


def atos_sem_pdf(atos: Iterable[Ato]) -> list[Ato]:
    """Dos atos dados (com `pdfs` à mão), os que ainda esperam o PDF do estado em que estão."""
    return [
        ato
        for ato in atos
        if ato.situacao != SituacaoAto.CANCELADO
        and not any(pdf.assinado == (ato.situacao == SituacaoAto.ASSINADO) for pdf in ato.pdfs.all())
    ]


def producao_da_convocacao(evento: Evento) -> Execucao | None:
    """O último trabalho que produziu documentos da convocação; nulo se não houve."""
    return (
        Execucao.objects.filter(
            chave__startswith=f"evento:{evento.pk}:", especie__startswith="nomeacoes.", mae=None
        )
        .order_by("-criada_em")
        .first()
    )
