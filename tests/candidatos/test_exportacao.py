"""Exportação: o que sai, para quem, e que volta a entrar sem mudar nada."""

from __future__ import annotations

import csv
import io
import tracemalloc
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import openpyxl
import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from candidatos.consultas import exportacao as consultas
from candidatos.consultas.classificacao import Lista
from candidatos.consultas.exportacao import CandidaturaInteira, candidaturas_inteiras
from candidatos.enums import FormatoDeCelula, RegraDeTexto
from candidatos.models import LayoutImportacao
from candidatos.servicos import exportacao as servicos
from candidatos.servicos.celulas import com_escape, sem_escape
from candidatos.servicos.exportacao import FormatoDeSaida
from candidatos.servicos.leitura import letra_da_coluna
from candidatos.servicos.linhas_do_layout import (
    Modalidades,
    compor,
    data_no_formato,
    indice_da_letra,
    nascimento_no_formato,
    nome_do_cargo,
    nota_no_formato,
    valor_que_passa,
)
from candidatos.servicos.opcoes import Filtro
from candidatos.servicos.regras_de_texto import aplicar, casa
from candidatos.servicos.tabelas import Numero, escrever_csv, escrever_xlsx
from candidatos.servicos.valores import ler_data, ler_nota
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from tests import fabrica

puro = pytest.mark.puro
banco = pytest.mark.django_db
PERIGOSOS = ["=1+1", "+55 85", "-5", "@SOMA(A1)", "\tx", "\rx", "'=x", "''+y"]


def linhas_do_csv(conteudo: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(conteudo.decode("utf-8-sig"), newline=""), delimiter=";"))


def folha_do_xlsx(conteudo: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(conteudo)).active


def juntar(blocos: Iterator[bytes]) -> bytes:
    return b"".join(blocos)


# Escrita --------------------------------------------------------------------------------------------


@puro
def test_csv_tem_marca_ponto_e_virgula_e_crlf() -> None:
    conteudo = juntar(escrever_csv(["Inscrição", "Nota"], [["00123", Decimal("92.00")]]))
    assert conteudo == "\ufeffInscrição;Nota\r\n00123;92,00\r\n".encode()


@puro
@pytest.mark.parametrize("texto", PERIGOSOS)
def test_texto_que_seria_formula_leva_apostrofo_e_o_perde_na_volta(texto: str) -> None:
    celula = linhas_do_csv(juntar(escrever_csv(["A"], [[texto]])))[1][0]
    assert celula == f"'{texto}"
    assert sem_escape(celula) == texto


@puro
@pytest.mark.parametrize("numero", [Decimal("-5.25"), -5, Numero("-5,25")])
def test_numero_negativo_nao_leva_apostrofo(numero: Any) -> None:
    assert linhas_do_csv(juntar(escrever_csv(["A"], [[numero]])))[1][0].startswith("-5")


@puro
@given(st.text())
def test_o_escape_se_desfaz_sempre(texto: str) -> None:
    assert sem_escape(com_escape(texto)) == texto


@puro
@pytest.mark.parametrize("texto", ["D'Ávila", "'Ana", "", "Ana=Maria", "''"])
def test_texto_sem_perigo_nao_muda(texto: str) -> None:
    assert com_escape(texto) == texto
    assert sem_escape(texto) == texto


@puro
def test_titulo_perigoso_tambem_se_escapa() -> None:
    assert linhas_do_csv(juntar(escrever_csv(["=A1", "B"], [])))[0] == ["'=A1", "B"]


@puro
@pytest.mark.parametrize("texto", ["=1+1", "#N/A", "@x", "-5", "00123", "Ana"])
def test_xlsx_so_tem_celulas_de_texto(texto: str) -> None:
    celula = folha_do_xlsx(juntar(escrever_xlsx(["=A"], [[texto, texto]])))["B2"]
    assert (celula.value, celula.data_type) == (texto, "s")


