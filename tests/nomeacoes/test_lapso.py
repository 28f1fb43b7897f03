"""Depois da validade: só se repõe a vaga de quem, chamado dentro dela, fora dela a perdeu sem posse."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.consultas import pode_convocar, vagas_do_lapso
from nomeacoes.models import Evento, Nomeacao
from nucleo.erros import Recusa
from tests import fabrica
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db

# A validade acabou há dez dias; as três primeiras vagas foram chamadas trinta dias atrás.
FIM = mundo.HOJE - timedelta(days=10)


def vencer(cargo: Cargo, **campos: Any) -> Cargo:
    """O cargo relido, com a validade acabada em `FIM` ou como os campos digam."""
    fabrica.datar(cargo.edital.concurso, **({"validade_ate": FIM} | campos))
    return Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=cargo.pk)


def vencido(quantos: int = 3) -> Cargo:
    cargo = mundo.cargo()
    mundo.convocar(cargo, quantos)
    return vencer(cargo)


def sem_efeito(cargo: Cargo, numero: str, **campos: Any) -> Evento:
    return servicos.nomeacao_tornar_sem_efeito(
        autor=mundo.operador(), nomeacao=mundo.aberta(cargo, numero), **mundo.registro(**campos)
    )


def desistir(cargo: Cargo, numero: str, **campos: Any) -> Evento:
    return servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, numero), **mundo.registro(**campos)
    )


def planejar(cargo: Cargo, quantidade: int = 1) -> Any:
    return servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=quantidade)


def a_repor(cargo: Cargo) -> set[int]:
    return vagas_do_lapso([cargo]).get(cargo.pk, set())


@pytest.mark.parametrize("perder", [sem_efeito, desistir])
def test_o_lapso_depois_da_validade_da_a_vaga_ao_seguinte(perder: Any) -> None:
    cargo = vencido()
    with pytest.raises(Recusa, match="A validade do concurso terminou"):
        planejar(cargo)

    perder(cargo, "N02")

    assert a_repor(cargo) == {2}
    evento = mundo.convocar(cargo, 1)
    # A geral alcança N03, que ocupava a cota: remaneja-se, e a cota passa a N07, na vaga reposta.
    assert mundo.ocupantes(cargo) == {1: ("N01", "ampla"), 2: ("N07", "cotas"), 3: ("N03", "ampla")}
    assert evento.motivo == (
        "Reposição depois da validade (vagas: 2): quem as tinha, chamado dentro dela, não tomou posse."
    )


def test_na_validade_a_convocacao_nao_leva_motivo() -> None:
    assert mundo.convocar(mundo.cargo(), 1).motivo == ""


def test_a_vaga_da_cota_repoe_se_pela_lista_especifica() -> None:
    cargo = vencido()
    sem_efeito(cargo, "N03")

    (chamada,) = planejar(cargo).chamadas

    assert (chamada.vaga, chamada.candidatura.inscricao.numero, chamada.ocupa) == (3, "N07", "cotas")


def test_reposta_a_vaga_acaba_o_direito() -> None:
    cargo = vencido()
    sem_efeito(cargo, "N02")
    mundo.convocar(cargo, 1)

    assert a_repor(cargo) == set()
    with pytest.raises(Recusa, match="já não se pode convocar"):
        planejar(cargo)


def test_o_prazo_de_quem_repos_nao_renova_o_direito() -> None:
    cargo = vencido()
    sem_efeito(cargo, "N02")
    mundo.convocar(cargo, 1)
    sem_efeito(cargo, "N07")

    with pytest.raises(Recusa, match="já não se pode convocar"):
        planejar(cargo)


def test_nao_se_chama_para_vaga_nova() -> None:
    cargo = vencido()
    sem_efeito(cargo, "N02")

    with pytest.raises(Recusa, match=r"ficaram sem posse \(2\), e este plano chamaria também para a vaga 4"):
        planejar(cargo, 2)


@pytest.mark.parametrize("dias", [0, 1])
def test_vaga_aberta_ainda_na_validade_nao_se_repoe_depois(dias: int) -> None:
    cargo = vencido()
    sem_efeito(cargo, "N02", data=FIM - timedelta(days=dias))

    assert a_repor(cargo) == set()
    with pytest.raises(Recusa, match="já não se pode convocar"):
        planejar(cargo)


def test_vaga_aberta_na_validade_vem_antes_na_ordem_e_impede() -> None:
    cargo = vencido()
    sem_efeito(cargo, "N01", data=FIM)
    sem_efeito(cargo, "N02")

    with pytest.raises(Recusa, match="chamaria também para a vaga 1"):
        planejar(cargo)


def test_no_dia_seguinte_ao_fim_ja_e_lapso() -> None:
    cargo = vencido()
    sem_efeito(cargo, "N02", data=FIM + timedelta(days=1))

    assert a_repor(cargo) == {2}


def test_quem_tomou_posse_e_depois_saiu_nao_deixa_direito() -> None:
    cargo = vencido()
    desistir(cargo, "N02")
    Nomeacao.objects.filter(candidatura=mundo.candidatura(cargo, "N02")).update(
        empossada_em=FIM, posse_documento="Termo nº 1"
    )

    assert a_repor(cargo) == set()


def test_final_de_fila_depois_da_validade_nao_da_direito() -> None:
    cargo = vencido()
    servicos.final_de_fila_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N02"), **mundo.registro()
    )

    assert a_repor(cargo) == set()


def test_conta_a_prorrogacao() -> None:
    cargo = vencido()
    sem_efeito(cargo, "N02", data=FIM + timedelta(days=2))
    cargo = vencer(cargo, prorrogado_ate=FIM + timedelta(days=5))

    assert a_repor(cargo) == set()


def test_sem_homologacao_nada_ha_a_repor() -> None:
    cargo = fabrica.cargo_publicado()

    assert vagas_do_lapso([cargo]) == {}
    assert not pode_convocar(cargo, mundo.HOJE)
