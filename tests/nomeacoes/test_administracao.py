"""A administração: listas que só se leem e as ações que põem o trabalho na fila."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from nomeacoes.documentos import atos_com_tudo
from nomeacoes.models import Ato, Evento, Nomeacao, Vaga
from nomeacoes.servicos import pdf_produzir
from nucleo.enums import Papel
from nucleo.models import Execucao
from tests import fabrica
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db
MODELOS = [Vaga, Evento, Nomeacao, Ato]


def entrar(papel: Papel) -> Client:
    cliente = Client()
    cliente.force_login(fabrica.usuario(papel))
    return cliente


def agir(cliente: Client, modelo: str, acao: str, *pks: int) -> Any:
    endereco = reverse(f"admin:{modelo}_changelist")
    return cliente.post(endereco, {"action": acao, "_selected_action": list(pks)}, follow=True)


@pytest.mark.parametrize("modelo", MODELOS)
def test_as_listas_se_leem(modelo: Any) -> None:
    mundo.convocar(mundo.cargo(), 1)
    nome = f"nomeacoes_{modelo._meta.model_name}"
    auditor = entrar(Papel.AUDITOR)
    assert auditor.get(reverse(f"admin:{nome}_changelist")).status_code == 200
    assert auditor.get(reverse(f"admin:{nome}_change", args=[modelo.objects.first().pk])).status_code == 200


@pytest.mark.parametrize("modelo", MODELOS)
def test_ninguem_inclui_nem_exclui(modelo: Any) -> None:
    mundo.convocar(mundo.cargo(), 1)
    nome = f"nomeacoes_{modelo._meta.model_name}"
    autoridade = entrar(Papel.AUTORIDADE)
    assert autoridade.get(reverse(f"admin:{nome}_add")).status_code == 403
    alvo = reverse(f"admin:{nome}_delete", args=[modelo.objects.first().pk])
    assert autoridade.get(alvo).status_code == 403


def test_planejar_convocacao_leva_ao_plano() -> None:
    cargo = mundo.cargo()
    resposta = agir(entrar(Papel.OPERADOR), "concursos_cargo", "planejar_convocacao", cargo.pk)
    assert resposta.redirect_chain[-1][0] == reverse("nomeacoes:convocar", args=[cargo.pk])


def test_planejar_de_um_concurso_leva_aos_cargos_dele() -> None:
    cargo = mundo.cargo()
    pk = cargo.edital.concurso_id
    resposta = agir(entrar(Papel.OPERADOR), "concursos_concurso", "planejar_convocacao", pk)
    assert resposta.redirect_chain[-1][0] == f"{reverse('nomeacoes:convocacoes')}?concurso={pk}"


def test_planejar_e_de_um_cargo_so() -> None:
    pks = [mundo.cargo().pk, mundo.cargo().pk]
    resposta = agir(entrar(Papel.OPERADOR), "concursos_cargo", "planejar_convocacao", *pks)
    assert "Escolha um só por vez" in resposta.content.decode()


def test_quem_nao_planeja_nao_ve_a_acao() -> None:
    mundo.cargo()
    pagina = entrar(Papel.AUDITOR).get(reverse("admin:concursos_cargo_changelist")).content.decode()
    assert "Planejar convocação" not in pagina


@pytest.mark.parametrize(
    ("modelo", "de_que"),
    [
        ("nomeacoes_evento", lambda evento: evento.pk),
        ("concursos_cargo", lambda evento: evento.cargo_id),
        ("concursos_concurso", lambda evento: evento.cargo.edital.concurso_id),
    ],
)
def test_produzir_atos_poe_na_fila(modelo: str, de_que: Any) -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    Execucao.objects.all().delete()
    agir(entrar(Papel.OPERADOR), modelo, "produzir_atos", de_que(evento))
    assert Execucao.objects.get().parametros == {"atos": [Ato.objects.get().pk]}


def test_produzir_atos_sem_falta_diz_por_que() -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    pdf_produzir(autor=mundo.operador(), ato=atos_com_tudo().get())
    resposta = agir(entrar(Papel.OPERADOR), "nomeacoes_evento", "produzir_atos", evento.pk)
    assert "já têm o seu PDF" in resposta.content.decode()
