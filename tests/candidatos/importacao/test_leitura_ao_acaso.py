"""Qualquer conteúdo dá leitura ou recusa; e o que se escreve em qualquer dialeto lê-se igual."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from candidatos.servicos import valores
from candidatos.servicos.leitura import Leitura, abrir_tabela, examinar, linhas_cruas
from nucleo.erros import Recusa
from tests.candidatos.importacao.odf import planilha_ods
from tests.candidatos.importacao.planilhas import planilha

pytestmark = pytest.mark.puro

COMECOS = [
    b"",
    b"PK\x03\x04",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\xef\xbb\xbf",
    b"%PDF",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
]
BOA = planilha({"Dados": [["Inscrição", "Nome", "Nota"], ["1", "Ana", 3.5], ["2", "Rui", 4]]})
BOA_ODS = planilha_ods({"Dados": [["Inscrição", "Nome", "Nota"], ["1", "Ana", 3.5], ["2", "Rui", 4]]})
LEITORES: list[Callable[[Any], Any]] = [
    valores.ler_nota,
    valores.ler_data,
    valores.ler_codigo,
    valores.ler_nome,
    valores.ler_cpf,
    valores.ler_posicao,
    valores.ler_sim_nao,
]
CELULAS = st.one_of(
    st.text(), st.floats(), st.booleans(), st.none(), st.dates(), st.datetimes(), st.times(), st.timedeltas()
)


def _ler_tudo(conteudo: bytes) -> None:
    """Lê até o fim; só `Recusa` pode sair daqui."""
    arquivo = io.BytesIO(conteudo)
    try:
        leitura = examinar(arquivo)
        numeros = [linha.numero for linha in abrir_tabela(arquivo, leitura)]
    except Recusa:
        return
    assert numeros == sorted(numeros)
    assert all(numero > leitura.cabecalho for numero in numeros)


@given(st.sampled_from(COMECOS), st.binary(max_size=400))
@settings(max_examples=300, deadline=None)
def test_bytes_ao_acaso(comeco: bytes, resto: bytes) -> None:
    _ler_tudo(comeco + resto)


@given(st.text(alphabet='ab1é;,\t|\n\r" ', max_size=200))
@settings(max_examples=300, deadline=None)
def test_texto_ao_acaso(conteudo: str) -> None:
    _ler_tudo(conteudo.encode())


@given(st.sampled_from([BOA, BOA_ODS]), st.integers(min_value=0), st.integers(min_value=1, max_value=8))
@settings(max_examples=150, deadline=None)
def test_planilha_estragada_ao_acaso(boa: bytes, semente: int, quantos: int) -> None:
    sorte = random.Random(semente)
    conteudo = bytearray(boa)
    for _ in range(quantos):
        conteudo[sorte.randrange(len(conteudo))] = sorte.randrange(256)
    _ler_tudo(bytes(conteudo))


@given(CELULAS, st.sampled_from(LEITORES))
@settings(max_examples=500, deadline=None)
def test_celula_ao_acaso_tem_valor_ou_motivo(celula: Any, leitor: Callable[[Any], Any]) -> None:
    motivo = "tem valor"
    try:
        leitor(celula)
    except valores.ValorRecusado as recusado:
        motivo = str(recusado)
    assert motivo


LETRAS = "abçÃé09 .-'/;,|\"\n"


@given(
    st.lists(st.lists(st.text(alphabet=LETRAS, max_size=8), min_size=3, max_size=3), min_size=1, max_size=8),
    st.sampled_from([";", ",", "\t", "|"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
@settings(max_examples=200, deadline=None)
def test_escreve_em_qualquer_dialeto_e_le_igual(
    linhas: list[list[str]], delimitador: str, codificacao: str, quebra: str, aspas: int
) -> None:
    assume(any(celula.strip() for linha in linhas for celula in linha))
    escrito = io.StringIO()
    escritor = csv.writer(escrito, delimiter=delimitador, lineterminator=quebra, quoting=aspas)
    escritor.writerows([["Inscrição", "Nome", "Nota"], *linhas])
    arquivo = io.BytesIO(escrito.getvalue().encode(codificacao))
    # O delimitador é uma proposta que a pessoa vê; aqui escolhe-se o verdadeiro, como ela faria.
    lida = Leitura("csv", codificacao, delimitador, cabecalho=1)
    assert [list(linha.celulas) for linha in linhas_cruas(arquivo, lida)][1:] == linhas
