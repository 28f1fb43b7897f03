"""Resultado preliminar e final: três listas por cargo, com as notas, e índice alfabético."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from candidatos.documentos.listas import listas_das_classificacoes
from candidatos.enums import EspecieDeDivulgacao
from candidatos.models import Divulgacao
from concursos.consultas import nome_do_certame
from nucleo.documentos import EspecieDeDocumento, cabecalho, data_por_extenso


def contexto_do_resultado(divulgacao: Divulgacao, _opcoes: Mapping[str, Any]) -> dict[str, Any]:
    """As listas que se divulgaram, na versão em que se divulgaram."""
    concurso = divulgacao.concurso
    certame = nome_do_certame(concurso)
    listas = listas_das_classificacoes(
        divulgacao.classificacoes.select_related("cargo__regras", "cargo__edital").order_by("cargo__codigo")
    )
    ate = divulgacao.recursos_ate
    return cabecalho(concurso.orgao) | {
        "titulo": f"{divulgacao.get_especie_display()} nº {divulgacao.numero} – {certame}",
        "minuta": False,
        "certame": certame,
        "edital": str(concurso.edital),
        "preliminar": divulgacao.especie == EspecieDeDivulgacao.PRELIMINAR,
        "publicacao": {"data": data_por_extenso(divulgacao.publicada_em), "veiculo": divulgacao.veiculo},
        "recursos_ate": data_por_extenso(ate) if ate else "",
        "cargos": listas.cargos,
        "tabelas": listas.tabelas,
    }


RESULTADO = EspecieDeDocumento(
    "candidatos.resultado",
    "Resultado para publicação",
    Divulgacao,
    "candidatos.ver",
    contexto_do_resultado,
    "candidatos/documentos/v1/resultado.html",
)
