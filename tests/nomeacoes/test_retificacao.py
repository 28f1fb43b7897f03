"""Lista retificada depois de convocações: registra-se, nada se desfaz, e diz-se antes quem muda."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from candidatos.models import Classificacao, Colocacao
from candidatos.servicos import retificacao as da_banca
from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.consultas import diferenca_do_cargo, estado_do_cargo, planejar, violacoes_do_cargo
from nomeacoes.consultas.memoria import memoria_interna, memoria_publica
from nomeacoes.consultas.remedios import remedios_do_plano, remedios_pendentes
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Ato, Evento, Nomeacao
from nucleo.erros import Conflito, Recusa
from nucleo.models import RegistroTrilha
from tests.candidatos import test_retificacao_do_resultado as banca
from tests.candidatos.importacao.caminho import parado
from tests.nomeacoes import mundo, retificado
from tests.nomeacoes.retificado import NOTAS, SOBE_N4, comparar, efeitos, pedir, retificar, tipos
from tests.nomeacoes.test_memoria import lido, simular
from tests.nomeacoes.test_reconferencia import sem_gatilhos

pytestmark = pytest.mark.django_db


@pytest.fixture
def cargo() -> Cargo:
    return retificado.cargo()


def retrato() -> tuple[list[Any], list[Any], list[Any]]:
    """As nomeações e os atos, inteiros."""
    return (
        list(Nomeacao.objects.order_by("pk").values_list()),
        list(Ato.objects.order_by("pk").values_list()),
        list(Evento.objects.filter(tipo="convocar").order_by("pk").values_list()),
    )


def desistir(cargo: Cargo, numero: str) -> Evento:
    return servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, numero), **mundo.registro()
    )


# -- O que se grava --------------------------------------------------------------------------------


def test_a_lista_e_o_registro_gravam_se_juntos(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    feita = retificar(cargo, SOBE_N4)
    evento = Evento.objects.get(tipo=TipoDoEvento.RETIFICACAO)
    assert tipos(cargo) == ["convocar", "retificacao"]
    assert evento.classificacao == Classificacao.objects.get(cargo=cargo, situacao="homologada")
    assert (evento.data, evento.motivo) == (mundo.HOJE, "Recurso provido contra a questão 31.")
    assert evento.documento == f"Retificação nº {feita.numero} do resultado, Diário Oficial nº 9"
    assert evento.autor == feita.autor


def test_ninguem_perde_a_vaga_e_nenhum_ato_muda(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    antes = retrato()
    retificar(cargo, SOBE_N4)
    assert retrato() == antes


def test_cargo_sem_registros_so_muda_de_lista(cargo: Cargo) -> None:
    retificar(cargo, SOBE_N4)
    assert tipos(cargo) == []
    mundo.convocar(cargo, 2)
    assert mundo.ocupantes(cargo) == {1: ("N1", "ampla"), 2: ("N4", "ampla")}


def test_o_registro_fica_na_trilha(cargo: Cargo) -> None:
    mundo.convocar(cargo, 1)
    retificar(cargo, SOBE_N4)
    trilha = RegistroTrilha.objects.get(acao="nomeacoes.retificacao")
    assert trilha.depois["classificacao"] == 2


def test_se_o_gravado_ja_nao_era_o_da_ordem_nada_se_grava(cargo: Cargo) -> None:
    mundo.convocar(cargo, 1)
    Nomeacao.objects.update(candidatura=mundo.candidatura(cargo, "N3"))
    importacao = comparar(cargo, SOBE_N4)
    pedir(importacao)
    with pytest.raises(Conflito, match="Nada foi gravado: na vaga 1"):
        banca.retificar(importacao)
    assert tipos(cargo) == ["convocar"]
    assert Classificacao.objects.get(cargo=cargo).situacao == "homologada"


# -- O que se mostra antes -------------------------------------------------------------------------


def test_diz_quem_esta_em_vaga_que_nao_ocuparia(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    vistos = efeitos(comparar(cargo, SOBE_N4), cargo)
    (afetado,) = vistos.em_vaga
    assert (afetado.numero, afetado.antes, afetado.depois) == ("N2", 2, 3)
    assert afetado.hoje == "convocada, na vaga 2, pela ampla concorrência"
    assert afetado.seria == "não teria sido chamada"
    assert "contraditório e ampla defesa" in afetado.remedio
    assert vistos.iguais == 1


def test_diz_quem_foi_preterido_e_o_remedio(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    (afetado,) = efeitos(comparar(cargo, SOBE_N4), cargo).preteridos
    assert (afetado.numero, afetado.antes, afetado.depois) == ("N4", 4, 2)
    assert afetado.seria == "teria sido chamada para a vaga 2"
    assert afetado.remedio.startswith("É da próxima chamada, para a vaga 3. Tem direito à nomeação")


def test_diz_de_quem_passa_a_ser_a_proxima_chamada(cargo: Cargo) -> None:
    mundo.convocar(cargo, 1)
    vistos = efeitos(comparar(cargo, SOBE_N4), cargo)
    assert vistos.proxima == (
        "A próxima chamada, hoje de RUI LIMA (N2) (vaga 2), passa a ser de IVO PAZ (N4), para a vaga 2."
    )


def test_quem_so_mudaria_de_vaga_continua_na_que_tem(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    vistos = efeitos(comparar(cargo, NOTAS | {"N2": "99,00"}), cargo)
    assert [(cada.numero, cada.seria) for cada in vistos.em_vaga] == [
        ("N1", "teria sido chamada para a vaga 2"),
        ("N2", "teria sido chamada para a vaga 1"),
    ]
    assert vistos.em_vaga[0].remedio.startswith("Continua na vaga em que está")
    assert vistos.preteridos == ()


def test_a_reserva_por_que_alguem_seria_chamado_nao_se_diz_dele(cargo: Cargo) -> None:
    """N4, cotista, teria a vaga 3, da cota, se não a tivesse tido N2: isso diz o que declarou."""
    mundo.convocar(cargo, 3)
    assert mundo.ocupantes(cargo)[3] == ("N4", "cotas")
    notas = NOTAS | {"N2": "60,00", "N4": "40,00", "N3": "96,00"}
    vistos = efeitos(comparar(cargo, notas), cargo)
    assert [cada.numero for cada in vistos.preteridos] == ["N3"]
    assert ("N2", "teria sido chamada para a vaga 3") in [(c.numero, c.seria) for c in vistos.em_vaga]


def test_so_muda_a_ordem_abaixo_dos_chamados_e_nao_ha_efeito(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    vistos = efeitos(comparar(cargo, NOTAS | {"N4": "87,00"}), cargo)
    assert (vistos.em_vaga, vistos.preteridos, vistos.iguais) == ((), (), 2)


def test_quem_sai_da_lista_continua_na_vaga(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    importacao = comparar(cargo, NOTAS | {"N1": "40,00"})
    (afetado,) = efeitos(importacao, cargo).em_vaga[:1]
    assert (afetado.numero, afetado.depois, afetado.seria) == ("N1", None, "não teria sido chamada")
    pedir(importacao)
    banca.retificar(importacao)
    assert mundo.ocupantes(cargo)[1] == ("N1", "ampla")
    assert violacoes_do_cargo(estado_do_cargo(cargo)) == ()


def test_quem_nunca_esteve_na_lista_e_devia_ja_ter_sido_chamado(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    importacao = comparar(cargo, NOTAS | {"N9": "99,00"})
    (afetado,) = efeitos(importacao, cargo).preteridos
    assert (afetado.numero, afetado.antes, afetado.depois) == ("N9", None, 1)
    pedir(importacao)
    banca.retificar(importacao)
    mundo.convocar(cargo, 1)
    assert mundo.ocupantes(cargo)[3] == ("N9", "cotas")


def test_quem_desistiu_nao_foi_preterido(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    desistir(cargo, "N4")
    vistos = efeitos(comparar(cargo, SOBE_N4), cargo)
    assert vistos.preteridos == ()


def test_registro_de_quem_a_lista_nova_ja_nao_traz_nao_impede_a_conta(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    desistir(cargo, "N1")
    vistos = efeitos(comparar(cargo, NOTAS | {"N1": "40,00"}), cargo)
    assert [cada.numero for cada in vistos.preteridos] == ["N3"]


def test_no_cargo_extinto_nao_se_promete_chamada(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    servicos.acontecimento_registrar(
        autor=mundo.operador(),
        cargo=cargo,
        acontecimento=servicos.Acontecimento(tipo=TipoDoEvento.EXTINCAO, **mundo.registro()),
    )
    vistos = efeitos(comparar(cargo, SOBE_N4), cargo)
    assert vistos.proxima == "Depois disto não há quem chamar."
    assert vistos.preteridos[0].hoje == "já não se convoca para o cargo"
    retificar(cargo, SOBE_N4)
    assert [cada.vez for cada in remedios_pendentes(estado_do_cargo(cargo))] == ["sem vez prevista"]


# -- O que se viu é o que se grava -----------------------------------------------------------------


def test_chamada_depois_da_comparacao_impede_o_pedido(cargo: Cargo) -> None:
    mundo.convocar(cargo, 1)
    importacao = comparar(cargo, SOBE_N4)
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa) as recusa:
        pedir(importacao)
    assert "depois da comparação: compare de novo" in recusa.value.detalhes[0]


def test_primeira_chamada_depois_da_comparacao_tambem(cargo: Cargo) -> None:
    importacao = comparar(cargo, SOBE_N4)
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match="não pode ser retificado"):
        pedir(importacao)


def test_chamada_depois_do_pedido_impede_o_ato(cargo: Cargo) -> None:
    mundo.convocar(cargo, 1)
    importacao = comparar(cargo, SOBE_N4)
    pedir(importacao)
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match="não pode ser retificado"):
        banca.retificar(importacao)
    assert tipos(cargo) == ["convocar", "convocar"]


def test_o_plano_visto_antes_da_retificacao_ja_nao_se_confirma(cargo: Cargo) -> None:
    mundo.convocar(cargo, 1)
    autor = mundo.autoridade()
    plano = servicos.convocacao_planejar(autor=autor, cargo=cargo, quantidade=1)
    retificar(cargo, SOBE_N4)
    with pytest.raises(Conflito, match="O plano mudou"):
        servicos.convocacao_confirmar(
            autor=autor, cargo=cargo, quantidade=1, versao=plano.versao, data=mundo.HOJE
        )


def test_comparada_de_novo_depois_da_chamada_pode_retificar_se(cargo: Cargo) -> None:
    mundo.convocar(cargo, 1)
    importacao = comparar(cargo, SOBE_N4)
    mundo.convocar(cargo, 1)
    da_banca.retificacao_comparar(autor=mundo.operador(), importacao=importacao, progresso=parado)
    importacao.refresh_from_db()
    pedir(importacao)
    banca.retificar(importacao)
    assert tipos(cargo) == ["convocar", "convocar", "retificacao"]


def test_os_efeitos_ficam_como_se_viram(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    importacao = comparar(cargo, SOBE_N4)
    vistos = efeitos(importacao, cargo)
    pedir(importacao)
    banca.retificar(importacao)
    mundo.convocar(cargo, 1)
    importacao.refresh_from_db()
    assert efeitos(importacao, cargo) == vistos


# -- O que vem depois ------------------------------------------------------------------------------


def test_a_proxima_chamada_remedeia(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    retificar(cargo, SOBE_N4)
    mundo.convocar(cargo, 1)
    assert mundo.ocupantes(cargo) == {1: ("N1", "ampla"), 2: ("N2", "ampla"), 3: ("N4", "cotas")}
    assert diferenca_do_cargo(cargo) == ""


def test_o_remedio_espera_ate_que_se_chame(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    retificar(cargo, SOBE_N4)
    (pendente,) = remedios_pendentes(estado_do_cargo(cargo))
    assert pendente.candidatura.inscricao.numero == "N4"
    assert pendente.vez == "é da próxima chamada, para a vaga 3"
    mundo.convocar(cargo, 1)
    assert remedios_pendentes(estado_do_cargo(cargo)) == ()


def test_o_plano_diz_o_que_remedeia_e_o_que_deixa(cargo: Cargo) -> None:
    mundo.convocar(cargo, 3)
    retificar(cargo, NOTAS | {"N9": "99,00", "N5": "98,00"})
    estado = estado_do_cargo(cargo)
    um, dois = remedios_do_plano(planejar(estado, 1)), remedios_do_plano(planejar(estado, 2))
    assert [c.candidatura.inscricao.numero for c in um.chamados] == ["N9"]
    assert [c.candidatura.inscricao.numero for c in um.deixados] == ["N5"]
    assert len(dois.chamados) == 2
    assert dois.deixados == ()


def test_quem_desiste_depois_ja_nao_tem_o_que_remediar(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    retificar(cargo, SOBE_N4)
    desistir(cargo, "N4")
    assert remedios_pendentes(estado_do_cargo(cargo)) == ()


def test_duas_retificacoes_seguidas(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    retificar(cargo, SOBE_N4)
    retificar(cargo, SOBE_N4 | {"N4": "80,00"})
    assert tipos(cargo) == ["convocar", "retificacao", "retificacao"]
    # A segunda repõe a ordem por que se chamou: já não há preterido.
    assert remedios_pendentes(estado_do_cargo(cargo)) == ()
    assert diferenca_do_cargo(cargo) == ""
    mundo.convocar(cargo, 2)
    assert mundo.ocupantes(cargo)[3] == ("N4", "cotas")
    assert mundo.ocupantes(cargo)[4] == ("N3", "ampla")


def test_desfaz_se_registro_anterior_a_retificacao(cargo: Cargo) -> None:
    mundo.convocar(cargo, 2)
    desistencia = desistir(cargo, "N2")
    retificar(cargo, SOBE_N4)
    servicos.evento_desfazer(autor=mundo.operador(), evento=desistencia, **mundo.registro())
    assert mundo.ocupantes(cargo) == {1: ("N1", "ampla"), 2: ("N2", "ampla")}
    assert diferenca_do_cargo(cargo) == ""


def test_a_retificacao_nao_se_desfaz(cargo: Cargo) -> None:
    mundo.convocar(cargo, 1)
    retificar(cargo, SOBE_N4)
    evento = Evento.objects.get(tipo=TipoDoEvento.RETIFICACAO)
    with pytest.raises(Recusa, match="não se desfaz"):
        servicos.evento_desfazer(autor=mundo.operador(), evento=evento, **mundo.registro())


# -- Memória e reconferência -----------------------------------------------------------------------


@pytest.fixture
def com_historia(cargo: Cargo) -> Cargo:
    """Chamada, retificação, chamada, outra retificação e outra chamada."""
    mundo.convocar(cargo, 2)
    retificar(cargo, SOBE_N4 | {"N9": "94,00"})
    mundo.convocar(cargo, 1)
    retificar(cargo, SOBE_N4 | {"N9": "40,00", "N3": "97,00"})
    mundo.convocar(cargo, 1)
    return cargo


def test_o_ato_diz_o_lugar_na_lista_por_que_se_chamou(cargo: Cargo) -> None:
    """N2 era o segundo quando se chamou; assina-se depois de a lista nova já não o trazer."""
    chamada = mundo.convocar(cargo, 2)
    retificar(cargo, NOTAS | {"N2": "40,00"})
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=chamada)
    lugares = {
        ato.contexto["candidato"]["inscricao"]: ato.contexto["lugar_geral"] for ato in mundo.atos(chamada)
    }
    assert lugares == {"N1": 1, "N2": 2}


def test_o_ato_de_quem_se_chama_depois_diz_o_lugar_na_lista_nova(cargo: Cargo) -> None:
    mundo.convocar(cargo, 1)
    retificar(cargo, SOBE_N4)
    seguinte = mundo.convocar(cargo, 1, data=mundo.HOJE)
    assert [
        (ato.contexto["candidato"]["inscricao"], ato.contexto["lugar_geral"]) for ato in mundo.atos(seguinte)
    ] == [("N4", 2)]


@pytest.mark.parametrize("fazer", [memoria_publica, memoria_interna])
def test_a_memoria_leva_a_lista_de_cada_retificacao_e_refaz_a_ordem(
    com_historia: Cargo, fazer: Any, tmp_path: Path
) -> None:
    memoria = fazer(com_historia)
    arquivo = tmp_path / "caso.yaml"
    arquivo.write_bytes(memoria.octetos)
    dados = lido(memoria)
    assert [e["tipo"] for e in dados["eventos"]] == [
        *("convocar", "retificacao", "convocar", "retificacao", "convocar")
    ]
    (resposta,) = simular([arquivo])
    for chamada in resposta["chamadas"]:
        del chamada["fundamento"]
    assert {chave: resposta[chave] for chave in dados["esperado"]} == dados["esperado"]


def test_a_publica_leva_as_listas_em_ordem_e_nada_mais(com_historia: Cargo) -> None:
    dados = lido(memoria_publica(com_historia))
    assert [c["id"] for c in dados["candidatos"]] == ["N1", "N2", "N3", "N4"]
    primeira, segunda = (e["candidatos"] for e in dados["eventos"] if e["tipo"] == "retificacao")
    assert [c["id"] for c in primeira] == ["N1", "N9", "N4", "N2", "N3", "N5"]
    assert [c["id"] for c in segunda] == ["N3", "N1", "N4", "N2", "N5"]
    assert "92" not in json.dumps(primeira)
    assert "motivo" not in dados["eventos"][1]


def test_a_interna_leva_as_notas_de_cada_lista(com_historia: Cargo) -> None:
    dados = lido(memoria_interna(com_historia))
    antes = {c["id"]: c["pontos"] for c in dados["candidatos"]}
    depois = {c["id"]: c["pontos"] for c in dados["eventos"][1]["candidatos"]}
    assert (antes["N4"], depois["N4"]) == ("80.00", "92.00")
    assert "N9" not in antes


def test_a_reconferencia_refaz_tambem_a_lista_que_se_retificou(com_historia: Cargo) -> None:
    assert diferenca_do_cargo(com_historia) == ""
    linha = Colocacao.objects.filter(classificacao__cargo=com_historia, classificacao__versao=1)
    sem_gatilhos("candidatos_colocacao")
    linha.filter(ordem=2).update(nota="1.00")
    assert diferenca_do_cargo(com_historia).startswith("Na lista de versão 1, já retificada, na 2ª linha")
