"""Quem é quem num procedimento, e o que pode praticar agora."""

from __future__ import annotations

from django.db.models import QuerySet

from nucleo.enums import Papel
from nucleo.permissoes import Autor, Pessoa
from procedimentos.enums import Funcao
from procedimentos.fluxo import PASSOS, Passo, Quem, passos_da_fase
from procedimentos.models import Procedimento

# A ação que só um dos papéis pratica: é por ela que se pergunta à tabela de papéis.
PROTOCOLAR, INSTAURAR = "procedimentos.protocolar", "procedimentos.autoridade"
PAPEL_DE: dict[Quem, Papel] = {
    Quem.PROTOCOLO: Papel.OPERADOR,
    Quem.AUTORIDADE: Papel.AUTORIDADE,
    Quem.PRESIDENTE: Papel.COMISSAO,
    Quem.MEMBRO: Papel.COMISSAO,
    Quem.DECISOR: Papel.AUTORIDADE,
    Quem.RECURSAL: Papel.AUTORIDADE,
}


def procedimentos_ao_alcance(*, autor: Pessoa) -> QuerySet[Procedimento]:
    """Procedimentos dos órgãos do autor, com o que as listas mostram."""
    todos = Procedimento.objects.select_related(
        "orgao__municipio",
        "inscricao__candidato",
        "inscricao__edital__concurso__orgao",
        "instaurado_por",
        "decide",
        "julga_recurso",
    )
    chaves = autor.orgaos()
    return todos if chaves is None else todos.filter(orgao__in=chaves)


def quem_e(autor: Autor, procedimento: Procedimento) -> frozenset[Quem]:
    """O que o autor é neste procedimento. Da comissão, não é autoridade dele; o sistema não é ninguém."""
    if autor.pessoa is None:
        return frozenset()
    papeis: set[Quem] = set()
    membro = (
        procedimento.membros.filter(usuario=autor.pessoa, saiu_por=None)
        .exclude(funcao=Funcao.SUPLENTE)
        .first()
    )
    if membro is not None and autor.pode("procedimentos.comissao", procedimento.orgao):
        papeis.add(Quem.PRESIDENTE if membro.funcao == Funcao.PRESIDENTE else Quem.MEMBRO)
    if autor.pode(PROTOCOLAR, procedimento.orgao):
        papeis.add(Quem.PROTOCOLO)
    if autor.pode(INSTAURAR, procedimento.orgao) and membro is None:
        papeis.add(Quem.AUTORIDADE)
        if procedimento.decide_id == autor.pessoa.pk:
            papeis.add(Quem.DECISOR)
        if procedimento.julga_recurso_id == autor.pessoa.pk:
            papeis.add(Quem.RECURSAL)
    return frozenset(papeis)


def passos_possiveis(autor: Autor, procedimento: Procedimento) -> list[Passo]:
    """Os passos da fase que o autor pratica, na ordem do rito: são os botões da página."""
    meus = quem_e(autor, procedimento)
    return [passo for passo in passos_da_fase(procedimento.fase) if meus & set(PASSOS[passo].quem)]
