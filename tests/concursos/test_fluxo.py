"""A matriz inteira de situações: o que passa a quê, e o que cabe em cada uma."""

from itertools import product

import pytest

from concursos.enums import AtoSobreConcurso, SituacaoConcurso
from concursos.fluxo import exigir_ato, exigir_passagem, permite
from nucleo.erros import Recusa

pytestmark = pytest.mark.puro

E, P, H, F = (
    SituacaoConcurso.EM_ELABORACAO,
    SituacaoConcurso.PUBLICADO,
    SituacaoConcurso.HOMOLOGADO,
    SituacaoConcurso.ENCERRADO,
)
PASSA = {(E, P), (P, H), (H, F)}
CABE = {
    ("alterar", E),
    ("publicar", E),
    ("retificar", P),
    ("retificar", H),
    ("retificar_listas", P),
    ("importar", P),
    ("importar", H),
    ("carregar", P),
    ("retificar_resultado", P),
    ("retificar_resultado", H),
    ("classificar", P),
    ("homologar", P),
    ("convocar", P),
    ("convocar", H),
    ("prorrogar", P),
    ("prorrogar", H),
}


@pytest.mark.parametrize(("de", "para"), list(product(SituacaoConcurso, repeat=2)))
def test_passagens(de, para):
    if (de, para) in PASSA:
        exigir_passagem(de, para)
        return
    with pytest.raises(Recusa, match=f"“{de.label}” a “{para.label}”"):
        exigir_passagem(de, para)


@pytest.mark.parametrize(("ato", "situacao"), list(product(AtoSobreConcurso, SituacaoConcurso)))
def test_atos(ato, situacao):
    cabe = (ato.value, situacao) in CABE

    assert permite(situacao, ato) is cabe
    if cabe:
        exigir_ato(situacao, ato)
        return
    with pytest.raises(Recusa, match=f"Não é possível {ato.label} agora"):
        exigir_ato(situacao, ato)
