"""Leitura: o que o arquivo é, e cada linha como veio."""

from __future__ import annotations

import datetime as dt
import zipfile
from collections.abc import Callable
from io import BytesIO

import pytest

from candidatos.servicos import leitura_csv, leitura_xlsx
from candidatos.servicos.campos import TITULOS_CONHECIDOS
from candidatos.servicos.extensao import ExtensaoXlsx
from candidatos.servicos.leitura import Leitura, Tabela, abrir_tabela, examinar, letra_da_coluna
from nucleo.erros import Recusa
from tests.candidatos.importacao.planilhas import com_folha, folha_com_celulas, planilha

pytestmark = pytest.mark.puro

TEXTO = "Inscrição;Nome;Nota final\n001;JOSÉ CONCEIÇÃO;92,5\n002;ANA;80\n"


def ler(conteudo: bytes) -> Leitura:
    return examinar(BytesIO(conteudo), conhecidos=TITULOS_CONHECIDOS)


def tabela(conteudo: bytes, leitura: Leitura | None = None) -> Tabela:
    return abrir_tabela(BytesIO(conteudo), leitura or ler(conteudo))


def celulas(conteudo: bytes) -> list[tuple[object, ...]]:
    return [linha.celulas for linha in tabela(conteudo)]


@pytest.mark.parametrize(
    ("codificacao", "lida"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("cp1252", "cp1252"),
        ("latin-1", "cp1252"),
    ],
)
def test_codificacao_provada(codificacao: str, lida: str) -> None:
    conteudo = TEXTO.encode(codificacao)
    assert ler(conteudo).codificacao == lida
    assert celulas(conteudo)[0] == ("001", "JOSÉ CONCEIÇÃO", "92,5")


