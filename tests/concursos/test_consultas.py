"""Leituras: regras na forma do motor, quadro proposto e alcance."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from concursos.consultas import (
    concursos_ao_alcance,
    criterios_de_classificacao,
    decimal_lido,
    lei_em_vigor,
    orgaos_para,
    quadro_do_cargo,
    regras_da_reserva,
)
from concursos.enums import Tipo
from cotas import Arredondamento, Categoria, Criterio, DuplaContagem, ErroDeRegra, Serie, Vinculo
from nucleo.enums import Papel
from tests import fabrica

pytestmark = pytest.mark.django_db


def test_regras_da_reserva_levam_tudo_ao_motor():
    cargo = fabrica.cargo_publicado(
        pcd=1,
        serie="lista",
        serie_posicoes=[4, 9],
        dupla_contagem="corte_fixo",
        pcd_percentual="7.5",
        pcd_arredondamento="abaixo",
        pcd_posicoes=[6],
        pcd_minimo=5,
    )

    regras = regras_da_reserva(cargo)

    assert (regras.lei, regras.edital_publicado_em, regras.vagas) == (
        fabrica.FORTALEZA,
        date(2023, 8, 31),
        10,
    )
    assert regras.vinculo is Vinculo.CARGO_EFETIVO
    assert (regras.serie, regras.dupla_contagem) == ((4, 9), DuplaContagem.CORTE_FIXO)
    assert regras.pcd is not None
    assert regras.pcd.percentual == Fraction(15, 2)
    assert regras.pcd.teto == Fraction(20)
    assert (regras.pcd.arredondamento, regras.pcd.serie, regras.pcd.minimo) == (
        Arredondamento.ABAIXO,
        (6,),
        5,
    )


def test_o_que_o_edital_nao_diz_fica_com_a_lei():
    regras = regras_da_reserva(fabrica.cargo_publicado())

    assert (regras.serie, regras.dupla_contagem, regras.pcd) == (None, None, None)


def test_serie_nomeada():
    assert regras_da_reserva(fabrica.cargo_publicado(serie="quinta_vaga")).serie is Serie.QUINTA_VAGA


def test_sem_data_nao_ha_regras():
    cargo = fabrica.cargo_em_rascunho()
    cargo.edital.publicado_em = None

    with pytest.raises(ValueError, match="não tem data"):
        regras_da_reserva(cargo)
    assert regras_da_reserva(cargo, publicado_em=date(2024, 1, 1)).edital_publicado_em == date(2024, 1, 1)


def test_regra_que_nao_vale_e_erro_do_motor():
    cargo = fabrica.cargo_em_rascunho()
    cargo.regras.pcd_percentual = "500"

    with pytest.raises(ErroDeRegra):
        regras_da_reserva(cargo)


def test_criterios_de_classificacao():
    criterios = criterios_de_classificacao(fabrica.cargo_publicado().regras)

    assert criterios.nota_final == "pontos"
    assert dict(criterios.notas_minimas) == {"pontos": Decimal("50")}
    assert list(criterios.desempate) == [
        Criterio.ler(texto) for texto in ("idoso", "maior:objetiva", "mais_velho")
    ]
    assert criterios.data_referencia_idade == fabrica.REFERENCIA_IDADE


@pytest.mark.parametrize(("texto", "valor"), [("7,5", "7.5"), (" 50 ", "50"), ("0.10", "0.10")])
def test_decimal_lido(texto, valor):
    assert decimal_lido(texto) == Decimal(valor)


@pytest.mark.parametrize("texto", ["", "cinco", "1.234,56", "NaN", "Infinity", "1e3", "1_000"])
def test_decimal_que_nao_se_le(texto):
    with pytest.raises(ValueError, match="não é um número"):
        decimal_lido(texto)


def test_quadro_do_cargo_ainda_nao_gravado():
    cargo = fabrica.cargo_em_rascunho()
    cargo.pk, cargo.vagas = None, 13

    quadro = quadro_do_cargo(cargo)

    assert quadro.da_lei is not None
    assert (quadro.da_lei.ampla, quadro.da_lei.cotas) == (10, 3)
    assert [n for n, c in enumerate(quadro.categorias, 1) if c is Categoria.COTAS] == [3, 8, 13]
    assert not quadro.confere
    assert any("art. 1º" in fundamento.citacao for fundamento in quadro.da_lei.fundamentos)


def test_quadro_impossivel_explica_se():
    cargo = fabrica.cargo_em_rascunho()
    cargo.regras.pcd_percentual = "100"

    quadro = quadro_do_cargo(cargo)

    assert quadro.da_lei is None
    assert quadro.erro


@pytest.mark.parametrize(
    ("tipo", "dia", "chave"),
    [
        (Tipo.ESTAGIO, date(2021, 5, 20), fabrica.FORTALEZA),
        (Tipo.CARGO_EFETIVO, date(2031, 5, 20), fabrica.FORTALEZA),
        (Tipo.CARGO_EFETIVO, date(2031, 5, 21), ""),
    ],
)
def test_lei_em_vigor(tipo, dia, chave):
    assert lei_em_vigor(fabrica.municipio(), dia, tipo) == chave


def test_concursos_so_do_alcance():
    meu, alheio = fabrica.orgao(), fabrica.orgao(sigla="SME")
    visto = fabrica.cargo_em_rascunho(orgao=meu).edital.concurso
    fabrica.cargo_em_rascunho(orgao=alheio)
    autor = fabrica.autor(Papel.OPERADOR, orgao=meu)

    assert list(concursos_ao_alcance(autor=autor)) == [visto]
    assert concursos_ao_alcance(autor=fabrica.autor(Papel.AUDITOR)).count() == 2


def test_lista_conta_cargos_e_vagas():
    cargo = fabrica.cargo_em_rascunho()
    fabrica.cargo(regras=cargo.regras, vagas=5, cotas=1, nome="Técnico")

    concurso = concursos_ao_alcance(autor=fabrica.autor(Papel.AUDITOR)).get()

    assert (concurso.total_cargos, concurso.total_vagas) == (2, 15)


@pytest.mark.parametrize("termo", ["analistas", "Inventada", "SEPOG", "{numero}", "{numero}/2023"])
def test_filtro_por_termo(termo):
    concurso = fabrica.concurso(titulo="Analistas de Planejamento")
    fabrica.concurso(titulo="Guarda", orgao=fabrica.orgao(sigla="GMF")).__class__.objects.filter(
        titulo="Guarda"
    ).update(banca="Outra")

    achados = concursos_ao_alcance(
        autor=fabrica.autor(Papel.AUDITOR), termo=termo.format(numero=concurso.numero)
    )

    assert list(achados) == [concurso]


def test_orgaos_em_que_se_pode():
    meu, alheio = fabrica.orgao(), fabrica.orgao(sigla="SME")
    fabrica.orgao(sigla="SMS")
    autor = fabrica.autor(Papel.OPERADOR, orgao=meu)
    autor.pessoa.atribuicoes.create(papel=Papel.AUDITOR, orgao=alheio)
    autor = type(autor)(autor.pessoa)

    assert list(orgaos_para(autor=autor, acao="concursos.concurso_criar")) == [meu]
