"""A tranca de um cargo, que os andares de cima partilham."""

from __future__ import annotations

from concursos.models import Cargo


def trancar_cargo(cargo: Cargo) -> Cargo:
    """O cargo relido, trancado até o fim da transação: o que lhe acontece vem um de cada vez.

    No SQLite a própria transação (IMMEDIATE) é a tranca.
    """
    return (
        Cargo.objects.select_for_update(of=("self",), no_key=True)
        .select_related("edital__concurso__orgao__municipio", "regras")
        .get(pk=cargo.pk)
    )
