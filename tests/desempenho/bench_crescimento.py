"""Como crescem a sequência de chamadas e a conferência dela: 1.000, 10.000 e 100.000 habilitados.

Tempo de processador, sem banco. O que se fez em n log n dá um expoente pouco acima de 1.

    make bench BENCH=bench_crescimento.py
"""

from __future__ import annotations

import pytest

from cotas import DuplaContagem, Evento, TipoEvento, apurar
from tests.cotas.mundos_registrados import viver
from tests.desempenho.bench_motor import habilitados, regras
from tests.desempenho.medida import decimal, escalado, expoente, inteiro, medir, ms, tabela

TAMANHOS = [escalado(n) for n in (1_000, 10_000, 100_000)]
VIGIADAS = escalado(19_000)
VEZES = 2
pytestmark = pytest.mark.puro


@pytest.mark.parametrize("modo", DuplaContagem)
def test_mil_dez_mil_cem_mil(modo: DuplaContagem) -> None:
    """Convocar metade dos habilitados, e conferir a ordem do que se convocou."""
    linhas, do_motor, da_vigia = [], [], []
    for n in TAMANHOS:
        do_cargo, todos = regras(n, modo), habilitados(n)
        evento = Evento(TipoEvento.CONVOCAR, quantidade=n // 2)
        motor = medir(lambda r=do_cargo, t=todos, e=evento: apurar(r, t, [e]), VEZES)
        mundo = viver(do_cargo, todos, [evento])
        vigia = medir(mundo.conferir, VEZES)
        assert len(motor.resultado.chamadas) == n // 2
        assert vigia.resultado == ()
        do_motor.append(motor.tempo)
        da_vigia.append(vigia.tempo)
        por_chamada = [f"{decimal(m.tempo / (n // 2) * 1e6, 1)} µs" for m in (motor, vigia)]
        linhas.append((inteiro(n // 2), ms(motor.tempo), por_chamada[0], ms(vigia.tempo), por_chamada[1]))
    expoentes = [decimal(expoente(TAMANHOS, tempos), 2) for tempos in (do_motor, da_vigia)]
    linhas.append(("expoente", expoentes[0], "", expoentes[1], ""))
    tabela(f"Crescimento, {modo}", ("chamadas", "motor", "por chamada", "vigia", "por chamada"), linhas)


def test_vigiar_dezenove_mil_chamadas() -> None:
    """A conferência de um cargo em que se fizeram 19.000 chamadas; a meta é 0,3 s."""
    do_cargo, todos = regras(2 * VIGIADAS, DuplaContagem.REMANEJAMENTO), habilitados(2 * VIGIADAS)
    mundo = viver(do_cargo, todos, [Evento(TipoEvento.CONVOCAR, quantidade=VIGIADAS)])
    vigia = medir(mundo.conferir, VEZES)
    assert vigia.resultado == ()
    colunas, linha = ("", "cpu", "parede"), (inteiro(VIGIADAS), ms(vigia.tempo), ms(vigia.parede))
    tabela("Conferir a ordem", colunas, [linha])
