"""A matriz inteira das passagens, par por par."""

from __future__ import annotations

from itertools import product

import pytest

from nomeacoes.enums import SituacaoAto, SituacaoNomeacao, TipoDoEvento
from nomeacoes.fluxo import (
    ENCERRA,
    PASSAGENS,
    PASSAGENS_DO_ATO,
    ato_passa,
    exigir_encerramento,
    exigir_passagem,
)
from nucleo.erros import Recusa

pytestmark = pytest.mark.puro

PERMITIDAS = {
    ("convocada", "nomeada"),
    ("convocada", "encerrada"),
    ("nomeada", "empossada"),
    ("nomeada", "encerrada"),
    ("empossada", "encerrada"),
    # Desfeito, por outro registro, o que a encerrou.
    ("encerrada", "convocada"),
    ("encerrada", "nomeada"),
    ("encerrada", "empossada"),
}
ENCERRAM = {
    ("desfazimento", "convocada"),
    ("desistencia", "convocada"),
    ("desistencia", "nomeada"),
    ("sem_efeito", "convocada"),
    ("sem_efeito", "nomeada"),
    ("eliminacao", "convocada"),
    ("eliminacao", "nomeada"),
    ("eliminacao", "empossada"),
    ("nao_confirmacao", "convocada"),
    ("nao_confirmacao", "nomeada"),
    ("final_de_fila", "convocada"),
    ("final_de_fila", "nomeada"),
    ("falecimento", "convocada"),
    ("falecimento", "nomeada"),
    ("fim_sub_judice", "convocada"),
    ("fim_sub_judice", "nomeada"),
    ("fim_sub_judice", "empossada"),
    ("fim_condicional", "convocada"),
    ("fim_condicional", "nomeada"),
}


@pytest.mark.parametrize(("de", "para"), list(product(SituacaoNomeacao, SituacaoNomeacao)))
def test_passagem(de: SituacaoNomeacao, para: SituacaoNomeacao) -> None:
    if (de.value, para.value) in PERMITIDAS:
        exigir_passagem(de, para)
    else:
        with pytest.raises(Recusa, match=de.label.lower()):
            exigir_passagem(de, para)


@pytest.mark.parametrize(("tipo", "situacao"), list(product(TipoDoEvento, SituacaoNomeacao)))
def test_encerramento(tipo: TipoDoEvento, situacao: SituacaoNomeacao) -> None:
    if (tipo.value, situacao.value) in ENCERRAM:
        exigir_encerramento(situacao, tipo)
    else:
        with pytest.raises(Recusa, match=tipo.label):
            exigir_encerramento(situacao, tipo)


def test_as_tabelas_conhecem_todos_os_valores() -> None:
    assert set(PASSAGENS) == set(SituacaoNomeacao)
    assert set(ENCERRA) == set(TipoDoEvento)
    assert set(PASSAGENS_DO_ATO) == set(SituacaoAto)


@pytest.mark.parametrize(("de", "para"), list(product(SituacaoAto, SituacaoAto)))
def test_passagem_do_ato(de: SituacaoAto, para: SituacaoAto) -> None:
    permitidas = {
        ("minuta", "conferido"),
        ("minuta", "cancelado"),
        ("conferido", "assinado"),
        ("conferido", "cancelado"),
        ("cancelado", "minuta"),
    }
    assert ato_passa(de, para) is ((de.value, para.value) in permitidas)
