"""Simular antes de decidir: nada se grava, e o que se mostra é o que os serviços fariam."""

from __future__ import annotations

import re
import subprocess
from typing import Any

import pytest
from django.apps import apps
from django.core.serializers import serialize
from django.test import Client
from django.urls import reverse

from concursos.models import Cargo
from cotas import DuplaContagem
from nomeacoes import servicos
from nomeacoes.consultas.estado import estado_do_cargo
from nomeacoes.consultas.leituras import comparar_leituras
from nomeacoes.consultas.passos import MAXIMO_DE_PASSOS, PassoPedido, ler_passo
from nomeacoes.consultas.simulacao import Mudanca, Simulacao, linhas_da_simulacao, simular
from nomeacoes.enums import TipoDePasso
from nucleo.enums import Papel
from nucleo.erros import Recusa
from tests import fabrica
from tests.nomeacoes import mundo, navegar
from tests.nomeacoes.navegar import abrir, entrar

pytestmark = pytest.mark.django_db


@pytest.fixture
def operador() -> Client:
    return entrar(Papel.OPERADOR)


def retrato() -> dict[str, str]:
    """Tudo o que está no banco, tabela por tabela, salvo as sessões de quem navega."""
    return {
        modelo._meta.label: serialize("json", modelo._base_manager.order_by("pk"))
        for modelo in apps.get_models()
        if modelo._meta.app_label != "sessions"
    }


def fazer(cargo: Cargo, *passos: str, modo: DuplaContagem | None = None) -> Simulacao:
    return simular(estado_do_cargo(cargo), [ler_passo(texto) for texto in passos], modo)


def ficaria(simulacao: Simulacao) -> dict[int, tuple[str, str]]:
    """Vaga → (inscrição, conta) de quem ocuparia, no cargo inteiro."""
    apuracao = simulacao.ensaio.apuracao()
    return {
        vaga: (mundo.numero_de(quem), str(apuracao.ocupacao[quem])) for quem, vaga in apuracao.vaga_de.items()
    }


def mudancas(simulacao: Simulacao) -> dict[int, str]:
    return {vaga.numero: vaga.mudanca.value for vaga in simulacao.vagas}


def endereco(cargo: Cargo, *passos: str, **outros: str) -> dict[str, Any]:
    return {"passo": list(passos), **outros}


# -- Nada se grava --------------------------------------------------------------------------------


def test_nada_se_grava(operador: Client) -> None:
    cargo = mundo.cargo("aacaaacaaacc")
    mundo.convocar(cargo, 4)
    antes = retrato()
    assert len(antes["nomeacoes.Nomeacao"]) > 100
    passos = ["convocar:3", "desistencia:N01,N09", "sem_efeito:N02", "final_de_fila:N04", "supervenientes:2"]
    pagina = abrir(operador, "simulacao", cargo.pk, passo=passos, modo="consumo")
    assert "Vagas que mudam" in pagina
    abrir(operador, "simulacao", cargo.pk, tipo="convocar", quantidade="2", codigo=302)
    assert retrato() == antes


# -- O que se simula é o que se faria -------------------------------------------------------------


def test_convocar_deixa_o_cargo_como_a_convocacao_o_deixaria() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 2)
    simulado = ficaria(fazer(cargo, "convocar:5"))
    mundo.convocar(cargo, 5)
    assert simulado == mundo.ocupantes(cargo)


def test_passos_em_sequencia_sao_os_registros_em_sequencia() -> None:
    cargo = mundo.cargo("aacaaacaaacc")
    mundo.convocar(cargo, 4)
    simulado = ficaria(
        fazer(cargo, "desistencia:N01,N10", "final_de_fila:N03", "sem_efeito:N02", "convocar:4")
    )
    operador = mundo.operador()
    for numero in ("N01", "N10"):
        servicos.desistencia_registrar(
            autor=operador, candidatura=mundo.candidatura(cargo, numero), **mundo.registro()
        )
    servicos.final_de_fila_registrar(
        autor=operador, candidatura=mundo.candidatura(cargo, "N03"), **mundo.registro()
    )
    servicos.nomeacao_tornar_sem_efeito(
        autor=operador, nomeacao=mundo.aberta(cargo, "N02"), **mundo.registro()
    )
    mundo.convocar(cargo, 4)
    assert simulado == mundo.ocupantes(cargo)


