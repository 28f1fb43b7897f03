"""Pessoas e atribuições: o que os serviços gravam, o que recusam e o que deixam na trilha."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404

from nucleo import servicos
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import Atribuicao, RegistroTrilha, Usuario
from nucleo.permissoes import SISTEMA, Pessoa
from tests import fabrica

pytestmark = pytest.mark.django_db

DADOS = {"username": "novata", "nome": "Nova Pessoa", "papel": Papel.OPERADOR, "senha": "frase-longa-81"}


def test_cria_pessoa_com_papel_e_trilha_sem_senha():
    orgao = fabrica.orgao()
    pessoa = servicos.usuario_criar(autor=SISTEMA, orgao=orgao, **DADOS)
    assert pessoa.check_password("frase-longa-81")
    assert Pessoa(pessoa).pode("concursos.concurso_criar", orgao)
    registros = {r.acao: r.depois for r in RegistroTrilha.objects.all()}
    assert registros == {
        "nucleo.usuario_criar": {"username": "novata"},
        "nucleo.atribuicao_conceder": {"atribuicao": f"Operador em {orgao.sigla}"},
    }


def test_recusa_usuario_repetido_e_senha_fraca_sem_gravar_nada():
    servicos.usuario_criar(autor=SISTEMA, **DADOS)
    with pytest.raises(Recusa, match="Já existe um usuário novata"):
        servicos.usuario_criar(autor=SISTEMA, **DADOS)
    with pytest.raises(Recusa) as recusa:
        servicos.usuario_criar(autor=SISTEMA, **DADOS | {"username": "outra", "senha": "123"})
    assert recusa.value.detalhes
    assert Usuario.objects.count() == 1


def test_concede_e_retira():
    pessoa, orgao = fabrica.usuario(None), fabrica.orgao()
    autor = fabrica.autor(Papel.ADMINISTRADOR)
    dada = servicos.atribuicao_conceder(autor=autor, usuario=pessoa, papel=Papel.AUDITOR, orgao=orgao)
    with pytest.raises(Recusa, match="já tem o papel de Auditor"):
        servicos.atribuicao_conceder(autor=autor, usuario=pessoa, papel=Papel.AUDITOR, orgao=orgao)
    servicos.atribuicao_retirar(autor=autor, atribuicao=dada)
    assert not pessoa.atribuicoes.exists()
    assert RegistroTrilha.objects.get(acao="nucleo.atribuicao_retirar").autor == autor.pessoa


def test_administrador_de_um_orgao_so_age_no_seu():
    daqui, de_fora = fabrica.orgao(sigla="SME"), fabrica.orgao(sigla="SMS")
    autor, pessoa = fabrica.autor(Papel.ADMINISTRADOR, orgao=daqui), fabrica.usuario(None)
    servicos.atribuicao_conceder(autor=autor, usuario=pessoa, papel=Papel.AUDITOR, orgao=daqui)
    with pytest.raises(Http404):
        servicos.atribuicao_conceder(autor=autor, usuario=pessoa, papel=Papel.AUDITOR, orgao=de_fora)
    with pytest.raises(PermissionDenied):
        servicos.atribuicao_conceder(autor=autor, usuario=pessoa, papel=Papel.AUDITOR)
    with pytest.raises(PermissionDenied):
        servicos.usuario_criar(autor=autor, **DADOS)
    em_todos = Atribuicao.objects.create(usuario=pessoa, papel=Papel.OPERADOR)
    de_la = Atribuicao.objects.create(usuario=pessoa, papel=Papel.OPERADOR, orgao=de_fora)
    with pytest.raises(PermissionDenied):
        servicos.atribuicao_retirar(autor=autor, atribuicao=em_todos)
    with pytest.raises(Http404):
        servicos.atribuicao_retirar(autor=autor, atribuicao=de_la)


def test_cada_um_troca_so_a_propria_senha():
    autor, outra = fabrica.autor(Papel.ADMINISTRADOR), fabrica.usuario(Papel.OPERADOR)
    with pytest.raises(PermissionDenied):
        servicos.senha_trocar(autor=autor, usuario=outra, senha="frase-longa-82")
    servicos.senha_trocar(autor=autor, usuario=autor.pessoa, senha="frase-longa-82")
    assert Usuario.objects.get(pk=autor.pessoa.pk).check_password("frase-longa-82")


@pytest.mark.parametrize("com_orgao", [True, False])
def test_o_banco_recusa_a_mesma_atribuicao_duas_vezes(com_orgao):
    pessoa, orgao = fabrica.usuario(None), fabrica.orgao() if com_orgao else None
    Atribuicao.objects.create(usuario=pessoa, papel=Papel.AUDITOR, orgao=orgao)
    with pytest.raises(IntegrityError), transaction.atomic():
        Atribuicao.objects.create(usuario=pessoa, papel=Papel.AUDITOR, orgao=orgao)
