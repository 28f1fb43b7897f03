"""Colunas compostas e filtros de linha, com as formas que as bancas escrevem."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from candidatos.enums import CondicaoDoFiltro, RegraDeTexto
from candidatos.servicos.opcoes import Filtro
from candidatos.servicos.regras_de_texto import aplicar, casa

pytestmark = pytest.mark.puro

UNIFICADO = "001 - Administração - Franco da Rocha"


@pytest.mark.parametrize(
    ("texto", "antes", "segunda", "depois"),
    [
        (UNIFICADO, "001", "Administração", "Franco da Rocha"),
        ("001 – Administração – Centro", "001", "Administração", "Centro"),
        ("001 — Administração — Centro", "001", "Administração", "Centro"),
        ("001–Administração–Centro", "001", "Administração", "Centro"),
        ("  001   -   Administração  ", "001", "Administração", "Administração"),
        ("001- Administração -Centro", "001", "Administração", "Centro"),
        ("301 - Pós-graduação - Ibaté", "301", "Pós-graduação", "Ibaté"),
        ("M01 - Médico - Zona Norte - Noturno", "M01", "Médico", "Noturno"),
        ("001-Administração", "001", "Administração", "Administração"),
        ("M01-Médico", "M01", "Médico", "Médico"),
        ("6-A - Professor", "6-A", "Professor", "Professor"),
        # Sem traço que separe, o texto fica inteiro.
        ("Administração", "Administração", "Administração", "Administração"),
        ("Guarda-civil", "Guarda-civil", "Guarda-civil", "Guarda-civil"),
        ("2023-0001", "2023-0001", "2023-0001", "2023-0001"),
        ("Técnico em T-40", "Técnico em T-40", "Técnico em T-40", "Técnico em T-40"),
        ("-", "-", "-", "-"),
        ("", "", "", ""),
    ],
)
def test_partes_pelo_traco(texto: str, antes: str, segunda: str, depois: str) -> None:
    assert aplicar(RegraDeTexto.ANTES_DO_TRACO, texto) == antes
    assert aplicar(RegraDeTexto.SEGUNDA_PARTE, texto) == segunda
    assert aplicar(RegraDeTexto.DEPOIS_DO_TRACO, texto) == depois


@pytest.mark.parametrize(
    ("texto", "algarismos", "entre", "antes"),
    [
        ("Médico (M01)", "01", "M01", "Médico"),
        ("Opção 12: Médico", "12", "Opção 12: Médico", "Opção 12: Médico"),
        ("Médico ( M01 ) (40h)", "01", "M01", "Médico"),
        ("(M01) Médico", "01", "M01", "(M01) Médico"),
        ("Médico (M01", "01", "Médico (M01", "Médico"),
        ("001", "001", "001", "001"),
        ("Médico", "Médico", "Médico", "Médico"),
        ("Turma ٣", "Turma ٣", "Turma ٣", "Turma ٣"),
    ],
)
def test_algarismos_e_parenteses(texto: str, algarismos: str, entre: str, antes: str) -> None:
    assert aplicar(RegraDeTexto.ALGARISMOS, texto) == algarismos
    assert aplicar(RegraDeTexto.ENTRE_PARENTESES, texto) == entre
    assert aplicar(RegraDeTexto.ANTES_DOS_PARENTESES, texto) == antes


def test_inteiro_so_perde_os_espacos_das_pontas() -> None:
    assert aplicar(RegraDeTexto.INTEIRO, f" {UNIFICADO} ") == UNIFICADO


def test_regra_desconhecida_e_erro() -> None:
    with pytest.raises(KeyError):
        aplicar("expressao_regular", UNIFICADO)


@given(st.sampled_from(RegraDeTexto.values), st.text(max_size=60))
def test_o_resultado_e_sempre_um_pedaco_do_texto(regra: str, texto: str) -> None:
    assert aplicar(regra, texto) in texto


C = CondicaoDoFiltro


@pytest.mark.parametrize(
    ("condicao", "valor", "texto", "sai"),
    [
        (C.IGUAL, "Não paga", "NAO  PAGA", True),
        (C.IGUAL, "nao paga", " Não paga ", True),
        (C.IGUAL, "Não paga", "Não paga ainda", False),
        (C.IGUAL, "-", "", False),
        (C.DIFERENTE, "Paga", "paga", False),
        (C.DIFERENTE, "Paga", "Isenta", True),
        (C.DIFERENTE, "Paga", "", True),
        (C.CONTEM, "teste", "CANDIDATO TESTE 2", True),
        (C.CONTEM, "teste", "TESTEMUNHA", True),
        (C.CONTEM, "teste", "ANA", False),
        (C.COMECA, "teste", "Teste da banca", True),
        (C.COMECA, "teste", "Candidato teste", False),
        (C.EM_BRANCO, "", "  ", True),
        (C.EM_BRANCO, "", "0", False),
    ],
)
def test_filtro_compara_sem_acento_nem_caixa(condicao: str, valor: str, texto: str, sai: bool) -> None:
    assert casa(Filtro("A", condicao, valor, "motivo"), texto) is sai
