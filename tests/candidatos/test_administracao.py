"""Candidatos na administração: leitura, dado sensível e ações que usam os mesmos serviços."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from candidatos.models import Autodeclaracao
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.models import Execucao, RegistroTrilha
from tests import fabrica

pytestmark = pytest.mark.django_db


def entrar(client: Client, papel: Papel, **alcance: Any) -> Client:
    client.force_login(fabrica.usuario(papel, **alcance))
    return client


@pytest.fixture
def cargo() -> Cargo:
    novo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=novo, numero="N1", nome="Ângela Muniz", cpf="12345678909", negro=True)
    return novo


def agir(client: Client, modelo: str, acao: str, *escolhidos: Any) -> Any:
    return client.post(
        reverse(f"admin:concursos_{modelo}_changelist"),
        {"action": acao, "_selected_action": [str(cada.pk) for cada in escolhidos]},
    )


def test_classificar_concursos_escolhidos_pede_o_mesmo_trabalho(client: Client, cargo: Cargo) -> None:
    agir(entrar(client, Papel.OPERADOR), "concurso", "classificar", cargo.edital.concurso)
    assert Execucao.objects.get(especie="candidatos.classificar_cargo").parametros == {"cargo": cargo.pk}


def test_classificar_so_os_cargos_escolhidos(client: Client, cargo: Cargo) -> None:
    fabrica.candidatura(cargo=fabrica.cargo(regras=cargo.regras))
    agir(entrar(client, Papel.OPERADOR), "cargo", "classificar", cargo)
    assert Execucao.objects.get(especie="candidatos.classificar_cargo").parametros == {"cargo": cargo.pk}


def test_importar_leva_a_pagina_do_concurso(client: Client, cargo: Cargo) -> None:
    resposta = agir(entrar(client, Papel.OPERADOR), "concurso", "importar", cargo.edital.concurso)
    assert resposta["Location"] == reverse("candidatos:importar", args=[cargo.edital.concurso_id])


def test_importar_pede_um_concurso_so(client: Client, cargo: Cargo) -> None:
    outro = fabrica.cargo_publicado().edital.concurso
    resposta = agir(entrar(client, Papel.OPERADOR), "concurso", "importar", cargo.edital.concurso, outro)
    assert resposta["Location"] == reverse("admin:concursos_concurso_changelist")


def test_auditor_nao_tem_as_acoes(client: Client, cargo: Cargo) -> None:
    agir(entrar(client, Papel.AUDITOR), "concurso", "classificar", cargo.edital.concurso)
    assert not Execucao.objects.exists()


def test_candidato_mostra_o_cpf_mascarado(client: Client, cargo: Cargo) -> None:
    pagina = entrar(client, Papel.OPERADOR).get(reverse("admin:candidatos_candidato_changelist"))
    assert b"***.456.789-**" in pagina.content
    assert b"12345678909" not in pagina.content


def test_candidatos_so_do_alcance(client: Client, cargo: Cargo) -> None:
    entrar(client, Papel.OPERADOR, orgao=fabrica.orgao(sigla="OUTRO"))
    assert "Ângela" not in client.get(reverse("admin:candidatos_candidato_changelist")).content.decode()


def test_busca_de_candidato_sem_acentos(client: Client, cargo: Cargo) -> None:
    entrar(client, Papel.OPERADOR)
    pagina = client.get(reverse("admin:candidatos_candidato_changelist"), {"q": "ÂNGELA"})
    assert "Ângela Muniz" in pagina.content.decode()


@pytest.mark.parametrize(("papel", "codigo"), [(Papel.AUDITOR, 200), (Papel.AUTORIDADE, 403)])
def test_autodeclaracao_so_com_a_permissao_propria(
    client: Client, cargo: Cargo, papel: Papel, codigo: int
) -> None:
    endereco = reverse("admin:candidatos_autodeclaracao_change", args=[Autodeclaracao.objects.get().pk])
    assert entrar(client, papel).get(endereco).status_code == codigo


def test_abrir_a_autodeclaracao_deixa_registro(client: Client, cargo: Cargo) -> None:
    declaracao = Autodeclaracao.objects.get()
    entrar(client, Papel.AUDITOR).get(reverse("admin:candidatos_autodeclaracao_change", args=[declaracao.pk]))
    registro = RegistroTrilha.objects.get(acao="candidatos.autodeclaracao_ver")
    assert registro.objeto_id == str(declaracao.inscricao_id)


@pytest.mark.parametrize(
    "modelo",
    [
        "candidato",
        "inscricao",
        "autodeclaracao",
        "layoutimportacao",
        "importacao",
        "classificacao",
        "sorteio",
    ],
)
def test_ninguem_inclui_pela_administracao(client: Client, cargo: Cargo, modelo: str) -> None:
    entrar(client, Papel.OPERADOR)
    assert client.get(reverse(f"admin:candidatos_{modelo}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:candidatos_{modelo}_add")).status_code == 403


@pytest.mark.parametrize(
    ("modelo", "filtro"),
    [
        ("autodeclaracao", "negro__exact=1"),
        ("autodeclaracao", "pcd=True"),
        ("inscricao", "autodeclaracao__negro=1"),
        ("candidato", "cpf__startswith=123"),
    ],
)
def test_o_endereco_nao_filtra_o_que_a_pagina_nao_oferece(
    client: Client, cargo: Cargo, modelo: str, filtro: str
) -> None:
    """Nem raça no endereço, nem leitura de muitas declarações sem registro, nem CPF por adivinhação."""
    resposta = entrar(client, Papel.OPERADOR).get(
        f"{reverse(f'admin:candidatos_{modelo}_changelist')}?{filtro}"
    )
    assert resposta.status_code == 400


def test_o_filtro_oferecido_continua_a_valer(client: Client, cargo: Cargo) -> None:
    lista = reverse("admin:candidatos_inscricao_changelist")
    resposta = entrar(client, Papel.OPERADOR).get(f"{lista}?edital__id__exact={cargo.edital_id}")
    assert resposta.status_code == 200
    assert "N1" in resposta.content.decode()
