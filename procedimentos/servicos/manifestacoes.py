"""O que a parte apresenta no protocolo: defesa, alegações e recurso, com os argumentos um a um."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico
from procedimentos.consultas import prazo_aberto
from procedimentos.enums import TipoDePeca
from procedimentos.fluxo import Passo
from procedimentos.models import Peca, Procedimento
from procedimentos.servicos.autuacao import Arquivo, Autuacao

PECA_DO_PASSO: Mapping[Passo, TipoDePeca] = {
    Passo.DEFENDER: TipoDePeca.DEFESA,
    Passo.ALEGAR: TipoDePeca.ALEGACOES,
    Passo.RECORRER: TipoDePeca.RECURSO,
}


@servico
def manifestacao_protocolar(
    *,
    autor: Autor,
    procedimento: Procedimento,
    passo: Passo,
    de_quem: str,
    texto: str,
    argumentos: Sequence[str],
    procuracao: str = "",
    arquivo: Arquivo = None,
) -> Peca:
    """Protocola a manifestação. Depois do prazo e antes da certidão, recebe-se: não se julga sem ouvir.

    `procuracao`: onde está, se assina advogado. `Recusa` sem quem apresenta ou sem argumentos.
    """
    autuacao = Autuacao(autor, procedimento, passo)
    tipo = PECA_DO_PASSO[passo]
    if not de_quem.strip():
        raise Recusa("Diga quem apresenta: a própria parte, ou o advogado e o número da OAB.")
    prazo = prazo_aberto(autuacao.procedimento)
    fora = prazo is not None and prazo.suspenso_em is None and autuacao.hoje > prazo.fim
    peca = autuacao.juntar(
        tipo,
        tipo.label,
        texto,
        arquivo=arquivo,
        de_quem=de_quem,
        dados={
            "argumentos": [a.strip() for a in argumentos if a.strip()],
            "procuracao": procuracao.strip(),
            "fora_do_prazo": fora,
        },
    )
    autuacao.argumentar(peca, argumentos)
    prova: dict[str, Any] = {"fim_da_defesa": peca} if passo == Passo.DEFENDER else {}
    autuacao.passar(**prova)
    return peca
