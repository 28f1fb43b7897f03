"""As tabelas da lei, linha a linha: o valor e o dispositivo."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from cotas import (
    LEIS,
    Arredondamento,
    Categoria,
    Colisao,
    ErroDeRegra,
    Limiar,
    RegrasDaReserva,
    ReservaPcd,
    RestoCaxias,
    Serie,
    Vinculo,
    categorias_das_vagas,
    divergencia_da_serie,
    quadro_de_vagas,
)
from cotas.aritmetica import arredondar
from tests.cotas.tabelas import linhas

CHAVES = {"F": "fortaleza-11111-2021", "C": "caxias-2689-2015"}
EDITAL = date(2023, 8, 31)


@pytest.mark.parametrize("linha", linhas("arredondamento"))
@pytest.mark.parametrize("modo", Arredondamento)
def test_arredondamento(linha: dict[str, Any], modo: Arredondamento) -> None:
    assert arredondar(Fraction(linha["valor"]), modo) == linha[modo]


@pytest.mark.parametrize("linha", linhas("reserva_pcd"))
@pytest.mark.parametrize("modo", Arredondamento)
def test_reserva_pcd(linha: dict[str, Any], modo: Arredondamento) -> None:
    teto = Fraction(linha["teto"]) if "teto" in linha else None
    pcd = ReservaPcd(Fraction(linha["percentual"]), modo, teto, linha.get("minimo", 0))
    assert pcd.reserva(linha["vagas"]) == linha[modo]


@pytest.mark.parametrize("linha", linhas("quadro"))
@pytest.mark.parametrize("lei", sorted(LEIS))
def test_quadro(linha: dict[str, Any], lei: str) -> None:
    quadro = quadro_de_vagas(RegrasDaReserva(lei, EDITAL, linha["vagas"]))
    assert (quadro.total, quadro.cotas, quadro.ampla, quadro.pcd) == (
        linha["vagas"],
        linha["cotas"],
        linha["ampla"],
        0,
    )


@pytest.mark.parametrize(
    ("lei", "vagas", "citacoes"),
    [
        ("F", 2, ["art. 8º, caput", "art. 1º, § 1º"]),
        ("F", 3, ["art. 8º, caput", "art. 1º, caput", "art. 1º, § 1º", "art. 1º, § 2º"]),
        ("C", 3, ["art. 5º", "art. 1º, caput", "art. 1º, § 1º"]),
    ],
)
def test_quadro_diz_por_que(lei: str, vagas: int, citacoes: list[str]) -> None:
    quadro = quadro_de_vagas(RegrasDaReserva(CHAVES[lei], EDITAL, vagas))
    nome = LEIS[CHAVES[lei]].nome
    assert [f.citacao for f in quadro.fundamentos] == [f"{nome}, {c}" for c in citacoes]


def test_quadro_com_pcd_cita_a_constituicao_e_o_edital() -> None:
    regras = RegrasDaReserva("", EDITAL, 10, pcd=ReservaPcd(Fraction("7.5")))
    assert [f.citacao for f in quadro_de_vagas(regras).fundamentos] == [
        "Constituição Federal, art. 37, VIII",
        "Edital, reserva de PcD: 7,5 %",
    ]


def test_quadro_que_nao_fecha_e_recusado() -> None:
    regras = RegrasDaReserva(CHAVES["F"], EDITAL, 3, pcd=ReservaPcd(Fraction(100)))
    with pytest.raises(ErroDeRegra, match="passam das 3") as erro:
        quadro_de_vagas(regras)
    assert erro.value.campo == "pcd.percentual"


@pytest.mark.parametrize("linha", linhas("vigencia"))
def test_vigencia(linha: dict[str, Any]) -> None:
    vigencia = LEIS[linha["lei"]].em_vigor(linha["edital"], Vinculo(linha["vinculo"]))
    assert vigencia.em_vigor is linha["rege"]
    assert bool(vigencia) is linha["rege"]
    assert linha["dispositivo"] in [f.citacao for f in vigencia.fundamentos]


def regras_da_linha(linha: dict[str, Any]) -> RegrasDaReserva:
    pcd = None
    if linha.get("tem_pcd"):
        com_percentual = "pcd_percentual" in linha
        pcd = ReservaPcd(
            Fraction(linha.get("pcd_percentual", 5)),
            Arredondamento(linha.get("arredondamento", "acima")),
            None if com_percentual else Fraction(20),
            linha.get("pcd_minimo", 0),
            tuple(linha["pcd_serie"]) if "pcd_serie" in linha else Serie.PROPORCIONAL,
        )
    serie = linha.get("serie")
    return RegrasDaReserva(
        CHAVES[linha["lei"]],
        EDITAL,
        linha["vagas"],
        serie=tuple(serie) if isinstance(serie, list) else Serie(serie) if serie else None,
        colisao=Colisao(linha.get("colisao", "seguinte")),
        limiar=Limiar(linha.get("limiar", "providas")),
        resto_caxias=RestoCaxias(linha.get("resto_caxias", "antecipa")),
        pcd=pcd,
    )


@pytest.mark.parametrize("linha", linhas("series"))
def test_series(linha: dict[str, Any]) -> None:
    categorias = categorias_das_vagas(regras_da_linha(linha), linha["ate"])
    assert len(categorias) == linha["ate"]
    for categoria, chave in ((Categoria.COTAS, "cotas"), (Categoria.PCD, "pcd")):
        assert [n for n, c in enumerate(categorias, 1) if c is categoria] == linha[chave]


@pytest.mark.parametrize("vagas", range(31))
@pytest.mark.parametrize("lei", sorted(LEIS))
def test_serie_da_lei_cumpre_o_quadro(lei: str, vagas: int) -> None:
    regras = RegrasDaReserva(lei, EDITAL, vagas)
    assert divergencia_da_serie(regras) is None
    quadro = quadro_de_vagas(regras)
    assert categorias_das_vagas(regras, vagas).count(Categoria.COTAS) == quadro.cotas


def test_serie_que_nao_cumpre_o_quadro_diz_em_que() -> None:
    regras = RegrasDaReserva(CHAVES["C"], EDITAL, 4, resto_caxias=RestoCaxias.IGNORA)
    assert divergencia_da_serie(regras) == (
        "Nas 4 vagas oferecidas, a série traz 0 de cotas (o quadro manda 1)."
    )
    regras = RegrasDaReserva(CHAVES["F"], EDITAL, 10, serie=(4,), pcd=ReservaPcd(Fraction(5), serie=(2, 3)))
    assert divergencia_da_serie(regras) == (
        "Nas 10 vagas oferecidas, a série traz 1 de cotas (o quadro manda 2) e 2 de PcD (o quadro manda 1)."
    )


@pytest.mark.parametrize(
    ("campo", "argumentos"),
    [
        ("lei", {"lei": "lei-que-nao-existe"}),
        ("edital_publicado_em", {"edital_publicado_em": "2023-08-31"}),
        ("vagas", {"vagas": -1}),
        ("vagas", {"vagas": True}),
        ("serie", {"serie": "proporcional "}),
        ("serie[0]", {"serie": (0, 3)}),
        ("serie[2]", {"serie": (3, 8, 8)}),
        ("dupla_contagem", {"dupla_contagem": "outra"}),
        ("colisao", {"colisao": "lado"}),
        ("limiar", {"limiar": None}),
        ("resto_caxias", {"resto_caxias": 1}),
        ("vinculo", {"vinculo": "temporario"}),
    ],
)
def test_regra_invalida_diz_o_campo(campo: str, argumentos: dict[str, Any]) -> None:
    validos = {"lei": CHAVES["F"], "edital_publicado_em": EDITAL, "vagas": 3}
    with pytest.raises(ErroDeRegra) as erro:
        RegrasDaReserva(**{**validos, **argumentos})
    assert erro.value.campo == campo


@pytest.mark.parametrize(
    ("campo", "argumentos"),
    [
        ("pcd.percentual", {"percentual": Fraction(0)}),
        ("pcd.percentual", {"percentual": Fraction(101)}),
        ("pcd.percentual", {"percentual": 5.0}),
        ("pcd.teto", {"percentual": Fraction(5), "teto": Fraction(-1)}),
        ("pcd.minimo", {"percentual": Fraction(5), "minimo": -1}),
        ("pcd.serie[1]", {"percentual": Fraction(5), "serie": (5, 4)}),
        ("pcd.serie", {"percentual": Fraction(5), "serie": Serie.QUINTA_VAGA}),
        ("pcd.arredondamento", {"percentual": Fraction(5), "arredondamento": "para cima"}),
    ],
)
def test_reserva_pcd_invalida_diz_o_campo(campo: str, argumentos: dict[str, Any]) -> None:
    with pytest.raises(ErroDeRegra) as erro:
        ReservaPcd(**argumentos)
    assert erro.value.campo == campo


def test_sem_lei_ou_fora_da_vigencia_nao_ha_cotas_qualquer_que_seja_a_serie() -> None:
    for lei, dia in (("", EDITAL), (CHAVES["F"], date(2021, 5, 19)), (CHAVES["C"], date(2015, 4, 6))):
        regras = RegrasDaReserva(lei, dia, 10, serie=(1, 2, 3))
        assert not regras.aplicavel
        assert quadro_de_vagas(regras).cotas == 0
        assert set(categorias_das_vagas(regras, 12)) == {Categoria.AMPLA}
