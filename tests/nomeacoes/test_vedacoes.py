"""Período eleitoral e fim do mandato: a véspera, o dia e o dia seguinte de cada limite."""

from __future__ import annotations

from datetime import date

import pytest

from nomeacoes.consultas.vedacoes import (
    DatasDoMandato,
    aviso_do_fim_do_mandato,
    aviso_eleitoral,
    avisos_das_datas,
    inicio_da_vedacao_eleitoral,
)

pytestmark = pytest.mark.puro

# Eleições municipais de 2028: 1º de outubro; posse em 1º de janeiro de 2029.
DATAS = DatasDoMandato(fim=date(2028, 12, 31), pleito=date(2028, 10, 1), posse_dos_eleitos=date(2029, 1, 1))
DEPOIS_DO_INICIO = date(2028, 7, 2)


@pytest.mark.parametrize(
    ("dia", "avisa"),
    [
        ("2028-06-30", False),
        ("2028-07-01", True),
        ("2028-07-02", True),
        ("2028-10-01", True),
        ("2028-12-31", True),
        ("2029-01-01", True),
        ("2029-01-02", False),
    ],
)
def test_periodo_eleitoral_dia_a_dia(dia: str, avisa: bool) -> None:
    aviso = aviso_eleitoral(date.fromisoformat(dia), DEPOIS_DO_INICIO, DATAS)
    assert (aviso is not None) is avisa
    if aviso is not None:
        assert aviso.dispositivo == "Lei 9.504/1997, art. 73, V, c"
        assert "De 01/07/2028 à posse dos eleitos, em 01/01/2029" in aviso.frase


@pytest.mark.parametrize(
    ("homologado_em", "avisa"),
    [("2028-06-30", False), ("2028-07-01", False), ("2028-07-02", True), (None, True)],
)
def test_ressalva_do_concurso_homologado_ate_o_inicio(homologado_em: str | None, avisa: bool) -> None:
    homologacao = date.fromisoformat(homologado_em) if homologado_em else None
    assert (aviso_eleitoral(date(2028, 8, 15), homologacao, DATAS) is not None) is avisa


@pytest.mark.parametrize(
    ("dia", "avisa"),
    [
        ("2028-07-04", False),
        ("2028-07-05", True),
        ("2028-07-06", True),
        ("2028-12-31", True),
        ("2029-01-01", False),
    ],
)
def test_ultimos_cento_e_oitenta_dias_do_mandato(dia: str, avisa: bool) -> None:
    aviso = aviso_do_fim_do_mandato(date.fromisoformat(dia), DATAS)
    assert (aviso is not None) is avisa
    if aviso is not None:
        assert aviso.dispositivo == "Lei Complementar 101/2000, art. 21, II"
        assert "de 05/07/2028 até lá" in aviso.frase


def test_a_homologacao_anterior_nao_ressalva_o_fim_do_mandato() -> None:
    (aviso,) = avisos_das_datas(date(2028, 8, 15), date(2027, 1, 1), DATAS)
    assert aviso.dispositivo == "Lei Complementar 101/2000, art. 21, II"


def test_os_dois_de_uma_vez_o_eleitoral_primeiro() -> None:
    avisos = avisos_das_datas(date(2028, 8, 15), DEPOIS_DO_INICIO, DATAS)
    assert [aviso.dispositivo.split(",")[0] for aviso in avisos] == [
        "Lei 9.504/1997",
        "Lei Complementar 101/2000",
    ]


@pytest.mark.parametrize(
    ("pleito", "inicio"),
    [("2026-10-04", "2026-07-04"), ("2028-05-31", "2028-02-29"), ("2027-02-28", "2026-11-28")],
)
def test_tres_meses_antes_de_data_a_data(pleito: str, inicio: str) -> None:
    assert inicio_da_vedacao_eleitoral(date.fromisoformat(pleito)) == date.fromisoformat(inicio)


def test_sem_datas_registradas_nao_ha_aviso() -> None:
    assert avisos_das_datas(date(2028, 8, 15), None, DatasDoMandato()) == []
