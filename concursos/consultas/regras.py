"""Defeitos e faltas das regras de um edital, e como elas se leem em palavras."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from concursos.consultas.motor import decimal_lido
from concursos.consultas.tipos import Achado, achado, aviso
from concursos.enums import SerieDoEdital
from concursos.models import Regras
from cotas import Criterio

CHAVE_DE_PROVA = re.compile(r"[a-z][a-z0-9_]{0,39}")
# Lei 10.741/2003 (Estatuto da Pessoa Idosa), art. 27, parágrafo único: o primeiro critério de
# desempate em concurso público é a idade, dando-se preferência ao de idade mais elevada.
CRITERIOS_DO_IDOSO = frozenset({"idoso", "sessenta_ou_mais"})
CEM_POR_CENTO = 100
CRITERIOS_SEM_PROVA: Mapping[str, str] = {
    "idoso": "Pessoa idosa, 60 anos ou mais: primeiro a de mais idade",
    "sessenta_ou_mais": "60 anos ou mais, sem ordem entre eles",
    "mais_velho": "Mais velho",
    "jurado": "Exerceu a função de jurado (CPP, art. 440)",
    "sorteio": "Sorteio público",
}
SENTIDOS: Mapping[str, str] = {"maior": "Maior nota", "menor": "Menor nota"}


def chaves_das_provas(regras: Regras) -> list[str]:
    """Chaves das provas, na ordem do edital."""
    return [prova.get("chave", "") for prova in regras.provas]


def prova_do_criterio(criterio: str) -> str:
    """Chave da prova que um critério compara ("maior:objetiva"), ou "" se não compara prova."""
    _, separador, prova = criterio.partition(":")
    return prova if separador else ""


def nome_do_criterio(criterio: str, nomes_das_provas: Mapping[str, str]) -> str:
    """Critério como se lê: "maior:objetiva" → "Maior nota: Prova objetiva"."""
    sentido, separador, prova = criterio.partition(":")
    if not separador:
        return CRITERIOS_SEM_PROVA.get(criterio, criterio)
    return f"{SENTIDOS.get(sentido, sentido)}: {nomes_das_provas.get(prova, prova)}"


def achados_das_regras(regras: Regras) -> Iterator[Achado]:
    """Tudo o que impede a publicação destas regras, ou merece atenção."""
    onde = f"Regras “{regras.nome}”"
    for defeito in defeitos_das_regras(regras):
        yield achado(regras, onde, defeito)
    for falta in _faltas_da_classificacao(regras):
        yield achado(regras, onde, falta)
    for falta in _faltas_de_pcd(regras):
        yield achado(regras, onde, falta)
    if regras.desempate and "sorteio" not in regras.desempate:
        yield aviso(
            regras, onde, "A cadeia de desempate não termina em sorteio: um empate total ficará sem solução."
        )


def defeitos_das_regras(regras: Regras) -> list[str]:
    """Valores que não podem ser guardados nem em rascunho: uma frase por defeito."""
    return [*_das_provas(regras), *_do_desempate(regras), *_das_posicoes(regras), *_de_pcd(regras)]


def _das_provas(regras: Regras) -> Iterator[str]:
    chaves = chaves_das_provas(regras)
    for prova in regras.provas:
        nome = prova.get("nome") or prova.get("chave") or "sem nome"
        if not prova.get("nome"):
            yield f"Prova “{nome}”: dê-lhe um nome."
        if not CHAVE_DE_PROVA.fullmatch(prova.get("chave", "")):
            yield f"Prova “{nome}”: a chave deve ter só letras minúsculas sem acento, algarismos e “_”."
        if not isinstance(prova.get("negativa", False), bool):
            yield f"Prova “{nome}”: diga se admite nota negativa, sim ou não."
        yield from _da_escala(nome, prova)
    for chave in sorted({chave for chave in chaves if chaves.count(chave) > 1}):
        yield f"Há mais de uma prova com a chave “{chave}”. Deixe uma só, ou mude o nome de uma delas."
    if regras.nota_final and regras.nota_final not in chaves:
        yield f"A nota final, “{regras.nota_final}”, não é nenhuma das provas. Escolha uma delas."


def _da_escala(nome: str, prova: Mapping[str, Any]) -> Iterator[str]:
    minima, maxima = prova.get("minima", ""), prova.get("maxima", "")
    valores = []
    for rotulo, texto in [("mínima", minima), ("máxima", maxima)]:
        try:
            valores.append(decimal_lido(texto) if texto else None)
        except ValueError:
            yield f"Prova “{nome}”: a nota {rotulo}, “{texto}”, não é um número."
            return
    menor, maior = valores
    if menor is not None and menor < 0 and not prova.get("negativa"):
        yield (
            f"Prova “{nome}”: a nota mínima não pode ser negativa. "
            "Se o edital admite nota negativa na prova, marque-o."
        )
    if menor is not None and maior is not None and menor > maior:
        yield f"Prova “{nome}”: a nota mínima, {minima}, passa da máxima, {maxima}."


def _do_desempate(regras: Regras) -> Iterator[str]:
    chaves = chaves_das_provas(regras)
    for criterio in regras.desempate:
        try:
            Criterio.ler(criterio)
        except ValueError:
            yield f"O critério de desempate “{criterio}” não é conhecido. Escolha um da lista."
            continue
        prova = prova_do_criterio(criterio)
        if prova and prova not in chaves:
            yield (
                f"O desempate compara a prova “{prova}”, que as regras não têm. "
                "Acrescente-a ou retire o critério."
            )
    for criterio in sorted({cada for cada in regras.desempate if regras.desempate.count(cada) > 1}):
        yield f"O critério de desempate “{criterio}” está repetido. Deixe-o uma só vez."


def _das_posicoes(regras: Regras) -> Iterator[str]:
    for rotulo, posicoes in [("da cota", regras.serie_posicoes), ("de PcD", regras.pcd_posicoes)]:
        crescente = all(antes < depois for antes, depois in pairwise(posicoes))
        if not crescente or any(not isinstance(cada, int) or cada < 1 for cada in posicoes):
            yield f"As vagas {rotulo} impressas no edital devem ser números crescentes, a partir de 1."
    if regras.serie == SerieDoEdital.LISTA and not regras.serie_posicoes:
        yield "A série é a lista impressa no edital, mas a lista está vazia. Escreva os números das vagas."
    if regras.serie != SerieDoEdital.LISTA and regras.serie_posicoes:
        yield (
            "Há números de vagas da cota, mas a série não é a lista impressa no edital. "
            "Escolha a lista ou apague-os."
        )


def _de_pcd(regras: Regras) -> Iterator[str]:
    for rotulo, texto in [("O percentual", regras.pcd_percentual), ("O teto", regras.pcd_teto)]:
        if not texto:
            continue
        try:
            valor = Fraction(decimal_lido(texto))
        except ValueError:
            yield f"{rotulo} de PcD, “{texto}”, não é um número. Escreva só o número, como 5 ou 7,5."
            continue
        if not 0 < valor <= CEM_POR_CENTO:
            yield f"{rotulo} de PcD, {texto}, deve ser maior que 0 e no máximo 100."
    if regras.heteroidentificacao and not regras.heteroidentificacao_fonte:
        yield (
            "Há heteroidentificação, mas não se diz de onde ela vem: as leis de cotas não a criam. Informe o "
            "item do edital ou a norma local que a prevê."
        )
    if not regras.pcd_percentual and (regras.pcd_teto or regras.pcd_minimo or regras.pcd_posicoes):
        yield (
            "Há teto, mínimo ou vagas de PcD, mas não há percentual. "
            "Informe o percentual ou apague os demais."
        )


def _faltas_da_classificacao(regras: Regras) -> Iterator[str]:
    if not regras.provas:
        yield "Não há provas. Registre as do edital, com a nota final entre elas."
    elif not regras.nota_final:
        yield "Não se disse qual prova é a nota final. Escolha-a."
    if not regras.desempate:
        yield "Não há critérios de desempate. Escolha-os na ordem do edital."
        return
    primeiro = regras.desempate[0]
    if primeiro not in CRITERIOS_DO_IDOSO and not regras.desempate_justificativa:
        yield (
            "O desempate não começa pela pessoa idosa (Lei 10.741/2003, art. 27, parágrafo único). "
            "Ponha-a em primeiro lugar, ou escreva a justificativa do desempate."
        )
    if CRITERIOS_DO_IDOSO.intersection(regras.desempate) and regras.data_referencia_idade is None:
        yield (
            "O desempate usa a idade de 60 anos, e falta a data em que ela se mede. "
            "Informe a data de referência."
        )


def _faltas_de_pcd(regras: Regras) -> Iterator[str]:
    if not regras.pcd_percentual and not regras.pcd_ausencia_justificativa:
        yield (
            "Não há reserva para pessoas com deficiência (Constituição, art. 37, VIII). "
            "Informe o percentual, ou escreva por que o edital não reserva vagas."
        )
    if regras.pcd_percentual and not regras.pcd_fonte:
        yield "A reserva de PcD não diz de onde vem. Informe a lei ou o decreto que fixa o percentual."
