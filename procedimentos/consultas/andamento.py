"""O que está aberto num procedimento: prazo, comunicação, audiência, requerimentos, argumentos."""

from __future__ import annotations

from datetime import date

from django.db.models import QuerySet

from procedimentos.enums import Assunto, Funcao, Meio, SituacaoDaComunicacao, TipoDePeca
from procedimentos.fluxo import ASSUNTO_DO_PASSO, DA_ADMINISTRACAO, PROVAM, Passo
from procedimentos.models import Argumento, Audiencia, Comunicacao, Membro, Prazo, Procedimento


def efetivos(procedimento: Procedimento) -> list[Membro]:
    """Membros que votam, na ordem da portaria: os que não saíram, sem os suplentes."""
    return list(
        procedimento.membros.filter(saiu_por=None)
        .exclude(funcao=Funcao.SUPLENTE)
        .select_related("usuario", "declaracao")
    )


def prazo_aberto(procedimento: Procedimento) -> Prazo | None:
    """O prazo que corre, ou nulo."""
    return procedimento.prazos.filter(encerrado=False).first()


def comunicacao_pendente(procedimento: Procedimento, assunto: Assunto) -> Comunicacao | None:
    """A comunicação expedida que espera prova, ou nulo."""
    return procedimento.comunicacoes.filter(assunto=assunto, situacao=SituacaoDaComunicacao.EXPEDIDA).first()


def frustradas(procedimento: Procedimento, assunto: Assunto) -> int:
    """Quantas tentativas, por meio que não o edital, se frustraram."""
    return (
        procedimento.comunicacoes.filter(assunto=assunto, situacao=SituacaoDaComunicacao.FRUSTRADA)
        .exclude(meio=Meio.EDITAL)
        .count()
    )


def audiencia_aberta(procedimento: Procedimento) -> Audiencia | None:
    """A audiência designada e ainda não feita nem substituída, ou nula."""
    return procedimento.audiencias.filter(encerrada_por=None).first()


def por_responder(procedimento: Procedimento, *, do_recurso: bool) -> QuerySet[Argumento]:
    """Argumentos sem resposta: os da defesa e das alegações, ou os do recurso."""
    tipos = [TipoDePeca.RECURSO] if do_recurso else [TipoDePeca.DEFESA, TipoDePeca.ALEGACOES]
    return Argumento.objects.filter(
        peca__procedimento=procedimento, peca__tipo__in=tipos, resposta=""
    ).select_related("peca")


def problemas_do_momento(procedimento: Procedimento, hoje: date) -> list[str]:
    """O que pede atenção agora: prazo vencido, membro sem declarar ou impedido, comunicação à espera."""
    avisos = []
    prazo = prazo_aberto(procedimento)
    if prazo is not None and prazo.suspenso_em is not None:
        avisos.append(f"O prazo está suspenso desde {prazo.suspenso_em:%d/%m/%Y}.")
    elif prazo is not None and prazo.fim < hoje:
        da_administracao = procedimento.fase in DA_ADMINISTRACAO
        avisos.append(
            f"Venceu em {prazo.fim:%d/%m/%Y} o prazo da administração: {prazo.get_especie_display().lower()}."
            if da_administracao
            else f"Venceu em {prazo.fim:%d/%m/%Y} o prazo da parte: certifique o decurso."
        )
    for membro in efetivos(procedimento):
        if membro.impedido:
            avisos.append(f"{membro.usuario} declarou impedimento: substitua-o.")
        elif membro.declaracao_id is None:
            avisos.append(f"{membro.usuario} ainda não declarou se tem impedimento.")
    return avisos


def tem_objeto(procedimento: Procedimento, passo: Passo) -> bool:
    """Se há a que o passo se aplique: sem prazo suspenso nada se retoma, sem requerimento nada se decide."""
    prazo, pedidos = prazo_aberto(procedimento), procedimento.pedidos
    expedidas = procedimento.comunicacoes.filter(situacao=SituacaoDaComunicacao.EXPEDIDA)
    suspenso = prazo is not None and prazo.suspenso_em is not None
    assunto = ASSUNTO_DO_PASSO.get(passo)
    if assunto is not None:
        return expedidas.filter(assunto=assunto).exists() == (passo in PROVAM)
    return {
        Passo.PRORROGAR: not suspenso,
        Passo.SUSPENDER: not suspenso,
        Passo.RETOMAR: suspenso,
        Passo.FRUSTRAR: expedidas.exists(),
        Passo.DECIDIR_PROVA: pedidos.filter(decisao=None).exists(),
        Passo.PRODUZIR_PROVA: pedidos.filter(deferido=True, prova=None).exists(),
        Passo.REALIZAR_AUDIENCIA: audiencia_aberta(procedimento) is not None,
    }.get(passo, True)
