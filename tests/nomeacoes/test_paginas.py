"""As páginas: o que cada papel vê e faz, o plano que envelhece, o PDF que se baixa."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.documentos import atos_com_tudo
from nomeacoes.models import Ato, Evento
from nucleo.enums import Papel
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import abrir, entrar

pytestmark = pytest.mark.django_db


@pytest.fixture
def autoridade() -> Client:
    return entrar(Papel.AUTORIDADE)


@pytest.fixture
def operador() -> Client:
    return entrar(Papel.OPERADOR)


def versao_mostrada(pagina: str) -> str:
    inicio = pagina.index('name="versao" value="') + len('name="versao" value="')
    return pagina[inicio : pagina.index('"', inicio)]


def confirmar(cliente: Client, cargo: Cargo, versao: str, quantidade: int = 3) -> Any:
    dados = {"quantidade": quantidade, "versao": versao, "data": mundo.HOJE.isoformat()}
    return cliente.post(reverse("nomeacoes:convocar", args=[cargo.pk]), dados)


# -- Convocações e vagas --------------------------------------------------------------------------


def test_sem_cargo_homologado_a_lista_diz_o_que_fazer(operador: Client) -> None:
    assert "Convoca-se depois da homologação" in abrir(operador, "convocacoes")


def test_a_lista_traz_proxima_vaga_abertas_e_ultima_convocacao(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N02"), **mundo.registro()
    )
    pagina = abrir(operador, "convocacoes")
    assert "1 cargo homologado" in pagina
    assert "2 de 10" in pagina
    assert "<td>2</td>" in pagina
    assert "4, ampla" in pagina
    assert f"{mundo.CONVOCADO_EM:%d/%m/%Y}" in pagina


def test_a_lista_so_traz_os_orgaos_do_alcance() -> None:
    mundo.cargo()
    assert "Nenhum cargo pode ser convocado" in abrir(
        entrar(Papel.OPERADOR, fabrica.orgao(sigla="OUTRO")), "convocacoes"
    )


def test_vagas_traz_a_faixa_e_a_mesma_coisa_em_tabela(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    pagina = abrir(operador, "vagas", cargo.pk)
    nome = mundo.candidatura(cargo, "N07").inscricao.candidato.nome
    assert f"<title>Vaga 4, ampla concorrência na série: {nome}, conta na cota</title>" in pagina
    assert "<title>Vaga 8, cota na série: ainda não provida</title>" in pagina
    assert pagina.count('class="vaga vaga-cotas') == 2
    assert "remanejamento em" in pagina


def test_vaga_aberta_diz_como_sera_provida(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(cargo, "N07"), **mundo.registro()
    )
    assert "Aberta; será provida como cota" in abrir(operador, "vagas", cargo.pk)


def test_vagas_de_edital_em_rascunho_explica(operador: Client) -> None:
    cargo = fabrica.cargo_em_rascunho()
    assert "O edital ainda não foi publicado" in abrir(operador, "vagas", cargo.pk)


def test_vagas_fora_do_alcance_e_404() -> None:
    abrir(entrar(Papel.OPERADOR, fabrica.orgao(sigla="OUTRO")), "vagas", mundo.cargo().pk, codigo=404)


# -- Plano ----------------------------------------------------------------------------------------


def test_o_plano_mostra_quem_para_que_vaga_e_por_que(operador: Client) -> None:
    cargo = mundo.cargo()
    pagina = abrir(operador, "convocar", cargo.pk, quantidade=4)
    nome = mundo.candidatura(cargo, "N07").inscricao.candidato.nome
    assert "Plano: 4 pessoas" in pagina
    assert f"a cota que ocupava passa a {nome}, na vaga 4" in pagina
    assert pagina.count('<details class="fundamentos" open>') == 1
    assert "Lei 11.111/2021, art. 4º, caput" in pagina


@pytest.mark.parametrize(("papel", "ve"), [(Papel.OPERADOR, True), (Papel.AUTORIDADE, False)])
def test_que_alguem_da_ampla_se_declarou_so_ve_quem_ve_declaracoes(papel: Papel, ve: bool) -> None:
    pagina = abrir(entrar(papel), "convocar", mundo.cargo("caa").pk, quantidade=1)
    assert "Lei 11.111/2021, art. 6º" in pagina
    assert ("Lei 11.111/2021, art. 4º, § 1º" in pagina) is ve


def test_quem_e_chamado_e_remanejado_no_mesmo_plano_aparece_uma_vez(operador: Client) -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=4)
    linhas = [(linha.vaga, linha.conta, linha.remanejada) for linha in plano.linhas(plano.chamadas)]
    assert linhas == [(1, "ampla", False), (2, "ampla", False), (3, "ampla", True), (4, "cotas", False)]


def test_quem_ja_ocupava_e_se_remaneja_vem_depois_dos_chamados() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=1)
    nome = mundo.candidatura(cargo, "N03").inscricao.candidato.nome
    assert [(linha.vaga, linha.hoje) for linha in plano.linhas(plano.chamadas)] == [
        (4, "ainda não provida, ampla concorrência na série"),
        (3, f"{nome}, conta na cota"),
    ]


def test_o_plano_avisa_que_quem_confirma_nao_assina(operador: Client) -> None:
    pagina = abrir(operador, "convocar", mundo.cargo().pk, quantidade=3)
    assert "quem redige não assina" in pagina
    assert 'name="versao"' in pagina


def test_a_autoridade_confirma_e_chega_a_convocacao(autoridade: Client) -> None:
    cargo = mundo.cargo()
    pagina = abrir(autoridade, "convocar", cargo.pk, quantidade=3)
    resposta = confirmar(autoridade, cargo, versao_mostrada(pagina))
    assert resposta.url == reverse("nomeacoes:convocacao", args=[Evento.objects.get().pk])


def test_plano_velho_volta_refeito_com_a_mensagem(autoridade: Client) -> None:
    cargo = mundo.cargo()
    velha = versao_mostrada(abrir(autoridade, "convocar", cargo.pk, quantidade=3))
    mundo.convocar(cargo, 1)
    pagina = confirmar(autoridade, cargo, velha).content.decode()
    assert "O plano mudou desde que você o viu" in pagina
    assert "Plano refeito: 3 pessoas" in pagina
    assert versao_mostrada(pagina) != velha
    assert Evento.objects.count() == 1


def test_data_errada_volta_com_a_recusa_e_o_plano(autoridade: Client) -> None:
    cargo = mundo.cargo()
    versao = versao_mostrada(abrir(autoridade, "convocar", cargo.pk, quantidade=3))
    dados = {"quantidade": 3, "versao": versao, "data": "2999-01-01"}
    pagina = autoridade.post(reverse("nomeacoes:convocar", args=[cargo.pk]), dados).content.decode()
    assert "A data da convocação está no futuro" in pagina
    assert "Plano: 3 pessoas" in pagina


def test_confirmacao_sem_data_diz_o_que_falta(autoridade: Client) -> None:
    cargo = mundo.cargo()
    versao = versao_mostrada(abrir(autoridade, "convocar", cargo.pk, quantidade=3))
    dados = {"quantidade": 3, "versao": versao, "data": ""}
    pagina = autoridade.post(reverse("nomeacoes:convocar", args=[cargo.pk]), dados).content.decode()
    assert "Data da convocação</a>: " in pagina
    assert not Evento.objects.exists()


@pytest.mark.parametrize("papel", [Papel.COMISSAO, Papel.AUDITOR])
def test_quem_so_le_nao_confirma_nem_por_fora_da_tela(papel: Papel) -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=3)
    assert confirmar(entrar(papel), cargo, plano.versao).status_code == 403


@pytest.mark.parametrize(
    ("quantidade", "mensagem"),
    [("0", "maior ou igual a 1"), ("abc", "Informe um número inteiro"), ("9999", "de 1 a 1000")],
)
def test_quantidade_sem_sentido_e_explicada(operador: Client, quantidade: str, mensagem: str) -> None:
    assert mensagem in abrir(operador, "convocar", mundo.cargo().pk, quantidade=quantidade)


def test_sem_homologacao_a_pagina_diz_por_que(operador: Client) -> None:
    cargo = fabrica.cargo_publicado()
    assert "ainda não foi homologado" in abrir(operador, "convocar", cargo.pk, quantidade=1)


# -- Convocação, assinatura e documentos ---------------------------------------------------------


def test_a_convocacao_traz_atos_e_o_botao_de_assinar(autoridade: Client) -> None:
    evento = mundo.convocar(mundo.cargo(), 4)
    pagina = abrir(autoridade, "convocacao", evento.pk)
    assert "Assinar 5 atos" in pagina
    assert pagina.count("Ato de nomeação (minuta)") == 4
    assert "Apostila de remanejamento (minuta)" in pagina


def test_plano_e_convocacao_grandes_vem_em_paginas(autoridade: Client) -> None:
    cargo = mundo.cargo("a" * 60, vagas=60, cotas=12)
    plano = abrir(autoridade, "convocar", cargo.pk, quantidade=60)
    assert plano.count('<details class="fundamentos"') == 50
    assert "Confirmar convocação de 60" in plano
    evento = mundo.convocar(cargo, 60)
    assert abrir(autoridade, "convocacao", evento.pk, pagina=2).count("Ato de nomeação (minuta)</a>") == 10


def test_o_operador_nao_assina(operador: Client) -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    assert "Só a autoridade assina" in abrir(operador, "convocacao", evento.pk)
    assert operador.post(reverse("nomeacoes:assinar", args=[evento.pk])).status_code == 403


def test_assinar_numera_e_volta_a_convocacao(autoridade: Client) -> None:
    evento = mundo.convocar(mundo.cargo(), 2)
    resposta = autoridade.post(reverse("nomeacoes:assinar", args=[evento.pk]), follow=True)
    assert f"Ato de nomeação nº 2/{mundo.HOJE.year}" in resposta.content.decode()


def test_assinar_por_get_nao_existe(autoridade: Client) -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    abrir(autoridade, "assinar", evento.pk, codigo=405)


def test_assinar_um_ato_pela_pagina_dele(autoridade: Client) -> None:
    mundo.convocar(mundo.cargo(), 1)
    ato = Ato.objects.get()
    assert "Assinar este ato" in abrir(autoridade, "ato", ato.pk)
    resposta = autoridade.post(reverse("nomeacoes:ato_assinar", args=[ato.pk]), follow=True)
    ato.refresh_from_db()
    assert ato.hash in resposta.content.decode()


def test_produzir_de_novo_leva_ao_trabalho(operador: Client) -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    resposta = operador.post(reverse("nomeacoes:produzir", args=[evento.pk]))
    assert resposta.url.startswith("/execucoes/")


def test_o_pdf_sai_com_os_cabecalhos_certos(operador: Client) -> None:
    mundo.convocar(mundo.cargo(), 1)
    ato = atos_com_tudo().get()
    servicos.ato_assinar(autor=mundo.autoridade(), ato=ato)
    servicos.pdf_produzir(autor=mundo.operador(), ato=atos_com_tudo().get())
    resposta = operador.get(reverse("nomeacoes:ato_pdf", args=[ato.pk]))
    assert resposta["Content-Type"] == "application/pdf"
    assert resposta["Content-Disposition"] == f'inline; filename="ato-de-nomeacao-1-{mundo.HOJE.year}.pdf"'
    assert resposta["Cache-Control"] == "private, no-store"
    assert resposta["X-Content-Type-Options"] == "nosniff"
    assert resposta.getvalue().startswith(b"%PDF-1.7")
    resposta.close()


def test_pdf_ainda_nao_produzido_e_404(operador: Client) -> None:
    mundo.convocar(mundo.cargo(), 1)
    abrir(operador, "ato_pdf", Ato.objects.get().pk, codigo=404)


@pytest.mark.parametrize("nome", ["ato", "ato_pdf"])
def test_ato_fora_do_alcance_e_404(nome: str) -> None:
    mundo.convocar(mundo.cargo(), 1)
    de_fora = entrar(Papel.AUDITOR, fabrica.orgao(sigla="OUTRO"))
    abrir(de_fora, nome, Ato.objects.get().pk, codigo=404)


def test_convocacao_fora_do_alcance_e_404() -> None:
    evento = mundo.convocar(mundo.cargo(), 1)
    de_fora = entrar(Papel.AUTORIDADE, fabrica.orgao(sigla="OUTRO"))
    abrir(de_fora, "convocacao", evento.pk, codigo=404)
    assert de_fora.post(reverse("nomeacoes:assinar", args=[evento.pk])).status_code == 404
