"""O que um layout diz além de "coluna → campo": formatos, regras de texto, filtros de linha e somas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from candidatos.enums import CondicaoDoFiltro, FormatoDeCelula, RegraDeTexto


@dataclass(frozen=True, slots=True)
class OpcoesDaColuna:
    """`regra`: parte do texto que vale (`RegraDeTexto`); `formato`: de datas e notas (`FormatoDeCelula`);
    `obrigatoria`: célula em branco impede, ainda que as regras do edital não peçam o campo."""

    regra: str = RegraDeTexto.INTEIRO
    formato: str = FormatoDeCelula.USUAL
    obrigatoria: bool = False


@dataclass(frozen=True, slots=True)
class Filtro:
    """Linhas que não entram (inscrição de teste, taxa não paga): contam-se e listam-se como filtradas.

    `letra`: coluna do arquivo; `valor` compara-se sem acentos nem caixa; `motivo`: nas palavras de quem
    o criou.
    """

    letra: str
    condicao: str
    valor: str
    motivo: str


@dataclass(frozen=True, slots=True)
class Soma:
    """A coluna `total` tem de ser a soma das `parcelas` (letras); se não é, a linha é recusada."""

    total: str
    parcelas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opcoes:
    """Opções de um arquivo. `colunas`: {letra: opções}; as que faltam são as usuais."""

    colunas: Mapping[str, OpcoesDaColuna] = field(default_factory=dict)
    filtros: tuple[Filtro, ...] = ()
    somas: tuple[Soma, ...] = ()

    def da_coluna(self, letra: str) -> OpcoesDaColuna:
        """As da coluna, ou as usuais."""
        return self.colunas.get(letra, _USUAIS)

    def em_json(self) -> dict[str, Any]:
        """Dicionário para guardar; só as colunas que fogem do usual."""
        return {
            "colunas": {
                letra: asdict(opcoes) for letra, opcoes in sorted(self.colunas.items()) if opcoes != _USUAIS
            },
            "filtros": [asdict(filtro) for filtro in self.filtros],
            "somas": [{"total": soma.total, "parcelas": list(soma.parcelas)} for soma in self.somas],
        }

    @classmethod
    def de_json(cls, dados: Mapping[str, Any]) -> Opcoes:
        """O contrário de `em_json`. `ValueError` ou `TypeError` para o que não tem essa forma."""
        opcoes = cls(
            colunas={letra: OpcoesDaColuna(**cada) for letra, cada in dados.get("colunas", {}).items()},
            filtros=tuple(Filtro(**cada) for cada in dados.get("filtros", [])),
            somas=tuple(Soma(cada["total"], tuple(cada["parcelas"])) for cada in dados.get("somas", [])),
        )
        for coluna in opcoes.colunas.values():
            RegraDeTexto(coluna.regra), FormatoDeCelula(coluna.formato)
        for filtro in opcoes.filtros:
            CondicaoDoFiltro(filtro.condicao)
        return opcoes


_USUAIS = OpcoesDaColuna()
