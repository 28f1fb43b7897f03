"""ODS: o que o leitor dá, e as repetições que pediriam a memória toda."""

from __future__ import annotations

import datetime as dt
from io import BytesIO
from typing import Any

import pytest

from candidatos.servicos import leitura_xlsx
from candidatos.servicos.campos import TITULOS_CONHECIDOS
from candidatos.servicos.leitura import Leitura, Tabela, abrir_tabela, examinar
from nucleo.erros import Recusa
from tests.candidatos.importacao.odf import CIFRADO, celula, linha, pacote, planilha_ods, tabela

pytestmark = pytest.mark.puro

TITULOS = linha(["Inscrição", "Nome"])


def ler(conteudo: bytes) -> Leitura:
    return examinar(BytesIO(conteudo), conhecidos=TITULOS_CONHECIDOS)


def abrir(conteudo: bytes, leitura: Leitura | None = None) -> Tabela:
    return abrir_tabela(BytesIO(conteudo), leitura or ler(conteudo))


def lidas(conteudo: bytes) -> list[tuple[Any, ...]]:
    return [(linha.numero, *linha.celulas) for linha in abrir(conteudo)]


def test_textos_numeros_datas_logicos_e_porcentagens() -> None:
    meio = celula(0.5).replace('"float"', '"percentage"').replace(">0.5<", ">50%<")
    nascimento = dt.date(1990, 2, 28)
    linhas = [linha(["Inscrição", "Nome", "Nota", "Nasc", "Jurado", "Parte"])]
    linhas.append(linha(["007", "ANA & RUI", 80.25, nascimento, True, meio]))
    conteudo = pacote(tabela("Dados", *linhas))
    assert lidas(conteudo) == [(2, "007", "ANA & RUI", 80.25, nascimento, True, 0.5)]
    assert ler(conteudo).em_palavras() == "Planilha ODS, aba “Dados”, títulos na linha 1"


def test_guarda_linha_e_coluna_verdadeiras_ainda_que_o_alto_e_a_esquerda_estejam_vazios() -> None:
    vazias = celula(None, 2)
    conteudo = pacote(
        tabela(
            "Dados",
            linha([celula(None, 9)], repetida=3),
            linha([vazias, "Nome", "Inscrição"]),
            linha([celula(None, 9)], repetida=2),
            linha([vazias, "ANA", "7"]),
            linha([celula(None, 3), "8"]),
        )
    )
    lida = abrir(conteudo)
    assert lida.cabecalho == 4
    assert [coluna.nome for coluna in lida.colunas] == [
        "coluna A (sem título)", "coluna B (sem título)", "coluna C (Nome)", "coluna D (Inscrição)",
    ]  # fmt: skip
    assert [(cada.numero, cada.celulas) for cada in lida] == [
        (7, ("", "", "ANA", "7")),
        (8, ("", "", "", "8")),
    ]
    assert (lida.em_branco, lida.primeira_em_branco) == (2, 5)


def test_linha_repetida_que_tem_conteudo_sao_linhas_de_verdade() -> None:
    conteudo = pacote(tabela("Dados", TITULOS, linha(["1", "ANA"], repetida=3), linha(["2", "RUI"])))
    assert lidas(conteudo) == [(2, "1", "ANA"), (3, "1", "ANA"), (4, "1", "ANA"), (5, "2", "RUI")]


def test_celula_mesclada_titulo_de_duas_linhas_e_nota_de_rodape() -> None:
    mesclada = celula("LISTA").replace(" ", ' table:number-columns-spanned="2" ', 1)
    mesclada += "<table:covered-table-cell/>"
    nota = "<office:annotation><text:p>conferir</text:p></office:annotation>"
    anotada = celula("ANA").replace("<text:p>", f"{nota}<text:p>", 1)
    conteudo = pacote(
        tabela("Dados", linha([mesclada]), linha(["Nº de\ninscrição", "Nome"]), linha(["1", anotada]))
    )
    lida = abrir(conteudo)
    assert [coluna.titulo for coluna in lida.colunas] == ["Nº de inscrição", "Nome"]
    assert [cada.celulas for cada in lida] == [("1", "ANA")]


def test_aba_escolhida_pelo_nome_e_oculta_nao_se_oferece() -> None:
    conteudo = pacote(
        tabela("Capa")
        + tabela("Oculta", TITULOS, linha(["9", "X"]), oculta=True)
        + tabela("Um", TITULOS, linha(["1", "ANA"]))
        + tabela("Dois", TITULOS, linha(["2", "RUI"]))
    )
    leitura = ler(conteudo)
    assert (leitura.aba, leitura.abas) == ("Um", ("Um", "Dois"))
    outra = examinar(BytesIO(conteudo), aba="Dois")
    assert [cada.celulas for cada in abrir(conteudo, outra)] == [("2", "RUI")]
    with pytest.raises(Recusa, match="não tem a aba “Três”"):
        examinar(BytesIO(conteudo), aba="Três")


