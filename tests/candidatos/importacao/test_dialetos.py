"""O que se escreve em qualquer dialeto, com títulos acima e linhas que não são dados, lê-se igual."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from candidatos.servicos.campos import TITULOS_CONHECIDOS
from candidatos.servicos.leitura import Leitura, Tabela, abrir_tabela, examinar
from tests.candidatos.importacao.odf import planilha_ods
from tests.candidatos.importacao.planilhas import planilha

pytestmark = pytest.mark.puro

TITULOS = ["Inscrição", "Nome", "CPF", "Nota final", "Observação"]
ACIMA = ["PREFEITURA DE SÃO JOÃO", "Edital nº 1/2023, de 4 de março; anexo I", "Resultado final"]
LETRAS = "ABCÇÃÉÍÕÚaãçéô '.-"

Linhas = list[list[str]]


@st.composite
def tabelas(sorte: st.DrawFn) -> Linhas:
    """De uma a doze linhas, cada uma com inscrição, nome, CPF, nota e uma observação livre."""
    linha = st.tuples(
        st.from_regex(r"[0-9]{1,10}", fullmatch=True),
        st.text(LETRAS, max_size=12),
        st.sampled_from(["", "00000000191", "***.456.789-**", "529.982.247-25"]),
        st.decimals(-5, 100, places=2).map(lambda nota: str(nota).replace(".", ",")),
        st.text(LETRAS + '"\n0', max_size=8),
    )
    return [list(cada) for cada in sorte(st.lists(linha, min_size=1, max_size=12))]


@st.composite
def intrusas(sorte: st.DrawFn) -> list[str]:
    """O que vai antes de cada linha de dados, se tantas houver: nada, linha em branco ou o cabeçalho."""
    return sorte(st.lists(st.sampled_from(["", "", "vazia", "espaços", "títulos"]), max_size=12))


@dataclass(frozen=True)
class Dialeto:
    codificacao: str
    delimitador: str
    aspas: int
    quebra: str
    marca: bytes

    def escrever(self, linhas: Sequence[Sequence[str]]) -> bytes:
        escrito = io.StringIO()
        # Com a quebra dos Mac antigos, o escritor não protege sozinho a quebra que há numa célula.
        aspas = csv.QUOTE_ALL if self.quebra == "\r" else self.aspas
        escritor = csv.writer(escrito, delimiter=self.delimitador, quoting=aspas, lineterminator=self.quebra)
        escritor.writerows(linhas)
        return self.marca + escrito.getvalue().encode(self.codificacao)


DIALETOS = st.builds(
    lambda texto, delimitador, aspas, quebra: Dialeto(texto[0], delimitador, aspas, quebra, texto[1]),
    st.sampled_from(
        [
            ("utf-8", b""),
            ("utf-8", codecs.BOM_UTF8),
            ("cp1252", b""),
            ("utf-16-le", b""),
            ("utf-16-be", b""),
            ("utf-16-le", codecs.BOM_UTF16_LE),
            ("utf-16-be", codecs.BOM_UTF16_BE),
        ]
    ),
    st.sampled_from([";", ",", "\t", "|"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)


def _montar(linhas: Linhas, antes: list[str], acima: int) -> Linhas:
    """Arquivo inteiro, com títulos acima, cabeçalho e intrusas."""
    tudo: Linhas = [[titulo] for titulo in ACIMA[:acima]] + [TITULOS]
    feitas = {"vazia": [""] * 5, "espaços": ["", " ", "", "  ", ""], "títulos": [t.upper() for t in TITULOS]}
    for indice, linha in enumerate(linhas):
        if indice < len(antes) and antes[indice]:
            tudo.append(feitas[antes[indice]])
        tudo.append(linha)
    return tudo


def _contar(antes: list[str], quantas: int) -> tuple[int, int]:
    usadas = antes[:quantas]
    return usadas.count("vazia") + usadas.count("espaços"), usadas.count("títulos")


def _ler(conteudo: bytes) -> tuple[Leitura, Tabela, Linhas]:
    arquivo = io.BytesIO(conteudo)
    leitura = examinar(arquivo, conhecidos=TITULOS_CONHECIDOS)
    tabela = abrir_tabela(arquivo, leitura)
    lidas = [["" if celula is None else str(celula) for celula in linha.celulas] for linha in tabela]
    return leitura, tabela, lidas


def _conferir_contas(tabela: Tabela, linhas: Linhas, antes: list[str], acima: int) -> None:
    assert [coluna.titulo for coluna in tabela.colunas] == TITULOS
    assert tabela.cabecalho == acima + 1
    assert (tabela.em_branco, tabela.cabecalhos_repetidos) == _contar(antes, len(linhas))


@given(tabelas(), intrusas(), st.integers(0, 3), DIALETOS)
@settings(max_examples=150, deadline=None)
def test_texto_em_qualquer_dialeto(linhas: Linhas, antes: list[str], acima: int, dialeto: Dialeto) -> None:
    tudo = _montar(linhas, antes, acima)
    leitura, tabela, lidas = _ler(dialeto.escrever(tudo))
    assert lidas == linhas
    assert leitura.delimitador == dialeto.delimitador
    _conferir_contas(tabela, linhas, antes, acima)


@given(tabelas(), intrusas(), st.integers(0, 3), DIALETOS)
@settings(max_examples=60, deadline=None)
def test_numero_da_linha_e_o_do_arquivo(
    linhas: Linhas, antes: list[str], acima: int, dialeto: Dialeto
) -> None:
    tudo = _montar(linhas, antes, acima)
    esperados, proxima = [], 1
    for linha in tudo:
        if linha in linhas and len(linha) == 5:
            esperados.append(proxima)
        proxima += 1 + sum(celula.count("\n") for celula in linha)
    arquivo = io.BytesIO(dialeto.escrever(tudo))
    leitura = examinar(arquivo, conhecidos=TITULOS_CONHECIDOS)
    assert [linha.numero for linha in abrir_tabela(arquivo, leitura)] == esperados


@given(tabelas(), intrusas(), st.integers(0, 3), st.sampled_from([planilha, planilha_ods]))
@settings(max_examples=12, deadline=None)
def test_planilha_em_qualquer_forma(linhas: Linhas, antes: list[str], acima: int, fazer) -> None:
    leitura, tabela, lidas = _ler(fazer({"Dados": _montar(linhas, antes, acima)}))
    assert lidas == linhas
    assert leitura.formato == {planilha: "xlsx", planilha_ods: "ods"}[fazer]
    _conferir_contas(tabela, linhas, antes, acima)


@given(tabelas(), st.integers(1, 7))
@settings(max_examples=60, deadline=None)
def test_lotes_de_qualquer_tamanho_dao_as_mesmas_linhas(linhas: Linhas, tamanho: int) -> None:
    conteudo = Dialeto("utf-8", ";", csv.QUOTE_MINIMAL, "\n", b"").escrever([TITULOS, *linhas])
    arquivo = io.BytesIO(conteudo)
    tabela = abrir_tabela(arquivo, examinar(arquivo, conhecidos=TITULOS_CONHECIDOS))
    lotes = list(tabela.lotes(tamanho))
    assert all(0 < len(lote) <= tamanho for lote in lotes)
    assert [linha for lote in lotes for linha in lote] == list(tabela)
