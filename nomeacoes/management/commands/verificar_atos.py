"""Percorre a cadeia dos atos assinados de cada órgão e diz onde ela se rompe."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from nomeacoes.documentos import conteudo_encadeado
from nomeacoes.models import Ato, ContadorAto, PdfDoAto
from nucleo.auditoria import verificar_cadeia
from nucleo.models import Orgao


class Command(BaseCommand):
    """`manage.py verificar_atos`: sai com 1 se alguma cadeia, ou algum PDF guardado, não confere."""

    help = "Confere a cadeia de hashes dos atos assinados e os PDFs guardados."

    def handle(self, *args: Any, **options: Any) -> None:
        """Um órgão por linha; os erros todos, no fim."""
        achados: list[str] = []
        for orgao in Orgao.objects.filter(atos__posicao__isnull=False).distinct().order_by("pk"):
            atos = list(Ato.objects.filter(orgao=orgao, posicao__isnull=False).order_by("posicao"))
            problemas = [*_na_cadeia(atos), *_nos_numeros(orgao), *_nos_pdfs(atos)]
            achados += [f"{orgao}: {problema}" for problema in problemas]
            self.stdout.write(f"{orgao}: {len(atos)} atos, {'há problemas' if problemas else 'conferem'}.")
        if achados:
            raise CommandError("\n".join(achados))


def _na_cadeia(atos: list[Ato]) -> Iterator[str]:
    for esperada, ato in enumerate(atos, start=1):
        if ato.posicao != esperada:
            yield f"falta o elemento {esperada} da cadeia"
            return
    ruptura = verificar_cadeia((ato.hash_anterior, ato.hash, conteudo_encadeado(ato)) for ato in atos)
    if ruptura is not None:
        yield f"elemento {ruptura.posicao} ({atos[ruptura.posicao - 1]}): {ruptura.motivo}"


def _nos_numeros(orgao: Orgao) -> Iterator[str]:
    """O fim da cadeia cortado não a rompe: quem o acusa é o contador."""
    for contador in ContadorAto.objects.filter(orgao=orgao).order_by("ano", "tipo"):
        numeros = set(
            Ato.objects.filter(
                orgao=orgao, tipo=contador.tipo, ano=contador.ano, numero__isnull=False
            ).values_list("numero", flat=True)
        )
        faltam = sorted(set(range(1, contador.ultimo + 1)) - numeros)
        if faltam:
            yield f"{contador.get_tipo_display()} de {contador.ano}: falta o número {faltam[0]}"


def _nos_pdfs(atos: list[Ato]) -> Iterator[str]:
    for pdf in (
        PdfDoAto.objects.filter(ato__in=atos, assinado=True).select_related("ato").order_by("ato__posicao")
    ):
        try:
            with pdf.arquivo.open("rb") as arquivo:
                confere = hashlib.sha256(arquivo.read()).hexdigest() == pdf.sha256
        except OSError:
            yield f"o PDF do {pdf.ato} não está onde foi guardado"
            continue
        if not confere:
            yield f"o PDF do {pdf.ato} não é o que foi produzido"
