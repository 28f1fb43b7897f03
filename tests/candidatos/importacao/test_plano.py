"""O plano: novas, alteradas, inalteradas, recusadas e ausentes, e por quê."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from candidatos.consultas.importacao import frase_da_carga, frase_do_plano
from candidatos.enums import SituacaoDeclaracao
from candidatos.models import Autodeclaracao, Candidato, Inscricao, Resultado
from candidatos.servicos.leitura import Leitura
from candidatos.servicos.pareamento import Pareamento, importacao_listar_valores, importacao_parear
from concursos.models import Cargo
from nucleo.erros import Recusa
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao.caminho import (
    carregar,
    conferir,
    importar,
    parear,
    parear_valores,
    receber,
    retrato,
)

CPF_A, CPF_B = "177.777.868-90", "691.682.483-26"
TITULOS = "Inscrição;Nome;CPF;Nascimento;objetiva;titulos;pontos;Negro"


@pytest.fixture
def cargo(db: None) -> Cargo:
    """Cargo com prova objetiva (até 60), títulos (até 40) e nota final (mínima 50, até 100)."""
    return fabrica.cargo_publicado()


def csv(*linhas: str) -> str:
    return "\n".join([TITULOS, *linhas])


def linha(
    inscricao: str = "001",
    nome: str = "ANA SÁ",
    cpf: str = "",
    nascimento: str = "02/01/1990",
    objetiva: str = "40,00",
    titulos: str = "10",
    pontos: str = "50,00",
    negro: str = "Não",
) -> str:
    return ";".join([inscricao, nome, cpf, nascimento, objetiva, titulos, pontos, negro])


def plano(autor: Pessoa, cargo: Cargo, *linhas: str) -> dict[str, Any]:
    return conferir(autor, parear(autor, receber(autor, cargo, csv(*linhas)), cargo=cargo))


def contas(feito: dict[str, Any]) -> tuple[int, int, int, int, int]:
    """Lidas, novas, alteradas, inalteradas e recusadas; e a conta fecha."""
    assert feito["lidas"] == feito["novas"] + feito["alteradas"] + feito["inalteradas"] + feito["recusadas"]
    return (feito["lidas"], feito["novas"], feito["alteradas"], feito["inalteradas"], feito["recusadas"])


def achados(feito: dict[str, Any]) -> list[tuple[int, str, str, str]]:
    return [
        (achado["linha"], achado["coluna"], achado["severidade"], achado["codigo"])
        for achado in feito["achados"]
    ]


@pytest.mark.parametrize(
    ("campos", "coluna", "codigo"),
    [
        ({"objetiva": "4o"}, "E", "nota_recusado"),
        ({"objetiva": "abc"}, "E", "valor_sem_destino"),
        ({"objetiva": ""}, "E", "nota_recusado"),
        ({"objetiva": "60,01"}, "E", "nota_recusado"),
        ({"objetiva": "-1"}, "E", "nota_recusado"),
        ({"pontos": "1.234,56"}, "G", "nota_recusado"),
        ({"nome": ""}, "B", "nome_recusado"),
        ({"inscricao": ""}, "A", "inscricao_recusado"),
        ({"negro": "1"}, "H", "valor_sem_destino"),
    ],
)
def test_o_que_impede_diz_linha_e_coluna(
    operador: Pessoa, cargo: Cargo, campos: dict[str, str], coluna: str, codigo: str
) -> None:
    feito = plano(operador, cargo, linha("000"), linha(**campos))
    assert contas(feito) == (2, 1, 0, 0, 1)
    assert achados(feito) == [(3, coluna, "impede", codigo)]


@pytest.mark.parametrize(
    ("campos", "coluna", "codigo"),
    [
        ({"nascimento": "02/01/1193"}, "D", "nascimento_improvavel"),
        ({"nascimento": "02/01/2015"}, "D", "nascimento_improvavel"),
        ({"nascimento": "31/02/1990"}, "D", "nascimento_impossivel"),
        ({"nascimento": "ontem"}, "D", "nascimento_ilegivel"),
        ({"nascimento": ""}, "D", "nascimento_em_branco"),
        ({"cpf": "***.777.868-**"}, "C", "cpf_mascarado"),
        ({"cpf": "177.777.868-91"}, "C", "cpf_digito"),
        ({"cpf": "999.361.961-2"}, "C", "cpf_zeros"),
    ],
)
def test_o_que_so_avisa_fica_como_veio(
    operador: Pessoa, cargo: Cargo, campos: dict[str, str], coluna: str, codigo: str
) -> None:
    feito = plano(operador, cargo, linha(**campos))
    assert contas(feito) == (1, 1, 0, 0, 0)
    assert achados(feito) == [(2, coluna, "avisa", codigo)]


def test_nota_abaixo_da_minima_entra_e_prova_facultativa_pode_faltar(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha(pontos="49,99", titulos="")))
    assert Resultado.objects.get().notas == {"objetiva": "40.00", "pontos": "49.99"}


@pytest.mark.parametrize("informado", ["02/01/1193", "31/02/1990", "ontem"])
def test_nascimento_sem_uso_fica_como_veio_e_nao_decide_empate(
    operador: Pessoa, cargo: Cargo, informado: str
) -> None:
    importar(operador, cargo, csv(linha(nascimento=informado)))
    ana = Candidato.objects.get()
    assert (ana.nascimento, ana.nascimento_informado) == (None, informado)
    importar(operador, cargo, csv(linha(nascimento="02/01/1990")))
    ana.refresh_from_db()
    assert (ana.nascimento, ana.nascimento_informado) == (date(1990, 1, 2), "")


@pytest.mark.parametrize(
    ("datas", "impede"),
    [
        # Mês/dia: as de dia até 12 liam-se trocadas, sem parecer erradas.
        (["12/26/1990", "06/04/1980", "01/02/1985"], True),
        # Um erro de digitação não faz do arquivo um de mês/dia.
        (["26/12/1990", "31/02/1980", "01/02/1985"], False),
        (["02/01/1990", "03/04/1980"], False),
    ],
)
def test_datas_que_outro_formato_le_mais_impedem(
    operador: Pessoa, cargo: Cargo, datas: list[str], impede: bool
) -> None:
    linhas = [linha(f"{n:03d}", f"PESSOA {'ABC'[n]}", nascimento=data) for n, data in enumerate(datas)]
    feito = plano(operador, cargo, *linhas)
    assert ((2, "D", "impede", "formato_da_data") in achados(feito)) is impede
    assert feito["recusadas"] == int(impede)
    assert sum(contas(feito)[1:]) == feito["lidas"]


def test_raca_que_nao_se_entende_nao_aparece_no_plano(operador: Pessoa, cargo: Cargo) -> None:
    feito = plano(operador, cargo, linha(negro="afrodescendente"))
    assert [achado["valor"] for achado in feito["achados"]] == ["(não mostrado)"]


# Repetições e identidade -----------------------------------------------------------------------------


def test_inscricao_repetida_no_cargo_nomeia_as_duas_linhas(operador: Pessoa, cargo: Cargo) -> None:
    feito = plano(operador, cargo, linha("001"), linha("002", "RUI"), linha("001"))
    assert contas(feito) == (3, 1, 0, 0, 2)
    assert [(achado["linha"], achado["motivo"]) for achado in feito["achados"]] == [
        (2, "inscrição 001 repetida no mesmo cargo (linha 4)"),
        (4, "inscrição 001 repetida no mesmo cargo (já na linha 2)"),
    ]


def test_zeros_a_esquerda_distinguem_inscricoes(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha("001"), linha("1")))
    assert sorted(Inscricao.objects.values_list("numero", flat=True)) == ["001", "1"]


def test_homonimos_nao_se_unem(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha("001"), linha("002")))
    assert Candidato.objects.count() == 2


def test_cpf_mascarado_nao_une_ninguem(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha("001", cpf="***.777.868-**"), linha("002", cpf="***.777.868-**")))
    assert list(Candidato.objects.values_list("cpf", flat=True)) == ["", ""]


def test_cpf_inteiro_une_a_mesma_pessoa_de_outro_concurso(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha("001", cpf=CPF_A)))
    importar(operador, fabrica.cargo_publicado(), csv(linha("900", nome="ana sa", cpf=CPF_A)))
    assert Candidato.objects.count() == 1
    assert Inscricao.objects.count() == 2


@pytest.mark.parametrize(
    ("outra", "recusada"),
    [
        ({"nome": "RUI"}, False),  # o nascimento confere: mudou de nome
        ({"nome": "RUI", "nascimento": ""}, True),
        ({"nascimento": "03/01/1990"}, True),
    ],
)
def test_cpf_de_quem_ja_esta_na_base_com_outros_dados(
    operador: Pessoa, cargo: Cargo, outra: dict[str, str], recusada: bool
) -> None:
    importar(operador, cargo, csv(linha("001", cpf=CPF_A)))
    feito = plano(operador, fabrica.cargo_publicado(), linha("900", **({"cpf": CPF_A} | outra)))
    assert ("difere_da_base" in feito["contagem"]) is recusada


def test_mesmo_cpf_duas_vezes_no_cargo_impede(operador: Pessoa, cargo: Cargo) -> None:
    feito = plano(operador, cargo, linha("001", cpf=CPF_A), linha("002", cpf=CPF_A))
    assert feito["recusadas"] == 2
    assert feito["contagem"]["cpf_duas_vezes"] == 2


@pytest.mark.parametrize(
    ("outra", "diferenca"),
    [
        ({"nome": "RUI"}, "nome"),
        ({"nascimento": "03/01/1990"}, "nascimento"),
        ({"cpf": CPF_B}, "CPF"),
        ({"negro": "Sim"}, "autodeclaração"),
    ],
)
def test_inscricao_em_dois_cargos_e_uma_pessoa_so(
    operador: Pessoa, cargo: Cargo, outra: dict[str, str], diferenca: str
) -> None:
    segundo = fabrica.cargo(regras=cargo.regras, nome="Técnico")
    titulos = TITULOS + ";Cargo"
    uma = linha(cpf=CPF_A) + f";{cargo.codigo}"
    boa, ma = linha(cpf=CPF_A) + ";técnico", linha(**({"cpf": CPF_A} | outra)) + ";técnico"
    feito = conferir(operador, parear(operador, receber(operador, cargo, "\n".join([titulos, uma, boa]))))
    assert contas(feito) == (2, 2, 0, 0, 0)
    feito = conferir(operador, parear(operador, receber(operador, segundo, "\n".join([titulos, uma, ma]))))
    assert feito["recusadas"] == 2
    assert f"com {diferenca} diferente" in feito["achados"][0]["motivo"]


def test_prova_unificada_da_uma_inscricao_e_varias_candidaturas(operador: Pessoa, cargo: Cargo) -> None:
    fabrica.cargo(regras=cargo.regras, nome="Técnico")
    conteudo = "\n".join([TITULOS + ";Cargo", linha() + f";{cargo.codigo}", linha() + ";Técnico"])
    importacao = parear(operador, receber(operador, cargo, conteudo))
    carregar(operador, importacao)
    assert (Candidato.objects.count(), Inscricao.objects.count(), Resultado.objects.count()) == (1, 1, 2)


def test_linha_com_celulas_a_mais_impede(operador: Pessoa, cargo: Cargo) -> None:
    feito = plano(operador, cargo, linha() + ";sobra")
    assert achados(feito) == [(2, "", "impede", "colunas_demais")]
    # O arquivo diz de reservas: o que sobrou pode ser a declaração, empurrada para o lado.
    assert feito["achados"][0]["valor"] == "(não mostrado)"


def test_a_sobra_de_coluna_que_nao_se_importa_tambem_nao_se_mostra(operador: Pessoa, cargo: Cargo) -> None:
    conteudo = "Inscrição;Nome;Nascimento;objetiva;pontos;Cor\n001;ANA SÁ;02/01/1990;45;55;x;PARDA\n"
    feito = conferir(operador, parear(operador, receber(operador, cargo, conteudo), cargo=cargo))
    assert achados(feito) == [(2, "", "impede", "colunas_demais")]
    assert "PARDA" not in str(feito)


def test_linha_com_delimitadores_a_mais_mas_vazios_passa(operador: Pessoa, cargo: Cargo) -> None:
    assert contas(plano(operador, cargo, linha() + ";; ")) == (1, 1, 0, 0, 0)


# Cargo e valores --------------------------------------------------------------------------------------


def test_cargo_desconhecido_espera_destino_e_o_codigo_composto_e_proposto(
    operador: Pessoa, cargo: Cargo
) -> None:
    conteudo = "\n".join([TITULOS + ";Vaga", linha() + f";{cargo.codigo} - Analista - Centro"])
    importacao = parear(operador, receber(operador, cargo, conteudo))
    assert conferir(operador, importacao)["recusadas"] == 1
    importacao.refresh_from_db()
    (valor,) = importacao_listar_valores(autor=operador, importacao=importacao)
    assert (valor.lido, valor.destino) == (f"{cargo.codigo} - Analista - Centro", cargo.codigo)
    parear_valores(operador, importacao, {"cargo": {valor.lido: {"destino": valor.destino, "motivo": ""}}})
    assert contas(conferir(operador, importacao)) == (1, 1, 0, 0, 0)


def test_nome_que_dois_cargos_tem_nao_serve(operador: Pessoa, cargo: Cargo) -> None:
    fabrica.cargo(regras=cargo.regras, nome=cargo.nome, localidade="Centro")
    fabrica.cargo(regras=cargo.regras, nome=cargo.nome, localidade="Norte")
    conteudo = "\n".join([TITULOS + ";Cargo", linha() + ";Analista – Norte", linha("002") + ";Analista"])
    feito = conferir(operador, parear(operador, receber(operador, cargo, conteudo)))
    assert contas(feito) == (2, 1, 0, 0, 1)


def test_etapa_que_nao_se_entende_espera_destino(operador: Pessoa) -> None:
    cargo = fabrica.cargo_publicado(etapas=["Saúde"])
    conteudo = "\n".join(
        [TITULOS + ";SAUDE", linha() + ";APTO", linha("002") + ";Ausente", linha("003") + ";"]
    )
    importacao = parear(operador, receber(operador, cargo, conteudo), cargo=cargo)
    feito = conferir(operador, importacao)
    assert contas(feito) == (3, 1, 0, 0, 2)
    assert set(feito["pendencias"]["etapa:Saúde"]) == {"Ausente", ""}
    inapto = {"destino": "inapto", "motivo": ""}
    importacao.refresh_from_db()
    parear_valores(operador, importacao, {"etapa:Saúde": {"Ausente": inapto, "": inapto}})
    assert conferir(operador, importacao)["recusadas"] == 0


def test_valor_ou_campo_inventado_nao_se_pareia(operador: Pessoa, cargo: Cargo) -> None:
    importacao = parear(operador, receber(operador, cargo, csv(linha(negro="x"))), cargo=cargo)
    for valores in (
        {"negro": {"x": {"destino": "talvez", "motivo": ""}}},
        {"nome": {"ANA SÁ": {"destino": "sim", "motivo": ""}}},
        {"inventado": {}},
    ):
        with pytest.raises(Recusa):
            parear_valores(operador, importacao, valores)


# Contra a base ----------------------------------------------------------------------------------------


def test_alterada_mostra_campo_a_campo_e_cria_versao(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha("001", titulos="5"), linha("002", "RUI")))
    novo = csv(linha("001", titulos="5,00", objetiva="41", pontos="51"), linha("002", "RUI"))
    importacao = parear(operador, receber(operador, cargo, novo), cargo=cargo)
    feito = conferir(operador, importacao)
    assert contas(feito) == (2, 0, 1, 1, 0)
    assert [(cada["campo"], cada["antes"], cada["depois"]) for cada in feito["mudancas"]] == [
        ("nota: Prova objetiva", "40,00", "41"),
        ("nota: Nota final", "50,00", "51"),
    ]
    carregar(operador, importacao)
    versoes = Resultado.objects.filter(candidatura__inscricao__numero="001").order_by("versao")
    assert [(cada.versao, cada.notas["objetiva"]) for cada in versoes] == [(1, "40.00"), (2, "41")]
    assert Resultado.objects.filter(candidatura__inscricao__numero="002").count() == 1


def test_coluna_que_o_arquivo_novo_nao_traz_fica_como_estava(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha(titulos="7", negro="Sim")))
    conteudo = "Inscrição;Nome;Nascimento;objetiva;pontos\n001;ANA SÁ;02/01/1990;45;55"
    importar(operador, cargo, conteudo, nome="parcial.csv")
    assert Resultado.objects.get(versao=2).notas == {"objetiva": "45", "titulos": "7", "pontos": "55"}
    assert Autodeclaracao.objects.get().negro


def test_o_que_o_arquivo_diz_que_nao_ha_substitui_o_que_havia(operador: Pessoa, cargo: Cargo) -> None:
    """“Ausente”, pareado como sem nota, e o lugar em traço são ditos, e não calados."""
    titulos = "Inscrição;Nome;Nascimento;objetiva;titulos;pontos;Classificação"
    antes, depois = (
        f"{titulos}\n001;ANA SÁ;02/01/1990;45;{nota};55;{lugar}\n"
        for nota, lugar in (("7", "1º"), ("Ausente", "-"))
    )
    importar(operador, cargo, antes)
    importacao = parear(operador, receber(operador, cargo, depois), cargo=cargo)
    sem_nota = {"prova:titulos": {"Ausente": {"destino": "sem_nota", "motivo": ""}}}
    parear_valores(operador, importacao, sem_nota)
    feito = conferir(operador, importacao)
    assert [(cada["campo"], cada["antes"], cada["depois"]) for cada in feito["mudancas"]] == [
        ("nota: Títulos", "7", "sem nota"),
        ("lugar da banca", "1", "sem lugar"),
    ]
    carregar(operador, importacao)
    vigente = Resultado.objects.get(versao=2)
    assert (vigente.notas, vigente.posicao_oficial) == ({"objetiva": "45", "pontos": "55"}, None)
    de_novo = parear(operador, receber(operador, cargo, depois), cargo=cargo)
    assert contas(conferir(operador, de_novo)) == (1, 0, 0, 1, 0)


def test_nota_facultativa_em_branco_fica_como_estava(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha(titulos="7")))
    feito = plano(operador, cargo, linha(titulos=""))
    assert contas(feito) == (1, 0, 0, 1, 0)


def test_ausentes_sao_listadas_e_continuam(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha("001"), linha("002", "RUI")))
    feito = plano(operador, cargo, linha("002", "RUI"))
    assert (feito["ausentes"], feito["total_ausentes"]) == (["001"], 1)


@pytest.mark.parametrize(
    ("outra", "motivo"),
    [
        ({"nome": "OUTRA PESSOA", "cpf": ""}, "outro nome"),
        ({"nome": "OUTRA PESSOA", "nascimento": ""}, "outro nome"),
        ({"nascimento": "03/01/1990"}, "outro nascimento, 02/01/1990"),
        ({"cpf": CPF_B}, "outro CPF"),
    ],
)
def test_inscricao_que_ja_e_de_outra_pessoa_impede(
    operador: Pessoa, cargo: Cargo, outra: dict[str, str], motivo: str
) -> None:
    importar(operador, cargo, csv(linha(cpf=CPF_A)))
    feito = plano(operador, cargo, linha(**({"cpf": CPF_A} | outra)))
    assert contas(feito) == (1, 0, 0, 0, 1)
    assert motivo in feito["achados"][0]["motivo"]


def test_outro_nome_com_o_mesmo_cpf_e_nascimento_e_so_avisado(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha(cpf=CPF_A)))
    feito = plano(operador, cargo, linha(cpf=CPF_A, nome="OUTRO NOME"))
    assert contas(feito) == (1, 0, 0, 1, 0)
    assert achados(feito) == [(2, "", "avisa", "nome_diferente")]
    assert Candidato.objects.get().nome != "OUTRO NOME"


def test_cpf_e_nascimento_que_faltavam_sao_completados(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha(nascimento="")))
    importacao = importar(operador, cargo, csv(linha(cpf=CPF_A)))
    assert importacao.plano["alteradas"] == 1
    pessoa = Candidato.objects.get()
    assert (pessoa.cpf, pessoa.nascimento) == ("17777786890", date(1990, 1, 2))
    assert [cada.cpf for cada in pessoa.historia.all()] == ["17777786890"]


def test_cpf_que_ja_e_de_outro_cadastro_nao_se_repete(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha("001", cpf=CPF_A), linha("002", "RUI")))
    outro = fabrica.cargo_publicado()
    importar(operador, outro, csv(linha("900")))
    feito = plano(operador, outro, linha("900", cpf=CPF_A))
    assert achados(feito) == [(2, "", "avisa", "cpf_de_outro_cadastro")]
    assert contas(feito) == (1, 0, 0, 1, 0)


def test_dois_cadastros_nao_recebem_o_mesmo_cpf(operador: Pessoa, cargo: Cargo) -> None:
    segundo = fabrica.cargo(regras=cargo.regras, nome="Técnico")
    importar(operador, cargo, csv(linha("001")))
    importar(operador, segundo, csv(linha("002")))
    titulos = TITULOS + ";Cargo"
    conteudo = "\n".join(
        [titulos, linha("001", cpf=CPF_A) + f";{cargo.codigo}", linha("002", cpf=CPF_A) + ";Técnico"]
    )
    feito = conferir(operador, parear(operador, receber(operador, cargo, conteudo)))
    assert feito["contagem"] == {"avisa": 1, "cpf_de_outro_cadastro": 1}


def test_declaracao_muda_sem_dizer_o_que(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha()))
    importacao = importar(operador, cargo, csv(linha(negro="Sim")))
    assert importacao.plano["mudancas"] == [
        {"linha": 2, "inscricao": "001", "campo": "autodeclaração", "antes": "", "depois": "alterada"}
    ]
    assert Autodeclaracao.objects.get().negro
    assert Resultado.objects.count() == 1


def test_declaracao_ja_examinada_nao_muda_por_arquivo(operador: Pessoa, cargo: Cargo) -> None:
    importar(operador, cargo, csv(linha(negro="Sim")))
    Autodeclaracao.objects.update(situacao=SituacaoDeclaracao.CONFIRMADA)
    assert contas(plano(operador, cargo, linha(negro="Sim"))) == (1, 0, 0, 1, 0)
    feito = plano(operador, cargo, linha(negro="Não"))
    assert "já foi examinada" in feito["achados"][0]["motivo"]


def test_reservas_por_lista_preenchida(operador: Pessoa, cargo: Cargo) -> None:
    conteudo = "\n".join(
        [
            TITULOS.replace(";Negro", ";Class Negra;Class PcD"),
            linha("001").removesuffix("Não") + "12;",
            linha("002", "RUI").removesuffix("Não") + "-;3º",
        ]
    )
    importar(operador, cargo, conteudo, H="lista_negro", I="lista_pcd")
    declaradas = Autodeclaracao.objects.order_by("inscricao__numero").values_list("negro", "indigena", "pcd")
    assert list(declaradas) == [(True, False, False), (False, False, True)]


# Pareamento -------------------------------------------------------------------------------------------


def test_faltas_do_pareamento_sao_ditas_uma_a_uma(operador: Pessoa, cargo: Cargo) -> None:
    importacao = receber(operador, cargo, "Inscrição;Nome;Obs\n1;ANA;x")
    antes = retrato()
    with pytest.raises(Recusa) as recusa:
        parear(operador, importacao)
    assert recusa.value.detalhes == [
        "Nenhuma coluna traz “Nascimento”, que entra no desempate. Escolha a coluna.",
        "Nenhuma coluna traz “Nota: Prova objetiva”, que entra no desempate. Escolha a coluna.",
        "Nenhuma coluna traz “Nota: Nota final”, que é a nota final. Escolha a coluna.",
        "Nenhuma coluna traz o cargo. Escolha a coluna, ou um cargo para todas as linhas.",
    ]
    assert retrato() == antes


def test_reserva_sem_coluna_pede_confirmacao(operador: Pessoa, cargo: Cargo) -> None:
    conteudo = "Inscrição;Nome;Nascimento;objetiva;pontos\n1;ANA;02/01/1990;40;50"
    importacao = receber(operador, cargo, conteudo)
    colunas = {"A": "inscricao", "B": "nome", "C": "nascimento", "D": "prova:objetiva", "E": "prova:pontos"}
    escolhas = Pareamento(Leitura.de_json(importacao.leitura), colunas, cargo)
    with pytest.raises(Recusa) as recusa:
        importacao_parear(autor=operador, importacao=importacao, pareamento=escolhas)
    assert "O edital reserva vagas (cota)" in recusa.value.detalhes[0]


def test_campo_em_duas_colunas_e_cargo_de_outro_edital(operador: Pessoa, cargo: Cargo) -> None:
    importacao = receber(operador, cargo, csv(linha()))
    with pytest.raises(Recusa) as recusa:
        parear(operador, importacao, cargo=cargo, C="nome")
    assert "“Nome” foi dado a mais de uma coluna" in recusa.value.detalhes[0]
    with pytest.raises(Recusa, match="não é deste edital"):
        parear(operador, importacao, cargo=fabrica.cargo_publicado())
    with pytest.raises(Recusa, match="não têm: Z"):
        parear(operador, importacao, cargo=cargo, Z="cpf")


def test_uma_so_linha_se_diz_no_singular() -> None:
    contas = {"lidas": 1, "novas": 1, "alteradas": 0, "inalteradas": 0, "recusadas": 0}
    assert frase_do_plano(contas) == "1 linha lida: 1 nova, 0 alteradas, 0 inalteradas, 0 recusadas."
    assert frase_da_carga(contas) == "1 nova, 0 alteradas e 0 inalteradas, de 1 linha lida."
    contas |= {"lidas": 2, "novas": 0, "alteradas": 1, "recusadas": 1}
    assert frase_do_plano(contas) == "2 linhas lidas: 0 novas, 1 alterada, 0 inalteradas, 1 recusada."
