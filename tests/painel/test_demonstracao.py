"""A demonstração carrega-se pelos caminhos de verdade, uma vez só, e mostra o que promete."""

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from candidatos.enums import SituacaoImportacao
from candidatos.models import Classificacao, Colocacao, Importacao
from concursos.models import Concurso
from nomeacoes.models import Ato, Evento, Nomeacao
from nucleo.enums import Papel
from nucleo.models import Execucao
from painel.consultas import fatos_dos_concursos, proximo_passo
from tests import fabrica

pytestmark = pytest.mark.django_db


@pytest.fixture
def pessoas():
    fabrica.usuario(Papel.OPERADOR)
    fabrica.usuario(Papel.AUTORIDADE)


@pytest.fixture(scope="module")
def carregada(django_db_setup, django_db_blocker):
    """Carregada uma vez para todos os testes daqui, que só a leem, e desfeita no fim."""
    with django_db_blocker.unblock(), transaction.atomic():
        fabrica.usuario(Papel.OPERADOR)
        fabrica.usuario(Papel.AUTORIDADE)
        call_command("demonstracao", verbosity=0)
        yield
        transaction.set_rollback(True)


def test_sem_pessoas_diz_o_que_fazer(db):
    with pytest.raises(CommandError, match="Rode antes"):
        call_command("demonstracao")
    assert not Concurso.objects.exists()


def test_havendo_concurso_nao_faz_nada(pessoas):
    fabrica.concurso()

    call_command("demonstracao")

    assert Concurso.objects.count() == 1


def test_dois_concursos_homologados_de_arquivos_importados(carregada):
    assert set(Concurso.objects.values_list("orgao__municipio__nome", "situacao")) == {
        ("Fortaleza", "homologado"),
        ("Duque de Caxias", "homologado"),
    }
    assert set(Importacao.objects.values_list("situacao", flat=True)) == {SituacaoImportacao.CARREGADA}
    assert set(Execucao.objects.values_list("situacao", flat=True)) == {"concluida"}


def test_a_ordem_e_a_que_a_banca_publicou(carregada):
    aprovados = Colocacao.objects.filter(posicao__isnull=False).select_related("resultado")

    assert aprovados.count() == 151
    assert all(lugar.posicao == lugar.resultado.posicao_oficial for lugar in aprovados)
    assert not Classificacao.objects.exclude(empates=[], faltas=[]).exists()


def test_idoso_decide_um_empate_e_ha_cotistas_indigenas_e_pcd(carregada):
    assert Colocacao.objects.filter(criterio="idoso").exists()
    for cargo in Classificacao.objects.all():
        assert cargo.colocacoes.filter(posicao_cotas__isnull=False).count() > 5
        assert cargo.colocacoes.filter(posicao_pcd__isnull=False).count() > 1
    caxias = Concurso.objects.get(orgao__municipio__nome="Duque de Caxias")
    assert caxias.edital.inscricoes.filter(autodeclaracao__indigena=True).exists()


def test_remanejamento_desistencia_e_minuta_em_fortaleza(carregada):
    remanejada = Nomeacao.objects.get(categoria="cotas", ocupa="ampla")
    assert [ocupacao.categoria for ocupacao in remanejada.ocupacoes.all()] == ["cotas", "ampla"]
    assert Ato.objects.filter(tipo="apostila", situacao="assinado", nomeacao=remanejada).exists()

    da_vaga_7 = Nomeacao.objects.filter(vaga__cargo__codigo="A01", vaga__numero=7).order_by("evento")
    assert [(n.ocupa, n.situacao) for n in da_vaga_7] == [("cotas", "encerrada"), ("cotas", "convocada")]
    assert Evento.objects.filter(tipo="desistencia").count() == 2


def test_quinta_vaga_de_caxias_e_da_cota_e_a_pcd_fica_com_a_seguinte(carregada):
    vagas = Nomeacao.objects.filter(vaga__cargo__codigo="P01").order_by("vaga__numero")

    assert list(vagas.values_list("vaga__numero", "categoria"))[4:] == [(5, "cotas"), (6, "pcd")]


def test_cada_concurso_espera_um_ato(carregada):
    concursos = list(Concurso.objects.select_related("orgao", "edital").order_by("numero"))
    fatos = fatos_dos_concursos(concursos)
    autoridade = fabrica.autor(Papel.AUTORIDADE)

    passos = [proximo_passo(c, fatos[c.pk], autor=autoridade).rotulo for c in concursos]

    assert passos == ["Assinar atos", "Convocar"]


def test_segunda_vez_nao_faz_nada(carregada):
    antes = Evento.objects.count()

    call_command("demonstracao")

    assert Evento.objects.count() == antes
