"""O texto de ouro de cada documento, lido e conferido por gente, e a forma do seu PDF.

Mudou o texto de propósito? Releia o que vai mudar e regrave:

    REGRAVAR_TEXTOS=1 .venv/bin/python -m pytest tests/documentos/test_textos.py
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from pathlib import Path

import outloud
import pdfua
import pikepdf
import pytest

from candidatos.enums import EspecieDeDivulgacao
from concursos.models import HomologacaoDoCargo, Retificacao
from nucleo.models import Documento
from tests import fabrica
from tests.documentos import emissao
from tests.documentos.emissao import certame, divulgar, emitir, produzir
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db

TEXTOS = Path(__file__).parents[1] / "casos" / "documentos"


def edital() -> Documento:
    return emitir("concursos.edital", certame()[0].edital)


def edital_de_caxias() -> Documento:
    orgao = fabrica.orgao(sigla="SMA", municipio=fabrica.municipio_de_caxias())
    do_edital = emissao.edital_publicado(orgao=orgao)
    regras = fabrica.regras(edital=do_edital, nome="Regras", barreira_geral=50, etapas=["Teste físico"])
    fabrica.cargo(regras=regras, codigo="C1", cadastro_reserva=False)
    return emitir("concursos.edital", do_edital)


def retificacao() -> Documento:
    nova = Retificacao.objects.create(
        edital=certame()[0].edital,
        numero=1,
        publicada_em=date(2023, 9, 15),
        veiculo="Diário Oficial nº 3",
        motivo="Erro material no <quadro>.",
        aplicada_em="2023-09-15T12:00:00Z",
        mudancas=[
            {
                "alvo": "cargo",
                "alvo_id": 1,
                "alvo_nome": "Analista",
                "campo": "requisito",
                "rotulo": "requisito",
                "antes": "Ensino médio",
                "depois": "Ensino superior & registro",
            },
            {
                "alvo": "regras",
                "alvo_id": 1,
                "alvo_nome": "Regras gerais",
                "campo": "data_referencia_idade",
                "rotulo": "data de referência da idade",
                "antes": None,
                "depois": "2023-12-10",
            },
        ],
    )
    return emitir("concursos.retificacao", nova)


def inscritos() -> Documento:
    return emitir("candidatos.inscritos", certame()[0].edital)


def inscritos_cotas() -> Documento:
    return emitir("candidatos.inscritos_cotas", certame()[0].edital)


def inscritos_pcd() -> Documento:
    return emitir("candidatos.inscritos_pcd", certame()[0].edital)


def resultado_preliminar() -> Documento:
    return emitir("candidatos.resultado", divulgar(certame(), EspecieDeDivulgacao.PRELIMINAR))


def resultado_final() -> Documento:
    return emitir("candidatos.resultado", divulgar(certame(), EspecieDeDivulgacao.FINAL))


def homologacao() -> Documento:
    analista, _ = certame()
    fabrica.classificacao_homologada(cargo=analista)
    return emitir("candidatos.homologacao", HomologacaoDoCargo.objects.get(cargo=analista))


def homologacao_em_parte() -> Documento:
    analista, tecnico = certame()
    fabrica.classificacao_homologada(cargo=analista)
    HomologacaoDoCargo.objects.filter(cargo=tecnico).update(homologado_em=date(2024, 3, 2))
    return emitir("candidatos.homologacao", HomologacaoDoCargo.objects.get(cargo=analista))


def convocacao() -> Documento:
    """Quatro pessoas, uma delas pela lista da cota, e outra, cotista, pela geral."""
    analista, _ = certame()
    fabrica.classificacao_homologada(cargo=analista)
    fabrica.datar(analista.edital.concurso, homologado_em=date(2026, 8, 1), validade_ate=date(2099, 1, 1))
    evento = mundo.convocar(analista, 4, data=date(2026, 9, 1))
    return emitir(
        "nomeacoes.convocacao",
        evento,
        comparecer_ate=date(2026, 9, 15),
        local="Rua das Flores, 10, sala 2, das 8h às 14h",
        documentos=["Documento de identidade", "Diploma & registro"],
    )


TODOS: list[Callable[[], Documento]] = [
    edital,
    edital_de_caxias,
    retificacao,
    inscritos,
    inscritos_cotas,
    inscritos_pcd,
    resultado_preliminar,
    resultado_final,
    homologacao,
    homologacao_em_parte,
    convocacao,
]


@pytest.mark.parametrize("documento", TODOS, ids=lambda documento: documento.__name__)
def test_texto_e_forma(documento: Callable[[], Documento], tmp_path: Path) -> None:
    formas = produzir(documento())
    texto = emissao.normalizado(formas["txt"].decode())
    guardado = TEXTOS / f"{documento.__name__}.txt"
    if "REGRAVAR_TEXTOS" in os.environ:
        guardado.parent.mkdir(exist_ok=True)
        guardado.write_text(texto, encoding="utf-8")
    assert texto == guardado.read_text(encoding="utf-8")
    _conferir_pdf(formas["pdf"], tmp_path)
    assert emissao.CPF not in formas["html"].decode() + texto
    if pasta := os.environ.get("GUARDAR_DOCUMENTOS"):
        for formato, octetos in formas.items():
            (Path(pasta) / f"{documento.__name__}.{formato}").write_bytes(octetos)


def _conferir_pdf(pdf: bytes, pasta: Path) -> None:
    """PDF/A-2a e PDF/UA-1 sem achado nenhum."""
    arquivo = pasta / "documento.pdf"
    arquivo.write_bytes(pdf)
    achados = outloud.check(str(arquivo))
    assert (achados.errors, [f.message for f in achados.sorted_findings()]) == (0, [])
    assert [f.message for f in pdfua.validate(str(arquivo)).findings] == []
    with pikepdf.open(arquivo) as aberto, aberto.open_metadata() as metadados:
        assert (metadados["pdfaid:part"], metadados["pdfaid:conformance"]) == ("2", "A")
        assert metadados["pdfuaid:part"] == "1"
