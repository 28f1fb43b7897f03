"""Um caso mal escrito é recusado com o caminho de cada erro; nunca com um erro de programa."""

from copy import deepcopy
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotas import ErroDeCaso, simular_caso


def caso(**mudancas: Any) -> dict[str, Any]:
    """Um caso válido, com as mudanças dadas; None retira a chave."""
    base: dict[str, Any] = {
        "titulo": "um",
        "lei": "fortaleza-11111-2021",
        "edital_publicado_em": "2023-08-31",
        "vagas": 3,
        "candidatos": [{"id": "a"}, {"id": "b", "negro": True}, {"id": "c", "pcd": True}],
        "eventos": [{"tipo": "convocar", "quantidade": 2}],
    }
    return {chave: valor for chave, valor in {**base, **mudancas}.items() if valor is not None}


def classificado(*candidatos: dict[str, Any], **criterios: Any) -> dict[str, Any]:
    return caso(classificacao={"nota_final": "pontos", **criterios}, candidatos=list(candidatos), eventos=[])


def caminhos(dados: Any) -> list[str]:
    with pytest.raises(ErroDeCaso) as erro:
        simular_caso(dados)
    assert all(mensagem for _, mensagem in erro.value.falhas)
    return [caminho for caminho, _ in erro.value.falhas]


def test_nota_negativa_no_caso() -> None:
    notas = [{"id": "a", "pontos": "-2,5"}, {"id": "b", "pontos": -1}, {"id": "c", "pontos": "-7"}]
    resultado = simular_caso(classificado(*notas, notas_minimas={"pontos": "-5"}))
    assert resultado["classificacao"]["geral"] == ["b", "a"]


def test_caso_valido() -> None:
    assert simular_caso(caso(esperado={"qualquer": "coisa"})) == {
        "lei": "fortaleza-11111-2021",
        "lei_aplicavel": True,
        "quadro": {"total": 3, "ampla": 2, "cotas": 1, "pcd": 0},
        "classificacao": {"geral": ["a", "b", "c"], "cotas": ["b"], "pcd": ["c"]},
        "chamadas": [
            {
                "vaga": 1,
                "categoria": "ampla",
                "candidato": "a",
                "ocupa": "ampla",
                "remanejado": None,
                "revertida": False,
                "fundamento": ["Lei 11.111/2021, art. 6º"],
            },
            {
                "vaga": 2,
                "categoria": "ampla",
                "candidato": "b",
                "ocupa": "ampla",
                "remanejado": None,
                "revertida": False,
                "fundamento": [
                    "Lei 11.111/2021, art. 6º",
                    "Lei 11.111/2021, art. 4º, caput",
                    "Lei 11.111/2021, art. 4º, § 1º",
                ],
            },
        ],
        "ocupacao": {"a": "ampla", "b": "ampla"},
        "vagas_abertas": [],
    }


def test_lei_que_nao_rege_esvazia_a_lista_de_cotas() -> None:
    resultado = simular_caso(caso(edital_publicado_em=date(2021, 5, 19), serie=[1]))
    assert resultado["lei_aplicavel"] is False
    assert resultado["classificacao"]["cotas"] == []
    assert {c["categoria"] for c in resultado["chamadas"]} == {"ampla"}


def criterios(**mudancas: Any) -> dict[str, Any]:
    return {"classificacao": {"nota_final": "p", **mudancas}}


