"""Homologação do resultado e prorrogação da validade do concurso."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from candidatos.consultas.homologacao import impedimentos_da_homologacao
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao
from concursos.enums import AtoSobreConcurso, SituacaoConcurso
from concursos.fluxo import exigir_ato, exigir_passagem
from concursos.models import Cargo, Concurso
from nucleo.auditoria import registrar
from nucleo.calendario import somar_meses
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico


@servico
def concurso_homologar(*, autor: Autor, concurso: Concurso, homologado_em: date, veiculo: str) -> Concurso:
    """Torna oficial o resultado: abre a validade, contada de data a data (Constituição, art. 37, III).

    As classificações correntes passam a homologadas e não mudam mais. `Recusa` traz todos os
    impedimentos de uma vez.
    """
    concurso = trancar_concurso(concurso)
    _conferir_data(concurso, homologado_em)
    if not veiculo.strip():
        raise Recusa("Diga onde a homologação foi publicada.")
    impedimentos = impedimentos_da_homologacao(concurso)
    if impedimentos:
        raise Recusa("O resultado ainda não pode ser homologado.", [item.texto for item in impedimentos])
    antes = concurso.situacao
    exigir_passagem(antes, SituacaoConcurso.HOMOLOGADO)
    concurso.situacao = SituacaoConcurso.HOMOLOGADO
    concurso.homologado_em = homologado_em
    concurso.homologacao_veiculo = veiculo.strip()
    concurso.validade_ate = somar_meses(homologado_em, concurso.validade_meses)
    concurso.save()
    homologadas = Classificacao.objects.filter(
        cargo__edital__concurso=concurso, situacao=SituacaoClassificacao.CORRENTE
    )
    versoes = dict(homologadas.values_list("cargo__codigo", "versao"))
    homologadas.update(situacao=SituacaoClassificacao.HOMOLOGADA)
    registrar(
        autor=autor,
        acao="candidatos.concurso_homologar",
        objeto=concurso,
        antes={"situacao": antes},
        depois={
            "situacao": concurso.situacao,
            "homologado_em": homologado_em,
            "veiculo": concurso.homologacao_veiculo,
            "validade_ate": concurso.validade_ate,
            "classificacoes": versoes,
        },
    )
    return concurso


@servico
def concurso_prorrogar(*, autor: Autor, concurso: Concurso, decidido_em: date, ato: str) -> Concurso:
    """Prorroga a validade uma vez, por igual período, enquanto ela corre (Constituição, art. 37, III).

    `decidido_em`: data do ato de prorrogação, que precisa caber na validade.
    """
    concurso = trancar_concurso(concurso)
    validade = _exigir_prorrogavel(concurso, decidido_em)
    if not ato.strip():
        raise Recusa("Diga qual ato decidiu a prorrogação.")
    concurso.prorrogado_ate = somar_meses(validade, concurso.validade_meses)
    concurso.save()
    registrar(
        autor=autor,
        acao="candidatos.concurso_prorrogar",
        objeto=concurso,
        antes={"validade_ate": validade},
        depois={"prorrogado_ate": concurso.prorrogado_ate, "decidido_em": decidido_em, "ato": ato.strip()},
    )
    return concurso


def _exigir_prorrogavel(concurso: Concurso, decidido_em: date) -> date:
    """Fim da validade que se prorroga; `Recusa` se já o foi ou se a decisão está fora dela."""
    exigir_ato(concurso.situacao, AtoSobreConcurso.PRORROGAR)
    inicio, fim = concurso.homologado_em, concurso.validade_ate
    if inicio is None or fim is None:
        raise Recusa("O concurso não tem as datas da homologação.")
    if concurso.prorrogado_ate is not None:
        raise Recusa(
            f"O concurso já foi prorrogado até {concurso.prorrogado_ate:%d/%m/%Y}; "
            "a Constituição (art. 37, III) admite uma só prorrogação."
        )
    _recusar_data_futura(decidido_em)
    if decidido_em < inicio:
        raise Recusa(f"A prorrogação não pode ser anterior à homologação ({inicio:%d/%m/%Y}).")
    if decidido_em > fim:
        raise Recusa(f"A validade acabou em {fim:%d/%m/%Y}: só se prorroga um concurso ainda válido.")
    return fim


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
