"""Onde vai o tempo da importação: o perfil de uma passagem que grava, em cada banco.

.venv/bin/python -m tests.desempenho.perfil_da_importacao 200000
"""

from __future__ import annotations

import pstats
import sys
from pathlib import Path

from tests.desempenho import arquivo_da_banca
from tests.desempenho.banca_de_medir import RECEBIDA, bancadas

MOSTRADAS = 25


def main(linhas: int) -> None:
    """Imprime, por banco, as funções que mais tempo levam por si e com o que chamam."""
    for bancada in bancadas():
        arquivo = bancada.pasta / "perfil.csv"
        arquivo_da_banca.escrever_csv(arquivo, linhas, codificacao="cp1252")
        importacao = bancada.receber(bancada.publicar(linhas), arquivo)
        perfil = bancada.pasta / "perfil"
        resposta = bancada.em_copia(RECEBIDA, "importar", importacao=importacao, perfil=str(perfil))
        print(f"\n== {bancada.bases.rotulo}, {linhas} linhas: {resposta['medida']}\n")
        _imprimir(perfil)


def _imprimir(perfil: Path) -> None:
    numeros = pstats.Stats(str(perfil)).strip_dirs()
    for ordem in ("tottime", "cumtime"):
        numeros.sort_stats(ordem).print_stats(MOSTRADAS)


if __name__ == "__main__":
    main(int(sys.argv[1]))
