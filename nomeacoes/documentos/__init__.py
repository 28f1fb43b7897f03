"""O que cada ato imprime, o que dele entra na cadeia de hashes, e a composição do seu PDF.

Os modelos ficam em `templates/nomeacoes/documentos/<versão>/`; um ato assinado guarda o seu contexto
e o seu PDF, e a versão do modelo só serve para compor o que ainda não foi composto.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import segno
from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from candidatos.models import Candidatura
from concursos.consultas import nome_do_certame
from concursos.enums import Tipo
from concursos.models import Edital
from cotas import LEIS, Vinculo
from nomeacoes.consultas import Acervo
from nomeacoes.enums import CategoriaDaVaga, TipoAto
from nomeacoes.models import Ato, Evento
from nucleo.documentos import compor_pdf, data_por_extenso
from nucleo.models import Usuario

VERSAO = "v3"
MODELOS = {
    TipoAto.NOMEACAO: f"{VERSAO}/ato_de_nomeacao.typ",
    TipoAto.APOSTILA: f"{VERSAO}/apostila.typ",
}
PASTA = settings.RAIZ / "templates" / "nomeacoes" / "documentos"


@dataclass(frozen=True, slots=True)
class Assinatura:
    """O que a assinatura dá ao ato: número no ano, posição na cadeia, quem, quando e o código."""

    numero: int
    ano: int
    posicao: int
    pessoa: Usuario
    quando: datetime
    codigo: str


def contexto_do_ato(ato: Ato, acervo: Acervo, assinatura: Assinatura | None = None) -> dict[str, Any]:
    """Tudo o que o documento imprime; sem assinatura, é minuta. Não leva CPF nem autodeclaração.

    `acervo`: o do cargo do ato, lido uma vez para muitos atos.
    """
    contexto = _cabecalho(ato) | _autenticacao(ato, assinatura)
    if ato.tipo == TipoAto.NOMEACAO:
        return contexto | _da_nomeacao(ato, acervo)
    return contexto | _da_apostila(ato, acervo)


def conteudo_encadeado(ato: Ato) -> dict[str, Any]:
    """O que o hash de um ato assinado cobre: as colunas que o identificam e o contexto inteiro."""
    return {
        "orgao": ato.orgao_id,
        "tipo": ato.tipo,
        "ano": ato.ano,
        "numero": ato.numero,
        "posicao": ato.posicao,
        "nomeacao": ato.nomeacao_id,
        "ocupacao": ato.ocupacao_id,
        "modelo": ato.modelo,
        "contexto": ato.contexto,
        "assinado_por": ato.assinado_por_id,
        "assinado_em": ato.assinado_em.isoformat() if ato.assinado_em else None,
        # Os assinados antes de haver código e conferência encadeiam-se sem eles.
        **({"codigo": ato.codigo, "conferido_por": ato.conferido_por_id} if ato.codigo else {}),
    }


def pdf_do_ato(ato: Ato) -> bytes:
    """PDF do ato assinado ou da minuta, com os mesmos octetos a cada vez."""
    versao, modelo = ato.modelo.split("/")
    return compor_pdf(
        pasta=PASTA / versao,
        modelo=modelo,
        dados=dict(ato.contexto) | {"hash": ato.hash, "qr": _qr(ato)},
        momento=ato.assinado_em or ato.criado_em,
    )


def endereco_da_verificacao(codigo: str) -> str:
    """Endereço público em que se confere o código; vazio sem NOMEIA_ENDERECO_PUBLICO."""
    base = settings.NOMEIA_ENDERECO_PUBLICO
    return f"{base}{reverse('nomeacoes:verificar_codigo', args=[codigo])}" if base else ""


def _qr(ato: Ato) -> str | None:
    """SVG do QR que leva à verificação, ou ao código se não há endereço público; nulo na minuta."""
    verificacao = ato.contexto.get("verificacao")
    if verificacao is None:
        return None
    qr = segno.make(verificacao["endereco"] or verificacao["codigo"], error="m", micro=False)
    return str(qr.svg_inline(border=0, omitsize=True))


def nome_do_ato(ato: Ato, vinculo: str) -> str:
    """Como outro documento se refere a este: "Ato de nomeação nº 12/2026".

    Só cargo efetivo se provê por nomeação: emprego e estágio, por admissão.
    """
    if ato.tipo == TipoAto.APOSTILA:
        titulo = "Apostila"
    else:
        titulo = "Ato de nomeação" if vinculo == Tipo.CARGO_EFETIVO else "Ato de admissão"
    return f"{titulo} nº {ato.numero}/{ato.ano}" if ato.numero else titulo


def _cabecalho(ato: Ato) -> dict[str, Any]:
    cargo = ato.nomeacao.vaga.cargo
    edital, concurso = cargo.edital, cargo.edital.concurso
    return {
        "municipio": concurso.orgao.municipio.nome,
        "orgao": concurso.orgao.nome,
        "vinculo": concurso.tipo,
        "lei": titulo_da_lei(edital),
        "concurso": {"nome": nome_do_certame(concurso)},
        "edital": {
            "nome": str(edital),
            "data": _extenso(edital.publicado_em),
            "veiculo": edital.veiculo,
        },
        "homologacao": {
            "data": _extenso(cargo.homologacao.homologado_em),
            "veiculo": cargo.homologacao.veiculo,
        },
        "cargo": str(cargo),
        "candidato": _pessoa(ato.nomeacao.candidatura),
        "memoria": _memoria(ato.ocupacao.causa.evento),
    }


def _memoria(convocacao: Evento) -> str | None:
    """SHA-256 da memória pública guardada com a convocação; nulo nas anteriores a ela existir."""
    memoria = getattr(convocacao, "memoria", None)
    return None if memoria is None else str(memoria.sha256)


def titulo_da_lei(edital: Edital) -> str | None:
    """Título da lei de cotas que rege o edital; nulo quando nenhuma se lhe aplica."""
    lei = LEIS.get(edital.lei)
    if lei is None or edital.publicado_em is None:
        return None
    vigencia = lei.em_vigor(edital.publicado_em, Vinculo(edital.concurso.tipo))
    return lei.titulo if vigencia else None


def _autenticacao(ato: Ato, assinatura: Assinatura | None) -> dict[str, Any]:
    cidade = ato.orgao.municipio.nome
    if assinatura is None:
        hoje = timezone.localdate(ato.criado_em)
        return {"minuta": True, "local_e_data": f"{cidade}, {data_por_extenso(hoje)}"}
    quando = timezone.localtime(assinatura.quando)
    return {
        "minuta": False,
        "numero": assinatura.numero,
        "ano": assinatura.ano,
        "posicao": assinatura.posicao,
        "local_e_data": f"{cidade}, {data_por_extenso(quando.date())}",
        "autoridade": {"nome": assinatura.pessoa.nome, "funcao": assinatura.pessoa.funcao},
        "assinado_em": f"{data_por_extenso(quando.date())}, às {quando:%Hh%M}",
        "verificacao": {
            "codigo": assinatura.codigo,
            "endereco": endereco_da_verificacao(assinatura.codigo),
        },
    }


def _da_nomeacao(ato: Ato, acervo: Acervo) -> dict[str, Any]:
    nomeacao, ocupacao = ato.nomeacao, ato.ocupacao
    lista, quem = ocupacao.categoria, nomeacao.candidatura_id
    return {
        "ocupa": lista,
        "vaga": {
            "numero": nomeacao.vaga.numero,
            "categoria": nomeacao.categoria,
            "reaberta": nomeacao.pk in acervo.reabertas,
        },
        "revertida": nomeacao.revertida,
        # Só onde há espelho ou ressalva: o contexto dos atos que não os têm continua o mesmo.
        **({"espelho": True} if nomeacao.espelho else {}),
        **({"ressalva": acervo.ressalvas[quem]} if quem in acervo.ressalvas else {}),
        "lugar_geral": acervo.lugar(nomeacao.pk, CategoriaDaVaga.AMPLA),
        "lugar_na_lista": None if lista == CategoriaDaVaga.AMPLA else acervo.lugar(nomeacao.pk, lista),
        "remanejamentos": [
            _pessoa(remanejada.nomeacao.candidatura)
            | {
                "vaga": remanejada.nomeacao.vaga.numero,
                "de": acervo.anterior(remanejada),
                "passa": acervo.passa(remanejada),
            }
            for remanejada in acervo.causadas.get(nomeacao.pk, [])
        ],
        "fundamentos": _imprimiveis(ocupacao.fundamentos),
    }


def _imprimiveis(fundamentos: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Sem os que revelam que alguém chamado na ampla se declarou: o ato é público, a raça não."""
    return [{"citacao": f["citacao"], "aplicacao": f["aplicacao"]} for f in fundamentos if not f["reservado"]]


