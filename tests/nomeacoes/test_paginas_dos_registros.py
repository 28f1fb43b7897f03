"""As páginas dos atos e das nomeações, os registros que se fazem nelas, e o que cada papel abre."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from nomeacoes import servicos
from nomeacoes.models import Ato, Evento, Nomeacao
from nucleo.enums import Papel
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import abrir, confirmar, entrar

pytestmark = pytest.mark.django_db


@pytest.fixture
def autoridade() -> Client:
    return entrar(Papel.AUTORIDADE)


@pytest.fixture
def operador() -> Client:
    return entrar(Papel.OPERADOR)


# -- Atos -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filtros", "contagem"),
    [
        ({}, "5 de 5"),
        ({"tipo": "apostila"}, "1 de 5"),
        ({"situacao": "assinado"}, "0 de 5"),
        ({"q": "N07"}, "1 de 5"),
        ({"q": "N0"}, "5 de 5"),
        ({"q": "ninguém assim"}, "0 de 5"),
        ({"ano": "1990"}, "0 de 5"),
    ],
)
def test_filtros_de_atos(operador: Client, filtros: dict[str, str], contagem: str) -> None:
    mundo.convocar(mundo.cargo(), 4)
    assert contagem in abrir(operador, "atos", **filtros)


def test_sem_atos_a_lista_diz_de_onde_eles_vem(operador: Client) -> None:
    assert "Ainda não há atos" in abrir(operador, "atos")


# -- Nomeação e registros -------------------------------------------------------------------------


def test_a_nomeacao_conta_a_sua_historia(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    pagina = abrir(operador, "nomeacao", mundo.aberta(cargo, "N03").pk)
    nome = mundo.candidatura(cargo, "N07").inscricao.candidato.nome
    assert "chamada para a vaga 3; conta na cota" in pagina
    assert f"passa a contar na ampla; a cota que ocupava passa a {nome}, na vaga 4" in pagina


def test_a_autoridade_nao_ve_os_registros_do_operador(autoridade: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    assert "Registrar desistência" not in abrir(autoridade, "nomeacao", mundo.aberta(cargo, "N01").pk)


@pytest.mark.parametrize(
    ("nome", "tipo"),
    [("desistencia", "desistencia"), ("sem_efeito", "sem_efeito"), ("final_de_fila", "final_de_fila")],
)
def test_registros_que_abrem_a_vaga(operador: Client, nome: str, tipo: str) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    nomeacao = mundo.aberta(cargo, "N01")
    dados = {"data": mundo.HOJE.isoformat(), "motivo": "Pedido.", "documento": "Processo nº 1"}
    assert "a vaga 1 se abre" in abrir(operador, nome, nomeacao.pk)
    endereco = reverse(f"nomeacoes:{nome}", args=[nomeacao.pk])
    assert "deixa a vaga 1, que se abre" in operador.post(endereco, dados).content.decode()
    assert not Evento.objects.filter(tipo=tipo).exists()
    resposta = confirmar(operador, endereco, dados)
    assert resposta.url == reverse("nomeacoes:nomeacao", args=[nomeacao.pk])
    assert Nomeacao.objects.get().encerrada_por.tipo == tipo


def test_aba_velha_de_nomeacao_encerrada_nao_tira_a_pessoa_da_fila(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    nomeacao = mundo.aberta(cargo, "N01")
    dados = {"data": mundo.HOJE.isoformat(), "motivo": "Pedido.", "documento": "Processo nº 1"}
    confirmar(operador, reverse("nomeacoes:final_de_fila", args=[nomeacao.pk]), dados)
    resposta = operador.post(reverse("nomeacoes:desistencia", args=[nomeacao.pk]), dados, follow=True)
    assert "Esta nomeação já está encerrada" in resposta.content.decode()
    assert not Evento.objects.filter(tipo="desistencia").exists()


def test_posse_pela_pagina(operador: Client) -> None:
    cargo = mundo.cargo()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=mundo.convocar(cargo, 1))
    nomeacao = mundo.aberta(cargo, "N01")
    dados = {"data": mundo.HOJE.isoformat(), "documento": "Termo nº 1"}
    operador.post(reverse("nomeacoes:posse", args=[nomeacao.pk]), dados)
    nomeacao.refresh_from_db()
    assert nomeacao.situacao == "empossada"


def test_a_recusa_aparece_no_formulario(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    dados = {"data": "2999-01-01", "motivo": "Pedido.", "documento": "Processo nº 1"}
    resposta = operador.post(reverse("nomeacoes:desistencia", args=[mundo.aberta(cargo, "N01").pk]), dados)
    assert "A data está no futuro." in resposta.content.decode()


def test_registro_pela_inscricao_de_quem_nao_foi_chamado(operador: Client) -> None:
    cargo = mundo.cargo()
    dados = {
        "inscricao": " N05 ",
        "data": mundo.HOJE.isoformat(),
        "motivo": "Pedido.",
        "documento": "Processo nº 1",
    }
    resposta = confirmar(operador, reverse("nomeacoes:acontecimento", args=[cargo.pk, "desistencia"]), dados)
    assert resposta.url == reverse("nomeacoes:acontecimentos", args=[cargo.pk])
    assert Evento.objects.get().candidatura == mundo.candidatura(cargo, "N05")


def test_inscricao_que_nao_concorre_ao_cargo(operador: Client) -> None:
    cargo = mundo.cargo()
    dados = {"inscricao": "5", "data": "", "motivo": "x", "documento": "y"}
    endereco = reverse("nomeacoes:acontecimento", args=[cargo.pk, "desistencia"])
    assert "A inscrição 5 não concorre a este cargo" in operador.post(endereco, dados).content.decode()


# -- Papéis por página ----------------------------------------------------------------------------

LEEM = {Papel.OPERADOR, Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR}
PAGINAS = [
    ("convocacoes", LEEM),
    ("vagas", LEEM),
    ("convocar", {Papel.OPERADOR, Papel.AUTORIDADE}),
    ("acontecimentos", {Papel.OPERADOR}),
    ("convocacao", LEEM),
    ("nomeacao", LEEM),
    ("desistencia", {Papel.OPERADOR}),
    ("sem_efeito", {Papel.OPERADOR}),
    ("final_de_fila", {Papel.OPERADOR}),
    ("posse", {Papel.OPERADOR}),
    ("atos", LEEM),
    ("ato", LEEM),
]


@pytest.mark.parametrize("papel", list(Papel))
def test_cada_papel_abre_as_suas_paginas(papel: Papel) -> None:
    cargo = mundo.cargo()
    evento = mundo.convocar(cargo, 1)
    alvos = {
        "convocacoes": [],
        "atos": [],
        "vagas": [cargo.pk],
        "convocar": [cargo.pk],
        "acontecimentos": [cargo.pk],
        "convocacao": [evento.pk],
        "ato": [Ato.objects.get().pk],
    }
    cliente = entrar(papel)
    for nome, papeis in PAGINAS:
        args = alvos.get(nome, [Nomeacao.objects.get().pk])
        resposta = cliente.get(reverse(f"nomeacoes:{nome}", args=args))
        assert (nome, resposta.status_code) == (nome, 200 if papel in papeis else 403)


def test_sem_entrar_vai_se_a_entrada() -> None:
    resposta = Client().get(reverse("nomeacoes:atos"))
    assert resposta.url.startswith(reverse("nucleo:entrar"))