@puro
def test_xlsx_nota_e_numero_com_os_seus_decimais() -> None:
    linha = [Decimal("92.00"), Decimal("7.125"), Decimal("10"), None]
    celulas = list(folha_do_xlsx(juntar(escrever_xlsx(["a", "b", "c", "d"], [linha])))[2])
    assert [celula.value for celula in celulas[:3]] == [92, 7.125, 10]
    assert [celula.number_format for celula in celulas[:3]] == ["0.00", "0.000", "0"]


@puro
def test_xlsx_numero_que_a_planilha_nao_guarda_exato_vai_como_texto() -> None:
    celula = folha_do_xlsx(juntar(escrever_xlsx(["a"], [[Decimal("123456789.123456789")]])))["A2"]
    assert (celula.value, celula.data_type) == ("123456789,123456789", "s")


@puro
def test_xlsx_data_e_caractere_que_o_formato_nao_aceita() -> None:
    folha = folha_do_xlsx(juntar(escrever_xlsx(["a", "b"], [[date(2023, 8, 31), "Ana\x01"]])))
    assert folha["A2"].is_date
    assert folha["B2"].value == "Ana"


@puro
def test_cem_mil_linhas_nao_ficam_na_memoria() -> None:
    linhas = ([f"{n:09d}", f"Candidato {n} de Souza", Decimal(n) / 100] for n in range(100_000))
    tracemalloc.start()
    try:
        bytes_escritos = sum(map(len, escrever_csv(["Inscrição", "Nome", "Nota"], linhas)))
        _, pico = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert bytes_escritos > 3_500_000
    assert pico < 1_500_000


# O contrário das regras e dos formatos --------------------------------------------------------------


@puro
@pytest.mark.parametrize("regra", list(RegraDeTexto))
@pytest.mark.parametrize("valor", ["001", "Administração", "M01", "12-A", "Assistente (noturno)", "A - B"])
def test_o_texto_composto_da_o_valor_pela_regra(regra: str, valor: str) -> None:
    """Só se exige do valor que a própria regra podia ter tirado de algum texto."""
    if aplicar(regra, valor) == valor:
        assert aplicar(regra, compor(regra, valor)) == valor


@puro
@pytest.mark.parametrize(
    "regra", [RegraDeTexto.ANTES_DO_TRACO, RegraDeTexto.SEGUNDA_PARTE, RegraDeTexto.DEPOIS_DO_TRACO]
)
def test_valor_que_a_regra_cortaria_ganha_um_traco(regra: str) -> None:
    """Sozinho, “12-A” seria cortado no hífen; entre traços, é uma parte só."""
    assert aplicar(regra, "12-A") != "12-A"
    assert aplicar(regra, compor(regra, "12-A")) == "12-A"


@puro
@pytest.mark.parametrize("formato", list(FormatoDeCelula))
@pytest.mark.parametrize("canonica", ["92.00", "0.125", "-5.25", "1234.5", "100"])
def test_nota_volta_igual_em_cada_formato(formato: str, canonica: str) -> None:
    assert ler_nota(str(nota_no_formato(canonica, formato)), formato) == Decimal(canonica)


@puro
@pytest.mark.parametrize("formato", list(FormatoDeCelula))
def test_data_volta_igual_em_cada_formato(formato: str) -> None:
    assert ler_data(data_no_formato(date(1990, 5, 12), formato), formato) == date(1990, 5, 12)


def _candidatura(**campos: Any) -> CandidaturaInteira:
    vazia = CandidaturaInteira(
        1, "1", "Ana", "", None, "", {}, (False, False, False), {}, {}, False, None, None, None
    )
    return vazia._replace(**campos)


