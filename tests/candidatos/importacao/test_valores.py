"""Da célula ao valor: o que se entende, o que se avisa e o que se recusa."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from candidatos.servicos.celulas import Celula, numero_em_texto, texto
from candidatos.servicos.valores import (
    MODALIDADES_CONHECIDAS,
    CpfLido,
    ValorRecusado,
    ler_codigo,
    ler_cpf,
    ler_data,
    ler_nome,
    ler_nota,
    ler_posicao,
    ler_sim_nao,
    nota_em_texto,
)

pytestmark = pytest.mark.puro


@pytest.mark.parametrize(
    ("celula", "canonica"),
    [
        ("92,00", "92.00"),
        ("92.5", "92.5"),
        (" 7 ", "7"),
        ("-1,5", "-1.5"),
        ("-0,00", "0.00"),
        ("75.125", "75.125"),
        (80.25, "80.25"),
        (46.0, "46"),
        (80.05000000000001, "80.05"),
        (0.1 + 0.2, "0.3"),
    ],
)
def test_nota_exata(celula: Celula, canonica: str) -> None:
    assert nota_em_texto(ler_nota(celula)) == canonica


@pytest.mark.parametrize(
    "celula",
    [
        "",
        None,
        "abc",
        "1.234,56",
        "12,",
        ",5",
        "1e3",
        "9,5 p. 3",
        "٣",
        "NaN",
        True,
        dt.date(2020, 1, 1),
        1e20,
    ],
)
def test_o_que_nao_e_nota_e_recusado(celula: Celula) -> None:
    with pytest.raises(ValorRecusado):
        ler_nota(celula)


def test_nota_nunca_passa_por_ponto_flutuante() -> None:
    assert ler_nota("0,1") + ler_nota("0,2") == Decimal("0.3")


@pytest.mark.parametrize(
    ("celula", "data"),
    [
        ("03/01/2001", dt.date(2001, 1, 3)),
        ("3/1/2001", dt.date(2001, 1, 3)),
        ("03-01-2001", dt.date(2001, 1, 3)),
        ("03/01/2001 00:00:00", dt.date(2001, 1, 3)),
        ("2001-01-03", dt.date(2001, 1, 3)),
        ("31/12/1193", dt.date(1193, 12, 31)),
        (dt.date(2001, 1, 3), dt.date(2001, 1, 3)),
        (dt.datetime(2001, 1, 3), dt.date(2001, 1, 3)),
        ("", None),
        (None, None),
    ],
)
def test_data(celula: Celula, data: dt.date | None) -> None:
    assert ler_data(celula) == data


@pytest.mark.parametrize(
    "celula",
    [
        "31/02/1990",
        "00/01/1990",
        "03/01/01",
        "1990",
        36526.0,
        "ontem",
        dt.datetime(2001, 1, 3, 5),
        dt.time(1),
        True,
    ],
)
def test_data_que_nao_se_entende_e_recusada(celula: Celula) -> None:
    with pytest.raises(ValorRecusado):
        ler_data(celula)


@pytest.mark.parametrize(
    ("celula", "lido"),
    [("0799511", "0799511"), (10001.0, "10001"), (" A-12 3 ", "A-12 3"), ("123.0", "123"), ("123,00", "123")],
)
def test_codigo_como_texto(celula: Celula, lido: str) -> None:
    assert ler_codigo(celula)[0] == lido


def test_resto_de_planilha_no_codigo_e_dito() -> None:
    assert ler_codigo("0123.0") == ("0123", "lido como 0123: o “,0” é resto de planilha")
    assert ler_codigo("0123")[1] == ""


@pytest.mark.parametrize(
    "celula",
    [
        "",
        None,
        12.5,
        1e17,
        True,
        dt.date(2020, 1, 1),
        "x" * 41,
        "12\u200b",
        "\ufeff12",
        "1\u00ad2",
        "１2",
        "٣",
    ],
)
def test_codigo_recusado(celula: Celula) -> None:
    with pytest.raises(ValorRecusado):
        ler_codigo(celula)


@pytest.mark.parametrize(
    ("celula", "numero", "codigo"),
    [
        ("177.777.868-90", "17777786890", ""),
        (17777786890.0, "17777786890", ""),
        (9993619612.0, "09993619612", "cpf_zeros"),
        ("410710008", "00410710008", "cpf_zeros"),
        ("XXX.777.868-XX", "", "cpf_mascarado"),
        ("***.777.868-**", "", "cpf_mascarado"),
        ("177.777.868-91", "", "cpf_digito"),
        ("111.111.111-11", "", "cpf_repetido"),
        ("0", "", "cpf_repetido"),
        ("1777778689012", "", "cpf_tamanho"),
        ("12345", "", "cpf_tamanho"),
        ("177.777.868-9O", "", "cpf_caractere"),
        ("١٧٧٧٧٧٨٦٨٩٠", "", "cpf_caractere"),
        ("", "", ""),
        (None, "", ""),
    ],
)
def test_cpf(celula: Celula, numero: str, codigo: str) -> None:
    lido = ler_cpf(celula)
    assert (lido.numero, lido.codigo) == (numero, codigo)
    assert bool(lido.aviso) == bool(codigo)


def test_cpf_completado_diz_quantos_zeros() -> None:
    assert ler_cpf("410710008") == CpfLido(
        "00410710008", "cpf_zeros", "CPF completado com 2 zeros à esquerda, e o dígito verificador confere"
    )


@pytest.mark.parametrize(
    ("celula", "resposta"),
    [
        ("Sim", True), ("S", True), ("NÃO", False), ("nao", False), ("N", False), (True, True),
        (False, False),
        ("", None), ("1", None), ("talvez", None), (1.0, None), ("Si", None), (None, None),
    ],
)  # fmt: skip
def test_sim_ou_nao_sem_adivinhar(celula: Celula, resposta: bool | None) -> None:
    assert ler_sim_nao(celula) is resposta


@pytest.mark.parametrize(
    ("celula", "lugar"), [("1º", 1), ("12ª", 12), ("3", 3), (4.0, 4), ("", None), ("-", None), ("5 °", 5)]
)
def test_posicao(celula: Celula, lugar: int | None) -> None:
    assert ler_posicao(celula) == lugar


@pytest.mark.parametrize("celula", ["0", "primeiro", "1,5", 2.5, "-3", True])
def test_posicao_recusada(celula: Celula) -> None:
    with pytest.raises(ValorRecusado):
        ler_posicao(celula)


@pytest.mark.parametrize("celula", ["", "123", 45.0, "x" * 201, None])
def test_nome_recusado(celula: Celula) -> None:
    with pytest.raises(ValorRecusado):
        ler_nome(celula)


def test_nome_com_espacos_simples() -> None:
    assert ler_nome("  JOSÉ   D'ÁVILA ") == "JOSÉ D'ÁVILA"


def test_so_grafias_de_uma_leitura_sao_conhecidas() -> None:
    assert MODALIDADES_CONHECIDAS["ampla concorrencia"] == "ampla"
    assert MODALIDADES_CONHECIDAS["pcd pessoa com deficiencia"] == "pcd"
    for duvidosa in ("feminino", "cota", "cotista", "sim", "", "outros", "reserva"):
        assert duvidosa not in MODALIDADES_CONHECIDAS


@pytest.mark.parametrize(
    ("celula", "mostrado"),
    [
        (10001.0, "10001"),
        (80.25, "80,25"),
        (dt.date(90, 1, 2), "02/01/0090"),
        (dt.datetime(1990, 1, 2, 13, 30), "02/01/1990 13:30"),
        (True, "VERDADEIRO"),
        (dt.time(13, 30), "13:30:00"),
        (None, ""),
        (" x ", "x"),
    ],
)
def test_texto_como_a_pessoa_ve(celula: Celula, mostrado: str) -> None:
    assert texto(celula) == mostrado


def test_numero_grande_nao_finge_exatidao() -> None:
    assert numero_em_texto(1e20) == "1e+20"
    assert numero_em_texto(123456789012345.0) == "123456789012345"
