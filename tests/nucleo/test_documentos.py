"""Datas por extenso, textos imprimíveis e a composição de PDFs."""

from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nucleo.documentos import ErroDeComposicao, compor_pdf, data_por_extenso, texto_imprimivel

MOMENTO = datetime(2026, 3, 1, 13, 0, tzinfo=UTC)
MODELO = """#let dados = json(bytes(sys.inputs.dados))
#set document(title: "Ensaio")
#set text(font: "Libertinus Serif", lang: "pt", fallback: false)
= Ensaio
#dados.texto
"""

pytestmark = pytest.mark.puro


@pytest.fixture
def pasta(tmp_path: Path) -> Path:
    (tmp_path / "ensaio.typ").write_text(MODELO, encoding="utf-8")
    return tmp_path


def compor(pasta: Path, texto: str) -> bytes:
    return compor_pdf(pasta=pasta, modelo="ensaio.typ", dados={"texto": texto}, momento=MOMENTO)


@pytest.mark.parametrize(
    ("data", "extenso"),
    [
        (date(2026, 3, 1), "1º de março de 2026"),
        (date(2026, 3, 2), "2 de março de 2026"),
        (date(2023, 8, 31), "31 de agosto de 2023"),
        (date(2024, 2, 29), "29 de fevereiro de 2024"),
        (date(2026, 12, 11), "11 de dezembro de 2026"),
        (date(2027, 1, 1), "1º de janeiro de 2027"),
    ],
)
def test_data_por_extenso(data: date, extenso: str) -> None:
    assert data_por_extenso(data) == extenso


@pytest.mark.parametrize(
    ("texto", "esperado"),
    [
        ("Conceição d'Ávila Güell", "Conceição d'Ávila Güell"),
        ("a\tb\r\nc", "a b c"),
        ("Zé 😀", "Zé �"),
        ("日本", "��"),
        ("bela\u00advista", "belavista"),
        ("\u202eABC\u202c", "ABC"),
        ("Jose\u0301", "José"),
        ("sino\x07", "sino�"),
        ('#let *x* $y$ \\ "z"', '#let *x* $y$ \\ "z"'),
    ],
)
def test_texto_imprimivel(texto: str, esperado: str) -> None:
    assert texto_imprimivel(texto) == esperado


def test_tudo_o_que_se_declara_imprimivel_a_fonte_imprime(pasta: Path) -> None:
    letras = [
        chr(codigo) for codigo in range(0x2200) if unicodedata.category(chr(codigo)) not in {"Cs", "Cn"}
    ]
    admitidas = [letra for letra in letras if texto_imprimivel(letra) == letra]
    assert len(admitidas) > 900
    compor(pasta, " ".join(admitidas))


def test_iguais_as_entradas_iguais_os_octetos(pasta: Path) -> None:
    assert compor(pasta, "José") == compor(pasta, "José")


def test_outro_texto_outros_octetos(pasta: Path) -> None:
    assert compor(pasta, "José") != compor(pasta, "Maria")


def test_aviso_do_compositor_e_erro(pasta: Path) -> None:
    (pasta / "ensaio.typ").write_text(
        MODELO.replace("Libertinus Serif", "Fonte Que Não Há"), encoding="utf-8"
    )
    with pytest.raises(ErroDeComposicao, match="ensaio"):
        compor(pasta, "José")


def test_erro_do_modelo_e_erro(pasta: Path) -> None:
    (pasta / "ensaio.typ").write_text("#nada", encoding="utf-8")
    with pytest.raises(ErroDeComposicao, match=r"ensaio\.typ: "):
        compor(pasta, "José")


def test_o_modelo_nao_le_fora_da_sua_pasta(pasta: Path) -> None:
    (pasta.parent / "segredo.txt").write_text("segredo", encoding="utf-8")
    (pasta / "ensaio.typ").write_text('#read("../segredo.txt")', encoding="utf-8")
    with pytest.raises(ErroDeComposicao):
        compor(pasta, "José")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_nenhum_texto_derruba_a_composicao(tmp_path_factory: pytest.TempPathFactory, texto: str) -> None:
    pasta = tmp_path_factory.getbasetemp() / "qualquer"
    pasta.mkdir(exist_ok=True)
    (pasta / "ensaio.typ").write_text(MODELO, encoding="utf-8")
    assert compor(pasta, texto).startswith(b"%PDF-1.7")