def test_supervenientes_enchem_abertas_oferecidas_e_as_que_surgem() -> None:
    cargo = mundo.cargo("a" * 20, vagas=10)
    mundo.convocar(cargo, 8)
    simulacao = fazer(cargo, "desistencia:N01", "supervenientes:3")
    assert simulacao.passos[1].chamadas == 1 + 2 + 3
    assert max(ficaria(simulacao)) == 13
    frase = simulacao.passos[1].dado.frase
    assert "Surgem 3 vagas, 11 a 13, que continuam a série depois das 10 oferecidas" in frase
    assert "Chamadas: 6, sendo 1 para vagas abertas, 2 para oferecidas por prover e 3 para as novas" in frase


def test_uma_superveniente_depois_de_outras_segue_da_ultima_da_serie() -> None:
    cargo = mundo.cargo("a" * 20, vagas=10)
    mundo.convocar(cargo, 12)
    simulacao = fazer(cargo, "supervenientes:1")
    assert "Surge 1 vaga, a 13, que continua" in simulacao.passos[0].dado.frase
    assert simulacao.chamadas == 1


def test_listas_esgotadas_dizem_quantas_faltaram(operador: Client) -> None:
    cargo = mundo.cargo("aaa", vagas=10)
    pagina = abrir(operador, "simulacao", cargo.pk, passo="convocar:5")
    assert "Convocam-se 5 pessoas. Só 3 têm quem chamar: as listas se esgotam" in pagina


# -- Diferenças -----------------------------------------------------------------------------------


def test_cada_mudanca_tem_o_seu_nome() -> None:
    cargo = mundo.cargo("aacaaacaaa")
    mundo.convocar(cargo, 3)
    assert mudancas(fazer(cargo, "convocar:1")) == {3: "remanejada", 4: "chamada"}
    assert mudancas(fazer(cargo, "desistencia:N02")) == {2: "abre"}
    assert mudancas(fazer(cargo, "desistencia:N02", "convocar:1")) == {2: "troca", 3: "remanejada"}
    assert mudancas(fazer(cargo, "convocar:1", "desistencia:N07"))[4] == Mudanca.PASSAGEIRA
    assert mudancas(fazer(cargo)) == {}


def test_vaga_aberta_provida_e_perdida_na_simulacao_nao_some() -> None:
    cargo = mundo.cargo("aaaa", vagas=10)
    mundo.convocar(cargo, 2)
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N01"), **mundo.registro()
    )
    assert mudancas(fazer(cargo, "convocar:1", "desistencia:N03")) == {1: "passageira"}


def test_quem_vai_ao_fim_e_volta_a_mesma_vaga_aparece() -> None:
    cargo = mundo.cargo("a", vagas=10)
    mundo.convocar(cargo, 1)
    assert mudancas(fazer(cargo, "final_de_fila:N01", "convocar:1")) == {1: "reaberta"}


def test_a_vaga_que_nao_muda_nao_aparece_e_a_que_muda_traz_pessoa_e_fundamento() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    linhas = linhas_da_simulacao(fazer(cargo, "convocar:1").vagas)
    assert [linha.vaga.numero for linha in linhas] == [3, 4]
    remanejada, chamada = linhas
    assert remanejada.hoje.pessoa == remanejada.depois.pessoa == mundo.candidatura(cargo, "N03")
    assert (remanejada.hoje.frase, remanejada.depois.frase) == (
        "conta na cota",
        "conta na ampla concorrência",
    )
    assert remanejada.chamadas == ()
    assert chamada.depois.pessoa == mundo.candidatura(cargo, "N07")
    assert [c.candidatura for c in chamada.chamadas] == [mundo.candidatura(cargo, "N07")]
    assert chamada.chamadas[0].fundamentos


def test_as_contas_poem_hoje_ao_lado_de_depois() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    contas = {c.rotulo: (c.hoje, c.depois, c.diferenca) for c in fazer(cargo, "convocar:2").contas}
    assert contas["Pessoas em vaga"] == (3, 5, 2)
    assert contas["Contam na cota"] == (1, 1, 0)
    assert contas["Última vaga da série já provida"] == (3, 5, 2)
    # Na vaga 8, a segunda da cota, já não há cotista: a geral alcança N07, que se remaneja.
    assert [c.depois for c in fazer(cargo, "convocar:5").contas] == [8, 8, 0, 0, 0, 8]


# -- Outra leitura --------------------------------------------------------------------------------


def test_outra_leitura_reaplica_a_historia_desde_o_comeco() -> None:
    """Com N03 na ampla por remanejamento, N07 ocupa a cota; no consumo, a vaga 4 seria de N04."""
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    simulacao = fazer(cargo, modo=DuplaContagem.CONSUMO)
    assert not simulacao.da_regra
    assert ficaria(simulacao)[4] == ("N04", "ampla")
    assert mudancas(simulacao) == {3: "remanejada", 4: "troca"}
    (linha,) = [linha for linha in linhas_da_simulacao(simulacao.vagas) if linha.vaga.numero == 4]
    assert linha.chamadas[0].candidatura == mundo.candidatura(cargo, "N04")


