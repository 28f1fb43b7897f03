"""Uma linha por teste do quadro que lê as duas leis artigo por artigo: o nome do teste é o dispositivo.

A inclusão dos dois municípios em cada linha é o que os distingue: o que um diz e o outro cala.
"""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from cotas import (
    LEIS,
    Categoria,
    DuplaContagem,
    ErroDeCitacao,
    Limiar,
    RegrasDaReserva,
    Tratamento,
    Vinculo,
    categorias_das_vagas,
    quadro_de_vagas,
    simular_caso,
)
from tests.cotas.certames import apurar_linha

FORTALEZA, CAXIAS = "fortaleza-11111-2021", "caxias-2689-2015"
LEI_F, LEI_C = LEIS[FORTALEZA], LEIS[CAXIAS]
EDITAL = date(2023, 8, 31)


def regras(lei: str, vagas: int, **campos: Any) -> RegrasDaReserva:
    return RegrasDaReserva(lei, campos.pop("edital", EDITAL), vagas, **campos)


def chamadas(
    lei: str, vagas: int, candidatos: str, *eventos: str, **linha: Any
) -> list[tuple[int, str, str]]:
    """(vaga, quem, em que conta) de cada chamada; `eventos`: "convocar 3", "desistencia n3"."""
    apuracao = apurar_linha(
        {"lei": lei, "vagas": vagas, "candidatos": candidatos.split(), "eventos": list(eventos), **linha}
    )
    return [(c.vaga, c.candidato, str(c.ocupa)) for c in apuracao.chamadas]


def citacoes(lei: str, vagas: int, candidatos: str, *eventos: str) -> list[str]:
    """As da última chamada."""
    apuracao = apurar_linha(
        {"lei": lei, "vagas": vagas, "candidatos": candidatos.split(), "eventos": list(eventos)}
    )
    return [f.citacao for f in apuracao.chamadas[-1].fundamentos]


# grupo


def test_fortaleza_art_2_ampara_pretos_e_pardos_e_nao_indigenas() -> None:
    assert LEI_F.cotista(negro=True, indigena=False)
    assert not LEI_F.cotista(negro=False, indigena=True)


def test_caxias_art_1_ampara_negros_e_indios_numa_so_cota() -> None:
    assert LEI_C.cotista(negro=True, indigena=False)
    assert LEI_C.cotista(negro=False, indigena=True)
    assert chamadas(CAXIAS, 10, "a1 a2 a3 a4 a5 a6 a7 a8 i9 n10", "convocar 10")[4] == (5, "i9", "cotas")


# percentual e arredondamento


@pytest.mark.parametrize(("vagas", "cotas"), [(3, 1), (7, 1), (8, 2), (12, 2), (13, 3), (100, 20)])
def test_fortaleza_art_1_par_2_vinte_por_cento_meio_para_cima(vagas: int, cotas: int) -> None:
    quadro = quadro_de_vagas(regras(FORTALEZA, vagas))
    assert quadro.cotas == cotas
    assert "Lei 11.111/2021, art. 1º, § 2º" in [f.citacao for f in quadro.fundamentos]


@pytest.mark.parametrize(("vagas", "cotas"), [(1, 0), (2, 0), (3, 1), (7, 1), (8, 2), (13, 3)])
def test_caxias_art_1_par_1_vinte_por_cento_meio_para_cima(vagas: int, cotas: int) -> None:
    quadro = quadro_de_vagas(regras(CAXIAS, vagas))
    assert quadro.cotas == cotas
    assert "Lei 2.689/2015, art. 1º, § 1º" in [f.citacao for f in quadro.fundamentos]


# número mínimo de vagas


@pytest.mark.parametrize(("oferecidas", "reserva"), [(2, 0), (3, 1)])
def test_fortaleza_art_1_par_1_so_ha_reserva_a_partir_de_tres_vagas(oferecidas: int, reserva: int) -> None:
    das_oferecidas = regras(FORTALEZA, oferecidas, limiar=Limiar.OFERECIDAS)
    assert das_oferecidas.reserva_de_cotas(3) == reserva
    assert regras(FORTALEZA, oferecidas).reserva_de_cotas(3) == 1


def test_caxias_nao_exige_numero_minimo_de_vagas() -> None:
    assert regras(CAXIAS, 2, limiar=Limiar.OFERECIDAS).reserva_de_cotas(5) == 1
    assert LEI_C.do_limiar(2) == ()


# o que o edital imprime


@pytest.mark.parametrize("lei", [FORTALEZA, CAXIAS])
def test_fortaleza_art_1_par_3_e_caxias_art_4_quadro_do_cargo_diz_as_reservadas(lei: str) -> None:
    quadro = quadro_de_vagas(regras(lei, 10))
    assert (quadro.total, quadro.ampla, quadro.cotas, quadro.pcd) == (10, 8, 2, 0)
    impresso = {FORTALEZA: "art. 1º, § 3º", CAXIAS: "art. 4º"}[lei]
    assert impresso in [d.artigo.removesuffix(", caput") for d in LEIS[lei].dispositivos]