@pytest.mark.parametrize("sinal", [b";", b",", b"\t", b"|"])
def test_linha_de_milhoes_de_celulas_nao_chega_ao_leitor(
    sinal: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ler_linhas(*_: object) -> None:
        pytest.fail("o leitor guardaria a linha inteira na memória")

    monkeypatch.setattr(leitura_csv, "blocos", ler_linhas)
    with pytest.raises(Recusa, match="milhares de colunas"):
        ler(TEXTO.encode() + sinal * 2_000_000 + b"\n")


def test_utf_16_ao_contrario() -> None:
    conteudo = b"\xfe\xff" + TEXTO.encode("utf-16-be")
    assert celulas(conteudo)[1] == ("002", "ANA", "80")


def test_acento_no_fim_de_um_bloco_nao_engana() -> None:
    # Com 1 MB de "ã" de dois bytes deslocados de um, algum cai entre dois blocos de leitura.
    conteudo = "Inscrição;Nome\n".encode() + "1;xãããã\n".encode() * 150_000
    assert ler(conteudo).codificacao == "utf-8"


@pytest.mark.parametrize("certo", ["CONCEIÇÃO", "José", "SOUSA ÁLIMA", "ÂNGELA", "ÕES", "1º"])
def test_acentos_trocados_pedem_o_original(certo: str) -> None:
    trocado = certo.encode().decode("cp1252", errors="replace").replace("\ufffd", "\x81")
    with pytest.raises(Recusa, match="gravado numa codificação e lido noutra"):
        ler(f"Inscrição;Nome\n1;{trocado}\n".encode())
    assert ler(f"Inscrição;Nome\n1;{certo}\n2;JOÃO SÃO Ã\n".encode()).linhas


@pytest.mark.parametrize("perdido", ["JOS\ufffd", "JOSï¿½"])
def test_acentos_perdidos_pedem_o_original(perdido: str) -> None:
    conteudo = f"Inscrição;Nome\n1;{perdido}\n".encode("utf-8" if "\ufffd" in perdido else "cp1252")
    with pytest.raises(Recusa, match="Peça à banca o arquivo original"):
        ler(conteudo)


@pytest.mark.parametrize("delimitador", [";", ",", "\t", "|"])
def test_delimitador_proposto(delimitador: str) -> None:
    conteudo = TEXTO.replace(",", ".").replace(";", delimitador).encode()
    assert ler(conteudo).delimitador == delimitador
    assert len(tabela(conteudo).colunas) == 3


def test_virgula_decimal_nao_e_delimitador() -> None:
    linhas = "".join(f"{n};{n},5;{n},25;{n},75\n" for n in range(40))
    assert ler(f"Inscrição;A;B;Nome\n{linhas}".encode()).delimitador == ";"


def test_titulos_acima_do_cabecalho() -> None:
    conteudo = "PREFEITURA;;\nConcurso 1/2023;Edital;\n\nInscrição;Nome;Nota\n1;ANA;3\n".encode()
    assert ler(conteudo).cabecalho == 4
    assert [linha.numero for linha in tabela(conteudo)] == [5]


def test_sem_titulo_conhecido_vale_a_linha_com_mais_titulos() -> None:
    conteudo = b"Lista;\nMatr;Pessoa;Pts\n1;ANA;3\n2;RUI;4\n"
    assert ler(conteudo).cabecalho == 2


def test_cabecalhos_repetidos_vazios_e_de_duas_linhas_ficam_separados() -> None:
    conteudo = planilha(
        {"Dados": [["Nome", "Inscrição", "Class PCD", None, "Class\nPCD", "Nome"], ["A", 1, 2, 3, 4, "B"]]}
    )
    assert [coluna.nome for coluna in tabela(conteudo).colunas] == [
        "coluna A (Nome)",
        "coluna B (Inscrição)",
        "coluna C (Class PCD)",
        "coluna D (sem título)",
        "coluna E (Class PCD)",
        "coluna F (Nome)",
    ]


def test_letras_como_na_planilha() -> None:
    assert [letra_da_coluna(n) for n in (0, 25, 26, 51, 52, 701, 702)] == [
        "A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"
    ]  # fmt: skip


def test_cabecalho_repetido_e_linha_em_branco_contados() -> None:
    conteudo = "Inscrição;Nome\n1;ANA\n;\nINSCRICAO;NOME\n2;RUI\n\n  ;  \n".encode()
    lida = tabela(conteudo)
    assert [linha.celulas for linha in lida] == [("1", "ANA"), ("2", "RUI")]
    assert (lida.em_branco, lida.cabecalhos_repetidos) == (3, 1)


def test_celula_com_quebra_conta_as_linhas_do_arquivo() -> None:
    conteudo = 'Inscrição;Nome\n1;"ANA\nMARIA"\n2;RUI\n'.encode()
    assert [linha.numero for linha in tabela(conteudo)] == [2, 4]


def test_planilha_guarda_linha_e_coluna_verdadeiras() -> None:
    # O retângulo começa em C5: o leitor não pode deslocar nem letras nem números.
    linhas = [[], [], [], [], [None, None, "Nome", "Inscrição"], [], [None, None, "ANA", 7.0]]
    lida = tabela(planilha({"Dados": linhas}))
    assert [coluna.letra for coluna in lida.colunas] == ["A", "B", "C", "D"]
    assert [(linha.numero, linha.celulas) for linha in lida] == [(7, ("", "", "ANA", 7.0))]


def test_planilha_da_numeros_datas_e_logicos() -> None:
    nascimento = dt.date(1990, 2, 28)
    conteudo = planilha({"Dados": [["Inscrição", "Nome", "Nota", "Data"], [7, "ANA", 80.25, nascimento]]})
    assert celulas(conteudo) == [(7.0, "ANA", 80.25, nascimento)]


def test_aba_escolhida_pelo_nome() -> None:
    conteudo = planilha(
        {"Capa": [], "Um": [["Inscrição", "Nome"], [1, "A"]], "Dois": [["Nome", "X"], ["B", 2]]}
    )
    leitura = ler(conteudo)
    assert (leitura.aba, leitura.abas) == ("Um", ("Um", "Dois"))
    outra = Leitura(leitura.formato, aba="Dois", abas=leitura.abas, cabecalho=1)
    assert [linha.celulas for linha in tabela(conteudo, outra)] == [("B", 2.0)]


def test_leitura_vai_e_volta_em_json() -> None:
    leitura = ler(planilha({"Dados": [["Inscrição", "Nome"], ["1", "A"]]}))
    assert Leitura.de_json(leitura.em_json()) == leitura
    assert leitura.em_palavras() == "Planilha XLSX, aba “Dados”, títulos na linha 1"


def _zip(**entradas: bytes) -> bytes:
    saida = BytesIO()
    with zipfile.ZipFile(saida, "w", zipfile.ZIP_DEFLATED) as pacote:
        for nome, conteudo in entradas.items():
            pacote.writestr(nome, conteudo)
    return saida.getvalue()


def _cifrada() -> bytes:
    return bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le")


@pytest.mark.parametrize(
    ("conteudo", "mensagem"),
    [
        (b"", "está vazio"),
        (b"\n \n\t\n", "só tem linhas em branco"),
        ("Inscrição;Nome\n".encode(), "só tem a linha de títulos"),
        ("Inscrição;Nome\n;\n".encode(), "só tem a linha de títulos"),
        (b"1;ANA;3,5\n2;RUI;4,5\n", "linha de títulos nas primeiras linhas"),
        (b"uma coluna\noutra linha\n", "uma coluna só"),
        (b"\x00\x01\x02\x03" * 50, "não é texto nem planilha"),
        (b"a;b\n1;\x002\n", "não é texto nem planilha"),
        (b"a;b\n1;\x81\n", r"linha 2 tem um byte \(0x81\) que não existe em Windows-1252"),
        (b"\xef\xbb\xbfa;b\n1;\xe9\n", r"linha 2 tem um byte \(0xE9\) que não existe em UTF-8 com marca"),
        (b"\xff\xfea", "não existe em UTF-16 com marca"),
        ('Inscrição;Nome\n1;"ANA\n2;RUI\n'.encode(), "uma aspa que nunca se fecha"),
        ('Inscrição;Nome\n1;"ANA" MARIA\n'.encode(), "Linha 2: há texto depois de uma aspa"),
        (b"%PDF-1.7\n%\xe2\xe3", "é um PDF"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600, r"Excel antigo \(\.xls\)"),
        (_cifrada(), "protegida por senha"),
        (_zip(**{"content.xml": b"<x/>"}), r"não é uma planilha \(\.ods\)"),
        (_zip(**{"xl/workbook.bin": b"x"}), r"planilha binária \(\.xlsb\)"),
        (_zip(**{"word/document.xml": b"<x/>"}), "pacote ZIP sem planilha"),
        (b"PK\x03\x04" + b"x" * 100, "estragada ou incompleta"),
        (_zip(**{"xl/workbook.xml": b"<x"}), "estragada ou incompleta"),
        (planilha({"Vazia": []}), "nenhuma aba visível tem linhas"),
        (planilha({"Dados": [["Inscrição", "Nome"], ["1", "A"]]})[:-300], "estragada ou incompleta"),
        (b"<html><table><tr><td>1</td></tr></table></html>", "não é uma tabela de texto"),
    ],
)
def test_o_que_nao_serve_diz_o_que_fazer(conteudo: bytes, mensagem: str) -> None:
    with pytest.raises(Recusa, match=mensagem):
        ler(conteudo)


def test_cabecalho_alem_do_fim() -> None:
    conteudo = TEXTO.encode()
    with pytest.raises(Recusa, match="não tem a linha 90"):
        tabela(conteudo, Leitura("csv", "utf-8", ";", cabecalho=90))


# Limites da planilha ---------------------------------------------------------------------------------


def _bomba() -> bytes:
    """45 MB de linhas em branco em 45 kB: o diretório declara a verdade."""
    return com_folha(folha_com_celulas("A1", "B2"), **{"xl/extra.xml": b"\n" * 45_000_000})


def _bomba_que_mente() -> bytes:
    """A mesma, mas com o diretório e o cabeçalho a declarar dez bytes."""
    conteudo = bytearray(_bomba())
    tamanho = (45_000_000).to_bytes(4, "little")
    while (lugar := conteudo.find(tamanho)) >= 0:
        conteudo[lugar : lugar + 4] = (10).to_bytes(4, "little")
    return bytes(conteudo)


def _folha_fora_do_lugar() -> bytes:
    """O retângulo inteiro numa folha que não está onde as folhas ficam: a contagem não a vê."""
    boa = zipfile.ZipFile(BytesIO(com_folha(folha_com_celulas("A1", "XFD1048576"))))
    saida = BytesIO()
    with zipfile.ZipFile(saida, "w", zipfile.ZIP_DEFLATED) as pacote:
        for nome in boa.namelist():
            conteudo = boa.read(nome).replace(b"worksheets/sheet1.xml", b"outras/folha.xml")
            pacote.writestr(nome.replace("worksheets/sheet1.xml", "outras/folha.xml"), conteudo)
    return saida.getvalue()


def _texto_partilhado() -> bytes:
    """800 células do mesmo texto de 1 MB: em menos de 10 kB, quase 1 GB para o leitor."""
    celulas = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 801))
    folha = folha_com_celulas().replace("<sheetData>", f"<sheetData>{celulas}")
    texto = f"<sst {_ESPACO}><si><t>{'a' * 1_000_000}</t></si></sst>".encode()
    return com_folha(folha, **{"xl/sharedStrings.xml": texto})


