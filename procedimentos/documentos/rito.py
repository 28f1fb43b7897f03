"""O fluxograma do manual, escrito da própria tabela do rito: um teste diz se `docs/rito.md` envelheceu."""

from __future__ import annotations

from collections.abc import Iterator

from procedimentos.enums import Fase
from procedimentos.fluxo import PASSOS, PRAZOS

CABECALHO = """# O rito do procedimento sobre declaração falsa

Escrito de `procedimentos/fluxo.py`, que é a única fonte; não se edita à mão. Cada caixa é uma fase; cada
seta, o passo que a muda.
"""


def rito_em_markdown() -> str:
    """O fluxograma, os passos de cada fase e os prazos, como estão na tabela."""
    return "\n".join([CABECALHO, *_fluxograma(), *_passos(), *_prazos()]) + "\n"


def _fluxograma() -> Iterator[str]:
    yield "```mermaid\nflowchart TD"
    for fase in Fase:
        yield f'    {fase.value}["{fase.label}"]'
    for regra in PASSOS.values():
        for de in sorted(regra.de):
            if regra.para:
                yield f'    {de.value} -->|"{regra.rotulo}"| {regra.para.value}'
    yield "```\n"


def _passos() -> Iterator[str]:
    yield "| passo | nas fases | passa a | cabe | o que se exige | de onde vem |\n|---|---|---|---|---|---|"
    for regra in PASSOS.values():
        de = ", ".join(fase.label.lower() for fase in Fase if fase in regra.de) or "(abre os autos)"
        para = regra.para.label.lower() if regra.para else "(fica)"
        quem = " ou ".join(regra.quem)
        yield f"| {regra.rotulo} | {de} | {para} | {quem} | {regra.prova} | {regra.fonte} |"
    yield ""


def _prazos() -> Iterator[str]:
    yield "| prazo | duração, se o município não fixa outra | de onde vem |\n|---|---|---|"
    for especie, regra in PRAZOS.items():
        yield f"| {especie.label} | {regra.quantidade} {regra.contagem.label.lower()} | {regra.fonte} |"
