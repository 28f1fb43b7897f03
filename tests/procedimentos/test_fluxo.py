"""A tabela do rito, sem serviços: que caminhos existem, e quem os abre."""

from __future__ import annotations

import importlib

import pytest
from django.conf import settings

from procedimentos.documentos import rito_em_markdown
from procedimentos.enums import Fase, Resultado
from procedimentos.fluxo import (
    CORREM,
    FINAIS,
    JULGADOS,
    PASSOS,
    PRAZO_DA_FASE,
    PRAZOS,
    Passo,
    Quem,
    agrava,
    passagens,
    problemas_da_comissao,
)
from procedimentos.forms import FORMULARIOS
from procedimentos.servicos import DO_PASSO

pytestmark = pytest.mark.puro

P, F = Passo, Fase
DECISOES = (P.DECIDIR, P.JULGAR_IMPROCEDENTE)


def alcancaveis(*, sem: tuple[Passo, ...] = ()) -> set[Fase]:
    """Fases a que se chega da triagem sem praticar nunca os passos dados."""
    vistas, fila = {F.TRIAGEM}, [F.TRIAGEM]
    while fila:
        fase = fila.pop()
        for passo, regra in PASSOS.items():
            if passo not in sem and fase in regra.de and regra.para and regra.para not in vistas:
                vistas.add(regra.para)
                fila.append(regra.para)
    return vistas


def test_toda_fase_se_alcanca_e_so_as_finais_nao_tem_saida() -> None:
    assert alcancaveis() == set(Fase)
    com_saida = {de for de, _ in passagens()}
    assert set(Fase) - com_saida == FINAIS


@pytest.mark.parametrize(
    "sem",
    [
        (P.INSTAURAR,),
        (P.PROVAR_CITACAO,),
        (P.DEFENDER, P.DECURSO_DA_DEFESA),
        (P.ENCERRAR_INSTRUCAO,),
        (P.PROVAR_ALEGACOES,),
        (P.ALEGAR, P.DECURSO_DAS_ALEGACOES),
        (P.RELATAR,),
    ],
)
def test_nenhum_caminho_a_decisao_evita_citacao_defesa_alegacoes_e_relatorio(sem: tuple[Passo, ...]) -> None:
    alcance = alcancaveis(sem=sem)
    assert not any(alcance & PASSOS[decisao].de for decisao in DECISOES)


@pytest.mark.parametrize(
    "sem",
    [
        (P.DECIDIR,),
        (P.PROVAR_DECISAO,),
        (P.DECURSO_DO_RECURSO, P.RECORRER),
        (P.DECURSO_DO_RECURSO, P.NEGAR_RECURSO),
        (P.DECURSO_DO_RECURSO, P.MANTER),
    ],
)
def test_nenhum_caminho_aos_efeitos_evita_a_decisao_e_o_fim_do_recurso(sem: tuple[Passo, ...]) -> None:
    assert not alcancaveis(sem=sem) & PASSOS[P.CUMPRIR].de
    assert PASSOS[P.CUMPRIR].de == {F.ENCERRADO}


def test_da_improcedencia_nao_se_passa_a_efeito_nenhum() -> None:
    assert F.IMPROCEDENTE in FINAIS
    assert not any(F.IMPROCEDENTE in regra.de for regra in PASSOS.values())


def test_quem_e_da_comissao_nao_decide_nem_julga_nem_cumpre() -> None:
    for passo in (*DECISOES, P.RECONSIDERAR, P.MANTER, P.NEGAR_RECURSO, P.PROVER_RECURSO, P.CUMPRIR):
        assert not {Quem.PRESIDENTE, Quem.MEMBRO, Quem.PROTOCOLO} & set(PASSOS[passo].quem)
    assert PASSOS[P.NEGAR_RECURSO].quem == (Quem.RECURSAL,)


def test_cada_passo_tem_servico_e_formulario_e_cada_prazo_a_sua_fonte() -> None:
    assert set(DO_PASSO) == set(Passo) == set(PASSOS)
    assert set(FORMULARIOS) == set(Passo) - {P.ABRIR}
    assert all(regra.prova and regra.fonte and regra.quem for regra in PASSOS.values())
    assert set(PRAZOS) == set(PRAZO_DA_FASE.values())
    assert all(regra.fonte for regra in PRAZOS.values())


def test_as_passagens_do_banco_sao_as_da_tabela() -> None:
    migracao = importlib.import_module("procedimentos.migrations.0002_gatilhos")
    assert set(migracao.PASSAGENS) == {(de.value, para.value) for de, para in passagens()}


def test_julgado_ja_nao_corre() -> None:
    assert not CORREM & JULGADOS
    assert F.ARQUIVADO not in JULGADOS


@pytest.mark.parametrize(
    ("de", "para", "pior"),
    [
        ("falsa", "falsa", False),
        ("falsa", "nao_confirmada", False),
        ("nao_confirmada", "nao_confirmada", False),
        ("nao_confirmada", "falsa", True),
        ("improcedente", "nao_confirmada", True),
    ],
)
def test_o_recurso_nao_agrava(de: str, para: str, pior: bool) -> None:
    assert agrava(Resultado(de), Resultado(para)) is pior


@pytest.mark.parametrize(
    ("comissao", "palavra"),
    [
        ((3, 1, 1, 1), ""),
        ((5, 1, 1, 2), ""),
        ((1, 1, 0, 1), "3 ou mais"),
        ((4, 1, 1, 1), "ímpar"),
        ((3, 0, 1, 1), "presidente"),
        ((3, 1, 2, 1), "secretário"),
        ((3, 1, 1, 0), "suplente"),
    ],
)
def test_comissao_regular(comissao: tuple[int, int, int, int], palavra: str) -> None:
    faltas = problemas_da_comissao(*comissao)
    assert (not faltas) if not palavra else any(palavra in falta for falta in faltas)


def test_o_fluxograma_do_manual_e_o_da_tabela() -> None:
    escrito = (settings.RAIZ / "docs" / "rito.md").read_text(encoding="utf-8")
    assert escrito == rito_em_markdown()
