"""O banco deixa a homologada passar a retificada, com tudo o mais igual, e nada além disso."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao, Colocacao
from tests import fabrica

pytestmark = pytest.mark.django_db
S = SituacaoClassificacao


def homologada() -> Classificacao:
    cargo = fabrica.cargo_homologado(membros="aac")
    return cargo.classificacoes.get()


def mudar(classificacao: Classificacao, **campos: Any) -> int:
    return Classificacao.objects.filter(pk=classificacao.pk).update(**campos)


def recusado(mudanca: Callable[[], Any]) -> None:
    with pytest.raises(IntegrityError, match="homologada não muda"), transaction.atomic():
        mudanca()


def test_a_homologada_passa_a_retificada() -> None:
    antiga = homologada()
    assert mudar(antiga, situacao=S.RETIFICADA) == 1
    assert antiga.colocacoes.count() == 3


@pytest.mark.parametrize("situacao", [S.CORRENTE, S.SUBSTITUIDA])
def test_nao_passa_a_mais_nada(situacao: str) -> None:
    antiga = homologada()
    recusado(lambda: mudar(antiga, situacao=situacao))


@pytest.mark.parametrize(
    "campos",
    [
        {"versao": 9},
        {"entradas": "b" * 64},
        {"cargo_id": 0},
    ],
)
def test_passar_a_retificada_nao_leva_outra_mudanca(campos: dict[str, Any]) -> None:
    antiga = homologada()
    recusado(lambda: mudar(antiga, situacao=S.RETIFICADA, **campos))


MUDANCAS: list[Callable[[Classificacao], Any]] = [
    lambda antiga: mudar(antiga, situacao=S.HOMOLOGADA),
    lambda antiga: mudar(antiga, versao=9),
    lambda antiga: Classificacao.objects.filter(pk=antiga.pk).delete(),
    lambda antiga: antiga.colocacoes.update(posicao=9),
    lambda antiga: Colocacao.objects.filter(classificacao=antiga).delete(),
]


@pytest.mark.parametrize("mudanca", MUDANCAS)
def test_a_retificada_nao_muda_nem_sai(mudanca: Callable[[Classificacao], Any]) -> None:
    antiga = homologada()
    mudar(antiga, situacao=S.RETIFICADA)
    recusado(lambda: mudanca(antiga))


def test_so_uma_homologada_por_cargo() -> None:
    antiga = homologada()
    with pytest.raises(IntegrityError), transaction.atomic():
        fabrica.classificacao(cargo=antiga.cargo, situacao=S.HOMOLOGADA)
    mudar(antiga, situacao=S.RETIFICADA)
    fabrica.classificacao(cargo=antiga.cargo, situacao=S.HOMOLOGADA)
    assert antiga.cargo.classificacoes.count() == 2
