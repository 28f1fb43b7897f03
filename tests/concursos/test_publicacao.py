"""Publicação: cada impedimento, o que só se avisa, e o que ela congela."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from concursos import servicos
from concursos.consultas import conferir_publicacao
from concursos.enums import SituacaoConcurso, Tipo
from concursos.models import Cargo, Edital, Regras
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from tests import fabrica

pytestmark = pytest.mark.django_db

DIA = fabrica.PUBLICADO_EM
HOJE = date(2026, 1, 1)


def publicar(autor, edital, **campos):
    return servicos.edital_publicar(
        autor=autor, edital=edital, **({"publicado_em": DIA, "veiculo": "Diário Oficial nº 9"} | campos)
    )


def impedimentos(edital, publicado_em=DIA):
    conferencia = conferir_publicacao(Edital.objects.get(pk=edital.pk), publicado_em=publicado_em, hoje=HOJE)
    return [str(achado) for achado in conferencia.impedimentos]


def avisos(edital, publicado_em=DIA):
    conferencia = conferir_publicacao(Edital.objects.get(pk=edital.pk), publicado_em=publicado_em, hoje=HOJE)
    return [str(achado) for achado in conferencia.avisos]


# -- O que a publicação faz ----------------------------------------------------------------------


def test_publicar_congela_regras_e_passa_o_concurso(autoridade, rascunho):
    publicar(autoridade, rascunho.edital)

    edital = Edital.objects.select_related("concurso").get(pk=rascunho.edital_id)
    assert edital.publicado
    assert (edital.publicado_em, edital.veiculo) == (DIA, "Diário Oficial nº 9")
    assert edital.concurso.situacao == SituacaoConcurso.PUBLICADO
    assert Regras.objects.get(edital=edital).congeladas_em is not None


def test_publicar_guarda_o_quadro_na_trilha(autoridade, rascunho):
    publicar(autoridade, rascunho.edital)

    registro = RegistroTrilha.objects.get(acao="concursos.edital_publicar")
    assert registro.depois["quadro"] == {rascunho.codigo: [10, 8, 2, 0]}
    assert registro.depois["lei"] == fabrica.FORTALEZA


def test_publicar_duas_vezes_e_recusado(autoridade, rascunho):
    publicar(autoridade, rascunho.edital)

    with pytest.raises(Recusa, match="Não é possível publicar o edital agora"):
        publicar(autoridade, rascunho.edital)


def test_operador_nao_publica(operador, rascunho):
    with pytest.raises(PermissionDenied):
        publicar(operador, rascunho.edital)


def test_sem_veiculo_nao_publica(autoridade, rascunho):
    with pytest.raises(Recusa, match="Informe onde o edital foi publicado"):
        publicar(autoridade, rascunho.edital, veiculo=" ")


def test_data_no_futuro_nao_publica(autoridade, rascunho):
    amanha = timezone.localdate() + timedelta(days=1)

    with pytest.raises(Recusa) as recusa:
        publicar(autoridade, rascunho.edital, publicado_em=amanha)

    assert "ainda não chegou" in recusa.value.detalhes[0]


def test_recusa_traz_todos_os_impedimentos_e_nada_muda(autoridade, rascunho):
    Regras.objects.filter(pk=rascunho.regras_id).update(desempate=[], pcd_ausencia_justificativa="")

    with pytest.raises(Recusa) as recusa:
        publicar(autoridade, rascunho.edital)

    assert len(recusa.value.detalhes) == 2
    assert not Edital.objects.get(pk=rascunho.edital_id).publicado


# -- Cada impedimento ----------------------------------------------------------------------------


def test_rascunho_completo_nao_tem_impedimentos(rascunho):
    assert impedimentos(rascunho.edital) == []


def test_sem_data(rascunho):
    assert "Informe a data" in impedimentos(rascunho.edital, None)[0]


LEI_FORTALEZA = "Lei 11.111/2021"


@pytest.mark.parametrize(
    ("dia", "lei", "impede"),
    [
        (date(2021, 5, 19), fabrica.FORTALEZA, f"A {LEI_FORTALEZA} não rege edital"),
        (date(2021, 5, 19), "", ""),
        (date(2021, 5, 20), "", f"Em 20/05/2021 está em vigor em Fortaleza/CE a {LEI_FORTALEZA}"),
        (date(2021, 5, 20), fabrica.FORTALEZA, ""),
        (date(2021, 5, 21), fabrica.FORTALEZA, ""),
        (date(2021, 5, 21), fabrica.CAXIAS, f"está em vigor em Fortaleza/CE a {LEI_FORTALEZA}"),
    ],
)
def test_lei_em_vigor_na_vespera_no_dia_e_depois(dia, lei, impede):
    aplica = dia >= date(2021, 5, 20) and lei == fabrica.FORTALEZA
    cargo = fabrica.cargo_em_rascunho(lei=lei, cotas=2 if aplica or lei == fabrica.CAXIAS else 0)

    da_lei = [frase for frase in impedimentos(cargo.edital, dia) if frase.startswith("Lei de cotas")]

    assert len(da_lei) == (1 if impede else 0)
    assert all(impede in frase for frase in da_lei)


def test_lei_que_nao_e_a_do_municipio(db):
    orgao = fabrica.orgao(municipio=fabrica.municipio(nome="Sem Lei", lei=""))
    cargo = fabrica.cargo_em_rascunho(orgao=orgao, lei=fabrica.CAXIAS)

    assert "não é a lei de Sem Lei/CE" in impedimentos(cargo.edital)[0]


def test_estagio_em_caxias_nao_tem_lei(db):
    orgao = fabrica.orgao(municipio=fabrica.municipio_de_caxias())
    concurso = fabrica.concurso(orgao=orgao, tipo=Tipo.ESTAGIO)
    edital = fabrica.edital(concurso=concurso, lei=fabrica.CAXIAS)
    fabrica.cargo(regras=fabrica.regras(edital=edital), cotas=0)

    assert "não rege edital de estágio" in impedimentos(edital)[0]


def test_sem_regras_e_sem_cargo(db):
    edital = fabrica.edital(concurso=fabrica.concurso())

    assert impedimentos(edital) == [
        "Regras: O edital não tem regras de classificação. Registre-as.",
        "Cargos: O edital não tem cargo algum. Registre ao menos um.",
    ]


@pytest.mark.parametrize(
    ("campos", "falta"),
    [
        ({"provas": [], "nota_final": "", "desempate": ["idoso"]}, "Não há provas"),
        ({"nota_final": ""}, "qual prova é a nota final"),
        ({"desempate": []}, "Não há critérios de desempate"),
        ({"data_referencia_idade": None}, "falta a data em que ela se mede"),
        ({"desempate": ["maior:objetiva", "idoso"]}, "não começa pela pessoa idosa"),
        ({"pcd_ausencia_justificativa": ""}, "Não há reserva para pessoas com deficiência"),
        ({"nota_final": "outra"}, "não é nenhuma das provas"),
    ],
)
def test_regras_incompletas(rascunho, campos, falta):
    Regras.objects.filter(pk=rascunho.regras_id).update(**campos)

    frases = impedimentos(rascunho.edital)

    assert len(frases) == 1
    assert falta in frases[0]
    assert f"Regras “{rascunho.regras.nome}”" in frases[0]


def test_cadeia_sem_idoso_justificada_publica(autoridade, rascunho):
    Regras.objects.filter(pk=rascunho.regras_id).update(
        desempate=["maior:objetiva"], desempate_justificativa="Edital anterior ao Estatuto."
    )

    assert publicar(autoridade, rascunho.edital).publicado


def test_sessenta_ou_mais_tambem_comeca_a_cadeia(rascunho):
    Regras.objects.filter(pk=rascunho.regras_id).update(desempate=["sessenta_ou_mais", "mais_velho"])

    assert impedimentos(rascunho.edital) == []


def test_pcd_sem_fonte(rascunho):
    Regras.objects.filter(pk=rascunho.regras_id).update(pcd_percentual="5", pcd_ausencia_justificativa="")
    Cargo.objects.filter(pk=rascunho.pk).update(vagas_ampla=7, vagas_pcd=1)

    assert impedimentos(rascunho.edital) == [
        f"Regras “{rascunho.regras.nome}”: A reserva de PcD não diz de onde vem. "
        "Informe a lei ou o decreto que fixa o percentual."
    ]


def test_quadro_diferente_do_da_lei(rascunho):
    Cargo.objects.filter(pk=rascunho.pk).update(vagas_ampla=9, vagas_cotas=1)

    assert impedimentos(rascunho.edital) == [
        f"Cargo {rascunho.codigo}: O quadro impresso (9 de ampla, 1 de cota, 0 de PcD) difere do que a lei e "
        "as regras dão (8, 2 e 0). Corrija o quadro, ou as regras se é nelas que está o engano."
    ]


def test_serie_que_nao_da_o_quadro_precisa_de_justificativa(rascunho):
    Regras.objects.filter(pk=rascunho.regras_id).update(serie="lista", serie_posicoes=[4])

    assert "A série das vagas não dá o quadro" in impedimentos(rascunho.edital)[0]

    Regras.objects.filter(pk=rascunho.regras_id).update(serie_justificativa="Assim o imprime o edital.")
    assert impedimentos(rascunho.edital) == []


def test_cargos_iguais(rascunho):
    igual = fabrica.cargo(regras=rascunho.regras, nome=rascunho.nome)

    frases = impedimentos(rascunho.edital)

    assert len(frases) == 2
    assert all("aparece mais de uma vez" in frase for frase in frases)
    Cargo.objects.filter(pk=igual.pk).update(localidade="Sede")
    assert impedimentos(rascunho.edital) == []


# -- O que só se avisa ---------------------------------------------------------------------------


def test_avisos_nao_impedem(autoridade, rascunho):
    Cargo.objects.filter(pk=rascunho.pk).update(vencimento="")
    fabrica.regras(edital=rascunho.edital, nome="Soltas", desempate=["idoso", "sorteio"])

    frases = avisos(rascunho.edital)

    assert any("Sem vencimento" in frase for frase in frases)
    assert any("Nenhum cargo usa estas regras" in frase for frase in frases)
    assert any("não termina em sorteio" in frase for frase in frases)
    assert publicar(autoridade, rascunho.edital).publicado


def test_municipio_sem_lei_em_vigor_e_avisado(db):
    cargo = fabrica.cargo_em_rascunho(lei="", cotas=0)

    assert any("não haverá vagas reservadas à cota" in f for f in avisos(cargo.edital, date(2021, 5, 19)))
