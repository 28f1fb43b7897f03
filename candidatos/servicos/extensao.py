"""O retângulo que uma planilha XLSX ou ODS ocupa quando aberta, contado sem abri-la.

O leitor monta na memória o retângulo inteiro, da primeira à última célula preenchida: uma planilha de
dois bytes úteis pode pedir bilhões de células. Aqui lê-se o XML em blocos e só se olham as marcas.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from nucleo.erros import Recusa

CELULAS_MAXIMAS = 12_000_000
LINHAS_MAXIMAS = 1_048_576
COLUNAS_MAXIMAS = 16_384

GRANDE = (
    "Aberta, a planilha passa do limite de {limite}. Apague as abas, linhas e colunas sem uso, divida-a por "
    "cargo ou salve como CSV."
)
ESTRAGADA = "A planilha está estragada ou incompleta: não abre. Peça o arquivo de novo à banca."
_SE_PERDERIA = (
    "A planilha tem célula com tabulação ou quebra de linha que se perderia na leitura. Abra-a no "
    "LibreOffice, salve como XLSX e envie de novo."
)

_MARCA_MAXIMA = 1 << 20
_FOLHA = re.compile(r"xl/(?:work|chart|dialog|macro)sheets/[^/]+\.xml$", re.IGNORECASE)
_CONTEUDO_DA_ODS = "content.xml"


def extensao_da_entrada(nome: str) -> Extensao | None:
    """Conta da entrada do pacote, pelo nome; nula se nela não há células."""
    if _FOLHA.match(nome):
        return ExtensaoXlsx()
    return ExtensaoOds() if nome == _CONTEUDO_DA_ODS else None


class Extensao(ABC):
    """Última linha e última coluna preenchidas, de um XML lido em blocos."""

    def __init__(self) -> None:
        self.ultima_linha = 0
        self.ultima_coluna = 0
        self._resto = b""

    def ler(self, bloco: bytes) -> None:
        """Soma um bloco; `Recusa` assim que o retângulo passa do limite."""
        if b"\x00" in bloco:
            raise Recusa(ESTRAGADA)  # XML em UTF-16: nenhum programa de planilha o grava
        dados = self._resto + bloco
        corte = dados.rfind(b"<")
        dados, self._resto = (dados[:corte], dados[corte:]) if corte > 0 else (b"", dados)
        if len(self._resto) > _MARCA_MAXIMA:
            raise Recusa(ESTRAGADA)
        self._contar(dados)
        if self.ultima_linha > LINHAS_MAXIMAS or self.ultima_coluna > COLUNAS_MAXIMAS:
            raise Recusa(GRANDE.format(limite="linhas ou colunas de uma planilha"))
        if self._celulas() > CELULAS_MAXIMAS:
            raise Recusa(GRANDE.format(limite=f"{CELULAS_MAXIMAS // 1_000_000} milhões de células"))

    @abstractmethod
    def _contar(self, dados: bytes) -> None:
        """Olha as marcas de um pedaço que não corta nenhuma."""

    def _celulas(self) -> int:
        return self.ultima_linha * self.ultima_coluna

    def _preencher(self, linha: int, coluna: int) -> None:
        self.ultima_linha = max(self.ultima_linha, linha)
        self.ultima_coluna = max(self.ultima_coluna, coluna)


def _recusar_aspas_sem_par(atributos: bytes) -> None:
    """Um ">" dentro de atributo enganaria as expressões: aspas sem par denunciam o truque."""
    if atributos.count(b'"') % 2 or atributos.count(b"'") % 2:
        raise Recusa(ESTRAGADA)


# XLSX ------------------------------------------------------------------------------------------------

_MARCA = re.compile(rb"<(?:[A-Za-z0-9_]+:)?(row|c)(?=[\s/>])([^<>]*)>")
_ABERTURA = re.compile(rb"<(?:[A-Za-z0-9_]+:)?(?:row|c)(?=[\s/>])")
# Como todo programa de planilha as grava: a grande maioria, e contam-se dez vezes mais depressa.
_COMUM = re.compile(
    rb'<(?:c r="([A-Z]{1,3})([0-9]{1,7})"|row r="[0-9]{1,7}")(?: [A-Za-z][A-Za-z0-9:]*="[^"<>]*")* ?(/?)>'
)
_TEM_REFERENCIA = re.compile(rb"(?<![\w:])r\s*=")
_REFERENCIA = re.compile(rb"""(?<![\w:])r\s*=\s*["']([A-Z]{0,3})([0-9]{1,7})["']""")


class ExtensaoXlsx(Extensao):
    """De uma folha de XLSX. Célula sem conteúdo (só formato) não conta: há planilhas com um milhão delas."""

    def __init__(self) -> None:
        super().__init__()
        self._linha = 0
        self._coluna = 0

    def _contar(self, dados: bytes) -> None:
        comuns = _COMUM.findall(dados)
        if len(comuns) == len(_ABERTURA.findall(dados)):
            self._contar_comuns(comuns)
            return
        for achado in _MARCA.finditer(dados):
            self._marca(achado[1], achado[2])

    def _contar_comuns(self, comuns: list[tuple[bytes, bytes, bytes]]) -> None:
        cheias = [(coluna, linha) for coluna, linha, fim in comuns if coluna and not fim]
        if cheias:
            colunas, linhas = zip(*cheias, strict=True)
            self._preencher(max(map(int, set(linhas))), max(map(_numero_da_coluna, set(colunas))))
            self._linha, self._coluna = int(linhas[-1]), _numero_da_coluna(colunas[-1])

    def _marca(self, nome: bytes, atributos: bytes) -> None:
        _recusar_aspas_sem_par(atributos)
        referencia = _REFERENCIA.search(atributos)
        if referencia is None and _TEM_REFERENCIA.search(atributos):
            raise Recusa(ESTRAGADA)  # "a1" e "A99999999": o leitor as aceita, planilha nenhuma as grava
        if nome == b"row":
            self._linha = int(referencia[2]) if referencia else self._linha + 1
            self._coluna = 0
            return
        if referencia is None:
            self._coluna += 1
        else:
            self._coluna, self._linha = _numero_da_coluna(referencia[1]), int(referencia[2])
        if not atributos.endswith(b"/"):
            self._preencher(self._linha, self._coluna)


def _numero_da_coluna(letras: bytes) -> int:
    numero = 0
    for letra in letras:
        numero = numero * 26 + letra - 64
    return numero


# ODS -------------------------------------------------------------------------------------------------

_MARCA_ODS = re.compile(
    rb"<(?:table:(table|table-row|table-cell|covered-table-cell)(?=[\s/>])([^<>]*)>|/table:(table-row)\s*>"
    rb"|text:(tab|line-break)[\s/>]|!(\[CDATA\[|DOCTYPE|ENTITY))"
)
_REPETICAO = re.compile(rb"""number-(?:rows|columns)-repeated\s*=\s*["']([0-9]{1,7})["']""")
_TEM_VALOR = re.compile(rb"office:(?:[a-z]+-)?value\s*=|table:formula\s*=")


class ExtensaoOds(Extensao):
    """De todas as abas do conteúdo de uma ODS, onde a repetição é um número.

    Trinta bytes podem pedir um milhão de linhas iguais, de mil colunas iguais. Repetição de célula vazia
    no fim da linha, ou de linha vazia no fim da aba, não ocupa nada; se há conteúdo depois, ocupa tudo.
    """

    def __init__(self) -> None:
        super().__init__()
        # Células que o leitor guarda, uma vez cada linha, antes de montar o retângulo.
        self._guardadas = 0
        self._linha = 0
        self._repeticao_da_linha = 1
        self._coluna = 0
        self._preenchida = 0

    def _celulas(self) -> int:
        return max(super()._celulas(), self._guardadas)

    def _contar(self, dados: bytes) -> None:
        for achado in _MARCA_ODS.finditer(dados):
            nome, atributos, fim_da_linha, se_perderia, estranho = achado.groups()
            if nome:
                self._marca(nome, atributos)
            elif fim_da_linha:
                self._fechar_linha()
            elif se_perderia:
                raise Recusa(_SE_PERDERIA)
            elif estranho:
                raise Recusa(ESTRAGADA)  # o leitor salta o que vem em CDATA; planilha nenhuma o grava

    def _marca(self, nome: bytes, atributos: bytes) -> None:
        _recusar_aspas_sem_par(atributos)
        if nome == b"table":
            self._linha = 0
        elif nome == b"table-row":
            self._coluna = self._preenchida = 0
            self._repeticao_da_linha = _repeticao(atributos)
            if atributos.endswith(b"/"):
                self._fechar_linha()
        else:
            self._coluna += _repeticao(atributos)
            if not atributos.endswith(b"/") or _TEM_VALOR.search(atributos):
                self._preenchida = self._coluna

    def _fechar_linha(self) -> None:
        self._linha += self._repeticao_da_linha
        if self._preenchida:
            self._guardadas += self._preenchida
            self._preencher(self._linha, self._preenchida)
            self._preenchida = 0


def _repeticao(atributos: bytes) -> int:
    if b"-repeated" not in atributos:
        return 1
    achada = _REPETICAO.search(atributos)
    if achada is None:
        raise Recusa(ESTRAGADA)  # um número que não é número, ou de oito algarismos
    return int(achada[1])