@puro
@pytest.mark.parametrize(
    ("informado", "formato", "escrito"),
    [
        ("12/05/1193", FormatoDeCelula.USUAL, "12/05/1193"),
        # A improvável está guardada em dia/mês; a que não é data, como veio.
        ("12/05/1193", FormatoDeCelula.MES_DIA_ANO, "05/12/1193"),
        ("13/05/1990", FormatoDeCelula.MES_DIA_ANO, "13/05/1990"),
        ("31/02/1990", FormatoDeCelula.USUAL, "31/02/1990"),
        ("ignorado", FormatoDeCelula.ANO_MES_DIA, "ignorado"),
        ("", FormatoDeCelula.USUAL, ""),
    ],
)
def test_nascimento_impossivel_volta_como_veio(informado: str, formato: str, escrito: str) -> None:
    assert nascimento_no_formato(_candidatura(nascimento_informado=informado), formato) == escrito


@puro
def test_modalidade_usa_a_palavra_da_banca_e_a_que_o_sistema_conhece() -> None:
    modalidades = Modalidades(
        {"Cota racial": {"destino": "negro"}, "NI": {"destino": "negro_pcd"}}, frozenset()
    )
    assert modalidades.escrever((False, False, False)) == "Ampla concorrência"
    assert modalidades.escrever((True, False, True)) == "NI"
    assert modalidades.escrever((False, False, True)) == "Pessoa com deficiência"


@puro
def test_modalidade_nao_usa_palavra_a_que_o_layout_deu_outro_sentido() -> None:
    modalidades = Modalidades({"Negro": {"destino": "sem_efeito"}, "PPP": {"destino": "negro"}}, frozenset())
    assert modalidades.escrever((True, False, False)) == "PPP"


@puro
def test_modalidade_deixa_a_outra_coluna_o_que_ela_diz() -> None:
    assert Modalidades({}, frozenset({"pcd"})).escrever((True, False, True)) == "Negro"
    assert Modalidades({}, frozenset()).escrever((True, False, True)) == "Negro e pessoa com deficiência"


@puro
def test_cargo_volta_com_a_palavra_da_banca_ou_o_codigo() -> None:
    cargo = Cargo(codigo="C001", nome="Analista")
    assert nome_do_cargo(cargo, {}) == "C001"
    assert nome_do_cargo(cargo, {"01 Analista": {"destino": "c001"}}) == "01 Analista"


@puro
@pytest.mark.parametrize("condicao", ["igual", "diferente", "contem", "comeca", "em_branco"])
def test_a_coluna_do_filtro_deixa_a_linha_entrar(condicao: str) -> None:
    filtro = Filtro("F", condicao, "Pago", "taxa")
    assert not casa(filtro, valor_que_passa(filtro))


@puro
@given(st.integers(0, 400))
def test_letra_e_indice_se_correspondem(indice: int) -> None:
    assert indice_da_letra(letra_da_coluna(indice)) == indice


# Listas, para ler -----------------------------------------------------------------------------------


@pytest.fixture
def cargo(db: None) -> Cargo:
    """Dois aprovados e um PcD, com um nome perigoso, e um não aprovado."""
    novo = fabrica.cargo_publicado(pcd=1)
    primeiro = fabrica.candidatura(
        cargo=novo, numero="007", nome="=Ana Muniz", cpf="12345678909", nota="92.00", negro=True
    )
    segundo = fabrica.candidatura(cargo=novo, numero="008", nome="Bia Lima", nota="70.50", pcd=True)
    vigente = fabrica.classificacao(cargo=novo, em_ordem=[primeiro, segundo])
    fora = fabrica.candidatura(cargo=novo, numero="009", nome="Caio Reis", nota="10.00")
    vigente.colocacoes.create(candidatura=fora, ordem=3, nota="10.00", motivo="Nota abaixo da mínima.")
    return novo


def entrar(client: Client, papel: Papel = Papel.OPERADOR, **alcance: Any) -> Client:
    client.force_login(fabrica.usuario(papel, **alcance))
    return client


def baixar(client: Client, nome: str, pk: int | None = None, **filtros: str) -> list[list[str]]:
    resposta = client.get(reverse(f"candidatos:{nome}", args=[pk] if pk else []), filtros)
    assert resposta.streaming, resposta.status_code
    assert "attachment" in resposta["Content-Disposition"]
    return linhas_do_csv(resposta.getvalue())


