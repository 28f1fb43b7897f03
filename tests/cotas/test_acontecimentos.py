"""Tudo o que acontece a uma lista: cada linha é um certame curto, o que lhe acontece e quem se chama.

"a1 n2 a3": o segundo da geral é negro. Série "aaca": a terceira vaga é da cota; depois dela, ampla.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from cotas import (
    Apuracao,
    Categoria,
    Desfecho,
    DuplaContagem,
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
from cotas.apuracao import andamento_inicial
from cotas.ordem import Andamento
from tests.cotas.certames import EDITAL, habilitados
from tests.cotas.mundos_registrados import PERDAS, acontecimento, sortear, viver

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


def vivido(nomes: str, *textos: str, **regras: Any) -> list[str]:
    """Quem se chama, do primeiro ao último, se depois disso se convocam todos."""
    feitas = apurado(nomes, *textos, "convocar 99", **regras).chamadas
    return [f"{c.candidato}{'*' if c.espelho else ''}" for c in feitas]


@pytest.mark.parametrize(
    ("eventos", "esperados"),
    [
        # quem não era da lista não ganha lugar próprio por ser posto duas vezes
        (
            ["ordem_judicial x9", "ordem_judicial x9 apos=a2", "fim_sub_judice x9 desfecho=revogada"],
            "a1 a2 a3",
        ),
        # quem era, volta ao que tinha antes da primeira ordem
        (
            ["ordem_judicial a3", "ordem_judicial a3 apos=a1", "fim_sub_judice a3 desfecho=extinta"],
            "a1 a2 a3",
        ),
        # definitiva: o lugar dado é o próprio, e a ordem seguinte, caindo, devolve a ele
        (
            [
                "ordem_judicial a3",
                "fim_sub_judice a3 desfecho=definitiva",
                "ordem_judicial a3 apos=a2",
                "fim_sub_judice a3 desfecho=revogada",
            ],
            "a3 a1 a2",
        ),
        # pôr depois de quem já saiu: no lugar que foi dele
        (["desistencia a2", "ordem_judicial x9 apos=a2"], "a1 x9 a3"),
        # o final da fila, pedido depois, prevalece sobre a ordem; e fica, caia ela ou não
        (["ordem_judicial a2", "final_de_fila a2"], "a1 a3 a2"),
        (["ordem_judicial a2", "final_de_fila a2", "fim_sub_judice a2 desfecho=revogada"], "a1 a3 a2"),
        (["ordem_judicial a2", "final_de_fila a2", "retificacao a3 a2 a1"], "a3 a1 a2"),
        (["ordem_judicial x9", "final_de_fila x9", "retificacao a3 a2 a1"], "a3 a2 a1 x9"),
        (["ordem_judicial x9", "final_de_fila x9", "fim_sub_judice x9 desfecho=revogada"], "a1 a2 a3"),
        # a ordem, dada depois, tira do fim da fila; caída, devolve a ele
        (["final_de_fila a1", "ordem_judicial a1 apos=a2"], "a2 a1 a3"),
        (["final_de_fila a1", "ordem_judicial a1", "fim_sub_judice a1 desfecho=revogada"], "a2 a3 a1"),
    ],
)
def test_ordem_judicial_e_o_lugar_proprio(eventos: list[str], esperados: str) -> None:
    assert vivido("a1 a2 a3", *eventos) == esperados.split()


@pytest.mark.parametrize(
    ("eventos", "esperados"),
    [
        # a nova ordem vale para quem espera
        (["retificacao a3 a2 a1"], "a3 a2 a1"),
        # quem esperava e não está nela deixa o certame; quem ela traz, entra
        (["retificacao a3 a4"], "a3 a4"),
        # retirado por uma retificação, outra pode trazê-lo de volta
        (["retificacao a2 a3", "retificacao a1 a2 a3"], "a1 a2 a3"),
        # quem saiu continua fora, ainda que a lista o traga, e ainda que uma o tenha omitido
        (["desistencia a1", "retificacao a1 a2 a3"], "a2 a3"),
        (["desistencia a1", "retificacao a2 a3", "retificacao a1 a2 a3"], "a2 a3"),
        (["convocar 1", "retificacao a2 a3", "desistencia a1", "retificacao a1 a2 a3"], "a1 a2 a3"),
        # quem pediu o final da fila fica no fim, na ordem em que o pediram
        (["final_de_fila a2", "final_de_fila a1", "retificacao a1 a2 a3"], "a3 a2 a1"),
        # quem está em vaga fica nela, e não se chama outra vez
        (["convocar 1", "retificacao a3 a2 a1"], "a1 a3 a2"),
        # quem uma decisão pôs torna a ficar depois de quem ficou, definitiva ou não
        (["ordem_judicial a3 apos=a1", "retificacao a2 a1 a3 a4"], "a2 a1 a3 a4"),
        (["ordem_judicial x9 apos=a1", "retificacao a2 a1 a3"], "a2 a1 x9 a3"),
        (
            ["ordem_judicial a3 apos=a1", "fim_sub_judice a3 desfecho=definitiva", "retificacao a1 a2 a4 a3"],
            "a1 a3 a2 a4",
        ),
        # se ele sumiu, depois de quem estava mais perto acima; sumiram todos, no alto; se volta, atrás dele
        (["ordem_judicial x9 apos=a2", "retificacao a1 a3"], "a1 x9 a3"),
        (["ordem_judicial x9 apos=a2", "retificacao a3"], "x9 a3"),
        (["ordem_judicial x9 apos=a2", "retificacao a1 a3", "retificacao a3 a2 a1"], "a3 a2 x9 a1"),
        # caída a ordem, vale o lugar que a lista nova lhe dá; se não lhe dá nenhum, sai
        (["ordem_judicial x9", "retificacao a1 x9 a2", "fim_sub_judice x9 desfecho=revogada"], "a1 x9 a2"),
        (["ordem_judicial a3", "retificacao a1 a2", "fim_sub_judice a3 desfecho=revogada"], "a1 a2"),
    ],
)
def test_retificacao(eventos: list[str], esperados: str) -> None:
    assert vivido("a1 a2 a3", *eventos) == esperados.split()


@pytest.mark.parametrize(
    ("eventos", "esperados"),
    [
        (["desistencia a2", "reintegracao a2"], "a1 a2 a3"),
        (["eliminacao a2", "reintegracao a2"], "a1 a2 a3"),
        (["falecimento a2", "reintegracao a2"], "a1 a2 a3"),
        (["sub_judice a2", "fim_sub_judice a2 desfecho=revogada", "reintegracao a2"], "a1 a2 a3"),
        (["condicional a2", "fim_condicional a2 desfecho=descumprida", "reintegracao a2"], "a1 a2 a3"),
        # quem fora ao final da fila volta ao fim
        (["final_de_fila a1", "desistencia a1", "reintegracao a1"], "a2 a3 a1"),
        # quem só podia ter vaga espelhada continua a só poder ter essa
        (["sub_judice a2 efeito=espelho", "desistencia a2", "reintegracao a2"], "a1 a2* a3"),
        # depois de uma retificação, ao lugar que ela lhe deu
        (["desistencia a1", "retificacao a3 a1 a2", "reintegracao a1"], "a3 a1 a2"),
    ],
)
def test_reintegracao(eventos: list[str], esperados: str) -> None:
    assert vivido("a1 a2 a3", *eventos) == esperados.split()


@pytest.mark.parametrize(
    ("evento_da_perda", "ocupam", "abertas", "espelho"),
    [
        # espelhado que se perde não abre vaga
        ("desistencia a1", ["a2"], (), False),
        ("sem_efeito a1", ["a2"], (), False),
        ("eliminacao a1", ["a2"], (), False),
        ("falecimento a1", ["a2"], (), False),
        ("final_de_fila a1", ["a2"], (), False),
        ("fim_sub_judice a1 desfecho=revogada", ["a2"], (), False),
        ("fim_sub_judice a1 desfecho=extinta", ["a2"], (), False),
        # a vaga que se abre é a de quem a ocupa
        ("desistencia a2", [], (1,), True),
    ],
)
def test_perda_de_quem_tem_espelho(
    evento_da_perda: str, ocupam: list[str], abertas: tuple[int, ...], espelho: bool
) -> None:
    apuracao = apurado("a1 a2 a3", "sub_judice a1 efeito=espelho", "convocar 1", evento_da_perda)
    assert ([*apuracao.ocupacao], apuracao.vagas_abertas) == (ocupam, abertas)
    assert bool(apuracao.espelhos) is espelho


def test_espelho_nao_se_chama_duas_vezes_nem_conta_na_quantidade() -> None:
    eventos = ["sub_judice a1 efeito=espelho", "sub_judice a2 efeito=espelho", "convocar 2", "convocar 1"]
    esperadas = ["1* a1 ampla", "1* a2 ampla", "1 a3 ampla", "2 a4 ampla", "3 a5 ampla"]
    assert chamadas("a1 a2 a3 a4 a5", *eventos) == esperadas


def test_nao_confirmado_com_espelho_da_cota_torna_a_esperar_na_geral() -> None:
    eventos = ["sub_judice n3 efeito=espelho", "convocar 3", "nao_confirmacao n3", "convocar 1"]
    esperadas = ["3* n3 cotas", "3 n5 cotas", "4* n3 ampla", "4 a4 ampla"]
    assert chamadas("a1 a2 n3 a4 n5 a6", *eventos)[2:] == esperadas


def test_espelho_de_reserva_cita_a_lei_da_reserva_e_a_decisao() -> None:
    apuracao = apurado("a1 a2 n3 n4", "sub_judice n3 efeito=espelho processo=77", "convocar 3")
    espelhada, provida = apuracao.chamadas[2:]
    assert (espelhada.vaga, provida.vaga, espelhada.ressalva) == (3, 3, Ressalva.SUB_JUDICE)
    citacoes = [f.citacao for f in espelhada.fundamentos]
    assert citacoes[0] == "Lei 11.111/2021, art. 1º, caput"
    assert citacoes[-1] == "Decisão judicial, processo nº 77"
    assert "Decisão judicial, processo nº 77" not in [f.citacao for f in provida.fundamentos]


def test_espelho_pela_reserva_que_se_liberou_cita_a_lei_da_reserva() -> None:
    # A vaga 2 alcança n1, que ocupa a reserva; a que ele deixa vai a n5, que só tem espelho, e depois a n6.
    apuracao = apurado("n1 n5 n6 a2 a3", "sub_judice n5 efeito=espelho", "convocar 3", serie=(1,))
    espelhada, provida = apuracao.chamadas[1:3]
    assert (espelhada.candidato, espelhada.ocupa, espelhada.espelho) == ("n5", Categoria.COTAS, True)
    assert (provida.candidato, provida.ocupa, provida.remanejado) == ("n6", Categoria.COTAS, "n1")
    assert "Lei 11.111/2021, art. 1º, caput" in [f.citacao for f in espelhada.fundamentos]


def test_espelho_de_vaga_que_reverteu_cita_a_reversao() -> None:
    apuracao = apurado("a1 a2", "sub_judice a1 efeito=espelho", "convocar 1", serie=(1,))
    assert [(c.espelho, c.revertida) for c in apuracao.chamadas] == [(True, True), (False, True)]
    for chamada in apuracao.chamadas:
        assert "Lei 11.111/2021, art. 4º, § 3º" in [f.citacao for f in chamada.fundamentos]


def test_posto_por_decisao_depois_do_final_de_fila_nao_se_diz_chamado_depois_dos_demais() -> None:
    eventos = ("final_de_fila a1", "ordem_judicial a1 apos=a2 processo=9", "convocar 2")
    chamada = apurado("a1 a2 a3", *eventos).chamadas[1]
    assert (chamada.candidato, chamada.adiado) == ("a1", False)
    citacoes = [f.citacao for f in chamada.fundamentos]
    assert "Decisão judicial, processo nº 9" in citacoes
    assert "Edital, final de fila: a pedido, uma vez" not in citacoes


@pytest.mark.parametrize(("lista", "terceira"), [("", "3 n6 cotas"), (" lista=cotas", "3 n3 cotas")])
def test_eliminado_na_cota_que_volta_por_decisao_so_entra_nas_listas_que_ela_abre(
    lista: str, terceira: str
) -> None:
    eventos = ("nao_confirmacao n3", f"ordem_judicial n3 apos=a5{lista}", "convocar 3")
    feitas = chamadas("a1 a2 n3 a4 a5 n6", *eventos, nao_confirmacao=NaoConfirmacao.ELIMINA)
    assert feitas[2] == terceira


def test_nao_confirmacao_continua_valendo_depois_da_retificacao() -> None:
    propria = ("nao_confirmacao n3", "retificacao a1 a2 n3 n4", "convocar 3")
    assert chamadas("a1 a2 n3 n4", *propria)[2] == "3 n4 cotas"
    posta = (
        "ordem_judicial x9 apos=a2 lista=cotas",
        "nao_confirmacao x9",
        "retificacao a1 a2 n3",
        "convocar 3",
    )
    assert chamadas("a1 a2 n3", *posta)[2] == "3 n3 cotas"


def test_caida_a_ordem_quem_so_estava_na_cota_deixa_a_geral() -> None:
    pessoas = [Habilitado("n3", cotista=True, geral=False), Habilitado("a1")]
    regras = RegrasDaReserva(LEI, EDITAL, 10)
    posta = [evento("ordem_judicial n3"), evento("convocar 1")]
    assert [c.candidato for c in apurar(regras, pessoas, posta).chamadas] == ["n3"]
    caida = [*posta, evento("fim_sub_judice n3 desfecho=revogada"), evento("convocar 9")]
    assert [c.candidato for c in apurar(regras, pessoas, caida).chamadas] == ["n3", "a1"]


def test_quem_so_esta_na_cota_nao_conta_entre_os_primeiros_do_corte_fixo() -> None:
    # Quadro de três: duas de ampla. Os dois primeiros da geral são a1 e n2; n9, só da cota, não empurra n2.
    so_da_cota = Habilitado("n9", cotista=True, geral=False)
    pessoas = [so_da_cota, *habilitados(["a1", "n2", "n3"], LEI)]
    regras = RegrasDaReserva(LEI, EDITAL, 3, dupla_contagem=DuplaContagem.CORTE_FIXO)
    feitas = [
        (c.vaga, c.candidato, c.ocupa) for c in apurar(regras, pessoas, [evento("convocar 3")]).chamadas
    ]
    assert feitas == [(1, "a1", "ampla"), (2, "n2", "ampla"), (3, "n9", "cotas")]
    sem_n9 = [evento("desistencia n9"), evento("convocar 3")]
    assert apurar(regras, pessoas, sem_n9).chamadas[2].candidato == "n3"


def test_ressalvas_abertas_sao_so_as_de_quem_esta_no_certame() -> None:
    marcas = ("sub_judice a1", "condicional a2", "ordem_judicial x9")
    abertas = {"a1": Ressalva.SUB_JUDICE, "a2": Ressalva.CONDICIONAL, "x9": Ressalva.ORDEM_JUDICIAL}
    assert dict(apurado("a1 a2 a3", *marcas).ressalvas) == abertas
    sairam = ("desistencia a1", "retificacao a3")
    assert dict(apurado("a1 a2 a3", *marcas, *sairam).ressalvas) == {"x9": Ressalva.ORDEM_JUDICIAL}
    reintegrado = apurado("a1 a2 a3", *marcas, "desistencia a1", "reintegracao a1")
    assert dict(reintegrado.ressalvas) == abertas


def test_extinto_o_cargo_o_que_ja_houve_continua_a_acontecer() -> None:
    apuracao = apurado("a1 a2", "convocar 1", "extincao", "desistencia a1")
    assert (apuracao.extinto, apuracao.vagas_abertas) == (True, (1,))


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
        (
            ["desistencia a1", "retificacao a2", "reintegracao a1"],
            "candidato",
            "não tem na lista lugar por si",
        ),
        # caída a ordem que o punha na lista, só outra decisão lhe dá lugar
        (
            ["ordem_judicial x9", "fim_sub_judice x9 desfecho=revogada", "reintegracao x9"],
            "candidato",
            "não tem na lista lugar por si",
        ),
        (["sub_judice a1", "fim_sub_judice a1"], "desfecho", "definitiva, revogada, extinta"),
        (["condicional a1", "condicional a1"], "candidato", "já está em situação condicional"),
        (["convocar 1", "retificacao a2", "final_de_fila a1"], "candidato", "já não está na lista"),
        (["condicional a1", "convocar 1", "sem_efeito a1"], "candidato", "a vaga espera"),
        (["sub_judice a1 efeito=espelho", "convocar 1", "ordem_judicial a1"], "candidato", "já tem vaga"),
        (["retificacao a1 a1"], "candidatos", "repetidos"),
        (["falecimento a1", "sub_judice a1"], "candidato", "não está no certame"),
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


def test_ressalva_de_quem_a_lista_deixa_e_outra_traz() -> None:
    """A decisão que só dá espelho não acabou: trazido de volta, a1 não toma a vaga de a2."""
    historia = ["sub_judice a1 efeito=espelho", "retificacao a2 a3", "retificacao a1 a2 a3", "convocar 1"]
    chamadas = apurado("a1 a2 a3", *historia).chamadas
    assert [(c.candidato, c.vaga, c.espelho) for c in chamadas] == [("a1", 1, True), ("a2", 1, False)]


REGRAS = RegrasDaReserva(LEI, EDITAL, 5, pcd=ReservaPcd(Fraction(20)))


def pessoas_ao_acaso(sorte: random.Random, quantas: int) -> list[Habilitado]:
    return [Habilitado(f"k{n}", sorte.random() < 0.5, sorte.random() < 0.4) for n in range(quantas)]


def evento_ao_acaso(sorte: random.Random, quantas: int) -> Evento:
    """De alguém da lista ou de fora; convocação, perda ou outro acontecimento, caiba ou não."""
    nomes = [*(f"k{n}" for n in range(quantas)), "x8", "x9"]
    if sorte.random() < 0.6:
        return acontecimento(sorte, nomes, 0.5)
    return sorte.choice([evento("convocar 1"), Evento(sorte.choice(PERDAS), sorte.choice(nomes))])


def aplica(andamento: Andamento, novo: Evento) -> bool:
    """Se o evento coube."""
    try:
        andamento.aplicar(novo)
    except ErroDeEvento:
        return False
    return True


def futuro(andamento: Andamento) -> tuple[object, ...]:
    """O estado, e quem se chamaria dali em diante."""
    estado = dict(andamento.ocupacao), andamento.vagas_abertas, andamento.espelhos, andamento.ressalvas
    return *estado, [replace(c, evento=0) for c in andamento.copia().aplicar(evento("convocar 20"))]


def test_o_que_nao_cabe_nao_muda_nada_e_a_copia_anda_sozinha() -> None:
    recusados = 0
    for semente in range(60):
        sorte = random.Random(semente)
        andamento = andamento_inicial(REGRAS, pessoas_ao_acaso(sorte, 5))
        for _ in range(40):
            novo, antes, copia = evento_ao_acaso(sorte, 5), futuro(andamento), andamento.copia()
            cabe = aplica(copia, novo)
            assert futuro(andamento) == antes
            assert aplica(andamento, novo) == cabe
            assert futuro(andamento) == (futuro(copia) if cabe else antes)
            recusados += not cabe
    assert recusados > 600


def o_que_resultou(apuracao: Apuracao) -> tuple[object, ...]:
    """Tudo, menos os índices dos eventos."""
    chamadas = [replace(c, evento=0) for c in apuracao.chamadas]
    return replace(apuracao, chamadas=(), desfeitos=frozenset()), chamadas


def test_desfeito_um_registro_tudo_e_como_se_ele_nao_fosse() -> None:
    desfeitos = recusados = 0
    for semente in range(60):
        mundo = sortear(random.Random(semente), raros=0.5)
        for alvo in range(len(mundo.eventos)):
            com = [*mundo.eventos, Evento(TipoEvento.DESFAZIMENTO, desfaz=alvo + 1)]
            sem = [vale for _, vale in eventos_efetivos(com)]
            try:
                desfeita = apurar(mundo.regras, mundo.habilitados, com)
            except ErroDeEvento:
                recusados += 1
                continue
            desfeitos += 1
            assert desfeita.desfeitos == {alvo}
            assert o_que_resultou(desfeita) == o_que_resultou(apurar(mundo.regras, mundo.habilitados, sem))
    assert min(desfeitos, recusados) > 50


def test_acontecimentos_amontoados_conferem_por_outro_caminho() -> None:
    """Poucas pessoas, muitos acontecimentos: as combinações raras, e duas contas que não se leem."""
    tipos: set[TipoEvento] = set()
    for semente in range(600):
        sorte = random.Random(semente)
        quantas, pcd = sorte.randint(3, 6), sorte.choice([None, REGRAS.pcd])
        regras = replace(REGRAS, dupla_contagem=sorte.choice([*DuplaContagem]), pcd=pcd)
        historia = [evento_ao_acaso(sorte, quantas) for _ in range(sorte.randint(5, 30))]
        mundo = viver(regras, pessoas_ao_acaso(sorte, quantas), [*historia, evento("convocar 20")])
        assert mundo.conferir() == (), f"semente {semente}: {mundo}"
        tipos |= {vale.tipo for vale in mundo.eventos}
    assert {*TipoEvento} - tipos == {TipoEvento.EXTINCAO, TipoEvento.DESFAZIMENTO}
