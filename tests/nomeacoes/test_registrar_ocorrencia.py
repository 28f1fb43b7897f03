"""Registrar em dois passos: o que se mostra antes, o que envelhece, o que a trilha cala, o que o ato diz."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.consultas import planejar
from nomeacoes.consultas.consequencia import Consequencia
from nomeacoes.consultas.estado import estado_do_cargo
from nomeacoes.consultas.opcoes import opcoes_por_registrar
from nomeacoes.documentos import atos_com_tudo, pdf_do_ato
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento, Nomeacao
from nucleo.erros import Conflito, Recusa
from nucleo.models import RegistroTrilha
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.test_acontecimentos import (
    PROCESSO,
    acontecer,
    chamados,
    confere,
    desistir,
    pedido,
)
from tests.nomeacoes.test_pdf import texto

pytestmark = pytest.mark.django_db

T = TipoDoEvento
# N05 está nas duas listas específicas; N06 só na da cota, N07 só na de PcD. Cota nas vagas 3 e 8, PcD na 5.
NAS_DUAS = "aaaadcpaaa"


def nas_duas() -> Cargo:
    return mundo.cargo(NAS_DUAS, vagas=10, cotas=2, pcd=1)


def conferir(cargo: Cargo, tipo: TipoDoEvento, numero: str = "", **campos: Any) -> Consequencia:
    return servicos.acontecimento_conferir(
        autor=mundo.operador(), cargo=cargo, acontecimento=pedido(cargo, tipo, numero, **campos)
    )


def mudancas(consequencia: Consequencia) -> list[tuple[str, str, str]]:
    return [(m.candidatura.inscricao.numero, m.hoje, m.depois) for m in consequencia.mudancas]


# -- O que se mostra antes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tipo", "campos", "depois", "frase"),
    [
        (T.DESISTENCIA, {}, "fora do concurso", "deixa a vaga 2, que se abre."),
        (T.SEM_EFEITO, {}, "fora do concurso", "deixa a vaga 2, que se abre."),
        (T.FALECIMENTO, {}, "fora do concurso", "deixa a vaga 2, que se abre."),
        (T.FINAL_DE_FILA, {}, "na lista: a sua vez vem na 9ª chamada", "deixa a vaga 2, que se abre."),
        (
            T.SUB_JUDICE,
            {"processo": PROCESSO, "efeito": "ocupa"},
            "na vaga 2, sub judice",
            "Chegada a vez, a pessoa ocupa a vaga, e o ato diz que é sub judice.",
        ),
        (
            T.CONDICIONAL,
            {},
            "na vaga 2, condicional",
            "A pessoa conserva o lugar; chamada, a falta de posse não lhe tira a vaga.",
        ),
    ],
)
def test_de_quem_tem_vaga_diz_o_que_lhe_acontece(
    tipo: TipoDoEvento, campos: dict[str, Any], depois: str, frase: str
) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    previsto = conferir(cargo, tipo, "N02", **campos)
    assert mudancas(previsto) == [("N02", "na vaga 2", depois)]
    assert any(dita.endswith(frase) for dita in previsto.frases)
    assert not Evento.objects.filter(tipo=tipo).exists()


def test_a_vaga_que_se_abre_muda_a_proxima_chamada() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    nome = mundo.candidatura(cargo, "N03").inscricao.candidato.nome
    previsto = conferir(cargo, T.DESISTENCIA, "N02")
    assert f"passa a ser de {nome} (N03), para a vaga 2." in previsto.frases[-1]
    assert "(vaga 3)" in previsto.frases[-1]


@pytest.mark.parametrize(
    ("desfecho", "frase", "hoje", "depois"),
    [
        ("definitiva", "fica firme", "em vaga espelhada da 1", "na lista: a próxima chamada é a sua"),
        ("extinta", "pelo resultado do edital", "em vaga espelhada da 1", "a próxima chamada é a sua"),
        ("revogada", "Cai o que a decisão tinha dado", "em vaga espelhada da 1", "fora do concurso"),
    ],
)
def test_fim_do_sub_judice_diz_o_que_cada_desfecho_faz_do_espelho(
    desfecho: str, frase: str, hoje: str, depois: str
) -> None:
    cargo = mundo.cargo("aaaaa", vagas=2)
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="espelho")
    mundo.convocar(cargo, 1)
    fim = {"processo": PROCESSO, "desfecho": desfecho}
    previsto = conferir(cargo, T.FIM_SUB_JUDICE, "N01", **fim)
    ((_, antes, sera),) = mudancas(previsto)
    assert antes.startswith(hoje)
    assert depois in sera
    assert any(frase in dita for dita in previsto.frases)
    acontecer(cargo, T.FIM_SUB_JUDICE, "N01", **fim)
    espelhada = Nomeacao.objects.get(espelho=True)
    assert espelhada.encerrada_por.tipo == T.FIM_SUB_JUDICE
    assert confere(cargo)


def test_ordem_judicial_diz_depois_de_quem_e_quanto_a_vez_se_aproxima() -> None:
    cargo = mundo.cargo("a" * 10)
    dados = {"processo": PROCESSO, "apos": mundo.candidatura(cargo, "N02")}
    previsto = conferir(cargo, T.ORDEM_JUDICIAL, "N09", **dados)
    nome = mundo.candidatura(cargo, "N02").inscricao.candidato.nome
    assert previsto.frases[0].startswith(f"A pessoa fica logo depois de {nome} (N02).")
    assert mudancas(previsto) == [
        (
            "N09",
            "na lista: a sua vez vem na 9ª chamada",
            "na lista: a sua vez vem na 3ª chamada, por ordem judicial",
        )
    ]
    acontecer(cargo, T.ORDEM_JUDICIAL, "N09", **dados)
    mundo.convocar(cargo, 4)
    assert [numero for _, numero, _ in chamados(cargo)] == ["N01", "N02", "N09", "N03"]
    assert confere(cargo)


def test_ordem_que_cai_devolve_a_pessoa_ao_seu_lugar_e_abre_a_vaga() -> None:
    cargo = mundo.cargo("a" * 5)
    acontecer(cargo, T.ORDEM_JUDICIAL, "N05", processo=PROCESSO)
    mundo.convocar(cargo, 1)
    acontecer(cargo, T.FIM_SUB_JUDICE, "N05", processo=PROCESSO, desfecho="revogada")
    assert mundo.ocupantes(cargo) == {}
    mundo.convocar(cargo, 1)
    assert chamados(cargo)[-1] == (1, "N01", False)
    assert confere(cargo)


def test_condicao_cumprida_conserva_a_vaga_ja_sem_ressalva() -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.CONDICIONAL, "N01")
    mundo.convocar(cargo, 1)
    previsto = conferir(cargo, T.FIM_CONDICIONAL, "N01", desfecho="cumprida")
    assert mudancas(previsto) == [("N01", "na vaga 1, condicional", "na vaga 1")]
    acontecer(cargo, T.FIM_CONDICIONAL, "N01", desfecho="cumprida")
    assert mundo.ocupantes(cargo) == {1: ("N01", "ampla")}
    assert mundo.aberta(cargo, "N01").ressalva == "condicional"


def test_espelhado_que_desiste_sai_e_nao_abre_vaga_nenhuma() -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="espelho")
    mundo.convocar(cargo, 1)
    previsto = conferir(cargo, T.DESISTENCIA, "N01")
    assert not any("se abre" in frase for frase in previsto.frases)
    desistir(cargo, "N01")
    assert mundo.ocupantes(cargo) == {1: ("N02", "ampla")}
    assert Nomeacao.objects.get(espelho=True).situacao == "encerrada"
    assert confere(cargo)


def test_extincao_diz_que_ja_nao_ha_a_quem_chamar() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    previsto = conferir(cargo, T.EXTINCAO)
    assert previsto.mudancas == ()
    assert previsto.frases[0].startswith("Já não se convoca ninguém")
    assert previsto.frases[-1] == "Depois disto não há quem chamar."


def test_desfazer_o_registro_de_quem_esperava_tambem_o_mostra() -> None:
    cargo = mundo.cargo("a" * 5)
    engano = desistir(cargo, "N02")
    previsto = servicos.desfazimento_conferir(autor=mundo.operador(), evento=engano, **mundo.registro())
    assert mudancas(previsto) == [("N02", "fora do concurso", "na lista: a sua vez vem na 2ª chamada")]


# -- O que envelhece e o que se recusa ------------------------------------------------------------


def test_outro_registro_no_meio_e_conflito_e_nada_se_grava() -> None:
    cargo = mundo.cargo()
    visto = conferir(cargo, T.FALECIMENTO, "N01")
    desistir(cargo, "N02")
    with pytest.raises(Conflito, match="confira de novo"):
        servicos.acontecimento_registrar(
            autor=mundo.operador(),
            cargo=cargo,
            acontecimento=pedido(cargo, T.FALECIMENTO, "N01"),
            versao=visto.versao,
        )
    assert not Evento.objects.filter(tipo=T.FALECIMENTO).exists()


def test_a_versao_de_um_registro_nao_serve_a_outro() -> None:
    cargo = mundo.cargo()
    visto = conferir(cargo, T.FALECIMENTO, "N01")
    with pytest.raises(Conflito):
        servicos.desistencia_registrar(
            autor=mundo.operador(),
            candidatura=mundo.candidatura(cargo, "N02"),
            versao=visto.versao,
            **mundo.registro(),
        )


def test_desfazer_tambem_confere_o_que_se_viu() -> None:
    cargo = mundo.cargo()
    engano = desistir(cargo, "N01")
    dados = {"autor": mundo.operador(), "evento": engano, **mundo.registro()}
    visto = servicos.desfazimento_conferir(**dados)
    desistir(cargo, "N02")
    with pytest.raises(Conflito):
        servicos.evento_desfazer(versao=visto.versao, **dados)


@pytest.mark.parametrize(
    ("comeco", "fim"),
    [
        ((T.SUB_JUDICE, {"processo": PROCESSO, "efeito": "ocupa"}), (T.FIM_SUB_JUDICE, "extinta")),
        ((T.ORDEM_JUDICIAL, {"processo": PROCESSO}), (T.FIM_SUB_JUDICE, "definitiva")),
        ((T.CONDICIONAL, {}), (T.FIM_CONDICIONAL, "cumprida")),
        ((T.FALECIMENTO, {}), (T.REINTEGRACAO, "")),
    ],
)
def test_o_fim_nao_vem_antes_do_comeco(comeco: tuple[Any, Any], fim: tuple[Any, str]) -> None:
    cargo, (tipo, campos) = mundo.cargo(), comeco
    inicio = mundo.HOJE - timedelta(days=5)
    acontecer(cargo, tipo, "N01", data=inicio, **campos)
    dados = {"desfecho": fim[1]} | ({"processo": PROCESSO} if fim[0] == T.FIM_SUB_JUDICE else {})
    with pytest.raises(Recusa, match=f"anterior ao registro de “.*”, de {inicio:%d/%m/%Y}"):
        conferir(cargo, fim[0], "N01", data=inicio - timedelta(days=1), **dados)
    acontecer(cargo, fim[0], "N01", data=inicio, **dados)


@pytest.mark.parametrize(
    ("tipo", "numero", "campos", "trecho"),
    [
        (T.SUB_JUDICE, "N01", {"processo": PROCESSO, "efeito": "espelho"}, "a pessoa já ocupa vaga"),
        (T.ORDEM_JUDICIAL, "N01", {"processo": PROCESSO}, "a pessoa já tem vaga"),
        (T.CONDICIONAL, "N09", {"data": mundo.HOJE + timedelta(days=1)}, "está no futuro"),
        (T.SEM_EFEITO, "N01", {"data": mundo.HOMOLOGADO_EM}, "anterior à convocação"),
        (T.FIM_CONDICIONAL, "N01", {"desfecho": "cumprida"}, "não está em situação condicional"),
        (T.OPCAO, "N09", {"lista": "cotas"}, "não está nas duas listas"),
    ],
)
def test_a_recusa_ja_vem_ao_conferir_e_nas_palavras_de_quem_le(
    tipo: TipoDoEvento, numero: str, campos: dict[str, Any], trecho: str
) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match=trecho):
        conferir(cargo, tipo, numero, **campos)


def test_quem_nunca_esteve_na_lista_diz_se_pela_inscricao() -> None:
    cargo = mundo.cargo()
    de_fora = fabrica.candidatura(cargo=cargo, numero="X99", nome="Pessoa de Fora", nota="10.00")
    with pytest.raises(Recusa, match="a inscrição X99 não está na lista"):
        conferir(cargo, T.ORDEM_JUDICIAL, "N05", processo=PROCESSO, apos=de_fora)


# -- O que a trilha cala --------------------------------------------------------------------------


@pytest.mark.parametrize(("tipo", "campos"), [(T.OPCAO, {"lista": "pcd"}), (T.NAO_CONFIRMACAO, {})])
def test_a_trilha_nao_diz_de_ninguem_que_se_declarou(tipo: TipoDoEvento, campos: dict[str, str]) -> None:
    cargo = nas_duas()
    quem = mundo.candidatura(cargo, "N05")
    if tipo == T.OPCAO:
        acontecer(cargo, tipo, "N05", **campos)
    else:
        servicos.nao_confirmacao_registrar(autor=mundo.operador(), candidatura=quem, **mundo.registro())
    evento, registro = Evento.objects.get(), RegistroTrilha.objects.latest("pk")
    assert (registro.acao, registro.objeto_id) == ("nomeacoes.registro_reservado", str(cargo.pk))
    assert registro.depois == {"registro": evento.sequencia, "data": mundo.HOJE.isoformat()}
    assert tipo.label not in registro.objeto_nome


# -- Quem as duas reservas alcançam --------------------------------------------------------------


def test_o_plano_diz_a_quem_cabe_escolher_a_reserva() -> None:
    cargo = nas_duas()
    (opcao,) = opcoes_por_registrar(planejar(estado_do_cargo(cargo), 5))
    assert opcao.candidatura.inscricao.numero == "N05"
    assert (opcao.vaga, opcao.por, opcao.outra_vaga, opcao.outra) == (3, "cotas", 5, "pcd")


def test_convocacao_que_so_uma_reserva_alcanca_nao_pede_opcao() -> None:
    assert opcoes_por_registrar(planejar(estado_do_cargo(nas_duas()), 4)) == ()


@pytest.mark.parametrize("lista", ["cotas", "pcd"])
def test_registrada_a_opcao_o_plano_segue_a_e_ja_nao_a_pede(lista: str) -> None:
    cargo = nas_duas()
    acontecer(cargo, T.OPCAO, "N05", lista=lista)
    plano = planejar(estado_do_cargo(cargo), 5)
    assert opcoes_por_registrar(plano) == ()
    vaga = {c.candidatura.inscricao.numero: c.vaga for c in plano.chamadas}["N05"]
    assert vaga == {"cotas": 3, "pcd": 5}[lista]


def test_opcao_desfeita_volta_a_pedir_se() -> None:
    cargo = nas_duas()
    opcao = acontecer(cargo, T.OPCAO, "N05", lista="pcd")
    servicos.evento_desfazer(autor=mundo.operador(), evento=opcao, **mundo.registro())
    assert len(opcoes_por_registrar(planejar(estado_do_cargo(cargo), 5))) == 1


def test_nao_confirmado_na_cota_ja_so_tem_uma_reserva() -> None:
    cargo = nas_duas()
    servicos.nao_confirmacao_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N05"), **mundo.registro()
    )
    assert opcoes_por_registrar(planejar(estado_do_cargo(cargo), 5)) == ()


# -- O que o ato diz ------------------------------------------------------------------------------


def do_ato(cargo: Cargo, pasta: Path) -> str:
    return texto(pdf_do_ato(atos_com_tudo().filter(nomeacao__vaga__cargo=cargo).latest("pk")), pasta)


def test_o_ato_de_quem_concorre_sub_judice_di_lo(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="ocupa")
    evento = mundo.convocar(cargo, 1)
    impresso = do_ato(cargo, tmp_path)
    assert f"sub judice: depende da decisão final no processo nº {PROCESSO}" in impresso
    assert "em virtude de aprovação no" in impresso
    # A decisão que se torna definitiva antes da assinatura já não se diz no ato assinado.
    acontecer(cargo, T.FIM_SUB_JUDICE, "N01", processo=PROCESSO, desfecho="definitiva")
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    assert "ressalva" not in mundo.atos(evento)[0].contexto


def test_o_ato_de_quem_a_justica_pos_na_ordem_nao_diz_que_foi_por_aprovacao(tmp_path: Path) -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.ORDEM_JUDICIAL, "N09", processo=PROCESSO)
    mundo.convocar(cargo, 1)
    impresso = do_ato(cargo, tmp_path)
    assert f"em cumprimento de decisão judicial no processo nº {PROCESSO}" in impresso
    assert "em virtude de aprovação" not in impresso


def test_o_contexto_dos_atos_sem_ressalva_nao_muda() -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.CONDICIONAL, "N01")
    (ato,) = mundo.atos(mundo.convocar(cargo, 1))
    assert not {"ressalva", "espelho"} & set(ato.contexto)
