"""Os documentos do procedimento: o arquivo de cada peça e o volume dos autos."""

from procedimentos.documentos.anexos import (
    Anexo,
    aceitar_anexo,
    conteudo_encadeado,
    conteudo_guardado,
    exigir_tamanho,
    nome_limpo,
    problema_do_conteudo,
    sha256_de,
)
from procedimentos.documentos.rito import rito_em_markdown
from procedimentos.documentos.volume import compor_autos

__all__ = [
    "Anexo",
    "aceitar_anexo",
    "compor_autos",
    "conteudo_encadeado",
    "conteudo_guardado",
    "exigir_tamanho",
    "nome_limpo",
    "problema_do_conteudo",
    "rito_em_markdown",
    "sha256_de",
]
