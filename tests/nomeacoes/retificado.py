"""Um cargo de verdade, do arquivo da banca às chamadas, e o arquivo seguinte que lhe muda a lista."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from candidatos.consultas.efeitos_da_retificacao import EfeitosNoCargo, efeitos_guardados_do_cargo
from candidatos.models import Importacao, RetificacaoDoResultado
from concursos.models import Cargo
from nomeacoes.models import Evento
from tests import fabrica
from tests.candidatos import test_retificacao_do_resultado as banca
from tests.nomeacoes import mundo

# N1 95, N2 90 (cotista), N3 85, N4 80 (cotista); N5, com 40, não é aprovado.
NOTAS = banca.NOTAS
# N4 passa à frente de N2; N5 passa a aprovado, em último.
SOBE_N4 = NOTAS | {"N4": "92,00", "N5": "60,00"}


def cargo() -> Cargo:
    """Quatro aprovados, homologado há noventa dias, dentro da validade."""
    novo = banca.cargo_homologado()
    fabrica.datar(
        novo.edital.concurso,
        homologado_em=mundo.HOMOLOGADO_EM,
        validade_ate=mundo.HOJE + timedelta(days=640),
    )
    return Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=novo.pk)


def comparar(cargo: Cargo, notas: dict[str, str]) -> Importacao:
    return banca.comparada(cargo, banca.tabela(cargo, notas))


def pedir(importacao: Importacao, **campos: Any) -> None:
    banca.pedir(importacao, **({"publicada_em": mundo.HOJE} | campos))


def retificar(cargo: Cargo, notas: dict[str, str]) -> RetificacaoDoResultado:
    importacao = comparar(cargo, notas)
    pedir(importacao)
    return banca.retificar(importacao)


def efeitos(importacao: Importacao, cargo: Cargo) -> EfeitosNoCargo:
    achados = efeitos_guardados_do_cargo(importacao, cargo)
    assert achados is not None
    return achados


def tipos(cargo: Cargo) -> list[str]:
    return list(Evento.objects.filter(cargo=cargo).order_by("sequencia").values_list("tipo", flat=True))
