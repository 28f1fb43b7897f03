"""Busca do objeto da página, já conferido contra papel e alcance de quem pede."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.forms import BaseForm
from django.shortcuts import get_object_or_404

from concursos.models import Cargo, Concurso, Edital, Regras
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, exigir

M = TypeVar("M", bound=Model)


def obter(request: Pedido, lista: QuerySet[M], pk: int, acao: str) -> M:
    """Objeto da lista; 404 se não existe ou está fora do alcance, 403 sem papel no seu órgão."""
    objeto = get_object_or_404(lista, pk=pk)
    exigir(request.autor, acao, [objeto])
    return objeto


def obter_concurso(request: Pedido, pk: int, acao: str) -> Concurso:
    """Concurso com órgão, município e edital."""
    return obter(request, Concurso.objects.select_related("orgao__municipio", "edital"), pk, acao)


def obter_edital(request: Pedido, concurso: int, acao: str) -> Edital:
    """Edital do concurso de chave dada."""
    lista = Edital.objects.select_related("concurso__orgao__municipio")
    edital = get_object_or_404(lista, concurso=concurso)
    exigir(request.autor, acao, [edital])
    return edital


def obter_regras(request: Pedido, pk: int, acao: str) -> Regras:
    """Regras com edital e concurso."""
    return obter(request, Regras.objects.select_related("edital__concurso__orgao__municipio"), pk, acao)


def obter_cargo(request: Pedido, pk: int, acao: str) -> Cargo:
    """Cargo com edital, concurso e regras."""
    lista = Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras")
    return obter(request, lista, pk, acao)


def mostrar_recusa(form: BaseForm, recusa: Recusa) -> None:
    """Põe a recusa do serviço entre os erros do formulário, com um item por impedimento."""
    form.add_error(None, [recusa.mensagem, *recusa.detalhes])
