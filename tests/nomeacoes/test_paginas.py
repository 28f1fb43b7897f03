"""As páginas: o que cada papel vê e faz, o plano que envelhece, o PDF que se baixa."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.documentos import atos_com_tudo
from nomeacoes.models import Ato, Evento, Nomeacao
from nucleo.enums import Papel
from nucleo.models import Orgao
from tests import fabrica
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db


def entrar(papel: Papel, orgao: Orgao | None = None) -> Client:
    cliente = Client()
    cliente.force_login(fabrica.usuario(papel, orgao=orgao))
    return cliente


@pytest.fixture
def autoridade() -> Client:
    return entrar(Papel.AUTORIDADE)


@pytest.fixture
def operador() -> Client:
    return entrar(Papel.OPERADOR)


def abrir(cliente: Client, nome: str, *args: Any, codigo: int = 200, **consulta: Any) -> str:
    resposta = cliente.get(reverse(f"nomeacoes:{nome}", args=args), consulta)
    assert resposta.status_code == codigo
    return resposta.content.decode()


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


def test_o_operador_ve_o_plano_e_nao_o_botao(operador: Client) -> None:
    pagina = abrir(operador, "convocar", mundo.cargo().pk, quantidade=3)
    assert "peça a ela" in pagina
    assert 'name="versao"' not in pagina


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


def test_o_operador_nao_confirma_nem_por_fora_da_tela(operador: Client) -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=3)
    assert confirmar(operador, cargo, plano.versao).status_code == 403


@pytest.mark.parametrize(
    ("quantidade", "mensagem"),
    [("0", "maior ou igual a 1"), ("abc", "Informe um número inteiro"), ("9999", "de 1 a 1000")],
)
def test_quantidade_sem_sentido_e_explicada(operador: Client, quantidade: str, mensagem: str) -> None:
    assert mensagem in abrir(operador, "convocar", mundo.cargo().pk, quantidade=quantidade)


def test_sem_homologacao_a_pagina_diz_por_que(operador: Client) -> None:
    cargo = fabrica.cargo_publicado()
    assert "ainda não homologado" in abrir(operador, "convocar", cargo.pk, quantidade=1)


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


# -- Atos -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filtros", "contagem"),
    [
        ({}, "5 de 5"),
        ({"tipo": "apostila"}, "1 de 5"),
        ({"situacao": "assinado"}, "0 de 5"),
        ({"q": "N07"}, "1 de 5"),
        ({"q": "N0"}, "5 de 5"),
        ({"q": "ninguém assim"}, "0 de 5"),
        ({"ano": "1990"}, "0 de 5"),
    ],
)
def test_filtros_de_atos(operador: Client, filtros: dict[str, str], contagem: str) -> None:
    mundo.convocar(mundo.cargo(), 4)
    assert contagem in abrir(operador, "atos", **filtros)


def test_sem_atos_a_lista_diz_de_onde_eles_vem(operador: Client) -> None:
    assert "Ainda não há atos" in abrir(operador, "atos")


# -- Nomeação e registros -------------------------------------------------------------------------


def test_a_nomeacao_conta_a_sua_historia(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 4)
    pagina = abrir(operador, "nomeacao", mundo.aberta(cargo, "N03").pk)
    nome = mundo.candidatura(cargo, "N07").inscricao.candidato.nome
    assert "chamada para a vaga 3; conta na cota" in pagina
    assert f"passa a contar na ampla; a cota que ocupava passa a {nome}, na vaga 4" in pagina


def test_a_autoridade_nao_ve_os_registros_do_operador(autoridade: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    assert "Registrar desistência" not in abrir(autoridade, "nomeacao", mundo.aberta(cargo, "N01").pk)


@pytest.mark.parametrize(
    ("nome", "tipo"),
    [("desistencia", "desistencia"), ("sem_efeito", "sem_efeito"), ("final_de_fila", "final_de_fila")],
)
def test_registros_que_abrem_a_vaga(operador: Client, nome: str, tipo: str) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    nomeacao = mundo.aberta(cargo, "N01")
    dados = {"data": mundo.HOJE.isoformat(), "motivo": "Pedido.", "documento": "Processo nº 1"}
    assert "a vaga 1 se abre" in abrir(operador, nome, nomeacao.pk)
    resposta = operador.post(reverse(f"nomeacoes:{nome}", args=[nomeacao.pk]), dados)
    assert resposta.url == reverse("nomeacoes:nomeacao", args=[nomeacao.pk])
    assert Nomeacao.objects.get().encerrada_por.tipo == tipo


def test_nao_confirmacao_pela_pagina(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    nomeacao = mundo.aberta(cargo, "N03")
    dados = {"data": mundo.HOJE.isoformat(), "motivo": "Parecer.", "documento": "Ata nº 1"}
    operador.post(reverse("nomeacoes:nao_confirmacao", args=[nomeacao.pk]), dados)
    nomeacao.refresh_from_db()
    assert nomeacao.encerrada_por.tipo == "nao_confirmacao"


def test_posse_pela_pagina(operador: Client) -> None:
    cargo = mundo.cargo()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=mundo.convocar(cargo, 1))
    nomeacao = mundo.aberta(cargo, "N01")
    dados = {"data": mundo.HOJE.isoformat(), "documento": "Termo nº 1"}
    operador.post(reverse("nomeacoes:posse", args=[nomeacao.pk]), dados)
    nomeacao.refresh_from_db()
    assert nomeacao.situacao == "empossada"


def test_a_recusa_aparece_no_formulario(operador: Client) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    dados = {"data": "2999-01-01", "motivo": "Pedido.", "documento": "Processo nº 1"}
    resposta = operador.post(reverse("nomeacoes:desistencia", args=[mundo.aberta(cargo, "N01").pk]), dados)
    assert "A data está no futuro." in resposta.content.decode()


def test_registro_pela_inscricao_de_quem_nao_foi_chamado(operador: Client) -> None:
    cargo = mundo.cargo()
    dados = {
        "inscricao": " N05 ",
        "tipo": "desistencia",
        "data": mundo.HOJE.isoformat(),
        "motivo": "Pedido.",
        "documento": "Processo nº 1",
    }
    resposta = operador.post(reverse("nomeacoes:ocorrencia", args=[cargo.pk]), dados)
    assert resposta.url == reverse("nomeacoes:vagas", args=[cargo.pk])
    assert Evento.objects.get().candidatura == mundo.candidatura(cargo, "N05")


def test_inscricao_que_nao_concorre_ao_cargo(operador: Client) -> None:
    cargo = mundo.cargo()
    dados = {"inscricao": "5", "tipo": "desistencia", "data": "", "motivo": "x", "documento": "y"}
    pagina = operador.post(reverse("nomeacoes:ocorrencia", args=[cargo.pk]), dados).content.decode()
    assert "A inscrição 5 não concorre a este cargo" in pagina


# -- Papéis por página ----------------------------------------------------------------------------

LEEM = {Papel.OPERADOR, Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR}
PAGINAS = [
    ("convocacoes", LEEM),
    ("vagas", LEEM),
    ("convocar", {Papel.OPERADOR, Papel.AUTORIDADE}),
    ("ocorrencia", {Papel.OPERADOR}),
    ("convocacao", LEEM),
    ("nomeacao", LEEM),
    ("desistencia", {Papel.OPERADOR}),
    ("sem_efeito", {Papel.OPERADOR}),
    ("final_de_fila", {Papel.OPERADOR}),
    ("nao_confirmacao", {Papel.OPERADOR}),
    ("posse", {Papel.OPERADOR}),
    ("atos", LEEM),
    ("ato", LEEM),
]


@pytest.mark.parametrize("papel", list(Papel))
def test_cada_papel_abre_as_suas_paginas(papel: Papel) -> None:
    cargo = mundo.cargo()
    evento = mundo.convocar(cargo, 1)
    alvos = {
        "convocacoes": [],
        "atos": [],
        "vagas": [cargo.pk],
        "convocar": [cargo.pk],
        "ocorrencia": [cargo.pk],
        "convocacao": [evento.pk],
        "ato": [Ato.objects.get().pk],
    }
    cliente = entrar(papel)
    for nome, papeis in PAGINAS:
        args = alvos.get(nome, [Nomeacao.objects.get().pk])
        resposta = cliente.get(reverse(f"nomeacoes:{nome}", args=args))
        assert (nome, resposta.status_code) == (nome, 200 if papel in papeis else 403)


def test_sem_entrar_vai_se_a_entrada() -> None:
    resposta = Client().get(reverse("nomeacoes:atos"))
    assert resposta.url.startswith(reverse("nucleo:entrar"))