def test_os_mesmos_passos_com_a_leitura_que_rege_nao_sao_outra_leitura() -> None:
    cargo = mundo.cargo()
    assert fazer(cargo, "convocar:4", modo=DuplaContagem.REMANEJAMENTO).da_regra


def test_comparacao_diz_quem_cada_leitura_chama_e_quando() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    comparacao = comparar_leituras(fazer(cargo, "convocar:4").ensaio)
    modos = [leitura.modo.value for leitura in comparacao.leituras]
    assert modos == ["remanejamento", "corte_fixo", "consumo"]
    assert [leitura.da_regra for leitura in comparacao.leituras] == [True, False, False]
    quem = {a.candidatura.inscricao.numero: (a.vagas, a.desde_hoje) for a in comparacao.afetadas}
    # Até a vaga 4, o corte fixo chama N07 pela cota (N03 está dentro da ampla) e N03 na 4ª.
    for indice, modo in enumerate(DuplaContagem):
        simulacao = fazer(cargo, "convocar:4", modo=modo)
        chamados = {mundo.numero_de(c.candidato) for c in simulacao.ensaio.apuracao().chamadas}
        for numero, (vagas, _) in quem.items():
            assert (vagas[indice] is not None) == (numero in chamados)
        assert len(comparacao.leituras[indice].ao_fim) == len(chamados)
    assert comparacao.total == len(quem)


def test_comparacao_conta_a_diferenca_da_historia_e_a_dos_passos() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    comparacao = comparar_leituras(fazer(cargo, "convocar:6").ensaio)
    (par,) = [p for p in comparacao.pares if (p.uma.value, p.outra.value) == ("remanejamento", "consumo")]
    # Na história, N07 só é chamada no remanejamento e N04 só no consumo; chamadas as dez, são as mesmas.
    assert (par.so_na_uma_hoje, par.so_na_outra_hoje) == (1, 1)
    assert (par.so_na_uma, par.so_na_outra) == (0, 0)
    assert comparacao.total == 0


def test_a_pagina_compara_e_nomeia_os_afetados(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    pagina = abrir(operador, "simulacao", cargo.pk)
    nome = mundo.candidatura(cargo, "N04").inscricao.candidato.nome
    tabela = pagina[pagina.index("A quem a escolha afeta") :]
    assert nome in tabela
    assert "<strong>não é chamada</strong>" in tabela
    assert "já na história registrada" in tabela
    assert "Vagas que mudam" not in pagina


# -- Recusas --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("passos", "frase"),
    [
        (["desistencia:N99"], "Passo 1: a inscrição N99 não concorre"),
        (["convocar:2", "sem_efeito:N05"], "Passo 2: .*N05.* não ocupa vaga"),
        (
            ["desistencia:N02", "desistencia:N02", "convocar:1"],
            r"Passo 2: .*\(N02\): a inscrição não está no",
        ),
        (["final_de_fila:N01", "convocar:1", "final_de_fila:N01"], "Passo 3: .*já foi uma vez para o final"),
        (["supervenientes:995"], "Passo 1: São 1002 chamadas de uma vez"),
    ],
)
def test_passo_que_nao_cabe_diz_qual_e_por_que(passos: list[str], frase: str) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    with pytest.raises(Recusa) as recusa:
        fazer(cargo, *passos)
    assert re.search(frase, recusa.value.mensagem)


def test_quem_tomou_posse_nao_abre_vaga_por_desistencia() -> None:
    cargo = mundo.cargo()
    evento = mundo.convocar(cargo, 1)
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    servicos.posse_registrar(
        autor=mundo.operador(),
        nomeacao=mundo.aberta(cargo, "N01"),
        data=mundo.HOJE,
        documento="Termo nº 1/2026",
    )
    with pytest.raises(Recusa, match="já tomou posse"):
        fazer(cargo, "desistencia:N01")


@pytest.mark.parametrize(
    ("texto", "frase"),
    [
        ("eliminacao:N03", "não existe"),
        ("convocar:0", "de 1 a 1000"),
        ("convocar:1001", "de 1 a 1000"),
        ("convocar:²", "de 1 a 1000"),
        ("convocar:", "de 1 a 1000"),
        ("desistencia: , ", "ao menos uma inscrição"),
    ],
)
def test_passo_ilegivel_e_recusado(texto: str, frase: str) -> None:
    with pytest.raises(Recusa, match=frase):
        ler_passo(texto)


