"""A vigia da preterição: o que está no banco contraria a ordem, o ato não passa e diz a quem prejudica."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.consultas import estado_do_cargo, frases_das_violacoes, violacoes_do_cargo
from nomeacoes.models import Evento, Nomeacao, Ocupacao, Vaga
from nomeacoes.servicos import convocacao as da_convocacao
from nucleo.erros import Conflito, Recusa
from nucleo.models import RegistroTrilha
from tests.nomeacoes import mundo
from tests.nomeacoes.certames_ao_acaso import Acaso

pytestmark = pytest.mark.django_db


def desistir(cargo: Cargo, numero: str) -> Evento:
    return servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, numero), **mundo.registro()
    )


def trocar(cargo: Cargo, vaga: int, numero: str) -> None:
    Nomeacao.objects.filter(vaga__cargo=cargo, vaga__numero=vaga).update(
        candidatura=mundo.candidatura(cargo, numero)
    )


def recusada(cargo: Cargo, numero: str = "N10") -> Recusa:
    """A recusa da desistência de quem nem foi chamado, e a prova de que nada ficou."""
    antes = Evento.objects.count(), RegistroTrilha.objects.count()
    with pytest.raises(Recusa) as recusa:
        desistir(cargo, numero)
    assert (Evento.objects.count(), RegistroTrilha.objects.count()) == antes
    return recusa.value


def test_pessoa_trocada_por_fora_impede_o_registro_seguinte_e_diz_quem_ficou_para_tras() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    trocar(cargo, 2, "N09")
    recusa = recusada(cargo)
    assert recusa.mensagem == (
        "Nada foi gravado. Na vaga 2, a inscrição N09 passaria à frente da inscrição N02, que esperava na "
        "lista da ampla concorrência (Constituição Federal, art. 37, IV). Avise a administração do sistema."
    )


def test_vaga_da_cota_dada_a_ampla_diz_o_cotista_e_a_lei() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    # A vaga 3, da cota, passa de N03 a N04, como se fosse da ampla.
    trocar(cargo, 3, "N04")
    Nomeacao.objects.filter(vaga__numero=3).update(ocupa="ampla")
    Ocupacao.objects.filter(nomeacao__vaga__numero=3).update(categoria="ampla")
    recusa = recusada(cargo)
    assert "a inscrição N04 passaria à frente da inscrição N03, que esperava na lista da cota" in (
        recusa.mensagem
    )
    assert "Lei 11.111/2021, art. 6º" in recusa.mensagem


def test_remanejamento_desfeito_por_fora_diz_quem_nao_conta_onde_devia() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    Nomeacao.objects.filter(vaga__numero=3).update(ocupa="cotas")
    assert "Na vaga 3, a inscrição N03: a pessoa não conta na lista em que devia contar." in (
        recusada(cargo).mensagem
    )


def test_nomeacao_posta_por_fora_e_dita_sem_convocacao() -> None:
    cargo = mundo.cargo()
    convocacao = mundo.convocar(cargo, 1)
    vaga = Vaga.objects.create(cargo=cargo, numero=2, categoria="ampla")
    posta = Nomeacao.objects.create(
        vaga=vaga,
        candidatura=mundo.candidatura(cargo, "N05"),
        evento=convocacao,
        ordem=9,
        categoria="ampla",
        ocupa="ampla",
    )
    Ocupacao.objects.create(
        nomeacao=posta, sequencia=1, categoria="ampla", causa=posta, desde=mundo.CONVOCADO_EM
    )
    recusa = recusada(cargo)
    assert "N05 passaria à frente da inscrição N02" in recusa.mensagem
    assert recusa.detalhes == ["Na vaga 2, a inscrição N05: a vaga foi dada sem convocação."]


def test_nomeacao_de_outro_cargo_nao_conta_neste() -> None:
    cargo, outro = mundo.cargo(), mundo.cargo()
    mundo.convocar(cargo, 2)
    alheia = mundo.convocar(outro, 1)
    Nomeacao.objects.filter(vaga__cargo=cargo, vaga__numero=2).update(evento=alheia, ordem=2)
    assert "a vaga foi dada sem convocação" in " ".join([(r := recusada(cargo)).mensagem, *r.detalhes])


def test_vaga_faltando_na_serie() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    Vaga.objects.create(cargo=cargo, numero=3, categoria="cotas")
    assert recusada(cargo).mensagem.startswith(
        "Nada foi gravado. Na vaga 3: a vaga falta, sobra ou não tem a categoria que devia."
    )


def test_engano_ao_gravar_a_convocacao_desfaz_tudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """O plano está certo e a gravação, errada: só a leitura do que ficou no banco o vê."""
    cargo = mundo.cargo()
    gravar = da_convocacao.gravar_chamadas

    def gravar_errado(plano: Any, evento: Evento) -> list[Nomeacao]:
        nomeacoes = gravar(plano, evento)
        trocar(cargo, 1, "N08")
        return nomeacoes

    monkeypatch.setattr(da_convocacao, "gravar_chamadas", gravar_errado)
    with pytest.raises(Recusa, match="a inscrição N08 passaria à frente da inscrição N01"):
        mundo.convocar(cargo, 2)
    assert not Evento.objects.exists()
    assert not Nomeacao.objects.exists()
    assert not Vaga.objects.exists()


def test_a_convocacao_impedida_pela_divergencia_diz_tambem_a_quem_prejudica() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    trocar(cargo, 2, "N09")
    with pytest.raises(Conflito) as conflito:
        mundo.convocar(cargo, 1)
    assert any("N09 passaria à frente da inscrição N02" in frase for frase in conflito.value.detalhes)


def test_perda_que_nao_se_gravou() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    desistir(cargo, "N02")
    Nomeacao.objects.filter(vaga__numero=2).update(situacao="convocada", encerrada_por=None)
    assert "Na vaga 2, a inscrição N02: a vaga foi perdida, ou conservada" in recusada(cargo).mensagem


def test_caminho_usual_com_toda_especie_de_registro_passa() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    desistir(cargo, "N01")
    dados = {"autor": mundo.operador(), **mundo.registro()}
    servicos.nao_confirmacao_registrar(candidatura=mundo.candidatura(cargo, "N07"), **dados)
    servicos.final_de_fila_registrar(candidatura=mundo.candidatura(cargo, "N02"), **dados)
    mundo.convocar(cargo, 8, data=mundo.HOJE)
    assert violacoes_do_cargo(estado_do_cargo(cargo)) == ()


def test_certames_ao_acaso_nao_tem_violacao() -> None:
    acaso = Acaso(Random(11))
    conferidas = 0
    for _ in range(40):
        estado = estado_do_cargo(acaso.cargo())
        violacoes = violacoes_do_cargo(estado)
        assert violacoes == (), frases_das_violacoes(violacoes, estado.regras)
        conferidas += len(estado.apuracao.chamadas)
    assert conferidas > 100


def test_le_o_banco_em_duas_consultas(django_assert_num_queries: Any) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 8)
    estado = estado_do_cargo(cargo)
    with django_assert_num_queries(2):
        violacoes_do_cargo(estado)


def test_de_muitas_violacoes_dizem_se_as_primeiras(monkeypatch: pytest.MonkeyPatch) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    Nomeacao.objects.filter(vaga__numero__lte=3).update(categoria="pcd")
    monkeypatch.setattr("nomeacoes.consultas.vigia.MAIS_FRASES", 2)
    recusa = recusada(cargo)
    assert len(recusa.detalhes) == 2
    assert recusa.detalhes[-1].startswith("E mais ")
