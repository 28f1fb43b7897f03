"""As três formas de uma lista de 1.000, 10.000 e 100.000 linhas: tempo, memória e volumes.

O PDF de um volume grande compõe-se num processo à parte: o pico dele mede-se à parte do deste, que tem o
contexto inteiro, e a soma dos dois é o que a produção de um volume pede à máquina.

    make bench BENCH=bench_documentos.py
"""

from __future__ import annotations

import resource
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from candidatos.consultas.busca import ordem_alfabetica
from nucleo.documentos import (
    Impressao,
    blocos_do_documento,
    coluna,
    em_html,
    em_texto,
    pdf_do_documento,
    quantos_volumes,
    tabela,
    volume_do_documento,
)
from tests.desempenho import massa
from tests.desempenho import medida as medidas

TAMANHOS = tuple(medidas.escalado(n) for n in (1_000, 10_000, 100_000))
LIMITE = 600 * 2**20
MOMENTO = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def contexto(n: int) -> dict[str, Any]:
    """O de uma relação de inscritos de n pessoas inventadas, como a consulta o daria."""
    linhas = sorted(
        ([p.inscricao, p.nome, "C001"] for p in massa.pessoas(n)),
        key=lambda linha: ordem_alfabetica(linha[1]),
    )
    colunas = [coluna("Inscrição", 1.6), coluna("Nome", 6), coluna("Cargo", 2)]
    return {
        "titulo": "Relação de inscritos",
        "orgao": "Secretaria",
        "municipio": "Fortaleza",
        "minuta": False,
        "certame": "Concurso Público nº 001/2026",
        "edital": "Edital nº 1/2026",
        "reserva": "",
        "quantos": n,
        "tabelas": {"inscritos": tabela("Inscritos", colunas, linhas)},
    }


def volumes(dados: dict[str, Any]) -> Iterator[Impressao]:
    """Os volumes, um de cada vez, como os trabalhos da fila os fazem."""
    blocos = blocos_do_documento("candidatos/documentos/v1/inscritos.html", dados)
    total = quantos_volumes(blocos)
    for numero in range(1, total + 1):
        yield Impressao(
            contexto=dados,
            blocos=volume_do_documento(blocos, numero),
            esqueleto="v1",
            codigo="ABCD-EFGH-JKLM",
            resumo="a" * 64,
            emitido_em=MOMENTO,
            volume=numero,
            volumes=total,
        )


def compor(dados: dict[str, Any]) -> tuple[int, int]:
    """Volumes e bytes dos PDFs."""
    quantos = octetos = 0
    for impressao in volumes(dados):
        octetos += len(pdf_do_documento(impressao))
        quantos += 1
    return quantos, octetos


@pytest.mark.puro
def test_documentos_por_tamanho() -> None:
    """A memória não cresce com a lista, porque os volumes têm tamanho certo; o tempo cresce como ela."""
    linhas, tempos = [], []
    for n in TAMANHOS:
        dados = contexto(n)
        pdf = medidas.medir(lambda d=dados: compor(d))
        textos = medidas.medir(lambda d=dados: [len(em_texto(v)) + len(em_html(v)) for v in volumes(d)])
        quantos, octetos = pdf.resultado
        filho = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        tempos.append(pdf.parede)
        linhas.append(
            (
                medidas.inteiro(n),
                medidas.inteiro(quantos),
                medidas.ms(pdf.parede),
                medidas.ms(pdf.parede * 1000 / n),
                medidas.mib(filho),
                medidas.mib(pdf.total),
                medidas.ms(textos.parede),
                medidas.mib(octetos),
            )
        )
        assert filho < LIMITE
    medidas.tabela(
        "Relação de inscritos, tempo de parede",
        ("linhas", "volumes", "PDF", "por mil linhas", "o compositor", "este", "texto e HTML", "tamanho"),
        linhas,
    )
    print(f"  expoente do tempo: {medidas.decimal(medidas.expoente(TAMANHOS, tempos), 2)}")