# a que mais se estende


def test_fortaleza_art_1_par_4_alcanca_o_estagio() -> None:
    assert LEI_F.em_vigor(EDITAL, Vinculo.ESTAGIO)
    assert [f.citacao for f in LEI_F.do_vinculo(Vinculo.ESTAGIO)] == ["Lei 11.111/2021, art. 1º, § 4º"]


def test_caxias_nao_alcanca_o_estagio() -> None:
    assert not LEI_C.em_vigor(EDITAL, Vinculo.ESTAGIO)


# nota mínima


@pytest.mark.parametrize("lei", [FORTALEZA, CAXIAS])
def test_fortaleza_art_3_nota_minima_e_a_mesma_para_todos_e_caxias_a_do_edital(lei: str) -> None:
    caso = {
        "lei": lei,
        "edital_publicado_em": EDITAL,
        "vagas": 10,
        "classificacao": {"nota_final": "pontos", "notas_minimas": {"pontos": "50"}},
        "candidatos": [
            {"id": "A1", "pontos": "50"},
            {"id": "A2", "pontos": "49,99"},
            {"id": "N3", "negro": True, "pontos": "50,01"},
            {"id": "N4", "negro": True, "pontos": "49,99"},
        ],
    }
    assert simular_caso(caso)["classificacao"]["geral"] == ["N3", "A1"]


# a que vagas se concorre


def test_fortaleza_art_4_concorre_as_duas_listas_ao_mesmo_tempo() -> None:
    assert chamadas(FORTALEZA, 3, "n1 a2 n3", "convocar 3") == [
        (1, "n1", "ampla"),
        (2, "a2", "ampla"),
        (3, "n3", "cotas"),
    ]
    assert "Lei 11.111/2021, art. 4º, caput" in citacoes(FORTALEZA, 3, "n1 a2 n3", "convocar 1")


def test_caxias_art_1_par_2_e_par_3_cotista_a_todas_e_os_demais_so_as_nao_reservadas() -> None:
    candidatos = "n1 a2 a3 a4 a5 a6 n7"
    assert chamadas(CAXIAS, 10, candidatos, "convocar 5")[0] == (1, "n1", "ampla")
    assert chamadas(CAXIAS, 10, candidatos, "convocar 5")[4] == (5, "n7", "cotas")
    assert "Lei 2.689/2015, art. 1º, § 2º" in citacoes(CAXIAS, 10, candidatos, "convocar 1")
    assert "Lei 2.689/2015, art. 1º, § 3º" in citacoes(CAXIAS, 10, candidatos, "convocar 2")


# o cotista que a ampla alcança


def test_fortaleza_art_4_par_1_cotista_na_ampla_nao_se_conta_na_reserva() -> None:
    assert LEI_F.dupla_contagem is DuplaContagem.REMANEJAMENTO
    ate_a_sexta = chamadas(FORTALEZA, 10, "a1 a2 a3 n4 a5 n6 n7", "convocar 5")
    assert ate_a_sexta[2] == (3, "n4", "cotas")
    assert ate_a_sexta[4] == (5, "n6", "cotas")
    assert "Lei 11.111/2021, art. 4º, § 1º" in citacoes(FORTALEZA, 10, "a1 a2 a3 n4 a5 n6 n7", "convocar 5")


def test_caxias_cala_e_a_quinta_vaga_vai_ao_proximo_da_lista_especifica() -> None:
    assert LEI_C.dupla_contagem is DuplaContagem.CONSUMO
    feitas = chamadas(CAXIAS, 10, "a1 a2 a3 a4 n5 n6 a7", "convocar 6")
    assert feitas[4:] == [(5, "n5", "cotas"), (6, "n6", "ampla")]


# desistência


def test_fortaleza_art_4_par_2_desistencia_chama_o_negro_seguinte() -> None:
    eventos = ("convocar 3", "desistencia n3", "convocar 1")
    assert chamadas(FORTALEZA, 3, "a1 a2 n3 a4 n5", *eventos)[-1] == (3, "n5", "cotas")
    assert "Lei 11.111/2021, art. 4º, § 2º" in citacoes(FORTALEZA, 3, "a1 a2 n3 a4 n5", *eventos)


def test_caxias_art_3_par_2_desistencia_chama_o_seguinte_da_lista_especifica() -> None:
    eventos = ("convocar 5", "desistencia n6", "convocar 1")
    assert chamadas(CAXIAS, 10, "a1 a2 a3 a4 a5 n6 i7", *eventos)[-1] == (5, "i7", "cotas")
    assert "Lei 2.689/2015, art. 3º, § 2º" in citacoes(CAXIAS, 10, "a1 a2 a3 a4 a5 n6 i7", *eventos)


# lista esgotada


def test_fortaleza_art_4_par_3_sem_cotista_a_vaga_reverte_a_ampla() -> None:
    assert chamadas(FORTALEZA, 3, "a1 a2 a3", "convocar 3")[-1] == (3, "a3", "ampla")
    assert "Lei 11.111/2021, art. 4º, § 3º" in citacoes(FORTALEZA, 3, "a1 a2 a3", "convocar 3")


