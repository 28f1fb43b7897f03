"""Leitura do arquivo da banca: o que ele é, onde está o cabeçalho e cada linha como foi lida.

Nada aqui toca o banco. Toda dúvida vira `Recusa` com o que fazer; nada é adivinhado: a codificação é
provada no arquivo inteiro, e delimitador, sinal decimal e cabeçalho são propostas que a pessoa vê.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence, Set
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain, islice
from string import ascii_letters, digits
from typing import Any, BinaryIO, TypeAlias

from candidatos.servicos import decimais, extensao, leitura_csv, leitura_xlsx
from candidatos.servicos.celulas import Bloco, Celula, Linha, em_branco, normalizar, texto
from candidatos.servicos.codificacao import CODIFICACOES, provar_codificacao
from candidatos.servicos.formatos import CSV, NOMES, ODS, XLSX, identificar_formato
from nucleo.erros import Recusa

LINHAS_DA_AMOSTRA = 30
# Linhas em que se procura o sinal decimal e se prova que há dados.
LINHAS_DO_CONTEUDO = 1_000
COLUNAS_MAXIMAS = 400
LINHAS_MAXIMAS = {CSV: 5_000_000, XLSX: extensao.LINHAS_MAXIMAS, ODS: extensao.LINHAS_MAXIMAS}
TITULO_MAXIMO = 120
# Até mil linhas cabem na memória mais rápida do processador; acima disso, lê-se mais devagar.
TAMANHO_DO_LOTE = 1_000

# Dá as linhas do começo ao fim, tantas de cada vez; pode chamar-se mais de uma vez, uma de cada vez.
Fonte: TypeAlias = Callable[[int], Iterator[Bloco]]

# "Nome", "(Nota)", "1ª prova"; não "1º", que é dado.
_TITULO = re.compile(r"\W*[^\W\d_]|\d{1,2} ?[ªº°]\s+[^\W\d_]")

SEM_CABECALHO = (
    "Não encontramos a linha de títulos nas primeiras linhas do arquivo. Peça à banca o arquivo com uma "
    "linha que dê nome às colunas (inscrição, nome, nota…), ou acrescente-a."
)


@dataclass(frozen=True, slots=True)
class Leitura:
    """Como ler um arquivo. `cabecalho`: linha dos títulos, a partir de 1; `linhas`: estimativa.

    `decimal`: o sinal que o conteúdo mostra, "," ou "."; "" se não mostra nenhum, ou se os dois empatam.
    """

    formato: str
    codificacao: str = ""
    delimitador: str = ""
    aba: str = ""
    abas: tuple[str, ...] = ()
    cabecalho: int = 0
    linhas: int = 0
    decimal: str = ""

    def em_json(self) -> dict[str, Any]:
        """Dicionário para guardar em `Importacao.leitura`."""
        return asdict(self) | {"abas": list(self.abas)}

    def em_palavras(self) -> str:
        """Como o arquivo foi lido, numa frase: a pessoa confere o que foi proposto."""
        if self.formato == CSV:
            delimitador = leitura_csv.DELIMITADORES[self.delimitador]
            onde = f"Texto em {CODIFICACOES[self.codificacao]}, colunas separadas por {delimitador}"
        else:
            onde = f"{NOMES[self.formato]}, aba “{self.aba}”"
        decimal = f", {decimais.EM_PALAVRAS[self.decimal]}" if self.decimal else ""
        return f"{onde}, títulos na linha {self.cabecalho}{decimal}"

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
    """Colunas e linhas de dados; as em branco e os cabeçalhos repetidos são contados e saltados.

    `cabecalho`: a linha dos títulos. Cada percurso recomeça da primeira linha de dados, e as contas, do
    zero.
    """

    def __init__(self, colunas: Sequence[Coluna], fonte: Fonte, cabecalho: int) -> None:
        self.colunas = tuple(colunas)
        self.cabecalho = cabecalho
        self.em_branco = 0
        self.cabecalhos_repetidos = 0
        # Em que linha está a primeira de cada uma; zero se não há.
        self.primeira_em_branco = 0
        self.primeiro_repetido = 0
        self._fonte = fonte
        self._titulos = [normalizar(coluna.titulo) for coluna in colunas]
        # Célula que começa por uma destas não está em branco nem repete o primeiro título: basta vê-la.
        inicial = self._titulos[0][:1]
        self._iniciais = frozenset(ascii_letters + digits) - {inicial, inicial.upper()}
        self._titulo_numerico = inicial.isdigit()

    def __iter__(self) -> Iterator[Linha]:
        return chain.from_iterable(self.lotes())

    def lotes(self, tamanho: int = TAMANHO_DO_LOTE) -> Iterator[list[Linha]]:
        """As linhas de dados em listas de até `tamanho`, nunca vazias. `Recusa` onde não se lê."""
        self.em_branco = self.cabecalhos_repetidos = self.primeira_em_branco = self.primeiro_repetido = 0
        for numeros, bloco in self._fonte(tamanho):
            if numeros[0] <= self.cabecalho:
                acima = bisect_right(numeros, self.cabecalho)
                numeros, bloco = numeros[acima:], bloco[acima:]
            if lote := self._de_dados(numeros, bloco):
                yield lote

    def _de_dados(self, numeros: Sequence[int], bloco: list[Sequence[Celula]]) -> list[Linha]:
        iniciais, flutuante = self._iniciais, None if self._titulo_numerico else float
        return [
            Linha(numero, tuple(celulas))
            for numero, celulas in zip(numeros, bloco, strict=True)
            if (
                celulas
                and (
                    ((primeira := celulas[0]).__class__ is str and primeira[:1] in iniciais)
                    or primeira.__class__ is flutuante
                )
            )
            or self._e_de_dados(numero, celulas)
        ]

    def _e_de_dados(self, numero: int, celulas: Sequence[Celula]) -> bool:
        if all(map(em_branco, celulas)):
            self.em_branco += 1
            self.primeira_em_branco = self.primeira_em_branco or numero
        elif self._repete_o_cabecalho(celulas):
            self.cabecalhos_repetidos += 1
            self.primeiro_repetido = self.primeiro_repetido or numero
        else:
            return True
        return False

    def _repete_o_cabecalho(self, celulas: Sequence[Celula]) -> bool:
        titulos = 0
        for celula, titulo in zip(celulas, self._titulos, strict=False):
            lido = texto(celula)
            # Quase toda linha sai aqui: o último caractere simples já é outro.
            if lido[-1:].isascii() and lido[-1:].isalnum() and lido[-1].lower() != titulo[-1:]:
                return False
            if normalizar(lido) != titulo:
                return False
            titulos += bool(titulo)
        return titulos >= 2


def examinar(
    arquivo: BinaryIO,
    *,
    conhecidos: Set[str] = frozenset(),
    aba: str = "",
    delimitador: str = "",
    cabecalho: int = 0,
) -> Leitura:
    """Identifica o formato, prova que se consegue ler e propõe aba, delimitador, sinal decimal e cabeçalho.

    `conhecidos`: títulos normalizados que se sabe parear; `aba`, `delimitador` e `cabecalho`: o que a
    pessoa já escolheu. `Recusa`, com o que fazer, para o que não é tabela, está vazio, estragado,
    protegido, é grande demais ou não tem cabeçalho.
    """
    leitura, fonte = _forma(arquivo, identificar_formato(arquivo), aba, delimitador)
    linhas = _em_linhas(fonte(LINHAS_DO_CONTEUDO))
    amostra = list(islice(linhas, LINHAS_DO_CONTEUDO))
    cabecalho = cabecalho or propor_cabecalho(amostra[:LINHAS_DA_AMOSTRA], conhecidos) or 0
    if not cabecalho:
        raise Recusa(SEM_CABECALHO)
    depois = (linha for linha in chain(amostra, linhas) if linha.numero > cabecalho)
    if all(em_branco(celula) for linha in depois for celula in linha.celulas):
        raise Recusa("O arquivo só tem a linha de títulos: não há candidatos nele.")
    linhas.close()
    dados = (linha for linha in amostra if linha.numero > cabecalho)
    return replace(leitura, cabecalho=cabecalho, decimal=decimais.propor(decimais.contar(dados)))


def _forma(arquivo: BinaryIO, formato: str, aba: str, delimitador: str) -> tuple[Leitura, Fonte]:
    if formato == CSV:
        codificacao, quebras = provar_codificacao(arquivo)
        delimitador = delimitador or leitura_csv.propor_delimitador(arquivo, codificacao)
        leitura = Leitura(formato, codificacao=codificacao, delimitador=delimitador, linhas=quebras)
        return leitura, _fonte(arquivo, leitura)
    leitura_xlsx.conferir_limites(arquivo)
    folhas = leitura_xlsx.abas_preenchidas(arquivo)
    aba = aba or next(iter(folhas))
    if aba not in folhas:
        raise Recusa(f"A planilha não tem a aba “{aba}”, ou ela está vazia. Há: {', '.join(folhas)}.")
    fonte = _fonte_da_folha(formato, folhas[aba])
    for _ in fonte(TAMANHO_DO_LOTE):
        pass  # prova a aba inteira, como se prova o texto inteiro
    altura = leitura_xlsx.ultima_linha(folhas[aba])
    return Leitura(formato, aba=aba, abas=tuple(folhas), linhas=altura), fonte


def _fonte(arquivo: BinaryIO, leitura: Leitura) -> Fonte:
    if leitura.formato == CSV:
        blocos = partial(leitura_csv.blocos, arquivo, leitura.codificacao, leitura.delimitador)
        return partial(_dentro_dos_limites, LINHAS_MAXIMAS[CSV], blocos)
    return _fonte_da_folha(leitura.formato, leitura_xlsx.abrir_aba(arquivo, leitura.aba))


def _fonte_da_folha(formato: str, folha: Any) -> Fonte:
    return partial(_dentro_dos_limites, LINHAS_MAXIMAS[formato], partial(leitura_xlsx.blocos, folha))


def _dentro_dos_limites(maximo: int, blocos: Fonte, tamanho: int) -> Iterator[Bloco]:
    lidas = 0
    for numeros, bloco in blocos(tamanho):
        lidas += len(bloco)
        if lidas > maximo:
            raise Recusa(f"O arquivo tem mais de {maximo} linhas: divida-o por cargo.")
        if max(map(len, bloco)) > COLUNAS_MAXIMAS:
            numero, largura = next(
                (numero, len(celulas))
                for numero, celulas in zip(numeros, bloco, strict=True)
                if len(celulas) > COLUNAS_MAXIMAS
            )
            raise Recusa(
                f"A linha {numero} tem {largura} colunas e o limite é {COLUNAS_MAXIMAS}. "
                "Confira o delimitador ou apague as colunas sem uso."
            )
        yield numeros, bloco


def _em_linhas(blocos: Iterator[Bloco]) -> Generator[Linha, None, None]:
    for numeros, bloco in blocos:
        yield from map(Linha, numeros, map(tuple, bloco))


def linhas_cruas(arquivo: BinaryIO, leitura: Leitura) -> Generator[Linha, None, None]:
    """Todas as linhas, da primeira à última, numeradas como no arquivo."""
    yield from _em_linhas(_fonte(arquivo, leitura)(TAMANHO_DO_LOTE))


def abrir_tabela(arquivo: BinaryIO, leitura: Leitura) -> Tabela:
    """Colunas do cabeçalho escolhido e as linhas que vêm depois dele."""
    fonte = _fonte(arquivo, leitura)
    linhas = _em_linhas(fonte(LINHAS_DA_AMOSTRA))
    for linha in linhas:
        if linha.numero >= leitura.cabecalho:
            break
    else:
        raise Recusa(f"O arquivo não tem a linha {leitura.cabecalho}: escolha outra linha de títulos.")
    if all(map(em_branco, linha.celulas)):
        raise Recusa(f"A linha {leitura.cabecalho} está em branco: escolha outra linha de títulos.")
    colunas = colunas_do_cabecalho(
        linha.celulas, [cada.celulas for cada in islice(linhas, LINHAS_DA_AMOSTRA)]
    )
    linhas.close()
    return Tabela(colunas, fonte, linha.numero)


def colunas_do_cabecalho(
    celulas: Sequence[Celula], seguintes: Sequence[Sequence[Celula]] = ()
) -> list[Coluna]:
    """Uma coluna por título, e as sem título do meio ou que as linhas `seguintes` mostram ter dados.

    Nunca mais do que as células da linha dos títulos: o que passa delas pode ser um valor que um
    delimitador a mais partiu ("40,5" num arquivo separado por vírgulas), e todas as colunas depois dele
    estariam trocadas. A conferência recusa essas linhas.
    """
    titulos = [" ".join(texto(celula).split())[:TITULO_MAXIMO] for celula in celulas]
    largura = max(map(ultima_preenchida, [titulos, *(linha[: len(titulos)] for linha in seguintes)]))
    titulos = [*titulos, *[""] * largura][:largura]
    return [Coluna(indice, letra_da_coluna(indice), titulo) for indice, titulo in enumerate(titulos)]


def ultima_preenchida(celulas: Sequence[Celula]) -> int:
    """Quantas células há até a última preenchida."""
    return next((n for n in range(len(celulas), 0, -1) if not em_branco(celulas[n - 1])), 0)


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
    return len(titulo) <= TITULO_MAXIMO and _TITULO.match(titulo) is not None
