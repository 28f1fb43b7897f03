"""O que o formato dos casos ganhou para servir de memória de cálculo; os casos antigos seguem valendo."""

from typing import Any

import pytest

from cotas import ErroDeCaso, simular_caso

CAXIAS = "caxias-2689-2015"


def caso(**mudancas: Any) -> dict[str, Any]:
    return {
        "lei": CAXIAS,
        "edital_publicado_em": "2023-08-31",
        "vagas": 5,
        "candidatos": [{"id": letra} for letra in "abcde"] + [{"id": "f", "cotista": True}],
        "eventos": [{"tipo": "convocar", "quantidade": 5}],
    } | mudancas


def test_cotista_sem_que_se_diga_o_grupo() -> None:
    """Na lei de Caxias a lista é uma só, de negros e índios: a pública não precisa dizer de qual se trata."""
    resultado = simular_caso(caso())
    assert resultado["classificacao"]["cotas"] == ["f"]
    assert [chamada["candidato"] for chamada in resultado["chamadas"]] == ["a", "b", "c", "d", "f"]


def test_criterio_e_quem_ficou_fora_nao_mudam_a_ordem() -> None:
    candidatos = [{"id": letra, "criterio": "nota_final"} for letra in "abcde"]
    com = caso(candidatos=candidatos, fora=[{"id": "z", "motivo": "Inapto em TAF"}])
    sem = caso(candidatos=[{"id": letra} for letra in "abcde"])
    assert simular_caso(com) == simular_caso(sem)


@pytest.mark.parametrize(
    ("caminho", "mudancas"),
    [
        ("fora[0].id", {"fora": [{"id": "a"}]}),
        ("fora[0].id", {"fora": [{"motivo": "Inapto"}]}),
        ("fora[0].nota", {"fora": [{"id": "z", "nota": "1"}]}),
        ("fora[0].motivo", {"fora": [{"id": "z", "motivo": 3}]}),
        ("candidatos[0].criterio", {"candidatos": [{"id": "a", "criterio": 1}]}),
        ("candidatos[0].cotista", {"candidatos": [{"id": "a", "cotista": "sim"}]}),
        ("vinculo", {"vinculo": "temporario"}),
        ("lei", {"lei": "outra"}),
    ],
)
def test_erro_diz_o_caminho(caminho: str, mudancas: dict[str, Any]) -> None:
    with pytest.raises(ErroDeCaso) as erro:
        simular_caso(caso(**mudancas))
    assert [onde for onde, _ in erro.value.falhas] == [caminho]


@pytest.mark.parametrize("nome", ["cotista", "criterio"])
def test_prova_de_caso_antigo_com_o_nome_de_uma_chave_nova_e_prova(nome: str) -> None:
    candidatos = [{"id": "a", nome: "7"}, {"id": "b", nome: "9"}, {"id": "c", nome: "8"}]
    resultado = simular_caso(caso(classificacao={"nota_final": nome}, candidatos=candidatos, eventos=[]))
    assert resultado["classificacao"] == {"geral": ["b", "c", "a"], "cotas": [], "pcd": []}


def test_vinculo_decide_se_a_lei_alcanca_o_edital() -> None:
    """Fortaleza alcança estágios (art. 1º, § 4º); Caxias só cargos e empregos (art. 1º, caput)."""
    for lei, alcanca in (("fortaleza-11111-2021", True), (CAXIAS, False)):
        resultado = simular_caso(caso(lei=lei, vinculo="estagio"))
        assert resultado["lei_aplicavel"] is alcanca
        assert resultado["classificacao"]["cotas"] == (["f"] if alcanca else [])


def test_municipio_sem_lei_de_cotas() -> None:
    resultado = simular_caso(caso(lei="nenhuma"))
    assert (resultado["lei"], resultado["lei_aplicavel"]) == ("nenhuma", False)
    assert resultado["quadro"] == {"total": 5, "ampla": 5, "cotas": 0, "pcd": 0}
    assert [chamada["candidato"] for chamada in resultado["chamadas"]] == ["a", "b", "c", "d", "e"]
