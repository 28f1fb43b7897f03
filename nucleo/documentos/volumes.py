"""Repartição de um documento longo em volumes: cada um é um documento inteiro."""

from __future__ import annotations

from collections.abc import Sequence

from nucleo.documentos.corpo import Bloco

# A memória da composição cresce com as linhas: este tanto cabe em 500 MiB (ver docs/desempenho.md).
LINHAS_POR_VOLUME = 5000
CONTINUA = " (continuação)"


def quantos_volumes(blocos: Sequence[Bloco]) -> int:
    """Volumes de um documento, pelas linhas das suas tabelas."""
    return max(1, -(-sum(_linhas(bloco) for bloco in blocos) // LINHAS_POR_VOLUME))


def volume_do_documento(blocos: Sequence[Bloco], volume: int) -> list[Bloco]:
    """Os blocos do volume, a contar de 1. Tabela que se parte repete, no seguinte, os títulos em que está.

    O que não é tabela vai no volume da linha que o segue; depois da última linha, no último.
    """
    total = sum(_linhas(bloco) for bloco in blocos)
    inicio, fim = (volume - 1) * LINHAS_POR_VOLUME, volume * LINHAS_POR_VOLUME
    escolhidos: list[Bloco] = []
    titulos: dict[int, Bloco] = {}
    passadas = 0
    for bloco in blocos:
        if bloco["tipo"] == "titulo":
            titulos = {n: t for n, t in titulos.items() if n < bloco["nivel"]} | {bloco["nivel"]: bloco}
        if bloco["tipo"] != "tabela":
            # A linha que se segue é a de índice `passadas`; no fim, a última do documento.
            seguinte = min(passadas, max(0, total - 1))
            if inicio <= seguinte < fim:
                escolhidos.append(bloco)
            continue
        parte = bloco["linhas"][max(0, inicio - passadas) : max(0, fim - passadas)]
        if parte or (not bloco["linhas"] and inicio <= min(passadas, max(0, total - 1)) < fim):
            if passadas < inicio:
                escolhidos += [_continuado(titulo) for titulo in titulos.values()]
                bloco = {**bloco, "legenda": bloco["legenda"] and bloco["legenda"] + CONTINUA}
            escolhidos.append({**bloco, "linhas": parte})
        passadas += len(bloco["linhas"])
    return escolhidos


def _linhas(bloco: Bloco) -> int:
    return len(bloco["linhas"]) if bloco["tipo"] == "tabela" else 0


def _continuado(titulo: Bloco) -> Bloco:
    return {**titulo, "partes": [*titulo["partes"], {"texto": CONTINUA, "forte": False}]}