def test_ler_e_escrever_um_passo_sao_inversos() -> None:
    for texto in ("convocar:10", "supervenientes:3", "desistencia:0001,0002", "final_de_fila:N-7/3"):
        assert ler_passo(texto).texto == texto
    assert ler_passo("desistencia:1 2;3,1").inscricoes == ("1", "2", "3")


def test_passos_demais_sao_recusados_e_a_pagina_continua_de_pe(operador: Client) -> None:
    cargo = mundo.cargo()
    passos = ["convocar:1"] * (MAXIMO_DE_PASSOS + 1)
    assert f"até {MAXIMO_DE_PASSOS} passos" in abrir(operador, "simulacao", cargo.pk, passo=passos)
    cheia = abrir(operador, "simulacao", cargo.pk, passo=passos[1:], tipo="convocar", quantidade="1")
    assert f"até {MAXIMO_DE_PASSOS} passos" in cheia
    assert "Retirar o passo 12" in cheia


def test_recusa_aparece_com_os_passos_por_retirar(operador: Client) -> None:
    pagina = abrir(operador, "simulacao", mundo.cargo().pk, passo=["convocar:2", "desistencia:N99"])
    assert "Passo 2: a inscrição N99 não concorre" in pagina
    assert 'simular/?passo=convocar:2">Retirar o passo 2' in pagina
    assert "Vagas que mudam" not in pagina


# -- A página -------------------------------------------------------------------------------------


def test_acrescentar_passo_leva_ao_endereco_com_ele(operador: Client) -> None:
    cargo = mundo.cargo()
    dados = {"passo": ["convocar:2"], "modo": "consumo", "tipo": "desistencia", "inscricoes": "N01, N02"}
    resposta = operador.get(reverse("nomeacoes:simulacao", args=[cargo.pk]), dados)
    assert resposta.status_code == 302
    assert resposta.url.endswith("/simular/?passo=convocar:2&passo=desistencia:N01,N02&modo=consumo")


@pytest.mark.parametrize(
    ("dados", "frase"),
    [
        ({"tipo": "convocar"}, "pede um número de 1 a 1000"),
        ({"tipo": "desistencia", "quantidade": "3"}, "pede ao menos uma inscrição"),
        ({"tipo": "nao_confirmacao", "inscricoes": "N03"}, "Faça uma escolha válida"),
    ],
)
def test_passo_incompleto_volta_com_o_que_falta(operador: Client, dados: dict[str, str], frase: str) -> None:
    assert frase in abrir(operador, "simulacao", mundo.cargo().pk, **dados)


def test_o_cabecalho_serve_a_quem_da_parecer(operador: Client) -> None:
    cargo = mundo.cargo()
    pagina = abrir(operador, "simulacao", cargo.pk, passo=["convocar:4", "desistencia:N01"], modo="consumo")
    pessoa = mundo.candidatura(cargo, "N01").inscricao.candidato.nome
    cabecalho = pagina[pagina.index('id="titulo-da-simulacao"') : pagina.index("Retirar o passo 1")]
    for esperado in (
        "Simulação – não produz efeito",
        f"{cargo.codigo} – {cargo}",
        f"{mundo.HOJE:%d/%m/%Y}",
        "Consumo",
        "que <strong>não</strong> é a que rege o cargo",
        "Convocam-se 4 pessoas.",
        f"Desiste {pessoa} (N01).",
    ):
        assert esperado in cabecalho
    regras = pagina[pagina.index("Regras usadas") :]
    assert "Dupla contagem" in regras
    assert "Lei nº 11.111" in regras


def test_fundamentos_de_cada_chamada_estao_na_pagina(operador: Client) -> None:
    pagina = abrir(operador, "simulacao", mundo.cargo().pk, passo="convocar:4")
    assert pagina.count('<details class="fundamentos"') == 4
    assert "Lei 11.111/2021, art. 4º, caput" in pagina


@pytest.mark.parametrize(("papel", "ve"), [(Papel.OPERADOR, True), (Papel.AUTORIDADE, False)])
def test_fundamento_reservado_so_ve_quem_ve_declaracoes(papel: Papel, ve: bool) -> None:
    pagina = abrir(entrar(papel), "simulacao", mundo.cargo("caa").pk, passo="convocar:1")
    assert ("Lei 11.111/2021, art. 4º, § 1º" in pagina) is ve


