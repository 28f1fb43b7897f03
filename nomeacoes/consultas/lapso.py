"""As vagas que ainda se repõem depois da validade: o prazo de quem foi chamado dentro dela acabou fora.

A validade limita a convocação de novos aprovados; o direito do seguinte nasce da chamada que, feita a
tempo, não teve posse. O prazo de quem é assim chamado já não começou na validade, e não o renova.
"""

from __future__ import annotations

from datetime import date

from django.db.models import Exists, OuterRef

from concursos.models import Concurso
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Nomeacao

LAPSOS = [TipoDoEvento.SEM_EFEITO, TipoDoEvento.DESISTENCIA]


def fim_da_validade(concurso: Concurso) -> date | None:
    """Último dia em que se convoca, com a prorrogação se houve; nulo antes da homologação."""
    return concurso.prorrogado_ate or concurso.validade_ate


def vagas_do_lapso(concurso: Concurso) -> dict[int, set[int]]:
    """Números das vagas a repor por chave do cargo, só dos cargos que as têm.

    A vaga entra se quem a tinha foi chamado na validade e, sem ter tomado posse, desistiu ou teve a
    nomeação sem efeito depois dela; e sai quando alguém é chamado em seu lugar.
    """
    fim = fim_da_validade(concurso)
    if fim is None:
        return {}
    repostas = Nomeacao.objects.filter(vaga=OuterRef("vaga"), evento__data__gt=fim)
    perdidas = Nomeacao.objects.filter(
        ~Exists(repostas),
        vaga__cargo__edital__concurso=concurso,
        evento__data__lte=fim,
        empossada_em__isnull=True,
        encerrada_por__tipo__in=LAPSOS,
        encerrada_por__data__gt=fim,
    )
    vagas: dict[int, set[int]] = {}
    for cargo, numero in perdidas.values_list("vaga__cargo", "vaga__numero"):
        vagas.setdefault(cargo, set()).add(numero)
    return vagas
