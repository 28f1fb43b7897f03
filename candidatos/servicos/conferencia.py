"""Calcula o plano de um arquivo guardado contra a base de agora."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple

from candidatos.consultas.importacao import (
    candidaturas_na_base,
    cargos_do_edital,
    inscricoes_na_base,
    pessoas_por_cpf,
)
from candidatos.models import Importacao
from candidatos.servicos.achados import Achados
from candidatos.servicos.campos import campos_do_edital
from candidatos.servicos.interpretacao import Interprete, LinhaLida
from candidatos.servicos.leitura import Leitura, Tabela, abrir_tabela
from candidatos.servicos.plano import Base, Comparacao, Plano, conferir_repeticoes
from nucleo.erros import Recusa
from nucleo.execucoes import Progresso

_PASSO = 2_000
_BLOCO = 1 << 20


class Conferencia(NamedTuple):
    """Plano para executar, e o mesmo em JSON para guardar e mostrar."""

    plano: Plano
    em_json: dict[str, Any]


@contextmanager
def arquivo_guardado(importacao: Importacao) -> Iterator[BinaryIO]:
    """Abre o arquivo da importação; `Recusa` se já não é o que foi recebido."""
    with importacao.arquivo.storage.open(str(importacao.arquivo.name), "rb") as guardado:
        arquivo: BinaryIO = guardado.file  # type: ignore[assignment]
        if sha256_do_arquivo(arquivo) != importacao.sha256:
            raise Recusa(
                "O arquivo guardado já não é o que foi recebido: foi alterado no disco. Envie-o de novo."
            )
        yield arquivo


def sha256_do_arquivo(arquivo: BinaryIO) -> str:
    """SHA-256 em hexadecimal do arquivo inteiro."""
    resumo = hashlib.sha256()
    arquivo.seek(0)
    while bloco := arquivo.read(_BLOCO):
        resumo.update(bloco)
    return resumo.hexdigest()


def planejar(importacao: Importacao, progresso: Progresso) -> Conferencia:
    """Lê o arquivo todo, interpreta, confere e compara com a base; não grava nada."""
    cargos = cargos_do_edital(importacao.edital)
    leitura = Leitura.de_json(importacao.leitura)
    with arquivo_guardado(importacao) as arquivo:
        tabela = abrir_tabela(arquivo, leitura)
        interprete = Interprete(
            colunas=tabela.colunas,
            pareamento=importacao.colunas,
            valores=importacao.valores,
            campos=campos_do_edital(cargo.regras for cargo in cargos),
            cargos=cargos,
            cargo=next((cargo for cargo in cargos if cargo.pk == importacao.cargo_id), None),
        )
        linhas = _interpretar(tabela, interprete, leitura.linhas, progresso)
    conferir_repeticoes(linhas, interprete.achados)
    return _comparar(importacao, linhas, tabela, interprete)


def _interpretar(tabela: Tabela, interprete: Interprete, total: int, progresso: Progresso) -> list[LinhaLida]:
    linhas: list[LinhaLida] = []
    for linha in tabela:
        linhas.append(interprete.ler(linha))
        if len(linhas) % _PASSO == 0:
            progresso(len(linhas), max(total, len(linhas)), "Lendo e conferindo as linhas")
    progresso(len(linhas), len(linhas), "Comparando com a base")
    return linhas


def _comparar(
    importacao: Importacao, linhas: list[LinhaLida], tabela: Tabela, interprete: Interprete
) -> Conferencia:
    achados: Achados = interprete.achados
    base = Base(
        inscricoes_na_base(importacao.edital),
        candidaturas_na_base(importacao.edital),
        pessoas_por_cpf({linha.cpf for linha in linhas if linha.cpf}),
    )
    plano = Plano(
        lidas=len(linhas), em_branco=tabela.em_branco, cabecalhos_repetidos=tabela.cabecalhos_repetidos
    )
    Comparacao(base, achados, plano).comparar(linhas)
    return Conferencia(plano, plano.em_json(achados, interprete.pendencias))
