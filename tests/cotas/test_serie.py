"""A série decidida vaga a vaga é a mesma que se obtém colocando todas as posições de uma vez."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cotas import (
    LEIS,
    Arredondamento,
    Categoria,
    Colisao,
    ErroDeRegra,
    RegrasDaReserva,
    ReservaPcd,
    RestoCaxias,
    Serie,
    categorias_das_vagas,
    divergencia_da_serie,
    quadro_de_vagas,
)
from cotas.contagem import contagem_de_cotas, contagem_de_pcd
from cotas.serie import SerieDeVagas

EDITAL = date(2023, 8, 31)
ATE = 40
# Longe o bastante para que nada além recue até as primeiras 40 vagas, nas regras que se geram aqui.
LONGE = 400

posicoes = st.lists(st.integers(1, 50), unique=True, max_size=12).map(lambda p: tuple(sorted(p)))
reservas_pcd = st.builds(
    ReservaPcd,
    percentual=st.integers(1, 70).map(Fraction),
    arredondamento=st.sampled_from(Arredondamento),
    teto=st.none() | st.integers(1, 70).map(Fraction),
    minimo=st.integers(0, 40),
    serie=st.just(Serie.PROPORCIONAL) | posicoes,
)
regras_possiveis = st.builds(
    RegrasDaReserva,
    lei=st.sampled_from(sorted(LEIS)),
    edital_publicado_em=st.just(EDITAL),
    vagas=st.integers(0, 45) | st.just(10**9),
    serie=st.none() | st.sampled_from(Serie) | posicoes,
    colisao=st.sampled_from(Colisao),
    resto_caxias=st.sampled_from(RestoCaxias),
    pcd=st.none() | reservas_pcd,
)


def naturais(regras: RegrasDaReserva) -> tuple[set[int], list[int]]:
    cotas, pcd = contagem_de_cotas(regras), contagem_de_pcd(regras)
    de_cotas = {n for n in range(1, LONGE + 1) if cotas(n) > cotas(n - 1)}
    de_pcd = [n for n in range(1, LONGE + 1) for _ in range(pcd(n) - pcd(n - 1))]
    return de_cotas, de_pcd


def colocar(regras: RegrasDaReserva) -> list[Categoria]:
    """Uma posição de PcD de cada vez, procurando a vaga livre como se faria à mão."""
    de_cotas, de_pcd = naturais(regras)
    tomadas: set[int] = set()
    for natural in de_pcd:
        dentro = natural <= regras.vagas
        frente = range(natural, (min(regras.vagas, LONGE) if dentro else LONGE * 2) + 1)
        atras = range(natural, 0 if dentro else regras.vagas, -1)
        primeiro, depois = (frente, atras) if regras.colisao is Colisao.SEGUINTE else (atras, frente)
        for vaga in (*primeiro, *depois):
            if vaga not in de_cotas and vaga not in tomadas:
                tomadas.add(vaga)
                break
    return [
        Categoria.COTAS if n in de_cotas else Categoria.PCD if n in tomadas else Categoria.AMPLA
        for n in range(1, ATE + 1)
    ]


@settings(max_examples=600)
@given(regras_possiveis)
def test_decidir_vaga_a_vaga_da_o_mesmo_que_colocar_tudo(regras: RegrasDaReserva) -> None:
    try:
        quadro_de_vagas(regras)
    except ErroDeRegra:
        assume(False)
    assert list(categorias_das_vagas(regras, ATE)) == colocar(regras)


@settings(max_examples=200)
@given(regras_possiveis, st.randoms(use_true_random=False))
def test_a_ordem_em_que_se_perguntam_as_vagas_nao_importa(regras: RegrasDaReserva, acaso: object) -> None:
    numeros = list(range(1, ATE + 1))
    acaso.shuffle(numeros)  # type: ignore[attr-defined]
    serie = SerieDeVagas(regras)
    por_numero = {numero: serie.categoria(numero) for numero in numeros}
    assert tuple(por_numero[n] for n in range(1, ATE + 1)) == categorias_das_vagas(regras, ATE)


@settings(max_examples=300)
@given(regras_possiveis.filter(lambda r: r.vagas <= ATE))
def test_divergencia_e_a_diferenca_entre_a_serie_e_o_quadro(regras: RegrasDaReserva) -> None:
    try:
        quadro = quadro_de_vagas(regras)
    except ErroDeRegra:
        assume(False)
    categorias = categorias_das_vagas(regras, regras.vagas)
    contadas = (categorias.count(Categoria.COTAS), categorias.count(Categoria.PCD))
    assert (divergencia_da_serie(regras) is None) == (contadas == (quadro.cotas, quadro.pcd))


@given(st.integers(0, 3000), st.sampled_from(sorted(LEIS)))
def test_prefixo_da_proporcional_e_a_reserva_de_tantas_vagas(n: int, lei: str) -> None:
    regras = RegrasDaReserva(lei, EDITAL, 7, serie=Serie.PROPORCIONAL)
    assert categorias_das_vagas(regras, n).count(Categoria.COTAS) == LEIS[lei].reserva(n)


@given(st.integers(0, 300), reservas_pcd.filter(lambda r: r.serie is Serie.PROPORCIONAL))
def test_prefixo_da_reserva_de_pcd_antes_das_colisoes(n: int, pcd: ReservaPcd) -> None:
    contagem = contagem_de_pcd(RegrasDaReserva("", EDITAL, 0, pcd=pcd))
    assert contagem(n) == pcd.reserva(n)
    assert contagem(n) <= contagem(n + 1)


@given(st.integers(0, 300), st.integers(0, 300), st.sampled_from(RestoCaxias))
def test_prefixo_das_quintas(n: int, vagas: int, resto: RestoCaxias) -> None:
    regras = RegrasDaReserva("caxias-2689-2015", EDITAL, vagas, resto_caxias=resto)
    contadas = categorias_das_vagas(regras, n).count(Categoria.COTAS)
    antecipada = resto is RestoCaxias.ANTECIPA and vagas % 5 in (3, 4)
    proxima = vagas - vagas % 5 + 5
    assert contadas == n // 5 + (1 if antecipada and vagas <= n < proxima else 0)


@given(regras_possiveis)
def test_soma_do_quadro(regras: RegrasDaReserva) -> None:
    if regras.reserva_de_cotas(regras.vagas) + regras.reserva_de_pcd(regras.vagas) > regras.vagas:
        with pytest.raises(ErroDeRegra, match="não fecha"):
            quadro_de_vagas(regras)
        return
    quadro = quadro_de_vagas(regras)
    assert quadro.ampla + quadro.cotas + quadro.pcd == quadro.total == regras.vagas
    assert min(quadro.ampla, quadro.cotas, quadro.pcd) >= 0


def test_reservas_que_tomam_tudo_sao_recusadas_em_vez_de_nao_acabar() -> None:
    pcd = ReservaPcd(Fraction(80), Arredondamento.ABAIXO)
    regras = RegrasDaReserva("fortaleza-11111-2021", EDITAL, 10**9, pcd=pcd)
    with pytest.raises(ErroDeRegra, match="imprima a série"):
        categorias_das_vagas(regras, 5)


def test_origem_da_vaga_deslocada() -> None:
    regras = RegrasDaReserva("caxias-2689-2015", EDITAL, 10, pcd=ReservaPcd(Fraction(5), teto=Fraction(20)))
    serie = SerieDeVagas(regras)
    assert (serie.vaga(6).categoria, serie.vaga(6).origem) == (Categoria.PCD, 5)
    assert (serie.vaga(5).categoria, serie.vaga(5).origem) == (Categoria.COTAS, 5)
