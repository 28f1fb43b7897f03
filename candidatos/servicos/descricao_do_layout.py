"""O que um layout diz, em palavras, para a página."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from candidatos.enums import CondicaoDoFiltro, FormatoDeCelula, RegraDeTexto
from candidatos.models import LayoutImportacao
from candidatos.servicos.campos import Campo
from candidatos.servicos.conteudo_do_layout import ConteudoDoLayout
from candidatos.servicos.destinos import destinos_do_campo
from candidatos.servicos.leitura import letra_da_coluna
from candidatos.servicos.opcoes import Filtro, OpcoesDaColuna, Soma


class ColunaDescrita(NamedTuple):
    """`traz`: rótulo do campo, ou "" se não é importada; `opcoes`: as que fogem do usual."""

    letra: str
    titulo: str
    traz: str
    opcoes: tuple[str, ...]


class SinonimoDescrito(NamedTuple):
    """Valor lido e o que significa."""

    campo: str
    lido: str
    destino: str
    motivo: str


@dataclass(frozen=True, slots=True)
class DescricaoDoLayout:
    """As partes de um layout, prontas para mostrar."""

    colunas: tuple[ColunaDescrita, ...]
    filtros: tuple[str, ...]
    somas: tuple[str, ...]
    sinonimos: tuple[SinonimoDescrito, ...]

    @classmethod
    def de_modelo(cls, layout: LayoutImportacao) -> DescricaoDoLayout:
        """A da versão guardada."""
        conteudo = ConteudoDoLayout.de_modelo(layout)
        campos = conteudo.campos_citados()
        nomes = {
            letra_da_coluna(indice): titulo or "sem título" for indice, titulo in enumerate(conteudo.titulos)
        }
        return cls(
            colunas=tuple(
                ColunaDescrita(
                    letra,
                    conteudo.titulos[indice],
                    _rotulo(conteudo.colunas.get(letra, ""), campos),
                    _da_coluna(conteudo.opcoes.da_coluna(letra)),
                )
                for indice, letra in enumerate(nomes)
            ),
            filtros=tuple(_do_filtro(filtro, nomes) for filtro in conteudo.opcoes.filtros),
            somas=tuple(_da_soma(soma, nomes) for soma in conteudo.opcoes.somas),
            sinonimos=tuple(
                SinonimoDescrito(
                    _rotulo(chave, campos),
                    lido or "em branco",
                    _destino(chave, escolha.get("destino", ""), campos),
                    escolha.get("motivo", ""),
                )
                for chave, lidos in sorted(conteudo.valores.items())
                for lido, escolha in sorted(lidos.items())
            ),
        )


def _rotulo(chave: str, campos: Mapping[str, Campo]) -> str:
    return campos[chave].rotulo if chave in campos else chave


def _destino(chave: str, destino: str, campos: Mapping[str, Campo]) -> str:
    return destinos_do_campo(campos[chave]).get(destino, destino) if chave in campos else destino


def _da_coluna(opcoes: OpcoesDaColuna) -> tuple[str, ...]:
    ditas = []
    if opcoes.regra:
        ditas.append(RegraDeTexto(opcoes.regra).label)
    if opcoes.formato:
        ditas.append(FormatoDeCelula(opcoes.formato).label)
    if opcoes.obrigatoria:
        ditas.append("Em branco, recusa a linha")
    return tuple(ditas)


def _nome(letra: str, nomes: Mapping[str, str]) -> str:
    return f"coluna {letra} ({nomes.get(letra, 'não há')})"


def _do_filtro(filtro: Filtro, nomes: Mapping[str, str]) -> str:
    condicao = CondicaoDoFiltro(filtro.condicao)
    valor = "" if condicao == CondicaoDoFiltro.EM_BRANCO else f" “{filtro.valor}”"
    return f"Não entra a linha em que a {_nome(filtro.letra, nomes)} {condicao.label}{valor}: {filtro.motivo}"


def _da_soma(soma: Soma, nomes: Mapping[str, str]) -> str:
    parcelas = " + ".join(soma.parcelas)
    return f"A {_nome(soma.total, nomes)} tem de ser a soma das colunas {parcelas}"
