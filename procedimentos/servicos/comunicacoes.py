"""Citação e intimações: cada tentativa é peça, e só a ciência provada faz correr prazo."""

from __future__ import annotations

from datetime import date

from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico
from procedimentos.consultas import comunicacao_pendente, frustradas
from procedimentos.enums import Assunto, Meio, SituacaoDaComunicacao, TipoDePeca
from procedimentos.fluxo import ANTECEDENCIA_DA_AUDIENCIA, ASSUNTO_DO_PASSO, TENTATIVAS_ANTES_DO_EDITAL, Passo
from procedimentos.models import Audiencia, Comunicacao, Peca, Procedimento
from procedimentos.servicos.autuacao import Arquivo, Autuacao, contar, exigir_data_passada


@servico
def comunicacao_expedir(
    *,
    autor: Autor,
    procedimento: Procedimento,
    passo: Passo,
    meio: Meio,
    texto: str,
    aceite: str = "",
    arquivo: Arquivo = None,
) -> Comunicacao:
    """Expede a citação ou a intimação. `aceite`: onde a parte aceitou o e-mail.

    `Recusa` se outra espera prova; por edital, antes de duas tentativas frustradas; por e-mail, sem aceite.
    """
    autuacao = Autuacao(autor, procedimento, passo)
    if passo == Passo.CITAR:
        autuacao.exigir_comissao_desimpedida()
    return expedir(autuacao, ASSUNTO_DO_PASSO[passo], meio, texto, aceite=aceite, arquivo=arquivo)


def expedir(
    autuacao: Autuacao,
    assunto: Assunto,
    meio: Meio,
    texto: str,
    *,
    aceite: str = "",
    arquivo: Arquivo = None,
    audiencia: Audiencia | None = None,
) -> Comunicacao:
    """Junta a comunicação e deixa-a à espera da prova. `Recusa` como em `comunicacao_expedir`."""
    alvo = autuacao.procedimento
    if comunicacao_pendente(alvo, assunto) is not None:
        raise Recusa("Outra comunicação espera a prova: prove a ciência ou certifique que se frustrou.")
    if meio == Meio.EDITAL and frustradas(alvo, assunto) < TENTATIVAS_ANTES_DO_EDITAL:
        raise Recusa(
            f"O edital é o último recurso: cabe depois de {TENTATIVAS_ANTES_DO_EDITAL} tentativas frustradas "
            f"por outro meio; houve {frustradas(alvo, assunto)}."
        )
    if meio == Meio.EMAIL and not aceite.strip():
        raise Recusa("Por e-mail só a quem o aceitou: diga em que peça ou documento a parte o aceitou.")
    peca = autuacao.juntar(
        TipoDePeca.COMUNICACAO,
        f"{assunto.label}: {Meio(meio).label.lower()}",
        texto if not aceite.strip() else f"{texto.strip()}\n\nE-mail aceito pela parte: {aceite.strip()}",
        arquivo=arquivo,
        dados={"assunto": assunto, "meio": meio},
    )
    return Comunicacao.objects.create(
        procedimento=alvo,
        assunto=assunto,
        meio=meio,
        peca=peca,
        audiencia=audiencia,
        expedida_em=autuacao.hoje,
    )


@servico
def ciencia_provar(
    *,
    autor: Autor,
    procedimento: Procedimento,
    passo: Passo,
    ciencia_em: date,
    texto: str,
    arquivo: Arquivo = None,
) -> Peca:
    """Prova a ciência da comunicação pendente; dela, salvo na audiência, conta-se o prazo da parte."""
    autuacao = Autuacao(autor, procedimento, passo)
    assunto = ASSUNTO_DO_PASSO[passo]
    comunicacao = comunicacao_pendente(autuacao.procedimento, assunto)
    if comunicacao is None:
        raise Recusa("Não há comunicação à espera de prova: expeça-a antes.")
    exigir_data_passada(ciencia_em, autuacao.hoje, comunicacao.expedida_em, "à expedição")
    if comunicacao.audiencia is not None:
        _exigir_antecedencia(autuacao.procedimento, comunicacao.audiencia, ciencia_em)
    peca = autuacao.juntar(
        TipoDePeca.CIENCIA,
        f"Prova da ciência: {assunto.label.lower()}",
        f"Ciência em {ciencia_em:%d/%m/%Y} da comunicação da peça {comunicacao.peca.numero}.\n"
        f"{texto.strip()}",
        arquivo=arquivo,
        dados={"assunto": assunto, "ciencia_em": ciencia_em, "comunicacao": comunicacao.peca.numero},
    )
    _encerrar(comunicacao, SituacaoDaComunicacao.CIENTE, peca, ciencia_em)
    if autuacao.regra.para is not None:
        autuacao.passar(ciencia=ciencia_em)
    return peca


def _exigir_antecedencia(procedimento: Procedimento, audiencia: Audiencia, ciencia_em: date) -> None:
    if contar(procedimento, ciencia_em, ANTECEDENCIA_DA_AUDIENCIA, "uteis") > audiencia.data:
        raise Recusa(
            f"Entre a ciência e a audiência não há {ANTECEDENCIA_DA_AUDIENCIA} dias úteis: certifique a "
            "intimação frustrada e designe outra data."
        )


@servico
def comunicacao_frustrar(
    *, autor: Autor, procedimento: Procedimento, texto: str, arquivo: Arquivo = None
) -> Peca:
    """Certifica que a comunicação pendente se frustrou; outra tentativa pode fazer-se."""
    autuacao = Autuacao(autor, procedimento, Passo.FRUSTRAR)
    comunicacao = (
        autuacao.procedimento.comunicacoes.filter(situacao=SituacaoDaComunicacao.EXPEDIDA)
        .order_by("-pk")
        .first()
    )
    if comunicacao is None:
        raise Recusa("Não há comunicação à espera de prova.")
    if not texto.strip():
        raise Recusa("Diga por que se frustrou.")
    peca = autuacao.juntar(
        TipoDePeca.FRUSTRADA,
        f"Frustrada: {comunicacao.get_assunto_display().lower()}, {comunicacao.get_meio_display().lower()}",
        texto,
        arquivo=arquivo,
        dados={"comunicacao": comunicacao.peca.numero},
    )
    _encerrar(comunicacao, SituacaoDaComunicacao.FRUSTRADA, peca, None)
    return peca


def _encerrar(
    comunicacao: Comunicacao, situacao: SituacaoDaComunicacao, prova: Peca, ciencia_em: date | None
) -> None:
    comunicacao.situacao, comunicacao.prova, comunicacao.ciencia_em = situacao, prova, ciencia_em
    comunicacao.save(update_fields=["situacao", "prova", "ciencia_em"])
