"""O que uma retificação faz a quem já foi chamado: a forma em que se guarda, e quem o calcula.

As chamadas são dos andares de cima: eles registram o cálculo e o que fazer depois do ato; nada aqui sabe
quais são.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from candidatos.consultas.comparacao_do_resultado import Par
from candidatos.models import Importacao
from concursos.models import Cargo
from cotas import Habilitado


class Afetado(NamedTuple):
    """Alguém a quem a lista nova faz diferença, em palavras. Lugares na lista geral; nulo: não aprovado.

    `hoje`: como está; `seria`: como estaria se a lista nova fosse a de sempre.
    """

    numero: str
    nome: str
    antes: int | None
    depois: int | None
    hoje: str
    seria: str
    remedio: str


@dataclass(frozen=True, slots=True)
class EfeitosNoCargo:
    """O que a lista nova faz a um cargo que já tem registros. `registros`: a sequência do último.

    `em_vaga`: quem ocupa vaga e não ocuparia, ou ocuparia outra; `preteridos`: quem já teria sido chamado
    e ainda espera; `iguais`: quantos ocupam a vaga que ocupariam; `proxima`: de quem é a próxima chamada.
    """

    registros: int
    em_vaga: tuple[Afetado, ...]
    preteridos: tuple[Afetado, ...]
    iguais: int
    proxima: str

    def em_json(self) -> dict[str, Any]:
        """Como fica no plano da importação."""
        return {
            "registros": self.registros,
            "em_vaga": [list(cada) for cada in self.em_vaga],
            "preteridos": [list(cada) for cada in self.preteridos],
            "iguais": self.iguais,
            "proxima": self.proxima,
        }


@dataclass(frozen=True, slots=True)
class EfeitosDoCargo:
    """Os efeitos guardados de um cargo, para a página."""

    cargo: Cargo
    efeitos: EfeitosNoCargo


# Cargo, lista nova em ordem geral e os lugares de cada um antes e depois; nulo se o cargo não tem registros.
Calculo = Callable[[Cargo, Sequence[Habilitado], Mapping[int, Par]], EfeitosNoCargo | None]

_CALCULOS: list[Calculo] = []


def registrar_calculo_dos_efeitos(calculo: Calculo) -> None:
    """Acrescenta o cálculo de um andar de cima; o primeiro que tenha o que dizer de um cargo é o que vale."""
    if calculo not in _CALCULOS:
        _CALCULOS.append(calculo)


def efeitos_no_cargo(
    cargo: Cargo, novos: Sequence[Habilitado], pares: Mapping[int, Par]
) -> EfeitosNoCargo | None:
    """O que a lista nova faz a quem já foi chamado; nulo se ninguém tem o que dizer do cargo."""
    ditos = (calculo(cargo, novos, pares) for calculo in _CALCULOS)
    return next((efeitos for efeitos in ditos if efeitos is not None), None)


def efeitos_do_json(dados: Mapping[str, Any]) -> EfeitosNoCargo:
    """O contrário de `em_json`."""
    return EfeitosNoCargo(
        registros=dados["registros"],
        em_vaga=tuple(Afetado(*cada) for cada in dados["em_vaga"]),
        preteridos=tuple(Afetado(*cada) for cada in dados["preteridos"]),
        iguais=dados["iguais"],
        proxima=dados["proxima"],
    )


def efeitos_guardados(importacao: Importacao) -> list[EfeitosDoCargo]:
    """Os dos cargos da comparação que já têm registros, na ordem do código; ficam também depois do ato."""
    cargos = importacao.plano.get("retificacao", {}).get("cargos", [])
    com_efeitos = {cada["cargo"]: cada["efeitos"] for cada in cargos if cada.get("efeitos")}
    achados = Cargo.objects.filter(pk__in=com_efeitos).select_related("edital__concurso").order_by("codigo")
    return [EfeitosDoCargo(cargo, efeitos_do_json(com_efeitos[cargo.pk])) for cargo in achados]


def efeitos_guardados_do_cargo(importacao: Importacao, cargo: Cargo) -> EfeitosNoCargo | None:
    """Os de um cargo; nulos se a comparação não os tem."""
    cargos = importacao.plano.get("retificacao", {}).get("cargos", [])
    dados = next((cada.get("efeitos") for cada in cargos if cada["cargo"] == cargo.pk), None)
    return efeitos_do_json(dados) if dados else None
