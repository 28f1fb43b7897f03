"""O que os andares de cima escrevem ao lado de um nome nas listas publicadas: "sub judice"."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from concursos.models import Cargo

Marca = Callable[[Cargo], Mapping[int, str]]

_MARCAS: list[Marca] = []


def registrar_marca(marca: Marca) -> None:
    """Acrescenta uma leitura: de um cargo, a palavra que vai ao lado do nome, por candidatura."""
    if marca not in _MARCAS:
        _MARCAS.append(marca)


def marcas_do_cargo(cargo: Cargo) -> dict[int, str]:
    """Por candidatura, o que se escreve ao lado do nome; só as que têm alguma coisa."""
    return {candidatura: frase for marca in _MARCAS for candidatura, frase in marca(cargo).items()}
