"""Vagas, eventos do cargo, nomeações com o que ocupam, e atos numerados e encadeados."""

from nomeacoes.models.atos import Ato, ContadorAto, PdfDoAto
from nomeacoes.models.conferencia import Certidao, MemoriaDaConvocacao, Reconferencia
from nomeacoes.models.eventos import FINS_DE_RESSALVA, JUDICIAIS, RESERVADOS, Evento, Vaga
from nomeacoes.models.nomeacao import Nomeacao, Ocupacao

__all__ = [
    "FINS_DE_RESSALVA",
    "JUDICIAIS",
    "RESERVADOS",
    "Ato",
    "Certidao",
    "ContadorAto",
    "Evento",
    "MemoriaDaConvocacao",
    "Nomeacao",
    "Ocupacao",
    "PdfDoAto",
    "Reconferencia",
    "Vaga",
]
