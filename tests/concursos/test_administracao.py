"""Na administração, os concursos se leem, no alcance de quem pede, e não se escrevem."""

import pytest
from django.urls import reverse

from nucleo.enums import Papel
from tests import fabrica

pytestmark = pytest.mark.django_db

MODELOS = ["concurso", "edital", "regras", "cargo", "retificacao"]


@pytest.mark.parametrize("modelo", MODELOS)
def test_lista_abre_e_ninguem_inclui(client, modelo):
    fabrica.cargo_publicado()
    client.force_login(fabrica.usuario(Papel.OPERADOR))

    assert client.get(reverse(f"admin:concursos_{modelo}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:concursos_{modelo}_add")).status_code == 403


def test_ficha_do_rascunho_tambem_e_so_leitura(client):
    cargo = fabrica.cargo_em_rascunho()
    client.force_login(fabrica.usuario(Papel.OPERADOR))
    url = reverse("admin:concursos_cargo_change", args=[cargo.pk])

    assert 'name="nome"' not in client.get(url).content.decode()
    assert client.post(url, {"nome": "Outro"}).status_code == 403


def test_fora_do_alcance_nao_aparece(client):
    cargo = fabrica.cargo_publicado()
    client.force_login(fabrica.usuario(Papel.AUDITOR, orgao=fabrica.orgao(sigla="SME")))

    lista = client.get(reverse("admin:concursos_cargo_changelist"))

    assert cargo.codigo not in lista.content.decode()