_ESPACO = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


@pytest.mark.parametrize("fazer", [_folha_fora_do_lugar, _texto_partilhado])
def test_planilha_que_derrubaria_o_leitor_e_recusada(
    fazer: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    menos = leitura_xlsx._PROVA.replace(str(leitura_xlsx.MEMORIA_MAXIMA), str(400_000_000))
    monkeypatch.setattr(leitura_xlsx, "_PROVA", menos)
    with pytest.raises(Recusa, match="pede memória demais"):
        ler(fazer())


@pytest.mark.parametrize(
    ("fazer", "mensagem"),
    [
        (_bomba, "passa do limite de 40 MB"),
        (_bomba_que_mente, "passa do limite de 40 MB"),
        (lambda: com_folha(folha_com_celulas("A1", "XFD1048576")), "milhões de células"),
        (lambda: com_folha(folha_com_celulas("A1", "A9999999")), "linhas ou colunas"),
        (lambda: com_folha('<worksheet><c a=">" r="XFD9"><v>1</v></c></worksheet>'), "estragada"),
        (lambda: com_folha(folha_com_celulas("A1", "xfd1048576")), "estragada"),
        (lambda: com_folha(folha_com_celulas("A1", "A99999999")), "estragada"),
        (lambda: com_folha("<worksheet/>".encode("utf-16")), "estragada"),
        (lambda: com_folha("<worksheet/>", **{f"x{n}": b"" for n in range(1_001)}), "1000 partes"),
    ],
    ids=[
        "bomba",
        "bomba que mente",
        "retângulo",
        "linhas",
        "atributo",
        "minúsculas",
        "oito algarismos",
        "utf-16",
        "entradas",
    ],
)
def test_planilha_que_explodiria_e_recusada(
    fazer: Callable[[], bytes], mensagem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Um décimo do limite verdadeiro: a mesma conta, sem meio gigabyte em cada teste.
    monkeypatch.setattr(leitura_xlsx, "BYTES_MAXIMOS", leitura_xlsx.BYTES_MAXIMOS // 10)
    with pytest.raises(Recusa, match=mensagem):
        ler(fazer())


def test_um_milhao_de_linhas_so_com_formato_nao_contam() -> None:
    vazias = "".join(f'<row r="{n}"><c r="XFD{n}" s="1"/></row>' for n in range(1_000_000, 1_000_500))
    dados = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Inscrição</t></is></c>'
        '<c r="B1" t="inlineStr"><is><t>Nome</t></is></c></row>'
        '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="inlineStr"><is><t>Ana</t></is></c></row>'
    )
    folha = folha_com_celulas().replace("<sheetData>", f"<sheetData>{dados}{vazias}")
    assert celulas(com_folha(folha)) == [(1.0, "Ana")]


def test_celulas_sem_referencia_contam_pela_posicao() -> None:
    extensao = ExtensaoXlsx()
    extensao.ler(b"<row><c><v>1</v></c><c/><c><v>2</v></c></row><row><c><v>3</v></c></row><")
    assert (extensao.ultima_linha, extensao.ultima_coluna) == (2, 3)


def test_marca_partida_entre_blocos() -> None:
    extensao = ExtensaoXlsx()
    for pedaco in (b'<row r="7"><c r="C', b'7"><v>1</v></c', b"></row><"):
        extensao.ler(pedaco)
    assert (extensao.ultima_linha, extensao.ultima_coluna) == (7, 3)
