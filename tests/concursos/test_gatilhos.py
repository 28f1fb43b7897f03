"""O banco recusa, por si, mudar ou apagar o que foi publicado sem retificação aberta."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from concursos.models import Cargo, Edital, Regras, Retificacao
from tests import fabrica

pytestmark = pytest.mark.django_db


def retificacao(edital, **campos):
    return Retificacao.objects.create(
        edital=edital,
        numero=1,
        publicada_em=date(2023, 9, 1),
        veiculo="Diário",
        motivo="Engano",
        mudancas=[],
        **campos,
    )


MUDANCAS = [
    lambda cargo: Edital.objects.filter(pk=cargo.edital_id).update(numero="outro"),
    lambda cargo: Edital.objects.filter(pk=cargo.edital_id).update(situacao="rascunho"),
    lambda cargo: Cargo.objects.filter(pk=cargo.pk).update(nome="outro"),
    lambda cargo: Regras.objects.filter(pk=cargo.regras_id).update(nome="outras"),
    lambda cargo: Cargo.objects.filter(pk=cargo.pk).delete(),
]


@pytest.mark.parametrize("mudar", MUDANCAS)
def test_publicado_nao_muda_sem_retificacao(mudar):
    cargo = fabrica.cargo_publicado()

    with pytest.raises(IntegrityError, match="só uma retificação o muda"), transaction.atomic():
        mudar(cargo)


@pytest.mark.parametrize("mudar", MUDANCAS)
def test_rascunho_muda(mudar):
    assert mudar(fabrica.cargo_em_rascunho())


def test_retificacao_aberta_deixa_mudar_so_o_seu_edital():
    cargo, alheio = fabrica.cargo_publicado(), fabrica.cargo_publicado()
    retificacao(cargo.edital)

    assert Cargo.objects.filter(pk=cargo.pk).update(nome="outro") == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Cargo.objects.filter(pk=alheio.pk).update(nome="outro")


def test_retificacao_aplicada_fecha_a_porta_e_nao_muda():
    cargo = fabrica.cargo_publicado()
    aplicada = retificacao(cargo.edital, aplicada_em=timezone.now())

    with pytest.raises(IntegrityError), transaction.atomic():
        Cargo.objects.filter(pk=cargo.pk).update(nome="outro")
    with pytest.raises(IntegrityError, match="aplicada não muda"), transaction.atomic():
        Retificacao.objects.filter(pk=aplicada.pk).update(motivo="Outro")


def test_so_uma_retificacao_aberta_por_edital():
    edital = fabrica.cargo_publicado().edital
    retificacao(edital)

    with pytest.raises(IntegrityError), transaction.atomic():
        Retificacao.objects.create(
            edital=edital, numero=2, publicada_em=date(2023, 9, 2), veiculo="D", motivo="M", mudancas=[]
        )
