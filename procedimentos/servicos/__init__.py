"""Serviços dos procedimentos, e qual deles pratica cada passo do rito."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from procedimentos.fluxo import Passo
from procedimentos.servicos.abertura import (
    Comissao,
    procedimento_abrir,
    procedimento_arquivar,
    procedimento_instaurar,
)
from procedimentos.servicos.autos import autos_compor, documento_juntar, peca_ler, peca_restringir
from procedimentos.servicos.comissao import impedimento_declarar, membro_substituir
from procedimentos.servicos.comunicacoes import ciencia_provar, comunicacao_expedir, comunicacao_frustrar
from procedimentos.servicos.decisao import (
    Resposta,
    decisao_proferir,
    improcedencia_julgar,
    parecer_juntar,
    reconsideracao_decidir,
    recurso_julgar,
    recurso_prover,
    relatorio_apresentar,
)
from procedimentos.servicos.efeitos import cumprimento_conferir, decisao_cumprir
from procedimentos.servicos.instrucao import (
    Voto,
    audiencia_designar,
    audiencia_registrar,
    instrucao_encerrar,
    prova_decidir,
    prova_produzir,
    prova_requerer,
    sessao_registrar,
)
from procedimentos.servicos.manifestacoes import manifestacao_protocolar
from procedimentos.servicos.prazos import (
    decurso_certificar,
    prazo_prorrogar,
    prazo_retomar,
    prazo_suspender,
)

P = Passo


def _de(servico: Callable[..., Any], *passos: Passo) -> dict[Passo, Callable[..., Any]]:
    """O mesmo serviço para vários passos, cada um com o seu `passo` já dado."""
    return {passo: partial(servico, passo=passo) for passo in passos}


# Um serviço por passo, sem exceção (um teste o diz); `ABRIR` cria, e por isso não recebe o procedimento.
DO_PASSO: Mapping[Passo, Callable[..., Any]] = {
    P.ABRIR: procedimento_abrir,
    P.ARQUIVAR: procedimento_arquivar,
    P.INSTAURAR: procedimento_instaurar,
    P.DECLARAR: impedimento_declarar,
    P.SUBSTITUIR: membro_substituir,
    P.JUNTAR: documento_juntar,
    P.RESTRINGIR: peca_restringir,
    **_de(comunicacao_expedir, P.CITAR, P.INTIMAR_ALEGACOES, P.INTIMAR_DECISAO),
    **_de(ciencia_provar, P.PROVAR_CITACAO, P.PROVAR_AUDIENCIA, P.PROVAR_ALEGACOES, P.PROVAR_DECISAO),
    P.FRUSTRAR: comunicacao_frustrar,
    P.PRORROGAR: prazo_prorrogar,
    P.SUSPENDER: prazo_suspender,
    P.RETOMAR: prazo_retomar,
    **_de(manifestacao_protocolar, P.DEFENDER, P.ALEGAR, P.RECORRER),
    **_de(decurso_certificar, P.DECURSO_DA_DEFESA, P.DECURSO_DAS_ALEGACOES, P.DECURSO_DO_RECURSO),
    P.REQUERER_PROVA: prova_requerer,
    P.DECIDIR_PROVA: prova_decidir,
    P.PRODUZIR_PROVA: prova_produzir,
    P.DESIGNAR_AUDIENCIA: audiencia_designar,
    P.REALIZAR_AUDIENCIA: audiencia_registrar,
    P.REUNIR: sessao_registrar,
    P.ENCERRAR_INSTRUCAO: instrucao_encerrar,
    P.RELATAR: relatorio_apresentar,
    P.OPINAR: parecer_juntar,
    P.DECIDIR: decisao_proferir,
    P.JULGAR_IMPROCEDENTE: improcedencia_julgar,
    **_de(reconsideracao_decidir, P.RECONSIDERAR, P.MANTER),
    P.NEGAR_RECURSO: recurso_julgar,
    P.PROVER_RECURSO: recurso_prover,
    P.CUMPRIR: decisao_cumprir,
}

__all__ = [
    "DO_PASSO",
    "Comissao",
    "Resposta",
    "Voto",
    "audiencia_designar",
    "audiencia_registrar",
    "autos_compor",
    "ciencia_provar",
    "comunicacao_expedir",
    "comunicacao_frustrar",
    "cumprimento_conferir",
    "decisao_cumprir",
    "decisao_proferir",
    "decurso_certificar",
    "documento_juntar",
    "impedimento_declarar",
    "improcedencia_julgar",
    "instrucao_encerrar",
    "manifestacao_protocolar",
    "membro_substituir",
    "parecer_juntar",
    "peca_ler",
    "peca_restringir",
    "prazo_prorrogar",
    "prazo_retomar",
    "prazo_suspender",
    "procedimento_abrir",
    "procedimento_arquivar",
    "procedimento_instaurar",
    "prova_decidir",
    "prova_produzir",
    "prova_requerer",
    "reconsideracao_decidir",
    "recurso_julgar",
    "recurso_prover",
    "relatorio_apresentar",
    "sessao_registrar",
]
