"""Do modelo redigido aos blocos: o que um documento tem dentro, seja qual for a forma em que sai.

O modelo é HTML do mais simples: `h2`, `h3`, `p`, `p class="assinatura"`, `ul`, `ol`, `li`, `strong`, e
`<table data-tabela="chave">` no lugar de uma tabela do contexto, que não passa por ele: pode ter cem mil
linhas.
"""

from __future__ import annotations

from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

from django.template.loader import render_to_string

Bloco = dict[str, Any]
TITULOS = {"h2": 2, "h3": 3}
CONHECIDAS = frozenset({*TITULOS, "p", "ul", "ol", "li", "strong", "table"})


class ErroDeModelo(ValueError):
    """O modelo usa o que os documentos não têm, ou chama tabela que o contexto não traz."""


def blocos_do_documento(modelo: str, contexto: Mapping[str, Any]) -> list[Bloco]:
    """O corpo do documento, em blocos, na ordem. Textos do contexto são sempre textos.

    Blocos: {"tipo": "titulo", "nivel", "partes"}, {"tipo": "paragrafo" ou "assinatura", "partes"},
    {"tipo": "lista", "numerada", "itens": [partes]} e {"tipo": "tabela", "legenda", "colunas", "linhas"};
    "partes" é [{"texto", "forte"}].
    """
    leitor = _Leitor(contexto.get("tabelas", {}))
    leitor.feed(render_to_string(modelo, dict(contexto)))
    leitor.close()
    return leitor.blocos


class _Leitor(HTMLParser):
    def __init__(self, tabelas: Mapping[str, Any]) -> None:
        super().__init__(convert_charrefs=True)
        self.blocos: list[Bloco] = []
        self._tabelas = tabelas
        self._partes: list[dict[str, Any]] | None = None
        self._forte = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        atributos = dict(attrs)
        if tag not in CONHECIDAS:
            raise ErroDeModelo(f"Os documentos não têm <{tag}>.")
        if tag == "table":
            chave = atributos.get("data-tabela") or ""
            if chave not in self._tabelas:
                raise ErroDeModelo(f"O contexto não traz a tabela “{chave}”.")
            self.blocos.append({"tipo": "tabela", **self._tabelas[chave]})
        elif tag == "strong":
            self._forte = True
        elif tag in ("ul", "ol"):
            self.blocos.append({"tipo": "lista", "numerada": tag == "ol", "itens": []})
        elif tag == "li":
            self._partes = []
            self.blocos[-1]["itens"].append(self._partes)
        else:
            self._partes = []
            self.blocos.append(_com_texto(tag, atributos.get("class"), self._partes))

    def handle_endtag(self, tag: str) -> None:
        if tag == "strong":
            self._forte = False
        elif tag not in ("ul", "ol", "table"):
            _aparar(self._partes or [])
            self._partes = None

    def handle_data(self, data: str) -> None:
        if self._partes is None:
            if data.strip():
                raise ErroDeModelo(f"Texto fora de parágrafo: “{data.strip()[:60]}”.")
            return
        texto = _um_espaco(data)
        if self._partes and self._partes[-1]["texto"].endswith(" "):
            texto = texto.lstrip()
        if texto:
            self._partes.append({"texto": texto, "forte": self._forte})


def _com_texto(tag: str, classe: str | None, partes: list[dict[str, Any]]) -> Bloco:
    if tag in TITULOS:
        return {"tipo": "titulo", "nivel": TITULOS[tag], "partes": partes}
    return {"tipo": "assinatura" if classe == "assinatura" else "paragrafo", "partes": partes}


def _um_espaco(texto: str) -> str:
    miolo = " ".join(texto.split())
    antes = " " if texto[:1].isspace() else ""
    depois = " " if miolo and texto[-1:].isspace() else ""
    return f"{antes}{miolo}{depois}"


def _aparar(partes: list[dict[str, Any]]) -> None:
    if partes:
        partes[0]["texto"] = partes[0]["texto"].lstrip()
        partes[-1]["texto"] = partes[-1]["texto"].rstrip()
