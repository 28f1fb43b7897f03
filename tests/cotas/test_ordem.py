"""A ordem de convocação, evento a evento: o que a lei não diz e o motor teve de decidir."""

import pytest

from cotas import Categoria, DuplaContagem, ErroDeEvento, ErroDeRegra, Evento, Remanejamento, TipoEvento
from tests.cotas.certames import Ensaio, apurar_linha

REMANEJA, CORTA, CONSOME = DuplaContagem


def test_remanejamento_em_cadeia_move_todos_e_nomeia_o_ultimo() -> None:
    # d1 ocupa a reserva de PcD, n2 a de cotas; sem mais PcD nem cotistas, a geral segue até a3.
    ensaio = Ensaio("pca", ["d1", "n2", "a3"], REMANEJA)
    assert ensaio("convocar 2") == ["1 d1 pcd", "2 n2 cotas"]
    (chamada,) = ensaio.andamento.aplicar(Evento(TipoEvento.CONVOCAR, quantidade=1))
    assert (chamada.vaga, chamada.candidato, chamada.ocupa) == (3, "a3", Categoria.AMPLA)
    assert chamada.remanejamentos == (
        Remanejamento("d1", 1, Categoria.PCD),
        Remanejamento("n2", 2, Categoria.COTAS),
    )
    assert chamada.remanejado == "n2"
    assert not chamada.revertida
    assert ensaio.andamento.ocupacao == {"d1": "ampla", "n2": "ampla", "a3": "ampla"}


def test_chamada_que_nao_encontra_ninguem_nao_remaneja_nem_cria_vaga() -> None:
    ensaio = Ensaio("ca", ["n1"], REMANEJA)
    assert ensaio("convocar 5") == ["1 n1 cotas"]
    assert ensaio.andamento.ocupacao == {"n1": "cotas"}
    assert ensaio("convocar 1") == []
    assert ensaio("desistencia n1") == []
    assert ensaio.andamento.vagas_abertas == (1,)
    assert ensaio("convocar 1") == []
    assert ensaio.andamento.vagas_abertas == (1,)


def test_corte_conta_quem_esta_em_exercicio_e_anda_com_as_saidas() -> None:
    ensaio = Ensaio("aca", ["a1", "n2", "n3", "n4"], CORTA)
    assert ensaio("convocar 1", "desistencia a1", "convocar 2") == [
        "1 a1 ampla",
        "1 n2 ampla",
        "2 n4 cotas",
    ]


def test_corte_so_vale_ate_a_ultima_vaga_oferecida() -> None:
    ensaio = Ensaio("a", ["n1", "n2", "n3"], CORTA)
    ensaio.andamento._categoria_da_vaga = lambda vaga: Categoria.COTAS if vaga == 2 else Categoria.AMPLA
    assert ensaio("final_de_fila n1", "convocar 2") == ["1 n2 ampla", "2 n3 cotas"]


def test_corte_vale_ainda_na_ultima_vaga_oferecida() -> None:
    # O edital imprime três reservadas onde o quadro manda duas: n8 está dentro do corte e sem vaga.
    linha = {
        "lei": "fortaleza-11111-2021",
        "vagas": 10,
        "serie": [8, 9, 10],
        "dupla_contagem": "corte_fixo",
        "candidatos": ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "n8", "n9", "n10", "n11"],
        "eventos": ["convocar 11"],
    }
    chamadas = [(c.vaga, c.candidato, str(c.ocupa)) for c in apurar_linha(linha).chamadas[7:]]
    assert chamadas == [(8, "n9", "cotas"), (9, "n10", "cotas"), (10, "n11", "cotas"), (11, "n8", "ampla")]


def test_reserva_sem_ninguem_fora_do_corte_reverte() -> None:
    ensaio = Ensaio("caa", ["a1", "n2", "a3"], CORTA)
    (chamada,) = ensaio.andamento.aplicar(Evento(TipoEvento.CONVOCAR, quantidade=1))
    assert (chamada.candidato, chamada.ocupa, chamada.revertida) == ("a1", Categoria.AMPLA, True)


def test_final_de_fila_move_o_corte() -> None:
    ensaio = Ensaio("caa", ["a1", "n2", "n3", "n4"], CORTA)
    assert ensaio("final_de_fila a1", "convocar 1") == ["1 n4 cotas"]


