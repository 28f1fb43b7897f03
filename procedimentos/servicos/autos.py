"""Os autos: juntada avulsa, restrição com razões, leitura com rastro e o volume em PDF."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied

from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico
from procedimentos.consultas import autos_do_procedimento, pode_ler
from procedimentos.consultas.autos import Folha
from procedimentos.documentos import compor_autos
from procedimentos.enums import Acesso, TipoDePeca
from procedimentos.fluxo import Passo
from procedimentos.models import AcessoDaPeca, Peca, Procedimento
from procedimentos.servicos.autuacao import Arquivo, Autuacao

# Sem estas peças o rito não se prova: não se restringem nem se desentranham.
DO_RITO = frozenset(
    {
        TipoDePeca.PORTARIA,
        TipoDePeca.COMUNICACAO,
        TipoDePeca.CIENCIA,
        TipoDePeca.DECURSO,
        TipoDePeca.DEFESA,
        TipoDePeca.ALEGACOES,
        TipoDePeca.RELATORIO,
        TipoDePeca.DECISAO,
        TipoDePeca.RECURSO,
        TipoDePeca.DECISAO_DO_RECURSO,
        TipoDePeca.RESTRICAO,
    }
)


@servico
def documento_juntar(
    *,
    autor: Autor,
    procedimento: Procedimento,
    titulo: str,
    de_quem: str,
    texto: str = "",
    arquivo: Arquivo = None,
) -> Peca:
    """Junta um documento ou requerimento avulso: a parte apresenta-os até à decisão."""
    autuacao = Autuacao(autor, procedimento, Passo.JUNTAR)
    if not titulo.strip() or not de_quem.strip():
        raise Recusa("Diga o que é o documento e quem o apresenta.")
    return autuacao.juntar(TipoDePeca.DOCUMENTO, titulo.strip(), texto, arquivo=arquivo, de_quem=de_quem)


@servico
def peca_restringir(
    *, autor: Autor, procedimento: Procedimento, peca: Peca, acesso: Acesso, razoes: str
) -> Peca:
    """Restringe ou desentranha uma peça, por decisão junta aos autos; o número e o hash ficam."""
    autuacao = Autuacao(autor, procedimento, Passo.RESTRINGIR)
    achada = autuacao.procedimento.pecas.filter(pk=peca.pk).first()
    if achada is None:
        raise Recusa("A peça não é destes autos.")
    if achada.tipo in DO_RITO:
        raise Recusa(f"A peça {achada.numero} prova o rito: não se restringe nem se desentranha.")
    if achada.acessos.filter(acesso=acesso).exists():
        raise Recusa(f"A peça {achada.numero} já está “{Acesso(acesso).label.lower()}”.")
    if not razoes.strip():
        raise Recusa("Escreva as razões da decisão.")
    decisao = autuacao.juntar(
        TipoDePeca.RESTRICAO,
        f"Peça {achada.numero}: {Acesso(acesso).label.split(':')[0].lower()}",
        razoes,
        dados={"peca": achada.numero, "acesso": acesso},
    )
    AcessoDaPeca.objects.create(peca=achada, acesso=acesso, decisao=decisao)
    return decisao


@servico
def peca_ler(*, autor: Autor, peca: Peca) -> Folha:
    """A peça, para ler; a leitura fica na trilha. 403 se o acesso dela não o permite."""
    folha = next(f for f in autos_do_procedimento(peca.procedimento) if f.peca.pk == peca.pk)
    if not pode_ler(autor, folha):
        raise PermissionDenied("Esta peça está restrita por decisão dos autos.")
    registrar(
        autor=autor, acao="procedimentos.peca_ler", objeto=peca.procedimento, depois={"peca": peca.numero}
    )
    return folha


@servico
def autos_compor(*, autor: Autor, procedimento: Procedimento) -> bytes:
    """Os autos num PDF só: índice, folhas numeradas, marcadores. A peça que o autor não lê sai em branco."""
    folhas = autos_do_procedimento(procedimento)
    ocultas = {folha.peca.pk for folha in folhas if not pode_ler(autor, folha)}
    try:
        pdf = compor_autos(procedimento, folhas, ocultas=ocultas)
    except OSError as erro:
        raise Recusa(
            "O arquivo de uma peça não está onde foi guardado. Avise quem administra o sistema."
        ) from erro
    registrar(
        autor=autor, acao="procedimentos.autos_compor", objeto=procedimento, depois={"pecas": len(folhas)}
    )
    return pdf