@pytest.mark.parametrize(
    ("esperados", "mudancas"),
    [
        (["lei"], {"lei": None}),
        (["lei"], {"lei": "outra"}),
        (["lei"], {"lei": 5}),
        (["edital_publicado_em"], {"edital_publicado_em": None}),
        (["edital_publicado_em"], {"edital_publicado_em": "31/08/2023"}),
        (["edital_publicado_em"], {"edital_publicado_em": "2023-02-29"}),
        (["edital_publicado_em"], {"edital_publicado_em": datetime(2023, 8, 31)}),
        (["vagas"], {"vagas": None}),
        (["vagas"], {"vagas": "3"}),
        (["vagas"], {"vagas": True}),
        (["vagas"], {"vagas": -1}),
        (["vagas"], {"vagas": Decimal("3.0")}),
        (["vagas"], {"vagas": 10**5000}),
        (["titulo"], {"titulo": 3}),
        (["série", "serie"], {"série": [3], "serie": "outra"}),
        (["serie[1]"], {"serie": [3, 3]}),
        (["serie[0]"], {"serie": ["3"]}),
        (["serie[0]"], {"serie": [0]}),
        (["dupla_contagem", "colisao", "limiar", "resto_caxias"], {
            "dupla_contagem": "x", "colisao": "x", "limiar": "x", "resto_caxias": [1]}),
        (["pcd"], {"pcd": [5]}),
        (["pcd.percentual"], {"pcd": {}}),
        (["pcd.percentual"], {"pcd": {"percentual": "0"}}),
        (["pcd.percentual"], {"pcd": {"percentual": "100,01"}}),
        (["pcd.percentual"], {"pcd": {"percentual": "5%"}}),
        (["pcd.percentual"], {"pcd": {"percentual": "100"}}),
        (["pcd.teto"], {"pcd": {"percentual": 5, "teto": -1}}),
        (["pcd.minimo"], {"pcd": {"percentual": 5, "minimo": -1}}),
        (["pcd.serie"], {"pcd": {"percentual": 5, "serie": "quinta_vaga"}}),
        (["pcd.serie[1]"], {"pcd": {"percentual": 5, "serie": [2, 1]}}),
        (["pcd.arredondamento"], {"pcd": {"percentual": 5, "arredondamento": "x"}}),
        (["pcd.outra"], {"pcd": {"percentual": 5, "outra": 1}}),
        (["candidatos"], {"candidatos": None}),
        (["candidatos"], {"candidatos": {}}),
        (["candidatos[0]", "candidatos[1].id", "candidatos[2].id"], {"candidatos": ["a", {"id": 7}, {}]}),
        (["candidatos[0].id", "candidatos[1].id"], {"candidatos": [{"id": " "}, {"id": "a\nb"}]}),
        (["candidatos[1].id"], {"candidatos": [{"id": "a"}, {"id": "a"}]}),
        (["candidatos[0].pontos"], {"candidatos": [{"id": "a", "pontos": 3}]}),
        (["candidatos[0].negro"], {"candidatos": [{"id": "a", "negro": "sim"}]}),
        (["candidatos[0].nascimento"], {"candidatos": [{"id": "a", "nascimento": "1990"}]}),
        (["candidatos[0].sorteio"], {"candidatos": [{"id": "a", "sorteio": "1"}]}),
        (["eventos"], {"eventos": {"tipo": "convocar"}}),
        (["eventos[0].tipo"], {"eventos": [{"quantidade": 1}]}),
        (["eventos[0].tipo"], {"eventos": [{"tipo": "posse"}]}),
        (["eventos[0].quantidade"], {"eventos": [{"tipo": "convocar"}]}),
        (["eventos[0].quantidade"], {"eventos": [{"tipo": "convocar", "quantidade": 0}]}),
        (["eventos[0].quantidade"], {"eventos": [{"tipo": "convocar", "quantidade": "1"}]}),
        (["eventos[0].candidato"], {"eventos": [{"tipo": "desistencia"}]}),
        (["eventos[0].candidato"], {"eventos": [{"tipo": "desistencia", "candidato": "z"}]}),
        (["eventos[0].candidato"], {"eventos": [{"tipo": "nao_confirmacao", "candidato": "a"}]}),
        (["eventos[0].candidato"], {
            "edital_publicado_em": "2021-05-19", "eventos": [{"tipo": "nao_confirmacao", "candidato": "b"}]}),
        (["eventos[1].candidato"], {"eventos": [{"tipo": "final_de_fila", "candidato": "a"}] * 2}),
        (["eventos[0].data", "eventos[0].nota"], {"eventos": [{"tipo": "convocar", "data": "x", "nota": 1}]}),
        (["classificacao"], {"classificacao": "x"}),
        (["classificacao.nota_final"], {"classificacao": {}}),
        (["classificacao.nota_final"], {"classificacao": {"nota_final": "negro"}}),
        (["classificacao.desempate[1]"], criterios(desempate=["idoso", "maior:"])),
        (["classificacao.desempate[0]"], criterios(desempate=["maior:id"])),
        (["classificacao.desempate"], criterios(desempate="idoso")),
        (["classificacao.notas_minimas.p"], criterios(notas_minimas={"p": "1.234,5"})),
        (["classificacao.notas_minimas.5"], criterios(notas_minimas={5: "1"})),
        (["classificacao.outra"], criterios(outra=1)),
        (["classificacao.data_referencia_idade"], criterios(data_referencia_idade=1)),
    ],
)  # fmt: skip
def test_erro_diz_o_caminho(esperados: list[str], mudancas: dict[str, Any]) -> None:
    assert sorted(caminhos(caso(**mudancas))) == sorted(esperados)


@pytest.mark.parametrize("dados", [None, [], "x", 3])
def test_o_que_nao_e_mapa_nao_tem_caminho(dados: Any) -> None:
    assert caminhos(dados) == ["-"]