def test_final_de_fila_move_o_corte_ja_medido() -> None:
    ensaio = Ensaio("ccaa", ["a1", "n2", "n3", "n4", "n5"], CORTA)
    assert ensaio("convocar 1", "final_de_fila a1", "final_de_fila n2", "convocar 1") == [
        "1 n3 cotas",
        "2 n5 cotas",
    ]


def test_saida_move_o_corte_ja_medido() -> None:
    ensaio = Ensaio("ccaa", ["a1", "n2", "n3", "n4", "n5"], CORTA)
    assert ensaio("convocar 1", "desistencia a1", "desistencia n2", "convocar 1") == [
        "1 n3 cotas",
        "2 n5 cotas",
    ]


def test_vaga_reabre_na_conta_em_que_estava_quem_a_perdeu() -> None:
    ensaio = Ensaio("caa", ["n1", "n2", "n3", "a4"], REMANEJA)
    assert ensaio("convocar 2") == ["1 n1 cotas", "2 n2 cotas"]
    assert ensaio.andamento.ocupacao["n1"] == Categoria.AMPLA
    ensaio("desistencia n1")
    (chamada,) = ensaio.andamento.aplicar(Evento(TipoEvento.CONVOCAR, quantidade=1))
    assert (chamada.vaga, chamada.categoria, chamada.reaberta) == (1, Categoria.AMPLA, True)
    assert (chamada.candidato, chamada.remanejado) == ("n3", "n2")


def test_menor_vaga_aberta_primeiro() -> None:
    ensaio = Ensaio("aaaa", ["a1", "a2", "a3", "a4", "a5"], CONSOME)
    ensaio("convocar 3", "desistencia a3", "sem_efeito a1")
    assert ensaio.andamento.vagas_abertas == (1, 3)
    assert ensaio("convocar 3") == ["1 a4 ampla", "3 a5 ampla"]


@pytest.mark.parametrize("modo", DuplaContagem)
def test_nao_confirmado_perde_a_reserva_e_volta_ao_seu_lugar(modo: DuplaContagem) -> None:
    ensaio = Ensaio("caaa", ["a1", "a2", "n3", "a4"] if modo is not CORTA else ["a1", "a2", "a3", "n4"], modo)
    quem = "n4" if modo is CORTA else "n3"
    assert ensaio("convocar 3") == [f"1 {quem} cotas", "2 a1 ampla", "3 a2 ampla"]
    ensaio(f"nao_confirmacao {quem}")
    assert ensaio.andamento.vagas_abertas == (1,)
    esperado = "1 a3 ampla" if modo is CORTA else "1 n3 ampla"
    assert ensaio("convocar 1") == [esperado]


def test_nao_confirmado_por_quem_a_fila_ja_passou_volta_logo() -> None:
    # consumo: a vaga 2, de ampla, passou por n1, que ocupava a reserva; perdida, ele é o próximo da geral.
    ensaio = Ensaio("caaa", ["n1", "a2", "a3", "a4"], CONSOME)
    assert ensaio("convocar 2", "nao_confirmacao n1", "convocar 2") == [
        "1 n1 cotas",
        "2 a2 ampla",
        "1 n1 ampla",
        "3 a3 ampla",
    ]


def test_nao_confirmado_volta_tambem_a_lista_de_pcd() -> None:
    ensaio = Ensaio("cpp", ["d1", "p2", "a3"], CONSOME)
    assert ensaio("convocar 2", "nao_confirmacao d1") == ["1 d1 cotas", "2 p2 pcd"]
    assert ensaio("convocar 2") == ["1 d1 ampla", "3 a3 ampla"]
    outro = Ensaio("cppp", ["d1", "p2", "a3", "d4"], CONSOME)
    assert outro("convocar 2", "nao_confirmacao d1", "nao_confirmacao d4", "final_de_fila a3") == [
        "1 d1 cotas",
        "2 p2 pcd",
    ]
    assert outro("convocar 2") == ["1 d1 ampla", "3 d4 pcd"]


@pytest.mark.parametrize("modo", DuplaContagem)
def test_nao_confirmado_volta_ao_lugar_de_pcd_por_onde_a_fila_ja_passou(modo: DuplaContagem) -> None:
    ensaio = Ensaio("cpp", ["d1", "p2", "a3", "n4", "p5"], modo)
    assert ensaio("convocar 2", "nao_confirmacao d1", "convocar 2") == [
        "1 d1 cotas",
        "2 p2 pcd",
        "1 n4 cotas",
        "3 d1 pcd",
    ]