def _da_apostila(ato: Ato, acervo: Acervo) -> dict[str, Any]:
    ocupacao, nomeador = ato.ocupacao, acervo.nomeadores[ato.nomeacao_id]
    causa = ocupacao.causa
    vinculo = ato.nomeacao.vaga.cargo.edital.concurso.tipo
    return {
        "apostilado": {
            "nome": nome_do_ato(nomeador, vinculo),
            "data": _extenso(timezone.localdate(nomeador.assinado_em)) if nomeador.assinado_em else None,
        },
        "de": acervo.anterior(ocupacao),
        "passa": acervo.passa(ocupacao),
        "desde": data_por_extenso(ocupacao.desde),
        "vaga": {"numero": ato.nomeacao.vaga.numero},
        "causa": _pessoa(causa.candidatura) | {"vaga": causa.vaga.numero, "categoria": causa.categoria},
        "fundamentos": _imprimiveis(ocupacao.fundamentos),
    }


def _pessoa(candidatura: Candidatura) -> dict[str, str]:
    return {"nome": candidatura.inscricao.candidato.nome, "inscricao": candidatura.inscricao.numero}


def _extenso(data: date | None) -> str:
    return data_por_extenso(data) if data else ""


def atos_com_tudo() -> QuerySet[Ato]:
    """Atos com o que o contexto lê, em poucas consultas."""
    return Ato.objects.select_related(
        "orgao__municipio",
        "ocupacao__causa__vaga",
        "ocupacao__causa__candidatura__inscricao__candidato",
        "ocupacao__causa__evento__memoria",
        "nomeacao__evento",
        "nomeacao__candidatura__inscricao__candidato",
        "nomeacao__vaga__cargo__edital__concurso__orgao__municipio",
    )
