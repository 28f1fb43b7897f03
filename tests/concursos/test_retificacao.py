"""Retificação: o que muda, o que guarda e o que recusa."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from concursos import servicos
from concursos.consultas import criterios_de_classificacao
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Regras, Retificacao
from concursos.servicos import Alteracao, DadosDoEdital, mudancas_da_retificacao
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from tests import fabrica

pytestmark = pytest.mark.django_db

DEPOIS = date(2023, 9, 15)


@pytest.fixture
def publicado(db):
    return fabrica.cargo_publicado()


def retificar(autor, edital, *alteracoes, **campos):
    valores = {"publicada_em": DEPOIS, "veiculo": "Diário nº 10", "motivo": "Erro material."}
    return servicos.edital_retificar(autor=autor, edital=edital, alteracoes=alteracoes, **(valores | campos))


def test_guarda_o_antes_e_o_depois(autoridade, publicado, dados_do_cargo):
    dados = dados_do_cargo(publicado, vencimento="R$ 5.000,00", requisito="Ensino médio")

    retificacao = retificar(autoridade, publicado.edital, Alteracao(publicado, dados))

    assert retificacao.numero == 1
    assert [(m["alvo"], m["campo"], m["antes"], m["depois"]) for m in Retificacao.objects.get().mudancas] == [
        ("cargo", "requisito", "Ensino superior completo", "Ensino médio"),
        ("cargo", "vencimento", "R$ 4.000,00", "R$ 5.000,00"),
    ]
    assert Cargo.objects.get(pk=publicado.pk).vencimento == "R$ 5.000,00"
    assert RegistroTrilha.objects.get(acao="concursos.edital_retificar").autor == autoridade.pessoa


def test_depois_de_aplicada_o_edital_volta_a_ser_imutavel(autoridade, publicado, dados_do_cargo):
    retificar(autoridade, publicado.edital, Alteracao(publicado, dados_do_cargo(publicado, nome="Técnico")))

    assert Retificacao.objects.get().aplicada_em is not None


def test_vagas_mudam_com_o_quadro_da_lei(autoridade, publicado, dados_do_cargo):
    dados = dados_do_cargo(publicado, vagas=20, vagas_ampla=16, vagas_cotas=4)

    retificar(autoridade, publicado.edital, Alteracao(publicado, dados))

    assert Cargo.objects.get(pk=publicado.pk).vagas == 20


def test_quadro_que_nao_seria_publicavel_e_recusado_e_nada_muda(autoridade, publicado, dados_do_cargo):
    dados = dados_do_cargo(publicado, vagas=20, vagas_ampla=18)

    with pytest.raises(Recusa, match="não poderia ter sido publicado"):
        retificar(autoridade, publicado.edital, Alteracao(publicado, dados))

    assert Cargo.objects.get(pk=publicado.pk).vagas == 10
    assert not Retificacao.objects.exists()


def test_regras_e_quadro_mudam_juntos(autoridade, publicado, dados_do_cargo, dados_das_regras):
    antes = publicado.regras.congeladas_em
    das_regras = dados_das_regras(
        publicado.regras, pcd_percentual="10", pcd_fonte="Lei inventada", pcd_ausencia_justificativa=""
    )
    do_cargo = dados_do_cargo(publicado, vagas_ampla=7, vagas_pcd=1)

    retificacao = retificar(
        autoridade,
        publicado.edital,
        Alteracao(publicado.regras, das_regras),
        Alteracao(publicado, do_cargo),
    )

    regras = Regras.objects.get(pk=publicado.regras_id)
    assert regras.pcd_percentual == "10"
    assert regras.congeladas_em > antes
    assert {mudanca["alvo"] for mudanca in retificacao.mudancas} == {"regras", "cargo"}


def test_nota_negativa_retifica_se_e_conta_como_efeito_nas_listas(autoridade, publicado, dados_das_regras):
    provas = [dict(prova) for prova in publicado.regras.provas]
    provas[0] |= {"negativa": True, "minima": "-10"}
    alteracao = Alteracao(publicado.regras, dados_das_regras(publicado.regras, provas=provas))

    [mudanca] = mudancas_da_retificacao([alteracao])
    retificacao = retificar(autoridade, publicado.edital, alteracao)

    assert mudanca.afeta_as_listas
    assert retificacao.mudancas[0]["depois"][0]["negativa"] is True
    regras = Regras.objects.get(pk=publicado.regras_id)
    assert regras.provas[0]["negativa"] is True
    assert criterios_de_classificacao(regras).notas_minimas["objetiva"] == Decimal(-10)


def test_segunda_retificacao_tem_o_numero_seguinte(autoridade, publicado, dados_do_cargo):
    retificar(autoridade, publicado.edital, Alteracao(publicado, dados_do_cargo(publicado, nome="B")))
    segunda = retificar(
        autoridade, publicado.edital, Alteracao(publicado, dados_do_cargo(publicado, nome="C"))
    )

    assert segunda.numero == 2
    assert segunda.mudancas[0]["antes"] == "B"


def test_nada_mudou(autoridade, publicado, dados_do_cargo):
    with pytest.raises(Recusa, match="Nada mudou"):
        retificar(autoridade, publicado.edital, Alteracao(publicado, dados_do_cargo(publicado)))


@pytest.mark.parametrize(
    ("campos", "frase"),
    [
        ({"publicada_em": date(2023, 8, 30)}, "não pode ser anterior ao edital, de 31/08/2023"),
        ({"publicada_em": timezone.localdate() + timedelta(days=2)}, "ainda não chegou"),
        ({"veiculo": ""}, "Informe onde a retificação foi publicada"),
        ({"motivo": " "}, "Escreva o motivo"),
    ],
)
def test_publicacao_incompleta(autoridade, publicado, dados_do_cargo, campos, frase):
    alteracao = Alteracao(publicado, dados_do_cargo(publicado, nome="B"))

    with pytest.raises(Recusa) as recusa:
        retificar(autoridade, publicado.edital, alteracao, **campos)

    assert frase in recusa.value.detalhes[0]


def test_data_de_publicacao_nao_se_retifica(autoridade, publicado):
    edital = publicado.edital
    dados = DadosDoEdital(
        numero=edital.numero, lei=edital.lei, veiculo=edital.veiculo, publicado_em=date(2023, 9, 1)
    )

    with pytest.raises(Recusa, match="é um fato"):
        retificar(autoridade, edital, Alteracao(edital, dados))


def test_alvo_de_outro_edital(autoridade, publicado, dados_do_cargo):
    alheio = fabrica.cargo_publicado()

    with pytest.raises(Recusa, match="é de outro edital"):
        retificar(autoridade, publicado.edital, Alteracao(alheio, dados_do_cargo(alheio, nome="B")))


def test_rascunho_nao_se_retifica(autoridade, rascunho, dados_do_cargo):
    with pytest.raises(Recusa, match="Não é possível retificar o edital agora"):
        retificar(autoridade, rascunho.edital, Alteracao(rascunho, dados_do_cargo(rascunho, nome="B")))


def test_operador_nao_retifica(operador, publicado, dados_do_cargo):
    with pytest.raises(PermissionDenied):
        retificar(operador, publicado.edital, Alteracao(publicado, dados_do_cargo(publicado, nome="B")))


@pytest.mark.parametrize(
    ("campo", "rotulo", "valores"),
    [
        ("cargo", "total de vagas", {"vagas": 20, "vagas_ampla": 16, "vagas_cotas": 4}),
        ("regras", "série", {"serie": "lista", "serie_posicoes": [4, 9]}),
        ("regras", "desempate", {"desempate": ["idoso", "sorteio"]}),
        ("regras", "dupla contagem", {"dupla_contagem": "consumo"}),
    ],
)
def test_homologado_o_que_mexe_nas_listas_e_recusado(
    autoridade, dados_do_cargo, dados_das_regras, campo, rotulo, valores
):
    cargo = fabrica.cargo_publicado(situacao=SituacaoConcurso.HOMOLOGADO)
    alteracao = (
        Alteracao(cargo, dados_do_cargo(cargo, **valores))
        if campo == "cargo"
        else Alteracao(cargo.regras, dados_das_regras(cargo.regras, **valores))
    )

    with pytest.raises(Recusa, match="já foi homologado") as recusa:
        retificar(autoridade, cargo.edital, alteracao)

    assert any(detalhe.endswith(rotulo) for detalhe in recusa.value.detalhes)


def test_homologada_a_lei_tambem_nao_muda(autoridade):
    edital = fabrica.cargo_publicado(situacao=SituacaoConcurso.HOMOLOGADO).edital
    dados = DadosDoEdital(
        numero=edital.numero, lei="", veiculo=edital.veiculo, publicado_em=edital.publicado_em
    )

    with pytest.raises(Recusa, match="já foi homologado"):
        retificar(autoridade, edital, Alteracao(edital, dados))


def test_homologado_o_requisito_ainda_se_retifica(autoridade, dados_do_cargo):
    cargo = fabrica.cargo_publicado(situacao=SituacaoConcurso.HOMOLOGADO)

    retificar(autoridade, cargo.edital, Alteracao(cargo, dados_do_cargo(cargo, requisito="Diploma")))

    assert Cargo.objects.get(pk=cargo.pk).requisito == "Diploma"
