"""Relatório, parecer, decisão que responde a cada argumento, reconsideração e julgamento do recurso."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico
from procedimentos.consultas import por_responder
from procedimentos.enums import Resultado, TipoDePeca
from procedimentos.fluxo import Passo, agrava
from procedimentos.models import Peca, Procedimento
from procedimentos.servicos.autuacao import Arquivo, Autuacao
from procedimentos.servicos.instrucao import Voto, apurar_votos, votos_em_texto


@dataclass(frozen=True, slots=True)
class Resposta:
    """O que se responde a um argumento."""

    acolhido: bool
    texto: str


@servico
def relatorio_apresentar(
    *,
    autor: Autor,
    procedimento: Procedimento,
    fatos: str,
    provas: str,
    proposta: Resultado,
    votos: Sequence[Voto],
) -> Peca:
    """Relatório com fatos, provas e proposta, que é a da maioria; quem diverge diz por quê."""
    autuacao = Autuacao(autor, procedimento, Passo.RELATAR)
    maioria, escritos = apurar_votos(autuacao, votos)
    if not fatos.strip() or not provas.strip():
        raise Recusa("O relatório descreve os fatos e aprecia as provas.")
    if maioria != proposta:
        raise Recusa(f"A proposta é a da maioria, que votou “{maioria.label}”.")
    peca = autuacao.juntar(
        TipoDePeca.RELATORIO,
        "Relatório da comissão",
        f"Fatos\n{fatos.strip()}\n\nProvas\n{provas.strip()}\n\nProposta: {maioria.label}.\n\n"
        f"Votos\n{votos_em_texto(escritos)}",
        dados={"proposta": maioria, "votos": escritos},
    )
    autuacao.passar(relatorio=peca)
    return peca


@servico
def parecer_juntar(
    *, autor: Autor, procedimento: Procedimento, de_quem: str, texto: str, arquivo: Arquivo = None
) -> Peca:
    """Junta o parecer jurídico, facultativo, antes da decisão."""
    autuacao = Autuacao(autor, procedimento, Passo.OPINAR)
    if not de_quem.strip():
        raise Recusa("Diga quem assina o parecer.")
    return autuacao.juntar(TipoDePeca.PARECER, "Parecer jurídico", texto, arquivo=arquivo, de_quem=de_quem)


@servico
def decisao_proferir(
    *,
    autor: Autor,
    procedimento: Procedimento,
    resultado: Resultado,
    texto: str,
    respostas: Mapping[int, Resposta],
) -> Peca:
    """Decide pela procedência. `respostas`: por argumento da defesa e das alegações; falta uma, `Recusa`."""
    autuacao = Autuacao(autor, procedimento, Passo.DECIDIR)
    if resultado == Resultado.IMPROCEDENTE:
        raise Recusa("Para a improcedência há passo próprio: julgue improcedente.")
    peca = _decidir(autuacao, TipoDePeca.DECISAO, Resultado(resultado), texto, respostas, do_recurso=False)
    autuacao.passar(decisao=peca, resultado=resultado)
    return peca


@servico
def improcedencia_julgar(*, autor: Autor, procedimento: Procedimento, texto: str) -> Peca:
    """Julga improcedente: o procedimento acaba e nada muda ao candidato."""
    autuacao = Autuacao(autor, procedimento, Passo.JULGAR_IMPROCEDENTE)
    peca = _decidir(autuacao, TipoDePeca.DECISAO, Resultado.IMPROCEDENTE, texto, {}, do_recurso=False)
    autuacao.passar(decisao=peca, resultado=Resultado.IMPROCEDENTE)
    return peca


@servico
def reconsideracao_decidir(*, autor: Autor, procedimento: Procedimento, passo: Passo, texto: str) -> Peca:
    """A autoridade que decidiu reconsidera, para improcedente, ou mantém e faz subir o recurso."""
    autuacao = Autuacao(autor, procedimento, passo)
    reconsidera = passo == Passo.RECONSIDERAR
    if not texto.strip():
        raise Recusa("Escreva as razões.")
    titulo = "Reconsidera: improcedente" if reconsidera else "Mantém a decisão"
    peca = autuacao.juntar(TipoDePeca.RECONSIDERACAO, titulo, texto, dados={"reconsidera": reconsidera})
    muda: dict[str, Any] = {"resultado": Resultado.IMPROCEDENTE} if reconsidera else {}
    autuacao.passar(**muda)
    return peca


@servico
def recurso_julgar(
    *,
    autor: Autor,
    procedimento: Procedimento,
    resultado: Resultado,
    texto: str,
    respostas: Mapping[int, Resposta],
) -> Peca:
    """Nega provimento ou provê em parte; responde a cada argumento. Nunca para pior."""
    autuacao = Autuacao(autor, procedimento, Passo.NEGAR_RECURSO)
    if resultado == Resultado.IMPROCEDENTE:
        raise Recusa("Para dar provimento inteiro há passo próprio.")
    if agrava(autuacao.procedimento.resultado, resultado):
        raise Recusa("O recurso da parte não agrava a decisão recorrida (Lei 9.784/1999, art. 64, p.ú.).")
    peca = _decidir(
        autuacao, TipoDePeca.DECISAO_DO_RECURSO, Resultado(resultado), texto, respostas, do_recurso=True
    )
    autuacao.passar(fim_do_recurso=peca, resultado=resultado)
    return peca


@servico
def recurso_prover(*, autor: Autor, procedimento: Procedimento, texto: str) -> Peca:
    """Dá provimento: improcedente, e nada muda ao candidato."""
    autuacao = Autuacao(autor, procedimento, Passo.PROVER_RECURSO)
    peca = _decidir(
        autuacao, TipoDePeca.DECISAO_DO_RECURSO, Resultado.IMPROCEDENTE, texto, {}, do_recurso=True
    )
    autuacao.passar(fim_do_recurso=peca, resultado=Resultado.IMPROCEDENTE)
    return peca


def _decidir(
    autuacao: Autuacao,
    tipo: TipoDePeca,
    resultado: Resultado,
    texto: str,
    respostas: Mapping[int, Resposta],
    *,
    do_recurso: bool,
) -> Peca:
    """Junta a decisão com as respostas; só a improcedência, que favorece a parte, as dispensa."""
    if not texto.strip():
        raise Recusa("A decisão tem motivos: escreva as razões (Lei 9.784/1999, art. 50).")
    argumentos = list(por_responder(autuacao.procedimento, do_recurso=do_recurso))
    faltam = [
        f"Peça {a.peca.numero}, argumento {a.ordem}: {a.texto}"
        for a in argumentos
        if a.pk not in respostas or not respostas[a.pk].texto.strip()
    ]
    if resultado != Resultado.IMPROCEDENTE and faltam:
        raise Recusa("A decisão responde a cada argumento da parte. Falta responder:", faltam)
    dadas = [(a, respostas[a.pk]) for a in argumentos if a.pk in respostas]
    linhas = [
        f"Peça {a.peca.numero}, argumento {a.ordem} (“{a.texto}”): "
        f"{'acolhido' if r.acolhido else 'não acolhido'}. {r.texto.strip()}"
        for a, r in dadas
    ]
    peca = autuacao.juntar(
        tipo,
        f"{tipo.label}: {resultado.label.lower()}",
        "\n\n".join(
            [texto.strip(), *(["Sobre os argumentos da parte:\n" + "\n".join(linhas)] if linhas else [])]
        ),
        dados={"resultado": resultado, "respostas": [[a.pk, r.acolhido, r.texto.strip()] for a, r in dadas]},
    )
    for argumento, resposta in dadas:
        argumento.resposta, argumento.acolhido = resposta.texto.strip(), resposta.acolhido
        argumento.decisao = peca
        argumento.save(update_fields=["resposta", "acolhido", "decisao"])
    return peca
