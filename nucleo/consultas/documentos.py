"""Documentos emitidos, ao alcance de quem os lê, e o trabalho que os produz."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.db import models
from django.db.models import QuerySet

from nucleo.documentos import EspecieDeDocumento
from nucleo.models import ArquivoDoDocumento, Documento, Execucao
from nucleo.permissoes import Pessoa

PRODUCAO = ("nucleo.produzir_documento", "nucleo.produzir_volumes")


@dataclass(frozen=True, slots=True)
class Volume:
    """Um volume e as suas formas já produzidas."""

    numero: int
    arquivos: tuple[ArquivoDoDocumento, ...]


def documentos_ao_alcance(autor: Pessoa) -> QuerySet[Documento]:
    """Os dos órgãos do autor, sem o contexto, que pode ser longo."""
    todos = Documento.objects.select_related("orgao", "emitido_por").defer("contexto")
    orgaos = autor.orgaos()
    return todos if orgaos is None else todos.filter(orgao__in=orgaos)


def documentos_do_alvo(especie: EspecieDeDocumento, alvo: models.Model) -> QuerySet[Documento]:
    """Os já emitidos da espécie sobre o alvo, do último ao primeiro."""
    emitidos = Documento.objects.filter(especie=especie.nome, alvo=alvo.pk)
    return emitidos.select_related("orgao", "emitido_por").defer("contexto")


def volumes_prontos(documento: Documento) -> list[Volume]:
    """Os volumes com alguma forma já produzida, em ordem."""
    arquivos = documento.arquivos.order_by("volume", "-formato")
    return [Volume(n, tuple(grupo)) for n, grupo in groupby(arquivos, key=lambda cada: cada.volume)]


def producao_do_documento(documento: Documento) -> Execucao | None:
    """O último trabalho pedido para o documento; nulo se nenhum se guarda."""
    return (
        Execucao.objects.filter(especie__in=PRODUCAO, chave__startswith=str(documento.pk), mae__isnull=True)
        .order_by("-criada_em")
        .first()
    )
