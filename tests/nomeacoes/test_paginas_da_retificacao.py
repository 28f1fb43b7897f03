"""As páginas da retificação de cargo com convocados: o que se vê antes, o que fica, e o remédio no plano."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse

from candidatos.models import Importacao, RetificacaoDoResultado
from concursos.models import Cargo
from nucleo.enums import Papel
from tests.nomeacoes import mundo, navegar, retificado
from tests.nomeacoes.navegar import abrir, entrar
from tests.nomeacoes.retificado import NOTAS, SOBE_N4, comparar, retificar

pytestmark = pytest.mark.django_db
ATO = {
    "publicada_em": mundo.HOJE.isoformat(),
    "veiculo": "Diário Oficial nº 9",
    "motivo": "Recurso provido contra a questão 31.",
}


@pytest.fixture
def cargo() -> Cargo:
    novo = retificado.cargo()
    mundo.convocar(novo, 2)
    return novo


def ver(papel: Papel, nome: str, objeto: Any) -> str:
    resposta = entrar(papel).get(reverse(f"candidatos:{nome}", args=[objeto.pk]))
    assert resposta.status_code == 200
    return " ".join(resposta.content.decode().split())


def efeitos_da(importacao: Importacao) -> str:
    return reverse("candidatos:retificacao_efeitos", args=[importacao.pk])


def test_a_comparacao_leva_a_quem_ja_foi_chamado(cargo: Cargo) -> None:
    importacao = comparar(cargo, SOBE_N4)
    previa = ver(Papel.OPERADOR, "retificacao_previa", importacao)
    assert efeitos_da(importacao) in previa
    assert "1 em vaga que pela lista nova seria de outra pessoa, 1 na sua" in previa


def test_a_pagina_diz_quem_por_que_e_o_remedio(cargo: Cargo) -> None:
    pagina = ver(Papel.AUTORIDADE, "retificacao_efeitos", comparar(cargo, SOBE_N4))
    assert "Já teriam sido chamados e esperam (preterição)" in pagina
    assert "É da próxima chamada, para a vaga 3." in pagina
    assert "Ocupam vaga que pela lista nova seria de outra pessoa" in pagina
    assert "A retificação não desfaz nada" in pagina


def test_sem_efeito_a_pagina_o_diz(cargo: Cargo) -> None:
    pagina = ver(Papel.AUTORIDADE, "retificacao_efeitos", comparar(cargo, NOTAS | {"N4": "87,00"}))
    assert "A lista nova não muda nada para quem já foi chamado." in pagina


def test_sem_chamados_a_pagina_nao_tem_o_que_dizer() -> None:
    outro = retificado.cargo()
    importacao = comparar(outro, SOBE_N4)
    assert efeitos_da(importacao) not in ver(Papel.OPERADOR, "retificacao_previa", importacao)
    assert "Ninguém foi chamado" in ver(Papel.OPERADOR, "retificacao_efeitos", importacao)


def test_o_ato_pede_que_se_tenha_conferido(cargo: Cargo) -> None:
    importacao = comparar(cargo, SOBE_N4)
    endereco = reverse("candidatos:resultado_retificar", args=[importacao.pk])
    autoridade = entrar(Papel.AUTORIDADE)
    negado = autoridade.post(endereco, ATO).content.decode()
    assert "Confira antes o que a retificação faz a quem já foi chamado." in negado
    assert autoridade.post(endereco, ATO | {"conferi": "on"}).status_code == 302
    importacao.refresh_from_db()
    assert importacao.plano["retificacao"]["ato"]["veiculo"] == "Diário Oficial nº 9"


def test_chamada_depois_da_comparacao_avisa_na_pagina(cargo: Cargo) -> None:
    importacao = comparar(cargo, SOBE_N4)
    mundo.convocar(cargo, 1)
    for nome in ("retificacao_previa", "retificacao_efeitos"):
        assert "depois da comparação: compare de novo" in ver(Papel.AUTORIDADE, nome, importacao)


def test_depois_do_ato_o_mesmo_quadro_fica_ao_alcance(cargo: Cargo) -> None:
    feita = retificar(cargo, SOBE_N4)
    assert efeitos_da(feita.importacao) in ver(Papel.AUDITOR, "retificacao", feita)
    quadro = ver(Papel.AUDITOR, "retificacao_efeitos", feita.importacao)
    assert "O que a retificação nº 1 fez a quem já tinha sido chamado" in quadro
    assert "IVO PAZ" in quadro


def test_a_pagina_do_cargo_diz_o_que_ha_por_remediar(cargo: Cargo) -> None:
    feita = retificar(cargo, SOBE_N4)
    operador = entrar(Papel.OPERADOR)
    pagina = abrir(operador, "vagas", cargo.pk)
    assert "Preterição por remediar." in pagina
    assert "é da próxima chamada, para a vaga 3" in pagina
    assert efeitos_da(feita.importacao) in pagina
    mundo.convocar(cargo, 1)
    assert "Preterição por remediar." not in abrir(operador, "vagas", cargo.pk)


def test_o_plano_diz_o_que_remedeia(cargo: Cargo) -> None:
    retificar(cargo, SOBE_N4)
    autoridade = entrar(Papel.AUTORIDADE)
    assert "Preterição por remediar." in abrir(autoridade, "convocar", cargo.pk)
    plano = abrir(autoridade, "convocar", cargo.pk, quantidade=1)
    assert "Este plano remedeia a preterição" in plano
    assert "Preterição por remediar." not in plano


def test_o_registro_da_retificacao_nao_oferece_desfazer(cargo: Cargo) -> None:
    retificar(cargo, SOBE_N4)
    pagina = abrir(entrar(Papel.OPERADOR), "acontecimentos", cargo.pk)
    assert "Retificação do resultado" in pagina
    assert reverse("nomeacoes:evento_desfazer", args=[cargo.eventos.get(tipo="retificacao").pk]) not in pagina


@pytest.mark.navegador
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("largura", "esquema"), [(1280, "light"), (400, "dark")])
def test_no_navegador_ve_se_confirma_se_e_o_plano_remedeia(
    navegador: Any, live_server: Any, largura: int, esquema: str
) -> None:
    cargo = retificado.cargo()
    mundo.convocar(cargo, 2)
    importacao = comparar(cargo, SOBE_N4)
    previa = reverse("candidatos:retificacao_previa", args=[importacao.pk])
    with navegar.aba(navegador, live_server.url, Papel.AUTORIDADE, largura, esquema) as aba:
        assert aba.defeitos(previa) == []
        aba.pagina.get_by_role("link", name="O que a retificação faz a quem já foi chamado").click()
        assert "É da próxima chamada" in aba.pagina.locator("main").inner_text()
        assert aba.defeitos(efeitos_da(importacao)) == []
        assert aba.defeitos(reverse("candidatos:resultado_retificar", args=[importacao.pk])) == []
        for campo, valor in ATO.items():
            aba.pagina.fill(f"#id_{campo}", valor)
        aba.pagina.get_by_label("Conferi o que a retificação faz").check()
        aba.pagina.get_by_role("button", name="Retificar o resultado").click()
        aba.pagina.wait_for_url("**/retificacoes/**")
        feita = RetificacaoDoResultado.objects.get()
        assert aba.defeitos(reverse("candidatos:retificacao", args=[feita.pk])) == []
        assert aba.defeitos(reverse("nomeacoes:vagas", args=[cargo.pk])) == []
        assert "Preterição por remediar" in aba.pagina.locator("main").inner_text()
        aba.pagina.get_by_role("link", name="Planejar convocação").click()
        aba.pagina.fill("#id_quantidade", "1")
        aba.pagina.get_by_role("button", name="Ver o plano").click()
        assert "Este plano remedeia a preterição" in aba.pagina.locator("main").inner_text()
        assert Axe().run(aba.pagina).response["violations"] == []
        assert aba.pagina.evaluate("document.documentElement.scrollWidth") <= largura
        aba.pagina.get_by_role("button", name="Confirmar convocação de 1").click()
        aba.pagina.wait_for_url("**/convocacoes/**")
    assert mundo.ocupantes(cargo)[3] == ("N4", "cotas")
