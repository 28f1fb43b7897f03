"""Leitura do arquivo da banca: o que ele é, onde está o cabeçalho e cada linha como foi lida.

Nada aqui toca o banco. Toda dúvida vira `Recusa` com o que fazer; nada é adivinhado: a codificação é
provada no arquivo inteiro, e delimitador e cabeçalho são propostas que a pessoa vê e pode trocar.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence, Set
from dataclasses import asdict, dataclass, replace
from itertools import chain, islice
from typing import Any, BinaryIO

from candidatos.servicos import leitura_csv, leitura_xlsx
from candidatos.servicos.celulas import Celula, Linha, em_branco, normalizar, texto
from candidatos.servicos.formatos import CSV, XLSX, identificar_formato
from nucleo.erros import Recusa

LINHAS_DA_AMOSTRA = 30
COLUNAS_MAXIMAS = 400
LINHAS_MAXIMAS = 1_048_576
TITULO_MAXIMO = 120

SEM_CABECALHO = (
    "Não encontramos a linha de títulos nas primeiras linhas do arquivo. Peça à banca o arquivo com uma "
    "linha que dê nome às colunas (inscrição, nome, nota…), ou acrescente-a."
)


@dataclass(frozen=True, slots=True)
class Leitura:
    """Como ler um arquivo. `cabecalho`: linha dos títulos, a partir de 1; `linhas`: estimativa."""

    formato: str
    codificacao: str = ""
    delimitador: str = ""
    aba: str = ""
    abas: tuple[str, ...] = ()
    cabecalho: int = 0
    linhas: int = 0

    def em_json(self) -> dict[str, Any]:
        """Dicionário para guardar em `Importacao.leitura`."""
        return asdict(self) | {"abas": list(self.abas)}

    def em_palavras(self) -> str:
        """Como o arquivo foi lido, numa frase: a pessoa confere o que foi proposto."""
        if self.formato == XLSX:
            onde = f"Planilha XLSX, aba “{self.aba}”"
        else:
            codificacao = leitura_csv.CODIFICACOES[self.codificacao]
            onde = (
                f"Texto em {codificacao}, colunas separadas por {leitura_csv.DELIMITADORES[self.delimitador]}"
            )
        return f"{onde}, títulos na linha {self.cabecalho}"

    @classmethod
    def de_json(cls, dados: dict[str, Any]) -> Leitura:
        """O contrário de `em_json`."""
        return cls(**(dados | {"abas": tuple(dados["abas"])}))


@dataclass(frozen=True, slots=True)
class Coluna:
    """Coluna do arquivo: é a letra que a identifica, nunca o título, que pode repetir-se ou faltar."""

    indice: int
    letra: str
    titulo: str

    @property
    def nome(self) -> str:
        """Como se mostra: "coluna F (PONTOS)", "coluna G (sem título)"."""
        return f"coluna {self.letra} ({self.titulo or 'sem título'})"


class Tabela:
    """Colunas e linhas de dados; as em branco e os cabeçalhos repetidos são contados e saltados."""

    def __init__(self, colunas: Sequence[Coluna], linhas: Iterator[Linha]) -> None:
        self.colunas = tuple(colunas)
        self.em_branco = 0
        self.cabecalhos_repetidos = 0
        self._linhas = linhas
        self._titulos = [normalizar(coluna.titulo) for coluna in colunas]

    def __iter__(self) -> Iterator[Linha]:
        for linha in self._linhas:
            if all(em_branco(celula) for celula in linha.celulas):
                self.em_branco += 1
            elif self._repete_o_cabecalho(linha.celulas):
                self.cabecalhos_repetidos += 1
            else:
                yield linha

    def _repete_o_cabecalho(self, celulas: Sequence[Celula]) -> bool:
        if normalizar(texto(celulas[0])) != self._titulos[0]:
            return False
        lidos = [normalizar(texto(celula)) for celula in celulas[: len(self._titulos)]]
        return lidos == self._titulos[: len(lidos)] and sum(map(bool, lidos)) >= 2


def examinar(arquivo: BinaryIO, *, conhecidos: Set[str] = frozenset()) -> Leitura:
    """Identifica o formato, prova que se consegue ler e propõe aba, delimitador e cabeçalho.

    `conhecidos`: títulos normalizados que se sabe parear. `Recusa`, com o que fazer, para o que não é
    tabela, está vazio, estragado, protegido, é grande demais ou não tem cabeçalho.
    """
    formato = identificar_formato(arquivo)
    if formato == XLSX:
        leitura_xlsx.conferir_limites(arquivo)
        alturas = leitura_xlsx.abas_preenchidas(arquivo)
        aba = next(iter(alturas))
        leitura = Leitura(formato, aba=aba, abas=tuple(alturas), linhas=alturas[aba])
    else:
        codificacao, quebras = leitura_csv.provar_codificacao(arquivo)
        delimitador = leitura_csv.propor_delimitador(arquivo, codificacao)
        leitura = Leitura(formato, codificacao=codificacao, delimitador=delimitador, linhas=quebras)
    linhas = linhas_cruas(arquivo, leitura)
    amostra = list(islice(linhas, LINHAS_DA_AMOSTRA))
    cabecalho = propor_cabecalho(amostra, conhecidos)
    if cabecalho is None:
        raise Recusa(SEM_CABECALHO)
    depois = (linha for linha in chain(amostra, linhas) if linha.numero > cabecalho)
    if all(em_branco(celula) for linha in depois for celula in linha.celulas):
        raise Recusa("O arquivo só tem a linha de títulos: não há candidatos nele.")
    linhas.close()
    return replace(leitura, cabecalho=cabecalho)


def linhas_cruas(arquivo: BinaryIO, leitura: Leitura) -> Generator[Linha, None, None]:
    """Todas as linhas, da primeira à última, numeradas como no arquivo."""
    if leitura.formato == CSV:
        linhas = leitura_csv.linhas(arquivo, leitura.codificacao, leitura.delimitador)
    else:
        linhas = leitura_xlsx.linhas(arquivo, leitura.aba)
    for quantas, linha in enumerate(linhas, start=1):
        if quantas > LINHAS_MAXIMAS:
            raise Recusa(f"O arquivo tem mais de {LINHAS_MAXIMAS} linhas: divida-o por cargo.")
        if len(linha.celulas) > COLUNAS_MAXIMAS:
            raise Recusa(
                f"A linha {linha.numero} tem {len(linha.celulas)} colunas e o limite é {COLUNAS_MAXIMAS}. "
                "Confira o delimitador ou apague as colunas sem uso."
            )
        yield linha


def abrir_tabela(arquivo: BinaryIO, leitura: Leitura) -> Tabela:
    """Colunas do cabeçalho escolhido e as linhas que vêm depois dele."""
    linhas = linhas_cruas(arquivo, leitura)
    for linha in linhas:
        if linha.numero >= leitura.cabecalho:
            break
    else:
        raise Recusa(f"O arquivo não tem a linha {leitura.cabecalho}: escolha outra linha de títulos.")
    colunas = colunas_do_cabecalho(linha.celulas)
    if not colunas:
        raise Recusa(f"A linha {leitura.cabecalho} está em branco: escolha outra linha de títulos.")
    return Tabela(colunas, linhas)


def colunas_do_cabecalho(celulas: Sequence[Celula]) -> list[Coluna]:
    """Uma coluna por célula, até a última com título; as do meio sem título também contam."""
    titulos = [" ".join(texto(celula).split())[:TITULO_MAXIMO] for celula in celulas]
    while titulos and not titulos[-1]:
        titulos.pop()
    return [Coluna(indice, letra_da_coluna(indice), titulo) for indice, titulo in enumerate(titulos)]


def letra_da_coluna(indice: int) -> str:
    """Letra como na planilha: 0 é "A", 25 "Z", 26 "AA"."""
    letras = ""
    indice += 1
    while indice:
        indice, resto = divmod(indice - 1, 26)
        letras = chr(ord("A") + resto) + letras
    return letras


def propor_cabecalho(amostra: Iterable[Linha], conhecidos: Set[str]) -> int | None:
    """Linha dos títulos: a primeira com dois ou mais conhecidos; senão, a que tem mais títulos.

    Só serve de título célula de texto com letras; linha com número, data ou código não é cabeçalho.
    """
    maior, proposta = 1, None
    for linha in amostra:
        titulos = [texto(celula) for celula in linha.celulas if not em_branco(celula)]
        if len({normalizar(titulo) for titulo in titulos} & conhecidos) >= 2:
            return linha.numero
        if len(titulos) > maior and all(map(_parece_titulo, titulos)):
            maior, proposta = len(titulos), linha.numero
    return proposta


def _parece_titulo(titulo: str) -> bool:
    return len(titulo) <= TITULO_MAXIMO and re.match(r"\W*[^\W\d_]", titulo) is not None
