"""O motor: convocar, reaplicar uma história e classificar, contra a simples ordenação e contra a releitura.

Mede tempo de processador, sem banco. O expoente diz como o custo cresce com o tamanho: 1 é linear.

    make bench
    .venv/bin/python -m pytest tests/desempenho/bench_motor.py -o python_files='bench_*.py' -s
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest

from cotas import (
    Concorrente,
    Criterio,
    CriteriosDeClassificacao,
    DuplaContagem,
    Evento,
    Habilitado,
    RegrasDaReserva,
    ReservaPcd,
    TipoEvento,
    apurar,
    categorias_das_vagas,
    classificar,
    quadro_de_vagas,
)
from tests.cotas import oraculo
from tests.desempenho.medida import decimal, escalado, expoente, inteiro, medir, ms, razao, tabela

EDITAL = date(2023, 8, 31)
CERTAMES = [escalado(n) for n in (10_000, 20_000, 40_000)]
# A releitura cresce com o quadrado: não se mede no mesmo tamanho sem esperar uma tarde.
CERTAMES_RELIDOS = [250, 500, 1_000]
HISTORIAS = [escalado(n) for n in (500, 1_000, 2_000)]
LISTAS = [escalado(n) for n in (5_000, 10_000, 20_000)]
VEZES = 3
pytestmark = pytest.mark.puro


def regras(n: int, modo: DuplaContagem) -> RegrasDaReserva:
    pcd = ReservaPcd(Fraction(5), teto=Fraction(20))
    return RegrasDaReserva("fortaleza-11111-2021", EDITAL, n // 2, dupla_contagem=modo, pcd=pcd)


def habilitados(n: int) -> list[Habilitado]:
    """Os cotistas quase todos na segunda metade: as filas andam muito, e há remanejados."""
    return [
        Habilitado(f"k{i}", cotista=i % 7 == 0 or i > n // 2, pcd=i % 20 == 0 or i % 7 == 0) for i in range(n)
    ]


def ordenar(n: int) -> Callable[[], list[float]]:
    sorte = random.Random(n)
    numeros = [sorte.random() for _ in range(n)]
    return lambda: sorted(numeros)


def reler(n: int, modo: DuplaContagem) -> int:
    """As mesmas chamadas pelo oráculo ingênuo, que relê as listas a cada uma."""
    do_cargo, todos = regras(n, modo), habilitados(n)
    quadro = quadro_de_vagas(do_cargo)
    serie = tuple(str(categoria) for categoria in categorias_das_vagas(do_cargo, n // 2))
    certame = oraculo.Certame(serie, str(modo), quadro.ampla, quadro.total)
    estado = oraculo.Estado(
        tuple(h.id for h in todos),
        tuple(h.id for h in todos if h.cotista),
        tuple(h.id for h in todos if h.pcd),
    )
    for _ in range(n // 2):
        estado, chamada = oraculo.convocar(certame, estado)
        assert chamada is not None
    return len(estado.ocupantes)


@pytest.mark.parametrize("modo", DuplaContagem)
def test_convocar_metade(modo: DuplaContagem) -> None:
    """Convocar k = n/2 de n habilitados; ao lado, ordenar n números e o oráculo que relê as listas."""
    linhas, custos = [], []
    for n in CERTAMES:
        do_cargo, todos = regras(n, modo), habilitados(n)
        evento = [Evento(TipoEvento.CONVOCAR, quantidade=n // 2)]
        motor = medir(lambda r=do_cargo, t=todos, e=evento: apurar(r, t, e), VEZES)
        assert len(motor.resultado.chamadas) == n // 2
        so_ordenar = medir(ordenar(n), VEZES)
        custos.append(motor.tempo)
        linhas.append(
            (
                f"motor, {inteiro(n // 2)} de {inteiro(n)}",
                ms(motor.tempo),
                f"{decimal(motor.tempo / (n // 2) * 1e6, 1)} µs",
                razao(motor.tempo, so_ordenar.tempo),
            )
        )
    relidos = []
    for n in CERTAMES_RELIDOS:
        medida = medir(lambda n=n: reler(n, modo))
        assert medida.resultado == n // 2
        relidos.append(medida.tempo)
        por_chamada = f"{decimal(medida.tempo / (n // 2) * 1e6, 1)} µs"
        linhas.append((f"releitura, {inteiro(n // 2)} de {inteiro(n)}", ms(medida.tempo), por_chamada, ""))
    linhas.append(("expoente do motor", decimal(expoente(CERTAMES, custos), 2), "", ""))
    linhas.append(("expoente da releitura", decimal(expoente(CERTAMES_RELIDOS, relidos), 2), "", ""))
    tabela(f"Convocar, {modo}", ("", "cpu", "por chamada", "sobre ordenar n"), linhas)


def historia(eventos: int) -> list[Evento]:
    """Convocações de cinco, e entre elas perdas de todas as espécies, em quem já foi chamado ou não."""
    perdas = (TipoEvento.DESISTENCIA, TipoEvento.FINAL_DE_FILA, TipoEvento.SEM_EFEITO)
    feitos = []
    for i in range(eventos // 2):
        feitos.append(Evento(TipoEvento.CONVOCAR, quantidade=5))
        feitos.append(Evento(perdas[i % len(perdas)], candidato=f"k{i}"))
    return feitos


def test_reaplicar_uma_historia() -> None:
    """Reaplicar e eventos sobre a mesma lista; ao lado, as mesmas chamadas num evento só."""
    n = escalado(20_000)
    do_cargo, todos = regras(n, DuplaContagem.REMANEJAMENTO), habilitados(n)
    vazia = medir(lambda: apurar(do_cargo, todos, ()), VEZES)
    linhas = [("nenhum evento (só montar as listas)", ms(vazia.tempo), "", "")]
    custos = []
    for quantos in HISTORIAS:
        eventos = historia(quantos)
        medida = medir(lambda e=eventos: apurar(do_cargo, todos, e), VEZES)
        chamadas = len(medida.resultado.chamadas)
        de_uma_vez = [Evento(TipoEvento.CONVOCAR, quantidade=chamadas)]
        uma = medir(lambda e=de_uma_vez: apurar(do_cargo, todos, e), VEZES)
        assert len(uma.resultado.chamadas) == chamadas
        custos.append(medida.tempo - vazia.tempo)
        nome = f"{inteiro(quantos)} eventos, {inteiro(chamadas)} chamadas"
        sobre = razao(medida.tempo, uma.tempo)
        linhas.append((nome, ms(medida.tempo), f"{decimal(custos[-1] / quantos * 1e6, 1)} µs", sobre))
    linhas.append(("expoente nos eventos", decimal(expoente(HISTORIAS, custos), 2), "", ""))
    colunas = ("", "cpu", "por evento", "sobre um evento só")
    tabela(f"Reaplicar uma história, {inteiro(n)} habilitados", colunas, linhas)


def concorrentes(n: int) -> list[Concorrente]:
    """Cinquenta notas finais para todos: o desempate decide quase tudo, até o sorteio."""
    sorte = random.Random(n)
    return [
        Concorrente(
            f"k{i}",
            {"pontos": Decimal(sorte.randrange(5000, 5050)) / 100, "gerais": Decimal(sorte.randrange(20))},
            nascimento=date(1955, 1, 1) + timedelta(days=sorte.randrange(18_000)),
            jurado=i % 50 == 0,
            sorteio=i,
        )
        for i in range(n)
    ]


def test_classificar_com_empates() -> None:
    """Classificar com cadeia de cinco critérios; ao lado, um `sorted` com a chave inteira em tupla."""
    cadeia = tuple(map(Criterio.ler, ("idoso", "maior:gerais", "mais_velho", "jurado", "sorteio")))
    criterios = CriteriosDeClassificacao("pontos", data_referencia_idade=EDITAL, desempate=cadeia)
    linhas, custos = [], []
    for n in LISTAS:
        todos = concorrentes(n)
        medida = medir(lambda t=todos: classificar(t, criterios, edital_publicado_em=EDITAL), VEZES)
        assert len(medida.resultado.geral) == n
        assert not medida.resultado.empates
        so_ordenar = medir(
            lambda t=todos: sorted(
                t,
                key=lambda c: (-c.notas["pontos"], -c.notas["gerais"], c.nascimento, not c.jurado, c.sorteio),
            ),
            VEZES,
        )
        custos.append(medida.tempo)
        por_pessoa = f"{decimal(medida.tempo / n * 1e6, 1)} µs"
        linhas.append(
            (
                inteiro(n),
                ms(medida.tempo),
                por_pessoa,
                ms(so_ordenar.tempo),
                razao(medida.tempo, so_ordenar.tempo),
            )
        )
    linhas.append(("expoente", decimal(expoente(LISTAS, custos), 2), "", "", ""))
    colunas = ("candidatos", "classificar", "por pessoa", "sorted", "razão")
    tabela("Classificar com empates", colunas, linhas)
