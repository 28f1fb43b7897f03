"""Páginas no navegador de verdade: acessibilidade, política de conteúdo, largura e impressão."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pikepdf
import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib import admin
from django.urls import reverse

from nucleo.auditoria import registrar
from nucleo.enums import Papel, SituacaoExecucao
from nucleo.models import Execucao
from nucleo.permissoes import SISTEMA, papeis_da_acao
from tests import fabrica
from tests.nucleo.test_enderecos import COM_PAPEL

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

LARGURAS = {"light": 1280, "dark": 400}


@pytest.fixture(params=LARGURAS, ids=lambda esquema: f"{esquema}-{LARGURAS[esquema]}")
def aba(request: pytest.FixtureRequest, navegador: Any, live_server: Any) -> Iterator[Any]:
    """Uma aba limpa, com as queixas do navegador em `queixas`."""
    contexto = navegador.new_context(
        viewport={"width": LARGURAS[request.param], "height": 900},
        color_scheme=request.param,
        base_url=live_server.url,
        locale="pt-BR",
    )
    pagina = contexto.new_page()
    yield pagina
    contexto.close()


def _entrar(pagina: Any, papel: Papel) -> None:
    pessoa = fabrica.usuario(papel)
    pagina.goto(reverse("nucleo:entrar"))
    pagina.fill("#id_username", pessoa.username)
    pagina.fill("#id_password", fabrica.SENHA)
    pagina.click("main button[type=submit]")


def _defeitos(pagina: Any, endereco: str) -> list[str]:
    """O que a página tem de errado: regra do axe, queixa do navegador ou rolagem para o lado."""
    queixas: list[str] = []

    def anotar(mensagem: Any) -> None:
        if mensagem.type == "error":
            queixas.append(f"{endereco}: {mensagem.text}")

    pagina.on("console", anotar)
    pagina.goto(endereco)
    # O próprio axe põe estilos na página, e a política de conteúdo os recusa: não são queixas dela.
    pagina.remove_listener("console", anotar)
    largura = pagina.viewport_size["width"]
    if pagina.evaluate("document.documentElement.scrollWidth") > largura:
        queixas.append(f"{endereco}: passa da largura de {largura}")
    for violacao in Axe().run(pagina).response["violations"]:
        queixas.append(f"{endereco}: {violacao['id']} em {violacao['nodes'][0]['html'][:160]}")
    return queixas


def test_paginas_sem_argumentos(aba):
    _entrar(aba, Papel.AUDITOR)
    registrar(autor=SISTEMA, acao="nucleo.inventada", objeto=fabrica.orgao(), depois={"nome": "Novo"})
    enderecos = [
        endereco.caminho
        for endereco in COM_PAPEL
        if not endereco.tem_argumentos and Papel.AUDITOR in papeis_da_acao(endereco.view.acao)
    ]
    assert len(enderecos) >= 8
    assert [defeito for endereco in enderecos for defeito in _defeitos(aba, endereco)] == []


def test_execucao_e_historia(aba):
    _entrar(aba, Papel.AUDITOR)
    orgao = fabrica.orgao()
    orgao.nome = "Outro nome"
    orgao.save()
    execucao = Execucao.objects.create(especie="x", chave="1", titulo="Carregar", orgao=orgao)
    historia = reverse("nucleo:historico", args=["nucleo.orgao", orgao.pk])
    assert _defeitos(aba, historia) == []
    assert _defeitos(aba, reverse("nucleo:execucao", args=[execucao.pk])) == []


def test_a_barra_anda_sozinha_e_o_resultado_aparece(aba):
    _entrar(aba, Papel.OPERADOR)
    execucao = Execucao.objects.create(especie="x", chave="1", titulo="Carregar", orgao=fabrica.orgao())
    aba.goto(reverse("nucleo:execucao", args=[execucao.pk]))
    assert "Na fila" in aba.inner_text("main")
    execucao.situacao = SituacaoExecucao.CONCLUIDA
    execucao.mensagem = "83 linhas carregadas."
    execucao.destino = reverse("nucleo:ajuda")
    execucao.terminada_em = execucao.criada_em
    execucao.save()
    aba.get_by_text("83 linhas carregadas.").wait_for(timeout=5000)
    aba.click("text=Ver o resultado")
    assert aba.url.endswith(reverse("nucleo:ajuda"))


def test_administracao(aba):
    _entrar(aba, Papel.ADMINISTRADOR)
    municipio = fabrica.municipio()
    pessoa = fabrica.usuario(Papel.OPERADOR, orgao=fabrica.orgao())
    enderecos = [
        reverse("admin:index"),
        reverse("admin:nucleo_usuario_changelist"),
        reverse("admin:nucleo_usuario_add"),
        reverse("admin:nucleo_usuario_change", args=[pessoa.pk]),
        reverse("admin:nucleo_municipio_change", args=[municipio.pk]),
        reverse("admin:nucleo_municipio_delete", args=[municipio.pk]),
    ]
    assert [defeito for endereco in enderecos for defeito in _defeitos(aba, endereco)] == []


def test_listas_da_administracao(aba):
    _entrar(aba, Papel.AUDITOR)
    enderecos = [
        reverse(f"admin:{modelo._meta.app_label}_{modelo._meta.model_name}_changelist")
        for modelo, quadro in admin.site._registry.items()
        if quadro.acao_ver and Papel.AUDITOR in papeis_da_acao(quadro.acao_ver)
    ]
    assert len(enderecos) >= 3
    # O modelo é um só: metade das listas em cada largura basta, e poupa minutos.
    metade = enderecos[::2] if aba.viewport_size["width"] == LARGURAS["light"] else enderecos[1::2]
    assert [defeito for endereco in metade for defeito in _defeitos(aba, endereco)] == []


def test_entrada_e_erros(aba):
    assert _defeitos(aba, reverse("nucleo:entrar")) == []
    assert _defeitos(aba, reverse("nucleo:ajuda")) == []
    _entrar(aba, Papel.OPERADOR)
    aba.goto("/nao-existe/")
    assert Axe().run(aba).response["violations"] == []


def test_menu_do_telefone_abre_pelo_teclado_e_sem_javascript(navegador, live_server):
    contexto = navegador.new_context(
        viewport={"width": 400, "height": 800}, java_script_enabled=False, base_url=live_server.url
    )
    pagina = contexto.new_page()
    _entrar(pagina, Papel.AUDITOR)
    pagina.goto(reverse("nucleo:ajuda"))
    trilha = pagina.locator("#menu >> text=Trilha")
    assert not trilha.is_visible()
    pagina.focus("#menu-aberto")
    pagina.keyboard.press("Space")
    assert trilha.is_visible()
    contexto.close()


def test_impressao_sem_menu_nem_pagina_vazia(navegador, live_server):
    contexto = navegador.new_context(base_url=live_server.url)
    pagina = contexto.new_page()
    _entrar(pagina, Papel.ADMINISTRADOR)
    fabrica.municipio()
    for endereco in (reverse("admin:nucleo_municipio_changelist"), reverse("nucleo:ajuda")):
        pagina.goto(endereco)
        pagina.emulate_media(media="print")
        assert not pagina.locator("#menu").is_visible()
        assert not pagina.locator(".casca-topo").is_visible()
        assert pagina.locator("h1").is_visible()
        assert pagina.locator(".so-impressao").first.is_visible()
        with pikepdf.open(io.BytesIO(pagina.pdf(format="A4"))) as pdf:
            assert len(pdf.pages) == 1, endereco
    contexto.close()
