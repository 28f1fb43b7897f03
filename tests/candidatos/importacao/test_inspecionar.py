"""`manage.py inspecionar`, e cada mania dos arquivos verdadeiros num arquivo pequeno, com a sua leitura."""

from __future__ import annotations

import hashlib
import json
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from candidatos.servicos.campos import TITULOS_CONHECIDOS
from candidatos.servicos.leitura import abrir_tabela, examinar
from tests.candidatos.importacao.planilhas import com_folha, folha_com_celulas, planilha

pytestmark = pytest.mark.puro

ARQUIVOS = Path(__file__).parents[2] / "dados" / "importacao"
CHAVES = [
    "arquivo", "sha256", "formato", "codificacao", "delimitador", "decimal", "aba", "abas",
    "linha_cabecalho", "colunas", "linhas", "cabecalhos_repetidos", "linhas_vazias", "layout_proposto",
    "achados",
]  # fmt: skip


def inspecionar(caminho: Path, *opcoes: str) -> dict[str, Any]:
    saida = StringIO()
    call_command("inspecionar", str(caminho), "--json", *opcoes, stdout=saida)
    return json.loads(saida.getvalue())


def nao_se_le(caminho: Path, *opcoes: str) -> dict[str, Any]:
    saida = StringIO()
    with pytest.raises(SystemExit) as fim:
        call_command("inspecionar", str(caminho), "--json", *opcoes, stdout=saida)
    assert fim.value.code == 2
    return json.loads(saida.getvalue())


def achados(inspecao: dict[str, Any]) -> list[tuple[str, str, int, str]]:
    return [
        (cada["severidade"], cada["codigo"], cada["linha"], cada["coluna"]) for cada in inspecao["achados"]
    ]


def lidas(caminho: Path) -> list[tuple[Any, ...]]:
    with caminho.open("rb") as arquivo:
        leitura = examinar(arquivo, conhecidos=TITULOS_CONHECIDOS)
        return [(linha.numero, *linha.celulas) for linha in abrir_tabela(arquivo, leitura)]


JOSE = [(2, "0001", "JOSÉ CONCEIÇÃO", "92,50"), (3, "0002", "ÂNGELA ARAÚJO", "80,00")]
ANA = (2, "0001", "ANA LIMA", "92,50")
RUI = (3, "0002", "RUI COSTA", "80,00")
AVISA, IMPEDE = "avisa", "impede"

