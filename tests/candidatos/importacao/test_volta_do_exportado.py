"""O que se exporta nas colunas do layout volta a entrar e não muda nada."""

from __future__ import annotations

from typing import Any

import pytest

from candidatos.enums import EspecieDeArquivo, FormatoDeCelula, RegraDeTexto
from candidatos.models import Candidato, Importacao
from candidatos.servicos import exportacao as servicos
from candidatos.servicos.exportacao import FormatoDeSaida
from candidatos.servicos.leitura import Leitura
from candidatos.servicos.opcoes import Filtro, Opcoes, OpcoesDaColuna, Soma
from candidatos.servicos.pareamento import Pareamento, importacao_parear
from concursos.models import Cargo
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao import caminho
from tests.candidatos.test_exportacao import juntar, linhas_do_csv


def exportar(autor: Pessoa, importacao: Importacao, formato: FormatoDeSaida) -> bytes:
    arquivo = servicos.candidaturas_exportar(
        autor=autor, edital=importacao.edital, origem=importacao, formato=formato
    )
    return juntar(arquivo.blocos)


def parear(autor: Pessoa, importacao: Importacao, **escolhas: Any) -> Importacao:
    """Pareia com as escolhas dadas (como em `Pareamento`), sem esperar o trabalho."""
    leitura = Leitura.de_json(importacao.leitura)
    escolhas = {"sem_reservas": True} | escolhas
    importacao_parear(autor=autor, importacao=importacao, pareamento=Pareamento(leitura, **escolhas))
    importacao.refresh_from_db()
    importacao.execucao = None
    importacao.save()
    return importacao


def reimportar(autor: Pessoa, antes: Importacao, conteudo: bytes, nome: str) -> dict[str, Any]:
    """Plano do arquivo exportado, lido com o mesmo layout."""
    nova = parear(
        autor,
        caminho.receber(autor, antes.edital.cargos.first(), conteudo, nome),
        colunas=antes.colunas,
        cargo=antes.cargo,
        especie=EspecieDeArquivo(antes.especie),
        opcoes=Opcoes.de_json(antes.opcoes),
        valores=antes.valores,
    )
    return caminho.conferir(autor, nova)


def nada_a_fazer(plano: dict[str, Any]) -> bool:
    return (plano["novas"], plano["alteradas"], plano["recusadas"]) == (0, 0, 0)


@pytest.mark.parametrize("formato", list(FormatoDeSaida))
def test_o_arquivo_verdadeiro_volta_a_entrar_sem_mudar_nada(
    guarda: Cargo, operador: Pessoa, formato: FormatoDeSaida
) -> None:
    importacao = caminho.importar_guarda(operador, guarda)
    plano = reimportar(operador, importacao, exportar(operador, importacao, formato), f"volta.{formato}")
    assert nada_a_fazer(plano), plano
    assert plano["inalteradas"] == plano["lidas"] == 83


def importar_com(autor: Pessoa, do: Cargo, texto: str, **escolhas: Any) -> Importacao:
    """Carrega um texto com o pareamento, as opções e os valores dados."""
    carregada = caminho.carregar(autor, parear(autor, caminho.receber(autor, do, texto), **escolhas))
    carregada.refresh_from_db()
    return carregada


DESTINO_SEM_NOTA = {"destino": "sem_nota", "motivo": ""}


@pytest.fixture
def unificado(db: None) -> list[Cargo]:
    """Dois cargos com as mesmas regras: uma prova facultativa, uma etapa e o desempate por jurado."""
    primeiro = fabrica.cargo_publicado(
        pcd=1,
        provas=[
            {"chave": "obj", "nome": "Objetiva", "minima": "", "maxima": "100", "negativa": True},
            {"chave": "tit", "nome": "Títulos", "minima": "", "maxima": "10"},
            {"chave": "fim", "nome": "Nota final", "minima": "", "maxima": "110"},
        ],
        etapas=["TAF"],
        nota_final="fim",
        desempate=["jurado"],
    )
    return [primeiro, fabrica.cargo(regras=primeiro.regras, nome="Auxiliar", codigo="X9", pcd=1)]


