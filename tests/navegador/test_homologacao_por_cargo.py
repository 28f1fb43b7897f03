"""Homologação cargo por cargo, convocação do que já se homologou, e prorrogação de validades diferentes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from nucleo.calendario import somar_meses
from tests.navegador.balcao import Balcao
from tests.navegador.mesa import Mesa, Pessoa, abrir

pytestmark = pytest.mark.navegador

PESSOAS = [
    Pessoa("000101", "ANA LIMA", "A1", "95,00"),
    Pessoa("000102", "BRUNO REIS", "A1", "92,00"),
    Pessoa("000201", "NEI SALES", "A2", "90,00"),
    Pessoa("000202", "OLGA PAIVA", "A2", "80,00"),
]
HOJE = timezone.localdate()
ANTES = HOJE - timedelta(days=30)


def test_cada_cargo_conta_a_sua_validade(balcao: Callable[[str], Balcao], tmp_path: Path):
    mesa = abrir(balcao, tmp_path, PESSOAS)
    _datas_e_escolhas_que_nao_cabem(mesa)
    _homologar(mesa, "A1 – Enfermeiro", ANTES.isoformat())
    _so_um_esta_homologado(mesa)
    _o_homologado_ja_se_convoca(mesa)
    _homologar_outra_vez_nao_faz_nada(mesa)
    _homologar(mesa, "A2 – Farmacêutico", HOJE.isoformat())
    _a_prorrogacao_alcanca_a_que_corria(mesa)
    _a_outra_prorroga_se_depois(mesa)


def _formulario(mesa: Mesa, cargo: str, dia: str) -> None:
    autoridade = mesa.autoridade
    autoridade.ir(f"{mesa.concurso}homologacao/")
    for caixa in autoridade.pagina.locator("main input[name=cargos]:not([disabled])").all():
        caixa.uncheck()
    if cargo:
        autoridade.pagina.get_by_label(cargo).check()
    autoridade.preencher({"homologado_em": dia, "veiculo": "Diário Oficial nº 180"})


def _datas_e_escolhas_que_nao_cabem(mesa: Mesa) -> None:
    autoridade = mesa.autoridade
    for cargo, dia, dito in (
        ("", HOJE.isoformat(), "Escolha ao menos um cargo para homologar."),
        ("A1 – Enfermeiro", "2026-02-09", "A homologação não pode ser anterior à publicação do edital"),
        ("A1 – Enfermeiro", (HOJE + timedelta(days=1)).isoformat(), "ainda não chegou: confira o ano."),
    ):
        _formulario(mesa, cargo, dia)
        autoridade.enviar("Homologar resultado")
        assert dito in autoridade.texto()
        assert "Já homologados" not in autoridade.texto()
    autoridade.examinar()
    operador = mesa.operador
    operador.ir(f"{mesa.concurso}classificacao/")
    assert "Homologar" not in operador.texto().replace("antes de homologar", "")


def _homologar(mesa: Mesa, cargo: str, dia: str) -> None:
    _formulario(mesa, cargo, dia)
    mesa.autoridade.examinar()
    mesa.autoridade.enviar("Homologar resultado")
    assert "Resultado homologado." in mesa.autoridade.texto()


def _so_um_esta_homologado(mesa: Mesa) -> None:
    autoridade = mesa.autoridade
    assert "Homologada em parte" in autoridade.texto()
    primeira, segunda = autoridade.pagina.locator("#cargos tbody tr").all_inner_texts()
    assert f"em {ANTES:%d/%m/%Y}, válido até {somar_meses(ANTES, 24):%d/%m/%Y}" in primeira
    assert "Classificado" in segunda
    autoridade.examinar()
    autoridade.ir(mesa.concurso)
    autoridade.examinar()
    autoridade.seguir("Edital nº")
    autoridade.examinar()


def _o_homologado_ja_se_convoca(mesa: Mesa) -> None:
    autoridade = mesa.autoridade
    cargo = _endereco(mesa, "A1 – Enfermeiro")
    plano = autoridade.planejar(cargo, 1)
    assert "Vaga 1: ANA LIMA" in plano
    autoridade.examinar()
    outro = _endereco(mesa, "A2 – Farmacêutico")
    autoridade.ir(f"{outro}convocar/")
    assert "homolog" in autoridade.texto()
    assert autoridade.pagina.get_by_role("button", name="Ver o plano").count() == 0
    autoridade.examinar()


def _endereco(mesa: Mesa, cargo: str) -> str:
    mesa.lista(cargo)
    return str(mesa.operador.pagina.url.removeprefix(mesa.operador.endereco).split("lista/")[0])


def _homologar_outra_vez_nao_faz_nada(mesa: Mesa) -> None:
    """O formulário que ficou aberto noutra aba: o cargo já não se escolhe, e nada se grava."""
    autoridade = mesa.autoridade
    autoridade.ir(f"{mesa.concurso}homologacao/")
    assert autoridade.pagina.get_by_label("A1 – Enfermeiro").count() == 0
    assert "A1 – Enfermeiro: em" in autoridade.texto()


def _a_prorrogacao_alcanca_a_que_corria(mesa: Mesa) -> None:
    autoridade = mesa.autoridade
    assert "Homologada" in autoridade.texto()
    autoridade.seguir("Prorrogar a validade")
    assert autoridade.pagina.locator("main tbody tr").count() == 2
    autoridade.examinar()
    ontem = HOJE - timedelta(days=1)
    autoridade.preencher({"decidido_em": ontem.isoformat(), "ato": "Decreto nº 12/2026"})
    autoridade.enviar("Prorrogar a validade")
    assert "Validade prorrogada." in autoridade.texto()
    primeira, segunda = autoridade.pagina.locator("#cargos tbody tr").all_inner_texts()
    assert f"válido até {somar_meses(somar_meses(ANTES, 24), 24):%d/%m/%Y}, prorrogado" in primeira
    assert "prorrogado" not in segunda
    autoridade.examinar()


def _a_outra_prorroga_se_depois(mesa: Mesa) -> None:
    autoridade = mesa.autoridade
    autoridade.seguir("Prorrogar a validade")
    assert "não alcança: a validade já foi prorrogada" in autoridade.texto()
    autoridade.examinar()
    autoridade.preencher({"decidido_em": HOJE.isoformat(), "ato": "Decreto nº 30/2026"})
    autoridade.enviar("Prorrogar a validade")
    assert autoridade.texto().count("prorrogado") >= 2
    assert autoridade.pagina.get_by_role("link", name="Prorrogar a validade").count() == 0
