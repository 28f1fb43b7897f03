"""Exportação na administração: papéis, alcance, filtros, trilha, e uma página que se lê e se ouve."""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
import tablib
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from candidatos.resources import CsvDaCasa, XlsxDaCasa
from candidatos.widgets import CpfMascarado, DataBrasileira, NotaComVirgula, NumeroInteiro, SimOuNao
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.models import RegistroTrilha
from tests import fabrica
from tests.candidatos.test_exportacao import folha_do_xlsx, linhas_do_csv

puro = pytest.mark.puro
MODELOS = ["candidato", "inscricao", "importacao", "classificacao"]
CSV, XLSX = "0", "1"


@pytest.fixture
def cargo(db: None) -> Cargo:
    novo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=novo, numero="007", nome="=Ângela Muniz", cpf="12345678909", nota="92.00")
    fabrica.candidatura(cargo=novo, numero="008", nome="Bia Lima", nota="70.50")
    fabrica.classificacao(cargo=novo)
    return novo


def entrar(client: Client, papel: Papel = Papel.OPERADOR, **alcance: Any) -> Client:
    client.force_login(fabrica.usuario(papel, **alcance))
    return client


def exportar(client: Client, modelo: str, formato: str = CSV, recurso: str = "0", filtro: str = "") -> Any:
    endereco = reverse(f"admin:candidatos_{modelo}_export") + filtro
    return client.post(endereco, {"format": formato, "resource": recurso})


def test_inscricoes_com_cpf_mascarado_e_sem_formula(client: Client, cargo: Cargo) -> None:
    resposta = exportar(entrar(client), "inscricao")
    assert resposta.streaming
    titulos, primeira, _ = linhas_do_csv(resposta.getvalue())
    assert titulos == ["Inscrição", "Nome", "CPF", "Edital", "Concurso", "Órgão"]
    assert primeira[:3] == ["007", "'=Ângela Muniz", "***.456.789-**"]
    assert primeira[4:] == [cargo.edital.concurso.identificacao, "SEPOG"]


def test_xlsx_guarda_codigo_como_texto_e_lugar_como_numero(client: Client, cargo: Cargo) -> None:
    folha = folha_do_xlsx(exportar(entrar(client), "classificacao", XLSX, recurso="1").getvalue())
    linha = {titulo.value: celula for titulo, celula in zip(folha[1], folha[2], strict=True)}
    assert (linha["Inscrição"].value, linha["Inscrição"].data_type) == ("007", "s")
    assert (linha["Nome"].value, linha["Nome"].data_type) == ("=Ângela Muniz", "s")
    assert linha["Lugar"].value == 1
    assert (linha["Nota final"].value, linha["Nota final"].number_format) == (92, "0.00")
    assert linha["Empatado"].value == "Não"


def test_versoes_da_classificacao(client: Client, cargo: Cargo) -> None:
    _, linha = linhas_do_csv(exportar(entrar(client), "classificacao").getvalue())
    assert linha[:4] == [cargo.codigo, "Analista", "1", "Corrente"]
    assert re.fullmatch(r"\d\d/\d\d/\d{4} \d\d:\d\d", linha[4])


def test_importacoes_com_as_contagens(client: Client, cargo: Cargo) -> None:
    recebida = fabrica.importacao(edital=cargo.edital)
    recebida.plano = {"lidas": 83, "novas": 80, "alteradas": 2, "recusadas": 0}
    recebida.save()
    titulos, linha = linhas_do_csv(exportar(entrar(client), "importacao").getvalue())
    valores = dict(zip(titulos, linha, strict=True))
    assert [valores[t] for t in ("Linhas lidas", "Novas", "Alteradas", "Recusadas")] == ["83", "80", "2", "0"]
    assert valores["Situação"] == "Carregada"


def test_sai_so_o_que_a_lista_mostra(client: Client, cargo: Cargo) -> None:
    linhas = linhas_do_csv(exportar(entrar(client), "candidato", filtro="?q=bia").getvalue())
    assert [linha[0] for linha in linhas[1:]] == ["Bia Lima"]


@pytest.mark.parametrize("modelo", MODELOS)
def test_so_do_alcance(client: Client, cargo: Cargo, modelo: str) -> None:
    entrar(client, orgao=fabrica.orgao(sigla="OUTRO"))
    assert len(linhas_do_csv(exportar(client, modelo).getvalue())) == 1


def test_o_endereco_nao_filtra_o_que_a_lista_nao_oferece(client: Client, cargo: Cargo) -> None:
    resposta = exportar(entrar(client), "inscricao", filtro="?autodeclaracao__negro=1")
    assert not resposta.streaming
    assert not RegistroTrilha.objects.exists()


@pytest.mark.parametrize("modelo", MODELOS)
def test_administrador_nao_exporta_candidatos(client: Client, cargo: Cargo, modelo: str) -> None:
    entrar(client, Papel.ADMINISTRADOR)
    assert exportar(client, modelo).status_code == 403
    assert client.get(reverse(f"admin:candidatos_{modelo}_export")).status_code == 403