def test_layout_com_opcoes_palavras_e_nomes_perigosos_volta_a_entrar(
    unificado: list[Cargo], operador: Pessoa
) -> None:
    um, dois = (cargo.codigo for cargo in unificado)
    cabecalho = "Insc;Nome;Opção;Nasc;Concorrência;PcD?;Obj;Tit;Fim;TAF;Júri;Taxa;Lugar;Observação;E-mail"
    linhas = [
        f"0001;=Ana Muniz;Médico ({um});05/13/1990;Racial;Não;-5.25;Faltou;92.00;Apto;Sim;Paga;1º;nada;+a@b",
        f"0002;+Bia Lima;Médico ({um});12/31/1985;Ampla;Sim;80.5;2;82.5;Habilitado;Não;Paga;2º;;",
        "0003;Caio d'Ávila;Apoio (99);;Feminino;Sim;70;;70;Inapto;Não;Paga;;;",
        f"0001;=Ana Muniz;Médico ({dois});05/13/1990;Racial;Não;1;1;2;Apto;Sim;Paga;3º;;+a@b",
        "0009;Teste;Apoio (99);;Ampla;Não;1;1;1;Apto;Não;Não paga;;;",
    ]
    colunas = {
        "A": "inscricao", "B": "nome", "C": "cargo", "D": "nascimento", "E": "modalidade", "F": "pcd",
        "G": "prova:obj", "H": "prova:tit", "I": "prova:fim", "J": "etapa:TAF", "K": "jurado",
        "M": "posicao_oficial", "O": "email",
    }  # fmt: skip
    opcoes = Opcoes(
        colunas={
            "C": OpcoesDaColuna(regra=RegraDeTexto.ENTRE_PARENTESES),
            "D": OpcoesDaColuna(formato=FormatoDeCelula.MES_DIA_ANO),
            "G": OpcoesDaColuna(formato=FormatoDeCelula.DECIMAL_PONTO),
            "I": OpcoesDaColuna(formato=FormatoDeCelula.DECIMAL_PONTO),
        },
        filtros=(Filtro("L", "diferente", "Paga", "taxa não paga"),),
    )
    valores = {
        "cargo": {"99": {"destino": dois, "motivo": ""}},
        "modalidade": {"Racial": {"destino": "negro", "motivo": ""}, "Feminino": caminho.SEM_EFEITO},
        "etapa:TAF": {"Habilitado": {"destino": "apto", "motivo": ""}},
        "prova:tit": {"Faltou": DESTINO_SEM_NOTA},
    }
    carregada = importar_com(
        operador,
        unificado[0],
        "\n".join([cabecalho, *linhas]),
        colunas=colunas,
        opcoes=opcoes,
        valores=valores,
    )
    assert Candidato.objects.filter(nome="=Ana Muniz").count() == 1
    for formato in FormatoDeSaida:
        conteudo = exportar(operador, carregada, formato)
        plano = reimportar(operador, carregada, conteudo, f"volta.{formato}")
        assert nada_a_fazer(plano), plano
        assert (plano["lidas"], plano["inalteradas"], plano["filtradas"]) == (4, 4, 0)


def test_o_exportado_tem_os_titulos_e_as_letras_do_layout(unificado: list[Cargo], operador: Pessoa) -> None:
    titulos = "Vago;Inscrição;Nome;Nota final;TAF;Jurado;Lista PcD"
    texto = f"{titulos}\nz;0001;Ana;9,50;Apto;Sim;1\nz;0002;Bia;8;Apto;Não;-"
    colunas = {
        "B": "inscricao", "C": "nome", "D": "prova:fim", "E": "etapa:TAF", "F": "jurado", "G": "lista_pcd"
    }  # fmt: skip
    carregada = importar_com(operador, unificado[0], texto, colunas=colunas, cargo=unificado[0])
    linhas = linhas_do_csv(exportar(operador, carregada, FormatoDeSaida.CSV))
    assert linhas == [
        ["Vago", "Inscrição", "Nome", "Nota final", "TAF", "Jurado", "Lista PcD"],
        ["", "0001", "Ana", "9,50", "Apto", "Sim", "1"],
        ["", "0002", "Bia", "8", "Apto", "Não", ""],
    ]
    assert nada_a_fazer(
        reimportar(operador, carregada, exportar(operador, carregada, FormatoDeSaida.CSV), "v.csv")
    )


