"""O que se pode dizer de um arquivo sem conhecer o edital: a sua forma, e os fatos que pedem atenção.

Só se diz o que o arquivo prova. Nenhuma mensagem repete o que está numa célula; os exemplos, pedidos para
conferir o pareamento, são três por coluna, e nenhum onde pode haver raça, deficiência ou saúde.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from candidatos.servicos import decimais
from candidatos.servicos.achados import AVISA, IMPEDE
from candidatos.servicos.campos import SENSIVEIS, TITULOS_CONHECIDOS, campos_do_edital, propor_colunas
from candidatos.servicos.celulas import Linha, normalizar
from candidatos.servicos.conferencia import sha256_do_arquivo
from candidatos.servicos.exame_da_coluna import ExameDaColuna, Ocorrencias
from candidatos.servicos.formatos import Ilegivel
from candidatos.servicos.leitura import (
    Coluna,
    Leitura,
    Tabela,
    abrir_tabela,
    examinar,
    ultima_preenchida,
)
from nucleo.erros import Recusa

# Título de onde pode haver raça, deficiência ou saúde, ainda que não se saiba pareá-lo.
_SENSIVEL = re.compile(
    r"\b(negr|afro|pret|pard|indigen|quilomb|raca|cor\b|etnia|pcd|pne\b|defici|cota|concorrencia|modalidade"
    r"|reserva|saude|laudo|cid\b)"
)


@dataclass(frozen=True, slots=True)
class Fato:
    """`linha` 0 e `coluna` "" quando é do arquivo inteiro; `linha` é a primeira em que se viu."""

    severidade: str
    codigo: str
    linha: int
    coluna: str
    mensagem: str


def inspecionar(
    arquivo: BinaryIO, nome: str, *, aba: str = "", delimitador: str = "", cabecalho: int = 0
) -> dict[str, Any]:
    """Forma, colunas, contagem e achados de um arquivo, numa só passagem, com memória limitada.

    `nome`: o do arquivo, como se mostra; os outros, escolhas de quem o inspeciona. O que não se lê dá a
    mesma forma, vazia, com um achado que impede (ver `ilegivel`).
    """
    sha256 = sha256_do_arquivo(arquivo)
    try:
        leitura = examinar(
            arquivo, conhecidos=TITULOS_CONHECIDOS, aba=aba, delimitador=delimitador, cabecalho=cabecalho
        )
        tabela = abrir_tabela(arquivo, leitura)
        return _forma(nome, sha256) | _percorrer(leitura, tabela)
    except Recusa as recusa:
        return ilegivel(nome, recusa, sha256)


def ilegivel(nome: str, recusa: Recusa, sha256: str | None = None) -> dict[str, Any]:
    """A mesma forma, vazia, com o que impede a leitura."""
    codigo, linha = (recusa.codigo, recusa.linha) if isinstance(recusa, Ilegivel) else ("ilegivel", 0)
    return _forma(nome, sha256) | {"achados": [asdict(Fato(IMPEDE, codigo, linha, "", recusa.mensagem))]}


def se_le(inspecao: dict[str, Any]) -> bool:
    """Se o arquivo se leu até o fim."""
    return inspecao["linhas"] is not None


def _forma(nome: str, sha256: str | None) -> dict[str, Any]:
    return {
        "arquivo": Path(nome).name,
        "sha256": sha256,
        "formato": None,
        "codificacao": None,
        "delimitador": None,
        "decimal": None,
        "aba": None,
        "abas": [],
        "linha_cabecalho": None,
        "colunas": [],
        "linhas": None,
        "cabecalhos_repetidos": None,
        "linhas_vazias": None,
        "layout_proposto": {},
        "achados": [],
    }


def _percorrer(leitura: Leitura, tabela: Tabela) -> dict[str, Any]:
    proposta = propor_colunas(tabela.colunas, campos_do_edital(()))
    exames = [ExameDaColuna(coluna, proposta.get(coluna.letra, "")) for coluna in tabela.colunas]
    larguras = _Larguras(len(exames))
    linhas = 0
    for lote in tabela.lotes():
        linhas += len(lote)
        numeros = [linha.numero for linha in lote]
        larguras.ver(lote)
        for exame in exames:
            exame.ver(numeros, [cada.celulas for cada in lote])
    decimal = decimais.propor(exame.decimais for exame in exames)
    fatos = [
        *_fatos_da_forma(leitura, tabela),
        *_fatos_dos_titulos(tabela),
        *larguras.fatos(),
        *[
            Fato(AVISA, codigo, linha, exame.coluna.letra, dito)
            for exame in exames
            for codigo, linha, dito in exame.fatos()
        ],
    ]
    return {
        "formato": leitura.formato,
        "codificacao": leitura.codificacao or None,
        "delimitador": leitura.delimitador or None,
        "decimal": decimal or None,
        "aba": leitura.aba or None,
        "abas": list(leitura.abas),
        "linha_cabecalho": tabela.cabecalho,
        "colunas": [_coluna(exame) for exame in exames],
        "linhas": linhas,
        "cabecalhos_repetidos": tabela.cabecalhos_repetidos,
        "linhas_vazias": tabela.em_branco,
        "layout_proposto": proposta,
        "achados": [asdict(fato) for fato in sorted(fatos, key=lambda fato: fato.severidade != IMPEDE)],
    }


def _coluna(exame: ExameDaColuna) -> dict[str, Any]:
    sensivel = (
        exame.campo in SENSIVEIS
        or _SENSIVEL.search(normalizar(exame.coluna.titulo)) is not None
        # Coluna que ninguém sabe o que é: são os valores que dizem.
        or (not exame.campo and any(_SENSIVEL.search(normalizar(valor)) for valor in exame.exemplos))
    )
    return {
        "letra": exame.coluna.letra,
        "titulo": exame.coluna.titulo,
        "exemplos": [] if sensivel else exame.exemplos,
        "exemplos_omitidos": sensivel,
    }


def _fatos_da_forma(leitura: Leitura, tabela: Tabela) -> Iterator[Fato]:
    if len(leitura.abas) > 1:
        outras = ", ".join(f"“{aba}”" for aba in leitura.abas if aba != leitura.aba)
        yield Fato(AVISA, "varias_abas", 0, "", f"Leu-se só a aba “{leitura.aba}”. Há também: {outras}.")
    if tabela.cabecalho > 1:
        quantas = tabela.cabecalho - 1
        yield Fato(
            AVISA, "linhas_acima", 1, "",
            f"Há {quantas} linha{'s' * (quantas > 1)} acima da linha de títulos, que não se lê como dado.",
        )  # fmt: skip
    if tabela.cabecalhos_repetidos:
        yield Fato(
            AVISA, "cabecalhos_repetidos", tabela.primeiro_repetido, "",
            f"Linhas que repetem os títulos, e se saltam: {tabela.cabecalhos_repetidos}.",
        )  # fmt: skip
    if tabela.em_branco:
        yield Fato(
            AVISA, "linhas_vazias", tabela.primeira_em_branco, "",
            f"Linhas em branco, que se saltam: {tabela.em_branco}.",
        )  # fmt: skip


def _fatos_dos_titulos(tabela: Tabela) -> Iterator[Fato]:
    vistos: dict[str, Coluna] = {}
    for coluna in tabela.colunas:
        titulo = normalizar(coluna.titulo)
        if not titulo:
            yield Fato(
                AVISA, "titulo_vazio", tabela.cabecalho, coluna.letra,
                f"A {coluna.nome} pareia-se pela letra.",
            )  # fmt: skip
        elif titulo in vistos:
            yield Fato(
                AVISA, "titulo_repetido", tabela.cabecalho, coluna.letra,
                f"A {coluna.nome} tem o mesmo título que a {vistos[titulo].nome}: pareie-as pela letra.",
            )  # fmt: skip
        else:
            vistos[titulo] = coluna


class _Larguras:
    """Linhas que têm mais ou menos células do que os títulos."""

    def __init__(self, titulos: int) -> None:
        self._titulos = titulos
        self._compridas = Ocorrencias()
        self._curtas = Ocorrencias()

    def ver(self, lote: Iterable[Linha]) -> None:
        """Soma um lote."""
        for linha in lote:
            largura = len(linha.celulas)
            if largura < self._titulos:
                self._curtas.somar(linha.numero)
            elif largura > self._titulos and ultima_preenchida(linha.celulas) > self._titulos:
                self._compridas.somar(linha.numero)

    def fatos(self) -> Iterator[Fato]:
        """As compridas recusam-se na carga: os valores podem estar deslocados."""
        if self._compridas.quantas:
            yield Fato(
                IMPEDE, "colunas_demais", self._compridas.linha, "",
                f"Linhas com mais células que os títulos: {self._compridas.quantas}. Os valores delas podem "
                "estar deslocados.",
            )  # fmt: skip
        if self._curtas.quantas:
            yield Fato(
                AVISA, "colunas_de_menos", self._curtas.linha, "",
                f"Linhas com menos células que os títulos: {self._curtas.quantas}. As que faltam leem-se em "
                "branco.",
            )  # fmt: skip
