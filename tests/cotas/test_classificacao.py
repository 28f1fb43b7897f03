"""A lista geral: nota, mínimos, cadeia de desempate, empates que sobram, dados que faltam."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, localcontext
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotas import (
    Concorrente,
    Criterio,
    CriteriosDeClassificacao,
    Empate,
    ErroDeRegra,
    Falta,
    ResultadoDaClassificacao,
    classificar,
    rotulo_do_criterio,
)
from cotas.criterio import idade_em

EDITAL = date(2024, 1, 15)
REFERENCIA = date(2024, 4, 14)


def pessoa(nome: str, pontos: str, nascimento: date | None = None, **dados: Any) -> Concorrente:
    notas = {"pontos": Decimal(pontos)}
    for prova in ("especificos", "gerais"):
        if prova in dados:
            notas[prova] = Decimal(dados.pop(prova))
    return Concorrente(nome, notas, nascimento, **dados)


def ordenar(
    cadeia: str,
    *pessoas: Concorrente,
    referencia: date | None = REFERENCIA,
    minimas: Mapping[str, str] | None = None,
) -> ResultadoDaClassificacao:
    criterios = CriteriosDeClassificacao(
        "pontos",
        {prova: Decimal(minimo) for prova, minimo in (minimas or {}).items()},
        referencia,
        tuple(Criterio.ler(texto) for texto in cadeia.split()),
    )
    return classificar(pessoas, criterios, edital_publicado_em=EDITAL)


def ids(resultado: ResultadoDaClassificacao) -> list[str]:
    return [lugar.candidato for lugar in resultado.geral]


@pytest.mark.parametrize(
    ("nascimento", "dia", "idade"),
    [
        (date(1964, 4, 14), date(2024, 4, 13), 59),
        (date(1964, 4, 14), date(2024, 4, 14), 60),
        (date(1964, 4, 14), date(2024, 4, 15), 60),
        (date(1964, 2, 29), date(2024, 2, 28), 59),
        (date(1964, 2, 29), date(2024, 2, 29), 60),
        (date(1964, 2, 29), date(2023, 2, 28), 58),
        (date(1964, 2, 29), date(2023, 3, 1), 59),
    ],
)
def test_idade_pelo_calendario(nascimento: date, dia: date, idade: int) -> None:
    assert idade_em(nascimento, dia) == idade


@pytest.mark.parametrize(
    ("cadeia", "ordem"),
    [
        ("idoso", ["velho", "idoso", "novo"]),
        ("sessenta_ou_mais maior:especificos", ["idoso", "velho", "novo"]),
        ("mais_velho", ["velho", "idoso", "novo"]),
        ("maior:especificos", ["novo", "idoso", "velho"]),
        ("menor:especificos", ["velho", "idoso", "novo"]),
        ("jurado maior:especificos", ["velho", "novo", "idoso"]),
        ("sorteio", ["idoso", "novo", "velho"]),
    ],
)
def test_cada_criterio(cadeia: str, ordem: list[str]) -> None:
    resultado = ordenar(
        cadeia,
        pessoa("novo", "80", date(1990, 1, 1), especificos="50", sorteio=2),
        pessoa("idoso", "80", date(1964, 4, 14), especificos="40", sorteio=1),
        pessoa("velho", "80", date(1955, 7, 9), especificos="30", sorteio=3, jurado=True),
    )
    assert ids(resultado) == ordem
    assert resultado.empates == resultado.faltas == ()
    assert [lugar.posicao for lugar in resultado.geral] == [1, 2, 3]


def test_lugar_explica_o_que_o_separa_do_de_cima() -> None:
    resultado = ordenar(
        "idoso maior:especificos jurado sorteio",
        pessoa("a", "90"),
        pessoa("b", "80.50", date(1960, 1, 1), especificos="10"),
        pessoa("c", "80.5", date(1990, 1, 1), especificos="30", sorteio=1),
        pessoa("d", "80.5", date(1991, 1, 1), especificos="20.00", jurado=True),
        pessoa("e", "80.5", date(1992, 1, 1), especificos="20", sorteio=2),
        pessoa("f", "80.5", date(1993, 1, 1), especificos="20", sorteio=7),
    )
    lugares = {lugar.candidato: lugar for lugar in resultado.geral}
    assert ids(resultado) == list("abcdef")
    assert [lugar.criterio for lugar in resultado.geral] == [
        None,
        "nota_final",
        "idoso",
        "maior:especificos",
        "jurado",
        "sorteio",
    ]
    assert (lugares["b"].valor_acima, lugares["b"].valor) == ("90", "80,50")
    assert (lugares["d"].valor_acima, lugares["d"].valor) == ("30", "20,00")
    assert (lugares["e"].valor_acima, lugares["e"].valor) == ("sim", "não")
    assert lugares["a"].explicacao == "Primeiro lugar, com nota final 90."
    assert lugares["b"].explicacao == "Nota final 80,50; quem está logo acima tem 90."
    assert lugares["c"].explicacao == (
        "Mesma nota final de quem está logo acima (80,5); separa-os o critério idade de sessenta anos ou "
        "mais: 01/01/1960 acima, 01/01/1990 aqui."
    )
    assert lugares["f"].explicacao.endswith("separa-os o critério sorteio: 2 acima, 7 aqui.")


def test_nota_negativa_ordena_desempata_e_tem_minimo() -> None:
    resultado = ordenar(
        "maior:especificos",
        pessoa("abaixo", "-4.01", especificos="3"),
        pessoa("no_minimo", "-4", especificos="-2.5"),
        pessoa("zero", "0", especificos="-9"),
        pessoa("melhor", "-4", especificos="-2.25"),
        minimas={"pontos": "-4"},
    )
    assert ids(resultado) == ["zero", "melhor", "no_minimo"]
    assert [cada.candidato for cada in resultado.nao_aprovados] == ["abaixo"]
    assert (resultado.geral[2].valor_acima, resultado.geral[2].valor) == ("-2,25", "-2,5")


def test_empate_que_sobra_divide_a_posicao() -> None:
    resultado = ordenar("", pessoa("a", "9"), pessoa("b", "8"), pessoa("c", "8"), pessoa("d", "7"))
    assert [(x.candidato, x.posicao, x.empatado) for x in resultado.geral] == [
        ("a", 1, False),
        ("b", 2, True),
        ("c", 2, True),
        ("d", 4, False),
    ]
    assert resultado.empates == (Empate(("b", "c"), "sorteio"),)
    assert resultado.geral[1].criterio == "nota_final"
    assert resultado.geral[2].criterio is None
    assert "empate" in resultado.geral[2].explicacao


@pytest.mark.parametrize(
    ("cadeia", "nascimentos", "jurados", "proximo"),
    [
        ("", (date(1990, 1, 1), date(1991, 1, 1)), (False, False), "mais_velho"),
        ("", (date(1990, 1, 1), date(1990, 1, 1)), (False, True), "jurado"),
        ("", (date(1990, 1, 1), None), (False, True), "jurado"),
        ("", (date(1193, 1, 1), date(1990, 1, 1)), (False, False), "sorteio"),
        ("mais_velho", (date(1990, 1, 1), date(1990, 1, 1)), (False, True), "jurado"),
        ("mais_velho jurado", (date(1990, 1, 1), date(1990, 1, 1)), (True, True), "sorteio"),
        ("sorteio", (None, None), (False, False), "sorteio"),
    ],
)
def test_proximo_criterio(
    cadeia: str, nascimentos: tuple[date | None, ...], jurados: tuple[bool, ...], proximo: str
) -> None:
    pessoas = [
        pessoa(nome, "8", nascimento, jurado=jurado, sorteio=1)
        for nome, nascimento, jurado in zip("ab", nascimentos, jurados, strict=True)
    ]
    assert ordenar(cadeia, *pessoas).empates == (Empate(("a", "b"), proximo),)


def test_minimos_valem_para_todos_e_igual_ao_minimo_passa() -> None:
    resultado = ordenar(
        "",
        pessoa("a", "50", especificos="20"),
        pessoa("b", "49.99", especificos="40", negro=True),
        pessoa("c", "70", especificos="19.99", pcd=True),
        minimas={"pontos": "50", "especificos": "20"},
    )
    assert ids(resultado) == ["a"]
    assert [(n.candidato, n.prova, n.minimo, n.nota) for n in resultado.nao_aprovados] == [
        ("b", "pontos", Decimal(50), Decimal("49.99")),
        ("c", "especificos", Decimal(20), Decimal("19.99")),
    ]


def test_nota_que_falta_e_falta_sempre() -> None:
    sem_nota = Concorrente("a", {"especificos": Decimal(9)})
    sem_minima = Concorrente("b", {"pontos": Decimal(9)})
    resultado = ordenar("", sem_nota, sem_minima, minimas={"especificos": "1"})
    assert [(f.candidato, f.campo) for f in resultado.faltas] == [("a", "pontos"), ("b", "especificos")]
    assert resultado.geral == ()


@pytest.mark.parametrize(
    ("cadeia", "campo"),
    [
        ("maior:especificos", "especificos"),
        ("menor:gerais", "gerais"),
        ("mais_velho", "nascimento"),
        ("idoso", "nascimento"),
        ("sessenta_ou_mais", "nascimento"),
        ("sorteio", "sorteio"),
    ],
)
def test_valor_de_desempate_so_faz_falta_a_quem_empata(cadeia: str, campo: str) -> None:
    sozinho = ordenar(cadeia, pessoa("a", "9"), pessoa("b", "8"))
    assert sozinho.faltas == ()
    empatado = ordenar(cadeia, pessoa("a", "9"), pessoa("b", "9"))
    assert [(f.candidato, f.campo) for f in empatado.faltas] == [("a", campo), ("b", campo)]
    assert empatado.empates == ()
    assert all(lugar.empatado for lugar in empatado.geral)


def test_criterio_sem_valor_para_a_cadeia() -> None:
    resultado = ordenar("maior:especificos sorteio", pessoa("a", "9"), pessoa("b", "9"))
    assert [(f.candidato, f.campo) for f in resultado.faltas] == [("a", "especificos"), ("b", "especificos")]


def test_idade_de_uns_nao_resolve_o_empate_de_todos() -> None:
    nascimentos = (date(1990, 1, 1), date(1991, 1, 1), date(1193, 1, 1))
    resultado = ordenar("", *(pessoa(nome, "8", dia) for nome, dia in zip("abc", nascimentos, strict=True)))
    assert resultado.empates == (Empate(("a", "b", "c"), "sorteio"),)


def test_falta_nao_aparece_se_um_criterio_anterior_ja_separou() -> None:
    resultado = ordenar(
        "maior:especificos mais_velho",
        pessoa("a", "9", especificos="5"),
        pessoa("b", "9", especificos="4"),
    )
    assert (ids(resultado), resultado.faltas) == (["a", "b"], ())


@pytest.mark.parametrize(
    ("nascimento", "falta"),
    [
        (date(1193, 5, 2), True),
        (date(1913, 4, 14), True),
        (date(1913, 4, 15), False),
        (date(2010, 4, 14), False),
        (date(2010, 4, 15), True),
        (date(2030, 1, 1), True),
    ],
)
def test_idade_implausivel_nao_decide(nascimento: date, falta: bool) -> None:
    resultado = ordenar("mais_velho", pessoa("a", "9", nascimento), pessoa("b", "9", date(1990, 1, 1)))
    assert [f.candidato for f in resultado.faltas] == (["a"] if falta else [])


def test_sem_data_de_referencia_a_idade_de_sessenta_nao_se_mede() -> None:
    velhos = [pessoa(nome, "9", date(1950, 1, 1)) for nome in "ab"]
    outros = [pessoa(nome, "8", date(1951, 1, 1)) for nome in "cd"]
    resultado = ordenar("idoso", *velhos, *outros, referencia=None)
    assert [(f.candidato, f.campo) for f in resultado.faltas] == [(None, "data_referencia_idade")]
    assert isinstance(resultado.faltas[0], Falta)
    assert ordenar("idoso", velhos[0], outros[0], referencia=None).faltas == ()
    pelo_edital = ordenar("mais_velho", velhos[0], pessoa("e", "9", date(1193, 1, 1)), referencia=None)
    assert "15/01/2024" in pelo_edital.faltas[0].mensagem


def test_sorteio_repetido_continua_empate() -> None:
    resultado = ordenar("sorteio", pessoa("a", "9", sorteio=1), pessoa("b", "9", sorteio=1))
    assert resultado.empates == (Empate(("a", "b"), "sorteio"),)


def test_nota_e_exata_qualquer_que_seja_o_contexto_decimal() -> None:
    with localcontext() as contexto:
        contexto.prec = 3
        resultado = ordenar("", pessoa("a", "10.0001"), pessoa("b", "10.0002"))
    assert ids(resultado) == ["b", "a"]
    assert resultado.empates == ()


@pytest.mark.parametrize(
    "texto", ["", "nota_final", "maior", "maior:", "maior: ", "idoso:x", "idoso:", "IDOSO"]
)
def test_criterio_desconhecido(texto: str) -> None:
    with pytest.raises(ErroDeRegra, match="critério desconhecido") as erro:
        Criterio.ler(texto)
    assert erro.value.campo == "desempate"


@pytest.mark.parametrize(
    "texto", ["idoso", "sessenta_ou_mais", "maior:x", "menor:y z", "mais_velho", "jurado", "sorteio"]
)
def test_criterio_le_se_e_escreve_se_igual(texto: str) -> None:
    assert Criterio.ler(texto).texto == texto
    assert rotulo_do_criterio(texto)


def test_rotulos() -> None:
    assert rotulo_do_criterio("nota_final") == "nota final"
    assert rotulo_do_criterio("menor:gerais") == "menor nota em gerais"


notas = st.integers(0, 3).map(Decimal)
concorrentes = st.lists(
    st.tuples(notas, notas, st.dates(date(1950, 1, 1), date(1952, 1, 1)), st.booleans()), max_size=25
).map(
    lambda linhas: [
        Concorrente(f"k{i}", {"pontos": p, "especificos": e}, n, j) for i, (p, e, n, j) in enumerate(linhas)
    ]
)


@given(concorrentes)
def test_ordem_e_a_da_chave_completa(pessoas: list[Concorrente]) -> None:
    resultado = ordenar("maior:especificos jurado mais_velho", *pessoas)

    def chave(p: Concorrente) -> tuple[object, ...]:
        return (-p.notas["pontos"], -p.notas["especificos"], not p.jurado, p.nascimento)

    por_id = {p.id: p for p in pessoas}
    chaves = [chave(por_id[lugar.candidato]) for lugar in resultado.geral]
    assert chaves == sorted(map(chave, pessoas))
    for (acima, de_cima), (aqui, lugar) in pairwise(zip(chaves, resultado.geral, strict=True)):
        assert (lugar.posicao == de_cima.posicao) == (acima == aqui)
        assert (lugar.criterio is None) == (acima == aqui)
    empatados = {candidato for empate in resultado.empates for candidato in empate.candidatos}
    assert empatados == {lugar.candidato for lugar in resultado.geral if lugar.empatado}