def test_lista_geral_traz_lugares_nota_e_cpf_mascarado(client: Client, cargo: Cargo) -> None:
    titulos, *linhas = baixar(entrar(client), "lista_exportar", cargo.pk)
    assert dict(zip(titulos, linhas[0], strict=True)) == {
        "Lugar": "1",
        "Lugar na cota": "1",
        "Lugar de PcD": "",
        "Lugar da banca": "",
        "Inscrição": "007",
        "Nome": "'=Ana Muniz",
        "CPF": "***.456.789-**",
        "Nota final": "92,00",
        "Situação": "Aprovado",
        "Motivo": "",
    }
    assert [linha[4] for linha in linhas] == ["007", "008"]


@pytest.mark.parametrize(
    ("filtros", "inscricoes"),
    [
        ({"lista": "cotas"}, ["007"]),
        ({"lista": "pcd"}, ["008"]),
        ({"lista": "nao_aprovados"}, ["009"]),
        ({"q": "bia"}, ["008"]),
        ({"lista": "inventada"}, ["007", "008"]),
    ],
)
def test_cada_lista_com_os_filtros_da_pagina(
    client: Client, cargo: Cargo, filtros: dict[str, str], inscricoes: list[str]
) -> None:
    linhas = baixar(entrar(client), "lista_exportar", cargo.pk, **filtros)[1:]
    assert [linha[4] for linha in linhas] == inscricoes


def test_nao_aprovado_leva_o_motivo(client: Client, cargo: Cargo) -> None:
    linha = baixar(entrar(client), "lista_exportar", cargo.pk, lista="nao_aprovados")[1]
    assert linha[-2:] == ["Não aprovado", "Nota abaixo da mínima."]


def test_lista_publica_so_lista_lugar_inscricao_e_nome(client: Client, cargo: Cargo) -> None:
    linhas = baixar(entrar(client), "lista_exportar", cargo.pk, lista="pcd", publica="1")
    assert linhas == [["Lista", "Lugar", "Inscrição", "Nome"], ["PcD", "1", "008", "Bia Lima"]]


def test_lista_em_xlsx_e_a_mesma(client: Client, cargo: Cargo) -> None:
    resposta = entrar(client).get(reverse("candidatos:lista_exportar", args=[cargo.pk]), {"formato": "xlsx"})
    folha = folha_do_xlsx(resposta.getvalue())
    assert (folha["E2"].value, folha["E2"].data_type) == ("007", "s")
    assert (folha["F2"].value, folha["F2"].data_type) == ("=Ana Muniz", "s")
    assert folha["H2"].value == 92


@banco
def test_cargo_sem_classificacao_volta_a_pagina_e_diz_por_que(client: Client) -> None:
    cargo = fabrica.cargo_publicado()
    resposta = entrar(client).get(reverse("candidatos:lista_exportar", args=[cargo.pk]), follow=True)
    assert "ainda não foi classificado" in resposta.content.decode()


def test_concurso_inteiro_por_cargo(client: Client, cargo: Cargo) -> None:
    outro = fabrica.cargo(regras=cargo.regras, codigo="A00", nome="Auxiliar")
    fabrica.candidatura(cargo=outro, numero="100", nome="Davi Luz")
    fabrica.classificacao(cargo=outro)
    concurso = cargo.edital.concurso_id
    titulos, *linhas = baixar(entrar(client), "concurso_exportar", concurso)
    assert titulos[:2] == ["Código do cargo", "Cargo"]
    assert [(linha[0], linha[6]) for linha in linhas] == [
        ("A00", "100"), (cargo.codigo, "007"), (cargo.codigo, "008"), (cargo.codigo, "009")
    ]  # fmt: skip


