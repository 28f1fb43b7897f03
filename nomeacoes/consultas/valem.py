"""O que, do que se gravou, vale: a convocação que se desfez fica na história, e é como se não fosse."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from concursos.models import Cargo
from nomeacoes.models import Nomeacao, Ocupacao, Vaga


def nomeacoes_que_valem(cargo: Cargo) -> QuerySet[Nomeacao]:
    """As do cargo, em curso ou encerradas, sem as das convocações desfeitas."""
    return Nomeacao.objects.filter(vaga__cargo=cargo, evento__desfeito_por__isnull=True)


def ocupacoes_que_valem(cargo: Cargo) -> QuerySet[Ocupacao]:
    """As do cargo, sem as que uma convocação desfeita causou."""
    return Ocupacao.objects.filter(nomeacao__vaga__cargo=cargo, causa__evento__desfeito_por__isnull=True)


def vagas_que_valem(cargo: Cargo) -> QuerySet[Vaga]:
    """As do cargo, sem as que só convocações desfeitas proveram: voltam a ser das que vêm na série."""
    da_vaga = Nomeacao.objects.filter(vaga=OuterRef("pk"))
    desfeitas = da_vaga.filter(evento__desfeito_por__isnull=False)
    valem = da_vaga.filter(evento__desfeito_por__isnull=True)
    return Vaga.objects.filter(cargo=cargo).exclude(Exists(desfeitas) & ~Exists(valem))
