"""O produto de pé uma vez por módulo, e um balcão por papel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.navegador.balcao import Balcao
from tests.navegador.produto import Produto


@pytest.fixture(scope="module")
def produto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Produto]:
    """Banco vazio; no fim, Ctrl-C tem de encerrar tudo com código 0."""
    dados: Path = tmp_path_factory.mktemp("produto")
    em_pe = Produto(dados)
    yield em_pe
    assert em_pe.parar() == 0, "".join(em_pe.saida)


@pytest.fixture(scope="module")
def balcao(navegador: Any, produto: Produto) -> Iterator[Callable[[str], Balcao]]:
    """Entra como a pessoa do papel; a mesma no módulo inteiro. No fim, nenhum erro no console."""
    abertos: dict[str, Balcao] = {}

    def entrar(papel: str) -> Balcao:
        if papel not in abertos:
            abertos[papel] = Balcao(navegador, produto.endereco, papel, produto.senhas[papel])
        return abertos[papel]

    yield entrar
    assert [erro for pessoa in abertos.values() for erro in pessoa.erros] == []
