"""A importação pelo navegador: do arquivo estragado pela banca à retificação do resultado homologado."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from django.utils import timezone
from openpyxl import load_workbook

from tests.navegador.balcao import IDOSO, MAIS_VELHO, Balcao

pytestmark = pytest.mark.navegador

ACENTOS_PERDIDOS = Path(__file__).parents[1] / "dados/importacao/acentos_perdidos.csv"
LEI = "fortaleza-11111-2021"
ORGAO = "Secretaria Municipal da Educação"
# O que a banca escreve acima dos títulos; “Situação” vem duas vezes, e a coluna I não tem título.
ACIMA = "PREFEITURA MUNICIPAL;;;;;;;;;\nRESULTADO FINAL DO CONCURSO;;;;;;;;;\n"
TITULOS = "Inscrição;Nome;CPF;Opção de vaga;Nota final;Nascimento;PCD;Situação;;Situação"
LINHAS = (
    "000101;ANA LIMA;;A1 - Analista - Centro;95,50;03/04/1990;Não;Aprovado;Não;Paga",
    "000102;BRUNO CONCEIÇÃO;1234567890;A1 - Analista - Centro;91,00;12/06/1985;Não;Aprovado;Sim;Paga",
    "000103;CARLA DIAS;;A1 - Analista - Norte;88,25;30/01/1979;Não;Aprovado;Não;Paga",
    "000104;DAVI NUNES;;A1 - Analista - Norte;855,0;21/09/1993;Não;Aprovado;Não;Paga",
    "000105;ELISA PRADO;;A1 - Analista - Norte;80,00;05/03/1193;Não;Aprovado;Sim;Paga",
    "000106;FÁBIO SENA;;A2 - Técnico - Centro;90,00;17/11/1988;Não;Aprovado;Não;Paga",
    "000107;GILDA ROCHA;;A2 - Técnico - Centro;70,75;08/08/1991;Sim;Aprovado;Não;Paga",
    "000108;TESTE DA BANCA;;A2 - Técnico - Norte;10,00;01/01/2000;Não;Aprovado;Não;Não paga",
)
ERRADA, CERTA, REVISTA = "855,0", "85,50", "96,00"
# Nomes compridos e sem espaços, como os das bancas: a lista dos recebidos tem de caber na página.
CORRIGIDO = "resultado_final_definitivo_apos_os_recursos_v2.csv"


def _arquivo(pasta: Path, nome: str, nota_de_davi: str) -> Path:
    """O arquivo da banca, em Windows-1252, com a nota de DAVI NUNES dada."""
    linhas = [linha.replace(f";{ERRADA};", f";{nota_de_davi};") for linha in LINHAS]
    caminho = pasta / nome
    caminho.write_text("\n".join([ACIMA + TITULOS, *linhas, ""]), encoding="cp1252")
    return caminho


@dataclass(frozen=True)
class Mesa:
    """Quem trabalha, no concurso de que se trata, e a pasta dos arquivos que vêm e vão."""

    operador: Balcao
    autoridade: Balcao
    concurso: str
    pasta: Path


def test_do_arquivo_da_banca_a_retificacao(balcao: Callable[[str], Balcao], tmp_path: Path):
    mesa = _abrir_o_concurso(balcao, tmp_path)
    _acentos_perdidos_sao_recusados(mesa)
    _ensinar_a_ler_o_arquivo(mesa)
    _conferir_o_relatorio_das_recusas(mesa)
    _carregar_o_corrigido_como_se_ensinou(mesa)
    _o_mesmo_arquivo_nao_faz_nada(mesa)
    _desfazer_e_carregar_outra_vez(mesa)
    _homologar_e_exportar(mesa)
    _retificar_com_o_arquivo_revisto(mesa)


def _abrir_o_concurso(balcao: Callable[[str], Balcao], pasta: Path) -> Mesa:
    operador, autoridade = balcao("operador"), balcao("autoridade")
    balcao("administrador").cadastrar_municipio("Serra Azul", "CE", LEI, ORGAO, "SME")
    edital = operador.registrar_concurso(
        f"SME – {ORGAO}", "Quadro da educação", "7/2026", date(2026, 2, 10), LEI
    )
    operador.registrar_regras(
        [("Nota final", "50", "100")],
        nota_final=1,
        desempate=[IDOSO, MAIS_VELHO],
        referencia=date(2026, 3, 1),
    )
    for codigo, nome in (("A1", "Analista"), ("A2", "Técnico")):
        assert operador.registrar_cargo(codigo, nome, 10) == (7, 2, 1)
    autoridade.publicar(edital, "7/2026")
    return Mesa(operador, autoridade, edital.removesuffix("edital/"), pasta)


def _acentos_perdidos_sao_recusados(mesa: Mesa) -> None:
    """O arquivo em que os acentos já se perderam não entra, nem fica guardado."""
    mesa.operador.enviar_arquivo(mesa.concurso, ACENTOS_PERDIDOS)
    dito = mesa.operador.texto()
    assert "A linha 3 traz o sinal “�” no lugar de letras" in dito
    assert "Peça à banca o arquivo original." in dito
    mesa.operador.examinar()
    mesa.operador.ir(f"{mesa.concurso}importar/")
    assert "Nenhum arquivo recebido neste concurso." in mesa.operador.texto()


def _ensinar_a_ler_o_arquivo(mesa: Mesa) -> None:
    """Títulos na terceira linha, colunas chamadas pela letra, cargo composto e a linha que não entra."""
    operador, pagina = mesa.operador, mesa.operador.pagina
    operador.enviar_arquivo(
        mesa.concurso, _arquivo(mesa.pasta, "resultado_final_definitivo_apos_os_recursos.csv", ERRADA)
    )
    assert (
        "Windows-1252 (latin-1), colunas separadas por ponto e vírgula, títulos na linha 3"
        in operador.texto()
    )
    operador.ler_de_novo(2)
    assert "títulos na linha 2" in operador.texto()
    assert pagina.get_by_label("O que traz a coluna A (RESULTADO FINAL DO CONCURSO)").count() == 1
    operador.ler_de_novo(3)
    for repetida in ("coluna H (Situação)", "coluna J (Situação)"):
        assert pagina.get_by_label(f"O que traz a {repetida}", exact=True).input_value() == ""
    operador.trazer("coluna I (sem título)", "Declarou-se negro (Sim/Não)")
    vaga = pagina.locator("main tr", has=pagina.get_by_label("O que traz a coluna D (Opção de vaga)"))
    vaga.locator("summary").click()
    pagina.get_by_label("Parte do texto, coluna D (Opção de vaga)").select_option("antes_do_traco")
    _filtrar_quem_nao_pagou(operador)
    operador.enviar("Ver com estas opções")
    assert "A1 - Analista - Centro → A1" in " ".join(vaga.inner_text().split())
    assert "Coluna J, Taxa não paga: sairia 1 das primeiras 8 linhas." in operador.texto()
    operador.examinar()


def _filtrar_quem_nao_pagou(operador: Balcao) -> None:
    operador.pagina.locator("summary", has_text="Linhas que não entram").click()
    operador.pagina.get_by_label("Coluna do filtro 1").select_option(label="J – Situação")
    operador.pagina.get_by_label("Condição do filtro 1").select_option(label="é igual a")
    operador.pagina.get_by_label("Valor do filtro 1").fill("Não paga")
    operador.pagina.get_by_label("Motivo do filtro 1").fill("Taxa não paga")


def _conferir_o_relatorio_das_recusas(mesa: Mesa) -> None:
    """O plano diz o que impede a carga, e o relatório marca a célula onde o arquivo está errado."""
    plano = mesa.operador.conferir()
    assert "8 linhas lidas: 6 novas, 0 alteradas, 0 inalteradas, 1 recusada, 1 filtrada." in plano
    assert "8 = 6 + 0 + 0 + 1 + 1" in plano
    assert "Não pode ser carregado: 1 linha recusada." in plano
    assert "Carregar resultados" not in plano
    assert "Passa da nota máxima da prova, 100." in plano
    assert {"nota_recusado", "cpf_zeros"} <= set(plano.split())
    mesa.operador.examinar()
    relatorio = load_workbook(mesa.operador.baixar("Baixar o relatório completo", mesa.pasta))
    marcadas = {
        celula.value
        for linha in relatorio["Linhas com achados"].iter_rows(min_row=2, min_col=3)
        for celula in linha
        if celula.fill.fill_type
    }
    assert marcadas == {"1234567890", ERRADA, "05/03/1193"}
    filtradas = list(relatorio["Filtradas"].iter_rows(min_row=2, values_only=True))
    assert [linha for linha, _ in filtradas] == [11]


def _carregar_o_corrigido_como_se_ensinou(mesa: Mesa) -> None:
    """Os mesmos títulos em outro arquivo: a página vem preenchida, e basta conferir."""
    operador = mesa.operador
    operador.enviar_arquivo(mesa.concurso, _arquivo(mesa.pasta, CORRIGIDO, CERTA))
    assert "As colunas vêm preenchidas como em" in operador.texto()
    lembrada = operador.pagina.get_by_label("O que traz a coluna I (sem título)").input_value()
    assert lembrada == "negro"
    assert "Coluna J, Taxa não paga: sairia 1 das primeiras 8 linhas." in operador.texto()
    plano = operador.conferir()
    assert "8 linhas lidas: 7 novas, 0 alteradas, 0 inalteradas, 0 recusadas, 1 filtrada." in plano
    operador.examinar()
    operador.carregar()
    assert "7 novas, 0 alteradas e 0 inalteradas, de 8 linhas lidas." in operador.texto()
    assert "Desfazer a carga apaga tudo o que ela criou" in operador.texto()


def _o_mesmo_arquivo_nao_faz_nada(mesa: Mesa) -> None:
    mesa.operador.enviar_arquivo(mesa.concurso, mesa.pasta / CORRIGIDO)
    plano = mesa.operador.conferir()
    assert "Nada a fazer: tudo o que este arquivo traz já está na base, igual." in plano
    assert "É o mesmo arquivo, byte a byte" in plano
    assert "Carregar resultados" not in plano
    mesa.operador.examinar()
    mesa.operador.enviar("Descartar o arquivo")


def _desfazer_e_carregar_outra_vez(mesa: Mesa) -> None:
    """A carga desfeita deixa a base vazia, e o mesmo arquivo entra de novo."""
    operador = mesa.operador
    operador.ir(f"{mesa.concurso}importar/")
    operador.examinar()
    operador.pagina.locator("main tr", has_text="Carregada").get_by_role("link", name=CORRIGIDO).click()
    dito = operador.desfazer_a_carga("A banca pediu que se esperasse o recurso")
    assert "A banca pediu que se esperasse o recurso" in dito
    assert "O que ela gravou já não está na base" in dito
    operador.ir("/candidatos/")
    assert "ANA LIMA" not in operador.texto()
    operador.ir(f"{mesa.concurso}classificacao/")
    assert "Ainda não há candidatos para classificar" in operador.texto()
    operador.importar(mesa.concurso, mesa.pasta / CORRIGIDO, {})
    assert "8 linhas lidas: 7 novas, 0 alteradas" in operador.texto()
    operador.carregar()


def _homologar_e_exportar(mesa: Mesa) -> None:
    operador = mesa.operador
    operador.classificar(mesa.concurso)
    operador.seguir("Ver o resultado")
    operador.seguir("A1 – Analista")
    ordem = ["ANA LIMA", "BRUNO CONCEIÇÃO", "CARLA DIAS", "DAVI NUNES", "ELISA PRADO"]
    assert operador.pagina.locator("main tbody .nome").all_inner_texts() == ordem
    texto = operador.baixar("Baixar em CSV", mesa.pasta).read_text(encoding="utf-8-sig")
    assert "000101;ANA LIMA;" in texto
    assert ";95,5" in texto
    folha = load_workbook(operador.baixar("em XLSX", mesa.pasta)).worksheets[0]
    celulas = {celula for linha in folha.iter_rows(values_only=True) for celula in linha}
    # O código sai como texto, com os zeros que tem.
    assert {"000101", "BRUNO CONCEIÇÃO"} <= celulas
    mesa.autoridade.homologar(mesa.concurso, timezone.localdate())


def _retificar_com_o_arquivo_revisto(mesa: Mesa) -> None:
    """Depois da homologação nada se carrega por cima: compara-se, retifica-se, e as duas listas ficam."""
    operador, autoridade = mesa.operador, mesa.autoridade
    operador.enviar_arquivo(mesa.concurso, _arquivo(mesa.pasta, "revisto.csv", REVISTA))
    plano = operador.conferir()
    assert "8 linhas lidas: 0 novas, 1 alterada, 6 inalteradas, 0 recusadas, 1 filtrada." in plano
    assert "Carregar resultados" not in plano
    operador.examinar()
    comparacao = operador.comparar_com_o_homologado()
    assert "Quem retifica o resultado é a autoridade" in comparacao
    davi = operador.pagina.locator("main tr", has_text="DAVI NUNES").locator("td").all_inner_texts()
    assert davi[:2] == ["4º", "1º"]
    assert "85,50 → 96,00" in davi
    operador.examinar()
    autoridade.ir(operador.pagina.url.removeprefix(operador.endereco))
    autoridade.retificar("Recurso provido contra a questão 31")
    assert "Retificação nº 1 do resultado" in autoridade.texto()
    autoridade.examinar()
    _as_duas_versoes_se_alcancam(autoridade)


def _as_duas_versoes_se_alcancam(autoridade: Balcao) -> None:
    retificacao = autoridade.pagina.url.removeprefix(autoridade.endereco)
    for link, primeiro in (("Lista antiga, versão 1", "ANA LIMA"), ("versão 2", "DAVI NUNES")):
        autoridade.ir(retificacao)
        autoridade.seguir(link)
        assert autoridade.pagina.locator("main tbody .nome").first.inner_text() == primeiro
        autoridade.examinar()