def test_acentos_perdidos_dizem_a_linha() -> None:
    with pytest.raises(Recusa, match="A linha 3 traz o sinal “�”"):
        ler(planilha_ods({"Dados": [["Inscrição", "Nome"], ["1", "ANA"], ["2", "JO\ufffdO"]]}))


def _repetida(vezes: str, de: str = "columns") -> str:
    return celula("x").replace("<table:table-cell", f'<table:table-cell table:number-{de}-repeated="{vezes}"')


@pytest.mark.parametrize(
    ("tabelas", "mensagem"),
    [
        (tabela("D", TITULOS, linha([_repetida("16384")], repetida=1_000_000)), "milhões de células"),
        (tabela("D", TITULOS, *[linha([_repetida("16384")])] * 800), "milhões de células"),
        (tabela("D", TITULOS, linha([celula(None, 16_384), "x"])), "linhas ou colunas"),
        (tabela("D", linha([celula(None)], repetida=1_048_576), TITULOS), "linhas ou colunas"),
        (tabela("D", TITULOS, linha([_repetida("99999999")])), "estragada"),
        (tabela("D", TITULOS, linha([_repetida("+9999")])), "estragada"),
        (tabela("D", TITULOS, linha([celula("x").replace(" ", ' a=">" b=" ', 1)])), "estragada"),
        (tabela("D", TITULOS, linha(["1", "a"]).replace(">a<", "><![CDATA[a]]><")), "estragada"),
        (tabela("D", TITULOS, linha(["1", "a"]).replace(">a<", ">a<text:line-break/>b<")), "se perderia"),
        (tabela("D", TITULOS) + tabela("D", TITULOS), "duas abas com o mesmo nome"),
        (tabela("D"), "nenhuma aba visível tem linhas"),
        (tabela("D", TITULOS), "só tem a linha de títulos"),
        ('<table:table table:name="D"><table:table-row><x/></table:table-row></table:table>', "estragada"),
    ],
    ids=[
        "linhas e colunas repetidas", "muitas linhas largas", "coluna longe", "linha longe",
        "oito algarismos", "sinal", "aspas", "cdata", "quebra", "abas iguais", "vazia", "só títulos",
        "outra marca",
    ],
)  # fmt: skip
def test_o_que_explodiria_ou_se_perderia_e_recusado(tabelas: str, mensagem: str) -> None:
    with pytest.raises(Recusa, match=mensagem):
        ler(pacote(tabelas))


def test_linhas_formatadas_ate_o_fim_da_folha_nao_contam() -> None:
    # O LibreOffice grava assim toda folha cujas colunas se formataram: 2^20 linhas de 2^14 colunas.
    fim = linha([celula(None, 16_384)], repetida=1_048_574)
    assert lidas(pacote(tabela("Dados", TITULOS, linha(["1", "ANA"]), fim))) == [(2, "1", "ANA")]


def test_espacos_que_pedem_memoria_demais(monkeypatch: pytest.MonkeyPatch) -> None:
    menos = leitura_xlsx._PROVA.replace(str(leitura_xlsx.MEMORIA_MAXIMA), str(400_000_000))
    monkeypatch.setattr(leitura_xlsx, "_PROVA", menos)
    bomba = celula("x").replace(">x<", '>x<text:s text:c="900000000"/><')
    with pytest.raises(Recusa, match="pede memória demais"):
        ler(pacote(tabela("Dados", TITULOS, linha(["1", bomba]))))


def test_bomba_ao_lado_do_conteudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leitura_xlsx, "BYTES_MAXIMOS", leitura_xlsx.BYTES_MAXIMOS // 10)
    with pytest.raises(Recusa, match="passa do limite de 40 MB"):
        ler(pacote(tabela("Dados", TITULOS), **{"Pictures/x.png": b"\0" * 45_000_000}))


@pytest.mark.parametrize(
    ("conteudo", "mensagem"),
    [
        (pacote("", tipo="application/vnd.oasis.opendocument.text"), r"não é uma planilha \(\.ods\)"),
        (pacote(tabela("D", TITULOS), manifesto=CIFRADO), "protegida por senha"),
        (planilha_ods({"D": [["Inscrição", "Nome"], ["1", "A"]]})[:-200], "estragada ou incompleta"),
    ],
    ids=["texto", "senha", "cortada"],
)
def test_o_que_nao_serve_diz_o_que_fazer(conteudo: bytes, mensagem: str) -> None:
    with pytest.raises(Recusa, match=mensagem):
        ler(conteudo)
