"""Layouts: versões que só se somam, lembrança entre arquivos e bancas, exportação e importação à risca."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from candidatos.consultas.layouts import layout_lembrado, layouts_vigentes, versoes_do_layout
from candidatos.models import Importacao, LayoutImportacao
from candidatos.servicos import layout_arquivo
from candidatos.servicos.conteudo_do_layout import (
    ConteudoDoLayout,
    assinatura,
    diferencas_de_titulos,
    faltas_do_conteudo,
)
from candidatos.servicos.layout import (
    layout_do_arquivo,
    layout_exportar,
    layout_importar,
    layout_renomear,
    versao_guardar,
)
from candidatos.servicos.leitura import Coluna, letra_da_coluna
from candidatos.servicos.opcoes import Filtro, Opcoes, OpcoesDaColuna, Soma
from candidatos.servicos.pareamento import importacao_amostrar
from concursos.models import Cargo, Concurso
from nucleo.enums import Papel
from nucleo.erros import Conflito, Recusa
from nucleo.models import Orgao, RegistroTrilha
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao.caminho import (
    GUARDA,
    SEM_EFEITO,
    conferir,
    parear,
    parear_valores,
    receber,
)

OPCOES = Opcoes(
    {"D": OpcoesDaColuna(regra="antes_do_traco", obrigatoria=True), "C": OpcoesDaColuna(formato="virgula")},
    (Filtro("D", "contem", "teste", "Inscrição de teste"),),
    (Soma("C", ("A", "B")),),
)
CONTEUDO = ConteudoDoLayout(
    nome="Banca Inventada: resultado",
    banca="Banca Inventada",
    especie="resultado",
    titulos=("Inscrição", "Nome", "Nota", "Modalidade"),
    colunas={"A": "inscricao", "B": "nome", "C": "prova:pontos", "D": "modalidade"},
    opcoes=OPCOES,
    valores={
        "modalidade": {"Feminino": SEM_EFEITO, "AC": {"destino": "ampla", "motivo": ""}},
        "prova:pontos": {"Ausente": {"destino": "sem_nota", "motivo": ""}},
    },
)


def dados(**trocas: Any) -> dict[str, Any]:
    """O JSON de um layout bom, com trocas."""
    return json.loads(layout_arquivo.em_texto(CONTEUDO)) | trocas


def em_bytes(conteudo: Mapping[str, Any]) -> bytes:
    return json.dumps(conteudo).encode()


# O arquivo, sem banco ---------------------------------------------------------------------------------


@pytest.mark.puro
def test_o_que_se_exporta_importa_se_igual() -> None:
    lido = layout_arquivo.de_bytes(layout_arquivo.em_texto(CONTEUDO).encode())
    assert lido == CONTEUDO
    assert layout_arquivo.em_texto(lido) == layout_arquivo.em_texto(CONTEUDO)


@pytest.mark.puro
def test_o_arquivo_le_se_como_documentado() -> None:
    exportado = dados()
    assert list(exportado) == [
        "nomeia_layout",
        "nome",
        "banca",
        "especie",
        "titulos",
        "colunas",
        "opcoes",
        "valores",
    ]
    assert exportado["nomeia_layout"] == 1
    assert "Inscrição" in layout_arquivo.em_texto(CONTEUDO)


@pytest.mark.puro
def test_os_valores_de_cargo_nao_saem_no_arquivo() -> None:
    com_cargo = replace(CONTEUDO, valores={"cargo": {"X": {"destino": "001", "motivo": ""}}})
    assert json.loads(layout_arquivo.em_texto(com_cargo))["valores"] == {}


@pytest.mark.puro
def test_o_minimo_de_um_layout() -> None:
    minimo = {chave: dados()[chave] for chave in ("nomeia_layout", "nome", "especie", "titulos", "colunas")}
    lido = layout_arquivo.de_bytes(em_bytes(minimo))
    assert (lido.banca, lido.opcoes, lido.valores) == ("", Opcoes(), {})


OPCOES_EM_JSON = OPCOES.em_json()
UM_FILTRO = OPCOES_EM_JSON["filtros"][0]


@pytest.mark.puro
@pytest.mark.parametrize(
    ("trocas", "dito"),
    [
        ({"nomeia_layout": 2}, "lê o formato 1"),
        ({"nomeia_layout": True}, "lê o formato 1"),
        ({"comando": "rm"}, "“comando” não é parte de um layout"),
        ({"nome": "  "}, "“nome” deve ser um texto"),
        ({"nome": 3}, "“nome” deve ser um texto"),
        ({"banca": "x" * 161}, "“banca” deve ser um texto"),
        ({"especie": "outra"}, "“especie” deve ser inscritos ou resultado"),
        ({"especie": []}, "“especie” deve ser inscritos ou resultado"),
        ({"titulos": []}, "“titulos” deve ser a lista"),
        ({"titulos": "Nome"}, "“titulos” deve ser a lista"),
        ({"titulos": ["x" * 121]}, "cada título é um texto"),
        ({"colunas": {}}, "“colunas” deve dizer"),
        ({"colunas": {"A": 1}}, "“colunas” deve dizer"),
        ({"colunas": {"E": "inscricao"}, "opcoes": {}}, "coluna E, que o arquivo não tem"),
        ({"colunas": {"A": "senha"}, "opcoes": {}}, "campo “senha”, que não se conhece"),
        ({"colunas": {"A": "prova:"}, "opcoes": {}}, "campo “prova:”, que não se conhece"),
        ({"colunas": {"A": "nome", "B": "nome"}, "opcoes": {}}, "“Nome” foi dado a mais de uma coluna"),
        ({"opcoes": []}, "“opcoes” só pode ter"),
        ({"opcoes": {"macros": []}}, "“opcoes” só pode ter"),
        ({"opcoes": {"filtros": {}}}, "“filtros” e “somas” são listas"),
        ({"opcoes": {"colunas": {"A": {"regra": "eval"}}}}, "a regra de texto “eval” não existe"),
        ({"opcoes": {"colunas": {"A": {"formato": "virgula"}}}}, "o formato “virgula” não serve"),
        ({"opcoes": {"colunas": {"A": {"obrigatoria": "sim"}}}}, "“opcoes”, colunas, A: espera-se"),
        ({"opcoes": {"colunas": {"Z": {}}}}, "As opções falam da coluna Z"),
        ({"opcoes": {"filtros": [UM_FILTRO | {"condicao": "casa"}]}}, "a condição “casa” não existe"),
        ({"opcoes": {"filtros": [UM_FILTRO | {"letra": "Z"}]}}, "Filtro 1: escolha a coluna"),
        ({"opcoes": {"filtros": [UM_FILTRO | {"valor": " "}]}}, "Filtro 1: escreva o valor"),
        ({"opcoes": {"filtros": [UM_FILTRO | {"motivo": ""}]}}, "Filtro 1: escreva por que"),
        ({"opcoes": {"filtros": [{"letra": "A"}]}}, "“opcoes”, filtro 1: espera-se"),
        ({"opcoes": {"filtros": [UM_FILTRO] * 21}}, "o limite é 20"),
        ({"opcoes": {"somas": [{"total": "A", "parcelas": "BC"}]}}, "“opcoes”, soma 1: espera-se"),
        ({"opcoes": {"somas": [{"total": "Z", "parcelas": ["A", "B"]}]}}, "Z não há"),
        ({"opcoes": {"somas": [{"total": "C", "parcelas": ["A"]}]}}, "duas parcelas ou mais"),
        ({"opcoes": {"somas": [{"total": "C", "parcelas": ["A", "C"]}]}}, "não pode ser total e parcela"),
        ({"opcoes": {"somas": [{"total": "C", "parcelas": ["A", "B", "A"]}]}}, "parcela repetida"),
        ({"valores": []}, "“valores” deve dizer"),
        ({"valores": {"modalidade": {"AC": "ampla"}}}, "veja modalidade, “AC”"),
        ({"valores": {"modalidade": {"AC": {"destino": "ampla"}}}}, "veja modalidade, “AC”"),
        ({"valores": {"cargo": {}}}, "os de cargo são de cada edital"),
        ({"valores": {"nome": {}}}, "o campo “nome” não tem valores"),
        (
            {"valores": {"modalidade": {"AC": {"destino": "rei", "motivo": ""}}}},
            "“AC”: diga o que significa",
        ),
        (
            {"valores": {"modalidade": {"F": {"destino": "sem_efeito", "motivo": " "}}}},
            "escreva por que não tem efeito",
        ),
        (
            {"valores": {"prova:x": {"Faltou": {"destino": "apto", "motivo": ""}}}},
            "“Faltou”: diga o que significa",
        ),
        ({"nome": "a\x00b"}, "caracteres que não se podem guardar"),
        ({"nome": "a\ud800b"}, "caracteres que não se podem guardar"),
    ],
)
def test_layout_com_defeito_diz_o_que_e_onde(trocas: Mapping[str, Any], dito: str) -> None:
    with pytest.raises(Recusa) as recusa:
        layout_arquivo.de_bytes(em_bytes(dados(**trocas)))
    frases = [recusa.value.mensagem, *recusa.value.detalhes]
    assert any(dito in frase for frase in frases), frases


@pytest.mark.puro
@pytest.mark.parametrize(
    ("arquivo", "dito"),
    [
        (b"", "não é JSON"),
        (b"{", "linha 1, posição 2"),
        (b"[]", "falta “nomeia_layout”"),
        (b'{"nome": "x"}', "falta “nomeia_layout”"),
        ("{“}".encode("cp1252", "replace"), "não está em UTF-8"),
        (b'{"nome": "a", "nome": "b"}', "diz “nome” duas vezes"),
        (b"[" * 100_000, "não é um layout"),
        (b'{"nomeia_layout": ' + b"9" * 5_000 + b"}", "não é um layout"),
        (b" " * (1024 * 1024 + 1), "passa de 1 MB"),
    ],
)
def test_o_que_nem_e_layout(arquivo: bytes, dito: str) -> None:
    with pytest.raises(Recusa, match=dito):
        layout_arquivo.de_bytes(arquivo)


@pytest.mark.puro
@pytest.mark.parametrize("chave", ["nome", "especie", "titulos", "colunas"])
def test_parte_que_falta(chave: str) -> None:
    sem = {nome: valor for nome, valor in dados().items() if nome != chave}
    with pytest.raises(Recusa) as recusa:
        layout_arquivo.de_bytes(em_bytes(sem))
    assert recusa.value.detalhes == [f"Falta “{chave}”."]


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda filhos: st.lists(filhos, max_size=3) | st.dictionaries(st.text(max_size=8), filhos, max_size=3),
    max_leaves=8,
)


@pytest.mark.puro
@given(st.dictionaries(st.sampled_from(sorted(dados())), _JSON, min_size=1))
def test_json_ao_acaso_e_recusado_ou_lido_nunca_da_outro_erro(trocas: dict[str, Any]) -> None:
    try:
        lido = layout_arquivo.de_bytes(em_bytes(dados(**trocas)))
    except Recusa:
        return
    assert layout_arquivo.de_bytes(layout_arquivo.em_texto(lido).encode()) == lido


@pytest.mark.puro
def test_diferencas_de_titulos() -> None:
    def colunas(*titulos: str) -> list[Coluna]:
        return [Coluna(indice, letra_da_coluna(indice), titulo) for indice, titulo in enumerate(titulos)]

    assert diferencas_de_titulos(["Inscrição", "NOTA"], colunas("INSCRICAO", "Nota")) == []
    assert diferencas_de_titulos(["A", "B"], colunas("A", "", "C")) == [
        "Coluna B: o layout espera “B” e o arquivo traz coluna sem título.",
        "Coluna C: o layout espera coluna nenhuma e o arquivo traz “C”.",
    ]


@pytest.mark.puro
def test_formato_so_no_que_tem_formato() -> None:
    campos = CONTEUDO.campos_citados()
    for formato, coluna, faltas in (("mda", "C", 1), ("virgula", "C", 0), ("virgula", "A", 1)):
        opcoes = Opcoes({coluna: OpcoesDaColuna(formato=formato)})
        achadas = faltas_do_conteudo("resultado", CONTEUDO.colunas, opcoes, ["A", "B", "C", "D"], campos)
        assert len(achadas) == faltas, (formato, coluna)


# Versões ----------------------------------------------------------------------------------------------


@pytest.fixture
def orgao(db: None) -> Orgao:
    return fabrica.orgao()


def guardar(orgao: Orgao, **trocas: Any) -> LayoutImportacao:
    return versao_guardar(orgao, replace(CONTEUDO, **trocas), pessoa=None)


def test_o_mesmo_reaproveita_e_a_mudanca_soma_uma_versao(orgao: Orgao) -> None:
    primeira = guardar(orgao)
    assert guardar(orgao) == primeira
    segunda = guardar(orgao, especie="inscritos")
    assert (segunda.versao, LayoutImportacao.objects.count()) == (2, 2)
    # Voltar ao que a primeira dizia é outra mudança: a vigente é a última que se confirmou.
    terceira = guardar(orgao)
    assert terceira.versao == 3
    assert list(versoes_do_layout(primeira)) == [terceira, segunda, primeira]
    primeira.refresh_from_db()
    assert (primeira.especie, primeira.versao) == ("resultado", 1)


@pytest.mark.parametrize(
    "troca",
    [
        {"colunas": {"A": "inscricao"}, "opcoes": Opcoes()},
        {"opcoes": Opcoes()},
        {"valores": {}},
        {"nome": "Outro"},
    ],
)
def test_cada_parte_faz_versao(orgao: Orgao, troca: dict[str, Any]) -> None:
    guardar(orgao)
    assert guardar(orgao, **troca).versao == 2


def test_caixa_e_acento_dos_titulos_nao_fazem_versao(orgao: Orgao) -> None:
    primeira = guardar(orgao)
    assert guardar(orgao, titulos=("INSCRICAO", "NOME", "NOTA", "MODALIDADE")) == primeira


def test_nome_de_outro_layout_ganha_numero_e_nao_cria_versao_a_toa(orgao: Orgao) -> None:
    guardar(orgao)
    outro = guardar(orgao, banca="Outra banca")
    assert (outro.nome, outro.versao) == ("Banca Inventada: resultado (2)", 1)
    assert guardar(orgao, banca="Outra banca") == outro


def test_a_mesma_banca_primeiro_depois_outra(orgao: Orgao) -> None:
    marca = assinatura(CONTEUDO.titulos)
    assert layout_lembrado(orgao, "Banca Inventada", marca) is None
    de_outra = guardar(orgao, banca="Outra banca")
    assert layout_lembrado(orgao, "Banca Inventada", marca) == de_outra
    da_banca = guardar(orgao)
    guardar(orgao, banca="Outra banca", especie="inscritos")
    assert layout_lembrado(orgao, "Banca Inventada", marca) == da_banca
    assert layout_lembrado(fabrica.orgao(sigla="OUTRO"), "Banca Inventada", marca) is None


# Pareamento que lembra --------------------------------------------------------------------------------


def da_guarda(operador: Pessoa, guarda: Cargo, **trocas: str) -> Importacao:
    return parear(operador, receber(operador, guarda, GUARDA.read_bytes()), cargo=guarda, **trocas)


def test_a_importacao_aponta_para_a_versao_exata(operador: Pessoa, guarda: Cargo) -> None:
    primeira = da_guarda(operador, guarda)
    assert da_guarda(operador, guarda).layout == primeira.layout
    mudada = da_guarda(operador, guarda, K="")
    assert mudada.layout is not None
    assert mudada.layout.versao == 2
    primeira.refresh_from_db()
    assert primeira.layout is not None
    assert primeira.layout.versao == 1
    assert "K" in primeira.layout.colunas
    assert (mudada.layout.banca, mudada.layout.autor) == ("Banca Inventada", operador.pessoa)
    assert mudada.layout.titulos[:3] == ["INSCRICAO", "NOME", "ESP"]


def test_uma_versao_por_confirmacao_de_valores(operador: Pessoa, guarda: Cargo) -> None:
    importacao = da_guarda(operador, guarda)
    conferir(operador, importacao)
    importacao.refresh_from_db()
    escolhas = {"Feminino": SEM_EFEITO, "Outra": {"destino": "ampla", "motivo": ""}}
    parear_valores(operador, importacao, {"modalidade": escolhas})
    assert importacao.layout is not None
    assert (importacao.layout.versao, importacao.layout.valores) == (2, {"modalidade": escolhas})
    parear_valores(operador, importacao, {"modalidade": escolhas})
    assert LayoutImportacao.objects.count() == 2


def test_cargo_lembra_se_no_edital_e_nao_no_layout(operador: Pessoa) -> None:
    def de_um_cargo_so(cargo: Cargo) -> Importacao:
        arquivo = "Inscrição;Nome;Cargo;Nota final\n1;ANA;Guarda - Centro;70\n"
        return parear(operador, receber(operador, cargo, arquivo))

    simples, noutro = (fabrica.cargo_publicado(desempate=["maior:pontos"]) for _ in range(2))
    importacao = de_um_cargo_so(simples)
    destino = {"Guarda - Centro": {"destino": simples.codigo, "motivo": ""}}
    parear_valores(operador, importacao, {"cargo": destino})
    assert importacao.layout is not None
    assert importacao.layout.valores == {}
    assert de_um_cargo_so(simples).valores == {"cargo": destino}
    assert de_um_cargo_so(noutro).valores == {}


def test_prova_que_o_edital_nao_tem_fica_por_parear_e_e_dita(operador: Pessoa, guarda: Cargo) -> None:
    da_guarda(operador, guarda)
    outro = fabrica.cargo_publicado()
    amostra = importacao_amostrar(autor=operador, importacao=receber(operador, outro, GUARDA.read_bytes()))
    perdidas = {coluna.letra for coluna in amostra.perdidas}
    assert "C" in perdidas
    assert not perdidas & set(amostra.proposta)
    # O que só o título deste edital propõe completa o que o layout perdeu.
    assert "prova:pontos" in amostra.proposta.values()


def test_layout_de_outra_banca_traz_os_valores(operador: Pessoa, guarda: Cargo) -> None:
    importacao = da_guarda(operador, guarda)
    parear_valores(operador, importacao, {"modalidade": {"Feminino": SEM_EFEITO}})
    Concurso.objects.filter(pk=guarda.edital.concurso_id).update(banca="Nova Banca")
    outro = Cargo.objects.select_related("edital__concurso").get(pk=guarda.pk)
    nova = da_guarda(operador, outro)
    assert nova.layout is not None
    assert (nova.layout.banca, nova.layout.versao) == ("Nova Banca", 1)
    assert nova.layout.valores == {"modalidade": {"Feminino": SEM_EFEITO}}
    assert nova.layout.nome.startswith("Nova Banca: ")


# Serviços ---------------------------------------------------------------------------------------------


def enviado(conteudo: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("layout.json", conteudo)


def test_exportar_e_importar_noutro_orgao(operador: Pessoa, orgao: Orgao) -> None:
    guardado = guardar(orgao)
    texto = layout_exportar(autor=operador, layout=guardado)
    destino = fabrica.orgao(sigla="OUTRO")
    trazido = layout_importar(autor=operador, orgao=destino, arquivo=enviado(texto.encode()))
    assert ConteudoDoLayout.de_modelo(trazido) == ConteudoDoLayout.de_modelo(guardado)
    assert (trazido.orgao, trazido.versao, trazido.autor) == (destino, 1, operador.pessoa)
    assert layout_importar(autor=operador, orgao=destino, arquivo=enviado(texto.encode())) == trazido
    acoes = list(RegistroTrilha.objects.order_by("pk").values_list("acao", flat=True))
    assert acoes == ["candidatos.layout_exportar", *["candidatos.layout_importar"] * 2]


def test_importar_defeituoso_nao_guarda_nada(operador: Pessoa, orgao: Orgao) -> None:
    with pytest.raises(Recusa):
        layout_importar(autor=operador, orgao=orgao, arquivo=enviado(em_bytes(dados(especie="x"))))
    with pytest.raises(Recusa, match="1 MB"):
        layout_importar(autor=operador, orgao=orgao, arquivo=enviado(b" " * (1024 * 1024 + 1)))
    assert not LayoutImportacao.objects.exists()
    assert not RegistroTrilha.objects.exists()


def test_renomear(operador: Pessoa, orgao: Orgao) -> None:
    velho = guardar(orgao)
    novo = layout_renomear(autor=operador, layout=velho, nome="  Inventada   2026 ")
    assert (novo.nome, novo.versao, novo.colunas) == ("Inventada 2026", 2, velho.colunas)
    registro = RegistroTrilha.objects.get(acao="candidatos.layout_renomear")
    assert (registro.antes, registro.depois["nome"]) == ({"nome": velho.nome}, "Inventada 2026")
    with pytest.raises(Conflito, match="versão nova"):
        layout_renomear(autor=operador, layout=velho, nome="Tarde demais")
    guardar(orgao, banca="Outra banca", nome="De outra")
    with pytest.raises(Recusa, match="Já há neste órgão"):
        layout_renomear(autor=operador, layout=novo, nome="De outra")
    for ruim in ("", "   ", "x" * 121):
        with pytest.raises(Recusa, match="até 120"):
            layout_renomear(autor=operador, layout=novo, nome=ruim)


def test_a_linha_de_comando_acha_pelo_nome_ou_le_o_arquivo(orgao: Orgao, tmp_path: Path) -> None:
    guardar(orgao, especie="inscritos")
    guardado = guardar(orgao)
    assert layout_do_arquivo(orgao, CONTEUDO.nome) == ConteudoDoLayout.de_modelo(guardado)
    arquivo = tmp_path / "layout.json"
    arquivo.write_text(layout_arquivo.em_texto(CONTEUDO), encoding="utf-8")
    assert layout_do_arquivo(fabrica.orgao(sigla="OUTRO"), str(arquivo)) == CONTEUDO
    for nada in ("Nada", str(tmp_path), "x" * 5_000):
        with pytest.raises(Recusa, match="nem arquivo que se leia"):
            layout_do_arquivo(orgao, nada)
    arquivo.write_text("{}", encoding="utf-8")
    with pytest.raises(Recusa, match="nomeia_layout"):
        layout_do_arquivo(orgao, str(arquivo))


def test_nome_de_dois_layouts_nao_se_adivinha(orgao: Orgao) -> None:
    guardar(orgao)
    outro = guardar(orgao, banca="Outra banca")
    LayoutImportacao.objects.filter(pk=outro.pk).update(nome=CONTEUDO.nome)
    with pytest.raises(Recusa, match="“Banca Inventada” e “Outra banca”"):
        layout_do_arquivo(orgao, CONTEUDO.nome)


# Páginas ----------------------------------------------------------------------------------------------


def entrar(client: Client, papel: str = Papel.OPERADOR, orgao: Orgao | None = None) -> Client:
    client.force_login(fabrica.usuario(papel, orgao=orgao))
    return client


def lida(resposta: Any) -> str:
    return " ".join(resposta.content.decode().split())


def test_lista_so_os_vigentes_com_o_ultimo_uso(client: Client, operador: Pessoa, guarda: Cargo) -> None:
    da_guarda(operador, guarda)
    usado = da_guarda(operador, guarda, K="").layout
    assert usado is not None
    nunca = guardar(guarda.edital.orgao)
    guardar(fabrica.orgao(sigla="OUTRO"))
    resposta = entrar(client, orgao=guarda.edital.orgao).get(reverse("candidatos:layouts"))
    assert {layout.pk for layout in resposta.context["layouts"]} == {usado.pk, nunca.pk}
    assert "ainda não usado" in lida(resposta)
    por_nome = {layout.pk: layout.usado_em for layout in layouts_vigentes(operador)}
    assert por_nome[usado.pk] is not None
    assert por_nome[nunca.pk] is None


def test_sem_layouts_a_lista_diz_o_que_fazer(client: Client, orgao: Orgao) -> None:
    url = reverse("candidatos:layouts")
    assert "Trazer um layout" in lida(entrar(client).get(url))
    vazia = lida(entrar(client, Papel.AUDITOR).get(url))
    assert "Ainda não há layouts" in vazia
    assert "Trazer um layout" not in vazia


def test_detalhe_em_palavras_e_versoes(client: Client, orgao: Orgao) -> None:
    primeira = guardar(orgao)
    guardar(orgao, especie="inscritos")
    pagina = lida(entrar(client).get(reverse("candidatos:layout", args=[primeira.pk])))
    for frase in (
        "Antes do primeiro traço",
        "Em branco, recusa a linha",
        "Nota da prova “pontos”",
        "Não entra a linha em que a coluna D (Modalidade) contém “teste”: Inscrição de teste.",
        "A coluna C (Nota) tem de ser a soma das colunas A + B.",
        "Sem nota (falta à prova)",
        SEM_EFEITO["motivo"],
        "O próximo arquivo usa a",
        "Versão anterior",
    ):
        assert frase in pagina, frase
    assert "Renomear" not in pagina


def test_renomear_trazer_e_exportar_pelas_paginas(client: Client, orgao: Orgao) -> None:
    layout = guardar(orgao)
    entrar(client)
    resposta = client.get(reverse("candidatos:layout_exportar", args=[layout.pk]))
    assert resposta["Content-Disposition"].endswith('filename="layout-banca-inventada-resultado-v1.json"')
    destino = fabrica.orgao(sigla="OUTRO")
    url = reverse("candidatos:layout_importar")
    volta = client.post(url, {"orgao": destino.pk, "arquivo": enviado(resposta.content)})
    trazido = LayoutImportacao.objects.get(orgao=destino)
    assert volta.url == reverse("candidatos:layout", args=[trazido.pk])
    mau = client.post(url, {"orgao": destino.pk, "arquivo": enviado(em_bytes(dados(especie="x")))})
    assert "“especie” deve ser" in lida(mau)
    url = reverse("candidatos:layout_renomear", args=[layout.pk])
    assert client.get(url).status_code == 200
    client.post(url, {"nome": "Outro nome"})
    assert LayoutImportacao.objects.get(orgao=orgao, versao=2).nome == "Outro nome"
    assert "ganhou uma versão nova" in lida(client.post(url, {"nome": "Mais um"}))


@pytest.mark.parametrize(
    ("papel", "ver", "exportar", "mudar"),
    [
        (Papel.OPERADOR, 200, 200, 200),
        (Papel.AUDITOR, 200, 200, 403),
        (Papel.AUTORIDADE, 200, 403, 403),
        (Papel.COMISSAO, 200, 403, 403),
        (Papel.ADMINISTRADOR, 403, 403, 403),
    ],
)
def test_papel_por_pagina(
    client: Client, orgao: Orgao, papel: str, ver: int, exportar: int, mudar: int
) -> None:
    layout = guardar(orgao)
    entrar(client, papel)
    esperado = {
        "layouts": ver, "layout": ver, "layout_exportar": exportar, "layout_renomear": mudar,
        "layout_importar": mudar,
    }  # fmt: skip
    for nome, codigo in esperado.items():
        args = [] if nome in ("layouts", "layout_importar") else [layout.pk]
        assert client.get(reverse(f"candidatos:{nome}", args=args)).status_code == codigo, nome


def test_outro_orgao_nao_acha_nem_traz(client: Client, orgao: Orgao) -> None:
    layout = guardar(orgao)
    entrar(client, orgao=fabrica.orgao(sigla="OUTRO"))
    for nome in ("layout", "layout_exportar", "layout_renomear"):
        assert client.get(reverse(f"candidatos:{nome}", args=[layout.pk])).status_code == 404
    url = reverse("candidatos:layout_importar")
    resposta = client.post(url, {"orgao": orgao.pk, "arquivo": enviado(em_bytes(dados()))})
    assert resposta.status_code == 200
    assert LayoutImportacao.objects.count() == 1
