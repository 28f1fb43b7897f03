"""Prazos: a tabela dos casos, os feriados de cada esfera e os limites."""

from datetime import date
from pathlib import Path

import pytest
import yaml

from nucleo.calendario import TipoDePrazo, fim_do_prazo, sem_expediente_em, somar_meses
from nucleo.models import Feriado, Municipio

PRAZOS = yaml.safe_load(
    (Path(__file__).parent.parent / "casos/prazos/prazos.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("prazo", PRAZOS, ids=[p["nome"] for p in PRAZOS])
def test_prazo_da_tabela(prazo):
    fechados = set(prazo["sem_expediente"])
    fim = fim_do_prazo(
        prazo["inicio"], prazo["quantidade"], TipoDePrazo(prazo["tipo"]), fechados.__contains__
    )
    assert fim == prazo["fim"]


def test_prazo_sem_dias_e_recusado():
    with pytest.raises(ValueError, match="ao menos um dia"):
        fim_do_prazo(date(2026, 1, 5), 0, TipoDePrazo.CORRIDOS, lambda dia: False)


@pytest.mark.parametrize(
    ("inicio", "meses", "fim"),
    [
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2024, 2, 29), 48, date(2028, 2, 29)),
        (date(2025, 12, 31), 2, date(2026, 2, 28)),
        (date(2025, 1, 15), 24, date(2027, 1, 15)),
    ],
)
def test_meses_de_data_a_data(inicio, meses, fim):
    assert somar_meses(inicio, meses) == fim


@pytest.mark.django_db
def test_feriados_das_tres_esferas():
    municipio = Municipio.objects.create(nome="Fortaleza", uf="CE")
    Feriado.objects.create(
        municipio=municipio, data=date(2025, 4, 13), descricao="Aniversário", todo_ano=True
    )
    Feriado.objects.create(municipio=municipio, data=date(2026, 6, 5), descricao="Ponto facultativo")
    fechado = sem_expediente_em(municipio)
    assert fechado(date(2026, 9, 7)), "nacional"
    assert fechado(date(2026, 3, 25)), "estadual: Data Magna do Ceará"
    assert fechado(date(2031, 4, 13)), "municipal de todo ano"
    assert fechado(date(2026, 6, 5))
    assert not fechado(date(2027, 6, 4)), "o ponto facultativo de um ano não se repete"
