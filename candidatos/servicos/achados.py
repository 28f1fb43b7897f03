"""O que a conferência encontrou: onde, o que foi lido, por que importa e se impede a carga."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from candidatos.servicos.celulas import Celula, texto
from candidatos.servicos.leitura import Coluna

IMPEDE = "impede"
AVISA = "avisa"
# Raça e deficiência não se repetem fora do arquivo e da autodeclaração.
NAO_MOSTRADO = "(não mostrado)"
# O plano guarda no máximo tantos achados de cada código; a contagem é sempre de todos.
ACHADOS_GUARDADOS = 100
_VALOR_MAXIMO = 80


@dataclass(frozen=True, slots=True)
class Achado:
    """`linha` como no arquivo, a partir de 1; `coluna` é a letra, ou "" quando é da linha inteira."""

    linha: int
    coluna: str
    titulo: str
    valor: str
    motivo: str
    severidade: str
    codigo: str


class Anotador(Protocol):
    """Quem guarda tudo o que uma conferência diz, e não só os primeiros (ver `servicos.relatorio`)."""

    def achado(self, achado: Achado) -> None:
        """Um achado, na ordem em que apareceu."""

    def mudanca(self, mudanca: Any) -> None:
        """Um campo que muda (`mudancas.Mudanca`)."""

    def ausente(self, inscricao: str, cargo: str) -> None:
        """Quem está na base e não no arquivo."""

    def filtrada(self, linha: int, motivo: str) -> None:
        """Linha que um filtro do layout deixou de fora."""


@dataclass(slots=True)
class Achados:
    """Achados de uma conferência; a contagem e o resumo cobrem também os que não se guardam."""

    anotador: Anotador | None = None
    guardados: list[Achado] = field(default_factory=list)
    contagem: Counter[str] = field(default_factory=Counter)
    recusadas: set[int] = field(default_factory=set)
    _resumo: Any = field(default_factory=hashlib.sha256)

    def recusar(self, linha: int) -> None:
        """A linha fica recusada, sem achado próprio."""
        self.recusadas.add(linha)

    def impede(self, linha: int, coluna: Coluna | None, celula: Celula, motivo: str, codigo: str) -> None:
        """Anota o que impede a carga; a linha fica recusada."""
        self.recusadas.add(linha)
        self._anotar(linha, coluna, celula, motivo, IMPEDE, codigo)

    def avisa(self, linha: int, coluna: Coluna | None, celula: Celula, motivo: str, codigo: str) -> None:
        """Anota o que não impede: o valor fica como veio, e dito."""
        self._anotar(linha, coluna, celula, motivo, AVISA, codigo)

    def _anotar(
        self, linha: int, coluna: Coluna | None, celula: Celula, motivo: str, severidade: str, codigo: str
    ) -> None:
        letra, titulo = (coluna.letra, coluna.titulo) if coluna else ("", "")
        achado = Achado(linha, letra, titulo, texto(celula)[:_VALOR_MAXIMO], motivo, severidade, codigo)
        self._resumo.update(repr(achado).encode())
        if self.contagem[codigo] < ACHADOS_GUARDADOS:
            self.guardados.append(achado)
        if self.anotador is not None:
            self.anotador.achado(achado)
        self.contagem[severidade] += 1
        self.contagem[codigo] += 1

    @property
    def total(self) -> int:
        """Quantos achados houve, guardados ou não."""
        return self.contagem[IMPEDE] + self.contagem[AVISA]

    @property
    def resumo(self) -> str:
        """SHA-256 de todos os achados, na ordem em que apareceram."""
        return str(self._resumo.hexdigest())

    def em_ordem(self) -> Sequence[dict[str, Any]]:
        """Os guardados, os que impedem primeiro, depois por linha."""
        ordenados = sorted(self.guardados, key=lambda cada: (cada.severidade != IMPEDE, cada.linha))
        return [asdict(achado) for achado in ordenados]
