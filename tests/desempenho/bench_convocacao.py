"""Planejar uma convocação num cargo sem história e depois de quinhentos eventos: o custo de os reaplicar.

Os eventos são feitos pelos serviços, um a um: convocações de duas pessoas e desistências de quem foi
chamado. Mede também o próprio registro, dos primeiros e dos últimos.

    make bench
    .venv/bin/python -m pytest tests/desempenho/bench_convocacao.py -o python_files='bench_*.py' -s
"""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from candidatos.consultas.classificacao import habilitados_em_ordem
from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.consultas import estado_do_cargo
from nomeacoes.models import Evento, Nomeacao
from tests.desempenho import massa
from tests.desempenho.medida import Medida, banco, escalado, inteiro, medir, ms, razao, tabela
from tests.nomeacoes import mundo

HABILITADOS = escalado(5_000)
EVENTOS = escalado(500)
# Quantos dos primeiros e dos últimos registros entram na média.
PONTA = 20
VEZES = 3


class Historia:
    """Faz eventos pelos serviços e guarda quanto levou cada um."""

    def __init__(self, cargo: Cargo) -> None:
        self._cargo = cargo
        self._autoridade, self._operador = mundo.autoridade(), mundo.operador()
        self.convocacoes: list[float] = []
        self.desistencias: list[float] = []

    def passo(self) -> None:
        """Convoca dois, e o último chamado desiste."""
        evento = medir(lambda: mundo.convocar(self._cargo, 2, autor=self._autoridade))
        self.convocacoes.append(evento.tempo)
        ultima = Nomeacao.objects.select_related("candidatura__cargo").filter(evento=evento.resultado).last()
        assert ultima is not None
        registro = mundo.registro()
        desistir = medir(
            lambda: servicos.desistencia_registrar(
                autor=self._operador, candidatura=ultima.candidatura, **registro
            )
        )
        self.desistencias.append(desistir.tempo)

    def planejar(self, quantidade: int) -> tuple[Medida[Any], int]:
        """A medida do plano e quantas consultas ele faz."""
        cargo = Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(
            pk=self._cargo.pk
        )

        def plano() -> Any:
            return servicos.convocacao_planejar(autor=self._autoridade, cargo=cargo, quantidade=quantidade)

        with CaptureQueriesContext(connection) as consultas:
            assert len(plano().chamadas) == quantidade
        return medir(plano, VEZES), len(consultas)


@pytest.mark.django_db
def test_planejar_antes_e_depois_da_historia() -> None:
    """O plano da primeira convocação e o de depois, em vezes; e o registro dos primeiros e dos últimos."""
    cargo = massa.cargo_homologado(HABILITADOS)
    historia = Historia(cargo)
    antes = {quantas: historia.planejar(quantas) for quantas in (1, 100)}
    for _ in range(EVENTOS // 2):
        historia.passo()
    assert Evento.objects.filter(cargo=cargo).count() == EVENTOS // 2 * 2
    linhas = []
    for quantas, (primeira, consultas) in antes.items():
        depois, consultas_depois = historia.planejar(quantas)
        linhas.append(
            (
                f"planejar {quantas}",
                ms(primeira.tempo),
                ms(depois.tempo),
                razao(depois.tempo, primeira.tempo),
                f"{consultas} → {consultas_depois}",
            )
        )
    for nome, tempos in (
        ("convocar 2 (planejar e confirmar)", historia.convocacoes),
        ("registrar desistência", historia.desistencias),
    ):
        cedo, tarde = sum(tempos[:PONTA]) / PONTA, sum(tempos[-PONTA:]) / PONTA
        linhas.append((nome, ms(cedo), ms(tarde), razao(tarde, cedo), ""))
    ler = medir(lambda: habilitados_em_ordem(cargo), VEZES)
    reaplicar = medir(lambda: estado_do_cargo(cargo), VEZES)
    linhas.append(("  ler a lista homologada", "", ms(ler.tempo), "", ""))
    linhas.append(("  ler e reaplicar os eventos", "", ms(reaplicar.tempo), "", ""))
    tabela(
        f"Convocar com história: {inteiro(HABILITADOS)} habilitados, {inteiro(EVENTOS)} eventos, {banco()}",
        ("", "sem história", "com história", "razão", "consultas"),
        linhas,
    )