def test_concurso_publico_traz_as_tres_listas_e_ninguem_de_fora(client: Client, cargo: Cargo) -> None:
    linhas = baixar(entrar(client), "concurso_exportar", cargo.edital.concurso_id, publica="1")[1:]
    assert [linha[2:5] for linha in linhas] == [
        ["Geral", "1", "007"], ["Geral", "2", "008"], ["Cota", "1", "007"], ["PcD", "1", "008"]
    ]  # fmt: skip


@banco
def test_a_homologada_prevalece_no_concurso_inteiro(client: Client) -> None:
    cargo = fabrica.cargo_homologado(membros="ca")
    linhas = baixar(entrar(client), "concurso_exportar", cargo.edital.concurso_id)[1:]
    assert [linha[6] for linha in linhas] == ["N01", "N02"]


def test_inscritos_do_concurso_com_os_cargos(client: Client, cargo: Cargo) -> None:
    outro = fabrica.cargo(regras=cargo.regras, codigo="A00")
    inscricao = cargo.candidaturas.get(inscricao__numero="007").inscricao
    outro.candidaturas.create(inscricao=inscricao)
    linhas = baixar(entrar(client), "concurso_inscritos_exportar", cargo.edital.concurso_id)[1:]
    assert linhas[0][:4] == ["007", "'=Ana Muniz", "***.456.789-**", f"A00, {cargo.codigo}"]
    assert len(linhas) == 3


def test_candidatos_da_busca(client: Client, cargo: Cargo) -> None:
    linhas = baixar(entrar(client), "inscritos_exportar", q="lima", formato="csv")[1:]
    assert [linha[0] for linha in linhas] == ["008"]


def test_candidatos_so_do_alcance(client: Client, cargo: Cargo) -> None:
    entrar(client, orgao=fabrica.orgao(sigla="OUTRO"))
    assert baixar(client, "inscritos_exportar", formato="csv")[1:] == []


def test_cpf_no_endereco_nao_se_procura(client: Client, cargo: Cargo) -> None:
    resposta = entrar(client).get(
        reverse("candidatos:inscritos_exportar"), {"q": "12345678909", "formato": "csv"}
    )
    assert resposta["Location"] == reverse("candidatos:candidatos")


def test_cada_saida_fica_na_trilha_sem_o_que_se_buscou(client: Client, cargo: Cargo) -> None:
    baixar(entrar(client), "lista_exportar", cargo.pk, q="bia", lista="pcd")
    registro = RegistroTrilha.objects.get(acao="candidatos.lista_exportar")
    assert registro.depois == {
        "formato": "csv", "linhas": 1, "lista": "pcd", "publica": False, "filtrada": True
    }  # fmt: skip


def test_as_paginas_levam_a_exportacao(client: Client, cargo: Cargo) -> None:
    entrar(client)
    lista = client.get(reverse("candidatos:lista", args=[cargo.pk]), {"lista": "pcd", "q": "bia"})
    assert (
        f"{reverse('candidatos:lista_exportar', args=[cargo.pk])}?lista=pcd&amp;q=bia"
        in lista.content.decode()
    )
    todos = client.get(reverse("candidatos:candidatos"), {"q": "bia"}).content.decode()
    assert f"{reverse('candidatos:inscritos_exportar')}?q=bia" in todos


# Nas colunas do layout: quem pode, e de quê ---------------------------------------------------------


def layout(cargo: Cargo, **campos: Any) -> LayoutImportacao:
    valores: dict[str, Any] = {
        "orgao": cargo.edital.orgao,
        "nome": "Banca Inventada",
        "assinatura": "a" * 64,
        "titulos": ["Inscrição", "CPF", "Negro"],
        "colunas": {"A": "inscricao", "B": "cpf", "C": "negro"},
    }
    return LayoutImportacao.objects.create(**(valores | campos))


def pedir(client: Client, do: Cargo, **escolhas: Any) -> Any:
    endereco = reverse("candidatos:candidaturas_exportar", args=[do.edital.concurso_id])
    return client.post(endereco, {"formato": "csv"} | escolhas)


