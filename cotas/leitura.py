"""Leitura tolerante a erros de um caso já decomposto em mapas, listas, textos e números.

Cada valor ilegível vira uma falha com o seu caminho, e a leitura segue, para que se vejam todas.
"""

import re
from collections.abc import Callable, Collection, Mapping
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from cotas.erros import ErroDeCaso

T = TypeVar("T")
P = TypeVar("P")
E = TypeVar("E", bound=StrEnum)

NUMERO = re.compile(r"-?[0-9]+([.,][0-9]+)?")
DATA = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# Nenhum número de vaga, nota ou percentual verdadeiro chega perto disto; o que passa é engano.
MAIOR_INTEIRO = 10**18
MAXIMO_DE_ALGARISMOS = 40


class Ilegivel(ValueError):
    """Valor que não se lê; `sufixo` completa o caminho quando o mal está num item de lista."""

    def __init__(self, mensagem: str, sufixo: str = "") -> None:
        super().__init__(mensagem)
        self.mensagem = mensagem
        self.sufixo = sufixo


def texto(valor: object) -> str:
    """Texto de uma linha, não vazio."""
    if not isinstance(valor, str):
        raise Ilegivel("deve ser texto; números e datas escrevem-se entre aspas")
    if not valor.strip():
        raise Ilegivel("está vazio")
    if not valor.isprintable():
        raise Ilegivel("tem caracteres que não se imprimem")
    return valor


def texto_livre(valor: object) -> str:
    """Texto qualquer."""
    if not isinstance(valor, str):
        raise Ilegivel("deve ser texto")
    return valor


def inteiro(valor: object) -> int:
    """Inteiro escrito como número."""
    if type(valor) is not int:
        raise Ilegivel("deve ser um número inteiro")
    if abs(valor) > MAIOR_INTEIRO:
        raise Ilegivel("é um número grande demais")
    return valor


def booleano(valor: object) -> bool:
    """true ou false."""
    if not isinstance(valor, bool):
        raise Ilegivel("deve ser true ou false")
    return valor


def data(valor: object) -> date:
    """Data, ou texto AAAA-MM-DD."""
    if type(valor) is date:
        return valor
    if isinstance(valor, str) and DATA.fullmatch(valor.strip()):
        try:
            return date.fromisoformat(valor.strip())
        except ValueError:
            raise Ilegivel(f"{valor.strip()} não é um dia do calendário") from None
    raise Ilegivel("deve ser uma data no formato AAAA-MM-DD")


def numero(valor: object) -> Decimal:
    """Decimal exato de número ou de texto com vírgula ou ponto; separador de milhar não se aceita."""
    if isinstance(valor, Decimal) and valor.is_finite():
        return valor
    escrito = str(inteiro(valor)) if type(valor) is int else valor
    if not isinstance(escrito, str) or not NUMERO.fullmatch(escrito.strip()):
        raise Ilegivel("deve ser um número, com vírgula ou ponto decimal e sem separador de milhar")
    if len(escrito.strip()) > MAXIMO_DE_ALGARISMOS:
        raise Ilegivel("é um número longo demais")
    return Decimal(escrito.strip().replace(",", "."))


def percentual(valor: object) -> Fraction:
    """Percentual, em número de por cento."""
    return Fraction(numero(valor))


def opcao(tipo: type[E]) -> Callable[[object], E]:
    """Leitor de uma das opções de `tipo`."""

    def ler(valor: object) -> E:
        if isinstance(valor, str) and valor in list(tipo):
            return tipo(valor)
        raise Ilegivel(f"deve ser uma destas opções: {', '.join(tipo)}")

    return ler


def opcao_ou_posicoes(tipo: type[E]) -> Callable[[object], E | tuple[int, ...]]:
    """Leitor de uma das opções de `tipo` ou de uma lista de posições."""

    def ler(valor: object) -> E | tuple[int, ...]:
        if not isinstance(valor, list):
            return opcao(tipo)(valor)
        posicoes = []
        for i, item in enumerate(valor):
            try:
                posicoes.append(inteiro(item))
            except Ilegivel as erro:
                raise Ilegivel(erro.mensagem, f"[{i}]") from None
        return tuple(posicoes)

    return ler


def lista(valor: object) -> list[object]:
    """Lista, de qualquer coisa."""
    if not isinstance(valor, list):
        raise Ilegivel("deve ser uma lista")
    return valor


def mapa(valor: object) -> Mapping[object, object]:
    """Mapa de chaves e valores."""
    if not isinstance(valor, Mapping):
        raise Ilegivel("deve ser um conjunto de chaves e valores")
    return valor


class Bloco:
    """Um mapa do caso, no seu caminho; as falhas de todos os blocos vão para a mesma lista."""

    def __init__(self, valor: object, caminho: str, falhas: list[tuple[str, str]]) -> None:
        self.caminho = caminho
        self.falhas = falhas
        self._legivel = isinstance(valor, Mapping)
        self._valores: Mapping[object, object] = valor if isinstance(valor, Mapping) else {}
        if not self._legivel:
            self.falhar("", "deve ser um conjunto de chaves e valores")

    def falhar(self, chave: str, mensagem: str) -> None:
        """Anota uma falha nesta chave."""
        completo = f"{self.caminho}.{chave}" if self.caminho and chave else self.caminho or chave
        self.falhas.append((completo or "-", mensagem))

    def ler(
        self, chave: str, leitor: Callable[[object], T], padrao: P, *, obrigatorio: bool = False
    ) -> T | P:
        """O valor da chave; `padrao` se está ausente, nulo ou ilegível (e então há falha anotada)."""
        valor = self._valores.get(chave)
        if valor is None:
            if obrigatorio and self._legivel:
                self.falhar(chave, "falta este campo")
            return padrao
        try:
            return leitor(valor)
        except Ilegivel as erro:
            self.falhar(chave + erro.sufixo, erro.mensagem)
            return padrao

    def bloco(self, chave: str) -> "Bloco | None":
        """O mapa que está na chave, ou None se não há."""
        valor = self._valores.get(chave)
        caminho = f"{self.caminho}.{chave}" if self.caminho else chave
        return None if valor is None else Bloco(valor, caminho, self.falhas)

    def chaves(self) -> tuple[object, ...]:
        """As chaves presentes, na ordem."""
        return tuple(self._valores)

    def so_conhece(self, conhecidas: Collection[str]) -> None:
        """Anota falha em cada chave que não é conhecida."""
        for chave in self._valores:
            if chave not in conhecidas:
                legivel = isinstance(chave, str) and chave.isprintable()
                self.falhar(str(chave) if legivel else ascii(chave), "chave desconhecida")


def conferir(falhas: list[tuple[str, str]]) -> None:
    """ErroDeCaso com todas as falhas, se há alguma."""
    if falhas:
        raise ErroDeCaso(*falhas)
