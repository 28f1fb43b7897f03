"""O que muda no que já se gravou quando se desfaz um registro; os atos assinados ficam como saíram."""

from __future__ import annotations

from simple_history.utils import bulk_update_with_history

from concursos.models import Cargo
from cotas import Apuracao
from nomeacoes.consultas import EstadoDoCargo, ler_acervo
from nomeacoes.consultas.desfazimento import chamadas_que_mudam, nomeacoes_das_chamadas
from nomeacoes.consultas.valem import ocupacoes_que_valem
from nomeacoes.documentos import atos_com_tudo, contexto_do_ato
from nomeacoes.enums import SituacaoAto, SituacaoNomeacao, TipoDoEvento
from nomeacoes.fluxo import POR_ASSINAR, exigir_encerramento
from nomeacoes.models import Ato, Evento, Nomeacao, Ocupacao, PdfDoAto
from nomeacoes.servicos.gravacao import LOTE, em_json


def desfazer_chamadas(convocacao: Evento, novo: Evento) -> None:
    """Encerra as nomeações da convocação, cancela as suas minutas e devolve à reserva quem ela remanejou.

    `novo`: o registro, já gravado, que a desfaz. `Recusa` se alguma já tem ato assinado ou posse.
    """
    nomeacoes = list(Nomeacao.objects.filter(evento=convocacao, encerrada_por__isnull=True))
    for nomeacao in nomeacoes:
        exigir_encerramento(nomeacao.situacao, TipoDoEvento.DESFAZIMENTO)
        nomeacao.situacao, nomeacao.encerrada_por = SituacaoNomeacao.ENCERRADA, novo
    bulk_update_with_history(nomeacoes, Nomeacao, ["situacao", "encerrada_por"], batch_size=LOTE)
    minutas = Ato.objects.filter(ocupacao__causa__evento=convocacao, situacao__in=POR_ASSINAR)
    minutas.update(situacao=SituacaoAto.CANCELADO, conferido_por=None, conferido_em=None)
    _devolver_as_reservas(convocacao)


def _devolver_as_reservas(convocacao: Evento) -> None:
    movidas = Nomeacao.objects.filter(
        ocupacoes__causa__evento=convocacao, ocupacoes__sequencia__gt=1, evento__desfeito_por__isnull=True
    )
    valem = ocupacoes_que_valem(convocacao.cargo).filter(nomeacao__in=movidas).order_by("sequencia")
    contas = dict(valem.values_list("nomeacao", "categoria"))
    nomeacoes = list(Nomeacao.objects.filter(pk__in=contas))
    for nomeacao in nomeacoes:
        nomeacao.ocupa = contas[nomeacao.pk]
    bulk_update_with_history(nomeacoes, Nomeacao, ["ocupa"], batch_size=LOTE)


def refazer_o_que_dizem(estado: EstadoDoCargo, depois: Apuracao) -> None:
    """A ressalva e os fundamentos das chamadas que ficam, como a ordem os dá sem o que se desfez."""
    mudam = chamadas_que_mudam(estado.apuracao, depois)
    nomeacoes = list(nomeacoes_das_chamadas(estado, list(mudam)).select_related("vaga"))
    indices = {evento.pk: indice for indice, evento in enumerate(estado.eventos)}
    mudadas = []
    for nomeacao in nomeacoes:
        quem, vaga = str(nomeacao.candidatura_id), nomeacao.vaga.numero
        chamada = mudam.get((indices[nomeacao.evento_id], vaga, quem, nomeacao.espelho))
        if chamada is not None:
            nomeacao.ressalva = chamada.ressalva or ""
            nomeacao.fundamentos = em_json(chamada.fundamentos)
            mudadas.append(nomeacao)
            Ocupacao.objects.filter(causa=nomeacao).update(fundamentos=nomeacao.fundamentos)
    bulk_update_with_history(mudadas, Nomeacao, ["ressalva", "fundamentos"], batch_size=LOTE)


def refazer_minutas(cargo: Cargo) -> list[Evento]:
    """Redige de novo as minutas que já diriam outra coisa; o PDF velho sai. Devolve as suas convocações.

    A conferida que muda volta a minuta: quem a conferiu leu outro texto.
    """
    acervo = ler_acervo(cargo)
    minutas = atos_com_tudo().filter(nomeacao__vaga__cargo=cargo, situacao__in=POR_ASSINAR)
    mudadas = []
    for minuta in minutas:
        contexto = contexto_do_ato(minuta, acervo)
        if contexto != minuta.contexto:
            minuta.contexto, minuta.situacao = contexto, SituacaoAto.MINUTA
            minuta.conferido_por = minuta.conferido_em = None
            mudadas.append(minuta)
    mudam = ["contexto", "situacao", "conferido_por", "conferido_em"]
    Ato.objects.bulk_update(mudadas, mudam, batch_size=LOTE)
    PdfDoAto.objects.filter(ato__in=[minuta.pk for minuta in mudadas], assinado=False).delete()
    convocacoes = {minuta.ocupacao.causa.evento_id for minuta in mudadas}
    return list(Evento.objects.filter(pk__in=convocacoes).select_related("cargo__edital__concurso__orgao"))
