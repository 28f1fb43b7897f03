"""A matriz inteira, passo × fase × pessoa: só passa o par da tabela, praticado por quem ela diz."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction

from nucleo.enums import Papel
from nucleo.erros import Conflito, Recusa
from procedimentos.enums import Fase
from procedimentos.fluxo import PASSOS, Passo
from procedimentos.servicos.autuacao import Autuacao
from tests import fabrica
from tests.procedimentos.mundo import Causa, Relogio

pytestmark = pytest.mark.django_db

P = Passo
# Escrito à parte da tabela: quem, neste procedimento, é o quê.
E_O_QUE = {
    "operador": {"ao protocolo"},
    "autoridade": {"à autoridade que instaura", "à autoridade que decide"},
    "recursal": {"à autoridade que instaura", "à autoridade que julga o recurso"},
    "presidente": {"ao presidente da comissão"},
    "secretario": {"a um membro da comissão"},
    "suplente": set(),
    "comissao_de_fora": set(),
    "autoridade_de_fora": {"à autoridade que instaura"},
    "auditor": set(),
    "administrador": set(),
    "de_outro_orgao": set(),
}


def _ate(fase: Fase, causa: Causa, relogio: Relogio) -> None:
    """Leva o procedimento à fase, pelos serviços."""
    if fase in (Fase.TRIAGEM, Fase.ARQUIVADO, Fase.INSTAURADO):
        causa.abrir()
        if fase == Fase.ARQUIVADO:
            causa.praticar(P.ARQUIVAR, causa.autoridade, razoes="Sem indício.")
        if fase == Fase.INSTAURADO:
            causa.instaurar()
            causa.declarar_todos()
    elif fase in (Fase.DEFESA, Fase.INSTRUCAO, Fase.ALEGACOES, Fase.DECISAO, Fase.RECURSO):
        getattr(causa, f"ate_{fase.value}")()
    elif fase == Fase.A_ALEGAR:
        causa.ate_instrucao().praticar(P.ENCERRAR_INSTRUCAO, causa.presidente, texto="Nada mais.")
    elif fase == Fase.RELATORIO:
        causa.ate_alegacoes().manifestar(P.ALEGAR)
    elif fase == Fase.DECIDIDO:
        causa.ate_decisao().decidir()
    elif fase == Fase.IMPROCEDENTE:
        causa.ate_decisao().praticar(P.JULGAR_IMPROCEDENTE, causa.autoridade, texto="Não bastam.")
    elif fase in (Fase.RECONSIDERACAO, Fase.JULGAMENTO):
        causa.ate_recurso().manifestar(P.RECORRER)
        if fase == Fase.JULGAMENTO:
            causa.praticar(P.MANTER, causa.autoridade, texto="Mantenho.")
    else:
        causa.ate_encerrado(relogio)
        if fase == Fase.CUMPRIDO:
            causa.praticar(P.CUMPRIR, causa.autoridade, texto="Cumpra-se.")
    assert causa.procedimento.fase == fase


def _pessoas(causa: Causa) -> dict[str, Any]:
    orgao = causa.cargo.orgao
    return {
        "operador": causa.operador,
        "autoridade": causa.autoridade,
        "recursal": causa.recursal,
        "presidente": causa.comissao[0],
        "secretario": causa.comissao[1],
        "suplente": causa.comissao[3],
        "comissao_de_fora": fabrica.autor(Papel.COMISSAO, orgao=orgao),
        "autoridade_de_fora": fabrica.autor(Papel.AUTORIDADE, orgao=orgao),
        "auditor": fabrica.autor(Papel.AUDITOR, orgao=orgao),
        "administrador": fabrica.autor(Papel.ADMINISTRADOR, orgao=orgao),
        "de_outro_orgao": fabrica.autor(Papel.OPERADOR, orgao=fabrica.orgao(sigla="OUTRO")),
    }


def _tenta(causa: Causa, autor: Any, passo: Passo) -> str:
    try:
        with transaction.atomic():
            Autuacao(autor, causa.procedimento, passo)
    except Conflito:
        return "fase"
    except PermissionDenied:
        return "pessoa"
    except Recusa as recusa:
        pytest.fail(recusa.mensagem)
    return "pode"


@pytest.mark.parametrize("fase", list(Fase))
def test_passo_por_fase_por_pessoa(fase: Fase, causa: Causa, relogio: Relogio) -> None:
    _ate(fase, causa, relogio)
    # Antes da portaria ninguém é da comissão, nem decide.
    sem_portaria = fase in (Fase.TRIAGEM, Fase.ARQUIVADO)
    valem = {"ao protocolo", "à autoridade que instaura"} if sem_portaria else set().union(*E_O_QUE.values())
    for nome, autor in _pessoas(causa).items():
        for passo in set(Passo) - {P.ABRIR}:
            esperado = "fase"
            if fase in PASSOS[passo].de:
                esperado = "pode" if E_O_QUE[nome] & valem & set(PASSOS[passo].quem) else "pessoa"
            assert _tenta(causa, autor, passo) == esperado, (fase, passo, nome)
