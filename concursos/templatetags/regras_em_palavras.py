"""Regras e valores guardados, lidos em palavras nas páginas."""

from __future__ import annotations

from django import template

from concursos.consultas import VAZIO, em_palavras, nome_do_criterio
from concursos.enums import ModoDaDuplaContagem, SerieDoEdital
from concursos.models import Regras
from cotas import LEIS

register = template.Library()

register.filter(em_palavras)


@register.filter
def resumo_das_regras(regras: Regras) -> list[tuple[str, str]]:
    """Regras em pares de rótulo e valor, na ordem em que se leem num edital."""
    nomes = {prova["chave"]: prova["nome"] for prova in regras.provas}
    cadeia = [nome_do_criterio(criterio, nomes) for criterio in regras.desempate]
    return [
        ("Provas", em_palavras(regras.provas)),
        ("Nota final", nomes.get(regras.nota_final, "não escolhida")),
        *([("Etapas apto/inapto", ", ".join(regras.etapas))] if regras.etapas else []),
        ("Desempate", "; ".join(f"{ordem}º {nome}" for ordem, nome in enumerate(cadeia, start=1)) or VAZIO),
        ("Idade medida em", em_palavras(regras.data_referencia_idade)),
        *_da_cota(regras),
        ("Reserva de PcD", _pcd(regras)),
        *_do_que_decide_quem_fica(regras),
        *[
            (rotulo, texto)
            for rotulo, texto in [
                ("Justificativa do desempate", regras.desempate_justificativa),
                ("Justificativa da série", regras.serie_justificativa),
            ]
            if texto
        ],
    ]


def _da_cota(regras: Regras) -> list[tuple[str, str]]:
    serie, modo = regras.get_serie_display(), regras.get_dupla_contagem_display()
    lei = LEIS.get(regras.edital.lei)
    if lei and not regras.serie:
        serie = f"{serie}: {SerieDoEdital(lei.serie.value).label.lower()}"
    if lei and not regras.dupla_contagem:
        modo = f"{modo}: {ModoDaDuplaContagem(lei.dupla_contagem.value).label.lower()}"
    if regras.serie_posicoes:
        serie = f"{serie}: {', '.join(map(str, regras.serie_posicoes))}"
    return [
        ("Ordem das vagas da cota", serie),
        ("Dupla contagem", modo),
        ("Colisão com PcD", regras.get_colisao_display()),
    ]


def _do_que_decide_quem_fica(regras: Regras) -> list[tuple[str, str]]:
    """Barreira e etapas que conferem declarações, se o edital as tem."""
    limites = [
        ("geral", regras.barreira_geral),
        ("cota", regras.barreira_cotas),
        ("PcD", regras.barreira_pcd),
    ]
    barreira = "; ".join(f"{lista}, até o {limite}º lugar" for lista, limite in limites if limite)
    linhas = [("Cláusula de barreira", barreira)] if barreira else []
    if regras.heteroidentificacao:
        efeito = regras.get_nao_confirmacao_display().lower()
        linhas.append(
            ("Heteroidentificação", f"{regras.heteroidentificacao_fonte}; quem não se confirma {efeito}")
        )
    return [*linhas, ("Avaliação biopsicossocial", "sim")] if regras.biopsicossocial else linhas


def _pcd(regras: Regras) -> str:
    if not regras.pcd_percentual:
        motivo = regras.pcd_ausencia_justificativa
        return f"não há. {motivo}" if motivo else "não há, e falta a justificativa"
    partes = [
        f"{regras.pcd_percentual.replace('.', ',')}%",
        f"arredondados {regras.get_pcd_arredondamento_display().lower()}",
    ]
    if regras.pcd_teto:
        partes.append(f"com teto de {regras.pcd_teto.replace('.', ',')}%")
    if regras.pcd_minimo:
        partes.append(f"a partir de {regras.pcd_minimo} vagas")
    if regras.pcd_posicoes:
        partes.append(f"nas vagas {', '.join(map(str, regras.pcd_posicoes))}")
    return f"{', '.join(partes)} ({regras.pcd_fonte or 'sem fonte'})"
