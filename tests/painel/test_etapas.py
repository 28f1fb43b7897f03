"""Etapas e próximo passo: a cada situação, uma etapa atual e um só ato a praticar."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from candidatos.enums import SituacaoImportacao
from candidatos.models import Classificacao, Importacao
from concursos.consultas import conferir_publicacao
from concursos.enums import SituacaoConcurso
from concursos.models import Concurso
from concursos.servicos import Alteracao, DadosDasRegras, edital_retificar
from nomeacoes.models import Ato, Evento, Nomeacao, Ocupacao, Vaga
from nucleo.enums import Papel
from painel.consultas import (
    avisos_do_alcance,
    etapas_do_concurso,
    fatos_dos_concursos,
    linhas_dos_cargos,
    proximo_passo,
)
from tests import fabrica

pytestmark = pytest.mark.django_db

HOJE = date(2024, 6, 1)


def do_banco(cargo):
    return Concurso.objects.select_related("orgao__municipio", "edital").get(pk=cargo.edital.concurso_id)


def etapas(cargo, papel=Papel.OPERADOR):
    concurso = do_banco(cargo)
    fatos = fatos_dos_concursos([concurso])[concurso.pk]
    return {etapa.nome: etapa for etapa in etapas_do_concurso(concurso, fatos, autor=fabrica.autor(papel))}


def atual(cargo):
    return next((nome for nome, etapa in etapas(cargo).items() if etapa.situacao == "atual"), None)


def passo(cargo, papel=Papel.OPERADOR, conferencia=None):
    concurso = do_banco(cargo)
    fatos = fatos_dos_concursos([concurso])[concurso.pk]
    return proximo_passo(concurso, fatos, autor=fabrica.autor(papel), conferencia=conferencia)


@pytest.fixture
def homologado():
    """Cargo com lista homologada e concurso dentro da validade."""
    cargo = fabrica.cargo_homologado(membros="ac", vagas=2, cotas=0)
    fabrica.datar(cargo.edital.concurso, validade_ate=timezone.localdate() + timedelta(days=400))
    return cargo


def nomear(cargo, numero, situacao="convocada", **campos):
    """Nomeia o classificado de lugar `numero` para a vaga de mesmo número, com a minuta do ato."""
    candidatura = cargo.candidaturas.order_by("pk")[numero - 1]
    evento = Evento.objects.create(
        cargo=cargo, sequencia=numero, tipo="convocar", quantidade=1, data=date(2024, 4, numero)
    )
    nomeacao = Nomeacao.objects.create(
        vaga=Vaga.objects.create(cargo=cargo, numero=numero, categoria="ampla"),
        candidatura=candidatura,
        evento=evento,
        ordem=1,
        categoria="ampla",
        ocupa="ampla",
        situacao=situacao,
        **campos,
    )
    ocupacao = Ocupacao.objects.create(
        nomeacao=nomeacao, sequencia=1, categoria="ampla", causa=nomeacao, desde=evento.data
    )
    return Ato.objects.create(
        orgao=cargo.orgao, tipo="nomeacao", nomeacao=nomeacao, ocupacao=ocupacao, modelo="v1"
    )


def empossar(cargo, numero):
    ato = nomear(
        cargo, numero, situacao="empossada", empossada_em=date(2024, 5, numero), posse_documento="Termo"
    )
    Ato.objects.filter(pk=ato.pk).update(situacao="cancelado")


# -- Etapas --------------------------------------------------------------------------------------


def test_rascunho_esta_no_edital():
    cargo = fabrica.cargo_em_rascunho()

    assert atual(cargo) == "Edital"
    assert etapas(cargo)["Edital"].detalhe == "rascunho, 1 cargo"
    assert [etapa.situacao for etapa in etapas(cargo).values()] == ["atual"] + ["futura"] * 6


def test_publicado_sem_arquivo_espera_inscricoes():
    cargo = fabrica.cargo_publicado()

    assert atual(cargo) == "Inscrições"
    assert (etapas(cargo)["Edital"].situacao, etapas(cargo)["Edital"].data) == ("feita", fabrica.PUBLICADO_EM)


def test_so_quem_importa_segue_o_link_da_importacao():
    cargo = fabrica.cargo_publicado()

    for papel, entra in [(Papel.OPERADOR, True), (Papel.AUDITOR, False), (Papel.AUTORIDADE, False)]:
        assert bool(etapas(cargo, papel)["Inscrições"].url) is entra
        assert bool(etapas(cargo, papel)["Resultados"].url) is entra
        assert etapas(cargo, papel)["Edital"].url


def test_inscrito_sem_nota_espera_resultados():
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)
    cargo.candidaturas.create(inscricao=fabrica.inscricao(edital=cargo.edital))

    assert atual(cargo) == "Resultados"
    assert etapas(cargo)["Resultados"].detalhe == "1 de 2 candidaturas"


def test_com_notas_espera_classificacao():
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)

    assert atual(cargo) == "Classificação"


def test_classificado_espera_homologacao():
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)
    fabrica.classificacao(cargo=cargo)

    assert atual(cargo) == "Homologação"
    assert etapas(cargo)["Classificação"].detalhe == "1 de 1 cargo"


def test_empate_segura_a_classificacao():
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)
    fabrica.classificacao(cargo=cargo)
    Classificacao.objects.update(empates=[{"candidaturas": [1, 2], "proximo": "sorteio"}])

    assert atual(cargo) == "Classificação"
    assert etapas(cargo)["Classificação"].detalhe == "1 cargo com pendência"


def test_arquivo_novo_desatualiza_a_classificacao():
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)
    fabrica.classificacao(cargo=cargo)
    Importacao.objects.update(carregada_em=timezone.now() + timedelta(minutes=1))

    assert atual(cargo) == "Classificação"
    assert passo(cargo).rotulo == "Classificar"


def test_homologado_espera_convocacoes(homologado):
    assert atual(homologado) == "Convocações"
    assert "válido até" in etapas(homologado)["Homologação"].detalhe


def test_vagas_providas_com_minuta_ainda_sao_convocacoes(homologado):
    nomear(homologado, 1)
    nomear(homologado, 2)

    assert atual(homologado) == "Convocações"
    assert etapas(homologado)["Convocações"].detalhe == "2 de 2 vagas"


def test_tudo_empossado_nao_deixa_etapa_atual(homologado):
    empossar(homologado, 1)
    empossar(homologado, 2)

    assert atual(homologado) is None
    assert etapas(homologado)["Posse"].data == date(2024, 5, 2)


# -- Próximo passo -------------------------------------------------------------------------------


def test_rascunho_com_impedimentos_se_completa():
    cargo = fabrica.cargo_em_rascunho(cotas=1)
    conferencia = conferir_publicacao(cargo.edital, publicado_em=fabrica.PUBLICADO_EM, hoje=HOJE)

    seguinte = passo(cargo, conferencia=conferencia)

    assert (seguinte.rotulo, seguinte.pode) == ("Completar o edital", True)
    assert seguinte.impedimento == "O edital tem 1 impedimento à publicação."
    assert seguinte.saida.endswith("#conferencia")


def test_rascunho_sem_impedimentos_a_autoridade_publica():
    cargo = fabrica.cargo_em_rascunho()
    conferencia = conferir_publicacao(cargo.edital, publicado_em=fabrica.PUBLICADO_EM, hoje=HOJE)

    assert passo(cargo, Papel.AUTORIDADE, conferencia).pode
    do_operador = passo(cargo, Papel.OPERADOR, conferencia)
    assert (do_operador.rotulo, do_operador.cabe_a) == ("Publicar edital", "autoridade")


def test_importar_depois_de_publicar():
    cargo = fabrica.cargo_publicado()

    assert passo(cargo).rotulo == "Importar resultados"
    assert passo(cargo, Papel.AUTORIDADE).cabe_a == "operador"


def test_importacao_por_confirmar_vem_antes():
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)
    aberta = fabrica.importacao(edital=cargo.edital, nome="novo.csv")
    Importacao.objects.filter(pk=aberta.pk).update(situacao=SituacaoImportacao.CONFERIDA, carregada_em=None)

    seguinte = passo(cargo)

    assert seguinte.rotulo == "Continuar a importação"
    assert seguinte.url == reverse("candidatos:importacao", args=[aberta.pk])


def test_classificar_e_botao_que_pratica():
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)

    assert (passo(cargo).rotulo, passo(cargo).post) == ("Classificar", True)


def test_empate_pede_solucao():
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)
    fabrica.classificacao(cargo=cargo)
    Classificacao.objects.update(empates=[{"candidaturas": [1, 2], "proximo": "sorteio"}])

    assert passo(cargo).rotulo == "Resolver pendências"
    assert "1 cargo tem empate" in passo(cargo).impedimento


def test_homologar_e_da_autoridade():
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)
    fabrica.classificacao(cargo=cargo)

    assert passo(cargo, Papel.AUTORIDADE).rotulo == "Homologar resultado"
    assert passo(cargo).cabe_a == "autoridade"


def test_convocar_leva_ao_cargo_se_e_um_so(homologado):
    assert passo(homologado).url == reverse("nomeacoes:convocar", args=[homologado.pk])

    outro = fabrica.cargo_em_rascunho()
    type(outro).objects.filter(pk=outro.pk).update(edital=homologado.edital)

    concurso = homologado.edital.concurso_id
    assert passo(homologado).url == f"{reverse('nomeacoes:convocacoes')}?concurso={concurso}"


def test_minuta_se_assina_antes_de_convocar_mais(homologado):
    ato = nomear(homologado, 1)

    seguinte = passo(homologado, Papel.AUTORIDADE)

    assert seguinte.rotulo == "Assinar atos"
    assert seguinte.url == reverse("nomeacoes:convocacao", args=[ato.nomeacao.evento_id])


def test_nomeados_se_empossam(homologado):
    empossar(homologado, 1)
    ato = nomear(homologado, 2, situacao="nomeada")
    Ato.objects.filter(pk=ato.pk).update(situacao="cancelado")

    assert passo(homologado).url == reverse("nomeacoes:posse", args=[ato.nomeacao_id])


def test_fora_da_validade_nao_se_convoca(homologado):
    fabrica.datar(homologado.edital.concurso, validade_ate=timezone.localdate() - timedelta(days=1))

    assert passo(homologado) is None


def test_fora_da_validade_convoca_se_para_o_que_o_lapso_deixou_a_repor(homologado):
    hoje = timezone.localdate()
    fabrica.datar(homologado.edital.concurso, validade_ate=hoje - timedelta(days=1))
    nomeacao = nomear(homologado, 1).nomeacao
    fim = Evento.objects.create(
        cargo=homologado,
        sequencia=2,
        tipo="desistencia",
        candidatura=nomeacao.candidatura,
        data=hoje,
        motivo="Desistiu.",
        documento="Requerimento nº 1",
    )
    Nomeacao.objects.filter(pk=nomeacao.pk).update(situacao="encerrada", encerrada_por=fim)
    Ato.objects.update(situacao="cancelado")

    assert passo(homologado).rotulo == "Convocar"


def test_encerrado_nao_tem_passo(homologado):
    Concurso.objects.update(situacao=SituacaoConcurso.ENCERRADO)

    assert passo(homologado) is None


# -- Avisos e contas -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dias", "frase", "grave"),
    [
        (-1, "não se convoca mais", True),
        (0, "acaba hoje", True),
        (1, "falta 1 dia", True),
        (90, "faltam 90 dias", True),
        (91, "faltam 91 dias", False),
        (180, "faltam 180 dias", False),
    ],
)
def test_aviso_de_validade(homologado, dias, frase, grave):
    fabrica.datar(homologado.edital.concurso, validade_ate=HOJE + timedelta(days=dias))

    (aviso,) = avisos_do_alcance([do_banco(homologado)], hoje=HOJE)

    assert frase in aviso.frase
    assert aviso.grave is grave
    assert ("prorrogacao" in aviso.url) is (dias >= 0)


def test_validade_longe_nao_se_avisa(homologado):
    fabrica.datar(homologado.edital.concurso, validade_ate=HOJE + timedelta(days=181))

    assert avisos_do_alcance([do_banco(homologado)], hoje=HOJE) == []


def test_linhas_dos_cargos_contam(homologado):
    empossar(homologado, 1)

    (linha,) = linhas_dos_cargos(do_banco(homologado))

    assert (linha.candidatos, linha.aprovados, linha.em_curso, linha.empossados) == (2, 2, 1, 1)


def test_cargo_sem_classificacao_nao_tem_aprovados():
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)

    (linha,) = linhas_dos_cargos(do_banco(cargo))

    assert (linha.candidatos, linha.aprovados) == (1, None)


def test_regras_retificadas_desatualizam_a_classificacao():
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo)
    fabrica.classificacao(cargo=cargo)
    regras = cargo.regras
    dados = {campo: getattr(regras, campo) for campo in DadosDasRegras.__dataclass_fields__}
    dados |= {"desempate": ["idoso", "sorteio"]}

    edital_retificar(
        autor=fabrica.autor(Papel.AUTORIDADE),
        edital=cargo.edital,
        publicada_em=date(2023, 9, 15),
        veiculo="Diário",
        motivo="Engano",
        alteracoes=[Alteracao(regras, DadosDasRegras(**dados))],
    )

    assert etapas(cargo)["Classificação"].detalhe == "desatualizada"
    assert passo(cargo).rotulo == "Classificar"
