"""Desistência, sem efeito, não confirmação, final de fila e posse."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from concursos.enums import EfeitoDaNaoConfirmacao
from nomeacoes import servicos
from nomeacoes.models import Ato, Evento, Nomeacao
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from tests import fabrica
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db


def desistir(cargo: object, numero: str, **campos: object) -> Evento:
    return servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, numero), **mundo.registro(**campos)
    )


def assinar(evento: Evento) -> None:
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)


def nomeado(numero: str = "N01") -> Nomeacao:
    cargo = mundo.cargo()
    assinar(mundo.convocar(cargo, 3))
    return mundo.aberta(cargo, numero)


# -- Desistência ----------------------------------------------------------------------------------


def test_desistencia_encerra_a_nomeacao_e_abre_a_vaga() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    evento = desistir(cargo, "N03")
    nomeacao = Nomeacao.objects.get(vaga__numero=3)
    assert (nomeacao.situacao, nomeacao.encerrada_por) == ("encerrada", evento)
    assert sorted(mundo.ocupantes(cargo)) == [1, 2]


def test_vaga_reservada_perdida_vai_ao_cotista_seguinte() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    desistir(cargo, "N03")
    mundo.convocar(cargo, 1, data=mundo.HOJE)
    assert mundo.ocupantes(cargo)[3] == ("N07", "cotas")
    citacoes = [f["citacao"] for f in mundo.aberta(cargo, "N07").fundamentos]
    assert "Lei 11.111/2021, art. 4º, § 2º" in citacoes


def test_desistencia_cancela_so_a_minuta_dela() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3, pronta=False)
    desistir(cargo, "N03")
    situacoes = dict(Ato.objects.values_list("nomeacao__candidatura__inscricao__numero", "situacao"))
    assert situacoes == {"N01": "minuta", "N02": "minuta", "N03": "cancelado"}


def test_desistencia_nao_toca_o_ato_assinado() -> None:
    cargo = mundo.cargo()
    assinar(mundo.convocar(cargo, 1))
    desistir(cargo, "N01")
    assert Ato.objects.get().situacao == "assinado"


def test_desistencia_de_quem_nao_foi_chamado_tira_da_fila() -> None:
    cargo = mundo.cargo()
    desistir(cargo, "N01")
    mundo.convocar(cargo, 1)
    assert mundo.ocupantes(cargo) == {1: ("N02", "ampla")}


def test_desistencia_deixa_trilha() -> None:
    cargo = mundo.cargo()
    evento = desistir(cargo, "N01")
    registro = RegistroTrilha.objects.get(acao="nomeacoes.desistencia")
    assert registro.objeto_id == str(evento.pk)


def test_quem_ja_saiu_nao_desiste_de_novo() -> None:
    cargo = mundo.cargo()
    desistir(cargo, "N01")
    with pytest.raises(Recusa, match="Não é possível registrar"):
        desistir(cargo, "N01")
    assert Evento.objects.count() == 1


@pytest.mark.parametrize(
    ("campos", "motivo"),
    [
        ({"data": mundo.HOJE + timedelta(days=1)}, "no futuro"),
        ({"data": mundo.HOMOLOGADO_EM - timedelta(days=1)}, "anterior à homologação"),
        ({"motivo": "  "}, "motivo"),
        ({"documento": " "}, "documento"),
    ],
)
def test_registro_incompleto_ou_com_data_sem_sentido(campos: dict[str, object], motivo: str) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match=motivo):
        desistir(cargo, "N01", **campos)


def test_data_de_quem_nao_foi_chamado_conta_da_homologacao() -> None:
    cargo = mundo.cargo()
    with pytest.raises(Recusa, match="anterior à homologação"):
        desistir(cargo, "N01", data=mundo.HOMOLOGADO_EM - timedelta(days=1))


def test_no_dia_da_convocacao_pode_se_desistir() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    assert desistir(cargo, "N01", data=mundo.CONVOCADO_EM).data == mundo.CONVOCADO_EM


def test_depois_da_posse_nao_ha_desistencia() -> None:
    nomeacao = nomeado()
    servicos.posse_registrar(
        autor=mundo.operador(), nomeacao=nomeacao, data=mundo.HOJE, documento="Termo nº 1"
    )
    with pytest.raises(Recusa, match="não cabe a uma nomeação “empossada”"):
        servicos.desistencia_registrar(
            autor=mundo.operador(), candidatura=nomeacao.candidatura, **mundo.registro()
        )


@pytest.mark.parametrize("papel", [Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR, Papel.ADMINISTRADOR])
def test_so_o_operador_registra(papel: Papel) -> None:
    cargo = mundo.cargo()
    with pytest.raises(PermissionDenied):
        servicos.desistencia_registrar(
            autor=fabrica.autor(papel), candidatura=mundo.candidatura(cargo, "N01"), **mundo.registro()
        )


# -- Sem efeito -----------------------------------------------------------------------------------


def test_sem_efeito_encerra_e_abre_a_vaga() -> None:
    nomeacao = nomeado()
    servicos.nomeacao_tornar_sem_efeito(autor=mundo.operador(), nomeacao=nomeacao, **mundo.registro())
    nomeacao.refresh_from_db()
    assert nomeacao.situacao == "encerrada"
    assert nomeacao.encerrada_por.tipo == "sem_efeito"


def test_sem_efeito_de_nomeacao_encerrada_e_recusa() -> None:
    nomeacao = nomeado()
    servicos.nomeacao_tornar_sem_efeito(autor=mundo.operador(), nomeacao=nomeacao, **mundo.registro())
    nomeacao.refresh_from_db()
    with pytest.raises(Recusa, match="não cabe a uma nomeação “encerrada”"):
        servicos.nomeacao_tornar_sem_efeito(autor=mundo.operador(), nomeacao=nomeacao, **mundo.registro())


def test_sem_efeito_nao_alcanca_a_nomeacao_que_outro_registro_acabou_de_encerrar() -> None:
    """Duas telas abertas: numa a pessoa pede o fim da fila; a outra não a pode tirar do concurso."""
    na_outra_tela = nomeado()
    servicos.final_de_fila_registrar(
        autor=mundo.operador(), candidatura=na_outra_tela.candidatura, **mundo.registro()
    )
    with pytest.raises(Recusa, match="não cabe a uma nomeação “encerrada”"):
        servicos.nomeacao_tornar_sem_efeito(
            autor=mundo.operador(), nomeacao=na_outra_tela, **mundo.registro()
        )
    assert not Evento.objects.filter(tipo="sem_efeito").exists()


# -- Não confirmação e final de fila ------------------------------------------------------------


def nao_confirmar(cargo: object, numero: str) -> Evento:
    return servicos.nao_confirmacao_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, numero), **mundo.registro()
    )


def test_nao_confirmado_que_conta_na_cota_perde_a_vaga() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    nao_confirmar(cargo, "N03")
    assert sorted(mundo.ocupantes(cargo)) == [1, 2]


def test_nao_confirmado_que_conta_na_ampla_fica_na_vaga() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    nao_confirmar(cargo, "N03")
    assert mundo.ocupantes(cargo)[3] == ("N03", "ampla")


def test_nao_confirmado_pode_ser_chamado_de_novo_pela_ampla() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    nao_confirmar(cargo, "N03")
    mundo.convocar(cargo, 2, data=mundo.HOJE)
    assert mundo.ocupantes(cargo)[3] == ("N07", "cotas")
    assert mundo.ocupantes(cargo)[4] == ("N03", "ampla")
    assert Nomeacao.objects.filter(candidatura=mundo.candidatura(cargo, "N03")).count() == 2


def test_onde_o_edital_elimina_a_nao_confirmada_sai_do_concurso() -> None:
    cargo = mundo.cargo(nao_confirmacao=EfeitoDaNaoConfirmacao.ELIMINA)
    # N03 já conta na ampla: onde o edital só a tirasse da cota, ficaria na vaga.
    mundo.convocar(cargo, 4)
    nao_confirmar(cargo, "N03")
    assert 3 not in mundo.ocupantes(cargo)
    mundo.convocar(cargo, 5)
    assert "N03" not in {quem for quem, _ in mundo.ocupantes(cargo).values()}


def test_nao_confirmacao_de_quem_nao_e_cotista_e_recusa() -> None:
    with pytest.raises(Recusa, match="Não é possível registrar"):
        nao_confirmar(mundo.cargo(), "N01")


def test_final_de_fila_vai_para_o_fim_e_abre_a_vaga() -> None:
    cargo = mundo.cargo("aaa", vagas=5, cotas=1)
    mundo.convocar(cargo, 1)
    servicos.final_de_fila_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N01"), **mundo.registro()
    )
    mundo.convocar(cargo, 3, data=mundo.HOJE)
    assert mundo.ocupantes(cargo) == {1: ("N02", "ampla"), 2: ("N03", "ampla"), 3: ("N01", "ampla")}


def test_final_de_fila_so_uma_vez() -> None:
    cargo = mundo.cargo()
    dados = {"autor": mundo.operador(), "candidatura": mundo.candidatura(cargo, "N01"), **mundo.registro()}
    servicos.final_de_fila_registrar(**dados)
    with pytest.raises(Recusa):
        servicos.final_de_fila_registrar(**dados)


# -- Posse ----------------------------------------------------------------------------------------


def test_posse_registra_data_e_termo() -> None:
    nomeacao = servicos.posse_registrar(
        autor=mundo.operador(), nomeacao=nomeado(), data=mundo.HOJE, documento=" Termo nº 1 "
    )
    assert (nomeacao.situacao, nomeacao.empossada_em, nomeacao.posse_documento) == (
        "empossada",
        mundo.HOJE,
        "Termo nº 1",
    )


def test_sem_ato_assinado_nao_ha_posse() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match="está “convocada”"):
        servicos.posse_registrar(
            autor=mundo.operador(), nomeacao=mundo.aberta(cargo, "N01"), data=mundo.HOJE, documento="Termo"
        )


def test_posse_nao_vem_antes_da_assinatura() -> None:
    with pytest.raises(Recusa, match="anterior à assinatura"):
        servicos.posse_registrar(
            autor=mundo.operador(),
            nomeacao=nomeado(),
            data=mundo.HOJE - timedelta(days=1),
            documento="Termo",
        )


def test_posse_pede_o_termo() -> None:
    with pytest.raises(Recusa, match="documento"):
        servicos.posse_registrar(autor=mundo.operador(), nomeacao=nomeado(), data=mundo.HOJE, documento=" ")
