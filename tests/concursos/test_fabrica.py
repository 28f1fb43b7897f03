"""A fábrica dos testes dá o que promete: os outros testes contam com ela."""

import pytest

from candidatos.models import Colocacao
from concursos.enums import SituacaoConcurso
from tests import fabrica

pytestmark = pytest.mark.django_db


def test_cargo_homologado_tem_as_listas_na_ordem_dos_membros():
    cargo = fabrica.cargo_homologado(membros="acpd")

    lugares = Colocacao.objects.filter(classificacao__cargo=cargo).values_list(
        "candidatura__inscricao__numero", "posicao", "posicao_cotas", "posicao_pcd"
    )

    assert list(lugares) == [
        ("N01", 1, None, None),
        ("N02", 2, 1, None),
        ("N03", 3, None, 1),
        ("N04", 4, 2, 2),
    ]
    assert cargo.edital.concurso.situacao == SituacaoConcurso.HOMOLOGADO


def test_indigena_so_entra_na_lista_da_cota_em_caxias():
    orgao = fabrica.orgao(municipio=fabrica.municipio_de_caxias())
    em_fortaleza = fabrica.cargo_homologado(membros="i")
    em_caxias = fabrica.cargo_homologado(membros="i", orgao=orgao)

    def na_cota(cargo):
        return Colocacao.objects.filter(classificacao__cargo=cargo, posicao_cotas__isnull=False).count()

    assert (na_cota(em_fortaleza), na_cota(em_caxias)) == (0, 1)


def test_sem_orgao_todos_partilham_o_mesmo():
    assert fabrica.concurso().orgao == fabrica.concurso().orgao == fabrica.orgao()
