"""Resultado da heteroidentificação e da avaliação biopsicossocial, antes da homologação.

Não confirmada não é falsa: quem não se confirma perde a lista específica e, se o edital o diz, o concurso;
a falsidade só se declara em procedimento, com contraditório e ampla defesa (Fortaleza, art. 2º, parágrafo
único; Caxias, art. 2º).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from candidatos.consultas.avaliacoes import (
    DECLAROU,
    SITUACAO,
    SituacaoDaEtapa,
    candidaturas_a_avaliar,
    cargos_que_a_avaliacao_mudaria,
    especies_das_regras,
    inscricoes_pelos_numeros,
    situacao_das_etapas,
)
from candidatos.enums import EspecieDeAvaliacao, ResultadoDaAvaliacao, SituacaoDeclaracao
from candidatos.models import Autodeclaracao, AvaliacaoDaDeclaracao, Candidatura, Inscricao
from candidatos.servicos.homologacao import trancar_concurso
from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.models import Concurso
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico

Resultados = Mapping[str, ResultadoDaAvaliacao]


@dataclass(frozen=True, slots=True)
class QuadroDasAvaliacoes:
    """O andamento da etapa, cargo a cargo, e quem falta."""

    etapas: list[SituacaoDaEtapa]
    faltam: list[Candidatura]


@servico
def avaliacoes_ver(*, autor: Autor, concurso: Concurso, especie: EspecieDeAvaliacao) -> QuadroDasAvaliacoes:
    """Quem falta avaliar. Diz quem declarou: dado sensível, e a leitura fica na trilha, sem pessoas."""
    registrar(autor=autor, acao="candidatos.avaliacoes_ver", objeto=concurso)
    etapas = [etapa for etapa in situacao_das_etapas(concurso) if etapa.especie is especie]
    return QuadroDasAvaliacoes(etapas, candidaturas_a_avaliar(concurso, especie))


@servico
def avaliacoes_conferir(
    *,
    autor: Autor,
    concurso: Concurso,
    especie: EspecieDeAvaliacao,
    resultados: Resultados,
    em_recurso: bool,
) -> list[tuple[Inscricao, ResultadoDaAvaliacao]]:
    """O que se registraria, na ordem dada: só lê. `Recusa` com tudo o que impede, por inscrição."""
    registrar(autor=autor, acao="candidatos.avaliacoes_conferir", objeto=concurso)
    return _conferidas(concurso, especie, resultados, em_recurso)


@servico
def avaliacoes_registrar(
    *,
    autor: Autor,
    concurso: Concurso,
    especie: EspecieDeAvaliacao,
    resultados: Resultados,
    em_recurso: bool,
    data: date,
    decidido_por: str,
    documento: str,
) -> int:
    """Registra o resultado de cada inscrição; devolve quantas. A lista tem de ser classificada de novo.

    `em_recurso`: a avaliação já houve e isto é a decisão do recurso contra ela. `Recusa` com tudo o que
    impede, e então nada se grava.
    """
    concurso = trancar_concurso(concurso)
    if not decidido_por.strip() or not documento.strip():
        raise Recusa("Diga quem avaliou e em que documento está o resultado.")
    publicado_em = concurso.edital.publicado_em
    if data > timezone.localdate():
        raise Recusa(f"A data {data:%d/%m/%Y} ainda não chegou: confira o ano.")
    if publicado_em and data < publicado_em:
        raise Recusa(f"A avaliação não pode ser anterior à publicação do edital ({publicado_em:%d/%m/%Y}).")
    conferidas = _conferidas(concurso, especie, resultados, em_recurso)
    AvaliacaoDaDeclaracao.objects.bulk_create(
        AvaliacaoDaDeclaracao(
            inscricao=inscricao,
            especie=especie,
            versao=len(_anteriores(inscricao, especie)) + 1,
            resultado=resultado,
            data=data,
            decidido_por=decidido_por.strip(),
            documento=documento.strip(),
            em_recurso=em_recurso,
            autor=autor.pessoa,
        )
        for inscricao, resultado in conferidas
    )
    for situacao in (SituacaoDeclaracao.CONFIRMADA, SituacaoDeclaracao.NAO_CONFIRMADA):
        quais = [inscricao.pk for inscricao, resultado in conferidas if _situacao(resultado) is situacao]
        Autodeclaracao.objects.filter(inscricao__in=quais).update(**{SITUACAO[especie]: situacao})
    registrar(
        autor=autor,
        acao="candidatos.avaliacoes_registrar",
        objeto=concurso,
        depois={"quantas": len(conferidas), "data": data, "documento": documento.strip()},
    )
    return len(conferidas)


def _situacao(resultado: ResultadoDaAvaliacao) -> SituacaoDeclaracao:
    """Quem não comparece não se confirma."""
    if resultado is ResultadoDaAvaliacao.CONFIRMADA:
        return SituacaoDeclaracao.CONFIRMADA
    return SituacaoDeclaracao.NAO_CONFIRMADA


def _conferidas(
    concurso: Concurso, especie: EspecieDeAvaliacao, resultados: Resultados, em_recurso: bool
) -> list[tuple[Inscricao, ResultadoDaAvaliacao]]:
    exigir_ato(concurso.situacao, AtoSobreConcurso.CLASSIFICAR)
    if not resultados:
        raise Recusa("Escreva ao menos uma inscrição.")
    achadas = inscricoes_pelos_numeros(concurso, resultados)
    frases = [
        frase
        for numero in resultados
        if (frase := _impedimento(numero, achadas.get(numero), especie, em_recurso))
    ]
    if frases:
        raise Recusa("Nada foi registrado: há inscrições que não podem receber este resultado.", frases)
    return [(achadas[numero], resultado) for numero, resultado in resultados.items()]


def _impedimento(
    numero: str, inscricao: Inscricao | None, especie: EspecieDeAvaliacao, em_recurso: bool
) -> str:
    """Por que a inscrição não recebe resultado desta espécie; vazia se recebe."""
    if inscricao is None:
        return f"{numero}: não há esta inscrição no concurso. Confira os zeros à esquerda."
    declaracao = getattr(inscricao, "autodeclaracao", None)
    if declaracao is None or not any(getattr(declaracao, campo) for campo in DECLAROU[especie]):
        return f"{numero}: não fez a declaração que esta etapa confere."
    if getattr(declaracao, SITUACAO[especie]) == SituacaoDeclaracao.FALSA:
        return f"{numero}: a declaração já foi julgada falsa em procedimento."
    cargos = [candidatura.cargo for candidatura in inscricao.candidaturas.all()]
    if not any(especie in especies_das_regras(cargo.regras) for cargo in cargos):
        return f"{numero}: o edital não prevê esta etapa para os cargos a que concorre."
    if homologados := cargos_que_a_avaliacao_mudaria(inscricao, especie):
        return (
            f"{numero}: o resultado de {', '.join(homologados)} já foi homologado. Registre a não "
            "confirmação como ocorrência do cargo."
        )
    ja_avaliada = bool(_anteriores(inscricao, especie))
    if ja_avaliada and not em_recurso:
        return f"{numero}: já foi avaliada. Se isto decide um recurso, marque “em recurso”."
    if em_recurso and not ja_avaliada:
        return f"{numero}: ainda não foi avaliada: não há do que recorrer."
    return ""


def _anteriores(inscricao: Inscricao, especie: EspecieDeAvaliacao) -> list[AvaliacaoDaDeclaracao]:
    return [avaliacao for avaliacao in inscricao.avaliacoes.all() if avaliacao.especie == especie]