def test_a_parcela_que_nao_se_importa_e_a_que_a_soma_deixa(unificado: list[Cargo], operador: Pessoa) -> None:
    texto = (
        "Inscrição;Nome;Obj;Bônus;Nota final;TAF;Jurado\n1;Ana;80,5;1,5;82,0;Apto;Sim\n2;Bia;70;0;70;Apto;Não"
    )
    colunas = {
        "A": "inscricao", "B": "nome", "C": "prova:obj", "E": "prova:fim", "F": "etapa:TAF", "G": "jurado"
    }  # fmt: skip
    opcoes = Opcoes(somas=(Soma("E", ("C", "D")),))
    carregada = importar_com(
        operador, unificado[0], texto, colunas=colunas, opcoes=opcoes, cargo=unificado[0]
    )
    conteudo = exportar(operador, carregada, FormatoDeSaida.CSV)
    assert [linha[3] for linha in linhas_do_csv(conteudo)] == ["Bônus", "1,5", "0"]
    assert nada_a_fazer(reimportar(operador, carregada, conteudo, "v.csv"))


def test_lugar_na_lista_de_quem_nao_foi_classificado_nela_continua_a_contar(
    unificado: list[Cargo], operador: Pessoa
) -> None:
    """O lugar vem da nossa lista; quem declarou e não está nela fica depois, e não sai da reserva."""
    titulos = "Inscrição;Nome;Nota final;TAF;Jurado;Lista PcD"
    texto = f"{titulos}\n1;Ana;9;Apto;Sim;7\n2;Bia;8;Apto;Não;9\n3;Caio;7;Apto;Não;"
    colunas = {
        "A": "inscricao", "B": "nome", "C": "prova:fim", "D": "etapa:TAF", "E": "jurado", "F": "lista_pcd"
    }  # fmt: skip
    carregada = importar_com(operador, unificado[0], texto, colunas=colunas, cargo=unificado[0])
    bia = unificado[0].candidaturas.get(inscricao__numero="2")
    fabrica.classificacao(cargo=unificado[0], em_ordem=[bia])
    conteudo = exportar(operador, carregada, FormatoDeSaida.CSV)
    assert [linha[5] for linha in linhas_do_csv(conteudo)] == ["Lista PcD", "2", "1", ""]
    assert nada_a_fazer(reimportar(operador, carregada, conteudo, "v.csv"))


def test_relacao_de_inscritos_com_contato_e_nascimento_impossivel_volta_a_entrar(
    unificado: list[Cargo], operador: Pessoa
) -> None:
    linhas = [
        "Inscrição;Nome;CPF;Nascimento;CEP;Celular;Bairro",
        "01;Ana;123.456.789-09;12/05/1193;60.000-123;+55 85 9;-",
        "02;Bia;;31/02/1990;1234567;;Centro",
    ]
    colunas = {
        "A": "inscricao", "B": "nome", "C": "cpf", "D": "nascimento", "E": "cep", "F": "celular",
        "G": "bairro",
    }  # fmt: skip
    carregada = importar_com(
        operador,
        unificado[0],
        "\n".join(linhas),
        colunas=colunas,
        cargo=unificado[0],
        especie=EspecieDeArquivo.INSCRITOS,
    )
    for formato in FormatoDeSaida:
        conteudo = exportar(operador, carregada, formato)
        plano = reimportar(operador, carregada, conteudo, f"v.{formato}")
        assert nada_a_fazer(plano), plano
        assert plano["inalteradas"] == 2
    assert linhas_do_csv(exportar(operador, carregada, FormatoDeSaida.CSV))[1:] == [
        ["01", "Ana", "12345678909", "12/05/1193", "60000123", "'+55 85 9", "'-"],
        ["02", "Bia", "", "31/02/1990", "01234567", "", "Centro"],
    ]
