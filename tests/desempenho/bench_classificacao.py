"""A classificação guardada de um cargo, contra só ordenar, só o motor e só gravar as mesmas linhas.

make bench
.venv/bin/python -m pytest tests/desempenho/bench_classificacao.py -o python_files='bench_*.py' -s
"""

from __future__ import annotations

from decimal import Decimal

import pytest

from candidatos.consultas.apuracao import apurar_lugares
from candidatos.consultas.entradas import entradas_da_classificacao, resumo_das_entradas
from candidatos.models import Colocacao
from tests.desempenho import carga_nua, massa
from tests.desempenho.medida import banco, escalado, inteiro, medir, mib, ms, razao, tabela

CANDIDATURAS = escalado(20_000)


@pytest.mark.django_db(transaction=True)
def test_classificar_um_cargo() -> None:
    """O serviço inteiro e as suas partes, em vezes a simples ordenação e a simples gravação."""
    cargo = massa.cargo_publicado()
    massa.inscrever(cargo, CANDIDATURAS)
    servico = medir(lambda: massa.classificar(cargo))
    de_novo = medir(lambda: massa.classificar(cargo))
    ler = medir(lambda: entradas_da_classificacao(cargo))
    entradas = ler.resultado
    ordenar = medir(lambda: sorted(entradas, key=lambda e: (-Decimal(e.notas["pontos"]), e.nascimento)), 3)
    motor = medir(lambda: apurar_lugares(cargo, entradas))
    assert motor.resultado.aprovados == CANDIDATURAS
    resumir = medir(lambda: resumo_das_entradas(cargo, entradas))
    Colocacao.objects.exclude(classificacao=de_novo.resultado).delete()
    copias = carga_nua.copiar([Colocacao])
    carga_nua.esvaziar(copias)
    gravar = medir(lambda: carga_nua.gravar(copias))
    assert gravar.resultado == CANDIDATURAS
    nomes = {
        "serviço inteiro, primeira vez": servico,
        "serviço inteiro, outra versão": de_novo,
        "  ler as entradas": ler,
        "  apurar os lugares e as listas": motor,
        "  resumir as entradas": resumir,
        "só ordenar": ordenar,
        "só gravar as colocações": gravar,
    }
    tabela(
        f"Classificar {inteiro(CANDIDATURAS)} candidaturas, {banco()}",
        ("", "tempo", "memória", "sobre ordenar", "sobre gravar"),
        [
            (nome, ms(m.tempo), mib(m.pico), razao(m.tempo, ordenar.tempo), razao(m.tempo, gravar.tempo))
            for nome, m in nomes.items()
        ],
    )
