"""O que a lista retificada revela de quem já se chamou: cada linha é um certame curto.

"a1 n2 a3": o segundo da geral é negro. Série "aaca": a terceira vaga é da cota.
"""

from __future__ import annotations

import random

import pytest

from cotas import EfeitosDaLista, RegrasDaReserva, apurar, efeitos_da_lista
from tests.cotas.certames import EDITAL, habilitados
from tests.cotas.test_acontecimentos import LEI, evento


def efeitos(antes: str, registros: list[str], nova: str, vagas: int = 10) -> EfeitosDaLista:
    regras = RegrasDaReserva(LEI, EDITAL, vagas)
    return efeitos_da_lista(
        regras,
        habilitados(antes.split(), LEI),
        [evento(texto) for texto in registros],
        habilitados(nova.split(), LEI),
    )


def em_texto(achado: EfeitosDaLista) -> str:
    """ "fica a2@1; troca a1@1>2; preterido a3@1 na 2ª; sai a4": pessoa, vaga, e a chamada em que viria."""
    partes = [f"fica {p}@{vaga}" for p, vaga in achado.conservam.items()]
    partes += [f"troca {p}@{tem}>{teria}" for p, (tem, teria) in achado.trocam.items()]
    partes += [
        f"preterido {p.pessoa}@{p.vaga} " + (f"na {p.quantas}ª" if p.quantas else "nunca")
        for p in achado.preteridos
    ]
    partes += [f"sai {p}" for p in achado.saem]
    return "; ".join(partes)


@pytest.mark.parametrize(
    ("antes", "registros", "nova", "esperado"),
    [
        # ninguém se chamou: nada há a desfazer nem a remediar
        ("a1 a2 a3", [], "a3 a1 a2", ""),
        # só mudou abaixo de quem já se chamou
        ("a1 a2 a3 a4", ["convocar 2"], "a1 a2 a4 a3", ""),
        # dois chamados que trocam entre si ficam cada um na sua vaga
        ("a1 a2 a3", ["convocar 2"], "a2 a1 a3", "troca a1@1>2; troca a2@2>1"),
        # a3 já teria sido chamado em lugar de a2; é o próximo
        ("a1 a2 a3", ["convocar 2"], "a1 a3 a2", "fica a2@2; preterido a3@2 na 1ª"),
        # quem já não está na lista fica na vaga até que se decida; a3 já a teria
        ("a1 a2 a3", ["convocar 2"], "a1 a3", "fica a2@2; preterido a3@2 na 1ª"),
        # quem esperava e saiu da lista deixa o certame
        ("a1 a2 a3", ["convocar 1"], "a1 a2", "sai a3"),
        # quem só a lista nova traz também pode ter sido preterido
        ("a1 a2", ["convocar 1"], "a9 a1 a2", "fica a1@1; preterido a9@1 na 1ª"),
        # o cotista preterido na vaga da cota vem na próxima que lhe cabe: a 4, pela geral
        ("a1 a2 n3 n4", ["convocar 3"], "a1 a2 n4 n3", "fica n3@3; preterido n4@3 na 1ª"),
        # quem desistiu saiu, chamasse-o a lista ou não
        ("a1 a2 a3", ["convocar 1", "desistencia a2"], "a2 a1 a3", ""),
        # extinto o cargo, a vez não vem
        ("a1 a2", ["convocar 1", "extincao"], "a2 a1", "fica a1@1; preterido a2@1 nunca"),
        # a segunda retificação devolve a primeira ordem: o que a de permeio mudou não conta
        ("a1 a2", ["convocar 1", "retificacao a2 a1"], "a1 a2", ""),
        # o registro de quem a lista nova não traz não tem lugar nela, e os demais contam
        ("a1 a2 a3", ["convocar 1", "final_de_fila a1", "convocar 1"], "a2 a3", "sai a1"),
        # quem só uma retificação de permeio trouxe, e a nova já não traz, também sai
        ("a1 a2", ["convocar 1", "retificacao a1 a9 a2"], "a1 a2", "sai a9"),
    ],
)
def test_efeitos(antes: str, registros: list[str], nova: str, esperado: str) -> None:
    assert em_texto(efeitos(antes, registros, nova)) == esperado


@pytest.mark.parametrize("semente", range(60))
def test_a_mesma_lista_nao_muda_nada_e_cada_vaga_que_fica_tem_um_preterido(semente: int) -> None:
    """Sem perdas, quem está onde não estaria está no lugar de alguém que espera: um por um."""
    sorteio = random.Random(semente)
    nomes = [f"{sorteio.choice('aan')}{i}" for i in range(1, 9)]
    pessoas, chamar = habilitados(nomes, LEI), sorteio.randint(1, 7)
    regras, registros = RegrasDaReserva(LEI, EDITAL, 10), [evento(f"convocar {chamar}")]
    assert em_texto(efeitos_da_lista(regras, pessoas, registros, pessoas)) == ""
    nova = sorteio.sample(pessoas, len(pessoas))
    achado = efeitos_da_lista(regras, pessoas, registros, nova)
    assert len(achado.conservam) == len(achado.preteridos)
    teriam = {c.candidato for c in apurar(regras, nova, registros).chamadas}
    assert {p.pessoa for p in achado.preteridos} == teriam - {
        c.candidato for c in apurar(regras, pessoas, registros).chamadas
    }
    assert all(p.quantas for p in achado.preteridos)