@pytest.mark.parametrize(
    "nota", ["1.234,56", "1,2,3", "abc", "", " ", ".5", "5,", "+5", "1e3", "٣", "NaN", 1.5, True]
)
def test_nota_que_nao_e_numero_e_erro_mesmo_sem_empate(nota: Any) -> None:
    assert caminhos(classificado({"id": "a", "pontos": nota})) == ["candidatos[0].pontos"]


@pytest.mark.parametrize("nota", ["7,50", "7.5", " 7,5 ", 7, Decimal("7.5"), "-1,00", "007"])
def test_nota_com_virgula_ou_ponto(nota: Any) -> None:
    assert simular_caso(classificado({"id": "a", "pontos": nota}))["classificacao"]["geral"] == ["a"]


def test_faltas_da_classificacao_no_seu_lugar() -> None:
    dados = classificado(
        {"id": "a", "pontos": "9"},
        {"id": "b", "pontos": "9", "nascimento": "1193-01-01"},
        {"id": "c"},
        desempate=["mais_velho"],
    )
    assert caminhos(dados) == ["candidatos[2].pontos", "candidatos[0].nascimento", "candidatos[1].nascimento"]
    dados = classificado({"id": "a", "pontos": "9"}, {"id": "b", "pontos": "9"}, desempate=["idoso"])
    assert caminhos(dados) == ["classificacao.data_referencia_idade"]


def test_empates_num_so_erro_com_todos_os_grupos() -> None:
    pessoas = [{"id": nome, "pontos": nota} for nome, nota in zip("abcd", "9988", strict=True)]
    pessoas[2]["nascimento"], pessoas[3]["nascimento"] = "1990-01-01", "1991-01-01"
    with pytest.raises(ErroDeCaso) as erro:
        simular_caso(classificado(*pessoas))
    assert erro.value.falhas == (
        (
            "classificacao.desempate",
            "empate que a cadeia não resolve entre a, b (pode resolver: sorteio); "
            "entre c, d (pode resolver: mais_velho)",
        ),
    )


def test_quem_nao_atingiu_o_minimo_nao_pode_ter_evento() -> None:
    dados = classificado({"id": "a", "pontos": "4"}, notas_minimas={"pontos": "5"})
    dados["eventos"] = [{"tipo": "desistencia", "candidato": "a"}]
    assert caminhos(dados) == ["eventos[0].candidato"]


def test_evento_com_data_ato_e_motivo_nao_muda_a_ordem() -> None:
    evento = {"tipo": "convocar", "quantidade": 2, "data": "2024-01-01", "ato": "Portaria 1", "motivo": "x"}
    assert simular_caso(caso(eventos=[evento])) == simular_caso(caso())


def test_mais_vagas_do_que_se_pode_contar_nao_demora() -> None:
    dados = caso(
        vagas=10**9, pcd={"percentual": "5", "teto": 20}, eventos=[{"tipo": "convocar", "quantidade": 10**9}]
    )
    resultado = simular_caso(dados)
    assert resultado["quadro"]["total"] == 10**9
    assert len(resultado["chamadas"]) == 3


valores = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals(allow_nan=True)
    | st.floats()
    | st.dates()
    | st.text(max_size=4)
    | st.sampled_from(
        ["convocar", "desistencia", "quinta_vaga", "a", "b", "pontos", "idoso", "corte_fixo", "5"]
    ),
    lambda filhos: st.lists(filhos, max_size=3) | st.dictionaries(st.text(max_size=4), filhos, max_size=3),
    max_leaves=6,
)
CHAVES = [
    *("titulo", "lei", "edital_publicado_em", "vagas", "pcd", "serie", "dupla_contagem", "colisao", "limiar"),
    *("resto_caxias", "classificacao", "candidatos", "eventos", "outra"),
]


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(CHAVES), valores, max_size=3), st.integers(0, 2), valores)
def test_valor_qualquer_em_qualquer_lugar_responde_ou_recusa(
    mudancas: dict[str, Any], i: int, solto: Any
) -> None:
    dados = deepcopy({**caso(pcd={"percentual": "5"}), **mudancas})
    if isinstance(dados["candidatos"], list) and len(dados["candidatos"]) > i:
        dados["candidatos"][i] = solto
    falhas: tuple[tuple[str, str], ...] = ()
    resultado: dict[str, Any] = {}
    try:
        resultado = simular_caso(dados)
    except ErroDeCaso as erro:
        falhas = erro.falhas
    assert bool(falhas) != bool(resultado)
    assert all(caminho and mensagem for caminho, mensagem in falhas)
