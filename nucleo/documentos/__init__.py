"""Documentos: das espécies que cada app registra ao PDF, ao texto e ao HTML que se guardam.

Uma espécie (`EspecieDeDocumento`) diz de que objeto trata, quem a emite, a consulta pura que dá o seu
contexto e o modelo, versionado, que o redige. O modelo é um só para as três formas: dá blocos (`corpo`), e
dos blocos saem o PDF (`composicao`), o texto e o HTML para o Diário Oficial (`publicacao`). Listas longas
repartem-se em volumes (`volumes`).
"""

from nucleo.documentos.composicao import compor_pdf
from nucleo.documentos.compositor import ErroDeComposicao
from nucleo.documentos.corpo import Bloco, blocos_do_documento
from nucleo.documentos.especies import (
    Coluna,
    EspecieDeDocumento,
    cabecalho,
    coluna,
    especie_de_documento,
    registrar_documento,
    tabela,
)
from nucleo.documentos.guarda import guardar_pelo_hash
from nucleo.documentos.publicacao import Impressao, em_html, em_texto, pdf_do_documento
from nucleo.documentos.textos import data_por_extenso, imprimivel, texto_imprimivel
from nucleo.documentos.volumes import LINHAS_POR_VOLUME, quantos_volumes, volume_do_documento

__all__ = [
    "LINHAS_POR_VOLUME",
    "Bloco",
    "Coluna",
    "ErroDeComposicao",
    "EspecieDeDocumento",
    "Impressao",
    "blocos_do_documento",
    "cabecalho",
    "coluna",
    "compor_pdf",
    "data_por_extenso",
    "em_html",
    "em_texto",
    "especie_de_documento",
    "guardar_pelo_hash",
    "imprimivel",
    "pdf_do_documento",
    "quantos_volumes",
    "registrar_documento",
    "tabela",
    "texto_imprimivel",
    "volume_do_documento",
]
