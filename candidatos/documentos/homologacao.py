"""Edital de homologação: de todos os cargos, ou dos que se homologaram num mesmo dia."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from candidatos.documentos.listas import listas_das_classificacoes
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao
from concursos.consultas import nome_do_certame
from concursos.models import Cargo, HomologacaoDoCargo
from nucleo.documentos import EspecieDeDocumento, cabecalho, data_por_extenso

HOMOLOGADAS = (SituacaoClassificacao.HOMOLOGADA, SituacaoClassificacao.RETIFICADA)


def contexto_da_homologacao(homologacao: HomologacaoDoCargo, _opcoes: Mapping[str, Any]) -> dict[str, Any]:
    """Os cargos homologados com o dado, pelo mesmo ato, e as listas como então se homologaram."""
    edital = homologacao.cargo.edital
    concurso = edital.concurso
    certame = nome_do_certame(concurso)
    do_ato = HomologacaoDoCargo.objects.filter(
        cargo__edital=edital, homologado_em=homologacao.homologado_em, veiculo=homologacao.veiculo
    )
    cargos = list(Cargo.objects.filter(homologacao__in=do_ato).order_by("codigo"))
    classificacoes = Classificacao.objects.filter(
        cargo__in=cargos, situacao__in=HOMOLOGADAS, retificacao__isnull=True
    )
    com_lista = set(classificacoes.values_list("cargo", flat=True))
    listas = listas_das_classificacoes(
        classificacoes.select_related("cargo__regras", "cargo__edital").order_by("cargo__codigo")
    )
    total = edital.cargos.count()
    return cabecalho(concurso.orgao) | {
        "titulo": f"Edital de homologação – {certame}",
        "minuta": False,
        "certame": certame,
        "edital": str(edital),
        "edital_data": data_por_extenso(edital.publicado_em) if edital.publicado_em else "",
        "edital_veiculo": edital.veiculo,
        "todos": len(cargos) == total,
        "homologados": [f"{cargo.codigo} – {cargo}" for cargo in cargos],
        "sem_candidatos": [f"{cargo.codigo} – {cargo}" for cargo in cargos if cargo.pk not in com_lista],
        "data": data_por_extenso(homologacao.homologado_em),
        "veiculo": homologacao.veiculo,
        "validade_ate": data_por_extenso(homologacao.validade_ate),
        "validade_meses": concurso.validade_meses,
        "cargos": listas.cargos,
        "tabelas": listas.tabelas,
    }


HOMOLOGACAO = EspecieDeDocumento(
    "candidatos.homologacao",
    "Edital de homologação",
    HomologacaoDoCargo,
    "candidatos.ver",
    contexto_da_homologacao,
    "candidatos/documentos/v1/homologacao.html",
)
