"""A lista geral: nota final, mínimos e a cadeia de desempate do edital, na sua ordem.

Os mesmos mínimos valem para todos (Lei 11.111/2021, art. 3º). Um empate que a cadeia não resolve e um
dado que falta não são erros aqui: vão no resultado, e quem chama decide o que fazer com eles.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from cotas.criterio import Concorrente, CriteriosDeClassificacao
from cotas.desempate import Desempate, Empate, Falta, Grupo
from cotas.lugar import Lugar, texto_do_valor


@dataclass(frozen=True, slots=True)
class NaoAprovado:
    """Quem ficou abaixo de um mínimo: o primeiro que não alcançou, o valor exigido e o que teve."""

    candidato: str
    prova: str
    minimo: Decimal
    nota: Decimal


@dataclass(frozen=True, slots=True)
class ResultadoDaClassificacao:
    """`geral`: os aprovados, do primeiro ao último. `empates`: grupos que a cadeia não separa.

    `faltas`: dados sem os quais não se decide; quem está em falta de nota fica fora de `geral`, e um
    grupo a que falta valor de desempate fica empatado em `geral`, sem figurar em `empates`.
    """

    geral: tuple[Lugar, ...]
    nao_aprovados: tuple[NaoAprovado, ...]
    empates: tuple[Empate, ...]
    faltas: tuple[Falta, ...]


def classificar(
    concorrentes: Iterable[Concorrente], criterios: CriteriosDeClassificacao, *, edital_publicado_em: date
) -> ResultadoDaClassificacao:
    """Classifica por nota final e pela cadeia. A data do edital mede idades se não há a de referência.

    Custo O(n log n) por critério.
    """
    aprovados: list[Concorrente] = []
    nao_aprovados: list[NaoAprovado] = []
    faltas: list[Falta] = []
    for concorrente in concorrentes:
        sem_nota = _notas_que_faltam(concorrente, criterios)
        faltas += sem_nota
        if sem_nota:
            continue
        if (abaixo := _abaixo_do_minimo(concorrente, criterios)) is not None:
            nao_aprovados.append(abaixo)
        else:
            aprovados.append(concorrente)
    desempate = Desempate(criterios, edital_publicado_em)
    grupos = desempate.separar(aprovados)
    return ResultadoDaClassificacao(
        geral=tuple(_lugares(grupos, criterios)),
        nao_aprovados=tuple(nao_aprovados),
        empates=tuple(desempate.empates),
        faltas=(*faltas, *desempate.faltas),
    )


def _notas_que_faltam(concorrente: Concorrente, criterios: CriteriosDeClassificacao) -> list[Falta]:
    provas = dict.fromkeys((criterios.nota_final, *criterios.notas_minimas))
    return [
        Falta(concorrente.id, prova, f"falta a nota de {prova}")
        for prova in provas
        if prova not in concorrente.notas
    ]


def _abaixo_do_minimo(concorrente: Concorrente, criterios: CriteriosDeClassificacao) -> NaoAprovado | None:
    for prova, minimo in criterios.notas_minimas.items():
        if concorrente.notas[prova] < minimo:
            return NaoAprovado(concorrente.id, prova, minimo, concorrente.notas[prova])
    return None


def _lugares(grupos: list[Grupo], criterios: CriteriosDeClassificacao) -> Iterable[Lugar]:
    """Um lugar por pessoa: quem está no mesmo grupo divide a posição."""
    posicao = 1
    acima: Concorrente | None = None
    for grupo in grupos:
        for i, pessoa in enumerate(grupo.pessoas):
            criterio = grupo.separado_por if acima and i == 0 else None
            yield Lugar(
                candidato=pessoa.id,
                posicao=posicao,
                nota=pessoa.notas[criterios.nota_final],
                criterio=criterio.texto if criterio else None,
                valor_acima=texto_do_valor(criterio, acima, criterios) if criterio and acima else None,
                valor=texto_do_valor(criterio, pessoa, criterios) if criterio else None,
                empatado=len(grupo.pessoas) > 1,
            )
            acima = pessoa
        posicao += len(grupo.pessoas)
