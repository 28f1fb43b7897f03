"""Documentos dos candidatos: relações de inscritos, resultados e homologação."""

from candidatos.documentos.homologacao import HOMOLOGACAO
from candidatos.documentos.inscritos import INSCRITOS, INSCRITOS_COTAS, INSCRITOS_PCD
from candidatos.documentos.resultado import RESULTADO

ESPECIES = (INSCRITOS, INSCRITOS_COTAS, INSCRITOS_PCD, RESULTADO, HOMOLOGACAO)

__all__ = ["ESPECIES"]
