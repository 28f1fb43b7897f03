"""Cada documento se emite pelo botão da sua página, e dali se chega aos arquivos."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse

from candidatos.enums import EspecieDeDivulgacao
from concursos.models import Cargo, HomologacaoDoCargo, Retificacao
from nucleo.enums import Papel
from nucleo.models import Documento
from tests import fabrica
from tests.documentos.emissao import certame, divulgar, emitir, produzir
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import entrar

pytestmark = pytest.mark.django_db

Caso = tuple[str, str, list[Any], models.Model]


def edital() -> Caso:
    cargo = certame()[0]
    return "concursos.edital", "concursos:edital", [cargo.edital.concurso_id], cargo.edital


def retificacao() -> Caso:
    edital = certame()[0].edital
    nova = Retificacao.objects.create(
        edital=edital,
        numero=1,
        publicada_em=date(2023, 9, 15),
        veiculo="Diário",
        motivo="Erro.",
        mudancas=[],
        aplicada_em="2023-09-15T12:00:00Z",
    )
    return "concursos.retificacao", "concursos:edital", [edital.concurso_id], nova


def _dos_inscritos(especie: str) -> Caso:
    edital = certame()[0].edital
    return especie, "candidatos:exportar", [edital.concurso_id], edital


def inscritos() -> Caso:
    return _dos_inscritos("candidatos.inscritos")


def inscritos_cotas() -> Caso:
    return _dos_inscritos("candidatos.inscritos_cotas")


def inscritos_pcd() -> Caso:
    return _dos_inscritos("candidatos.inscritos_pcd")


def resultado() -> Caso:
    divulgacao = divulgar(certame(), EspecieDeDivulgacao.FINAL)
    return "candidatos.resultado", "candidatos:divulgacao", [divulgacao.pk], divulgacao


def homologacao() -> Caso:
    cargo: Cargo = certame()[0]
    fabrica.classificacao_homologada(cargo=cargo)
    alvo = HomologacaoDoCargo.objects.order_by("cargo__codigo")[0]
    return "candidatos.homologacao", "candidatos:classificacao", [cargo.edital.concurso_id], alvo


@pytest.mark.parametrize(
    "caso", [edital, retificacao, inscritos, inscritos_cotas, inscritos_pcd, resultado, homologacao]
)
def test_do_botao_aos_arquivos(caso: Callable[[], Caso], django_capture_on_commit_callbacks: Any) -> None:
    especie, pagina, argumentos, alvo = caso()
    cliente = entrar(Papel.OPERADOR)
    endereco = reverse("nucleo:documento_emitir", args=[especie, alvo.pk])
    assert f'action="{endereco}"' in cliente.get(reverse(pagina, args=argumentos)).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        resposta = cliente.post(endereco)
    documento = Documento.objects.get(especie=especie, alvo=alvo.pk)
    assert resposta.headers["Location"] == reverse("nucleo:documento", args=[documento.pk])
    _conferir_os_arquivos(cliente, documento)
    assert documento.codigo in cliente.get(reverse(pagina, args=argumentos)).content.decode()


def _conferir_os_arquivos(cliente: Client, documento: Documento) -> None:
    folha = cliente.get(reverse("nucleo:documento", args=[documento.pk])).content.decode()
    assert documento.codigo in folha
    assert documento.arquivos.count() == 3
    for arquivo in documento.arquivos.all():
        assert arquivo.sha256 in folha
        resposta = cliente.get(
            reverse("nucleo:documento_arquivo", args=[documento.pk, arquivo.volume, arquivo.formato])
        )
        # Lido até o fim, o cliente fecha o arquivo sem fechar a conexão com o banco.
        assert hashlib.sha256(b"".join(resposta.streaming_content)).hexdigest() == arquivo.sha256
        assert resposta["Cache-Control"] == "private, no-store"
        assert ("attachment" in resposta["Content-Disposition"]) == (arquivo.formato != "pdf")


def test_edital_de_convocacao_pela_pagina(django_capture_on_commit_callbacks: Any) -> None:
    evento, cliente = mundo.convocar(mundo.cargo(), 2), entrar(Papel.OPERADOR)
    endereco = reverse("nomeacoes:edital_de_convocacao", args=[evento.pk])
    assert endereco in cliente.get(reverse("nomeacoes:convocacao", args=[evento.pk])).content.decode()
    assert "Documento de identidade" in cliente.get(endereco).content.decode()
    cedo = {"comparecer_ate": "01/01/2020", "local": "Sala 2", "documentos": "Identidade\n\nDiploma"}
    assert "não pode acabar antes" in cliente.post(endereco, cedo).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        resposta = cliente.post(endereco, cedo | {"comparecer_ate": "31/12/2099"})
    documento = Documento.objects.get(especie="nomeacoes.convocacao")
    assert documento.contexto["documentos"] == ["Identidade", "Diploma"]
    assert str(documento.pk) in resposta.headers["Location"]
    _conferir_os_arquivos(cliente, documento)


def test_recusado_diz_por_que() -> None:
    edital = fabrica.cargo_publicado().edital
    endereco = reverse("nucleo:documento_emitir", args=["candidatos.inscritos", edital.pk])
    resposta = entrar(Papel.OPERADOR).post(endereco)
    assert resposta.status_code == 409
    assert "Ainda não há inscritos que constem desta relação." in resposta.content.decode()
    assert entrar(Papel.OPERADOR).post(endereco.replace("inscritos", "nenhum")).status_code == 404


def test_a_relacao_das_reservas_nao_aparece_nem_se_abre_a_quem_nao_ve_autodeclaracoes() -> None:
    edital = certame()[0].edital
    documento = emitir("candidatos.inscritos_cotas", edital)
    produzir(documento)
    autoridade = entrar(Papel.AUTORIDADE)
    pagina = autoridade.get(reverse("candidatos:exportar", args=[edital.concurso_id])).content.decode()
    assert documento.codigo not in pagina
    assert "candidatos.inscritos_cotas" not in pagina
    assert autoridade.get(reverse("nucleo:documento", args=[documento.pk])).status_code == 403
    pdf = reverse("nucleo:documento_arquivo", args=[documento.pk, 1, "pdf"])
    assert autoridade.get(pdf).status_code == 403
    emissao = reverse("nucleo:documento_emitir", args=["candidatos.inscritos_cotas", edital.pk])
    assert autoridade.post(emissao).status_code == 403


def test_o_auditor_le_e_nao_emite() -> None:
    edital = certame()[0].edital
    documento = emitir("concursos.edital", edital)
    auditor = entrar(Papel.AUDITOR)
    pagina = auditor.get(reverse("concursos:edital", args=[edital.concurso_id])).content.decode()
    assert documento.codigo in pagina
    assert "Emitir: Edital" not in pagina
    assert (
        "sendo produzidos" in auditor.get(reverse("nucleo:documento", args=[documento.pk])).content.decode()
    )
    assert (
        auditor.post(reverse("nucleo:documento_emitir", args=["concursos.edital", edital.pk])).status_code
        == 403
    )
