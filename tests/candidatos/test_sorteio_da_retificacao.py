"""Empate que o arquivo da retificação traz: sorteia-se sobre a comparação, e só vale com a retificação."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from candidatos.consultas.entradas import entradas_da_versao
from candidatos.consultas.retificacao import empates_da_comparacao
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao, Importacao, Sorteio
from candidatos.servicos import retificacao as servicos
from candidatos.servicos.sorteio_da_retificacao import retificacao_sortear
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.erros import Recusa
from tests import fabrica
from tests.candidatos.importacao.caminho import parado
from tests.candidatos.test_paginas_da_retificacao import como, texto, url
from tests.candidatos.test_retificacao_do_resultado import (
    NOTAS,
    cargo_homologado,
    comparada,
    ordem,
    pedir,
    retificar,
    tabela,
)

pytestmark = pytest.mark.django_db
# N3 alcança N2, e entra N9 com a mesma nota.
EMPATADAS = NOTAS | {"N3": "90,00", "N9": "90,00"}


@pytest.fixture
def cargo() -> Cargo:
    return cargo_homologado()


@pytest.fixture
def empatada(cargo: Cargo) -> Importacao:
    return comparada(cargo, tabela(cargo, EMPATADAS))


def sortear(importacao: Importacao, cargo: Cargo, numeros: dict[str, int], **campos: Any) -> None:
    ato: dict[str, Any] = {"data": date(2024, 3, 10), "ata": "Ata nº 3"}
    retificacao_sortear(
        autor=fabrica.autor(),
        importacao=importacao,
        numeros={(cargo.pk, numero): sorteado for numero, sorteado in numeros.items()},
        **(ato | campos),
    )
    importacao.refresh_from_db()


def comparar_de_novo(importacao: Importacao) -> None:
    servicos.retificacao_comparar(autor=fabrica.autor(), importacao=importacao, progresso=parado)
    importacao.refresh_from_db()


NUMEROS = {"N9": 1, "N3": 2, "N2": 3}


def test_a_comparacao_diz_quem_empata(empatada: Importacao) -> None:
    (grupo,) = empates_da_comparacao(empatada)
    assert {numero for numero, _ in grupo.pessoas} == {"N2", "N3", "N9"}
    with pytest.raises(Recusa, match="não pode ser retificado"):
        pedir(empatada)


def test_sorteados_retifica_se_pela_ordem_do_sorteio(cargo: Cargo, empatada: Importacao) -> None:
    sortear(empatada, cargo, NUMEROS)
    assert not Sorteio.objects.exists()
    comparar_de_novo(empatada)
    assert not Sorteio.objects.exists()
    assert empates_da_comparacao(empatada) == []
    pedir(empatada)
    retificar(empatada)
    nova = Classificacao.objects.get(cargo=cargo, situacao=SituacaoClassificacao.HOMOLOGADA)
    assert ordem(nova) == ["N1", "N9", "N3", "N2", "N4"]
    assert Sorteio.objects.get(candidatura__inscricao__numero="N9").ata == "Ata nº 3"


def test_a_lista_de_antes_refaz_se_sem_o_sorteio(cargo: Cargo, empatada: Importacao) -> None:
    sortear(empatada, cargo, NUMEROS)
    comparar_de_novo(empatada)
    pedir(empatada)
    retificar(empatada)
    antiga, nova = Classificacao.objects.filter(cargo=cargo).order_by("versao")
    assert {entrada.sorteio for entrada in entradas_da_versao(antiga)} == {None}
    assert {entrada.sorteio for entrada in entradas_da_versao(nova)} == {None, 1, 2, 3}


@pytest.mark.parametrize(
    ("numeros", "campos", "mensagem"),
    [
        ({"N2": 1, "N3": 2}, {}, "cada um dos empatados"),
        (NUMEROS | {"N1": 4}, {}, "só a eles"),
        (NUMEROS | {"N3": 1}, {}, "números diferentes"),
        (NUMEROS, {"ata": " "}, "em que ata"),
        (NUMEROS, {"data": timezone.localdate().replace(year=2199)}, "ainda não chegou"),
    ],
)
def test_recusa(
    cargo: Cargo, empatada: Importacao, numeros: dict[str, int], campos: dict[str, Any], mensagem: str
) -> None:
    with pytest.raises(Recusa, match=mensagem):
        sortear(empatada, cargo, numeros, **campos)


def test_pela_pagina(cargo: Cargo, empatada: Importacao) -> None:
    operador = como(Papel.OPERADOR)
    endereco = url("retificacao_sortear", empatada)
    assert endereco in texto(operador.get(url("retificacao_previa", empatada)))
    pagina = texto(operador.get(endereco))
    assert "NEY SOL" in pagina
    (grupo,) = empates_da_comparacao(empatada)
    numeros = {f"numero_{i}": str(NUMEROS[quem]) for i, (quem, _) in enumerate(grupo.pessoas, start=1)}
    ato = {"realizado_em": "2024-03-10", "ata": "Ata nº 3"}
    assert operador.post(endereco, numeros | ato).url == url("retificacao_previa", empatada)
    empatada.refresh_from_db()
    assert empatada.plano["sorteios"][str(cargo.pk)]["N9"]["numero"] == 1
    assert empatada.execucao is not None
