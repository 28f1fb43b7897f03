"""Requerimentos de prova, audiências, e o efeito da decisão cumprida."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from candidatos.models import Candidatura
from nomeacoes.models import Evento
from procedimentos.models.autos import Peca
from procedimentos.models.procedimento import Procedimento


class PedidoDeProva(models.Model):
    """Prova que alguém requer; decide-se com razões e, deferida, junta-se."""

    peca = models.OneToOneField(Peca, on_delete=models.PROTECT, related_name="pedido", verbose_name="peça")
    procedimento = models.ForeignKey(Procedimento, on_delete=models.PROTECT, related_name="pedidos")
    deferido = models.BooleanField("deferido", null=True, blank=True)
    decisao = models.OneToOneField(
        Peca, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name="decisão"
    )
    prova = models.OneToOneField(
        Peca, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name="prova"
    )

    class Meta:
        verbose_name = "requerimento de prova"
        verbose_name_plural = "requerimentos de prova"
        ordering = ["procedimento", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(deferido__isnull=True, decisao__isnull=True, prova__isnull=True)
                | Q(deferido=True, decisao__isnull=False)
                | Q(deferido=False, decisao__isnull=False, prova__isnull=True),
                name="pedido_de_prova_decidido",
            ),
        ]

    def __str__(self) -> str:
        return f"Requerimento da peça {self.peca.numero}: {self.peca.texto[:60]}"


class Audiencia(models.Model):
    """Audiência designada; a ata é peça, e a parte é intimada antes."""

    procedimento = models.ForeignKey(Procedimento, on_delete=models.PROTECT, related_name="audiencias")
    data = models.DateField("data")
    hora = models.TimeField("hora")
    lugar = models.CharField("lugar", max_length=200)
    designacao = models.OneToOneField(Peca, on_delete=models.PROTECT, related_name="+")
    encerrada_por = models.OneToOneField(
        Peca,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="A ata, ou a designação que a substituiu.",
    )

    class Meta:
        verbose_name = "audiência"
        verbose_name_plural = "audiências"
        ordering = ["procedimento", "data", "hora"]

    def __str__(self) -> str:
        return f"Audiência de {self.data:%d/%m/%Y}, {self.hora:%H:%M}"


class Efeito(models.Model):
    """O que a decisão cumprida fez a uma candidatura; o banco só o aceita de procedimento encerrado."""

    procedimento = models.ForeignKey(Procedimento, on_delete=models.PROTECT, related_name="efeitos")
    candidatura = models.ForeignKey(Candidatura, on_delete=models.PROTECT, related_name="+")
    peca = models.ForeignKey(Peca, on_delete=models.PROTECT, related_name="+", verbose_name="ato")
    evento = models.OneToOneField(Evento, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "efeito"
        verbose_name_plural = "efeitos"
        ordering = ["procedimento", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["procedimento", "candidatura"], name="efeito_um_por_candidatura"),
        ]

    def __str__(self) -> str:
        return f"{self.evento} de {self.candidatura}"
