"""A lei no código é a lei publicada: todo dispositivo está lá, com o seu texto e o seu destino."""

import importlib
import re
from pathlib import Path

import pytest

from cotas import LEIS, ErroDeCitacao, Fundamento, Lei, Tratamento

PASTA = Path(__file__).parent / "leis"
ARTIGO = re.compile(r"Art\. (\d+º)\.")
PARAGRAFO = re.compile(r"(§ \d+º|Parágrafo único)\.?")
LEIS_POR_CHAVE = pytest.mark.parametrize("lei", LEIS.values(), ids=LEIS.keys())


def publicado(lei: Lei) -> list[tuple[str, str]]:
    """(dispositivo, texto) na ordem da lei, lidos do texto publicado."""
    linhas = " ".join((PASTA / f"{lei.chave}.txt").read_text(encoding="utf-8").split())
    linhas = linhas.split("PREFEITURA MUNICIPAL")[0]
    partes: list[tuple[str, str]] = []
    for artigo, corpo in zip(*[iter(ARTIGO.split(linhas)[1:])] * 2, strict=True):
        pedacos = re.split(r"(?:(?<=^)|(?<=[.] )|(?<=[:;] ))(§ \d+º|Parágrafo único)[. ]", corpo)
        tem_paragrafos = len(pedacos) > 1
        partes.append((f"art. {artigo}, caput" if tem_paragrafos else f"art. {artigo}", pedacos[0].strip()))
        for nome, texto in zip(pedacos[1::2], pedacos[2::2], strict=True):
            rotulo = nome if nome.startswith("§") else "parágrafo único"
            partes.append((f"art. {artigo}, {rotulo}", texto.strip(" .") + "."))
    return partes


@LEIS_POR_CHAVE
def test_todo_dispositivo_esta_no_codigo_com_o_texto_publicado(lei: Lei) -> None:
    esperado = publicado(lei)
    assert [d.artigo for d in lei.dispositivos] == [artigo for artigo, _ in esperado]
    for dispositivo, (_, texto) in zip(lei.dispositivos, esperado, strict=True):
        assert dispositivo.texto.rstrip(".") == texto.rstrip(".")
        assert dispositivo.norma == lei.nome


@LEIS_POR_CHAVE
def test_formalizado_aponta_para_codigo_que_o_cita_e_o_resto_diz_por_que(lei: Lei) -> None:
    for dispositivo in lei.dispositivos:
        assert dispositivo.nota
        if dispositivo.tratamento is not Tratamento.FORMALIZADO:
            continue
        modulo, _, nome = dispositivo.nota.rpartition(".")
        funcao = getattr(importlib.import_module(modulo), nome)
        cabecalho = (funcao.__doc__ or "").splitlines()[0]
        if modulo.startswith("cotas.leis."):
            artigo = dispositivo.artigo if ":" in dispositivo.artigo else f"{dispositivo.artigo}:"
            assert cabecalho.lower().startswith(artigo.lower())


@LEIS_POR_CHAVE
def test_funcoes_seguem_a_ordem_da_lei(lei: Lei) -> None:
    modulo = importlib.import_module(type(lei).__module__)
    texto = Path(str(modulo.__file__)).read_text(encoding="utf-8")
    ordem = [int(numero) * 100 + int(paragrafo or 0) for numero, paragrafo in _funcoes(texto)]
    assert ordem == sorted(ordem)
    assert len(ordem) >= 8


def _funcoes(texto: str) -> list[tuple[str, str]]:
    return re.findall(r"^def art_(\d+)(?:_par_(\d+))?", texto, re.MULTILINE)


@LEIS_POR_CHAVE
def test_citacao_leva_norma_e_artigo(lei: Lei) -> None:
    for dispositivo in lei.dispositivos:
        if dispositivo.tratamento is not Tratamento.VETADO:
            assert dispositivo.citacao == f"{lei.nome}, {dispositivo.artigo}"


def test_vetado_nao_se_cita_nem_fundamenta() -> None:
    (vetado,) = [d for d in LEIS["fortaleza-11111-2021"].dispositivos if d.tratamento is Tratamento.VETADO]
    assert vetado.artigo == "art. 7º"
    with pytest.raises(ErroDeCitacao, match="vetado"):
        _ = vetado.citacao
    with pytest.raises(ErroDeCitacao):
        Fundamento(vetado, "nunca")


def test_nenhum_outro_dispositivo_e_vetado() -> None:
    vetados = [d for lei in LEIS.values() for d in lei.dispositivos if d.tratamento is Tratamento.VETADO]
    assert len(vetados) == 1


def test_remissao_errada_da_lei_de_caxias_fica_como_publicada() -> None:
    (artigo,) = [d for d in LEIS["caxias-2689-2015"].dispositivos if d.artigo == "art. 2º"]
    assert "art. 1º, § 5º" in artigo.texto


@pytest.mark.parametrize(
    ("chave", "negro", "indigena", "cotista"),
    [
        ("fortaleza-11111-2021", True, False, True),
        ("fortaleza-11111-2021", False, True, False),
        ("fortaleza-11111-2021", False, False, False),
        ("caxias-2689-2015", True, False, True),
        ("caxias-2689-2015", False, True, True),
        ("caxias-2689-2015", False, False, False),
    ],
)
def test_quem_e_destinatario(chave: str, negro: bool, indigena: bool, cotista: bool) -> None:
    assert LEIS[chave].cotista(negro=negro, indigena=indigena) is cotista


def test_limiar_so_em_fortaleza() -> None:
    assert (LEIS["fortaleza-11111-2021"].limiar, LEIS["caxias-2689-2015"].limiar) == (3, 0)
