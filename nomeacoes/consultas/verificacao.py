"""O que a página pública diz de um código e de um hash: só o que o próprio ato publica."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from nomeacoes.enums import SituacaoAto
from nomeacoes.models import Ato, PdfDoAto


@dataclass(frozen=True, slots=True)
class AtoVerificado:
    """O que se mostra de um ato autêntico. `hash_confere`: nulo se não se deu nenhum."""

    nome: str
    orgao: str
    assinado_em: datetime
    hash: str
    sha256_do_pdf: str
    hash_confere: bool | None


def codigo_normal(texto: str) -> str:
    """O código como se guarda, do que alguém digitou: sem distinguir maiúsculas, traços e espaços.

    O e I, que o código não tem, leem-se 0 e 1, como L.
    """
    letras = re.sub(r"[^0-9A-Z]", "", texto.upper()).translate(str.maketrans("OIL", "011"))
    return "-".join(letras[inicio : inicio + 4] for inicio in range(0, len(letras), 4))


def verificar_ato(codigo: str, sha256: str) -> AtoVerificado | None:
    """O ato assinado deste código; nulo se não há. Não traz pessoa, cargo, vaga nem lista."""
    ato = (
        Ato.objects.select_related("orgao__municipio")
        .filter(codigo=codigo_normal(codigo), situacao=SituacaoAto.ASSINADO)
        .exclude(codigo="")
        .first()
    )
    if ato is None or ato.assinado_em is None:
        return None
    pdf = PdfDoAto.objects.filter(ato=ato, assinado=True).first()
    do_pdf = pdf.sha256 if pdf else ""
    dado = re.sub(r"\s", "", sha256).lower()
    return AtoVerificado(
        nome=str(ato),
        orgao=f"{ato.orgao.nome}, {ato.orgao.municipio}",
        assinado_em=ato.assinado_em,
        hash=ato.hash,
        sha256_do_pdf=do_pdf,
        hash_confere=dado in {ato.hash, do_pdf} if dado else None,
    )
