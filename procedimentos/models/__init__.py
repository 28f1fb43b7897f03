"""Procedimento, comissão, peças encadeadas, comunicações, prazos, instrução e efeitos."""

from procedimentos.models.andamento import Comunicacao, Prazo, PrazoDoMunicipio
from procedimentos.models.autos import AcessoDaPeca, Argumento, Peca
from procedimentos.models.instrucao import Audiencia, Efeito, PedidoDeProva
from procedimentos.models.procedimento import Membro, Procedimento

__all__ = [
    "AcessoDaPeca",
    "Argumento",
    "Audiencia",
    "Comunicacao",
    "Efeito",
    "Membro",
    "Peca",
    "PedidoDeProva",
    "Prazo",
    "PrazoDoMunicipio",
    "Procedimento",
]
