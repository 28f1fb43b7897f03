"""A página da lista classificada: a primeira folha contra a do meio, a última, a busca e a cota.

Mede o pedido inteiro, do endereço ao HTML, e conta as consultas ao banco.

    make bench
    .venv/bin/python -m pytest tests/desempenho/bench_listas.py -o python_files='bench_*.py' -s
"""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from candidatos.views.listas import POR_PAGINA
from tests import fabrica
from tests.desempenho import massa
from tests.desempenho.medida import banco, escalado, inteiro, medir, ms, razao, tabela

COLOCADOS = escalado(20_000)
VEZES = 5


@pytest.mark.django_db(transaction=True)
def test_folhas_da_lista(client: Client) -> None:
    """Cada folha em vezes a primeira; as consultas têm de ser as mesmas."""
    cargo = massa.cargo_homologado(COLOCADOS)
    # O banco o faria sozinho, minutos depois da carga; a meio das medidas, mudaria o plano de algumas.
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    client.force_login(fabrica.usuario())
    ultima = -(-COLOCADOS // POR_PAGINA)
    pedidos = {
        "primeira": {"pagina": "1"},
        "do meio": {"pagina": str(max(1, ultima // 2))},
        "última": {"pagina": str(ultima)},
        "cota, última": {"lista": "cotas", "pagina": "9999"},
        "PcD, última": {"lista": "pcd", "pagina": "9999"},
        "busca por nome": {"q": "zuleica tavora"},
        "busca por inscrição": {"q": "0000012"},
    }
    endereco = reverse("candidatos:lista", args=[cargo.pk])

    def pedir(dados: dict[str, str]) -> int:
        resposta = client.get(endereco, dados)
        assert resposta.status_code == HTTPStatus.OK
        return len(resposta.content)

    medidas = {}
    for nome, dados in pedidos.items():
        with CaptureQueriesContext(connection) as consultas:
            pedir(dados)
            quantas = len(consultas)
        medidas[nome] = (medir(lambda d=dados: pedir(d), VEZES), quantas)
    primeira = medidas["primeira"][0]
    tabela(
        f"Página da lista, {inteiro(COLOCADOS)} colocados, {banco()}",
        ("folha", "tempo", "sobre a primeira", "consultas", "HTML"),
        [
            (
                nome,
                ms(m.tempo),
                razao(m.tempo, primeira.tempo),
                str(consultas),
                f"{inteiro(m.resultado / 1024)} KiB",
            )
            for nome, (m, consultas) in medidas.items()
        ],
    )
    assert medidas["última"][1] <= medidas["primeira"][1]
