"""A importação inteira, pelos serviços, contra a gravação nua das mesmas linhas nas mesmas cinco tabelas.

Recebe, confere (o plano) e carrega um arquivo inventado; depois o mesmo arquivo sem mudança, e outro
em que todas as notas mudam. A carga refaz o plano antes de gravar, e por isso o contém. Com
NOMEIA_BENCH_ESCALA=5 são 100.000 linhas.

    make bench
    NOMEIA_BENCH_ESCALA=5 .venv/bin/python -m pytest tests/desempenho/bench_importacao.py \
        -o python_files='bench_*.py' -s
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from candidatos.models import (
    Autodeclaracao,
    Candidato,
    Candidatura,
    Importacao,
    Inscricao,
    Resultado,
)
from candidatos.servicos.campos import campos_do_edital, propor_colunas
from candidatos.servicos.importacao import importacao_carregar, importacao_conferir, importacao_receber
from candidatos.servicos.leitura import Leitura, abrir_tabela
from concursos.models import Cargo
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao.caminho import envio
from tests.desempenho import carga_nua, massa
from tests.desempenho.medida import Medida, banco, escalado, inteiro, medir, mib, ms, razao, tabela

TABELAS = (Candidato, Inscricao, Autodeclaracao, Candidatura, Resultado)
LINHAS = escalado(20_000)
CAMPOS_PAREADOS = 9


class Caminho:
    """Leva um arquivo pelos serviços e guarda a medida de cada passo."""

    def __init__(self, autor: Pessoa, cargo: Cargo) -> None:
        self._autor = autor
        self._cargo = cargo
        self.medidas: list[tuple[str, Medida[Any]]] = []

    def levar(self, nome: str, conteudo: bytes, *, carrega: bool = True) -> None:
        """Recebe, confere e, se há o que mudar, carrega."""
        importacao = self._medir(f"{nome}: receber", lambda: self._receber(conteudo))
        _parear(importacao, self._cargo)
        self._medir(f"{nome}: conferir", lambda: self._chamar(importacao_conferir, importacao))
        if carrega:
            self._medir(f"{nome}: carregar", lambda: self._chamar(importacao_carregar, importacao))

    def _receber(self, conteudo: bytes) -> Importacao:
        return importacao_receber(autor=self._autor, edital=self._cargo.edital, arquivo=envio(conteudo))

    def _chamar(self, servico: Callable[..., Importacao], importacao: Importacao) -> Importacao:
        return servico(autor=self._autor, importacao=importacao, progresso=massa.calado)

    def _medir(self, nome: str, executar: Callable[[], Importacao]) -> Importacao:
        medida = medir(executar)
        self.medidas.append((nome, medida))
        return medida.resultado


def _parear(importacao: Importacao, cargo: Cargo) -> None:
    """Grava o pareamento proposto sem o serviço, que poria a conferência na fila."""
    with importacao.arquivo.open("rb") as arquivo:
        colunas = abrir_tabela(arquivo.file, Leitura.de_json(importacao.leitura)).colunas
    importacao.colunas = propor_colunas(colunas, campos_do_edital([cargo.regras]))
    assert len(importacao.colunas) == CAMPOS_PAREADOS
    importacao.cargo = cargo
    importacao.save()


@pytest.mark.django_db(transaction=True)
def test_importar() -> None:
    """Cada passo da importação, em linhas por segundo e em vezes a gravação nua."""
    cargo = massa.cargo_publicado()
    caminho = Caminho(fabrica.autor(), cargo)
    caminho.levar("tudo novo", massa.arquivo_da_banca(LINHAS))
    copias = carga_nua.copiar(TABELAS)
    assert [len(copia.linhas) for copia in copias] == [LINHAS] * len(TABELAS)
    caminho.levar("nada muda", massa.arquivo_da_banca(LINHAS), carrega=False)
    caminho.levar("tudo muda", massa.arquivo_da_banca(LINHAS, acrescimo="0.01"))
    assert Resultado.objects.count() == 2 * LINHAS
    carga_nua.esvaziar(copias)
    nua = medir(lambda: carga_nua.gravar(copias))
    assert nua.resultado == LINHAS * len(TABELAS)
    tabela(
        f"Importar {inteiro(LINHAS)} linhas, {banco()}",
        ("", "tempo", "linhas/s", "memória", "sobre a nua"),
        [
            (nome, ms(m.tempo), inteiro(LINHAS / m.tempo), mib(m.pico), razao(m.tempo, nua.tempo))
            for nome, m in [*caminho.medidas, ("gravação nua das cinco tabelas", nua)]
        ],
    )
