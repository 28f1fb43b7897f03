"""O comando `simular`: o que imprime, onde e com que código sai; e a leitura do YAML."""

import json
from decimal import Decimal
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cotas import ErroDeCaso, simular_caso
from nomeacoes.management.commands.simular import ler_caso

BOM = """\
titulo: Três vagas
lei: fortaleza-11111-2021
edital_publicado_em: 2023-08-31
vagas: 3
candidatos:
- {id: "01"}
- {id: "02"}
- {id: "03", negro: true}
eventos:
- {tipo: convocar, quantidade: 3}
"""


@pytest.fixture
def escrever(tmp_path: Path) -> Any:
    def _escrever(texto: str | bytes, nome: str = "caso.yaml") -> Path:
        arquivo = tmp_path / nome
        arquivo.write_bytes(texto if isinstance(texto, bytes) else texto.encode())
        return arquivo

    return _escrever


def simular(*argumentos: object) -> tuple[int, list[str], list[str]]:
    """Código de saída, linhas da saída e linhas do erro."""
    saida, erro = StringIO(), StringIO()
    codigo = 0
    try:
        call_command("simular", *map(str, argumentos), stdout=saida, stderr=erro, no_color=True)
    except SystemExit as fim:
        codigo = int(fim.code or 0)
    return codigo, saida.getvalue().splitlines(), erro.getvalue().splitlines()


def test_um_objeto_por_linha_na_ordem_dos_arquivos(escrever: Any) -> None:
    um, dois = escrever(BOM, "um.yaml"), escrever(BOM.replace("vagas: 3", "vagas: 2"), "dois.yaml")
    codigo, saida, erro = simular(dois, um, "--json")
    assert (codigo, erro) == (0, [])
    objetos = [json.loads(linha) for linha in saida]
    assert [o["arquivo"] for o in objetos] == [str(dois), str(um)]
    assert list(objetos[0]) == [
        *("arquivo", "lei", "lei_aplicavel", "quadro", "classificacao", "chamadas"),
        *("ocupacao", "vagas_abertas"),
    ]
    assert {k: v for k, v in objetos[1].items() if k != "arquivo"} == simular_caso(ler_caso(um))


def test_erros_saem_depois_das_respostas_e_o_codigo_e_1(escrever: Any) -> None:
    bom = escrever(BOM, "bom.yaml")
    mau = escrever(BOM.replace("vagas: 3", "vagas: x\nqualquer: 1"), "mau.yaml")
    codigo, saida, erro = simular(mau, bom, "nao_existe.yaml", "--json")
    assert codigo == 1
    assert [json.loads(linha)["arquivo"] for linha in saida] == [str(bom)]
    assert sorted(linha.rpartition(": ")[0] for linha in erro[:2]) == [f"{mau}: qualquer", f"{mau}: vagas"]
    assert erro[2].startswith("nao_existe.yaml: -: ")


def test_tabela_para_pessoas(escrever: Any) -> None:
    codigo, saida, _ = simular(escrever(BOM))
    assert codigo == 0
    assert saida[0].endswith("Três vagas")
    assert saida[1] == "fortaleza-11111-2021: rege este edital. Vagas: total 3, ampla 2, cotas 1, pcd 0."
    assert saida[2].split() == ["vaga", "categoria", "candidato", "conta", "observação"]
    assert [linha.split() for linha in saida[3:6]] == [
        ["1", "ampla", "01", "ampla"],
        ["2", "ampla", "02", "ampla"],
        ["3", "cotas", "03", "cotas"],
    ]
    assert saida[6] == "Vagas abertas: nenhuma."


def test_tabela_sem_chamadas_mostra_a_lista(escrever: Any) -> None:
    _, saida, _ = simular(escrever(BOM.split("eventos:")[0]))
    assert "Nenhuma chamada. Lista geral: 01, 02, 03." in saida


def test_escalares_sem_adivinhacao(escrever: Any) -> None:
    texto = (
        "a: 1\nb: 1.50\nc: 12:30:00\nd: 0123\ne: 0x1F\nf: yes\ng: true\nh: null\ni: '5'\nj: 1_000\n"
        "k: 2023-08-31\nl: 92,00\nm: .inf\nn: 1e3\no:\n"
    )
    assert ler_caso(escrever(texto)) == {
        **{"a": 1, "b": Decimal("1.50"), "c": "12:30:00", "d": 123, "e": "0x1F", "f": "yes", "g": True},
        **{
            "h": None,
            "i": "5",
            "j": "1_000",
            "k": "2023-08-31",
            "l": "92,00",
            "m": ".inf",
            "n": "1e3",
            "o": None,
        },
    }
    assert str(ler_caso(escrever("b: 0.10"))["b"]) == "0.10"


@pytest.mark.parametrize(("escrito", "lido"), [("0799511", "0799511"), ("08", "08"), ("!!str 123", "123")])
def test_o_que_o_yaml_diz_texto_fica_texto(escrever: Any, escrito: str, lido: str) -> None:
    # Uma inscrição com zero à frente e algarismo 8 ou 9 é texto para quem grava YAML 1.1, e vem sem aspas.
    arquivo = escrever(BOM.replace('"02"', escrito))
    assert json.loads(simular(arquivo, "--json")[1][0])["classificacao"]["geral"] == ["01", lido, "03"]


