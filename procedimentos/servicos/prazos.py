"""Prazos: prorrogação e suspensão com motivo, e a certidão de decurso, que não é confissão."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied

from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico
from procedimentos.consultas import prazo_aberto
from procedimentos.enums import Contagem, Fase, TipoDePeca
from procedimentos.fluxo import DA_ADMINISTRACAO, Passo, Quem
from procedimentos.models import Peca, Prazo, Procedimento
from procedimentos.servicos.autuacao import Autuacao, contar, dias_uteis_entre

# Quem conduz a fase é quem lhe mexe no prazo.
DONO_DO_PRAZO: Mapping[Fase, Quem] = {
    Fase.DEFESA: Quem.PRESIDENTE,
    Fase.ALEGACOES: Quem.PRESIDENTE,
    Fase.RELATORIO: Quem.PRESIDENTE,
    Fase.DECISAO: Quem.DECISOR,
    Fase.RECURSO: Quem.DECISOR,
    Fase.RECONSIDERACAO: Quem.DECISOR,
    Fase.JULGAMENTO: Quem.RECURSAL,
}
# Passo → o campo do procedimento que a certidão preenche.
CAMPO_DO_DECURSO: Mapping[Passo, str] = {
    Passo.DECURSO_DA_DEFESA: "fim_da_defesa",
    Passo.DECURSO_DO_RECURSO: "fim_do_recurso",
}


def _autuar(autor: Autor, procedimento: Procedimento, passo: Passo, motivo: str) -> tuple[Autuacao, Prazo]:
    autuacao = Autuacao(autor, procedimento, passo)
    dono = DONO_DO_PRAZO[Fase(autuacao.procedimento.fase)]
    if dono not in autuacao.quem:
        raise PermissionDenied(f"Nesta fase o prazo cabe {dono}.")
    if not motivo.strip():
        raise Recusa("Escreva o motivo: ele fica nos autos.")
    prazo = prazo_aberto(autuacao.procedimento)
    assert prazo is not None
    return autuacao, prazo


@servico
def prazo_prorrogar(*, autor: Autor, procedimento: Procedimento, dias: int, motivo: str) -> Prazo:
    """Acrescenta dias ao prazo, na contagem dele. O da administração, no máximo por igual período."""
    autuacao, prazo = _autuar(autor, procedimento, Passo.PRORROGAR, motivo)
    if prazo.suspenso_em is not None:
        raise Recusa("O prazo está suspenso: retome-o antes de o prorrogar.")
    if dias < 1:
        raise Recusa("A prorrogação é de um dia ou mais.")
    contagem = Contagem.CORRIDOS if prazo.contagem == Contagem.MESES else Contagem(prazo.contagem)
    if autuacao.procedimento.fase in DA_ADMINISTRACAO and dias > prazo.quantidade:
        raise Recusa(f"O prazo da administração prorroga-se por igual período: até {prazo.quantidade}.")
    antes, prazo.fim = prazo.fim, contar(autuacao.procedimento, prazo.fim, dias, contagem)
    autuacao.juntar(
        TipoDePeca.PRAZO,
        f"Prorrogação: {prazo.get_especie_display().lower()}",
        f"De {antes:%d/%m/%Y} a {prazo.fim:%d/%m/%Y}, por {dias} {contagem.label.lower()}. {motivo.strip()}",
        dados={"de": antes, "a": prazo.fim, "dias": dias},
    )
    prazo.save(update_fields=["fim"])
    return prazo


@servico
def prazo_suspender(*, autor: Autor, procedimento: Procedimento, motivo: str) -> Prazo:
    """Suspende o prazo a partir de hoje, por força maior; o que resta corre depois de retomado."""
    autuacao, prazo = _autuar(autor, procedimento, Passo.SUSPENDER, motivo)
    if prazo.suspenso_em is not None:
        raise Recusa("O prazo já está suspenso.")
    if prazo.fim < autuacao.hoje:
        raise Recusa(f"O prazo venceu em {prazo.fim:%d/%m/%Y}: não há o que suspender.")
    autuacao.juntar(
        TipoDePeca.PRAZO,
        f"Suspensão: {prazo.get_especie_display().lower()}",
        f"Suspenso desde {autuacao.hoje:%d/%m/%Y}. {motivo.strip()}",
        dados={"suspenso_em": autuacao.hoje},
    )
    prazo.suspenso_em = autuacao.hoje
    prazo.save(update_fields=["suspenso_em"])
    return prazo


@servico
def prazo_retomar(*, autor: Autor, procedimento: Procedimento, motivo: str) -> Prazo:
    """Retoma o prazo: os dias suspensos não contam, e o de hoje já conta."""
    autuacao, prazo = _autuar(autor, procedimento, Passo.RETOMAR, motivo)
    if prazo.suspenso_em is None:
        raise Recusa("O prazo não está suspenso.")
    uteis = prazo.contagem == Contagem.UTEIS
    resta = (
        dias_uteis_entre(autuacao.procedimento, prazo.suspenso_em, prazo.fim)
        if uteis
        else (prazo.fim - prazo.suspenso_em).days + 1
    )
    contagem = Contagem.UTEIS if uteis else Contagem.CORRIDOS
    novo = contar(autuacao.procedimento, autuacao.hoje - timedelta(days=1), resta, contagem)
    autuacao.juntar(
        TipoDePeca.PRAZO,
        f"Retomada: {prazo.get_especie_display().lower()}",
        f"Retomado em {autuacao.hoje:%d/%m/%Y}, com {resta} {contagem.label.lower()} a correr, até "
        f"{novo:%d/%m/%Y}. {motivo.strip()}",
        dados={"retomado_em": autuacao.hoje, "a": novo},
    )
    prazo.fim, prazo.suspenso_em = novo, None
    prazo.save(update_fields=["fim", "suspenso_em"])
    return prazo


@servico
def decurso_certificar(*, autor: Autor, procedimento: Procedimento, passo: Passo) -> Peca:
    """Certifica que o prazo da parte passou em silêncio. `Recusa` antes do fim, ou suspenso."""
    autuacao = Autuacao(autor, procedimento, passo)
    prazo = prazo_aberto(autuacao.procedimento)
    assert prazo is not None
    if prazo.suspenso_em is not None:
        raise Recusa(f"O prazo está suspenso desde {prazo.suspenso_em:%d/%m/%Y}: não decorre.")
    if autuacao.hoje <= prazo.fim:
        raise Recusa(f"O prazo vai até {prazo.fim:%d/%m/%Y}: só depois se certifica o decurso.")
    peca = autuacao.juntar(
        TipoDePeca.DECURSO,
        f"Decurso de prazo: {prazo.get_especie_display().lower()}",
        f"Certifico que o prazo, de {prazo.quantidade} {prazo.get_contagem_display().lower()} contados de "
        f"{prazo.inicio:%d/%m/%Y} ({prazo.fonte}), acabou em {prazo.fim:%d/%m/%Y} sem manifestação da parte. "
        "O silêncio não é confissão nem renúncia (Lei 9.784/1999, art. 27).",
        dados={"especie": prazo.especie, "fim": prazo.fim},
    )
    campo = CAMPO_DO_DECURSO.get(passo)
    prova: dict[str, Any] = {campo: peca} if campo else {}
    autuacao.passar(**prova)
    return peca
