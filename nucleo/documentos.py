"""Composição de PDFs a partir de modelos versionados, e a data como os atos a escrevem.

O PDF sai em PDF/A-2a (guarda) e PDF/UA-1 (leitor de tela) de uma vez, com os mesmos octetos para
os mesmos dados. Os dados chegam ao modelo como JSON: nunca se monta o texto-fonte com eles.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal

import typst
from django.core.serializers.json import DjangoJSONEncoder

MESES = (
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
)

PADROES: list[Literal["a-2a", "ua-1"]] = ["a-2a", "ua-1"]

# O que a fonte dos documentos (Libertinus Serif) sabe imprimir e um nome pode trazer: latim com
# todos os seus acentos, sinais combinantes e a pontuação corrente. O resto derruba a composição
# ou não se vê; `texto_imprimivel` põe no lugar o sinal de substituição, que se vê.
_FORA_DA_FONTE = re.compile(
    "[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f\u0300-\u036f\u1e00-\u1eff"
    "\u2010-\u2027\u2030-\u2037\u2039\u203a\u20ac\ufffd]"
)
_ESPACOS = re.compile(r"[\t\r\n\v\f\u0085\u2028\u2029]+")
# Sinais de formatação (largura zero, direção da escrita, hífen opcional): invisíveis, saem sem deixar nada.
_INVISIVEIS = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")


class ErroDeComposicao(RuntimeError):
    """O modelo não produziu um documento perfeito: erro ou aviso do compositor, com o texto dele."""


def data_por_extenso(data: date) -> str:
    """Data como os atos a escrevem: "1º de março de 2026", "31 de agosto de 2023"."""
    dia = "1º" if data.day == 1 else str(data.day)
    return f"{dia} de {MESES[data.month - 1]} de {data.year}"


def texto_imprimivel(texto: str) -> str:
    """O texto em forma composta, numa linha só, com "�" no lugar do que a fonte não imprime."""
    composto = unicodedata.normalize("NFC", _INVISIVEIS.sub("", _ESPACOS.sub(" ", texto)))
    return _FORA_DA_FONTE.sub("\ufffd", composto)


def _imprimivel(valor: Any) -> Any:
    """Aplica `texto_imprimivel` a todo texto de uma estrutura de listas e mapeamentos."""
    if isinstance(valor, str):
        return texto_imprimivel(valor)
    if isinstance(valor, Mapping):
        return {chave: _imprimivel(item) for chave, item in valor.items()}
    if isinstance(valor, list | tuple):
        return [_imprimivel(item) for item in valor]
    return valor


@cache
def _fontes() -> typst.Fonts:
    """Só as fontes do próprio compositor: as do sistema mudariam os octetos de máquina a máquina."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)


def compor_pdf(*, pasta: Path, modelo: str, dados: Mapping[str, Any], momento: datetime) -> bytes:
    """Compõe `pasta/modelo` com `dados` e devolve o PDF.

    Entradas: `pasta`, a única que o modelo pode ler; `modelo`, nome do arquivo `.typ`; `dados`,
    mapeamento que o modelo lê em `sys.inputs.dados` (JSON); `momento`, data gravada no PDF, com
    fuso. Iguais as entradas, iguais os octetos. Erros: `ErroDeComposicao`, também por simples aviso.
    """
    entrada = json.dumps(_imprimivel(dados), cls=DjangoJSONEncoder, ensure_ascii=False, sort_keys=True)
    try:
        pdf, avisos = typst.compile_with_warnings(
            str(pasta / modelo),
            root=str(pasta),
            font_paths=_fontes(),
            ignore_system_fonts=True,
            format="pdf",
            sys_inputs={"dados": entrada},
            pdf_standards=[*PADROES],
            timestamp=int(momento.timestamp()),
        )
    except typst.TypstError as erro:
        raise ErroDeComposicao(f"{modelo}: {erro.message}") from erro
    if avisos:
        raise ErroDeComposicao(f"{modelo}: " + "; ".join(aviso.message for aviso in avisos))
    if not isinstance(pdf, bytes):
        raise ErroDeComposicao(f"{modelo}: o compositor não devolveu um documento.")
    return pdf
