"""A produção de um documento num trabalhador de verdade, e a morte dele no meio."""

from __future__ import annotations

import hashlib

import pytest

from nucleo.models import ArquivoDoDocumento, Execucao
from nucleo.servicos.documentos import ESPECIE
from tests.documentos.emissao import certame, emitir
from tests.servidores.trabalhador import SINAIS, Trabalhador, provar_morte

pytestmark = pytest.mark.trabalhador


def conferir() -> None:
    """As três formas, cada uma uma vez, cada arquivo com o conteúdo que o seu hash diz."""
    arquivos = list(ArquivoDoDocumento.objects.order_by("formato"))
    assert [cada.formato for cada in arquivos] == ["html", "pdf", "txt"]
    for cada in arquivos:
        with cada.arquivo.open("rb") as arquivo:
            assert hashlib.sha256(arquivo.read()).hexdigest() == cada.sha256


@pytest.mark.parametrize("sinal", SINAIS)
def test_morte_do_trabalhador(trabalhador: Trabalhador, sinal: str) -> None:
    def pedir() -> Execucao:
        emitir("concursos.edital", certame()[0].edital)
        return Execucao.objects.get(especie=ESPECIE)

    provar_morte(
        trabalhador,
        sinal=sinal,
        especie=ESPECIE,
        pedir=pedir,
        intacto=lambda: not ArquivoDoDocumento.objects.exists(),
        verificar=lambda _: conferir(),
    )
