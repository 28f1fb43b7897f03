"""O que a página pública diz de um código e de um hash: só o que o próprio ato ou documento publica."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from nomeacoes.enums import SituacaoAto
from nomeacoes.models import Ato, PdfDoAto
from nucleo.codigos import codigo_normal
from nucleo.models import Documento


@dataclass(frozen=True, slots=True)
class Verificado:
    """O que se mostra do que é autêntico. `somas`: o que é e o SHA-256 de cada conteúdo ou arquivo.

    `que`: "ato" ou "documento"; `quando` diz se se assinou ou emitiu; `confere`: nulo se não se deu SHA-256.
    """

    que: str
    nome: str
    orgao: str
    quando: str
    em: datetime
    somas: tuple[tuple[str, str], ...]
    confere: bool | None
    minuta: bool = False


def verificar(codigo: str, sha256: str) -> Verificado | None:
    """O ato assinado ou o documento emitido com este código; nulo se não há nenhum.

    Não traz pessoa, cargo, vaga nem lista.
    """
    normal, dado = codigo_normal(codigo), re.sub(r"\s", "", sha256).lower()
    return (_do_ato(normal, dado) or _do_documento(normal, dado)) if normal else None


def _do_ato(codigo: str, dado: str) -> Verificado | None:
    atos = Ato.objects.select_related("orgao__municipio")
    ato = atos.filter(codigo=codigo, situacao=SituacaoAto.ASSINADO).first()
    if ato is None or ato.assinado_em is None:
        return None
    somas = [("SHA-256 do ato", ato.hash)]
    somas += [
        ("SHA-256 do arquivo PDF", pdf.sha256) for pdf in PdfDoAto.objects.filter(ato=ato, assinado=True)
    ]
    return Verificado(
        que="ato",
        nome=str(ato),
        orgao=f"{ato.orgao.nome}, {ato.orgao.municipio}",
        quando="Assinado em",
        em=ato.assinado_em,
        somas=tuple(somas),
        confere=_confere(dado, somas),
    )


def _do_documento(codigo: str, dado: str) -> Verificado | None:
    documento = Documento.objects.select_related("orgao__municipio").filter(codigo=codigo).first()
    if documento is None:
        return None
    somas = [("SHA-256 do conteúdo", documento.resumo)]
    for arquivo in documento.arquivos.order_by("volume", "formato"):
        volume = f", volume {arquivo.volume}" if documento.volumes > 1 else ""
        somas.append((f"SHA-256 do arquivo {arquivo.get_formato_display()}{volume}", arquivo.sha256))
    return Verificado(
        que="documento",
        nome=documento.titulo,
        orgao=f"{documento.orgao.nome}, {documento.orgao.municipio}",
        quando="Emitido em",
        em=documento.emitido_em,
        somas=tuple(somas),
        confere=_confere(dado, somas),
        minuta=bool(documento.contexto["minuta"]),
    )


def _confere(dado: str, somas: list[tuple[str, str]]) -> bool | None:
    return dado in {soma for _, soma in somas} if dado else None
