"""Tudo o que uma conferência encontrou, guardado em disco: a memória não cresce com o arquivo."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import groupby
from operator import attrgetter, itemgetter
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import Any

from candidatos.servicos.achados import IMPEDE, Achado

# De cada coisa guardam-se tantas; o que passa conta-se, e o relatório diz quantas ficaram de fora.
GUARDADOS = 200_000
_NA_MEMORIA = 1 << 20

_campos_do_achado = attrgetter(*(campo.name for campo in fields(Achado)))
# Linha, inscrição, campo, antes e depois: os campos de `mudancas.Mudanca`, nesta ordem.
MudancaAnotada = tuple[int, str, str, str, str]


@dataclass(slots=True)
class Codigo:
    """Os achados de um mesmo código: quantos são, a linha do primeiro e o que este diz."""

    codigo: str
    severidade: str
    quantos: int
    primeira: int
    motivo: str

    def em_json(self) -> dict[str, Any]:
        """Dicionário para guardar em `Importacao.plano["codigos"]`."""
        return asdict(self)


class Rolo:
    """Registros em linhas de JSON num arquivo temporário; além de `GUARDADOS`, só se contam."""

    def __init__(self) -> None:
        self.total = 0
        self.guardados = 0
        self._fim = 0
        self._arquivo = SpooledTemporaryFile(max_size=_NA_MEMORIA)  # noqa: SIM115 - fechado em `fechar`

    def anotar(self, registro: Sequence[Any]) -> int | None:
        """Guarda o registro e diz onde ficou, para `ler`; nulo se só foi contado."""
        self.total += 1
        if self.guardados == GUARDADOS:
            return None
        self.guardados += 1
        posicao = self._fim
        self._fim += self._arquivo.write(json.dumps(registro).encode() + b"\n")
        return posicao

    def ler(self, posicao: int) -> list[Any]:
        """O registro que `anotar` pôs nessa posição."""
        self._arquivo.seek(posicao)
        lido: list[Any] = json.loads(self._arquivo.readline())
        return lido

    def __iter__(self) -> Iterator[list[Any]]:
        self._arquivo.seek(0)
        for registro in self._arquivo:
            yield json.loads(registro)

    def fechar(self) -> None:
        """Apaga o arquivo temporário."""
        self._arquivo.close()


class Diario:
    """Achados, mudanças, ausentes e filtradas de uma conferência. Primeiro anota-se tudo; depois lê-se.

    Usa-se com `with`: ao sair, os arquivos temporários são apagados.
    """

    def __init__(self) -> None:
        self.achados = Rolo()
        self.mudancas = Rolo()
        self.ausentes = Rolo()
        self.filtradas = Rolo()
        self._codigos: dict[tuple[str, str], Codigo] = {}
        self._linhas, self._posicoes = array("Q"), array("Q")

    def achado(self, achado: Achado) -> None:
        """Anota um achado."""
        posicao = self.achados.anotar(_campos_do_achado(achado))
        if posicao is not None:
            self._linhas.append(achado.linha)
            self._posicoes.append(posicao)
        novo = Codigo(achado.codigo, achado.severidade, 0, achado.linha, achado.motivo)
        codigo = self._codigos.setdefault((achado.codigo, achado.severidade), novo)
        codigo.quantos += 1
        if achado.linha < codigo.primeira:
            codigo.primeira, codigo.motivo = achado.linha, achado.motivo

    def mudanca(self, mudanca: MudancaAnotada) -> None:
        """Anota um campo que muda."""
        self.mudancas.anotar(mudanca)

    def ausente(self, inscricao: str, cargo: str) -> None:
        """Anota quem está na base e não no arquivo."""
        self.ausentes.anotar((inscricao, cargo))

    def filtrada(self, linha: int, motivo: str) -> None:
        """Anota uma linha que um filtro do layout deixou de fora."""
        self.filtradas.anotar((linha, motivo))

    def codigos(self) -> list[Codigo]:
        """Resumo por código: os que impedem primeiro, depois os mais numerosos. Conta todos os achados."""
        return sorted(
            self._codigos.values(), key=lambda cada: (cada.severidade != IMPEDE, -cada.quantos, cada.codigo)
        )

    def achados_por_linha(self) -> Iterator[tuple[int, list[Achado]]]:
        """(linha, achados dela), na ordem das linhas do arquivo; só os guardados."""
        ordem = sorted(zip(self._linhas, self._posicoes, strict=True))
        for linha, da_linha in groupby(ordem, key=itemgetter(0)):
            yield linha, [Achado(*self.achados.ler(posicao)) for _, posicao in da_linha]

    def fechar(self) -> None:
        """Apaga os arquivos temporários."""
        for rolo in (self.achados, self.mudancas, self.ausentes, self.filtradas):
            rolo.fechar()

    def __enter__(self) -> Diario:
        return self

    def __exit__(
        self, tipo: type[BaseException] | None, erro: BaseException | None, rasto: TracebackType | None
    ) -> None:
        self.fechar()
