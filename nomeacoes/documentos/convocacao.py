"""Edital de convocação: quem, para que vaga, por que lista e lugar, até quando, onde e com que documentos."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from concursos.consultas import nome_do_certame
from nomeacoes.consultas.acervo import Acervo, ler_acervo, marcas_judiciais
from nomeacoes.enums import CategoriaDaVaga, TipoDoEvento
from nomeacoes.models import Evento, Nomeacao
from nucleo.documentos import EspecieDeDocumento, cabecalho, coluna, data_por_extenso, tabela
from nucleo.erros import Recusa

LISTAS = {
    CategoriaDaVaga.AMPLA: "Geral",
    CategoriaDaVaga.COTAS: "Específica da cota",
    CategoriaDaVaga.PCD: "Específica de PcD",
}


def contexto_da_convocacao(evento: Evento, opcoes: Mapping[str, Any]) -> dict[str, Any]:
    """A convocação como foi confirmada. `opcoes`: "comparecer_ate" (data), "local" e "documentos" (lista).

    De quem se chama pela lista geral não se diz se está noutra. `Recusa` se o evento não é convocação ou se
    desfez, se falta uma opção, ou se o prazo acaba antes de ela se fazer.
    """
    if evento.tipo != TipoDoEvento.CONVOCAR:
        raise Recusa("Só uma convocação tem edital de convocação.")
    if evento.foi_desfeito:
        raise Recusa("Esta convocação foi desfeita: já não há quem convocar por ela.")
    ate, local, documentos = _opcoes(evento, opcoes)
    cargo, edital = evento.cargo, evento.cargo.edital
    certame = nome_do_certame(edital.concurso)
    chamadas = evento.nomeacoes.select_related("vaga", "candidatura__inscricao__candidato").order_by("ordem")
    acervo, marcas = ler_acervo(cargo), marcas_judiciais(cargo)
    linhas = [_linha(nomeacao, acervo, marcas) for nomeacao in chamadas]
    colunas = [
        coluna("Vaga", 1, "direita"),
        coluna("Inscrição", 1.8),
        coluna("Nome", 6),
        coluna("Lista", 2.4),
        coluna("Lugar nela", 1.2, "direita"),
    ]
    return cabecalho(evento.orgao) | {
        "titulo": f"Edital de convocação nº {_numero(evento)} – {cargo.codigo} – {certame}",
        "minuta": False,
        "certame": certame,
        "edital": str(edital),
        "cargo": str(cargo),
        "vinculo": edital.concurso.tipo,
        "data": data_por_extenso(evento.data),
        "quantos": len(linhas),
        "ate": data_por_extenso(ate),
        "local": local,
        "documentos": documentos,
        "homologacao": data_por_extenso(cargo.homologacao.homologado_em),
        "tabelas": {"convocados": tabela("Convocados", colunas, linhas)},
    }


def _numero(evento: Evento) -> int:
    """O número da convocação entre as do cargo; a desfeita guarda o seu."""
    return Evento.objects.filter(
        cargo=evento.cargo_id, tipo=TipoDoEvento.CONVOCAR, sequencia__lte=evento.sequencia
    ).count()


def _opcoes(evento: Evento, opcoes: Mapping[str, Any]) -> tuple[date, str, list[str]]:
    ate, local = opcoes.get("comparecer_ate"), str(opcoes.get("local", "")).strip()
    documentos = [texto for cada in opcoes.get("documentos", ()) if (texto := str(cada).strip())]
    if not isinstance(ate, date) or not local or not documentos:
        raise Recusa("Diga até quando e onde comparecer, e que documentos levar.")
    if ate < evento.data:
        raise Recusa(f"O prazo não pode acabar antes da convocação, de {evento.data:%d/%m/%Y}.")
    return ate, local, documentos


def _linha(nomeacao: Nomeacao, acervo: Acervo, marcas: Mapping[int, str]) -> list[str]:
    """A lista é a da chamada, que um remanejamento posterior não muda."""
    inscricao, quem = nomeacao.candidatura.inscricao, nomeacao.candidatura_id
    lista = CategoriaDaVaga(acervo.ocupacoes[nomeacao.pk][0].categoria)
    marca = f" ({marcas[quem]})" if quem in marcas else ""
    vaga = f"{nomeacao.vaga.numero} (espelhada)" if nomeacao.espelho else str(nomeacao.vaga.numero)
    lugar = acervo.lugar(nomeacao.pk, lista)
    return [vaga, inscricao.numero, f"{inscricao.candidato.nome}{marca}", LISTAS[lista], f"{lugar or ''}"]


CONVOCACAO = EspecieDeDocumento(
    nome="nomeacoes.convocacao",
    rotulo="Edital de convocação",
    alvo=Evento,
    acao="nomeacoes.ver",
    contexto=contexto_da_convocacao,
    modelo="nomeacoes/documentos/convocacao_v1/convocacao.html",
)
