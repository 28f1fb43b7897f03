"""A produção dos atos num trabalhador de verdade, e a morte dele nos dois pontos."""

from __future__ import annotations

import hashlib

import pytest

from nomeacoes import servicos
from nomeacoes.models import Ato, PdfDoAto
from nucleo.models import Execucao
from tests.nomeacoes import mundo
from tests.servidores.trabalhador import SINAIS, Trabalhador, provar_morte

pytestmark = pytest.mark.trabalhador
ESPECIE = "nomeacoes.produzir_atos"


def conferir_pdfs(*, assinado: bool, quantos: int) -> None:
    """Um PDF por ato, cada um onde o seu hash diz e com esse conteúdo."""
    pdfs = list(PdfDoAto.objects.filter(assinado=assinado))
    assert sorted(pdf.ato_id for pdf in pdfs) == sorted(Ato.objects.values_list("pk", flat=True))
    assert len(pdfs) == quantos
    for pdf in pdfs:
        with pdf.arquivo.open("rb") as arquivo:
            assert hashlib.sha256(arquivo.read()).hexdigest() == pdf.sha256


def test_da_assinatura_ao_documento(trabalhador: Trabalhador) -> None:
    evento = mundo.convocar(mundo.cargo(), 4)
    execucao = servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    trabalhador.subir()
    assert trabalhador.esperar_fim(execucao).mensagem == "5 documentos prontos."
    conferir_pdfs(assinado=True, quantos=5)


@pytest.mark.parametrize("sinal", SINAIS)
def test_morte_do_trabalhador(trabalhador: Trabalhador, sinal: str) -> None:
    def pedir() -> Execucao:
        mundo.convocar(mundo.cargo(), 4)
        return Execucao.objects.get(especie=ESPECIE)

    provar_morte(
        trabalhador,
        sinal=sinal,
        especie=ESPECIE,
        pedir=pedir,
        intacto=lambda: not PdfDoAto.objects.exists(),
        verificar=lambda _: conferir_pdfs(assinado=False, quantos=5),
    )
