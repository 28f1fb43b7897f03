"""As vagas que ainda se repõem depois da validade: o prazo de quem foi chamado dentro dela acabou fora.

A validade limita a convocação de novos aprovados; o direito do seguinte nasce da chamada que, feita a
tempo, não teve posse. O prazo de quem é assim chamado já não começou na validade, e não o renova.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce

from concursos.consultas import homologacao_do_cargo, permite_no_cargo
from concursos.enums import AtoSobreConcurso
from concursos.models import Cargo
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Nomeacao

LAPSOS = [TipoDoEvento.SEM_EFEITO, TipoDoEvento.DESISTENCIA, TipoDoEvento.FALECIMENTO]


def fim_da_validade(cargo: Cargo) -> date | None:
    """Último dia em que se convoca, com a prorrogação se houve; nulo antes da homologação do cargo."""
    homologacao = homologacao_do_cargo(cargo)
    return homologacao.fim if homologacao else None


def pode_convocar(cargo: Cargo, hoje: date) -> bool:
    """Se no dia dado ainda se chama alguém: corre a validade, ou há vaga que o lapso deixou a repor."""
    if not permite_no_cargo(cargo, AtoSobreConcurso.CONVOCAR):
        return False
    fim = fim_da_validade(cargo)
    return fim is not None and (hoje <= fim or bool(vagas_do_lapso([cargo])))


def vagas_do_lapso(cargos: Iterable[Cargo]) -> dict[int, set[int]]:
    """Números das vagas a repor por chave do cargo, só dos cargos que as têm.

    A vaga entra se quem a tinha foi chamado na validade e, sem ter tomado posse, desistiu, faleceu ou
    teve a nomeação sem efeito depois dela; e sai quando alguém é chamado em seu lugar. Numa só consulta.
    """
    da_homologacao = "vaga__cargo__homologacao__"
    fim = Coalesce(f"{da_homologacao}prorrogado_ate", f"{da_homologacao}validade_ate")
    repostas = Nomeacao.objects.filter(
        vaga=OuterRef("vaga"),
        espelho=False,
        evento__data__gt=OuterRef("fim"),
        evento__desfeito_por__isnull=True,
    )
    # O fato era de antes da chamada: a vaga só se abriu quando se soube dele.
    soube_se_depois = Q(
        encerrada_por__data__lt=F("evento__data"), encerrada_por__registrado_em__date__gt=F("fim")
    )
    perdidas = Nomeacao.objects.annotate(fim=fim).filter(
        ~Exists(repostas),
        Q(encerrada_por__data__gt=F("fim")) | soube_se_depois,
        vaga__cargo__in=[cargo.pk for cargo in cargos],
        # De uma vaga espelhada não sai vaga nenhuma.
        espelho=False,
        evento__desfeito_por__isnull=True,
        evento__data__lte=F("fim"),
        empossada_em__isnull=True,
        encerrada_por__tipo__in=LAPSOS,
    )
    vagas: dict[int, set[int]] = {}
    for cargo, numero in perdidas.values_list("vaga__cargo", "vaga__numero"):
        vagas.setdefault(cargo, set()).add(numero)
    return vagas