def test_pela_pagina_com_um_layout(client: Client, cargo: Cargo) -> None:
    de_quem = layout(cargo)
    resposta = pedir(entrar(client), cargo, origem=f"layout-{de_quem.pk}")
    assert linhas_do_csv(resposta.getvalue())[:2] == [
        ["Inscrição", "CPF", "Negro"],
        ["007", "12345678909", "Sim"],
    ]
    registro = RegistroTrilha.objects.get(acao="candidatos.candidaturas_exportar")
    assert (registro.depois["linhas"], registro.depois["cargo"]) == (3, cargo.codigo)
    assert "Sim" not in str(registro.depois)


def test_layout_sem_cargo_pede_que_se_escolha_um(client: Client, cargo: Cargo) -> None:
    fabrica.cargo(regras=cargo.regras)
    de_quem = layout(cargo)
    entrar(client)
    assert "escolha o cargo" in pedir(client, cargo, origem=f"layout-{de_quem.pk}").content.decode()
    escolhido = pedir(client, cargo, origem=f"layout-{de_quem.pk}", cargo=cargo.pk)
    assert len(linhas_do_csv(escolhido.getvalue())) == 4


def test_layout_de_outro_orgao_nao_se_oferece(client: Client, cargo: Cargo) -> None:
    alheio = layout(cargo, orgao=fabrica.orgao(sigla="OUTRO"))
    resposta = pedir(entrar(client), cargo, origem=f"layout-{alheio.pk}")
    assert resposta.status_code == 200
    assert "origem" in resposta.context["form"].errors


def test_so_a_versao_vigente_se_oferece(client: Client, cargo: Cargo) -> None:
    antiga = layout(cargo)
    nova = layout(cargo, versao=2)
    pagina = (
        entrar(client).get(reverse("candidatos:exportar", args=[cargo.edital.concurso_id])).content.decode()
    )
    assert f"layout-{nova.pk}" in pagina
    assert f"layout-{antiga.pk}" not in pagina


@pytest.mark.parametrize("papel", [Papel.AUDITOR, Papel.AUTORIDADE, Papel.COMISSAO])
def test_quem_nao_importa_nao_leva_cpf_nem_autodeclaracao(client: Client, cargo: Cargo, papel: Papel) -> None:
    de_quem = layout(cargo)
    assert pedir(entrar(client, papel), cargo, origem=f"layout-{de_quem.pk}").status_code == 403
    pagina = client.get(reverse("candidatos:exportar", args=[cargo.edital.concurso_id])).content.decode()
    assert "Resultado completo" in pagina
    assert "Nas colunas da banca" not in pagina
    with pytest.raises(PermissionDenied):
        servicos.candidaturas_exportar(
            autor=fabrica.autor(papel), edital=cargo.edital, origem=de_quem, formato=FormatoDeSaida.CSV
        )


def test_concurso_de_outro_orgao_nao_existe(cargo: Cargo) -> None:
    with pytest.raises(Http404):
        servicos.concurso_exportar(
            autor=fabrica.autor(orgao=fabrica.orgao(sigla="OUTRO")),
            concurso=cargo.edital.concurso,
            formato=FormatoDeSaida.CSV,
        )


def test_planilha_com_linhas_demais_pede_csv(cargo: Cargo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servicos, "LINHAS_DA_PLANILHA", 1)
    with pytest.raises(Recusa, match="Baixe em CSV"):
        servicos.lista_exportar(
            autor=fabrica.autor(), cargo=cargo, lista=Lista.GERAL, formato=FormatoDeSaida.XLSX
        )


def test_mais_linhas_que_um_lote_saem_todas(cargo: Cargo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consultas, "LOTE", 2)
    assert [linha.inscricao for linha in candidaturas_inteiras(cargo.edital, com_resultado=True)] == [
        "007", "008", "009"
    ]  # fmt: skip
