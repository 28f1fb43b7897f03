"""A página que desfaz uma carga: o que sairia, o pedido, e quem a alcança."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from candidatos.enums import SituacaoImportacao
from candidatos.models import Importacao, Inscricao
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso
from nucleo.enums import Papel
from nucleo.models import Execucao, Usuario
from tests import fabrica
from tests.candidatos.importacao.caminho import importar_guarda
from tests.candidatos.importacao.test_desfazer import Carga, classificar, primeira

pytestmark = pytest.mark.django_db


@pytest.fixture
def cargo() -> Cargo:
    return fabrica.cargo_publicado()


@pytest.fixture
def pessoa() -> Usuario:
    return fabrica.usuario(Papel.OPERADOR)


@pytest.fixture
def operador(client: Client, pessoa: Usuario) -> Client:
    client.force_login(pessoa)
    return client


def endereco(importacao: Importacao) -> str:
    return reverse("candidatos:importacao_desfazer", args=[importacao.pk])


def texto(resposta: Any) -> str:
    return " ".join(resposta.content.decode().split())


def test_mostra_o_que_sairia(operador: Client, cargo: Cargo) -> None:
    importacao = primeira(cargo)
    classificar(cargo)
    resposta = operador.get(endereco(importacao))
    previsao = resposta.context["previsao"]
    assert (previsao.inscricoes, previsao.resultados, previsao.classificacoes) == (3, 3, 1)
    assert "Saem: leram o que a carga trouxe" in texto(resposta)


def test_desfaz_e_diz_o_que_saiu(
    operador: Client,
    pessoa: Usuario,
    cargo: Cargo,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    importacao = primeira(cargo)
    with django_capture_on_commit_callbacks(execute=True):
        resposta = operador.post(endereco(importacao), {"motivo": "Arquivo errado."})
    assert resposta.url == reverse("candidatos:importacao", args=[importacao.pk])
    importacao.refresh_from_db()
    assert (importacao.situacao, importacao.desfeita_por) == (SituacaoImportacao.DESFEITA, pessoa)
    assert not Inscricao.objects.exists()
    mensagem = Execucao.objects.get().mensagem
    assert mensagem == "Carga desfeita. Saíram: 3 inscrições, 3 candidaturas, 3 resultados."


def test_sem_motivo_nada_se_pede(operador: Client, cargo: Cargo) -> None:
    resposta = operador.post(endereco(primeira(cargo)), {"motivo": ""})
    assert resposta.status_code == 200
    assert not Execucao.objects.exists()


def test_diz_qual_desfazer_antes(operador: Client, cargo: Cargo) -> None:
    importacao = primeira(cargo)
    segunda = Carga(cargo)
    segunda.inscrever("A9")
    segunda.pronta()
    pagina = texto(operador.get(endereco(importacao)))
    assert f"carregado “{segunda.importacao.nome_original}”" in pagina
    assert '<button type="submit" class="btn btn-primary">Desfazer a carga' not in pagina


def test_depois_da_homologacao_oferece_a_retificacao(operador: Client, cargo: Cargo) -> None:
    importacao = primeira(cargo)
    classificar(cargo)
    Concurso.objects.filter(pk=cargo.edital.concurso_id).update(
        situacao=SituacaoConcurso.HOMOLOGADO,
        homologado_em="2024-03-01",
        homologacao_veiculo="Diário",
        validade_ate="2026-03-01",
    )
    assert "retificação do resultado" in texto(operador.get(endereco(importacao)))


def test_a_pagina_do_arquivo_leva_a_ela_so_quem_carrega(operador: Client, guarda: Cargo) -> None:
    importacao = importar_guarda(fabrica.autor(), guarda)
    pagina = reverse("candidatos:importacao", args=[importacao.pk])
    assert endereco(importacao) in texto(operador.get(pagina))
    auditor = Client()
    auditor.force_login(fabrica.usuario(Papel.AUDITOR))
    assert endereco(importacao) not in texto(auditor.get(pagina))
    assert auditor.get(endereco(importacao)).status_code == 403


def test_de_outro_orgao_nao_existe(cargo: Cargo, client: Client) -> None:
    client.force_login(fabrica.usuario(Papel.OPERADOR, orgao=fabrica.orgao(sigla="OUTRO")))
    assert client.get(endereco(primeira(cargo))).status_code == 404