@pytest.mark.parametrize("papel", [Papel.AUDITOR, Papel.COMISSAO, Papel.ADMINISTRADOR])
def test_so_simula_quem_planeja_convocacao(papel: Papel) -> None:
    abrir(entrar(papel), "simulacao", mundo.cargo().pk, codigo=403)


def test_fora_do_alcance_e_404() -> None:
    de_outro = entrar(Papel.OPERADOR, fabrica.orgao(sigla="OUTRO"))
    abrir(de_outro, "simulacao", mundo.cargo().pk, codigo=404)


def test_sem_homologacao_simula_e_avisa(operador: Client) -> None:
    pagina = abrir(operador, "simulacao", fabrica.cargo_publicado().pk, passo="convocar:1")
    assert "ninguém pode ser convocado por ela agora" in pagina
    assert "Só 0 têm quem chamar" in pagina


def test_edital_em_rascunho_explica(operador: Client) -> None:
    assert "ainda não foi publicado" in abrir(operador, "simulacao", fabrica.cargo_em_rascunho().pk)


def test_trezentas_chamadas_vem_em_paginas_e_abaixo_de_duzentos_mil_bytes(operador: Client) -> None:
    cargo = mundo.cargo("aacaa" * 60, vagas=300, cotas=60)
    pagina = abrir(operador, "simulacao", cargo.pk, passo="convocar:300", pagina=2)
    assert "101 a 200 de 300 vagas que mudam" in pagina
    assert len(pagina.encode()) < 200_000


def test_o_passo_que_revela_declaracao_e_reservado() -> None:
    assert {tipo.value for tipo in TipoDePasso if PassoPedido(tipo).reservado} == {
        "nao_confirmacao",
        "opcao_cotas",
        "opcao_pcd",
    }


# -- No navegador ---------------------------------------------------------------------------------


@pytest.mark.navegador
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("largura", "esquema"), [(1280, "light"), (400, "dark")])
def test_no_navegador_os_passos_somam_se_sem_gravar(
    navegador: Any, live_server: Any, largura: int, esquema: str
) -> None:
    cargo = mundo.cargo("aacaaacaaacc")
    mundo.convocar(cargo, 4)
    with navegar.aba(navegador, live_server.url, Papel.OPERADOR, largura, esquema) as aba:
        caminho = f"/cargos/{cargo.pk}/simular/"
        assert aba.defeitos(caminho) == []
        antes = retrato()
        pagina = aba.pagina
        pagina.select_option("#id_tipo", "desistencia")
        pagina.fill("#id_inscricoes", "N01 N02")
        pagina.click("text=Acrescentar passo")
        pagina.select_option("#id_tipo", "convocar")
        pagina.fill("#id_quantidade", "3")
        pagina.click("text=Acrescentar passo")
        assert pagina.url.endswith("?passo=desistencia:N01,N02&passo=convocar:3")
        assert "Convocam-se 3 pessoas." in pagina.inner_text("main ol")
        pagina.select_option("#id_modo", "consumo")
        pagina.click("button:has-text('Trocar a leitura')")
        assert "não é a que rege o cargo" in pagina.inner_text("main .cartao")
        assert aba.defeitos(pagina.url.removeprefix(live_server.url)) == []
        pagina.click("text=Retirar o passo 1")
        assert pagina.url.endswith("?passo=convocar:3&modo=consumo")
        assert retrato() == antes


@pytest.mark.navegador
@pytest.mark.django_db(transaction=True)
def test_impressa_cada_folha_diz_que_nao_produz_efeito(
    navegador: Any, live_server: Any, tmp_path: Any
) -> None:
    cargo = mundo.cargo("aacaa" * 5, vagas=20, cotas=4)
    with navegar.aba(navegador, live_server.url, Papel.OPERADOR, 1280, "light") as aba:
        aba.pagina.goto(f"{live_server.url}/cargos/{cargo.pk}/simular/?passo=convocar:20")
        assert aba.pagina.locator("details[open]").count() == 1
        arquivo = tmp_path / "simulacao.pdf"
        aba.pagina.pdf(path=arquivo, format="A4")
    texto = subprocess.run(["pdftotext", "-layout", arquivo, "-"], capture_output=True, text=True).stdout
    folhas = texto.split("\f")[:-1]
    assert len(folhas) >= 3
    assert all("Simulação – não produz efeito" in folha.splitlines()[0] for folha in folhas)
    # Os fundamentos fechados na tela vão abertos ao papel, e o que só serve à tela não vai.
    assert "a vaga 8 cabe à lista específica" in texto
    assert "Acrescentar passo" not in texto
    assert "Retirar o passo" not in texto