@pytest.mark.parametrize("modelo", MODELOS)
def test_cada_saida_fica_na_trilha_sem_o_que_se_buscou(client: Client, cargo: Cargo, modelo: str) -> None:
    exportar(entrar(client), modelo, filtro="?q=bia")
    registro = RegistroTrilha.objects.get(acao=f"candidatos.{modelo}_exportar")
    assert (registro.depois["formato"], registro.depois["filtrada"]) == ("csv", True)
    assert "bia" not in str(registro.depois)


def test_linhas_escolhidas_a_mao_nao_passam_do_alcance(client: Client, cargo: Cargo) -> None:
    alheia = cargo.candidaturas.first()
    entrar(client, orgao=fabrica.orgao(sigla="OUTRO"))
    endereco = reverse("admin:candidatos_inscricao_export")
    resposta = client.post(
        endereco, {"format": CSV, "resource": "0", "export_items": [str(alheia.inscricao_id)]}
    )
    assert "007" not in resposta.content.decode()


@pytest.mark.parametrize("modelo", MODELOS)
def test_a_lista_leva_a_pagina_e_todo_campo_dela_tem_rotulo(
    client: Client, cargo: Cargo, modelo: str
) -> None:
    endereco = reverse(f"admin:candidatos_{modelo}_export")
    lista = entrar(client).get(reverse(f"admin:candidatos_{modelo}_changelist")).content.decode()
    assert f'href="{endereco}?"' in lista
    pagina = client.get(endereco).content.decode()
    conteudo = pagina[pagina.index('<main id="conteudo"') : pagina.index("</main>")]
    campos = re.findall(r"<(?:select|input)(?![^>]*type=\"(?:hidden|submit)\")[^>]*id=\"(\w+)\"", conteudo)
    assert campos
    assert all(f'for="{campo}"' in conteudo for campo in campos)
    assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=", pagina)
    assert "Export " not in conteudo
    assert "exporter" not in conteudo


# Formatos e widgets ---------------------------------------------------------------------------------


@puro
@pytest.mark.parametrize("formato", [CsvDaCasa(), XlsxDaCasa()])
def test_formato_so_exporta(formato: Any) -> None:
    assert formato.can_export()
    assert not formato.can_import()


@puro
def test_formatos_escrevem_tambem_uma_tabela_pronta() -> None:
    tabela = tablib.Dataset(["=1", Decimal("9.50")], headers=["A", "B"])
    assert CsvDaCasa().export_data(tabela) == "\ufeffA;B\r\n'=1;9,50\r\n".encode()
    assert folha_do_xlsx(XlsxDaCasa().export_data(tabela))["A2"].data_type == "s"


@puro
@pytest.mark.parametrize(
    ("valor", "lido"), [("Sim", True), ("S", True), ("não", False), ("N", False), (False, False)]
)
def test_sim_ou_nao_vai_e_volta(valor: Any, lido: bool) -> None:
    assert SimOuNao().clean(valor) is lido
    assert SimOuNao().clean(SimOuNao().render(lido)) is lido


@puro
@pytest.mark.parametrize("valor", ["", None, "1", "x", "verdadeiro"])
def test_o_que_nao_e_sim_nunca_vira_nao_calado(valor: Any) -> None:
    with pytest.raises(ValueError, match="Sim nem Não"):
        SimOuNao().clean(valor)


@puro
@pytest.mark.parametrize(
    ("valor", "canonica"), [("75,125", "75.125"), ("75.125", "75.125"), ("92,00", "92.00")]
)
def test_nota_com_virgula_vai_e_volta(valor: str, canonica: str) -> None:
    assert NotaComVirgula().clean(valor) == canonica
    assert NotaComVirgula().clean(NotaComVirgula().render(canonica)) == canonica
    assert NotaComVirgula().render(canonica, force_native_type=True) == Decimal(canonica)


@puro
@pytest.mark.parametrize("valor", ["", "1.234,56", "abc", True])
def test_nota_que_nao_se_entende_se_recusa(valor: Any) -> None:
    with pytest.raises(ValueError, match="nota"):
        NotaComVirgula().clean(valor)


@puro
def test_data_vai_e_volta_e_a_impossivel_se_recusa() -> None:
    assert DataBrasileira().clean(DataBrasileira().render(date(2023, 8, 31))) == date(2023, 8, 31)
    assert DataBrasileira().render(None) == ""
    with pytest.raises(ValueError, match="calendário"):
        DataBrasileira().clean("31/02/2023")


@puro
def test_data_com_hora_sai_no_fuso_do_municipio() -> None:
    instante = datetime(2023, 8, 31, 2, 5, tzinfo=timezone.get_fixed_timezone(0))
    assert DataBrasileira().render(instante) == f"{timezone.localtime(instante):%d/%m/%Y %H:%M}"
    assert DataBrasileira().render(instante).startswith("30/08/2023")


@puro
def test_numero_e_cpf() -> None:
    assert NumeroInteiro().render(3, force_native_type=True) == 3
    assert NumeroInteiro().render(None) == ""
    assert CpfMascarado().render("12345678909") == "***.456.789-**"
    assert CpfMascarado().render(None) == ""
