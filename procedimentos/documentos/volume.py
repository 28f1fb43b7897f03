"""Os autos num só PDF: índice, uma folha de rosto por peça, os arquivos, folhas numeradas e marcadores."""

from __future__ import annotations

import io
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pikepdf
import typst
from django.conf import settings
from django.utils import timezone

from nucleo.documentos import compor_pdf
from procedimentos.consultas.autos import Folha
from procedimentos.documentos.anexos import conteudo_guardado
from procedimentos.models import Procedimento

PASTA = settings.RAIZ / "templates" / "procedimentos" / "documentos" / "v1"
_IMAGEM = (
    '#set page(margin: 2cm)\n#image("{nome}", width: 100%, height: 100%, fit: "contain", alt: "Documento")'
)


@dataclass(frozen=True, slots=True)
class _Parte:
    """Uma peça composta: o PDF dela e o que o índice diz."""

    titulo: str
    pdf: bytes
    paginas: int
    linha: dict[str, str]


def compor_autos(procedimento: Procedimento, folhas: list[Folha], *, ocultas: Collection[int]) -> bytes:
    """O volume. `ocultas`: chaves das peças de que só sai o rosto, com a decisão que as restringiu.

    Erro: `OSError` se um arquivo não está onde se guardou.
    """
    momento = folhas[-1].peca.juntada_em
    partes = [_parte(procedimento, folha, folha.peca.pk in ocultas) for folha in folhas]
    indice = _compor_indice(procedimento, partes, momento, 0)
    indice = _compor_indice(procedimento, partes, momento, _paginas(indice))
    with pikepdf.new() as volume:
        inicios = []
        for pdf in (indice, *(parte.pdf for parte in partes)):
            inicios.append(len(volume.pages))
            with pikepdf.open(io.BytesIO(pdf)) as parte_pdf:
                volume.pages.extend(parte_pdf.pages)
        _numerar(volume, procedimento, momento)
        with volume.open_outline() as marcadores:
            titulos = ["Índice", *(parte.titulo for parte in partes)]
            marcadores.root.extend(
                pikepdf.OutlineItem(titulo, inicio) for titulo, inicio in zip(titulos, inicios, strict=True)
            )
        volume.docinfo["/Title"] = f"Autos do {procedimento}"
        saida = io.BytesIO()
        volume.save(saida, deterministic_id=True)
    return saida.getvalue()


def _parte(procedimento: Procedimento, folha: Folha, oculta: bool) -> _Parte:
    peca = folha.peca
    quando = timezone.localtime(peca.juntada_em)
    linha = {
        "numero": str(peca.numero),
        "titulo": peca.titulo,
        "data": f"{quando:%d/%m/%Y}",
        "autor": str(peca.autor),
        "sha256": peca.sha256,
    }
    aviso = ""
    if folha.acesso is not None:
        aviso = f"{folha.acesso.get_acesso_display()}, por decisão da peça {folha.acesso.decisao.numero}."
    rosto = compor_pdf(
        pasta=PASTA,
        modelo="peca.typ",
        dados=linha
        | {
            "procedimento": str(procedimento),
            "especie": peca.get_tipo_display(),
            "hora": f"{quando:%H:%M:%S}",
            "de_quem": peca.de_quem,
            "aviso": aviso,
            "arquivo": "" if oculta else peca.nome_original,
            "linhas": [] if oculta else peca.texto.splitlines(),
            "hash": peca.hash,
        },
        momento=peca.juntada_em,
    )
    pdf = rosto if oculta or not peca.arquivo else _com_anexo(rosto, peca.arquivo, conteudo_guardado(peca))
    return _Parte(f"{peca.numero}. {peca.titulo}", pdf, _paginas(pdf), linha)


def _com_anexo(rosto: bytes, nome: str, conteudo: bytes) -> bytes:
    anexo = conteudo if nome.endswith(".pdf") else _imagem_em_pdf(Path(nome).suffix, conteudo)
    with pikepdf.open(io.BytesIO(rosto)) as junto, pikepdf.open(io.BytesIO(anexo)) as outro:
        junto.pages.extend(outro.pages)
        saida = io.BytesIO()
        junto.save(saida, deterministic_id=True)
    return saida.getvalue()


def _imagem_em_pdf(extensao: str, conteudo: bytes) -> bytes:
    with TemporaryDirectory(prefix="nomeia-peca-") as pasta:
        nome = f"imagem{extensao}"
        (Path(pasta) / nome).write_bytes(conteudo)
        (Path(pasta) / "folha.typ").write_text(_IMAGEM.format(nome=nome), encoding="utf-8")
        pdf = typst.compile(str(Path(pasta) / "folha.typ"), root=pasta, format="pdf")
    assert isinstance(pdf, bytes)
    return pdf


def _compor_indice(
    procedimento: Procedimento, partes: list[_Parte], momento: datetime, do_indice: int
) -> bytes:
    """O índice, com a primeira e a última folha de cada peça, contadas as `do_indice` dele mesmo."""
    linhas: list[dict[str, Any]] = []
    folha = do_indice + 1
    for parte in partes:
        ate = folha + parte.paginas - 1
        linhas.append(parte.linha | {"folhas": str(folha) if ate == folha else f"{folha} a {ate}"})
        folha = ate + 1
    return compor_pdf(
        pasta=PASTA,
        modelo="indice.typ",
        dados={
            "procedimento": str(procedimento),
            "municipio": str(procedimento.orgao.municipio),
            "orgao": procedimento.orgao.nome,
            "concurso": str(procedimento.inscricao.edital.concurso),
            "pecas": linhas,
        },
        momento=momento,
    )


def _numerar(volume: pikepdf.Pdf, procedimento: Procedimento, momento: datetime) -> None:
    """Carimba em cada página o número da folha, por cima do que ela tem."""
    dados = {"procedimento": str(procedimento), "folhas": len(volume.pages)}
    carimbos = compor_pdf(pasta=PASTA, modelo="carimbo.typ", dados=dados, momento=momento)
    with pikepdf.open(io.BytesIO(carimbos)) as folhas:
        for pagina, carimbo in zip(volume.pages, folhas.pages, strict=True):
            pagina.add_overlay(carimbo, None)


def _paginas(pdf: bytes) -> int:
    with pikepdf.open(io.BytesIO(pdf)) as aberto:
        return len(aberto.pages)
