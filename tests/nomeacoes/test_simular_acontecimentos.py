"""Simular o que acontece a uma lista: cada passo deixa o cargo como o registro o deixaria."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from concursos.enums import EfeitoDaNaoConfirmacao
from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.consultas.estado import estado_do_cargo
from nomeacoes.consultas.leituras import comparar_leituras
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento
from nucleo.enums import Papel
from nucleo.erros import Recusa
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import abrir, entrar
from tests.nomeacoes.test_acontecimentos import PROCESSO, acontecer, desfazer, desistir
from tests.nomeacoes.test_simulacao import fazer, ficaria, mudancas, retrato

pytestmark = pytest.mark.django_db

T = TipoDoEvento
# Todos na geral; N05 nas duas reservas; a cota nas vagas 3 e 8, a de PcD na 5.
NAS_DUAS = "aaaadcpaaa"


def nas_duas() -> Cargo:
    return mundo.cargo(NAS_DUAS, vagas=10, cotas=2, pcd=1)


def em_palavras(cargo: Cargo, *passos: str) -> dict[str, tuple[str, str]]:
    """Inscrição → hoje e depois, das pessoas dos passos."""
    return {p.candidatura.inscricao.numero: (p.hoje, p.depois) for p in fazer(cargo, *passos).pessoas}


@pytest.fixture
def operador() -> Client:
    return entrar(Papel.OPERADOR)


# -- Cada passo é o registro ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("passo", "tipo", "numero", "campos"),
    [
        ("falecimento:N01", T.FALECIMENTO, "N01", {}),
        ("sub_judice_ocupa:N04", T.SUB_JUDICE, "N04", {"processo": PROCESSO, "efeito": "ocupa"}),
        ("sub_judice_espelho:N04", T.SUB_JUDICE, "N04", {"processo": PROCESSO, "efeito": "espelho"}),
        ("ordem_judicial:N09", T.ORDEM_JUDICIAL, "N09", {"processo": PROCESSO}),
        ("condicional:N04", T.CONDICIONAL, "N04", {}),
    ],
)
def test_o_que_se_simula_e_o_que_se_faria(
    passo: str, tipo: TipoDoEvento, numero: str, campos: dict[str, Any]
) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    simulado = ficaria(fazer(cargo, passo, "convocar:3"))
    acontecer(cargo, tipo, numero, **campos)
    mundo.convocar(cargo, 3)
    apuracao = estado_do_cargo(cargo).apuracao
    assert simulado == {
        vaga: (mundo.numero_de(quem), str(apuracao.ocupacao[quem])) for quem, vaga in apuracao.vaga_de.items()
    }


def test_a_ordem_judicial_diz_depois_de_quem() -> None:
    cargo = mundo.cargo()
    simulacao = fazer(cargo, "ordem_judicial:N09,N01", "convocar:2")
    assert ficaria(simulacao) == {1: ("N01", "ampla"), 2: ("N09", "ampla")}
    assert "logo depois de" in simulacao.passos[0].dado.frase


def test_reintegrado_e_o_proximo() -> None:
    cargo = mundo.cargo()
    desistir(cargo, "N01")
    assert ficaria(fazer(cargo, "reintegracao:N01", "convocar:1")) == {1: ("N01", "ampla")}


@pytest.mark.parametrize(
    ("desfecho", "ocupa"),
    [("decisao_definitiva", True), ("decisao_revogada", False), ("processo_extinto", True)],
)
def test_os_fins_do_sub_judice(desfecho: str, ocupa: bool) -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="ocupa")
    mundo.convocar(cargo, 1)
    assert (1 in ficaria(fazer(cargo, f"{desfecho}:N01"))) is ocupa


@pytest.mark.parametrize(
    ("desfecho", "ocupa"), [("condicao_cumprida", True), ("condicao_descumprida", False)]
)
def test_os_fins_da_condicao(desfecho: str, ocupa: bool) -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.CONDICIONAL, "N01")
    mundo.convocar(cargo, 1)
    assert (1 in ficaria(fazer(cargo, f"{desfecho}:N01"))) is ocupa


def test_a_nao_confirmacao_segue_o_edital() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    assert mudancas(fazer(cargo, "nao_confirmacao:N03")) == {3: "abre"}
    assert "na lista" in em_palavras(cargo, "nao_confirmacao:N03")["N03"][1]


def test_onde_o_edital_elimina_a_nao_confirmada_sai() -> None:
    cargo = mundo.cargo(nao_confirmacao=EfeitoDaNaoConfirmacao.ELIMINA)
    assert em_palavras(cargo, "nao_confirmacao:N03")["N03"][1] == "fora do concurso"


@pytest.mark.parametrize(("opcao", "vaga"), [("opcao_pcd", 5), ("opcao_cotas", 3)])
def test_a_opcao_diz_por_que_reserva_se_chama(opcao: str, vaga: int) -> None:
    assert ficaria(fazer(nas_duas(), f"{opcao}:N05", "convocar:5"))[vaga][0] == "N05"


def test_extinto_o_cargo_ja_nao_ha_a_quem_chamar() -> None:
    simulacao = fazer(mundo.cargo(), "extincao:")
    assert simulacao.proxima == "Depois disto não há quem chamar."
    assert simulacao.passos[0].dado.frase == "Extingue-se o cargo."


# -- Desfazer -------------------------------------------------------------------------------------


def test_desfazer_a_convocacao_mostra_o_cargo_como_sem_ela() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    mundo.convocar(cargo, 1)
    simulacao = fazer(cargo, "desfazer:2")
    assert mudancas(simulacao) == {3: "remanejada", 4: "nao_provida"}
    assert "Desfaz-se a convocação de" in simulacao.passos[0].dado.frase


def test_desfazem_se_da_ultima_para_a_primeira_tambem_na_simulacao() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match=r"Passo 1: A convocação de .* veio depois"):
        fazer(cargo, "desfazer:1")
    assert ficaria(fazer(cargo, "desfazer:2", "desfazer:1")) == {}


def test_com_ato_assinado_tambem_a_simulacao_recusa() -> None:
    cargo = mundo.cargo()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=mundo.convocar(cargo, 1))
    with pytest.raises(Recusa, match="assinado"):
        fazer(cargo, "desfazer:1")


def test_o_registro_que_nao_ha_e_o_de_que_outro_depende() -> None:
    cargo = mundo.cargo()
    desistir(cargo, "N01")
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match="não tem o registro 9"):
        fazer(cargo, "desfazer:9")
    with pytest.raises(Recusa, match=r"a convocação de .* \(registro 2\)"):
        fazer(cargo, "desfazer:1")


def test_o_passo_que_depende_do_que_se_desfaz_diz_se_pelo_numero() -> None:
    cargo = mundo.cargo()
    desistir(cargo, "N01")
    with pytest.raises(Recusa, match="Passo 2: o passo 1 depende"):
        fazer(cargo, "reintegracao:N01", "desfazer:1")


# -- O que também os serviços recusariam ----------------------------------------------------------


def test_a_vaga_de_quem_esta_em_condicao_espera() -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.CONDICIONAL, "N01")
    mundo.convocar(cargo, 1)
    with pytest.raises(Recusa, match="a vaga espera"):
        fazer(cargo, "sem_efeito:N01")


def test_de_quem_tomou_posse_so_a_decisao_que_cai_abre_a_vaga() -> None:
    cargo = mundo.cargo()
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="ocupa")
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=mundo.convocar(cargo, 1))
    servicos.posse_registrar(
        autor=mundo.operador(), nomeacao=mundo.aberta(cargo, "N01"), data=mundo.HOJE, documento="Termo nº 1"
    )
    with pytest.raises(Recusa, match="já tomou posse"):
        fazer(cargo, "falecimento:N01")
    assert ficaria(fazer(cargo, "decisao_revogada:N01")) == {}


# -- As pessoas dos passos ------------------------------------------------------------------------


def test_as_pessoas_dos_passos_tem_o_hoje_e_o_depois() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    assert em_palavras(cargo, "falecimento:N01", "ordem_judicial:N09") == {
        "N01": ("na vaga 1, conta na ampla concorrência", "fora do concurso"),
        "N09": (
            "na lista: a sua vez vem na 8ª chamada",
            "na lista: a próxima chamada é a sua, por ordem judicial",
        ),
    }


def test_leitura_em_que_um_registro_nao_caberia_nao_se_compara(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    # Quem hoje espera teria vaga por consumo, e a ordem judicial não caberia.
    acontecer(cargo, T.ORDEM_JUDICIAL, "N04", processo=PROCESSO)
    comparacao = comparar_leituras(fazer(cargo, "convocar:1").ensaio)
    assert "consumo" in {modo.value for modo in comparacao.impossiveis}
    assert "Não se compara com" in abrir(operador, "simulacao", cargo.pk)


# -- A página -------------------------------------------------------------------------------------


def enviar(cliente: Client, cargo: Cargo, **dados: Any) -> Any:
    return cliente.post(reverse("nomeacoes:simulacao", args=[cargo.pk]), dados)


def test_o_passo_comum_vai_para_o_endereco(operador: Client) -> None:
    cargo = mundo.cargo()
    resposta = enviar(operador, cargo, tipo="sub_judice_espelho", inscricoes="N04", passo="convocar:1")
    assert resposta.status_code == 302
    assert resposta.url.endswith("?passo=convocar:1&passo=sub_judice_espelho:N04")


def test_o_passo_reservado_nao_vai_para_o_endereco_e_nada_se_grava(operador: Client) -> None:
    cargo = mundo.cargo()
    antes = retrato()
    resposta = enviar(operador, cargo, tipo="nao_confirmacao", inscricoes="N03")
    assert resposta.status_code == 200
    pagina = resposta.content.decode()
    assert "Não se confirma a autodeclaração de" in pagina
    assert "não fica no endereço" in pagina
    assert retrato() == antes


def test_a_simulacao_reservada_continua_a_receber_passos_e_a_retira_los(operador: Client) -> None:
    cargo = mundo.cargo()
    com_dois = enviar(operador, cargo, passo="nao_confirmacao:N03", tipo="convocar", quantidade="3")
    assert com_dois.status_code == 200
    assert com_dois.content.decode().count('name="passo" value="nao_confirmacao:N03"') == 3
    sem_ele = enviar(operador, cargo, passo=["nao_confirmacao:N03", "convocar:3"], retirar="0")
    assert sem_ele.status_code == 302
    assert sem_ele.url.endswith("?passo=convocar:3")


@pytest.mark.parametrize("passo", ["nao_confirmacao:N03", "opcao_pcd:N05"])
def test_o_passo_reservado_no_endereco_e_recusado(operador: Client, passo: str) -> None:
    pagina = abrir(operador, "simulacao", mundo.cargo().pk, passo=passo)
    assert "não vai no endereço" in pagina
    assert passo not in pagina


def test_quem_nao_ve_declaracoes_nao_tem_passo_reservado() -> None:
    autoridade, cargo = entrar(Papel.AUTORIDADE), mundo.cargo()
    assert "nao_confirmacao" not in abrir(autoridade, "simulacao", cargo.pk)
    pagina = enviar(autoridade, cargo, tipo="nao_confirmacao", inscricoes="N03").content.decode()
    assert "Faça uma escolha válida" in pagina
    assert "só o dá quem as vê" in enviar(autoridade, cargo, passo="nao_confirmacao:N03").content.decode()


def test_quem_nao_ve_declaracoes_nao_desfaz_o_registro_que_fala_delas() -> None:
    cargo = nas_duas()
    acontecer(cargo, T.OPCAO, "N05", lista="pcd")
    autoridade, operador = entrar(Papel.AUTORIDADE), entrar(Papel.OPERADOR)
    assert "só o vê quem pode ver" in abrir(autoridade, "simulacao", cargo.pk, passo="desfazer:1")
    assert "Desfaz-se o registro 1" in abrir(operador, "simulacao", cargo.pk, passo="desfazer:1")


def test_a_pagina_poe_o_depois_ao_lado_do_hoje_e_marca_o_que_muda(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    pagina = abrir(operador, "simulacao", cargo.pk, passo=["falecimento:N01"])
    assert (
        "<td>na vaga 1, conta na ampla concorrência</td><td><strong>fora do concurso</strong></td>" in pagina
    )
    assert "A próxima chamada, hoje de" in pagina
    assert "Simulação – não produz efeito" in pagina
    assert not Evento.objects.filter(tipo=T.FALECIMENTO).exists()


def test_a_convocacao_desfeita_simula_se_pela_pagina(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    pagina = abrir(operador, "simulacao", cargo.pk, passo=["desfazer:1", "convocar:1"])
    assert "Desfaz-se a convocação de" in pagina
    assert Evento.objects.count() == 1


def test_depois_de_desfeita_de_verdade_a_simulacao_parte_do_que_vale(operador: Client) -> None:
    cargo = mundo.cargo()
    desfazer(mundo.convocar(cargo, 3))
    assert ficaria(fazer(cargo, "convocar:1")) == {1: ("N01", "ampla")}
    assert "já foi desfeito" in abrir(operador, "simulacao", cargo.pk, passo="desfazer:1")
