"""As páginas das ocorrências: cada espécie com os seus campos, a confirmação, e as marcas que se veem."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse

from concursos.enums import EfeitoDaNaoConfirmacao
from nomeacoes import servicos
from nomeacoes.consultas import planejar
from nomeacoes.consultas.estado import estado_do_cargo
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento, Nomeacao
from nucleo.enums import Papel
from tests.nomeacoes import mundo, navegar
from tests.nomeacoes.navegar import abrir, confirmar, entrar
from tests.nomeacoes.test_acontecimentos import PROCESSO, acontecer, desistir
from tests.nomeacoes.test_registrar_ocorrencia import nas_duas

pytestmark = pytest.mark.django_db

T = TipoDoEvento
FORMULARIO = {"data": mundo.HOJE.isoformat(), "motivo": "Ofício.", "documento": "Ofício nº 9"}
PEDIDOS: list[tuple[TipoDoEvento, str, dict[str, str]]] = [
    (T.DESISTENCIA, "N01", {}),
    (T.FINAL_DE_FILA, "N01", {}),
    (T.NAO_CONFIRMACAO, "N06", {}),
    (T.FALECIMENTO, "N01", {}),
    (T.SUB_JUDICE, "N01", {"processo": PROCESSO, "efeito": "espelho"}),
    (T.SUB_JUDICE, "N01", {"processo": PROCESSO, "efeito": "ocupa"}),
    (T.ORDEM_JUDICIAL, "N09", {"processo": PROCESSO, "apos": "N01", "lista": ""}),
    (T.CONDICIONAL, "N01", {}),
    (T.OPCAO, "N05", {"lista": "cotas"}),
    (T.EXTINCAO, "", {}),
]


@pytest.mark.parametrize(("tipo", "numero", "campos"), PEDIDOS)
def test_cada_especie_se_registra_pela_sua_pagina(
    tipo: TipoDoEvento, numero: str, campos: dict[str, str]
) -> None:
    cargo, operador = nas_duas(), entrar(Papel.OPERADOR)
    endereco = reverse("nomeacoes:acontecimento", args=[cargo.pk, tipo.value])
    assert endereco in abrir(operador, "acontecimentos", cargo.pk)
    pagina = abrir(operador, "acontecimento", cargo.pk, tipo.value)
    pedidos = {nome for nome in ("processo", "efeito", "desfecho", "apos", "lista") if f"id_{nome}" in pagina}
    assert pedidos == set(campos)
    dados = FORMULARIO | campos | ({"inscricao": numero} if numero else {})
    assert "O que se segue" in operador.post(endereco, dados).content.decode()
    assert not Evento.objects.exists()
    assert confirmar(operador, endereco, dados).url == reverse("nomeacoes:acontecimentos", args=[cargo.pk])
    assert Evento.objects.get().tipo == tipo


@pytest.mark.parametrize(
    ("comeco", "fim", "campos"),
    [
        ((T.FALECIMENTO, {}), T.REINTEGRACAO, {}),
        *(
            (
                (T.SUB_JUDICE, {"processo": PROCESSO, "efeito": efeito}),
                T.FIM_SUB_JUDICE,
                {"processo": PROCESSO, "desfecho": desfecho},
            )
            for efeito, desfecho in (
                ("ocupa", "revogada"),
                ("ocupa", "definitiva"),
                ("espelho", "extinta"),
            )
        ),
        ((T.CONDICIONAL, {}), T.FIM_CONDICIONAL, {"desfecho": "cumprida"}),
        ((T.CONDICIONAL, {}), T.FIM_CONDICIONAL, {"desfecho": "descumprida"}),
    ],
)
def test_cada_fim_se_registra_pela_sua_pagina(
    comeco: tuple[TipoDoEvento, dict[str, str]], fim: TipoDoEvento, campos: dict[str, str]
) -> None:
    cargo, operador = mundo.cargo(), entrar(Papel.OPERADOR)
    acontecer(cargo, comeco[0], "N01", **comeco[1])
    endereco = reverse("nomeacoes:acontecimento", args=[cargo.pk, fim.value])
    assert confirmar(operador, endereco, FORMULARIO | campos | {"inscricao": "N01"}).status_code == 302
    assert Evento.objects.latest("sequencia").tipo == fim


@pytest.mark.parametrize(
    ("efeito", "onde"),
    [(EfeitoDaNaoConfirmacao.AMPLA, "na lista"), (EfeitoDaNaoConfirmacao.ELIMINA, "fora do concurso")],
)
def test_a_pagina_da_nao_confirmacao_diz_o_efeito_do_edital(
    efeito: EfeitoDaNaoConfirmacao, onde: str
) -> None:
    cargo, operador = mundo.cargo(nao_confirmacao=efeito), entrar(Papel.OPERADOR)
    endereco = reverse("nomeacoes:acontecimento", args=[cargo.pk, "nao_confirmacao"])
    conferida = operador.post(endereco, FORMULARIO | {"inscricao": "N03"})
    (mudanca,) = conferida.context["consequencia"].mudancas
    assert mudanca.depois.startswith(onde)


@pytest.mark.parametrize(("papel", "ve"), [(Papel.AUTORIDADE, False), (Papel.OPERADOR, True)])
@pytest.mark.parametrize("pagina", ["vagas", "quadro_vivo", "nomeacao", "porque", "porque_da_vaga"])
def test_o_que_a_comissao_decidiu_so_o_ve_quem_ve_declaracoes(papel: Papel, ve: bool, pagina: str) -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 3)
    nomeacao = mundo.aberta(cargo, "N03")
    registro = mundo.registro(motivo="Parecer da comissão.")
    servicos.nao_confirmacao_registrar(autor=mundo.operador(), candidatura=nomeacao.candidatura, **registro)
    alvo = {
        "nomeacao": [nomeacao.pk],
        "porque": [nomeacao.candidatura_id],
        "porque_da_vaga": [cargo.pk, 3],
    }.get(pagina, [cargo.pk])
    conteudo = abrir(entrar(papel), pagina, *alvo).lower()
    assert ("autodeclaração não confirmada" in conteudo) is ve
    assert "parecer da comissão" not in conteudo or ve


def test_confirmar_o_que_mudou_mostra_de_novo_e_nao_grava() -> None:
    cargo, operador = mundo.cargo(), entrar(Papel.OPERADOR)
    endereco = reverse("nomeacoes:acontecimento", args=[cargo.pk, "falecimento"])
    dados = FORMULARIO | {"inscricao": "N01"}
    vista = operador.post(endereco, dados).context["consequencia"]
    desistir(cargo, "N02")
    resposta = operador.post(endereco, dados | {"versao": vista.versao})
    assert "Houve outro registro" in resposta.content.decode()
    assert resposta.context["consequencia"].versao != vista.versao
    assert not Evento.objects.filter(tipo=T.FALECIMENTO).exists()


def test_voltar_e_corrigir_devolve_o_formulario_preenchido() -> None:
    cargo, operador = mundo.cargo(), entrar(Papel.OPERADOR)
    endereco = reverse("nomeacoes:acontecimento", args=[cargo.pk, "falecimento"])
    dados = FORMULARIO | {"inscricao": "N01"}
    versao = operador.post(endereco, dados).context["consequencia"].versao
    pagina = operador.post(endereco, dados | {"versao": versao, "corrigir": "1"}).content.decode()
    assert "Ver o que se segue" in pagina
    assert 'value="Ofício nº 9"' in pagina
    assert not Evento.objects.exists()


def test_escolhas_que_o_formulario_nao_da_sao_recusadas() -> None:
    cargo, operador = nas_duas(), entrar(Papel.OPERADOR)
    endereco = reverse("nomeacoes:acontecimento", args=[cargo.pk, "opcao"])
    resposta = operador.post(endereco, FORMULARIO | {"inscricao": "N05", "lista": "ampla"})
    assert "Faça uma escolha válida" in resposta.content.decode()


def test_a_ressalva_e_o_espelho_veem_se_no_plano_nas_vagas_e_na_nomeacao() -> None:
    cargo, operador = mundo.cargo(), entrar(Papel.OPERADOR)
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="espelho")
    plano = abrir(operador, "convocar", cargo.pk, quantidade=1)
    assert "Sub judice, vaga espelhada" in plano
    assert "2 pessoas" in plano
    mundo.convocar(cargo, 1)
    espelhada = Nomeacao.objects.get(espelho=True)
    pagina = abrir(operador, "nomeacao", espelhada.pk)
    assert "Vaga espelhada" in pagina
    assert "Sub judice" in pagina
    assert "Vaga espelhada" in abrir(operador, "convocacao", espelhada.evento_id)


def test_esgotada_a_lista_o_plano_nao_conta_as_espelhadas() -> None:
    cargo = mundo.cargo("aa", vagas=3)
    acontecer(cargo, T.SUB_JUDICE, "N01", processo=PROCESSO, efeito="espelho")
    plano = planejar(estado_do_cargo(cargo), 3)
    assert (len(plano.chamadas), plano.providas, plano.faltam) == (2, 1, 2)
    pagina = abrir(entrar(Papel.OPERADOR), "convocar", cargo.pk, quantidade=3)
    assert "Das 3 pedidas, 1 tem quem chamar" in pagina


def test_quem_nao_ve_declaracoes_so_sabe_que_ha_opcao_por_registrar() -> None:
    cargo = nas_duas()
    do_operador = abrir(entrar(Papel.OPERADOR), "convocar", cargo.pk, quantidade=5)
    assert "o plano chama pela reserva da cota, na vaga 3; a de PcD chamaria na vaga 5" in do_operador
    assert reverse("nomeacoes:acontecimento", args=[cargo.pk, "opcao"]) in do_operador
    da_autoridade = abrir(entrar(Papel.AUTORIDADE), "convocar", cargo.pk, quantidade=5)
    assert "Peça ao operador que abra este plano" in da_autoridade
    assert "o plano chama pela reserva" not in da_autoridade


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("largura", "esquema"), [(1280, "light"), (400, "dark")])
def test_no_navegador_confere_e_confirma_sem_defeito(
    navegador: Any, live_server: Any, largura: int, esquema: str
) -> None:
    cargo = nas_duas()
    mundo.convocar(cargo, 2)
    with navegar.aba(navegador, live_server.url, Papel.OPERADOR, largura, esquema) as aba:
        assert aba.defeitos(f"/cargos/{cargo.pk}/convocar/?quantidade=4") == []
        assert aba.pagina.get_by_text("a de PcD chamaria na vaga 5").is_visible()
        assert aba.defeitos(f"/cargos/{cargo.pk}/acontecimentos/") == []
        aba.pagina.get_by_role("link", name="Ordem judicial", exact=True).click()
        for campo, valor in (FORMULARIO | {"inscricao": "N09", "processo": PROCESSO}).items():
            aba.pagina.fill(f"#id_{campo}", valor)
        aba.pagina.get_by_role("button", name="Ver o que se segue").click()
        assert Axe().run(aba.pagina).response["violations"] == []
        assert aba.pagina.evaluate("document.documentElement.scrollWidth") <= largura
        assert "no alto da lista" in aba.pagina.locator("main").inner_text()
        aba.pagina.get_by_role("button", name="Confirmar o registro").click()
        assert "Registrado: ordem judicial." in aba.pagina.locator("main").inner_text()
    assert Evento.objects.filter(tipo=T.ORDEM_JUDICIAL).count() == 1
