"""A parte que vale do texto de uma coluna composta, e as linhas que um filtro deixa de fora.

Funções puras: rodam em cada célula de um arquivo de um milhão de linhas, e quem as chama guarda o que
já perguntou.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache

from candidatos.enums import CondicaoDoFiltro, RegraDeTexto
from candidatos.servicos.opcoes import Filtro

# O hífen só separa com espaço de um dos lados: “Pós-graduação” é uma palavra. Os traços – e — separam sempre.
_TRACO = re.compile(r"\s*[–—]\s*|\s+-\s*|-\s+")
# “001-Administração”: sem traço nenhum, separa o hífen logo depois do código inicial.
_TRACO_DO_CODIGO = re.compile(r"(?<=[0-9])-(?=[^\W\d_])")
_CODIGO_COM_HIFEN = re.compile(r"[A-Z]{0,3}[0-9]+-[^\W\d_]", re.IGNORECASE)
_ALGARISMOS = re.compile(r"[0-9]+")
_PARENTESES = re.compile(r"\(([^()]*)\)")


def aplicar(regra: str, texto: str) -> str:
    """A parte do texto que a regra (`RegraDeTexto`) escolhe, sem espaços nas pontas.

    O texto que não tem o sinal da regra (traço, parênteses, algarismos) fica inteiro: o valor estranho
    aparece como veio, em vez de sumir.
    """
    return _REGRAS[regra](texto).strip()


def _partes(texto: str) -> list[str]:
    partes = _TRACO.split(texto)
    if len(partes) == 1 and _CODIGO_COM_HIFEN.match(texto):
        return _TRACO_DO_CODIGO.split(texto, maxsplit=1)
    return partes


def _segunda_parte(texto: str) -> str:
    partes = _partes(texto)
    return partes[1] if len(partes) > 1 else texto


def _algarismos(texto: str) -> str:
    achados = _ALGARISMOS.search(texto)
    return achados[0] if achados else texto


def _entre_parenteses(texto: str) -> str:
    achado = _PARENTESES.search(texto)
    return achado[1] if achado else texto


_REGRAS: Mapping[str, Callable[[str], str]] = {
    RegraDeTexto.INTEIRO: lambda texto: texto,
    RegraDeTexto.ANTES_DO_TRACO: lambda texto: _partes(texto)[0],
    RegraDeTexto.SEGUNDA_PARTE: _segunda_parte,
    RegraDeTexto.DEPOIS_DO_TRACO: lambda texto: _partes(texto)[-1],
    RegraDeTexto.ALGARISMOS: _algarismos,
    RegraDeTexto.ENTRE_PARENTESES: _entre_parenteses,
    RegraDeTexto.ANTES_DOS_PARENTESES: lambda texto: texto.partition("(")[0] or texto,
}


def casa(filtro: Filtro, texto: str) -> bool:
    """Se a linha cuja célula traz `texto` fica de fora; compara sem acentos, caixa nem espaços dobrados."""
    lido = _dobrar(texto)
    if filtro.condicao == CondicaoDoFiltro.EM_BRANCO:
        return not lido
    valor = _dobrar_valor(filtro.valor)
    if filtro.condicao == CondicaoDoFiltro.IGUAL:
        return lido == valor
    if filtro.condicao == CondicaoDoFiltro.DIFERENTE:
        return lido != valor
    if filtro.condicao == CondicaoDoFiltro.CONTEM:
        return valor in lido
    return lido.startswith(valor)


def _dobrar(texto: str) -> str:
    """Minúsculas, sem acentos, um espaço entre palavras. A pontuação fica: “-” não é o mesmo que nada."""
    if not texto.isascii():
        decomposto = unicodedata.normalize("NFKD", texto)
        texto = "".join(letra for letra in decomposto if not unicodedata.combining(letra))
    return " ".join(texto.casefold().split())


_dobrar_valor = lru_cache(maxsize=256)(_dobrar)
