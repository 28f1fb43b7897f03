"""A página do pareamento: opções vistas nas linhas de verdade, filtros, somas, espécie e peso."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from candidatos.enums import EspecieDeArquivo
from candidatos.models import Importacao, LayoutImportacao
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.models import Execucao
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao.caminho import GUARDA, conferir, parear, receber

COMPOSTO = (
    "Inscrição;Nome;Opção de vaga;Objetiva;Títulos;Nota final;Nascimento;Situação;Nota final\n"
    "1;ANA;001 - Administração - Centro;40,0;5,0;45,0;03/04/1990;Paga;x\n"
    "2;BIA TESTE;001 – Administração – Norte;30,0;5,0;36,0;05/06/1991;Paga;x\n"
    "3;CÉU;001 - Administração - Sul;30,0;5,0;35,0;05/16/1991;Não paga;x\n"
)


@pytest.fixture
def cargo(db: None) -> Cargo:
    return fabrica.cargo_publicado()


@pytest.fixture
def navegador_do_operador(client: Client, db: None) -> Client:
    client.force_login(fabrica.usuario(Papel.OPERADOR))
    return client


def endereco(importacao: Importacao) -> str:
    return reverse("candidatos:importacao_pareamento", args=[importacao.pk])


def texto(resposta: Any) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", resposta.content.decode()).split())


def formulario(resposta: Any, **trocas: str) -> dict[str, Any]:
    """O formulário como a página o mostra, com trocas."""
    form = resposta.context["form"]
    dados = {nome: form.get_initial_for_field(campo, nome) for nome, campo in form.fields.items()}
    dados |= dict(resposta.context["leitura_escondida"])
    cargo = dados.pop("cargo")
    dados |= {"cargo": cargo.pk} if cargo else {}
    return {nome: valor for nome, valor in (dados | trocas).items() if valor}


def test_opcoes_so_do_que_serve_a_cada_coluna(
    navegador_do_operador: Client, operador: Pessoa, cargo: Cargo
) -> None:
    importacao = receber(operador, cargo, COMPOSTO)
    pagina = navegador_do_operador.get(endereco(importacao)).content.decode()
    assert 'name="regra_C"' in pagina
    assert 'name="formato_C"' not in pagina
    assert 'name="formato_D"' in pagina
    # Sem campo escolhido não há o que opinar: a coluna H não se importa.
    assert 'name="regra_H"' not in pagina
    notas = pagina[pagina.index('name="formato_D"') :]
    assert "vírgula decimal" in notas[: notas.index("</select>")]
    assert "mês/dia" not in notas[: notas.index("</select>")].replace("dia/mês/ano", "")


def test_ver_mostra_o_efeito_e_nao_guarda_nada(
    navegador_do_operador: Client, operador: Pessoa, cargo: Cargo
) -> None:
    importacao = receber(operador, cargo, COMPOSTO)
    url = endereco(importacao)
    dados = formulario(
        navegador_do_operador.get(url),
        regra_C="segunda_parte",
        formato_G="mda",
        formato_D="virgula",
        filtro_0_letra="H",
        filtro_0_condicao="diferente",
        filtro_0_valor="paga",
        filtro_0_motivo="Taxa não paga",
        filtro_1_letra="B",
        filtro_1_condicao="contem",
        filtro_1_valor="teste",
        filtro_1_motivo="Inscrição de teste",
        soma_0_total="F",
        soma_0_parcelas="d + e",
        ver="1",
    )
    resposta = navegador_do_operador.post(url, dados)
    pagina = texto(resposta)
    assert "001 – Administração – Norte → Administração" in pagina
    assert "03/04/1990 → 04/03/1990" in pagina
    assert "05/16/1991 → 16/05/1991" in pagina
    assert "Coluna H, Taxa não paga: sairia 1 das primeiras 3 linhas" in pagina
    assert "Coluna B, Inscrição de teste: sairia 1 das primeiras 3 linhas" in pagina
    assert "Ao todo, sem contar duas vezes: 2" in pagina
    assert "Coluna F = D + E: não fecha 1 das primeiras 3 linhas" in pagina
    # O que se escreveu continua escrito.
    assert 'value="Taxa não paga"' in resposta.content.decode()
    importacao.refresh_from_db()
    assert (importacao.colunas, importacao.opcoes) == ({}, {})
    assert not Execucao.objects.exists()
    assert not LayoutImportacao.objects.exists()


def test_o_que_se_escolheu_fica_na_importacao_e_no_layout_e_volta_no_proximo(
    navegador_do_operador: Client, operador: Pessoa, cargo: Cargo
) -> None:
    importacao = receber(operador, cargo, COMPOSTO)
    url = endereco(importacao)
    dados = formulario(
        navegador_do_operador.get(url),
        coluna_F="prova:pontos",
        coluna_C="cargo",
        cargo="",
        regra_C="antes_do_traco",
        obrigatoria_G="on",
        filtro_0_letra="B",
        filtro_0_condicao="contem",
        filtro_0_valor="teste",
        filtro_0_motivo="Inscrição de teste",
        soma_0_total="F",
        soma_0_parcelas="D, E",
        sem_reservas="on",
    )
    resposta = navegador_do_operador.post(url, dados)
    assert resposta.status_code == 302, texto(resposta)
    importacao.refresh_from_db()
    assert importacao.opcoes == {
        "colunas": {
            "C": {"regra": "antes_do_traco", "formato": "", "obrigatoria": False},
            "G": {"regra": "", "formato": "", "obrigatoria": True},
        },
        "filtros": [{"letra": "B", "condicao": "contem", "valor": "teste", "motivo": "Inscrição de teste"}],
        "somas": [{"total": "F", "parcelas": ["D", "E"]}],
    }
    assert importacao.layout is not None
    assert importacao.layout.opcoes == importacao.opcoes
    nova = receber(operador, cargo, COMPOSTO)
    volta = navegador_do_operador.get(endereco(nova))
    pagina = texto(volta)
    assert f"como em “ {importacao.layout.nome} ” (versão 1)" in pagina
    assert "001 - Administração - Centro → 001" in pagina
    assert "não fecha 1 das primeiras 3 linhas" in pagina
    assert formulario(volta)["filtro_0_motivo"] == "Inscrição de teste"


@pytest.mark.parametrize(
    ("trocas", "dito"),
    [
        ({"filtro_0_valor": "x"}, "Filtro 1: escolha a coluna"),
        ({"filtro_0_letra": "A", "filtro_0_motivo": "y"}, "Filtro 1: escreva o valor"),
        ({"filtro_0_letra": "A", "filtro_0_valor": "x"}, "Filtro 1: escreva por que"),
        ({"soma_0_total": "F"}, "Soma 1: escolha duas parcelas"),
        ({"soma_0_total": "F", "soma_0_parcelas": "D + Z"}, "(Z não há)"),
        ({"soma_0_parcelas": "D + E"}, "Soma 1: escolha colunas que o arquivo tem"),
    ],
)
def test_opcao_incompleta_e_dita_e_nao_se_perde(
    navegador_do_operador: Client, operador: Pessoa, cargo: Cargo, trocas: dict[str, str], dito: str
) -> None:
    url = endereco(receber(operador, cargo, COMPOSTO))
    resposta = navegador_do_operador.post(url, formulario(navegador_do_operador.get(url), **trocas))
    assert resposta.status_code == 200
    assert dito in texto(resposta)
    for nome, valor in trocas.items():
        assert resposta.context["form"][nome].value() == valor


def test_formato_que_ja_nao_serve_e_esquecido(
    navegador_do_operador: Client, operador: Pessoa, cargo: Cargo
) -> None:
    url = endereco(receber(operador, cargo, COMPOSTO))
    dados = formulario(
        navegador_do_operador.get(url), coluna_G="", coluna_I="nascimento", formato_I="virgula"
    )
    resposta = navegador_do_operador.post(url, dados | {"ver": "1"})
    assert resposta.context["form"].opcoes().da_coluna("I").formato == ""


@pytest.mark.parametrize(
    ("arquivo", "especie"),
    [
        ("Inscrição;Nome;CPF\n1;ANA;\n", EspecieDeArquivo.INSCRITOS),
        ("Inscrição;Nome;Nota final\n1;ANA;70\n", EspecieDeArquivo.RESULTADO),
        ("Inscrição;Nome;Classificação\n1;ANA;1\n", EspecieDeArquivo.RESULTADO),
        # Nada se propõe, ou o título fala de nota que não se sabe de qual: na dúvida, é resultado.
        ("Código;Pessoa;Ignota\n1;ANA;1\n", EspecieDeArquivo.RESULTADO),
        ("Inscrição;Nome;Pontos de redação\n1;ANA;1\n", EspecieDeArquivo.RESULTADO),
    ],
)
def test_a_especie_e_proposta_pelas_colunas(
    navegador_do_operador: Client, operador: Pessoa, cargo: Cargo, arquivo: str, especie: str
) -> None:
    resposta = navegador_do_operador.get(endereco(receber(operador, cargo, arquivo)))
    assert formulario(resposta)["especie"] == especie


def test_inscritos_entram_sem_notas(navegador_do_operador: Client, operador: Pessoa, cargo: Cargo) -> None:
    importacao = receber(operador, cargo, "Inscrição;Nome;CPF\n1;ANA;\n")
    url = endereco(importacao)
    dados = formulario(navegador_do_operador.get(url), sem_reservas="on")
    assert navegador_do_operador.post(url, dados).status_code == 302
    importacao.refresh_from_db()
    assert importacao.especie == EspecieDeArquivo.INSCRITOS
    assert importacao.layout is not None
    assert importacao.layout.especie == EspecieDeArquivo.INSCRITOS


def test_inscritos_com_notas_e_contradicao(
    navegador_do_operador: Client, operador: Pessoa, cargo: Cargo
) -> None:
    url = endereco(receber(operador, cargo, "Inscrição;Nome;Nota final\n1;ANA;70\n"))
    dados = formulario(navegador_do_operador.get(url), especie="inscritos", sem_reservas="on")
    resposta = navegador_do_operador.post(url, dados)
    assert "A relação de inscritos não traz “Nota: Nota final”" in texto(resposta)


def test_titulo_repetido_e_titulo_vazio_mostram_se_pela_letra(
    navegador_do_operador: Client, operador: Pessoa, cargo: Cargo
) -> None:
    importacao = receber(operador, cargo, "Inscrição;Nome;;Nota final;Nota final\n1;ANA;x;70;70\n")
    resposta = navegador_do_operador.get(endereco(importacao))
    colunas = [(campos.coluna.letra, campos.coluna.titulo) for campos, _ in resposta.context["linhas"]]
    assert colunas == [
        ("A", "Inscrição"),
        ("B", "Nome"),
        ("C", ""),
        ("D", "Nota final"),
        ("E", "Nota final"),
    ]
    assert "O que traz a coluna C (sem título)" in resposta.content.decode()
    # Dois títulos iguais: nenhum se propõe.
    assert not {"D", "E"} & set(resposta.context["amostra"].proposta)


def test_quarenta_colunas_cabem_em_duzentos_quilobytes(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    titulos = ["Inscrição", "Nome", "CPF", "ESP", "GER", "PONTOS", "NASC", "MODALIDADE", "TAF", "Cargo"]
    titulos += [f"Coluna número {numero} do arquivo" for numero in range(30)]
    linha = ";".join(f"valor {numero} de tamanho médio" for numero in range(40))
    importacao = receber(operador, guarda, "\n".join([";".join(titulos), *[linha] * 20]))
    resposta = navegador_do_operador.get(endereco(importacao))
    assert len(resposta.context["linhas"]) == 40
    assert len(resposta.content) < 200_000
    todas = {f"coluna_{campos.coluna.letra}": "nome" for campos, _ in resposta.context["linhas"]}
    cheia = navegador_do_operador.post(endereco(importacao), formulario(resposta) | todas | {"ver": "1"})
    assert len(cheia.content) < 200_000


def test_pareia_se_de_novo_com_o_que_estava(
    navegador_do_operador: Client, operador: Pessoa, guarda: Cargo
) -> None:
    importacao = parear(operador, receber(operador, guarda, GUARDA.read_bytes()), cargo=guarda, K="")
    resposta = navegador_do_operador.get(endereco(importacao))
    assert resposta.context["amostra"].escolhidas == importacao.colunas
    # Com outra linha de títulos as letras já não são as mesmas colunas: vale a proposta.
    outra = navegador_do_operador.get(endereco(importacao), {"cabecalho": 2, "delimitador": ";"})
    assert outra.context["amostra"].escolhidas == outra.context["amostra"].proposta


def test_valores_com_cargos_demais_escrevem_se_com_uma_lista_so(
    navegador_do_operador: Client, operador: Pessoa
) -> None:
    primeiro = fabrica.cargo_publicado(desempate=["maior:pontos"])
    for numero in range(30):
        fabrica.cargo(regras=primeiro.regras, codigo=f"X{numero:03d}", nome=f"Cargo {numero}")
    linhas = "".join(f"{numero};ANA;Desconhecido {numero};70\n" for numero in range(30))
    importacao = parear(operador, receber(operador, primeiro, f"Inscrição;Nome;Cargo;Nota final\n{linhas}"))
    conferir(operador, importacao)
    url = reverse("candidatos:importacao_valores", args=[importacao.pk])
    pagina = navegador_do_operador.get(url).content.decode()
    assert pagina.count('<datalist id="destinos-cargo">') == 1
    assert pagina.count('list="destinos-cargo"') == 30
    resposta = navegador_do_operador.post(url, {"destino_0": "X999"})
    assert resposta.status_code == 200
    assert "X999" in resposta.content.decode()


def test_nota_por_extenso_pode_valer_zero_ou_nada(
    navegador_do_operador: Client, operador: Pessoa, cargo: Cargo
) -> None:
    linhas = COMPOSTO.replace(";x\n", ";\n").replace("40,0", "Ausente")
    importacao = receber(operador, cargo, linhas)
    importacao = parear(operador, importacao, cargo=cargo, C="", F="prova:pontos")
    conferir(operador, importacao)
    url = reverse("candidatos:importacao_valores", args=[importacao.pk])
    pagina = navegador_do_operador.get(url).content.decode()
    assert "Ausente" in pagina
    assert "Vale zero" in pagina
    assert "Sem nota (falta à prova)" in pagina
    assert navegador_do_operador.post(url, {"destino_0": "sem_nota"}).status_code == 302
    importacao.refresh_from_db()
    assert importacao.valores == {"prova:objetiva": {"Ausente": {"destino": "sem_nota", "motivo": ""}}}
    assert importacao.layout is not None
    assert importacao.layout.valores == importacao.valores
