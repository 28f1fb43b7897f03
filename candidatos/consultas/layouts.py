"""Layouts de importação: os vigentes, as versões de cada um e o que o próximo arquivo lembra."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from candidatos.models import Importacao, LayoutImportacao
from nucleo.models import Orgao
from nucleo.permissoes import Pessoa

# O que faz de dois registros versões do mesmo layout.
_MESMO_LAYOUT = {
    "orgao": OuterRef("orgao"), "banca": OuterRef("banca"), "assinatura": OuterRef("assinatura")
}  # fmt: skip


def so_vigentes(layouts: QuerySet[LayoutImportacao]) -> QuerySet[LayoutImportacao]:
    """De cada layout, a versão maior."""
    mais_nova = LayoutImportacao.objects.filter(**_MESMO_LAYOUT, versao__gt=OuterRef("versao"))
    return layouts.filter(~Exists(mais_nova))


def layouts_ao_alcance(autor: Pessoa) -> QuerySet[LayoutImportacao]:
    """Todas as versões, dos órgãos do autor."""
    todos = LayoutImportacao.objects.select_related("orgao", "autor")
    orgaos = autor.orgaos()
    return todos if orgaos is None else todos.filter(orgao__in=orgaos)


def layouts_vigentes(autor: Pessoa) -> QuerySet[LayoutImportacao]:
    """Os vigentes ao alcance, por banca e nome; `usado_em`: quando chegou o último arquivo que o usou."""
    usos = Importacao.objects.filter(
        layout__orgao=OuterRef("orgao"),
        layout__banca=OuterRef("banca"),
        layout__assinatura=OuterRef("assinatura"),
    ).order_by("-recebida_em")
    vigentes = so_vigentes(layouts_ao_alcance(autor))
    return vigentes.annotate(usado_em=Subquery(usos.values("recebida_em")[:1])).order_by("banca", "nome")


def versoes_do_layout(layout: LayoutImportacao) -> QuerySet[LayoutImportacao]:
    """Todas as versões do mesmo layout, da maior à menor."""
    return (
        LayoutImportacao.objects.filter(
            orgao=layout.orgao_id, banca=layout.banca, assinatura=layout.assinatura
        )
        .select_related("autor")
        .order_by("-versao")
    )


def layout_vigente(orgao: Orgao, banca: str, assinatura: str) -> LayoutImportacao | None:
    """O vigente dessa banca para esses títulos."""
    do_layout = LayoutImportacao.objects.filter(orgao=orgao, banca=banca, assinatura=assinatura)
    return do_layout.order_by("-versao").first()


def layout_lembrado(orgao: Orgao, banca: str, assinatura: str) -> LayoutImportacao | None:
    """O que o arquivo com esses títulos lembra: o vigente da banca ou, se não há, o mais novo de outra."""
    da_banca = layout_vigente(orgao, banca, assinatura)
    if da_banca is not None:
        return da_banca
    return LayoutImportacao.objects.filter(orgao=orgao, assinatura=assinatura).order_by("-pk").first()


def layouts_com_nome(orgao: Orgao, nome: str) -> list[LayoutImportacao]:
    """Os vigentes do órgão que têm esse nome."""
    return list(so_vigentes(LayoutImportacao.objects.filter(orgao=orgao, nome=nome)))
