"""As três formas de um volume: o PDF que se arquiva, e o texto e o HTML que se colam no Diário Oficial."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.html import escape

from nucleo.documentos.composicao import compor_pdf
from nucleo.documentos.corpo import Bloco
from nucleo.documentos.textos import data_por_extenso

PASTA = settings.RAIZ / "templates" / "nucleo" / "documentos"
# Acima disto, o volume compõe-se num processo à parte, que devolve a memória quando acaba.
LINHAS_NO_PROCESSO = 500


@dataclass(frozen=True, slots=True)
class Impressao:
    """Um volume a imprimir. `esqueleto`: versão do desenho; `brasao`: o de `brasao_guardado`, ou nulo."""

    contexto: Mapping[str, Any]
    blocos: Sequence[Bloco]
    esqueleto: str
    codigo: str
    resumo: str
    emitido_em: datetime
    volume: int = 1
    volumes: int = 1
    brasao: Mapping[str, Any] | None = None

    @property
    def titulo(self) -> str:
        """Título, com o número do volume se há mais de um."""
        titulo = str(self.contexto["titulo"])
        return f"{titulo} – volume {self.volume} de {self.volumes}" if self.volumes > 1 else titulo

    @property
    def emissao(self) -> str:
        """Quando se emitiu, por extenso."""
        quando = timezone.localtime(self.emitido_em)
        return f"{data_por_extenso(quando.date())}, às {quando:%Hh%M}"

    @property
    def verificacao(self) -> list[str]:
        """O que permite conferir o documento."""
        minuta = ["MINUTA, sem valor."] if self.contexto["minuta"] else []
        return [*minuta, f"Código de verificação: {self.codigo}.", f"SHA-256 do conteúdo: {self.resumo}."]


def pdf_do_documento(impressao: Impressao) -> bytes:
    """PDF/A-2a e PDF/UA-1, com os mesmos octetos a cada vez."""
    contexto = impressao.contexto
    linhas = sum(len(bloco["linhas"]) for bloco in impressao.blocos if bloco["tipo"] == "tabela")
    return compor_pdf(
        pasta=PASTA / impressao.esqueleto,
        modelo="documento.typ",
        dados={
            **{chave: contexto[chave] for chave in ("titulo", "orgao", "municipio", "minuta")},
            "blocos": impressao.blocos,
            "brasao": impressao.brasao,
            "volume": impressao.volume,
            "volumes": impressao.volumes,
            "codigo": impressao.codigo,
            "resumo": impressao.resumo,
            "emitido_em": impressao.emissao,
        },
        momento=impressao.emitido_em,
        a_parte=linhas > LINHAS_NO_PROCESSO,
    )


def em_texto(impressao: Impressao) -> str:
    """Texto corrido: uma linha por parágrafo, item ou linha de tabela, com " | " entre as células."""
    contexto = impressao.contexto
    linhas = [f"MUNICÍPIO DE {contexto['municipio']}".upper(), str(contexto["orgao"]).upper(), ""]
    linhas += [impressao.titulo.upper(), ""]
    for bloco in impressao.blocos:
        linhas += [*_texto_do_bloco(bloco), ""]
    return "\n".join([*linhas, *impressao.verificacao]) + "\n"


def _corrido(partes: Sequence[Mapping[str, Any]]) -> str:
    return "".join(parte["texto"] for parte in partes)


def _texto_do_bloco(bloco: Bloco) -> list[str]:
    if bloco["tipo"] == "tabela":
        legenda = [bloco["legenda"]] if bloco["legenda"] else []
        titulos = " | ".join(coluna["titulo"] for coluna in bloco["colunas"])
        return [*legenda, titulos, *(" | ".join(linha) for linha in bloco["linhas"])]
    if bloco["tipo"] == "lista":
        return [
            f"{numero}. {_corrido(item)}" if bloco["numerada"] else f"– {_corrido(item)}"
            for numero, item in enumerate(bloco["itens"], start=1)
        ]
    texto = _corrido(bloco["partes"])
    return [texto.upper() if bloco["tipo"] == "titulo" and bloco["nivel"] == 2 else texto]


def em_html(impressao: Impressao) -> str:
    """Página inteira, sem estilo nem programa: só a estrutura, com as tabelas de cabeçalho marcado."""
    contexto = impressao.contexto
    corpo = "\n".join(_html_do_bloco(bloco) for bloco in impressao.blocos)
    pe = "<br>".join(escape(frase) for frase in impressao.verificacao)
    titulo = escape(impressao.titulo)
    return (
        '<!doctype html>\n<html lang="pt-BR">\n<head><meta charset="utf-8">'
        f"<title>{titulo}</title></head>\n<body>\n"
        f"<p>{escape('Município de ' + contexto['municipio'])}<br>{escape(contexto['orgao'])}</p>\n"
        f"<h1>{titulo}</h1>\n{corpo}\n<p>{pe}</p>\n</body>\n</html>\n"
    )


def _html_corrido(partes: Sequence[Mapping[str, Any]]) -> str:
    return "".join(
        f"<strong>{escape(p['texto'])}</strong>" if p["forte"] else escape(p["texto"]) for p in partes
    )


def _html_do_bloco(bloco: Bloco) -> str:
    if bloco["tipo"] == "tabela":
        titulos = "".join(f'<th scope="col">{escape(cada["titulo"])}</th>' for cada in bloco["colunas"])
        linhas = "\n".join(
            "<tr>" + "".join(f"<td>{escape(celula)}</td>" for celula in linha) + "</tr>"
            for linha in bloco["linhas"]
        )
        legenda = f"<caption>{escape(bloco['legenda'])}</caption>" if bloco["legenda"] else ""
        return f"<table>{legenda}<thead><tr>{titulos}</tr></thead>\n<tbody>\n{linhas}\n</tbody></table>"
    if bloco["tipo"] == "lista":
        tag = "ol" if bloco["numerada"] else "ul"
        return (
            f"<{tag}>" + "".join(f"<li>{_html_corrido(item)}</li>" for item in bloco["itens"]) + f"</{tag}>"
        )
    tag = f"h{bloco['nivel']}" if bloco["tipo"] == "titulo" else "p"
    return f"<{tag}>{_html_corrido(bloco['partes'])}</{tag}>"
