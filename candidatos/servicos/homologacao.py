"""Homologação do resultado e prorrogação da validade do concurso."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django.utils import timezone

from candidatos.consultas.homologacao import (
    cargos_por_homologar,
    cargos_sem_candidatos,
    impedimentos_da_homologacao,
    validades_a_prorrogar,
)
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao
from concursos.consultas import homologacoes_do_concurso
from concursos.enums import AtoSobreConcurso, SituacaoConcurso
from concursos.fluxo import exigir_ato, exigir_passagem
from concursos.models import Cargo, Concurso, HomologacaoDoCargo
from nucleo.auditoria import registrar
from nucleo.calendario import somar_meses
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico


@servico
def concurso_homologar(
    *,
    autor: Autor,
    concurso: Concurso,
    homologado_em: date,
    veiculo: str,
    cargos: Collection[Cargo] | None = None,
) -> Concurso:
    """Torna oficial o resultado: abre a validade, contada de data a data (Constituição, art. 37, III).

    `cargos`: só os dados; nulo, todos os que restam com candidatos. As classificações correntes deles
    passam a homologadas e não mudam mais. Homologado o último cargo com candidatos, o concurso fica
    homologado, e os cargos sem candidatos com ele. `Recusa` traz todos os impedimentos de uma vez.
    """
    concurso = trancar_concurso(concurso)
    _conferir_data(concurso, homologado_em)
    if not veiculo.strip():
        raise Recusa("Diga onde a homologação foi publicada.")
    if cargos is not None and not cargos:
        raise Recusa("Escolha ao menos um cargo para homologar.")
    impedimentos = impedimentos_da_homologacao(concurso, cargos)
    if impedimentos:
        raise Recusa("O resultado ainda não pode ser homologado.", [item.texto for item in impedimentos])
    antes = concurso.situacao
    alvos = list(cargos_por_homologar(concurso, cargos))
    homologadas = Classificacao.objects.filter(cargo__in=alvos, situacao=SituacaoClassificacao.CORRENTE)
    versoes = dict(homologadas.values_list("cargo__codigo", "versao"))
    homologadas.update(situacao=SituacaoClassificacao.HOMOLOGADA)
    if not cargos_por_homologar(concurso).exclude(pk__in=[cargo.pk for cargo in alvos]).exists():
        exigir_passagem(antes, SituacaoConcurso.HOMOLOGADO)
        alvos += cargos_sem_candidatos(concurso)
        concurso.situacao = SituacaoConcurso.HOMOLOGADO
    validade_ate = somar_meses(homologado_em, concurso.validade_meses)
    HomologacaoDoCargo.objects.bulk_create(
        HomologacaoDoCargo(
            cargo=cargo, homologado_em=homologado_em, veiculo=veiculo.strip(), validade_ate=validade_ate
        )
        for cargo in alvos
    )
    _datar(concurso)
    registrar(
        autor=autor,
        acao="candidatos.concurso_homologar",
        objeto=concurso,
        antes={"situacao": antes},
        depois={
            "situacao": concurso.situacao,
            "homologado_em": homologado_em,
            "veiculo": veiculo.strip(),
            "validade_ate": validade_ate,
            "classificacoes": versoes,
        },
    )
    return concurso


def _datar(concurso: Concurso) -> None:
    """Homologado o concurso inteiro, guarda nele a primeira homologação e o fim da última validade."""
    if concurso.situacao != SituacaoConcurso.HOMOLOGADO:
        return
    homologacoes = list(homologacoes_do_concurso(concurso))
    concurso.homologado_em = homologacoes[0].homologado_em
    concurso.homologacao_veiculo = homologacoes[0].veiculo
    concurso.validade_ate = max(cada.validade_ate for cada in homologacoes)
    fim = max(cada.fim for cada in homologacoes)
    concurso.prorrogado_ate = fim if fim > concurso.validade_ate else None
    concurso.save()


@servico
def concurso_prorrogar(*, autor: Autor, concurso: Concurso, decidido_em: date, ato: str) -> Concurso:
    """Prorroga a validade uma vez, por igual período, enquanto ela corre (Constituição, art. 37, III).

    `decidido_em`: data do ato de prorrogação. Alcança cada cargo homologado cuja validade nesse dia corre e
    ainda não se prorrogou; `Recusa` se não alcança nenhum.
    """
    concurso = trancar_concurso(concurso)
    alcancadas = _exigir_prorrogavel(concurso, decidido_em)
    if not ato.strip():
        raise Recusa("Diga qual ato decidiu a prorrogação.")
    for homologacao, ate in alcancadas:
        homologacao.prorrogado_ate = ate
    HomologacaoDoCargo.objects.bulk_update((cada for cada, _ in alcancadas), ["prorrogado_ate"])
    _datar(concurso)
    registrar(
        autor=autor,
        acao="candidatos.concurso_prorrogar",
        objeto=concurso,
        antes={"validade_ate": {cada.cargo.codigo: cada.validade_ate for cada, _ in alcancadas}},
        depois={
            "prorrogado_ate": {cada.cargo.codigo: ate for cada, ate in alcancadas},
            "decidido_em": decidido_em,
            "ato": ato.strip(),
        },
    )
    return concurso


def _exigir_prorrogavel(concurso: Concurso, decidido_em: date) -> list[tuple[HomologacaoDoCargo, date]]:
    """As validades que a decisão prorroga, com o novo fim; `Recusa`, com a razão, se a nenhuma."""
    exigir_ato(concurso.situacao, AtoSobreConcurso.PRORROGAR)
    _recusar_data_futura(decidido_em)
    todas = validades_a_prorrogar(concurso, decidido_em)
    if alcancadas := [(cada.homologacao, cada.ate) for cada in todas if cada.ate is not None]:
        return alcancadas
    homologacoes = [cada.homologacao for cada in todas]
    if not homologacoes:
        raise Recusa("Não é possível prorrogar a validade agora: o resultado ainda não foi homologado.")
    if all(cada.prorrogado_ate for cada in homologacoes):
        raise Recusa(
            f"O concurso já foi prorrogado até {max(cada.fim for cada in homologacoes):%d/%m/%Y}; "
            "a Constituição (art. 37, III) admite uma só prorrogação."
        )
    inicio, fim = homologacoes[0].homologado_em, max(cada.validade_ate for cada in homologacoes)
    if decidido_em < inicio:
        raise Recusa(f"A prorrogação não pode ser anterior à homologação ({inicio:%d/%m/%Y}).")
    if decidido_em > fim:
        raise Recusa(f"A validade acabou em {fim:%d/%m/%Y}: só se prorroga um concurso ainda válido.")
    raise Recusa(
        f"Em {decidido_em:%d/%m/%Y} não corria a validade de nenhum cargo por prorrogar.",
        [f"{cada.homologacao.cargo}: a validade {cada.motivo}." for cada in todas],
    )


def trancar_concurso(concurso: Concurso) -> Concurso:
    """Relê o concurso e tranca os cargos, na ordem da chave: nenhuma classificação corre junto."""
    trancado = Concurso.objects.select_for_update().get(pk=concurso.pk)
    list(Cargo.objects.select_for_update().filter(edital__concurso=trancado).order_by("pk").values_list("pk"))
    return trancado


def _conferir_data(concurso: Concurso, homologado_em: date) -> None:
    _recusar_data_futura(homologado_em)
    edital = getattr(concurso, "edital", None)
    if edital and edital.publicado_em and homologado_em < edital.publicado_em:
        raise Recusa(
            f"A homologação não pode ser anterior à publicação do edital ({edital.publicado_em:%d/%m/%Y})."
        )


def _recusar_data_futura(dia: date) -> None:
    if dia > timezone.localdate():
        raise Recusa(f"A data {dia:%d/%m/%Y} ainda não chegou: confira o ano.")
