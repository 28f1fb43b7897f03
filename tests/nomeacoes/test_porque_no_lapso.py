"""O “Por quê?” depois da validade: só se prevê a chamada que o lapso ainda deixa fazer."""

from __future__ import annotations

import pytest

from concursos.models import Cargo
from nomeacoes.consultas.espera import validade_do_cargo
from nucleo.enums import Papel
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import abrir, entrar
from tests.nomeacoes.test_lapso import desistir, vencer, vencido

pytestmark = pytest.mark.django_db


def da_pessoa(cargo: Cargo, numero: str) -> str:
    return abrir(entrar(Papel.OPERADOR), "porque", mundo.candidatura(cargo, numero).pk)


def da_vaga(cargo: Cargo, numero: int) -> str:
    return abrir(entrar(Papel.OPERADOR), "porque_da_vaga", cargo.pk, numero)


@pytest.fixture
def com_uma_a_repor() -> Cargo:
    cargo = vencido()
    desistir(cargo, "N01")
    return cargo


def test_a_validade_diz_que_vaga_se_repoe(com_uma_a_repor: Cargo) -> None:
    frase = validade_do_cargo(com_uma_a_repor, mundo.HOJE).frase
    assert frase.endswith("só se repõe o que depois dela ficou sem posse (vaga 1).")


def test_sem_nada_a_repor_ninguem_se_chama() -> None:
    assert validade_do_cargo(vencido(), mundo.HOJE).frase.endswith("já não se pode chamar ninguém.")


def test_a_vez_de_quem_repoe_e_dita(com_uma_a_repor: Cargo) -> None:
    # A geral alcança N03, que passa a contar na ampla, e a cota que ocupava chama o seguinte dela.
    pagina = da_pessoa(com_uma_a_repor, "N07")
    assert "É a vez desta pessoa" in pagina
    assert "vagas oferecidas no edital" not in pagina


def test_a_vez_de_quem_vem_depois_nao_se_preve(com_uma_a_repor: Cargo) -> None:
    pagina = da_pessoa(com_uma_a_repor, "N05")
    assert "as vagas que ainda se repõem não chegam à vez desta pessoa" in pagina
    assert "A próxima chamada é para a vaga 1" in pagina
    assert "desistência" not in pagina.split("Por que ainda não foi chamada")[1].split("Certidão")[0]


def test_a_vaga_de_reposicao_diz_a_quem_caberia(com_uma_a_repor: Cargo) -> None:
    assert "É a próxima a prover" in da_vaga(com_uma_a_repor, 1)


def test_a_vaga_nova_ja_nao_se_preve(com_uma_a_repor: Cargo) -> None:
    pagina = da_vaga(com_uma_a_repor, 4)
    assert "Caberia" not in pagina
    assert "só se repõe o que depois dela ficou sem posse" in pagina


def test_a_vaga_aberta_na_validade_impede_a_reposicao() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    desistir(cargo, "N01", data=mundo.CONVOCADO_EM)
    cargo = vencer(cargo)
    desistir(cargo, "N02")
    assert "vem antes na ordem, e impede a reposição" in da_pessoa(cargo, "N04")
    assert "Caberia" not in da_vaga(cargo, 2)
