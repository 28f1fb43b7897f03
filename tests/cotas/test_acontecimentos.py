"""Tudo o que acontece a uma lista: cada linha é um certame curto, o que lhe acontece e quem se chama.

"a1 n2 a3": o segundo da geral é negro. Série "aaca": a terceira vaga é da cota; depois dela, ampla.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from cotas import (
    Apuracao,
    Categoria,
    Desfecho,
    EfeitoSubJudice,
    ErroDeEvento,
    Evento,
    Habilitado,
    NaoConfirmacao,
    RegrasDaReserva,
    ReservaPcd,
    Ressalva,
    TipoEvento,
    apurar,
    eventos_efetivos,
)
from tests.cotas.certames import EDITAL, habilitados

LEI = "fortaleza-11111-2021"


def evento(texto: str) -> Evento:
    """ "convocar 3", "sub_judice n3 efeito=espelho", "ordem_judicial x9 apos=a2", "desfazimento 2"."""
    tipo, *resto = texto.split()
    campos: dict[str, Any] = dict(parte.split("=") for parte in resto if "=" in parte)
    alvo = next((parte for parte in resto if "=" not in parte), None)
    if tipo == "convocar":
        return Evento(TipoEvento.CONVOCAR, quantidade=int(alvo or 0))
    if tipo == "desfazimento":
        return Evento(TipoEvento.DESFAZIMENTO, desfaz=int(alvo or 0))
    if tipo == "retificacao":
        return Evento(TipoEvento.RETIFICACAO, habilitados=tuple(habilitados(resto, LEI)))
    classes = {"efeito": EfeitoSubJudice, "desfecho": Desfecho, "lista": Categoria}
    lidos = {chave: classes.get(chave, str)(valor) for chave, valor in campos.items()}
    return Evento(TipoEvento(tipo), alvo, **lidos)


def apurado(nomes: str, *textos: str, vagas: int = 10, **regras: Any) -> Apuracao:
    pessoas = habilitados(nomes.split(), LEI)
    return apurar(RegrasDaReserva(LEI, EDITAL, vagas, **regras), pessoas, [evento(t) for t in textos])


def chamadas(nomes: str, *textos: str, **regras: Any) -> list[str]:
    """Cada chamada como "vaga quem conta", com "*" na vaga espelhada."""
    feitas = apurado(nomes, *textos, **regras).chamadas
    return [f"{c.vaga}{'*' if c.espelho else ''} {c.candidato} {c.ocupa}" for c in feitas]


CERTAME = "a1 a2 n3 a4 a5 n6 a7 n8"


@pytest.mark.parametrize(
    ("eventos", "esperadas"),
    [
        # falecimento: como a desistência
        (
            ["convocar 3", "falecimento n3", "convocar 1"],
            ["1 a1 ampla", "2 a2 ampla", "3 n3 cotas", "3 n6 cotas"],
        ),
        # condicional: chama-se na vez; descumprida, a vaga abre
        (["condicional a1", "convocar 2"], ["1 a1 ampla", "2 a2 ampla"]),
        (
            ["condicional a1", "convocar 1", "fim_condicional a1 desfecho=descumprida", "convocar 1"],
            ["1 a1 ampla", "1 a2 ampla"],
        ),
        # sub judice que ocupa: nada muda na ordem; revogada a decisão, a vaga abre na mesma conta
        (
            ["sub_judice n3", "convocar 3", "fim_sub_judice n3 desfecho=revogada", "convocar 1"],
            ["1 a1 ampla", "2 a2 ampla", "3 n3 cotas", "3 n6 cotas"],
        ),
        # vaga espelhada: ninguém perde a sua, e a de mesmo número segue para o próximo
        (
            ["sub_judice a1 efeito=espelho", "convocar 2"],
            ["1* a1 ampla", "1 a2 ampla", "2 n3 ampla"],
        ),
        # definitiva: o espelho acaba, e a próxima vaga é de quem esperou à frente
        (
            [
                "sub_judice a1 efeito=espelho",
                "convocar 1",
                "fim_sub_judice a1 desfecho=definitiva",
                "convocar 1",
            ],
            ["1* a1 ampla", "1 a2 ampla", "2 a1 ampla"],
        ),
        # revogada: o espelho acaba e a pessoa sai
        (
            [
                "sub_judice a1 efeito=espelho",
                "convocar 1",
                "fim_sub_judice a1 desfecho=revogada",
                "convocar 1",
            ],
            ["1* a1 ampla", "1 a2 ampla", "2 n3 ampla"],
        ),
        # ordem judicial: passa à frente sem renumerar ninguém
        (["ordem_judicial a7", "convocar 2"], ["1 a7 ampla", "2 a1 ampla"]),
        (["ordem_judicial a7 apos=a1", "convocar 3"], ["1 a1 ampla", "2 a7 ampla", "3 n3 cotas"]),
        # de quem não fora aprovado: entra na geral e, se a decisão o diz, na específica
        (["ordem_judicial x9 apos=a1 lista=cotas", "convocar 2"], ["1 a1 ampla", "2 x9 ampla"]),
        (
            ["ordem_judicial x9 apos=a2 lista=cotas", "convocar 3"],
            ["1 a1 ampla", "2 a2 ampla", "3 x9 cotas"],
        ),
        # caída a ordem: quem tinha lugar volta a ele; quem não tinha sai
        (
            ["ordem_judicial a7", "convocar 1", "fim_sub_judice a7 desfecho=revogada", "convocar 2"],
            ["1 a7 ampla", "1 a1 ampla", "2 a2 ampla"],
        ),
        (
            ["ordem_judicial x9", "fim_sub_judice x9 desfecho=revogada", "convocar 1"],
            ["1 a1 ampla"],
        ),
        # reintegração: volta ao lugar, e a vaga que teve fica com quem está
        (
            ["convocar 1", "desistencia a1", "convocar 1", "reintegracao a1", "convocar 1"],
            ["1 a1 ampla", "1 a2 ampla", "2 a1 ampla"],
        ),
        # retificação: vale dali em diante, e quem está em vaga fica
        (
            ["convocar 1", "retificacao a2 a7 n3 a1 a4", "convocar 2"],
            ["1 a1 ampla", "2 a2 ampla", "3 n3 cotas"],
        ),
        # quem já não está na lista retificada fica na vaga, e a perda dele ainda a abre
        (
            ["convocar 1", "retificacao a2 a7", "desistencia a1", "convocar 1"],
            ["1 a1 ampla", "1 a2 ampla"],
        ),
        # desfazimento: volta à vaga, se ninguém a recebeu depois
        (
            ["convocar 2", "desistencia a1", "desfazimento 2", "convocar 1"],
            ["1 a1 ampla", "2 a2 ampla", "3 n3 cotas"],
        ),
        # convocação enganada: as vagas tornam a não estar providas
        (["convocar 8", "desfazimento 1", "convocar 1"], ["1 a1 ampla"]),
    ],
)
def test_o_que_acontece_e_quem_se_chama(eventos: list[str], esperadas: list[str]) -> None:
    assert chamadas(CERTAME, *eventos) == esperadas


def test_nao_confirmada_sai_do_concurso_se_o_edital_elimina() -> None:
    eventos = ["convocar 3", "nao_confirmacao n3", "convocar 5"]
    elimina = chamadas("a1 a2 n3 a4 n5", *eventos, nao_confirmacao=NaoConfirmacao.ELIMINA)
    assert elimina[3:] == ["3 n5 cotas", "4 a4 ampla"]
    assert chamadas("a1 a2 n3 a4 n5", *eventos)[3:] == ["3 n5 cotas", "4 n3 ampla", "5 a4 ampla"]


def test_opcao_entre_as_reservas_decide_por_qual_se_chama() -> None:
    regras = {"serie": (2,), "vagas": 10, "dupla_contagem": None}
    de_ambas = "a1 d2 n3 p4 a5"
    pcd = ReservaPcd(Fraction(10), serie=(3,))
    assert chamadas(de_ambas, "convocar 3", pcd=pcd, **regras) == ["1 a1 ampla", "2 d2 cotas", "3 p4 pcd"]
    assert chamadas(de_ambas, "opcao d2 lista=pcd", "convocar 3", pcd=pcd, **regras) == [
        "1 a1 ampla",
        "2 n3 cotas",
        "3 d2 pcd",
    ]


def test_quem_a_barreira_so_aprovou_na_cota_nao_se_chama_pela_geral() -> None:
    pessoas = [Habilitado("a1"), Habilitado("a2"), Habilitado("n9", cotista=True, geral=False)]
    regras = RegrasDaReserva(LEI, EDITAL, 10)
    apuracao = apurar(regras, pessoas, [Evento(TipoEvento.CONVOCAR, quantidade=9)])
    assert [(c.vaga, c.candidato) for c in apuracao.chamadas] == [(1, "a1"), (2, "a2"), (3, "n9")]
    sem_reserva = [Habilitado("a1"), Habilitado("n9", cotista=True, geral=False)]
    apuracao = apurar(regras, sem_reserva, [Evento(TipoEvento.CONVOCAR, quantidade=9)])
    assert [(c.vaga, c.candidato) for c in apuracao.chamadas] == [(1, "a1")]
    assert apuracao.listas.geral == ("a1",)


def test_ressalva_e_processo_vao_na_chamada_e_nos_fundamentos() -> None:
    apuracao = apurado(CERTAME, "ordem_judicial a7 processo=0001", "condicional a1", "convocar 2")
    assert [c.ressalva for c in apuracao.chamadas] == [Ressalva.ORDEM_JUDICIAL, Ressalva.CONDICIONAL]
    assert "Decisão judicial, processo nº 0001" in [f.citacao for f in apuracao.chamadas[0].fundamentos]
    assert dict(apuracao.ressalvas) == {"a7": Ressalva.ORDEM_JUDICIAL, "a1": Ressalva.CONDICIONAL}


def test_espelho_fica_fora_da_ocupacao_e_das_vagas() -> None:
    apuracao = apurado(CERTAME, "sub_judice a1 efeito=espelho", "convocar 1")
    assert dict(apuracao.espelhos) == {"a1": 1}
    assert dict(apuracao.ocupacao) == {"a2": Categoria.AMPLA}
    assert any("espelhada" in f.aplicacao for f in apuracao.chamadas[0].fundamentos)


def test_espelho_sem_mais_ninguem_nao_gasta_a_vaga() -> None:
    eventos = ("sub_judice a1 efeito=espelho", "convocar 1", "ordem_judicial x2", "convocar 1")
    assert chamadas("a1", *eventos) == ["1* a1 ampla", "1 x2 ampla"]


@pytest.mark.parametrize(
    ("eventos", "campo", "trecho"),
    [
        (["fim_sub_judice a1 desfecho=revogada"], "candidato", "não concorre por decisão judicial"),
        (["sub_judice a1", "sub_judice a1"], "candidato", "já concorre sub judice"),
        (["convocar 1", "sub_judice a1 efeito=espelho"], "candidato", "já ocupa vaga"),
        (["fim_condicional a1 desfecho=cumprida"], "candidato", "não está em situação condicional"),
        (["condicional a1", "fim_condicional a1 desfecho=revogada"], "desfecho", "cumprida, descumprida"),
        (["convocar 1", "ordem_judicial a1"], "candidato", "já tem vaga"),
        (["ordem_judicial a4 apos=x9"], "apos", "x9 não está na lista"),
        (["ordem_judicial a4 apos=a4"], "apos", "ninguém fica depois de si"),
        (["ordem_judicial a4 lista=cotas"], "lista", "já está na lista"),
        (["opcao n3 lista=pcd"], "candidato", "não está nas duas listas"),
        (["opcao n3 lista=ampla"], "lista", "cotas ou por pcd"),
        (["reintegracao a1"], "candidato", "não saiu do certame"),
        (["extincao", "convocar 1"], "tipo", "extinto"),
        (["extincao", "extincao"], "tipo", "já foi extinto"),
        (["desfazimento 1"], "desfaz", "evento anterior"),
        (["convocar 1", "desfazimento 1", "desfazimento 1"], "desfaz", "já foi desfeito"),
        (["convocar 1", "desfazimento 1", "desfazimento 2"], "desfaz", "já é um desfazimento"),
        (["convocar 1", "desistencia a1", "convocar 1", "desfazimento 2"], "desfaz", "reintegração"),
        (["convocar 2", "final_de_fila a1", "convocar 1", "desfazimento 1"], "desfaz", "reintegração"),
    ],
)
def test_o_que_nao_cabe_diz_onde_e_por_que(eventos: list[str], campo: str, trecho: str) -> None:
    with pytest.raises(ErroDeEvento) as erro:
        apurado(CERTAME, *eventos)
    assert (erro.value.indice, erro.value.campo) == (len(eventos) - 1, campo)
    assert trecho in erro.value.mensagem


def test_eventos_efetivos_saltam_o_desfeito_e_quem_o_desfez() -> None:
    historia = [evento(t) for t in ("convocar 1", "desistencia a1", "desfazimento 2", "convocar 1")]
    assert [indice for indice, _ in eventos_efetivos(historia)] == [0, 3]
