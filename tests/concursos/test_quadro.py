"""Quadro de cargos por arquivo: prévia, tudo ou nada, e as mesmas regras de um cargo por vez."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from concursos import servicos
from concursos.models import Cargo, Regras
from concursos.resources import ler_quadro
from concursos.servicos import DadosDoCargo, LinhaDoQuadro
from concursos.widgets import InteiroEstrito, SimOuNaoEstrito, TextoDaCelula
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from tests import fabrica

TITULOS = "Código;Cargo;Especialidade;Localidade;Vagas;Ampla;Cotas;PcD;Cadastro de reserva"
DUAS = f"{TITULOS}\n001;Analista;Direito;Centro;10;7;2;1;Sim\n002;Auxiliar;;;3;2;1;0;não\n"
REGRAS = Regras(nome="Regras gerais")


def planilha(linhas: list[list[Any]]) -> bytes:
    livro = Workbook()
    for linha in linhas:
        livro.active.append(linha)
    saida = io.BytesIO()
    livro.save(saida)
    return saida.getvalue()


# Leitura --------------------------------------------------------------------------------------------


@pytest.mark.puro
@pytest.mark.parametrize("codificacao", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("delimitador", [";", ",", "\t"])
def test_le_csv_de_qualquer_programa(codificacao: str, delimitador: str) -> None:
    lido = ler_quadro(DUAS.replace(";", delimitador).encode(codificacao), REGRAS)
    assert lido.erros == []
    assert [linha.dados for linha in lido.linhas] == [
        DadosDoCargo(REGRAS, "001", "Analista", 10, 7, 2, 1, "Direito", "Centro", True),
        DadosDoCargo(REGRAS, "002", "Auxiliar", 3, 2, 1, 0, "", "", False),
    ]


@pytest.mark.puro
def test_le_xlsx_com_titulos_por_cima_numeros_e_linhas_em_branco() -> None:
    conteudo = planilha(
        [
            ["Anexo I – Quadro de vagas"],
            [],
            ["Cód.", "Nome do cargo", "Total de vagas", "Ampla concorrência", "Cota racial", "PCD", "Nota"],
            [101, "Analista", 10, 8, 2, 0, "x"],
            [],
            ["102", "Auxiliar", 1.0, "1", 0, 0, None],
        ]
    )
    lido = ler_quadro(conteudo, REGRAS)
    assert [(linha.numero, linha.dados.codigo, linha.dados.vagas) for linha in lido.linhas] == [
        (4, "101", 10),
        (6, "102", 1),
    ]
    assert lido.ignoradas == ["Nota"]


@pytest.mark.puro
def test_cada_celula_que_nao_se_entende_diz_linha_coluna_e_motivo() -> None:
    lido = ler_quadro(f"{TITULOS}\n;Analista;;;dez;7;;1;talvez\n002;B;;;1;1;0;0;S\n".encode(), REGRAS)
    assert lido.erros == [
        "Linha 2, coluna “Código”: está em branco.",
        "Linha 2, coluna “Vagas”: “dez” não é um número inteiro de vagas: se não há vagas, escreva 0.",
        "Linha 2, coluna “Cotas”: está em branco: se não há vagas, escreva 0.",
        "Linha 2, coluna “Cadastro de reserva”: “talvez” não é Sim nem Não.",
    ]
    assert len(lido.linhas) == 1


@pytest.mark.puro
@pytest.mark.parametrize(
    ("conteudo", "motivo"),
    [
        (b"", "não tem uma linha de títulos"),
        (b"so uma coluna\nx\n", "não tem uma linha de títulos"),
        (b"Codigo;Cargo;Vagas\n1;A;1\n", "A linha de títulos não serve"),
        (f"{TITULOS};Total\n".encode(), "A linha de títulos não serve"),
        (f"{TITULOS}\n".encode(), "não há cargos"),
        (f"{TITULOS}\n1;A;;;1;1;0;0;Sim;sobra\n".encode(), "há mais células que títulos"),
        (f'{TITULOS}\n"1;A;;;1;1;0;0;Sim\n'.encode(), "aspas"),
        ("C\ufffddigo;Cargo\n".encode(), "acentos"),
        (b"\x00\x01\x02", "estragado"),
        (b"PK\x03\x04nada", "estragado"),
        (b"x" * (1 << 20) + b"xx", "1 MB"),
        (TITULOS.encode() + b"\n1;A;;;1;1;0;0;Sim" * 1001, "mais de 1000 cargos"),
    ],
)
def test_o_que_nao_e_quadro_se_recusa(conteudo: bytes, motivo: str) -> None:
    with pytest.raises(Recusa, match=motivo):
        ler_quadro(conteudo, REGRAS)


@pytest.mark.puro
def test_a_recusa_diz_que_coluna_falta_e_qual_se_repete() -> None:
    with pytest.raises(Recusa) as recusa:
        ler_quadro(b"Codigo;Cargo;Nome;Vagas;Ampla;Cotas\n", REGRAS)
    assert recusa.value.detalhes == ["Falta a coluna “PcD”.", "Mais de uma coluna diz “Cargo”: deixe uma."]


@pytest.mark.puro
@pytest.mark.parametrize(
    ("valor", "lido"), [("Sim", True), ("s", True), ("NÃO", False), ("n", False), (True, True)]
)
def test_sim_ou_nao(valor: Any, lido: bool) -> None:
    assert SimOuNaoEstrito().clean(valor) is lido


@pytest.mark.puro
@pytest.mark.parametrize("valor", ["", None, "1", "talvez", "x", 1])
def test_o_que_nao_e_sim_nem_nao_nunca_vira_nao(valor: Any) -> None:
    with pytest.raises(ValueError, match="Sim nem Não"):
        SimOuNaoEstrito().clean(valor)


@pytest.mark.puro
@pytest.mark.parametrize("valor", ["", None, "1,5", "1.5", 1.5, "-1", "CR", True, "1.000"])
def test_vagas_so_em_numero_inteiro(valor: Any) -> None:
    with pytest.raises(ValueError, match=r"branco|número"):
        InteiroEstrito().clean(valor)


@pytest.mark.puro
def test_texto_guarda_zeros_e_tira_o_decimal_da_planilha() -> None:
    assert TextoDaCelula().clean(" 001 ") == "001"
    assert TextoDaCelula().clean(101.0) == "101"


# Serviço --------------------------------------------------------------------------------------------


@pytest.fixture
def rascunho(db: None) -> Cargo:
    return fabrica.cargo_em_rascunho()


def linhas(cargo: Cargo, *codigos: str, **trocas: Any) -> list[LinhaDoQuadro]:
    valores: dict[str, Any] = {"vagas": 3, "vagas_ampla": 2, "vagas_cotas": 1}
    return [
        LinhaDoQuadro(
            n, DadosDoCargo(regras=cargo.regras, codigo=codigo, nome="Médico", **(valores | trocas))
        )
        for n, codigo in enumerate(codigos, start=2)
    ]


def test_importa_todos_com_um_registro_por_cargo_e_um_do_quadro(rascunho: Cargo) -> None:
    autor = fabrica.autor()
    servicos.quadro_importar(autor=autor, edital=rascunho.edital, linhas=linhas(rascunho, "001", "002"))
    assert set(rascunho.edital.cargos.values_list("codigo", flat=True)) == {rascunho.codigo, "001", "002"}
    assert RegistroTrilha.objects.filter(acao="concursos.cargo_criar", autor=autor.pessoa).count() == 2
    assert RegistroTrilha.objects.get(acao="concursos.quadro_importar").depois == {"cargos": 2}


def test_um_defeito_e_nenhum_cargo_fica(rascunho: Cargo) -> None:
    quadro = [*linhas(rascunho, "001", "001"), *linhas(rascunho, "009", vagas=99)]
    with pytest.raises(Recusa) as recusa:
        servicos.quadro_importar(autor=fabrica.autor(), edital=rascunho.edital, linhas=quadro)
    assert recusa.value.detalhes[0].startswith("Linha 3, 001: Já há um cargo com este código")
    assert recusa.value.detalhes[1].startswith("Linha 2, 009: O quadro não soma")
    assert rascunho.edital.cargos.count() == 1
    assert not RegistroTrilha.objects.filter(acao="concursos.quadro_importar").exists()


def test_conferir_diz_o_mesmo_e_nao_grava(rascunho: Cargo) -> None:
    quadro = linhas(rascunho, "001", rascunho.codigo)
    erros = servicos.quadro_conferir(autor=fabrica.autor(), edital=rascunho.edital, linhas=quadro)
    with pytest.raises(Recusa) as recusa:
        servicos.quadro_importar(autor=fabrica.autor(), edital=rascunho.edital, linhas=quadro)
    assert erros == recusa.value.detalhes
    assert rascunho.edital.cargos.count() == 1
    assert not RegistroTrilha.objects.exists()


def test_edital_publicado_recusa(db: None) -> None:
    cargo = fabrica.cargo_publicado()
    for servico in (servicos.quadro_importar, servicos.quadro_conferir):
        with pytest.raises(Recusa, match="publicado"):
            servico(autor=fabrica.autor(), edital=cargo.edital, linhas=linhas(cargo, "001"))


def test_autoridade_nao_importa(rascunho: Cargo) -> None:
    with pytest.raises(PermissionDenied):
        servicos.quadro_importar(
            autor=fabrica.autor(Papel.AUTORIDADE), edital=rascunho.edital, linhas=linhas(rascunho, "001")
        )


# Páginas --------------------------------------------------------------------------------------------


@pytest.fixture
def operador(client: Client, db: None) -> Client:
    client.force_login(fabrica.usuario(Papel.OPERADOR))
    return client


def endereco(cargo: Cargo) -> str:
    return reverse("concursos:quadro_importar", args=[cargo.edital.concurso_id])


def enviar(client: Client, cargo: Cargo, texto: str) -> Any:
    arquivo = SimpleUploadedFile("quadro.csv", texto.encode())
    return client.post(endereco(cargo), {"arquivo": arquivo, "regras": cargo.regras_id})


def test_previa_e_confirmacao(operador: Client, rascunho: Cargo) -> None:
    previa = enviar(operador, rascunho, DUAS)
    assert "Prévia: 2 cargos, 13 vagas" in previa.content.decode()
    assert rascunho.edital.cargos.count() == 1
    quadro = previa.context["confirmacao"].initial["quadro"]
    resposta = operador.post(endereco(rascunho), {"quadro": quadro}, follow=True)
    assert "2 cargos acrescentados ao edital." in resposta.content.decode()
    assert rascunho.edital.cargos.count() == 3


def test_confirmar_duas_vezes_nao_repete(operador: Client, rascunho: Cargo) -> None:
    quadro = enviar(operador, rascunho, DUAS).context["confirmacao"].initial["quadro"]
    operador.post(endereco(rascunho), {"quadro": quadro})
    segunda = operador.post(endereco(rascunho), {"quadro": quadro}).content.decode()
    assert "Já há um cargo com este código" in segunda
    assert rascunho.edital.cargos.count() == 3


def test_previa_com_defeito_nao_oferece_confirmar(operador: Client, rascunho: Cargo) -> None:
    resposta = enviar(operador, rascunho, DUAS.replace("10;7;2;1", "10;7;2;2"))
    assert "Linha 2, 001: O quadro não soma" in resposta.content.decode()
    assert "confirmacao" not in resposta.context


@pytest.mark.parametrize("quadro", ["", "inventado", "a:b:c"])
def test_o_que_nao_se_viu_nao_se_confirma(operador: Client, rascunho: Cargo, quadro: str) -> None:
    operador.post(endereco(rascunho), {"quadro": quadro})
    assert rascunho.edital.cargos.count() == 1


def test_a_previa_de_um_edital_nao_serve_a_outro(operador: Client, rascunho: Cargo) -> None:
    outro = fabrica.cargo_em_rascunho()
    quadro = enviar(operador, rascunho, DUAS).context["confirmacao"].initial["quadro"]
    resposta = operador.post(endereco(outro), {"quadro": quadro})
    assert "A prévia já não vale" in resposta.content.decode()
    assert outro.edital.cargos.count() == 1


def test_publicado_volta_ao_edital_e_diz_por_que(operador: Client, db: None) -> None:
    cargo = fabrica.cargo_publicado()
    resposta = operador.get(endereco(cargo), follow=True)
    assert resposta.redirect_chain[0][0] == reverse("concursos:edital", args=[cargo.edital.concurso_id])
    assert "publicado" in resposta.content.decode()


def test_o_edital_leva_a_importacao(operador: Client, rascunho: Cargo) -> None:
    pagina = operador.get(reverse("concursos:edital", args=[rascunho.edital.concurso_id])).content.decode()
    assert endereco(rascunho) in pagina
    assert "Regras destes cargos" in operador.get(endereco(rascunho)).content.decode()
