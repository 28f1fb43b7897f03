"""Valores fechados de inscrições, importações e classificações."""

from django.db import models


class SituacaoDeclaracao(models.TextChoices):
    """Autodeclaração racial: não confirmada (volta à ampla) não é falsa (eliminado)."""

    DECLARADA = "declarada", "Declarada"
    CONFIRMADA = "confirmada", "Confirmada"
    NAO_CONFIRMADA = "nao_confirmada", "Não confirmada"
    FALSA = "falsa", "Falsa"


class SituacaoImportacao(models.TextChoices):
    """Vida de um arquivo; as passagens permitidas estão em `fluxo`."""

    RECEBIDA = "recebida", "Recebida"
    CONFERIDA = "conferida", "Conferida"
    CARREGADA = "carregada", "Carregada"
    DESCARTADA = "descartada", "Descartada"


class SituacaoClassificacao(models.TextChoices):
    """Uma recomputação substitui a corrente; a homologada nunca é sobrescrita."""

    CORRENTE = "corrente", "Corrente"
    SUBSTITUIDA = "substituida", "Substituída"
    HOMOLOGADA = "homologada", "Homologada"