# Arquivo → o que dele se diz (só as chaves que o provam), os achados, e as linhas lidas.
CASOS: dict[str, tuple[dict[str, Any], list[tuple[str, str, int, str]], list[tuple[Any, ...]]]] = {
    "cp1252.csv": ({"codificacao": "cp1252", "delimitador": ";", "decimal": ","}, [], JOSE),
    "utf8_com_marca.csv": ({"codificacao": "utf-8-sig", "decimal": ","}, [], JOSE),
    "utf16_com_marca.txt": ({"codificacao": "utf-16", "delimitador": "\t"}, [], JOSE),
    "utf16_sem_marca.txt": ({"codificacao": "utf-16-be", "delimitador": "\t"}, [], JOSE),
    "virgula_e_ponto_decimal.csv": (
        {"delimitador": ",", "decimal": "."},
        [],
        [(2, "0001", "CONCEIÇÃO, JOSÉ", "92.50"), (3, "0002", "ARAÚJO, ÂNGELA", "80.00")],
    ),
    "titulos_acima.csv": (
        {"linha_cabecalho": 5, "linhas": 2, "linhas_vazias": 0},
        [(AVISA, "linhas_acima", 1, "")],
        [(6, *ANA[1:]), (7, *RUI[1:])],
    ),
    "titulos_repetidos_e_vazios.csv": (
        {"layout_proposto": {"A": "inscricao", "B": "nome"}},
        [(AVISA, "titulo_vazio", 1, "D"), (AVISA, "titulo_repetido", 1, "E")],
        [
            (2, "0001", "ANA LIMA", "40,00", "x", "52,50", ""),
            (3, "0002", "RUI COSTA", "30,00", "y", "50,00", "1"),
        ],
    ),
    "titulo_de_duas_linhas.xlsx": (
        {"formato": "xlsx", "codificacao": None, "delimitador": None, "aba": "Dados"},
        [(AVISA, "titulo_repetido", 1, "D")],
        [(2, "0001", "ANA LIMA", 1.0, ""), (3, "0002", "RUI COSTA", "", 2.0)],
    ),
    "coluna_alem_dos_titulos.csv": (
        {"decimal": ","},
        [(AVISA, "titulo_vazio", 1, "C"), (AVISA, "titulo_vazio", 1, "D")],
        [(2, "0001", "ANA LIMA", "", "92,50"), (3, "0002", "RUI COSTA", "", "80,00")],
    ),
    "cabecalhos_repetidos_e_vazias.csv": (
        {"linhas": 3, "cabecalhos_repetidos": 2, "linhas_vazias": 3},
        [(AVISA, "cabecalhos_repetidos", 5, ""), (AVISA, "linhas_vazias", 3, "")],
        [ANA, (6, *RUI[1:]), (9, "0003", "EVA REIS", "70,00")],
    ),
    "decimal_misto.csv": (
        {"decimal": ","},
        [(AVISA, "decimal_misto", 4, "C")],
        [ANA, RUI, (4, "0003", "EVA REIS", "70.25")],
    ),
    "decimal_duvidoso.csv": (
        {"decimal": None},
        [(AVISA, "decimal_duvidoso", 2, "C")],
        [(2, "0001", "ANA LIMA", "75.125"), (3, "0002", "RUI COSTA", "80.250")],
    ),
    "zeros_perdidos.xlsx": (
        {"decimal": None},
        [(AVISA, "cpf_curto", 3, "C"), (AVISA, "cep_curto", 3, "D")],
        [
            (2, 1.0, "ANA LIMA", 52998224725.0, 60000000.0),
            (3, 2.0, "RUI COSTA", 191.0, 7908301.0),
            (4, 3.0, "EVA REIS", 1234567890.0, 1310100.0),
        ],
    ),
    "cpf_mascarado.csv": (
        {},
        [(AVISA, "cpf_mascarado", 2, "C")],
        [
            (2, "0001", "ANA LIMA", "XXX.982.247-XX"),
            (3, "0002", "RUI COSTA", "***.000.001-**"),
            (4, "0003", "EVA REIS", "529.982.247-25"),
        ],
    ),
    "codigo_flutuante.csv": (
        {"decimal": None},
        [(AVISA, "codigo_flutuante", 2, "A")],
        [(2, "123.0", "ANA LIMA", "1"), (3, "124.0", "RUI COSTA", "2")],
    ),
    "nota_negativa.csv": (
        {"decimal": ","},
        [(AVISA, "negativo", 3, "C")],
        [(2, "0001", "ANA LIMA", "12,50"), (3, "0002", "RUI COSTA", "-3,25")],
    ),
    "datas_em_dias.xlsx": (
        {},
        [(AVISA, "data_serial", 3, "C")],
        [(2, "0001", "ANA LIMA", date(1990, 2, 28)), (3, "0002", "RUI COSTA", 33000.0)],
    ),
    # O ano impossível e o "1º" chegam como vieram: quem os julga é a conferência.
    "nascimento_1193.csv": (
        {"layout_proposto": {"A": "inscricao", "B": "nome", "C": "nascimento", "D": "posicao_oficial"}},
        [],
        [(2, "0001", "ANA LIMA", "05/03/1193", "1º"), (3, "0002", "RUI COSTA", "05/03/1993", "2º")],
    ),
    "linha_deslocada.csv": (
        {"linhas": 3},
        [(IMPEDE, "colunas_demais", 3, ""), (AVISA, "colunas_de_menos", 4, "")],
        [ANA, (3, "0002", "RUI", "COSTA", "80,00"), (4, "0003", "EVA REIS")],
    ),
    "duas_abas.xlsx": (
        {"aba": "Ampla", "abas": ["Ampla", "Cotas"]},
        [(AVISA, "varias_abas", 0, "")],
        [(2, "0001", "ANA LIMA")],
    ),
    "folha_formatada.ods": (
        {"formato": "ods", "linhas": 2, "linhas_vazias": 500_000},
        [(AVISA, "linhas_vazias", 3, "")],
        [(2, "0001", "ANA LIMA", 92.5), (500_003, "0002", "RUI COSTA", 80.0)],
    ),
}  # fmt: skip
ILEGIVEIS = {
    "acentos_perdidos.csv": ("acentos_perdidos", 3, "Peça à banca o arquivo original"),
    "acentos_trocados.csv": ("acentos_trocados", 3, "gravado numa codificação e lido noutra"),
    "codificacoes_misturadas.csv": ("codificacoes_misturadas", 3, "junta textos de codificações diferentes"),
    "byte_estranho.csv": ("codificacao", 3, "0x8D"),
    "aspa_aberta.csv": ("aspas", 2, "uma aspa que nunca se fecha"),
    "sem_titulos.csv": ("ilegivel", 0, "Não encontramos a linha de títulos"),
}


