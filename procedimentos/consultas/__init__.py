"""Leituras dos procedimentos."""

from procedimentos.consultas.alcance import passos_possiveis, procedimentos_ao_alcance, quem_e
from procedimentos.consultas.andamento import (
    audiencia_aberta,
    comunicacao_pendente,
    efetivos,
    frustradas,
    por_responder,
    prazo_aberto,
    problemas_do_momento,
    tem_objeto,
)
from procedimentos.consultas.autos import autos_do_procedimento, pode_ler, ruptura_dos_autos

__all__ = [
    "audiencia_aberta",
    "autos_do_procedimento",
    "comunicacao_pendente",
    "efetivos",
    "frustradas",
    "passos_possiveis",
    "pode_ler",
    "por_responder",
    "prazo_aberto",
    "problemas_do_momento",
    "procedimentos_ao_alcance",
    "quem_e",
    "ruptura_dos_autos",
    "tem_objeto",
]
