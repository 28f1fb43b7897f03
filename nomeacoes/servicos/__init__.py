"""Serviços das nomeações."""

from nomeacoes.servicos.atos import ato_assinar, convocacao_assinar
from nomeacoes.servicos.convocacao import convocacao_confirmar, convocacao_planejar
from nomeacoes.servicos.ocorrencias import (
    desistencia_registrar,
    final_de_fila_registrar,
    nao_confirmacao_registrar,
    nomeacao_tornar_sem_efeito,
    posse_registrar,
)
from nomeacoes.servicos.producao import atos_pedir_producao, pdf_produzir

__all__ = [
    "ato_assinar",
    "atos_pedir_producao",
    "convocacao_assinar",
    "convocacao_confirmar",
    "convocacao_planejar",
    "desistencia_registrar",
    "final_de_fila_registrar",
    "nao_confirmacao_registrar",
    "nomeacao_tornar_sem_efeito",
    "pdf_produzir",
    "posse_registrar",
]