def test_caxias_art_1_par_6_sem_cotista_a_vaga_reverte_aos_demais() -> None:
    assert chamadas(CAXIAS, 5, "a1 a2 a3 a4 a5", "convocar 5")[-1] == (5, "a5", "ampla")
    assert "Lei 2.689/2015, art. 1º, § 6º" in citacoes(CAXIAS, 5, "a1 a2 a3 a4 a5", "convocar 5")


# empates


@pytest.mark.parametrize("lei", [FORTALEZA, CAXIAS])
def test_fortaleza_art_5_empate_segue_o_criterio_da_ampla_e_caxias_o_do_edital(lei: str) -> None:
    caso = {
        "lei": lei,
        "edital_publicado_em": EDITAL,
        "vagas": 10,
        "classificacao": {"nota_final": "pontos", "desempate": ["maior:gerais"]},
        "candidatos": [
            {"id": "N1", "negro": True, "pontos": "70", "gerais": "30"},
            {"id": "A2", "pontos": "70", "gerais": "35"},
            {"id": "N3", "negro": True, "pontos": "70", "gerais": "40"},
        ],
    }
    listas = simular_caso(caso)["classificacao"]
    assert listas["geral"] == ["N3", "A2", "N1"]
    assert listas["cotas"] == ["N3", "N1"]


# ordem das nomeações


def test_fortaleza_art_6_alterna_na_proporcao_do_total() -> None:
    categorias = categorias_das_vagas(regras(FORTALEZA, 20), 20)
    assert [n for n, c in enumerate(categorias, 1) if c is Categoria.COTAS] == [3, 8, 13, 18]
    assert "Lei 11.111/2021, art. 6º" in citacoes(FORTALEZA, 3, "a1 a2 n3", "convocar 3")


def test_caxias_art_3_par_1_cada_quinta_vaga_e_de_cotista() -> None:
    categorias = categorias_das_vagas(regras(CAXIAS, 20), 20)
    assert [n for n, c in enumerate(categorias, 1) if c is Categoria.COTAS] == [5, 10, 15, 20]
    assert "Lei 2.689/2015, art. 3º, § 1º" in citacoes(CAXIAS, 5, "a1 a2 a3 a4 n5", "convocar 5")


# declaração falsa


@pytest.mark.parametrize(
    ("lei", "artigo"),
    [(FORTALEZA, "art. 2º, parágrafo único"), (CAXIAS, "art. 2º")],
    ids=["fortaleza", "caxias"],
)
def test_fortaleza_art_2_paragrafo_unico_e_caxias_art_2_declaracao_falsa_elimina(
    lei: str, artigo: str
) -> None:
    """Sai de todas as listas, em exercício ou não, e a vaga abre-se; o procedimento é de outro módulo."""
    texto = next(d.texto for d in LEIS[lei].dispositivos if d.artigo.startswith(artigo))
    assert "contraditório" in texto
    eventos = ("convocar 5", "eliminacao n1", "convocar 2")
    apuracao = apurar_linha(
        {
            "lei": lei,
            "vagas": 10,
            "candidatos": ["n1", "a2", "a3", "a4", "n5", "a6", "a7"],
            "eventos": list(eventos),
        }
    )
    assert "n1" not in apuracao.ocupacao
    assert [c.candidato for c in apuracao.chamadas].count("n1") == 1
    assert apuracao.chamadas[-2].vaga == 1


# vigência


@pytest.mark.parametrize(
    ("dia", "rege"),
    [
        (date(2021, 5, 19), False),
        (date(2021, 5, 20), True),
        (date(2031, 5, 20), True),
        (date(2031, 5, 21), False),
    ],
)
def test_fortaleza_art_8_editais_publicados_em_dez_anos(dia: date, rege: bool) -> None:
    vigencia = LEI_F.em_vigor(dia, Vinculo.CARGO_EFETIVO)
    assert bool(vigencia) is rege
    assert any("art. 8º" in f.citacao for f in vigencia.fundamentos)


@pytest.mark.parametrize(
    ("dia", "rege"), [(date(2015, 4, 6), False), (date(2015, 4, 7), True), (date(2099, 1, 1), True)]
)
def test_caxias_art_5_editais_publicados_depois_da_lei_sem_termo(dia: date, rege: bool) -> None:
    assert bool(LEI_C.em_vigor(dia, Vinculo.CARGO_EFETIVO)) is rege


# o que não vigora e o que se cita como publicado


def test_fortaleza_art_7_vetado_nunca_se_cita() -> None:
    vetado = next(d for d in LEI_F.dispositivos if d.artigo == "art. 7º")
    assert vetado.tratamento is Tratamento.VETADO
    with pytest.raises(ErroDeCitacao):
        _ = vetado.citacao


def test_caxias_art_2_remete_ao_par_5_e_assim_se_transcreve() -> None:
    artigo = next(d for d in LEI_C.dispositivos if d.artigo.startswith("art. 2º"))
    assert "§ 5º" in artigo.texto