@pytest.mark.parametrize("nome", CASOS)
def test_cada_mania_tem_a_sua_leitura(nome: str) -> None:
    esperado, os_achados, linhas = CASOS[nome]
    inspecao = inspecionar(ARQUIVOS / nome)
    assert {chave: inspecao[chave] for chave in esperado} == esperado
    assert achados(inspecao) == os_achados
    assert inspecao["linhas"] == len(linhas)
    assert lidas(ARQUIVOS / nome) == linhas


@pytest.mark.parametrize("nome", ILEGIVEIS)
def test_o_que_nao_se_le_sai_com_dois_e_diz_onde(nome: str) -> None:
    codigo, linha, motivo = ILEGIVEIS[nome]
    inspecao = nao_se_le(ARQUIVOS / nome)
    assert list(inspecao) == CHAVES
    assert achados(inspecao) == [(IMPEDE, codigo, linha, "")]
    assert motivo in inspecao["achados"][0]["mensagem"]
    assert inspecao["linhas"] is None


def test_cada_arquivo_e_de_um_caso() -> None:
    arquivos = (caminho for caminho in ARQUIVOS.iterdir() if caminho.is_file())
    presentes = {caminho.name for caminho in arquivos if not caminho.name.startswith(".")}
    assert presentes == set(CASOS) | set(ILEGIVEIS)


def test_um_objeto_json_com_o_que_o_contrato_pede() -> None:
    caminho = ARQUIVOS / "cp1252.csv"
    inspecao = inspecionar(caminho)
    assert list(inspecao) == CHAVES
    assert inspecao["arquivo"] == "cp1252.csv"
    assert inspecao["sha256"] == hashlib.sha256(caminho.read_bytes()).hexdigest()
    assert inspecao["linha_cabecalho"] == 1
    assert inspecao["layout_proposto"] == {"A": "inscricao", "B": "nome"}
    assert inspecao["colunas"][1] == {
        "letra": "B",
        "titulo": "Nome",
        "exemplos": ["JOSÉ CONCEIÇÃO", "ÂNGELA ARAÚJO"],
        "exemplos_omitidos": False,
    }


@pytest.mark.parametrize("titulo", ["Modalidade", "PcD", "Class Negra", "Cor/Raça", "Deficiência", "Cota"])
def test_raca_deficiencia_e_saude_nao_se_mostram(tmp_path: Path, titulo: str) -> None:
    caminho = tmp_path / "a.csv"
    caminho.write_text(f"Inscrição;Nome;{titulo}\n1;ANA;Sigilo\n2;RUI;Reservado\n")
    saida = StringIO()
    call_command("inspecionar", str(caminho), stdout=saida)
    coluna = inspecionar(caminho)["colunas"][2]
    assert (coluna["exemplos"], coluna["exemplos_omitidos"]) == ([], True)
    assert "Sigilo" not in saida.getvalue()
    assert "exemplos omitidos" in saida.getvalue()


def test_coluna_desconhecida_com_valores_de_cota_tambem_nao(tmp_path: Path) -> None:
    caminho = tmp_path / "a.csv"
    caminho.write_text("Inscrição;Nome;Tipo\n1;ANA;Pessoa negra\n2;RUI;Ampla\n")
    assert inspecionar(caminho)["colunas"][2]["exemplos"] == []


def test_exemplos_sao_tres_diferentes_e_as_mensagens_nao_repetem_celulas(tmp_path: Path) -> None:
    caminho = tmp_path / "a.csv"
    caminho.write_text("Inscrição;Nome;CPF\n" + "".join(f"{n};ANA {n % 9};{n}\n" for n in range(10, 60)))
    inspecao = inspecionar(caminho)
    assert inspecao["colunas"][1]["exemplos"] == ["ANA 1", "ANA 2", "ANA 3"]
    assert inspecao["achados"][0]["mensagem"].startswith("Coluna C (CPF): 50 CPF com menos de 11 algarismos")
    assert not any("ANA" in achado["mensagem"] for achado in inspecao["achados"])


