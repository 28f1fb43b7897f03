"""Exportações pelo django-import-export: aqui ele serve; a carga não passa por ele (decisão 0008)."""

from __future__ import annotations

from import_export import fields, resources

from candidatos.models import Importacao


class AchadosDaImportacao(resources.Resource):  # type: ignore[misc]
    """Achados guardados no plano de uma importação, um por linha da planilha."""

    linha = fields.Field(attribute="linha", column_name="Linha")
    coluna = fields.Field(attribute="coluna", column_name="Coluna")
    titulo = fields.Field(attribute="titulo", column_name="Título da coluna")
    valor = fields.Field(attribute="valor", column_name="Valor lido")
    motivo = fields.Field(attribute="motivo", column_name="O que se achou")
    severidade = fields.Field(attribute="severidade", column_name="Efeito")


def achados_em_xlsx(importacao: Importacao) -> bytes:
    """Planilha dos achados; um valor que o programa leria como fórmula sai como texto."""
    tabela = AchadosDaImportacao().export(queryset=importacao.plano.get("achados", []))
    return bytes(tabela.export("xlsx", escape=True))
