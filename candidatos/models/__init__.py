"""Candidato, inscrição e candidatura; arquivos importados, resultados e classificação."""

from candidatos.models.classificacao import (
    Classificacao,
    Colocacao,
    Resultado,
    RetificacaoDoResultado,
    Sorteio,
)
from candidatos.models.divulgacao import AvaliacaoDaDeclaracao, Divulgacao, Recurso
from candidatos.models.importacao import (
    Importacao,
    LayoutImportacao,
    ValorAnterior,
    caminho_do_arquivo,
    caminho_do_relatorio,
)
from candidatos.models.inscricoes import Autodeclaracao, Candidato, Candidatura, Inscricao

__all__ = [
    "Autodeclaracao",
    "AvaliacaoDaDeclaracao",
    "Candidato",
    "Candidatura",
    "Classificacao",
    "Colocacao",
    "Divulgacao",
    "Importacao",
    "Inscricao",
    "LayoutImportacao",
    "Recurso",
    "Resultado",
    "RetificacaoDoResultado",
    "Sorteio",
    "ValorAnterior",
    "caminho_do_arquivo",
    "caminho_do_relatorio",
]
