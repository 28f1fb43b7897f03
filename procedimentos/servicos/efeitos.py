"""O cumprimento: só o procedimento encerrado elimina alguém, em todas as listas do concurso.

Falsa: eliminação, e a nomeação, ou a admissão, anula-se (Fortaleza, art. 2º, p.ú.; Caxias, art. 2º). Não
confirmada: a pessoa deixa a lista da cota, pelo edital. A vaga que se abre vai à mesma lista, na convocação
seguinte.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from candidatos.models import Candidatura, Inscricao
from concursos.consultas import homologacao_do_cargo
from concursos.servicos.trancas import trancar_cargo
from nomeacoes.consultas.consequencia import Consequencia, consequencia
from nomeacoes.enums import SituacaoNomeacao, TipoDoEvento
from nomeacoes.models import Evento, Nomeacao
from nomeacoes.servicos.ocorrencias import NaoCabe, conferir_evento, gravar_evento
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico
from procedimentos.consultas import quem_e
from procedimentos.enums import Resultado, TipoDePeca
from procedimentos.fluxo import PASSOS, Passo
from procedimentos.models import Efeito, Peca, Procedimento
from procedimentos.servicos.autuacao import Autuacao

EVENTO_DO_RESULTADO = {
    Resultado.FALSA: TipoDoEvento.ELIMINACAO,
    Resultado.NAO_CONFIRMADA: TipoDoEvento.NAO_CONFIRMACAO,
}


@dataclass(frozen=True, slots=True)
class EfeitoPrevisto:
    """O que se segue numa candidatura; `sem_efeito` diz por que nada muda nela."""

    candidatura: Candidatura
    nomeacao: Nomeacao | None
    consequencia: Consequencia | None
    sem_efeito: str


@servico
def cumprimento_conferir(*, autor: Autor, procedimento: Procedimento) -> list[EfeitoPrevisto]:
    """O que se seguiria do cumprimento, lista a lista: só lê. `Recusa` se não está encerrado."""
    if procedimento.fase not in PASSOS[Passo.CUMPRIR].de or not quem_e(autor, procedimento):
        raise Recusa("Só o procedimento encerrado se cumpre.")
    return [_prever(procedimento, candidatura) for candidatura in _candidaturas(procedimento)]


@servico
def decisao_cumprir(*, autor: Autor, procedimento: Procedimento, texto: str) -> Peca:
    """Cumpre a decisão: o evento em cada lista, o ato nos autos e o fim do procedimento, ou nada.

    `Recusa` se algum cargo ainda não foi homologado, que antes disso não há lista de que sair, ou se o
    efeito numa delas se recusa: cumpre-se em todas ou em nenhuma.
    """
    autuacao = Autuacao(autor, procedimento, Passo.CUMPRIR)
    alvo = autuacao.procedimento
    candidaturas = _candidaturas(alvo)
    for cargo in sorted({c.cargo for c in candidaturas}, key=lambda cargo: cargo.pk):
        trancar_cargo(cargo)
    previstos = [_prever(alvo, candidatura) for candidatura in candidaturas]
    peca = autuacao.juntar(
        TipoDePeca.CUMPRIMENTO,
        "Ato de cumprimento da decisão",
        _texto_do_ato(alvo, previstos, texto),
        dados={
            "efeitos": [[p.candidatura.pk, p.sem_efeito] for p in previstos],
            "outros_editais": [i.pk for i in outras_inscricoes(alvo)],
        },
    )
    for previsto in previstos:
        if not previsto.sem_efeito:
            evento = gravar_evento(autor, _evento(alvo, previsto.candidatura, peca))
            Efeito.objects.create(
                procedimento=alvo, candidatura=previsto.candidatura, peca=peca, evento=evento
            )
    autuacao.passar()
    registrar(
        autor=autor,
        acao="procedimentos.decisao_cumprida",
        objeto=alvo,
        depois={"peca": peca.numero, "efeitos": sum(not p.sem_efeito for p in previstos)},
    )
    return peca


def outras_inscricoes(procedimento: Procedimento) -> list[Inscricao]:
    """As da mesma pessoa noutros editais: comunica-se a eles a decisão. Só um CPF inteiro une pessoas."""
    return list(
        Inscricao.objects.filter(candidato=procedimento.inscricao.candidato_id)
        .exclude(edital=procedimento.inscricao.edital_id)
        .select_related("edital__concurso__orgao")
        .order_by("pk")
    )


def _candidaturas(procedimento: Procedimento) -> list[Candidatura]:
    """Todas as da pessoa no concurso: a lei elimina do concurso, e não de uma lista."""
    candidaturas = list(
        Candidatura.objects.filter(
            inscricao__candidato=procedimento.inscricao.candidato_id,
            cargo__edital=procedimento.inscricao.edital_id,
        )
        .select_related("cargo__edital__concurso__orgao__municipio", "cargo__regras", "inscricao__candidato")
        .order_by("pk")
    )
    for candidatura in candidaturas:
        if homologacao_do_cargo(candidatura.cargo) is None:
            raise Recusa(
                f"O resultado de {candidatura.cargo} ainda não foi homologado: a decisão cumpre-se depois, e "
                "até lá a pessoa não se convoca."
            )
    return candidaturas


def _prever(procedimento: Procedimento, candidatura: Candidatura) -> EfeitoPrevisto:
    novo = _evento(procedimento, candidatura, None)
    nomeacao = (
        Nomeacao.objects.filter(candidatura=candidatura, encerrada_por=None).select_related("vaga").first()
    )
    try:
        estado, depois = conferir_evento(candidatura.cargo, novo)
    except NaoCabe as recusa:
        # Quem já saiu, ou nunca esteve na lista, não tem de que sair: diz-se nos autos, e o mais cumpre-se.
        # Outra recusa para tudo: cumprir em parte, e escrever que nada muda, seria falso.
        return EfeitoPrevisto(candidatura, nomeacao, None, recusa.mensagem)
    return EfeitoPrevisto(candidatura, nomeacao, consequencia(estado, novo, depois), "")


def _evento(procedimento: Procedimento, candidatura: Candidatura, peca: Peca | None) -> Evento:
    resultado = Resultado(procedimento.resultado)
    folha = f", peça {peca.numero}" if peca else ""
    return Evento(
        cargo=candidatura.cargo,
        tipo=EVENTO_DO_RESULTADO[resultado],
        candidatura=candidatura,
        data=timezone.localdate(),
        motivo=f"Decisão final do {procedimento}, com contraditório e ampla defesa.",
        documento=f"{procedimento}{folha}",
    )


def _texto_do_ato(procedimento: Procedimento, previstos: list[EfeitoPrevisto], texto: str) -> str:
    falsa = procedimento.resultado == Resultado.FALSA
    linhas = [f"Em cumprimento da decisão final do {procedimento}: {procedimento.get_resultado_display()}."]
    for previsto in previstos:
        cargo = previsto.candidatura.cargo
        if previsto.sem_efeito:
            linhas.append(f"{cargo}: nada muda. {previsto.sem_efeito}")
            continue
        linhas.append(f"{cargo}: {'elimina-se do concurso' if falsa else 'deixa a lista da cota'}.")
        if falsa and previsto.nomeacao is not None:
            empossada = previsto.nomeacao.situacao == SituacaoNomeacao.EMPOSSADA
            linhas.append(
                f"{cargo}: anula-se a {'admissão' if empossada else 'nomeação'} na vaga "
                f"{previsto.nomeacao.vaga.numero}, que se reabre à mesma lista."
            )
    if falsa:
        linhas.append("Comunique-se ao Ministério Público.")
    linhas += [
        f"Comunique-se ao {i.edital.concurso}, inscrição {i.numero}." for i in outras_inscricoes(procedimento)
    ]
    return "\n".join([*linhas, texto.strip()])
