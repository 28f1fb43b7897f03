"""O que a confirmação de um plano grava: vagas, nomeações, ocupações e minutas. Tudo em lotes."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from cotas import Fundamento
from nomeacoes.consultas import ChamadaPlanejada, Plano, categorias_na_serie, ler_acervo
from nomeacoes.documentos import MODELOS, atos_com_tudo, contexto_do_ato
from nomeacoes.enums import CategoriaDaVaga, TipoAto
from nomeacoes.models import Ato, Evento, Nomeacao, Ocupacao, Vaga
from nucleo.models import Usuario

LOTE = 500


def em_json(fundamentos: Iterable[Fundamento]) -> list[dict[str, str | bool]]:
    """Fundamentos como se guardam; os reservados não se imprimem (LGPD, art. 5º, II)."""
    return [{"citacao": f.citacao, "aplicacao": f.aplicacao, "reservado": f.reservado} for f in fundamentos]


def gravar_chamadas(plano: Plano, evento: Evento) -> list[Nomeacao]:
    """Cria vagas, nomeações e ocupações, na ordem do plano; os remanejados mudam de ocupação."""
    vagas = _vagas(plano)
    novas = [_nomeacao(chamada, vagas[chamada.vaga], evento) for chamada in plano.chamadas]
    bulk_create_with_history(novas, Nomeacao, batch_size=LOTE)
    abertas = {
        nomeacao.candidatura_id: nomeacao
        for nomeacao in Nomeacao.objects.filter(vaga__cargo=evento.cargo, encerrada_por__isnull=True)
    }
    Ocupacao.objects.bulk_create(_ocupacoes(plano, abertas, evento), batch_size=LOTE)
    remanejadas = [abertas[r.candidatura.pk] for c in plano.chamadas for r in c.remanejamentos]
    if remanejadas:
        bulk_update_with_history(remanejadas, Nomeacao, ["ocupa"], batch_size=LOTE)
    return [abertas[chamada.candidatura.pk] for chamada in plano.chamadas]


def _vagas(plano: Plano) -> dict[int, Vaga]:
    """As vagas chamadas, por número; a que já existe é a mesma, com a categoria que tem na série."""
    cargo = plano.estado.cargo
    # A espelhada tem o número da que segue para o próximo.
    numeros = list(dict.fromkeys(chamada.vaga for chamada in plano.chamadas))
    existentes = set(Vaga.objects.filter(cargo=cargo, numero__in=numeros).values_list("numero", flat=True))
    serie = categorias_na_serie(plano.estado.regras, max(numeros))
    Vaga.objects.bulk_create(
        Vaga(cargo=cargo, numero=numero, categoria=CategoriaDaVaga(serie[numero]))
        for numero in numeros
        if numero not in existentes
    )
    return {vaga.numero: vaga for vaga in Vaga.objects.filter(cargo=cargo, numero__in=numeros)}


def _nomeacao(chamada: ChamadaPlanejada, vaga: Vaga, evento: Evento) -> Nomeacao:
    return Nomeacao(
        vaga=vaga,
        candidatura=chamada.candidatura,
        evento=evento,
        ordem=chamada.ordem,
        categoria=chamada.categoria,
        ocupa=chamada.ocupa,
        revertida=chamada.revertida,
        espelho=chamada.espelho,
        ressalva=chamada.ressalva or "",
        fundamentos=em_json(chamada.fundamentos),
    )


def _ocupacoes(plano: Plano, abertas: dict[int, Nomeacao], evento: Evento) -> list[Ocupacao]:
    """A primeira ocupação de cada nomeação nova e a seguinte de cada remanejada, na ordem dos fatos.

    Uma nomeação remaneja-se uma só vez, de uma reserva para a ampla; a que uma convocação desfeita remanejara
    conserva a ocupação que não vale, e a seguinte vem depois dela.
    """
    ultimas = _ultimas_sequencias(plano, abertas)
    ocupacoes = []
    for chamada in plano.chamadas:
        causa = abertas[chamada.candidatura.pk]
        remanejadas = [abertas[r.candidatura.pk] for r in chamada.remanejamentos]
        for nomeacao in remanejadas:
            nomeacao.ocupa = CategoriaDaVaga.AMPLA
        ocupacoes += [
            Ocupacao(
                nomeacao=nomeacao,
                sequencia=1 if nomeacao is causa else ultimas.get(nomeacao.pk, 1) + 1,
                categoria=chamada.ocupa if nomeacao is causa else CategoriaDaVaga.AMPLA,
                causa=causa,
                fundamentos=causa.fundamentos,
                desde=evento.data,
            )
            for nomeacao in [causa, *remanejadas]
        ]
    return ocupacoes


def _ultimas_sequencias(plano: Plano, abertas: dict[int, Nomeacao]) -> dict[int, int]:
    remanejadas = [abertas[r.candidatura.pk].pk for c in plano.chamadas for r in c.remanejamentos]
    ocupacoes = Ocupacao.objects.filter(nomeacao__in=remanejadas).order_by()
    return dict(ocupacoes.values_list("nomeacao").annotate(ultima=Max("sequencia")))


def redigir_minutas(evento: Evento, redator: Usuario | None) -> None:
    """Uma minuta por ocupação que a convocação causou: nomeação a de quem foi chamado, apostila as demais."""
    ocupacoes = Ocupacao.objects.filter(causa__evento=evento).order_by("pk")
    Ato.objects.bulk_create([_minuta(ocupacao, evento, redator) for ocupacao in ocupacoes], batch_size=LOTE)
    acervo = ler_acervo(evento.cargo)
    minutas = list(atos_com_tudo().filter(ocupacao__causa__evento=evento))
    for minuta in minutas:
        minuta.contexto = contexto_do_ato(minuta, acervo)
    Ato.objects.bulk_update(minutas, ["contexto"], batch_size=LOTE)


def _minuta(ocupacao: Ocupacao, evento: Evento, redator: Usuario | None) -> Ato:
    tipo = TipoAto.NOMEACAO if ocupacao.sequencia == 1 else TipoAto.APOSTILA
    return Ato(
        orgao=evento.orgao,
        tipo=tipo,
        nomeacao_id=ocupacao.nomeacao_id,
        ocupacao=ocupacao,
        modelo=MODELOS[tipo],
        redigido_por=redator,
    )
