"""A administração: quem entra, o que cada papel faz, e a trilha do que se grava por ela."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from nucleo.administracao import PorPapeis
from nucleo.enums import Papel
from nucleo.models import Atribuicao, Feriado, Municipio, Orgao, RegistroTrilha, Usuario
from tests import fabrica

pytestmark = pytest.mark.django_db

MODELOS = sorted(admin.site._registry, key=lambda modelo: modelo._meta.label)
CHAVEIRO = "django.contrib.auth.backends.ModelBackend"
GRADE_VAZIA = {"TOTAL_FORMS": "0", "INITIAL_FORMS": "0", "MIN_NUM_FORMS": "0", "MAX_NUM_FORMS": "1000"}


def _entrar(papel: Papel | None, **alcance: Any) -> Client:
    cliente = Client()
    cliente.force_login(
        fabrica.usuario(papel, **alcance), backend="django.contrib.auth.backends.ModelBackend"
    )
    return cliente


def _grade(prefixo: str) -> dict[str, str]:
    return {f"{prefixo}-{chave}": valor for chave, valor in GRADE_VAZIA.items()}


def _endereco(modelo: Any, pagina: str, *args: Any) -> str:
    return reverse(f"admin:{modelo._meta.app_label}_{modelo._meta.model_name}_{pagina}", args=args)


def test_so_ha_cadastros_que_conferem_papeis():
    assert {Municipio, Orgao, Usuario} <= set(MODELOS)
    assert Group not in MODELOS
    assert all(isinstance(admin.site._registry[modelo], PorPapeis) for modelo in MODELOS)


def test_superusuario_sem_papel_nao_entra():
    pessoa = fabrica.usuario(None)
    pessoa.is_staff = pessoa.is_superuser = True
    pessoa.save()
    cliente = Client()
    cliente.force_login(pessoa, backend=CHAVEIRO)
    assert cliente.get(reverse("admin:index"), follow=True).status_code == 403


def test_quem_nao_entrou_vai_a_entrada_da_casa_e_volta():
    resposta = Client().get(_endereco(Orgao, "changelist"), follow=True)
    destino, _ = resposta.redirect_chain[-1]
    assert destino.startswith(reverse("nucleo:entrar"))
    assert "orgao" in destino


@pytest.mark.parametrize("papel", list(Papel))
@pytest.mark.parametrize("modelo", MODELOS, ids=lambda modelo: modelo._meta.label)
def test_papel_por_cadastro(papel, modelo):
    """Ver e incluir, em cada cadastro, valem para quem a tabela de papéis diz, e para mais ninguém."""
    from nucleo.permissoes import papeis_da_acao

    quadro = admin.site._registry[modelo]
    cliente = _entrar(papel)
    pode = {nome: bool(acao) and papel in papeis_da_acao(acao) for nome, acao in _acoes(quadro).items()}
    ve = pode["ver"] or pode["alterar"]
    assert cliente.get(_endereco(modelo, "changelist")).status_code == (200 if ve else 403)
    assert cliente.get(_endereco(modelo, "add")).status_code == (200 if pode["incluir"] else 403)


def _acoes(quadro: Any) -> dict[str, str]:
    return {nome: getattr(quadro, f"acao_{nome}") for nome in ("ver", "incluir", "alterar", "excluir")}


@pytest.mark.parametrize("papel", list(Papel))
def test_so_o_administrador_altera_orgao_e_exclui_municipio(papel):
    orgao = fabrica.orgao(sigla="SME", nome="Educação")
    cliente = _entrar(papel)
    dados = {"municipio": orgao.municipio_id, "nome": "Outra", "sigla": "SME", "administracao": "direta"}
    cliente.post(_endereco(Orgao, "change", orgao.pk), dados)
    orgao.refresh_from_db()
    assert orgao.nome == ("Outra" if papel is Papel.ADMINISTRADOR else "Educação")
    vazio = fabrica.municipio(nome="Sem órgãos")
    cliente.post(_endereco(Municipio, "delete", vazio.pk), {"post": "yes"})
    assert Municipio.objects.filter(pk=vazio.pk).exists() == (papel is not Papel.ADMINISTRADOR)


def test_orgao_nao_se_exclui():
    orgao = fabrica.orgao()
    assert _entrar(Papel.ADMINISTRADOR).get(_endereco(Orgao, "delete", orgao.pk)).status_code == 403


def test_administrador_nao_ve_nem_altera_o_orgao_de_fora_do_alcance():
    daqui, de_fora = fabrica.orgao(sigla="SME"), fabrica.orgao(sigla="SMS")
    cliente = _entrar(Papel.ADMINISTRADOR, orgao=daqui)
    lista = cliente.get(_endereco(Orgao, "changelist")).content.decode()
    assert "SME" in lista
    assert "SMS" not in lista.replace("SMS</option>", "")
    assert cliente.get(_endereco(Orgao, "change", daqui.pk)).status_code == 200
    assert cliente.get(_endereco(Orgao, "change", de_fora.pk)).status_code == 302


def test_alterar_deixa_historia_e_trilha_com_quem_e_o_que_mudou():
    municipio = fabrica.municipio()
    cliente = _entrar(Papel.ADMINISTRADOR)
    quem = Usuario.objects.latest("pk")
    dados = {"nome": "Fortaleza Nova", "uf": "CE", "lei": municipio.lei, **_grade("feriados")}
    dados |= {
        "feriados-TOTAL_FORMS": "1",
        "feriados-0-data": "13/04/2026",
        "feriados-0-descricao": "Aniversário da cidade",
        "feriados-0-municipio": municipio.pk,
    }
    assert cliente.post(_endereco(Municipio, "change", municipio.pk), dados).status_code == 302
    assert municipio.historia.first().history_user == quem
    assert Feriado.objects.get().historia.get().history_user == quem
    alteracao = RegistroTrilha.objects.get(acao="nucleo.municipio_alterar")
    assert (alteracao.autor, alteracao.antes, alteracao.depois) == (
        quem,
        {"nome": "Fortaleza"},
        {"nome": "Fortaleza Nova"},
    )
    assert RegistroTrilha.objects.get(acao="nucleo.feriado_incluir").autor == quem


def test_excluir_pela_acao_da_lista_deixa_trilha_de_cada_um():
    municipios = [fabrica.municipio(nome=nome) for nome in ("Um", "Outro")]
    cliente = _entrar(Papel.ADMINISTRADOR)
    dados = {"action": "delete_selected", "_selected_action": [m.pk for m in municipios], "post": "yes"}
    cliente.post(_endereco(Municipio, "changelist"), dados)
    assert not Municipio.objects.filter(nome__in=["Um", "Outro"]).exists()
    assert RegistroTrilha.objects.filter(acao="nucleo.municipio_excluir").count() == 2


def test_pessoa_nova_com_senha_e_atribuicao():
    orgao = fabrica.orgao()
    cliente = _entrar(Papel.ADMINISTRADOR)
    nova = {
        "username": "novata",
        "nome": "Nova Pessoa",
        "password1": "frase-longa-77",
        "password2": "frase-longa-77",
    }
    assert cliente.post(_endereco(Usuario, "add"), nova | _grade("atribuicoes")).status_code == 302
    pessoa = Usuario.objects.get(username="novata")
    assert pessoa.check_password("frase-longa-77")
    assert not pessoa.is_staff
    dados = {"username": "novata", "nome": "Nova Pessoa", "is_active": "on", **_grade("atribuicoes")}
    dados |= {
        "atribuicoes-TOTAL_FORMS": "1",
        "atribuicoes-0-usuario": pessoa.pk,
        "atribuicoes-0-papel": "operador",
        "atribuicoes-0-orgao": orgao.pk,
    }
    assert cliente.post(_endereco(Usuario, "change", pessoa.pk), dados).status_code == 302
    assert pessoa.atribuicoes.get().orgao == orgao
    assert RegistroTrilha.objects.filter(acao="nucleo.atribuicao_incluir").count() == 1
    assert not any("frase" in str(r.depois) + str(r.antes) for r in RegistroTrilha.objects.all())


def test_trocar_a_senha_de_alguem_deixa_trilha_sem_a_senha():
    pessoa = fabrica.usuario(Papel.OPERADOR)
    cliente = _entrar(Papel.ADMINISTRADOR)
    dados = {"password1": "frase-longa-78", "password2": "frase-longa-78", "usable_password": "true"}
    resposta = cliente.post(reverse("admin:auth_user_password_change", args=[pessoa.pk]), dados)
    assert resposta.status_code == 302
    pessoa.refresh_from_db()
    assert pessoa.check_password("frase-longa-78")
    registro = RegistroTrilha.objects.get(acao="nucleo.usuario_senha_definir")
    assert registro.objeto_id == str(pessoa.pk)
    assert (registro.antes, registro.depois) == ({}, {})


def test_administrador_de_um_orgao_nao_da_papel_fora_dele_nem_toca_em_quem_atua_fora():
    daqui, de_fora = fabrica.orgao(sigla="SME"), fabrica.orgao(sigla="SMS")
    cliente = _entrar(Papel.ADMINISTRADOR, orgao=daqui)
    pessoa = fabrica.usuario(Papel.OPERADOR, orgao=daqui)
    for orgao in ("", de_fora.pk):
        dados = {"username": pessoa.username, "nome": "X", "is_active": "on", **_grade("atribuicoes")}
        dados |= {
            "atribuicoes-TOTAL_FORMS": "1",
            "atribuicoes-0-usuario": pessoa.pk,
            "atribuicoes-0-papel": "autoridade",
            "atribuicoes-0-orgao": orgao,
        }
        assert cliente.post(_endereco(Usuario, "change", pessoa.pk), dados).status_code == 200
    assert Atribuicao.objects.filter(usuario=pessoa).count() == 1
    pessoa.atribuicoes.create(papel=Papel.AUTORIDADE, orgao=de_fora)
    senha = reverse("admin:auth_user_password_change", args=[pessoa.pk])
    assert cliente.post(senha, {"password1": "frase-79-x", "password2": "frase-79-x"}).status_code == 403


def test_o_que_ja_nao_muda_so_se_ve(monkeypatch):
    orgao = fabrica.orgao()
    monkeypatch.setattr(admin.site._registry[Orgao], "imutavel", lambda obj: True)
    cliente = _entrar(Papel.ADMINISTRADOR)
    pagina = cliente.get(_endereco(Orgao, "change", orgao.pk))
    assert pagina.status_code == 200
    assert 'name="nome"' not in pagina.content.decode()
    assert cliente.post(_endereco(Orgao, "change", orgao.pk), {"nome": "X"}).status_code == 403
    assert cliente.post(_endereco(Orgao, "delete", orgao.pk), {"post": "yes"}).status_code == 403


def test_a_historia_e_a_troca_de_senha_sao_as_da_casa():
    municipio = fabrica.municipio()
    auditor = _entrar(Papel.AUDITOR)
    resposta = auditor.get(_endereco(Municipio, "history", municipio.pk))
    assert resposta["Location"] == reverse("nucleo:historico", args=["nucleo.municipio", municipio.pk])
    assert auditor.get(reverse("admin:password_change"))["Location"] == reverse("nucleo:senha")
    assert "História" in auditor.get(_endereco(Municipio, "change", municipio.pk)).content.decode()
    operador = _entrar(Papel.OPERADOR)
    assert "História" not in operador.get(_endereco(Municipio, "change", municipio.pk)).content.decode()


def test_lista_nao_conta_a_tabela_inteira():
    assert all(not admin.site._registry[modelo].show_full_result_count for modelo in MODELOS)


def test_paginas_da_administracao_sem_estilo_nem_codigo_embutido():
    municipio = fabrica.municipio()
    cliente = _entrar(Papel.ADMINISTRADOR)
    for endereco in (
        reverse("admin:index"),
        _endereco(Usuario, "changelist"),
        _endereco(Municipio, "change", municipio.pk),
        _endereco(Municipio, "delete", municipio.pk),
    ):
        pagina = cliente.get(endereco).content.decode()
        assert "<style" not in pagina, endereco
        assert ' style="' not in pagina, endereco
        assert "<script>" not in pagina, endereco
