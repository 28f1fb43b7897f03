"""Verificação pública: o que é autêntico, o que não é, o que não se mostra e quantas vezes se pergunta."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from nomeacoes import servicos
from nomeacoes.documentos import atos_com_tudo, pdf_do_ato
from nomeacoes.models import Ato
from nucleo.codigos import ALFABETO, codigo_normal, codigo_novo
from tests import fabrica
from tests.documentos.emissao import certame, emitir, produzir
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _do_zero() -> None:
    cache.clear()


@pytest.fixture
def ato() -> Ato:
    evento = mundo.convocar(mundo.cargo(), 1)
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    servicos.pdf_produzir(autor=mundo.operador(), ato=atos_com_tudo().get())
    return Ato.objects.get()


def perguntar(codigo: str, sha256: str = "", codigo_http: int = 200) -> str:
    resposta = Client().get(reverse("nomeacoes:verificar"), {"codigo": codigo, "sha256": sha256})
    assert resposta.status_code == codigo_http
    return resposta.content.decode()


def test_codigo_autentico_mostra_so_o_que_o_ato_publica(ato: Ato) -> None:
    pagina = perguntar(ato.codigo)
    assert "Autêntico" in pagina
    for dito in (str(ato), ato.orgao.nome, ato.hash, ato.pdfs.get(assinado=True).sha256):
        assert dito in pagina
    candidatura = ato.nomeacao.candidatura
    for calado in (
        candidatura.inscricao.candidato.nome,
        candidatura.inscricao.numero,
        str(ato.nomeacao.vaga.cargo),
        str(ato.assinado_por),
        "cota",
        "vaga",
    ):
        assert calado not in pagina


def test_pelo_endereco_do_qr(ato: Ato) -> None:
    resposta = Client().get(reverse("nomeacoes:verificar_codigo", args=[ato.codigo]))
    assert "Autêntico" in resposta.content.decode()
    assert "no-store" in resposta["Cache-Control"]


def test_codigo_digitado_de_outro_jeito(ato: Ato) -> None:
    assert "Autêntico" in perguntar(f"  {ato.codigo.replace('-', ' ').lower()} ")
    assert codigo_normal("o0il") == "0011"


def test_hash_do_ato_e_do_arquivo_conferem(ato: Ato) -> None:
    for sha256 in (ato.hash, ato.hash.upper(), ato.pdfs.get(assinado=True).sha256):
        assert "o código e o SHA-256 são de um ato assinado" in perguntar(ato.codigo, sha256)


def test_um_algarismo_mudado_no_hash_nao_confere(ato: Ato) -> None:
    outro = ("0" if ato.hash[0] != "0" else "1") + ato.hash[1:]
    pagina = perguntar(ato.codigo, outro)
    assert "o SHA-256 não é o do ato" in pagina
    assert "Autêntico:" not in pagina


@pytest.mark.parametrize("codigo", ["0000-0000-0000-0000", "x", "<b>", "' OR 1=1", "%"])
def test_codigo_que_nao_ha(codigo: str, ato: Ato) -> None:
    pagina = perguntar(codigo)
    assert "Não é autêntico" in pagina
    assert "<b>" not in pagina


def test_minuta_nao_se_verifica_e_vazio_pede_o_codigo() -> None:
    mundo.convocar(mundo.cargo(), 1)
    assert Ato.objects.get().codigo == ""
    assert "Não é autêntico" not in perguntar("")
    assert "Não é autêntico" in perguntar("-")


def test_perguntas_demais_do_mesmo_endereco(settings: Any, ato: Ato) -> None:
    settings.NOMEIA_VERIFICACOES_POR_MINUTO = 2
    perguntar(ato.codigo)
    perguntar(ato.codigo)
    pagina = perguntar(ato.codigo, codigo_http=429)
    assert "consultas demais" in pagina
    assert ato.hash not in pagina
    assert Client().get(reverse("nomeacoes:verificar")).status_code == 200
    # Outro endereço, atrás de um servidor em que se confia, tem a sua conta.
    settings.NOMEIA_PROXY = True
    caminho = reverse("nomeacoes:verificar_codigo", args=[ato.codigo])
    assert Client().get(caminho, headers={"x-forwarded-for": "9.9.9.9, 10.0.0.7"}).status_code == 200


def test_codigo_novo_nao_se_repete_nem_se_confunde() -> None:
    codigos = {codigo_novo() for _ in range(1000)}
    assert len(codigos) == 1000
    assert all(re.fullmatch(r"([0-9A-Z]{4}-){3}[0-9A-Z]{4}", codigo) for codigo in codigos)
    assert not set("ILOU") & set(ALFABETO)


def test_o_codigo_esta_na_cadeia_e_no_documento(settings: Any, ato: Ato) -> None:
    assert ato.contexto["verificacao"] == {"codigo": ato.codigo, "endereco": ""}
    settings.NOMEIA_ENDERECO_PUBLICO = "https://nomeia.exemplo.gov.br"
    evento = mundo.convocar(ato.nomeacao.vaga.cargo, 1)
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    outro = atos_com_tudo().exclude(pk=ato.pk).get()
    endereco = f"https://nomeia.exemplo.gov.br/verificar/{outro.codigo}/"
    assert outro.contexto["verificacao"]["endereco"] == endereco
    assert pdf_do_ato(outro) == pdf_do_ato(outro)


# -- Documentos emitidos ----------------------------------------------------------------------------


def test_documento_emitido_tambem_se_verifica_e_diz_se_e_minuta() -> None:
    publicado, rascunho = certame()[0].edital, fabrica.cargo_em_rascunho().edital
    documento = emitir("concursos.edital", publicado)
    arquivos = produzir(documento)
    pagina = perguntar(documento.codigo, hashlib.sha256(arquivos["pdf"]).hexdigest())
    assert "o código e o SHA-256 são" in pagina
    assert "documento emitido" in pagina
    assert "minuta" not in pagina
    assert documento.resumo in pagina
    assert "o SHA-256 não é o do documento" in perguntar(documento.codigo, "0" * 64)
    assert "É minuta, sem valor" in perguntar(emitir("concursos.edital", rascunho).codigo)
