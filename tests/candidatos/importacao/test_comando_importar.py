"""`manage.py importar`: ensaio, gravação, relatório em JSON e códigos de saída."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from candidatos.models import Candidato, Importacao, LayoutImportacao, Resultado
from candidatos.servicos import entrega
from candidatos.servicos.layout import layout_exportar
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.models import Execucao
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao.caminho import importar, retrato

TITULOS = "Inscrição;Nome;CPF;Nascimento;objetiva;pontos"
ANA = "001;ANA SÁ;177.777.868-90;02/01/1990;40,00;50,00"
RUI = "002;RUI;;02/01/1990;40,00;51,00"


@pytest.fixture
def cargo(db: None) -> Cargo:
    return fabrica.cargo_publicado()


@pytest.fixture
def layout(operador: Pessoa, cargo: Cargo) -> LayoutImportacao:
    """O layout lembrado de um arquivo com os mesmos títulos, noutro concurso do órgão."""
    importar(operador, fabrica.cargo_publicado(), f"{TITULOS}\n9;OUTRA;;01/01/1990;40;50\n")
    return LayoutImportacao.objects.get()


def comando(cargo: Cargo, caminho: Path, *opcoes: str) -> tuple[int, dict[str, Any]]:
    """Código de saída e o relatório."""
    saida, codigo = StringIO(), 0
    argumentos = [str(caminho), "--edital", cargo.edital.numero, "--cargo", cargo.codigo, "--sem-reservas"]
    try:
        call_command("importar", *argumentos, "--json", *opcoes, stdout=saida)
    except SystemExit as fim:
        codigo = int(fim.code or 0)
    return codigo, json.loads(saida.getvalue())


def arquivo(pasta: Path, *linhas: str) -> Path:
    caminho = pasta / "entrega.csv"
    caminho.write_text("\n".join([TITULOS, *linhas]), encoding="utf-8")
    return caminho


def guardados() -> list[Path]:
    guarda = Importacao._meta.get_field("arquivo").storage
    return sorted(caminho for caminho in Path(guarda.location).rglob("*") if caminho.is_file())


def test_ensaio_diz_o_que_faria_e_nao_deixa_nada(
    cargo: Cargo, layout: LayoutImportacao, tmp_path: Path
) -> None:
    antes, na_guarda = retrato(), guardados()
    codigo, relatorio = comando(cargo, arquivo(tmp_path, ANA, RUI, "", TITULOS))
    assert codigo == 0
    assert relatorio["layout"] == f"{layout.nome} (versão 1)"
    contas = {
        chave: relatorio[chave] for chave in ("lidas", "novas", "alteradas", "inalteradas", "recusadas")
    }
    assert contas == {"lidas": 2, "novas": 2, "alteradas": 0, "inalteradas": 0, "recusadas": 0}
    assert (relatorio["em_branco"], relatorio["cabecalhos_repetidos"]) == (1, 1)
    assert (relatorio["gravado"], relatorio["importacao"]) == (False, None)
    assert (retrato(), guardados()) == (antes, na_guarda)
    assert not Execucao.objects.filter(titulo__contains="entrega.csv").exists()


def test_gravar_carrega_e_da_segunda_vez_nao_ha_nada_a_fazer(
    cargo: Cargo, layout: LayoutImportacao, tmp_path: Path
) -> None:
    caminho = arquivo(tmp_path, ANA, RUI)
    codigo, relatorio = comando(cargo, caminho, "--gravar")
    assert (codigo, relatorio["gravado"], relatorio["novas"]) == (0, True, 2)
    importacao = Importacao.objects.get(pk=relatorio["importacao"])
    assert (importacao.get_situacao_display(), importacao.plano["novas"]) == ("Carregada", 2)
    assert importacao.layout_id == layout.pk
    assert importacao.relatorio
    assert Resultado.objects.filter(importacao=importacao).count() == 2
    antes = retrato()
    codigo, relatorio = comando(cargo, caminho, "--gravar")
    assert (codigo, relatorio["gravado"], relatorio["inalteradas"]) == (0, False, 2)
    assert retrato() == antes


def test_linha_recusada_sai_com_um_e_nada_se_grava(
    cargo: Cargo, layout: LayoutImportacao, tmp_path: Path
) -> None:
    antes = retrato()
    codigo, relatorio = comando(cargo, arquivo(tmp_path, ANA, RUI.replace("51,00", "101")), "--gravar")
    assert (codigo, relatorio["gravado"], relatorio["recusadas"]) == (1, False, 1)
    assert relatorio["achados"] == [
        {
            "linha": 3,
            "coluna": "F",
            "severidade": "impede",
            "codigo": "nota_recusado",
            "mensagem": "passa da nota máxima da prova, 100",
        }
    ]
    assert retrato() == antes


def test_aviso_nao_muda_o_codigo_de_saida(cargo: Cargo, layout: LayoutImportacao, tmp_path: Path) -> None:
    codigo, relatorio = comando(cargo, arquivo(tmp_path, ANA.replace("868-90", "868-91")))
    assert codigo == 0
    assert [(cada["severidade"], cada["codigo"]) for cada in relatorio["achados"]] == [
        ("avisa", "cpf_digito")
    ]


@pytest.mark.parametrize(
    ("conteudo", "dito"),
    [
        (b"", "vazio"),
        (b"%PDF-1.7", "PDF"),
        ("Inscrição;Nome\n1;Jo\ufffdo\n".encode(), "banca o arquivo original"),
    ],
)
def test_o_que_nao_se_le_sai_com_dois(cargo: Cargo, tmp_path: Path, conteudo: bytes, dito: str) -> None:
    caminho = tmp_path / "mau.csv"
    caminho.write_bytes(conteudo)
    antes, na_guarda = retrato(), guardados()
    codigo, relatorio = comando(cargo, caminho, "--gravar")
    assert (codigo, relatorio["gravado"]) == (2, False)
    assert [achado["severidade"] for achado in relatorio["achados"]] == ["impede"]
    assert dito in relatorio["achados"][0]["mensagem"]
    assert (retrato(), guardados()) == (antes, na_guarda)


def test_erro_inesperado_nao_deixa_o_arquivo_e_tem_saida_propria(
    cargo: Cargo, layout: LayoutImportacao, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def falhar(*_: object, **__: object) -> None:
        raise RuntimeError("defeito")

    monkeypatch.setattr(entrega, "processar", falhar)
    so_deste_teste = arquivo(tmp_path, ANA.replace("001", "0777"))
    antes, na_guarda = retrato(), guardados()
    codigo, relatorio = comando(cargo, so_deste_teste, "--gravar")
    assert (codigo, relatorio["gravado"]) == (3, False)
    assert (retrato(), guardados()) == (antes, na_guarda)


def test_sem_layout_conhecido_diz_o_que_fazer(cargo: Cargo, tmp_path: Path) -> None:
    na_guarda = guardados()
    codigo, relatorio = comando(cargo, arquivo(tmp_path, ANA))
    assert codigo == 2
    assert "pareie um arquivo igual uma vez" in relatorio["achados"][0]["mensagem"]
    assert guardados() == na_guarda


def test_layout_exportado_serve_numa_instalacao_que_nao_o_tem(
    operador: Pessoa, cargo: Cargo, layout: LayoutImportacao, tmp_path: Path
) -> None:
    exportado = tmp_path / "layout.json"
    exportado.write_text(layout_exportar(autor=operador, layout=layout), encoding="utf-8")
    outro_orgao = fabrica.cargo_publicado(orgao=fabrica.orgao(sigla="SME"))
    codigo, relatorio = comando(outro_orgao, arquivo(tmp_path, ANA), "--layout", str(exportado), "--gravar")
    assert (codigo, relatorio["novas"]) == (0, 1)
    assert Candidato.objects.filter(nome="ANA SÁ").count() == 1


def test_arquivo_de_outros_titulos_nao_se_le_com_o_layout(
    cargo: Cargo, layout: LayoutImportacao, tmp_path: Path
) -> None:
    caminho = tmp_path / "outro.csv"
    caminho.write_text("Nome;Inscrição\nANA;1\n", encoding="utf-8")
    codigo, relatorio = comando(cargo, caminho, "--layout", layout.nome)
    assert codigo == 2
    assert "não é o do layout" in relatorio["achados"][0]["mensagem"]


def test_edital_ou_arquivo_que_nao_ha(cargo: Cargo, tmp_path: Path) -> None:
    for argumentos, dito in (
        ([str(tmp_path / "falta.csv"), "--edital", cargo.edital.numero], "não se abre"),
        ([str(arquivo(tmp_path, ANA)), "--edital", "999/1999"], "Não há edital"),
        ([str(arquivo(tmp_path, ANA)), "--edital", cargo.edital.numero, "--cargo", "XX"], "não tem cargo"),
        (
            [str(arquivo(tmp_path, ANA)), "--edital", cargo.edital.numero, "--autor", "ninguem"],
            "Não há usuário",
        ),
    ):
        saida = StringIO()
        with pytest.raises(SystemExit) as fim:
            call_command("importar", *argumentos, stdout=saida)
        assert fim.value.code == 2
        assert dito in saida.getvalue()


def test_quem_nao_pode_importar_nao_importa_pelo_comando(cargo: Cargo, tmp_path: Path) -> None:
    auditor = fabrica.usuario(Papel.AUDITOR)
    codigo, relatorio = comando(cargo, arquivo(tmp_path, ANA), "--autor", auditor.username, "--gravar")
    assert codigo == 2
    assert "não pode importar" in relatorio["achados"][0]["mensagem"]
