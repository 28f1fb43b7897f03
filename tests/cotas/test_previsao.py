"""A vez de alguém: o que se prevê é o que o motor faria se nada mais acontecesse."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotas import (
    Categoria,
    DuplaContagem,
    EfeitoSubJudice,
    Evento,
    Habilitado,
    Previsor,
    RegrasDaReserva,
    ReservaPcd,
    TipoEvento,
    apurar,
)
from tests.cotas.certames import eventos, habilitados
from tests.cotas.test_custo import passos

EDITAL = date(2023, 8, 31)
FORTALEZA = "fortaleza-11111-2021"
REGRAS = RegrasDaReserva(FORTALEZA, EDITAL, 10)
# Cota nas vagas 3 e 8.
DEZ = ["a1", "a2", "n3", "a4", "a5", "a6", "n7", "a8", "a9", "n10"]


def previsor(nomes: Sequence[str], *textos: str, regras: RegrasDaReserva = REGRAS) -> Previsor:
    return Previsor(regras, habilitados(nomes, regras.lei), eventos(textos))


def test_a_vez_vem_na_ordem_e_diz_a_vaga_e_a_lista() -> None:
    # A 4ª vaga remaneja n3 à ampla e a reserva dela vai a n7.
    previsao = previsor(DEZ, "convocar 1").ate_a_pessoa("n7")
    assert previsao is not None
    assert (previsao.quantas, previsao.chamada.vaga, previsao.chamada.ocupa) == (3, 4, Categoria.COTAS)
    assert previsao.chamada.fundamentos[0].citacao == "Lei 11.111/2021, art. 4º, § 1º"


def test_pela_geral_so_a_vez_e_outra() -> None:
    so_na_geral = previsor(DEZ, "convocar 1").ate_a_pessoa("n7", fora_de=[Categoria.COTAS])
    assert so_na_geral is not None
    assert so_na_geral.chamada.ocupa is Categoria.AMPLA
    assert so_na_geral.quantas > 3


def test_quem_ocupa_vaga_quem_saiu_e_quem_nao_concorre_nao_esperam() -> None:
    futuro = previsor(DEZ, "convocar 1", "desistencia a2")
    for quem in ("a1", "a2", "x99"):
        assert futuro.ate_a_pessoa(quem) is None
        assert futuro.desistencias(quem) is None


def test_a_proxima_e_a_da_vaga_aberta_de_menor_numero() -> None:
    proxima = previsor(DEZ, "convocar 3", "desistencia n3").proxima()
    assert proxima is not None
    assert (proxima.vaga, proxima.candidato, proxima.reaberta) == (3, "n7", True)
    assert "Lei 11.111/2021, art. 4º, § 2º" in [f.citacao for f in proxima.fundamentos]


def test_esgotadas_as_listas_nao_ha_proxima_nem_vaga_que_se_alcance() -> None:
    futuro = previsor(["a1"], "convocar 1")
    assert futuro.proxima() is None
    assert futuro.ate_a_vaga(2) is None


def test_a_vaga_futura_diz_quem_e_em_quantas_chamadas() -> None:
    previsao = previsor(DEZ, "convocar 2").ate_a_vaga(4)
    assert previsao is not None
    assert (previsao.quantas, previsao.chamada.candidato) == (2, "n7")


def test_perguntar_nao_muda_o_que_vem() -> None:
    futuro = previsor(DEZ, "convocar 2")
    antes = futuro.proxima()
    futuro.ate_a_pessoa("n10", fora_de=[Categoria.COTAS])
    futuro.desistencias("n10", fora_de=[Categoria.COTAS])
    assert futuro.proxima() == antes


def test_ja_e_a_vez() -> None:
    desistencias = previsor(DEZ).desistencias("a1")
    assert desistencias is not None
    assert (desistencias.pessoas, desistencias.conta) == ((), None)


def test_desistem_os_da_frente() -> None:
    desistencias = previsor(DEZ).desistencias("a4")
    assert desistencias is not None
    assert (desistencias.pessoas, desistencias.conta) == (("a1", "a2", "n3"), None)


def test_basta_que_desista_quem_ocupa_a_reserva() -> None:
    # A próxima vaga, a 6, é da ampla; a que n3 deixasse iria a n7.
    consumo = replace(REGRAS, dupla_contagem=DuplaContagem.CONSUMO)
    desistencias = previsor(DEZ, "convocar 5", regras=consumo).desistencias("n10")
    assert desistencias is not None
    assert (desistencias.pessoas, desistencias.conta) == (("n3", "n7"), Categoria.COTAS)


def test_quem_so_esta_na_cota_so_espera_vaga_da_cota() -> None:
    # As vagas 1 e 2 são da ampla: ainda que desistam todos os da geral, nenhuma delas é de n9.
    pessoas = [*habilitados(["a1", "a2", "a3"], FORTALEZA), Habilitado("n9", cotista=True, geral=False)]
    futuro = Previsor(REGRAS, pessoas, [])
    previsao = futuro.ate_a_pessoa("n9")
    assert previsao is not None
    assert (previsao.quantas, previsao.chamada.vaga) == (3, 3)
    assert futuro.desistencias("n9") is None
    na_vez = Previsor(REGRAS, pessoas, eventos(["convocar 2"])).desistencias("n9")
    assert na_vez is not None
    assert na_vez.pessoas == ()


def test_basta_que_desista_quem_ocupa_a_cota_de_quem_so_esta_nela() -> None:
    # A próxima é a 4, da ampla; n3 ocupa a 3, e a que deixasse iria a n9.
    pessoas = [*habilitados(["a1", "a2", "n3", "a4"], FORTALEZA), Habilitado("n9", cotista=True, geral=False)]
    consumo = replace(REGRAS, dupla_contagem=DuplaContagem.CONSUMO)
    desistencias = Previsor(consumo, pessoas, eventos(["convocar 3"])).desistencias("n9")
    assert desistencias is not None
    assert (desistencias.pessoas, desistencias.conta) == (("n3",), Categoria.COTAS)


def test_a_vaga_espelhada_nao_preenche_a_vaga_mas_e_a_vez_de_quem_a_tem() -> None:
    espelho = Evento(TipoEvento.SUB_JUDICE, "a1", efeito=EfeitoSubJudice.ESPELHO)
    futuro = Previsor(REGRAS, habilitados(["a1", "a2"], FORTALEZA), [espelho])
    da_vaga, da_pessoa = futuro.ate_a_vaga(1), futuro.ate_a_pessoa("a1")
    assert da_vaga is not None
    assert da_pessoa is not None
    assert (da_vaga.chamada.candidato, da_vaga.quantas) == ("a2", 1)
    assert (da_pessoa.chamada.espelho, da_pessoa.quantas) == (True, 1)
    assert Previsor(REGRAS, habilitados(["a1"], FORTALEZA), [espelho]).ate_a_vaga(1) is None


def test_extinto_o_cargo_ninguem_vem_a_seguir() -> None:
    futuro = Previsor(REGRAS, habilitados(DEZ, FORTALEZA), [Evento(TipoEvento.EXTINCAO)])
    assert (futuro.proxima(), futuro.ate_a_pessoa("a1"), futuro.desistencias("a1")) == (None, None, None)


def basta(regras: RegrasDaReserva, nomes: Sequence[str], textos: Sequence[str], saem: Sequence[str]) -> str:
    """Quem a próxima chamada chama, se antes dela desistem os dados."""
    todos = [
        *eventos(textos),
        *(Evento(TipoEvento.DESISTENCIA, quem) for quem in saem),
        Evento(TipoEvento.CONVOCAR, quantidade=1),
    ]
    feitas = apurar(regras, habilitados(nomes, regras.lei), todos).chamadas
    return feitas[-1].candidato if feitas and feitas[-1].evento == len(todos) - 1 else ""


@st.composite
def certames(draw: st.DrawFn) -> tuple[RegrasDaReserva, list[str], list[str]]:
    letras = draw(st.lists(st.sampled_from("aanpd"), min_size=2, max_size=7))
    nomes = [f"{letra}{i}" for i, letra in enumerate(letras)]
    regras = RegrasDaReserva(
        FORTALEZA,
        EDITAL,
        draw(st.integers(2, 6)),
        dupla_contagem=draw(st.sampled_from(DuplaContagem)),
        pcd=draw(st.sampled_from([None, ReservaPcd(Fraction(20))])),
    )
    textos = [f"convocar {draw(st.integers(1, len(nomes) - 1))}"]
    if draw(st.booleans()):
        textos.append(f"desistencia {draw(st.sampled_from(nomes))}")
    return regras, nomes, textos


def _esperam(regras: RegrasDaReserva, nomes: Sequence[str], textos: Sequence[str]) -> Iterator[str]:
    saiu = {texto.split()[1] for texto in textos[1:]}
    ocupam = apurar(regras, habilitados(nomes, regras.lei), eventos(textos)).vaga_de
    yield from (nome for nome in nomes if nome not in ocupam and nome not in saiu)


@settings(max_examples=300)
@given(certames())
def test_as_desistencias_previstas_bastam_e_em_consumo_nao_ha_conjunto_menor(
    certame: tuple[RegrasDaReserva, list[str], list[str]],
) -> None:
    regras, nomes, textos = certame
    futuro = previsor(nomes, *textos, regras=regras)
    for quem in _esperam(regras, nomes, textos):
        desistencias = futuro.desistencias(quem)
        assert desistencias is not None
        assert basta(regras, nomes, textos, desistencias.pessoas) == quem
        if regras.dupla_contagem is not DuplaContagem.CONSUMO:
            continue  # Nos outros modos quem sai move também o corte ou a fila dos remanejamentos.
        saiu = {texto.split()[1] for texto in textos[1:]}
        outros = [nome for nome in nomes if nome != quem and nome not in saiu]
        menores = range(len(desistencias.pessoas))
        assert not any(
            basta(regras, nomes, textos, saem) == quem
            for quantos in menores
            for saem in combinations(outros, quantos)
        ), (quem, desistencias)


@settings(max_examples=200)
@given(certames())
def test_a_vez_prevista_e_a_que_o_motor_da(certame: tuple[RegrasDaReserva, list[str], list[str]]) -> None:
    regras, nomes, textos = certame
    futuro = previsor(nomes, *textos, regras=regras)
    longa = [*eventos(textos), Evento(TipoEvento.CONVOCAR, quantidade=len(nomes))]
    chamadas = [
        c for c in apurar(regras, habilitados(nomes, regras.lei), longa).chamadas if c.evento == len(textos)
    ]
    for quantas, chamada in enumerate(chamadas, start=1):
        da_pessoa, da_vaga = futuro.ate_a_pessoa(chamada.candidato), futuro.ate_a_vaga(chamada.vaga)
        assert da_pessoa == da_vaga
        assert da_pessoa is not None
        assert da_pessoa.quantas == quantas
        assert replace(da_pessoa.chamada, evento=chamada.evento) == chamada


@pytest.mark.parametrize("modo", DuplaContagem)
def test_prever_o_ultimo_do_dobro_custa_o_dobro(modo: DuplaContagem) -> None:
    def executar(n: int) -> None:
        nomes = [f"{'n' if i % 5 == 0 else 'a'}{i}" for i in range(n)]
        regras = RegrasDaReserva(FORTALEZA, EDITAL, n // 2, dupla_contagem=modo)
        futuro = Previsor(regras, habilitados(nomes, FORTALEZA), eventos([f"convocar {n // 10}"]))
        assert futuro.ate_a_pessoa(nomes[-1])
        assert futuro.desistencias(nomes[-1])

    uma, duas = (passos(lambda n=n: executar(n)) for n in (1000, 2000))
    assert duas < uma * 2.2