def test_saida_e_utf8_qualquer_que_seja_o_ambiente(escrever: Any) -> None:
    bom, mau = escrever(BOM.replace('"02"', '"ção"'), "é.yaml"), escrever("a: 1", "não.yaml")
    saida, erro = (TextIOWrapper(BytesIO(), "ascii", write_through=True) for _ in range(2))
    with pytest.raises(SystemExit):
        call_command("simular", str(bom), str(mau), "--json", stdout=saida, stderr=erro, no_color=True)
    escritos = []
    for fluxo in (saida, erro):
        fluxo.buffer.seek(0)
        escritos.append(fluxo.buffer.read().decode("utf-8"))
    resultado = json.loads(escritos[0])
    assert (resultado["arquivo"], resultado["classificacao"]["geral"][1]) == (str(bom), "ção")
    assert escritos[1].startswith(f"{mau}: ")


@pytest.mark.parametrize(
    ("texto", "caminho"),
    [
        ("", "-"),
        ("# nada\n", "-"),
        ("- 1\n", "-"),
        ("só texto", "-"),
        ("a: [1", "-"),
        ("a: 1\n---\nb: 2\n", "-"),
        ("a: \x00", "-"),
        (b"a: \xe7", "-"),
        ("a: " + "[" * 5000, "-"),
        ("lei: x\nlei: y\n", "lei"),
        (BOM.replace('id: "02"', 'id: "02", id: "04"'), "candidatos[1].id"),
        (BOM.replace('id: "02"', "id: 02"), "candidatos[1].id"),
        ("a: &x [*x]\n", "a[0]"),
        ("a: &x {b: [*x]}\n", "a.b[0]"),
        ("&x a: 1\n*x : 2\n", "a"),
        *((f"esperado: {'[' * fundo}{']' * fundo}\n", "-") for fundo in (500, 900, 1000)),
        (f"esperado: {'{a: ' * 700}{'}' * 700}\n", "-"),
        ("? [1]\n: 2\n", "-"),
        ("a: !!python/object/apply:os.system [x]\n", "a"),
        ("a: !coisa 1\n", "a"),
        ('titulo: "\\ud800"\n', "-"),
        ('"a\\nb": 1\n', "'a\\nb'"),
    ],
)
def test_arquivo_que_nao_se_le_tem_caminho_e_mensagem(
    escrever: Any, texto: str | bytes, caminho: str
) -> None:
    arquivo = escrever(texto)
    codigo, saida, erro = simular(arquivo, "--json")
    assert (codigo, saida) == (1, [])
    assert any(linha.startswith(f"{arquivo}: {caminho}: ") for linha in erro), erro


def test_apelido_repete_o_valor(escrever: Any) -> None:
    assert ler_caso(escrever("a: &x {b: [1]}\nc: [*x, *x]\n")) == {
        "a": {"b": [1]},
        "c": [{"b": [1]}, {"b": [1]}],
    }
    repetida = BOM.replace(
        "- {tipo: convocar, quantidade: 3}", "- &x {tipo: final_de_fila, candidato: '01'}\n- *x"
    )
    arquivo = escrever(repetida)
    assert simular(arquivo)[2][0].startswith(f"{arquivo}: eventos[1].candidato: ")


def test_bomba_de_apelidos_e_recusada_sem_expandir(escrever: Any) -> None:
    niveis = "\n".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 40))
    codigo, _, erro = simular(escrever(f"a0: &a0 [x]\n{niveis}\n"))
    assert codigo == 1
    assert "apelidos" in erro[0]


def test_arquivo_que_nao_se_abre_diz_por_que(tmp_path: Path) -> None:
    assert simular(tmp_path)[2] == [f"{tmp_path}: -: não se pode abrir o arquivo: é uma pasta"]
    assert simular("falta.yaml")[2] == ["falta.yaml: -: não se pode abrir o arquivo: não existe"]


def test_bom_do_windows(escrever: Any) -> None:
    assert simular(escrever(b"\xef\xbb\xbf" + BOM.encode()))[0] == 0


@settings(max_examples=300)
@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda b: b.decode("latin-1")))
@example("a: !!set {b}")
@example("a: !!binary eA==")
@example("<<: {a: 1}")
@example("a: 999999999999999999999999999999999999999999999999999999")
def test_texto_qualquer_nunca_da_erro_de_programa(tmp_path_factory: Any, texto: str) -> None:
    arquivo = tmp_path_factory.getbasetemp() / "qualquer.yaml"
    arquivo.write_text(texto, encoding="utf-8", errors="surrogatepass")
    with pytest.raises(ErroDeCaso) as erro:
        simular_caso(ler_caso(arquivo))
    assert erro.value.falhas


@settings(max_examples=300)
@given(st.integers(0, len(BOM)), st.integers(0, 12), st.text("-:[]{}&*!|>'\"?#%@,~ \n\t019ab.", max_size=5))
def test_caso_estragado_nunca_da_erro_de_programa(
    tmp_path_factory: Any, onde: int, tira: int, poe: str
) -> None:
    arquivo = tmp_path_factory.getbasetemp() / "estragado.yaml"
    arquivo.write_text(BOM[:onde] + poe + BOM[onde + tira :], encoding="utf-8")
    codigo, saida, erro = simular(arquivo, "--json")
    assert (codigo, len(saida), bool(erro)) in ((0, 1, False), (1, 0, True))
