"""Percorre os autos de cada procedimento e diz onde a cadeia, a numeração ou um arquivo não confere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from procedimentos.consultas import ruptura_dos_autos
from procedimentos.documentos import conteudo_encadeado, problema_do_conteudo
from procedimentos.models import Peca, Procedimento


class Command(BaseCommand):
    """`manage.py verificar_autos`: sai com 1 se alguma peça, algum elo ou algum arquivo não confere."""

    help = "Confere a cadeia de hashes das peças dos autos e os arquivos guardados."

    def handle(self, *args: Any, **options: Any) -> None:
        """Um procedimento por linha; os erros todos, no fim."""
        achados: list[str] = []
        for procedimento in Procedimento.objects.order_by("pk"):
            pecas = list(procedimento.pecas.order_by("numero"))
            problemas = list(_problemas(pecas))
            achados += [f"{procedimento}: {problema}" for problema in problemas]
            desfecho = "há problemas" if problemas else "conferem"
            self.stdout.write(f"{procedimento}: {len(pecas)} peças, {desfecho}.")
        if achados:
            raise CommandError("\n".join(achados))


def _problemas(pecas: list[Peca]) -> Iterator[str]:
    if not pecas:
        yield "não tem peça nenhuma"
    ruptura = ruptura_dos_autos(
        [(p.hash_anterior, p.hash, conteudo_encadeado(p)) for p in pecas], [p.numero for p in pecas]
    )
    if ruptura is not None:
        yield f"peça {ruptura.posicao}: {ruptura.motivo}"
    for peca in pecas:
        problema = problema_do_conteudo(peca)
        if problema:
            yield f"peça {peca.numero}: {problema}"