def test_aba_cabecalho_e_delimitador_escolhidos(tmp_path: Path) -> None:
    assert inspecionar(ARQUIVOS / "duas_abas.xlsx", "--aba", "Cotas")["colunas"][1]["exemplos"] == [
        "RUI COSTA"
    ]
    acima = inspecionar(ARQUIVOS / "titulos_acima.csv", "--cabecalho", "4")
    assert (acima["linha_cabecalho"], acima["colunas"][0]["titulo"]) == (4, "RESULTADO FINAL")
    caminho = tmp_path / "a.csv"
    caminho.write_text("Inscrição,x;Nome,y\n1,a;ANA,b\n")
    assert [c["titulo"] for c in inspecionar(caminho, "--delimitador", ",")["colunas"]] == [
        "Inscrição", "x;Nome", "y",
    ]  # fmt: skip
    caminho.write_text("Inscrição\tNome;x\n1\tANA;b\n")
    assert inspecionar(caminho, "--delimitador", "tab")["colunas"][1]["titulo"] == "Nome;x"


@pytest.mark.parametrize("opcoes", [("--aba", "Três"), ("--cabecalho", "90")])
def test_escolha_que_o_arquivo_nao_tem(opcoes: tuple[str, str]) -> None:
    assert achados(nao_se_le(ARQUIVOS / "duas_abas.xlsx", *opcoes)) == [(IMPEDE, "ilegivel", 0, "")]


def test_delimitador_desconhecido_e_erro_de_uso() -> None:
    with pytest.raises(CommandError, match="delimitador"):
        call_command("inspecionar", str(ARQUIVOS / "cp1252.csv"), "--delimitador", "x")


def test_arquivo_que_nao_existe_e_pasta(tmp_path: Path) -> None:
    falta = nao_se_le(tmp_path / "falta.csv")
    assert falta["achados"][0]["mensagem"] == "O arquivo não se abre: não existe. Confira o caminho."
    assert falta["sha256"] is None
    assert "é uma pasta" in nao_se_le(tmp_path)["achados"][0]["mensagem"]


def test_texto_para_pessoas() -> None:
    saida = StringIO()
    call_command("inspecionar", str(ARQUIVOS / "titulos_acima.csv"), stdout=saida)
    assert saida.getvalue().splitlines()[2:8] == [
        "Codificação: utf-8; delimitador: ponto e vírgula",
        "Sinal decimal: ,",
        "Títulos na linha 5",
        "Linhas de dados: 2; cabeçalhos repetidos: 0; linhas vazias: 0",
        "Colunas:",
        "    A  Inscrição → inscricao  ex.: 0001 | 0002",
    ]
    assert "  avisa: Há 4 linhas acima da linha de títulos" in saida.getvalue()


def test_texto_do_que_nao_se_le() -> None:
    saida = StringIO()
    with pytest.raises(SystemExit):
        call_command("inspecionar", str(ARQUIVOS / "acentos_perdidos.csv"), stdout=saida)
    primeira, segunda = saida.getvalue().splitlines()
    assert primeira == "acentos_perdidos.csv: não se lê."
    assert segunda.startswith("  impede: A linha 3 traz o sinal “�”")
    assert segunda.endswith("(linha 3)")


def test_xlsx_com_todas_as_linhas_da_folha_so_formatadas(tmp_path: Path) -> None:
    vazias = "".join(
        f'<row r="{n}" s="1" customFormat="1"><c r="A{n}" s="1"/></row>' for n in range(3, 2**20 + 1)
    )
    dados = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Inscrição</t></is></c>'
        '<c r="B1" t="inlineStr"><is><t>Nome</t></is></c></row>'
        '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="inlineStr"><is><t>Ana</t></is></c></row>'
    )
    caminho = tmp_path / "a.xlsx"
    caminho.write_bytes(com_folha(folha_com_celulas().replace("<sheetData>", f"<sheetData>{dados}{vazias}")))
    inspecao = inspecionar(caminho)
    assert (inspecao["linhas"], inspecao["linhas_vazias"], inspecao["achados"]) == (1, 0, [])


def test_planilha_com_acentos_perdidos(tmp_path: Path) -> None:
    caminho = tmp_path / "a.xlsx"
    caminho.write_bytes(planilha({"Dados": [["Inscrição", "Nome"], ["1", "ANA"], ["2", "JO\ufffdO"]]}))
    assert achados(nao_se_le(caminho)) == [(IMPEDE, "acentos_perdidos", 3, "")]
    caminho.write_bytes(planilha({"Dados": [["Inscrição", "Nome"], ["1", "CONCEIÃ‡ÃƒO"]]}))
    assert achados(nao_se_le(caminho)) == [(IMPEDE, "acentos_trocados", 2, "")]
