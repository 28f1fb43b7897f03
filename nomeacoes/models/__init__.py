"""Vagas, eventos do cargo, nomeações com o que ocupam, e atos numerados e encadeados."""

from nomeacoes.models.atos import Ato, ContadorAto, PdfDoAto
from nomeacoes.models.conferencia import Certidao, MemoriaDaConvocacao, Reconferencia
from nomeacoes.models.documentos_da_posse import (
    ConferenciaDoDocumento,
    DocumentoExigido,
    DocumentoRecebido,
    ListaDeDocumentos,
)
from nomeacoes.models.eventos import FINS_DE_RESSALVA, JUDICIAIS, RESERVADOS, Evento, Vaga
from nomeacoes.models.nomeacao import Nomeacao, Ocupacao
from nomeacoes.models.prazos import Exercicio, ProrrogacaoDePrazo, RegraDePrazo
from nomeacoes.models.vida import (
    CertificacaoOrcamentaria,
    DispensaDosQuatroOlhos,
    JustificativaDoAto,
    Mandato,
    PublicacaoDoAto,
)

__all__ = [
    "FINS_DE_RESSALVA",
    "JUDICIAIS",
    "RESERVADOS",
    "Ato",
    "Certidao",
    "CertificacaoOrcamentaria",
    "ConferenciaDoDocumento",
    "ContadorAto",
    "DispensaDosQuatroOlhos",
    "DocumentoExigido",
    "DocumentoRecebido",
    "Evento",
    "Exercicio",
    "JustificativaDoAto",
    "ListaDeDocumentos",
    "Mandato",
    "MemoriaDaConvocacao",
    "Nomeacao",
    "Ocupacao",
    "PdfDoAto",
    "ProrrogacaoDePrazo",
    "PublicacaoDoAto",
    "Reconferencia",
    "RegraDePrazo",
    "Vaga",
]