@pytest.mark.parametrize("modo", DuplaContagem)
@pytest.mark.parametrize("serie", ["cc", "pp"])
def test_final_de_fila_passa_ao_fim_tambem_da_lista_especifica(serie: str, modo: DuplaContagem) -> None:
    conta = {"c": "cotas", "p": "pcd"}[serie[0]]
    assert Ensaio(serie, ["d1", "d2"], modo)("final_de_fila d1", "convocar 2") == [
        f"1 d2 {conta}",
        f"2 d1 {conta}",
    ]


def test_nao_confirmacao_de_quem_ocupa_ampla_ou_pcd_nao_tira_a_vaga() -> None:
    ensaio = Ensaio("apa", ["n1", "d2"], CONSOME)
    ensaio("convocar 2", "nao_confirmacao n1", "nao_confirmacao d2")
    assert ensaio.andamento.ocupacao == {"n1": "ampla", "d2": "pcd"}
    assert ensaio.andamento.vagas_abertas == ()


def test_final_de_fila_uma_vez_atras_de_todos_e_de_quem_pediu_antes() -> None:
    ensaio = Ensaio("aaaa", ["a1", "a2", "a3", "a4"], REMANEJA)
    ensaio("convocar 1", "final_de_fila a1", "final_de_fila a3")
    assert ensaio("convocar 4") == ["1 a2 ampla", "2 a4 ampla", "3 a1 ampla", "4 a3 ampla"]


def test_perda_de_quem_nao_ocupa_vaga_so_o_tira_das_listas() -> None:
    ensaio = Ensaio("aca", ["a1", "n2", "a3", "n4"], CONSOME)
    assert ensaio("desistencia n2", "eliminacao a1", "convocar 3") == ["1 a3 ampla", "2 n4 cotas"]


def test_esgotada_a_lista_para_sem_erro() -> None:
    assert Ensaio("aa", ["a1"], REMANEJA)("convocar 1000000000") == ["1 a1 ampla"]
    assert Ensaio("aa", [], REMANEJA)("convocar 1") == []


@pytest.mark.parametrize(
    ("campo", "evento"),
    [
        ("candidato", Evento(TipoEvento.DESISTENCIA, "x9")),
        ("candidato", Evento(TipoEvento.DESISTENCIA)),
        ("candidato", Evento(TipoEvento.SEM_EFEITO, "a2")),
        ("candidato", Evento(TipoEvento.NAO_CONFIRMACAO, "a1")),
        ("candidato", Evento(TipoEvento.NAO_CONFIRMACAO, "n4")),
        ("candidato", Evento(TipoEvento.FINAL_DE_FILA, "a3")),
        ("candidato", Evento(TipoEvento.CONVOCAR, "a1", 1)),
        ("quantidade", Evento(TipoEvento.CONVOCAR)),
        ("quantidade", Evento(TipoEvento.CONVOCAR, quantidade=0)),
        ("quantidade", Evento(TipoEvento.CONVOCAR, quantidade=True)),
        ("quantidade", Evento(TipoEvento.DESISTENCIA, "a1", 1)),
    ],
)
def test_evento_que_nao_cabe_diz_onde_e_nao_muda_nada(campo: str, evento: Evento) -> None:
    ensaio = Ensaio("aaa", ["a1", "a2", "a3", "n4"], REMANEJA)
    ensaio("convocar 2", "desistencia a2", "final_de_fila a3", "nao_confirmacao n4")
    with pytest.raises(ErroDeEvento) as erro:
        ensaio.andamento.aplicar(evento)
    assert (erro.value.indice, erro.value.campo) == (4, campo)
    assert ensaio.andamento.ocupacao == {"a1": "ampla"}
    assert ensaio("convocar 3") == ["2 n4 ampla", "3 a3 ampla"]


def test_identificador_repetido_e_recusado() -> None:
    with pytest.raises(ErroDeRegra, match="repetidos"):
        Ensaio("a", ["a1", "a1"], REMANEJA)


def test_copia_anda_sozinha() -> None:
    ensaio = Ensaio("aca", ["a1", "n2", "a3", "n4"], REMANEJA)
    ensaio("convocar 1")
    copia = ensaio.andamento.copia()
    copia.aplicar(Evento(TipoEvento.CONVOCAR, quantidade=3))
    copia.aplicar(Evento(TipoEvento.DESISTENCIA, "a1"))
    assert ensaio.andamento.ocupacao == {"a1": "ampla"}
    assert ensaio.andamento.no_certame("a1")
    assert not copia.no_certame("a1")
    assert ensaio("convocar 2") == ["2 n2 cotas", "3 n4 cotas"]
