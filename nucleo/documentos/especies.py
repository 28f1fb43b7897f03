"""As espécies de documento que os apps registram, e as tabelas dos seus contextos."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from django.core.exceptions import ImproperlyConfigured
from django.db import models

from nucleo.models import Orgao

Contexto = dict[str, Any]
Consulta = Callable[[Any, Mapping[str, Any]], Contexto]


@dataclass(frozen=True, slots=True)
class EspecieDeDocumento:
    """Um documento da vida do concurso.

    `nome`: "app.documento"; `rotulo`: como se chama; `alvo`: o modelo de que trata, com `orgao`; `acao`: a
    que, além de emitir documentos, precisa de poder quem o emite ou lê.
    `contexto`: consulta pura, que recebe o alvo e as opções de quem emite, e devolve, em JSON, "titulo",
    "orgao", "municipio", "minuta", "tabelas" ({chave: `tabela(…)`}) e o que mais o modelo redige; `Recusa`
    se o documento ainda não pode sair. `modelo`: o que o redige, em `templates/`, com a versão no caminho.
    """

    nome: str
    rotulo: str
    alvo: type[models.Model]
    acao: str
    contexto: Consulta
    modelo: str


_ESPECIES: dict[str, EspecieDeDocumento] = {}


def registrar_documento(especie: EspecieDeDocumento) -> None:
    """Acrescenta uma espécie. Chamado em `AppConfig.ready`; outra com o mesmo nome é erro."""
    if _ESPECIES.get(especie.nome, especie) != especie:
        raise ImproperlyConfigured(f"O documento {especie.nome} já foi registrado.")
    _ESPECIES[especie.nome] = especie


def especie_de_documento(nome: str) -> EspecieDeDocumento | None:
    """A espécie com o nome; nula se ninguém a registrou."""
    return _ESPECIES.get(nome)


class Coluna(TypedDict):
    """Coluna de uma tabela; `largura` é relativa à das outras."""

    titulo: str
    largura: float
    alinha: str


def coluna(
    titulo: str, largura: float = 1, alinha: Literal["esquerda", "direita", "centro"] = "esquerda"
) -> Coluna:
    """Uma coluna, à esquerda se não se diz."""
    return {"titulo": titulo, "largura": largura, "alinha": alinha}


def tabela(legenda: str, colunas: Sequence[Coluna], linhas: Iterable[Sequence[str]]) -> Contexto:
    """Tabela de um contexto, que o modelo chama por `{% tabela "chave" %}`; as células são textos."""
    return {"legenda": legenda, "colunas": list(colunas), "linhas": [list(linha) for linha in linhas]}


def cabecalho(orgao: Orgao) -> Contexto:
    """O que o alto de todo documento leva: "orgao" e "municipio"."""
    return {"orgao": orgao.nome, "municipio": orgao.municipio.nome}
