"""Por quê: o lugar, a vaga e o que falta, com o que só vê quem pode ver autodeclarações."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao
from candidatos.servicos.classificacao import cargo_classificar
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso
from nomeacoes import servicos
from nomeacoes.consultas.espera import validade_do_cargo
from nomeacoes.consultas.porque import Porque, Situacao, candidaturas_com_cargo, porque_da_pessoa
from nomeacoes.consultas.porque_da_vaga import PorqueDaVaga, porque_da_vaga
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento
from nucleo.enums import Papel
from nucleo.permissoes import SISTEMA, Pessoa
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import aba, abrir, entrar

pytestmark = pytest.mark.django_db


def porque(cargo: Cargo, numero: str, *, autor: Pessoa | None = None, hoje: date = mundo.HOJE) -> Porque:
    candidatura = candidaturas_com_cargo().get(cargo=cargo, inscricao__numero=numero)
    ve = (autor or mundo.operador()).pode("candidatos.autodeclaracao_ver", cargo.orgao)
    return porque_da_pessoa(candidatura, ve_declaracoes=ve, hoje=hoje)


def da_vaga(cargo: Cargo, numero: int, *, autor: Pessoa | None = None) -> PorqueDaVaga:
    validade = validade_do_cargo(cargo, mundo.HOJE)
    autor = autor or mundo.operador()
    return porque_da_vaga(cargo, numero, autor=autor, pode_chamar=True, validade=validade)


def desiste(cargo: Cargo, numero: str) -> Evento:
    return servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, numero), **mundo.registro()
    )


def cargo_classificado() -> Cargo:
    """Lista feita pelo motor: E1 e E2 empatam na nota e separam-se pela prova; E4 não alcança a mínima."""
    cargo = fabrica.cargo_publicado(desempate=["maior:objetiva", "mais_velho"])
    for numero, pontos, objetiva, negro, nascimento in [
        ("E1", "90.00", "60.00", True, date(1980, 1, 1)),
        ("E2", "90.00", "55.50", False, date(1980, 1, 1)),
        ("E3", "90.00", "55.50", True, date(1985, 3, 2)),
        ("E4", "40.00", "40.00", True, date(1990, 1, 1)),
    ]:
        notas = {"pontos": pontos, "titulos": "0.00", "objetiva": objetiva}
        fabrica.candidatura(cargo=cargo, numero=numero, notas=notas, negro=negro, nascimento=nascimento)
    cargo_classificar(autor=SISTEMA, cargo=cargo, execucao=None, progresso=lambda *_: None)
    Classificacao.objects.filter(cargo=cargo).update(situacao=SituacaoClassificacao.HOMOLOGADA)
    Concurso.objects.filter(pk=cargo.edital.concurso_id).update(
        situacao=SituacaoConcurso.HOMOLOGADO,
        homologado_em=mundo.HOMOLOGADO_EM,
        homologacao_veiculo="Diário Oficial nº 2",
        validade_ate=mundo.HOJE + timedelta(days=640),
    )
    fabrica.homologar_cargos(concurso=Concurso.objects.get(pk=cargo.edital.concurso_id))
    return Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=cargo.pk)


# -- O lugar --------------------------------------------------------------------------------------


def test_o_lugar_traz_os_dois_vizinhos_com_o_criterio_e_os_dois_valores() -> None:
    geral = porque(cargo_classificado(), "E2").lugares[0]
    assert (geral.nome, geral.lugar, geral.total) == ("lista geral", 2, 3)
    assert geral.acima is not None
    assert geral.abaixo is not None
    assert geral.acima.colocacao.candidatura.inscricao.numero == "E1"
    assert geral.acima.frase == (
        "Mesma nota final (90,00); acima por nota maior em Prova objetiva: 60,00 contra 55,50"
    )
    assert geral.abaixo.colocacao.candidatura.inscricao.numero == "E3"
    assert geral.abaixo.frase == (
        "Mesma nota final (90,00); acima por maior idade: 01/01/1980 contra 02/03/1985"
    )


def test_na_lista_da_cota_os_vizinhos_sao_os_dela() -> None:
    geral, cota = porque(cargo_classificado(), "E3").lugares
    assert (geral.lugar, geral.abaixo) == (3, None)
    assert (cota.nome, cota.lugar, cota.total) == ("lista da cota", 2, 2)
    assert cota.acima is not None
    assert cota.acima.colocacao.candidatura.inscricao.numero == "E1"
    assert cota.acima.frase.endswith("Prova objetiva: 60,00 contra 55,50")


def test_na_lista_da_cota_a_idade_traz_as_datas_das_duas_pessoas() -> None:
    cargo = fabrica.cargo_publicado(desempate=["idoso", "jurado"])
    for numero, nascimento, negro, jurado in [
        ("I1", date(1950, 1, 1), True, False),
        ("I2", date(1985, 1, 1), False, True),
        ("I3", date(1990, 1, 1), True, False),
    ]:
        fabrica.candidatura(cargo=cargo, numero=numero, nascimento=nascimento, negro=negro, jurado=jurado)
    cargo_classificar(autor=SISTEMA, cargo=cargo, execucao=None, progresso=lambda *_: None)
    cota = porque(cargo, "I3").lugares[1]
    assert cota.acima is not None
    assert cota.acima.frase.endswith("idade de sessenta anos ou mais: 01/01/1950 contra 01/01/1990")


def test_quem_nao_ve_autodeclaracoes_nao_ve_o_lugar_na_cota() -> None:
    explicado = porque(cargo_classificado(), "E3", autor=mundo.autoridade())
    assert [lugar.nome for lugar in explicado.lugares] == ["lista geral"]
    assert not explicado.ve_declaracoes


def test_quem_foi_chamado_pela_cota_ja_o_tem_publico_mas_nao_os_vizinhos() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    cota = porque(cargo, "N03", autor=mundo.autoridade()).lugares[1]
    assert (cota.nome, cota.lugar, cota.acima, cota.abaixo) == ("lista da cota", 1, None, None)


def test_quem_nao_foi_aprovado_le_o_motivo() -> None:
    explicado = porque(cargo_classificado(), "E4")
    assert explicado.situacao is Situacao.NAO_APROVADA
    assert explicado.lugares == []
    assert explicado.colocacao is not None
    assert "40,00" in explicado.colocacao.motivo


def test_cargo_sem_lista_e_lista_por_homologar() -> None:
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo, numero="S1")
    assert porque(cargo, "S1").situacao is Situacao.SEM_LISTA
    fabrica.classificacao(cargo=cargo)
    assert porque(cargo, "S1").situacao is Situacao.NAO_HOMOLOGADA


# -- A vaga que coube -----------------------------------------------------------------------------


def test_a_chamada_traz_vaga_conta_remanejamento_e_causa() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    explicado = porque(cargo, "N03")
    assert explicado.situacao is Situacao.OCUPA
    assert explicado.atual is not None
    assert (explicado.atual.razao.numero, explicado.atual.razao.categoria) == (3, "cotas")
    chamada, remanejada = explicado.atual.passos
    assert chamada.frase == "chamada para a vaga 3; conta na cota"
    assert remanejada.frase.startswith("passa a contar na ampla; a cota que ocupava passa a ")
    assert remanejada.ocupacao.causa.candidatura.inscricao.numero == "N07"
    assert remanejada.ocupacao.desde == mundo.CONVOCADO_EM


def test_a_vaga_reaberta_diz_quem_a_teve_e_como_a_perdeu() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    desiste(cargo, "N03")
    mundo.convocar(cargo, 1)
    atual = porque(cargo, "N07").atual
    assert atual is not None
    (antes,) = atual.antes
    assert antes.candidatura.inscricao.numero == "N03"
    assert antes.encerrada_por is not None
    assert antes.encerrada_por.tipo == "desistencia"


# -- O que falta ----------------------------------------------------------------------------------


def test_quem_espera_sabe_em_quantas_chamadas_para_que_vaga_e_por_que_lista() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    espera = porque(cargo, "N07").espera
    assert espera is not None
    assert espera.frase_da_vez == (
        "Se nada mais acontecer, a vez chega na 2ª chamada a contar de agora, "
        "para a vaga 4, da ampla concorrência, pela lista da cota."
    )
    terceira = mundo.candidatura(cargo, "N03").inscricao
    assert espera.frase_da_proxima == (
        f"A próxima chamada é para a vaga 3, da cota: cabe a {terceira.candidato.nome} "
        "(inscrição N03), pela lista da cota."
    )
    assert espera.frase_das_desistencias == (
        "Bastaria 1 desistência de quem está à frente para a vez chegar já na próxima chamada."
    )
    assert espera.frase_do_alcance == (
        "Das 10 vagas oferecidas no edital, 8 estão por ocupar; a vaga prevista está entre as oferecidas."
    )


def test_a_previsao_e_o_que_a_convocacao_faz() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    esperas = {numero: porque(cargo, numero).espera for numero in ("N05", "N07", "N10")}
    mundo.convocar(cargo, 9)
    for numero, espera in esperas.items():
        assert espera is not None
        assert espera.vez is not None
        nomeacao = mundo.aberta(cargo, numero)
        assert (espera.vez.quantas, espera.vez.vaga) == (nomeacao.ordem, nomeacao.vaga.numero)


def test_a_vez_de_quem_e_o_proximo() -> None:
    espera = porque(mundo.cargo(), "N01").espera
    assert espera is not None
    assert espera.frase_da_vez.startswith("É a vez desta pessoa: a próxima chamada é dela")
    assert espera.frase_das_desistencias == ""


def test_basta_que_se_abra_a_vaga_da_cota() -> None:
    cargo = mundo.cargo(dupla_contagem="consumo")
    mundo.convocar(cargo, 5)
    espera = porque(cargo, "N07").espera
    assert espera is not None
    # A próxima vaga, a 6, é da ampla: antes de N07 viriam N06 e quem está na frente; a cota tem só ela.
    assert espera.frase_das_desistencias == (
        "Bastaria 1 desistência de quem está à frente para a vez chegar já na próxima chamada."
    )


def test_basta_que_se_abra_a_vaga_da_cota_quando_a_fila_da_ampla_e_longa() -> None:
    cargo = mundo.cargo("aacaaaaaac", dupla_contagem="consumo")
    mundo.convocar(cargo, 4)
    espera = porque(cargo, "N10").espera
    assert espera is not None
    assert espera.frase_das_desistencias == (
        "Bastaria que se abrisse a vaga 3, hoje na cota, para a vez chegar já na próxima chamada."
    )


@pytest.mark.parametrize(
    ("vagas", "frase"),
    [
        (0, "O edital não ofereceu vagas, só cadastro de reserva: a chamada depende de surgir vaga."),
        (
            1,
            "A única vaga oferecida no edital não está por ocupar; a vaga prevista é posterior às "
            "oferecidas, e depende de surgir.",
        ),
    ],
)
def test_quem_espera_alem_das_oferecidas_depende_de_surgir_vaga(vagas: int, frase: str) -> None:
    cargo = mundo.cargo("aaa", vagas=vagas, cotas=0)
    mundo.convocar(cargo, 1)
    espera = porque(cargo, "N03").espera
    assert espera is not None
    assert espera.frase_do_alcance == frase


def test_quem_nao_ve_autodeclaracoes_so_preve_pela_geral() -> None:
    cargo = mundo.cargo("aacaaaaaac", dupla_contagem="consumo")
    mundo.convocar(cargo, 4)
    inteira, so_geral = porque(cargo, "N10").espera, porque(cargo, "N10", autor=mundo.autoridade()).espera
    assert inteira is not None
    assert inteira.vez is not None
    assert so_geral is not None
    assert so_geral.vez is not None
    assert (inteira.vez.vaga, inteira.vez.pela) == (8, "lista da cota")
    assert (so_geral.vez.vaga, so_geral.vez.pela) == (10, "lista geral")
    assert so_geral.so_pela_geral
    assert "cota" not in so_geral.frase_das_desistencias


def test_quem_nao_ve_autodeclaracoes_nao_sabe_quem_a_cota_traria() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    espera = porque(cargo, "N09", autor=mundo.autoridade()).espera
    assert espera is not None
    assert espera.frase_da_proxima == (
        "A próxima chamada é para a vaga 3, da cota: cabe ao próximo da lista da cota."
    )


def test_quem_desistiu_ja_nao_espera() -> None:
    cargo = mundo.cargo()
    desiste(cargo, "N05")
    explicado = porque(cargo, "N05")
    assert (explicado.situacao, explicado.espera) == (Situacao.SAIU, None)
    assert [registro.tipo for registro in explicado.registros] == ["desistencia"]


def test_a_nao_confirmacao_so_se_conta_a_quem_pode_saber_da_declaracao() -> None:
    cargo = mundo.cargo()
    servicos.nao_confirmacao_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N07"), **mundo.registro()
    )
    assert [r.tipo for r in porque(cargo, "N07").registros] == ["nao_confirmacao"]
    assert porque(cargo, "N07", autor=mundo.autoridade()).registros == []


def test_acabada_a_validade_nada_se_preve() -> None:
    cargo = mundo.cargo()
    explicado = porque(cargo, "N05", hoje=mundo.HOJE + timedelta(days=641))
    assert explicado.espera is None
    assert explicado.validade.frase.startswith("A validade do concurso terminou em ")


def test_a_prorrogacao_e_dita() -> None:
    cargo = mundo.cargo()
    fim = mundo.HOJE + timedelta(days=1000)
    fabrica.datar(cargo.edital.concurso, prorrogado_ate=fim)
    assert porque(cargo, "N05").validade.frase == (
        f"A validade do concurso vai até {fim:%d/%m/%Y}, já prorrogada: depois desse dia ninguém mais "
        "pode ser chamado."
    )


# -- A vaga ---------------------------------------------------------------------------------------


def test_a_vaga_reservada_diz_a_conta_e_o_dispositivo() -> None:
    razao = da_vaga(mundo.cargo(), 8).razao
    assert (razao.categoria, razao.ordem) == ("cotas", 2)
    assert razao.fundamentos[-1].citacao == "Lei 11.111/2021, art. 6º"
    assert "entre 8, de 2" in razao.fundamentos[-1].aplicacao


def test_a_vaga_futura_diz_a_quem_caberia() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    explicada = da_vaga(cargo, 4)
    assert explicada.prevista is not None
    assert explicada.prevista.candidatura is not None
    assert explicada.prevista.candidatura.inscricao.numero == "N07"
    assert explicada.prevista.quantas == 2
    assert explicada.fundamentos


def test_a_vaga_aberta_reabre_na_conta_de_quem_a_perdeu() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    desiste(cargo, "N03")
    explicada = da_vaga(cargo, 3)
    assert explicada.ocupante is None
    assert explicada.reabre_como == "ampla"
    assert explicada.prevista is not None
    assert explicada.prevista.quantas == 1


def test_a_vaga_alem_das_listas_nao_se_preve() -> None:
    cargo = mundo.cargo("aa", vagas=2, cotas=0)
    explicada = da_vaga(cargo, 4)
    assert explicada.prevista is None
    assert not explicada.oferecida


# -- As páginas -----------------------------------------------------------------------------------


@pytest.mark.parametrize("numero", ["N03", "N05", "N07", "N10"])
@pytest.mark.parametrize("papel", [Papel.OPERADOR, Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR])
def test_a_pagina_abre_a_quem_le(papel: Papel, numero: str) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    desiste(cargo, "N05")
    pagina = abrir(entrar(papel), "porque", mundo.candidatura(cargo, numero).pk)
    assert "Por que este lugar" in pagina
    assert ("Emitir certidão" in pagina) is (papel in (Papel.OPERADOR, Papel.AUTORIDADE))


def test_a_pagina_da_autoridade_nao_revela_a_declaracao_de_quem_foi_chamado_na_ampla() -> None:
    cargo = mundo.cargo("caaaaaaaaa")
    mundo.convocar(cargo, 1)
    pk = mundo.candidatura(cargo, "N01").pk
    visto, oculto = abrir(entrar(Papel.OPERADOR), "porque", pk), abrir(entrar(Papel.AUTORIDADE), "porque", pk)
    assert "Lista da cota: 1º de 1" in visto
    assert "não é computado na reserva" in visto
    assert "Lista da cota" not in oculto
    assert "não é computado na reserva" not in oculto


def test_a_pagina_da_vaga_traz_categoria_ocupante_e_historia() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    desiste(cargo, "N03")
    cliente = entrar(Papel.OPERADOR)
    pagina = abrir(cliente, "porque_da_vaga", cargo.pk, 3)
    assert "a 1ª dessa categoria" in pagina
    assert "será provida como ampla" in pagina
    assert "perdeu a vaga por desistência" in pagina
    assert "que hoje conta na cota" in abrir(cliente, "porque_da_vaga", cargo.pk, 4)
    assert "Seria a 2ª chamada" in abrir(cliente, "porque_da_vaga", cargo.pk, 5)


def test_vaga_que_nao_pode_vir_a_existir_e_404(client: Client) -> None:
    cargo = mundo.cargo()
    cliente = entrar(Papel.OPERADOR)
    abrir(cliente, "porque_da_vaga", cargo.pk, 20)
    for numero in (0, 21, 987654321):
        abrir(cliente, "porque_da_vaga", cargo.pk, numero, codigo=404)


def test_fora_do_alcance_e_404() -> None:
    cargo = mundo.cargo()
    de_fora = entrar(Papel.AUDITOR, fabrica.orgao(sigla="OUTRO"))
    abrir(de_fora, "porque", mundo.candidatura(cargo, "N01").pk, codigo=404)
    abrir(de_fora, "porque_da_vaga", cargo.pk, 1, codigo=404)


def test_a_inscricao_e_a_lista_levam_ao_por_que() -> None:
    cargo = mundo.cargo()
    candidatura = mundo.candidatura(cargo, "N02")
    endereco = reverse("nomeacoes:porque", args=[candidatura.pk])
    cliente = entrar(Papel.OPERADOR)
    for pagina in (
        reverse("candidatos:inscricao", args=[candidatura.inscricao_id]),
        reverse("candidatos:lista", args=[cargo.pk]),
    ):
        assert endereco in cliente.get(pagina).content.decode()


@pytest.mark.navegador
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("largura", "esquema"), [(1280, "light"), (400, "dark")])
def test_no_navegador_cabem_na_largura_e_nao_tem_defeito(
    navegador: Any, live_server: Any, largura: int, esquema: str
) -> None:
    cargo = mundo.cargo("aapaadaacaac", vagas=10, cotas=2, pcd=1)
    mundo.convocar(cargo, 7)
    desiste(cargo, "N03")
    espera, chamada = mundo.candidatura(cargo, "N12").pk, mundo.candidatura(cargo, "N06").pk
    with aba(navegador, live_server.url, Papel.OPERADOR, largura, esquema) as pagina:
        for caminho in (
            f"/candidaturas/{espera}/por-que/",
            f"/candidaturas/{chamada}/por-que/",
            f"/cargos/{cargo.pk}/vagas/3/",
            f"/cargos/{cargo.pk}/vagas/12/",
        ):
            assert pagina.defeitos(caminho) == [], caminho
        pagina.pagina.goto(f"{live_server.url}/candidaturas/{espera}/por-que/")
        pagina.pagina.click("text=Emitir certidão de classificação")
        pagina.pagina.get_by_text("Certidão emitida").wait_for(timeout=15000)
        assert pagina.defeitos(f"/candidaturas/{espera}/por-que/") == []


def test_a_vaga_espelhada_nao_tira_nenhuma_das_por_ocupar() -> None:
    cargo = mundo.cargo()
    acontecimento = servicos.Acontecimento(
        tipo=TipoDoEvento.SUB_JUDICE,
        candidatura=mundo.candidatura(cargo, "N01"),
        processo="0001234-56.2026.8.06.0001",
        efeito="espelho",
        **mundo.registro(),
    )
    servicos.acontecimento_registrar(autor=mundo.operador(), cargo=cargo, acontecimento=acontecimento)
    mundo.convocar(cargo, 1)
    espera = porque(cargo, "N05").espera
    assert espera is not None
    assert espera.restam == 9
