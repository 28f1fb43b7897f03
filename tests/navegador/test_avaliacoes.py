"""Heteroidentificação, avaliação biopsicossocial e cláusula de barreira, do registro às listas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.navegador.balcao import Balcao
from tests.navegador.mesa import Mesa, Pessoa, abrir

pytestmark = pytest.mark.navegador

# Barreira: geral até o 5º (FÁBIO empata com ELISA), cota até o 3º (JONAS empata com INÊS), PcD até o 1º.
PESSOAS = [
    Pessoa("000101", "ANA LIMA", "A1", "95,00"),
    Pessoa("000102", "BRUNO REIS", "A1", "92,00"),
    Pessoa("000103", "CARLA DIAS", "A1", "90,00", negro=True),
    Pessoa("000104", "DAVI NUNES", "A1", "88,00"),
    Pessoa("000105", "ELISA PRADO", "A1", "85,00"),
    Pessoa("000106", "FÁBIO SENA", "A1", "85,00"),
    Pessoa("000107", "GILDA ROCHA", "A1", "80,00", negro=True),
    Pessoa("000108", "HUGO TELES", "A1", "78,00"),
    Pessoa("000109", "INÊS MOTA", "A1", "75,00", negro=True),
    Pessoa("000110", "JONAS BRITO", "A1", "75,00", negro=True),
    Pessoa("000111", "KÁTIA VALE", "A1", "70,00", pcd=True),
    Pessoa("000112", "LUÍS CUNHA", "A1", "69,00", negro=True),
    Pessoa("000113", "MARA GOES", "A1", "65,00", pcd=True),
    Pessoa("000201", "NEI SALES", "A2", "90,00"),
]
ATA = {"data": "2026-04-10", "decidido_por": "Comissão de heteroidentificação", "documento": "Ata nº 3/2026"}


def test_avaliar_as_declaracoes_e_ver_quem_fica_em_cada_lista(
    balcao: Callable[[str], Balcao], tmp_path: Path
):
    mesa = abrir(
        balcao,
        tmp_path,
        PESSOAS,
        preenchidos={
            "barreira_geral": "5",
            "barreira_cotas": "3",
            "barreira_pcd": "1",
            "heteroidentificacao_fonte": "Edital, item 5",
        },
        marcados=["heteroidentificacao", "biopsicossocial"],
    )
    _a_barreira_guarda_quem_empata(mesa)
    _quem_nao_declarou_nao_se_avalia(mesa)
    _heteroidentificacao_em_lote(mesa)
    _biopsicossocial(mesa)
    _as_listas_que_resultam(mesa)
    _recurso_contra_a_avaliacao(mesa)


def _nomes(mesa: Mesa, cargo: str, aba: str = "") -> list[str]:
    mesa.lista(cargo, aba)
    return list(mesa.operador.pagina.locator("main tbody .nome").all_inner_texts())


def _a_barreira_guarda_quem_empata(mesa: Mesa) -> None:
    """O 5º e o 6º têm a mesma nota: ficam ambos; na cota, o 3º e o 4º; quem passa de todas, fora."""
    geral = ["ANA LIMA", "BRUNO REIS", "CARLA DIAS", "DAVI NUNES", "ELISA PRADO", "FÁBIO SENA"]
    assert _nomes(mesa, "A1 – Enfermeiro") == geral
    cota = ["CARLA DIAS", "GILDA ROCHA", "INÊS MOTA", "JONAS BRITO"]
    assert _nomes(mesa, "A1 – Enfermeiro", "Cota") == cota
    assert _nomes(mesa, "A1 – Enfermeiro", "PcD") == ["KÁTIA VALE"]
    fora = mesa.lista("A1 – Enfermeiro", "Não aprovados")
    assert "HUGO TELES" in fora
    assert "barreira" in fora.lower()
    mesa.operador.examinar()


def _abrir_registro(mesa: Mesa, etapa: str) -> None:
    mesa.operador.ir(f"{mesa.concurso}classificacao/")
    mesa.operador.seguir(etapa)
    mesa.operador.examinar()
    mesa.operador.seguir("Registrar resultados")


def _quem_nao_declarou_nao_se_avalia(mesa: Mesa) -> None:
    operador = mesa.operador
    _abrir_registro(mesa, "Heteroidentificação")
    operador.preencher(ATA | {"confirmada": "000103\n000101\n999999"})
    operador.enviar("Conferir")
    dito = operador.texto()
    assert "000101: não fez a declaração que esta etapa confere." in dito
    assert "999999: não há esta inscrição no concurso." in dito
    operador.examinar()


def _heteroidentificacao_em_lote(mesa: Mesa) -> None:
    """Duas confirmadas, uma não, uma ausente; antes de gravar, o que se vai gravar."""
    operador = mesa.operador
    _abrir_registro(mesa, "Heteroidentificação")
    assert "000112" not in operador.texto()
    operador.preencher(
        ATA | {"confirmada": "000103, 000110", "nao_confirmada": "000107", "ausente": "000109"}
    )
    operador.enviar("Conferir")
    linhas = operador.pagina.locator("main tbody tr").all_inner_texts()
    assert [linha.split("\t") for linha in linhas] == [
        ["000103", "CARLA DIAS", "Confirmada"],
        ["000110", "JONAS BRITO", "Confirmada"],
        ["000107", "GILDA ROCHA", "Não confirmada"],
        ["000109", "INÊS MOTA", "Não compareceu"],
    ]
    operador.examinar()
    operador.enviar("Gravar 4 resultados")
    assert "4 resultados registrados. Classifique de novo" in operador.texto()
    operador.examinar()
    # Enviar outra vez o mesmo, pelo botão de voltar, não grava duas vezes.
    _abrir_registro(mesa, "Heteroidentificação")
    operador.preencher(ATA | {"confirmada": "000103"})
    operador.enviar("Conferir")
    assert "000103: já foi avaliada. Se isto decide um recurso, marque “em recurso”." in operador.texto()


def _biopsicossocial(mesa: Mesa) -> None:
    operador = mesa.operador
    _abrir_registro(mesa, "Avaliação biopsicossocial")
    operador.preencher(ATA | {"decidido_por": "Equipe multiprofissional", "nao_confirmada": "000111"})
    operador.enviar("Conferir")
    operador.enviar("Gravar 1 resultado")
    operador.ir(f"{mesa.concurso}classificacao/")
    assert "Pronta para homologar" not in operador.texto()
    assert "classifique de novo" in operador.texto()


def _as_listas_que_resultam(mesa: Mesa) -> None:
    """Quem não se confirma deixa a lista; o lugar dentro da barreira é de quem vem depois, por avaliar."""
    mesa.operador.classificar(mesa.concurso)
    assert _nomes(mesa, "A1 – Enfermeiro", "Cota") == ["CARLA DIAS", "JONAS BRITO", "LUÍS CUNHA"]
    assert _nomes(mesa, "A1 – Enfermeiro", "PcD") == ["MARA GOES"]
    mesa.autoridade.ir(f"{mesa.concurso}homologacao/")
    dito = mesa.autoridade.texto()
    assert "Heteroidentificação por registrar de 1 pessoa aprovada." in dito
    assert "Avaliação biopsicossocial por registrar de 1 pessoa aprovada." in dito
    mesa.autoridade.examinar()


def _recurso_contra_a_avaliacao(mesa: Mesa) -> None:
    """A decisão do recurso é outro registro, e devolve a pessoa à sua lista."""
    operador = mesa.operador
    _abrir_registro(mesa, "Heteroidentificação")
    operador.preencher(ATA | {"documento": "Ata nº 7/2026", "confirmada": "000107"})
    operador.pagina.check("#id_em_recurso")
    operador.enviar("Conferir")
    operador.enviar("Gravar 1 resultado")
    operador.classificar(mesa.concurso)
    assert _nomes(mesa, "A1 – Enfermeiro", "Cota") == ["CARLA DIAS", "GILDA ROCHA", "JONAS BRITO"]
