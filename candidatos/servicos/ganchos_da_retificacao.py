"""O que os andares de cima acrescentam à retificação do resultado; nada aqui sabe quais são."""

from __future__ import annotations

from collections.abc import Callable

from candidatos.consultas.efeitos_da_retificacao import EfeitosNoCargo, efeitos_guardados_do_cargo
from candidatos.models import Classificacao, Importacao
from concursos.models import Cargo
from nucleo.permissoes import Autor

Impedimento = Callable[[Cargo, EfeitosNoCargo | None], str]
Gravacao = Callable[[Autor, Classificacao], None]

_IMPEDIMENTOS: list[Impedimento] = []
_GRAVACOES: list[Gravacao] = []


def registrar_impedimento(impedimento: Impedimento) -> None:
    """Acrescenta uma razão dos andares de cima para não retificar um cargo: uma frase, ou "" se não há.

    Recebe o cargo e os efeitos que a comparação guardou dele.
    """
    if impedimento not in _IMPEDIMENTOS:
        _IMPEDIMENTOS.append(impedimento)


def impedimentos_da_retificacao(importacao: Importacao) -> list[str]:
    """O que, fora das listas, impede retificar com a comparação guardada, em frases."""
    comparados = importacao.plano.get("retificacao", {}).get("cargos", [])
    cargos = Cargo.objects.filter(pk__in=[cada["cargo"] for cada in comparados]).order_by("codigo")
    frases = (
        impedimento(cargo, efeitos_guardados_do_cargo(importacao, cargo))
        for cargo in cargos
        for impedimento in _IMPEDIMENTOS
    )
    return [frase for frase in frases if frase]


def registrar_gravacao(gravacao: Gravacao) -> None:
    """Acrescenta o que um andar de cima grava quando uma lista passa a oficial, na mesma transação."""
    if gravacao not in _GRAVACOES:
        _GRAVACOES.append(gravacao)


def avisar_da_lista_nova(autor: Autor, nova: Classificacao) -> None:
    """Deixa os andares de cima gravarem o que a lista que acabou de passar a oficial lhes pede."""
    for gravacao in _GRAVACOES:
        gravacao(autor, nova)
