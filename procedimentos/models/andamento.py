"""Comunicações com a sua prova, e prazos com a regra de onde vêm."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from nucleo.auditoria import historico
from nucleo.models import Municipio, Orgao
from procedimentos.enums import Assunto, Contagem, EspecieDePrazo, Meio, SituacaoDaComunicacao
from procedimentos.models.autos import Peca
from procedimentos.models.procedimento import Procedimento


class PrazoDoMunicipio(models.Model):
    """Prazo que a lei local fixa; onde não há, vale o do rito (`fluxo.PRAZOS`)."""

    municipio = models.ForeignKey(
        Municipio, on_delete=models.PROTECT, related_name="prazos", verbose_name="município"
    )
    especie = models.CharField("prazo", max_length=20, choices=EspecieDePrazo.choices)
    quantidade = models.PositiveIntegerField("quantidade")
    contagem = models.CharField("contagem", max_length=10, choices=Contagem.choices)
    fonte = models.CharField("fonte", max_length=200, help_text="“Lei municipal nº 1/2000, art. 3º”.")
    historia = historico()

    class Meta:
        verbose_name = "prazo do município"
        verbose_name_plural = "prazos do município"
        constraints = [
            models.UniqueConstraint(fields=["municipio", "especie"], name="prazo_do_municipio_unico"),
            models.CheckConstraint(
                condition=Q(quantidade__gte=1, contagem__in=Contagem.values) & ~Q(fonte=""),
                name="prazo_do_municipio_valido",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_especie_display()}: {self.quantidade} {self.get_contagem_display().lower()}"


class Comunicacao(models.Model):
    """Citação ou intimação, uma por tentativa. Só a ciência provada faz correr prazo."""

    procedimento = models.ForeignKey(Procedimento, on_delete=models.PROTECT, related_name="comunicacoes")
    assunto = models.CharField("assunto", max_length=12, choices=Assunto.choices)
    meio = models.CharField("meio", max_length=16, choices=Meio.choices)
    peca = models.OneToOneField(Peca, on_delete=models.PROTECT, related_name="+", verbose_name="peça")
    audiencia = models.ForeignKey(
        "Audiencia", on_delete=models.PROTECT, null=True, blank=True, related_name="comunicacoes"
    )
    expedida_em = models.DateField("expedida em")
    situacao = models.CharField(
        "situação",
        max_length=10,
        choices=SituacaoDaComunicacao.choices,
        default=SituacaoDaComunicacao.EXPEDIDA,
    )
    ciencia_em = models.DateField("ciência em", null=True, blank=True)
    prova = models.OneToOneField(
        Peca, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name="prova"
    )

    class Meta:
        verbose_name = "comunicação"
        verbose_name_plural = "comunicações"
        ordering = ["procedimento", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    situacao=SituacaoDaComunicacao.EXPEDIDA, ciencia_em__isnull=True, prova__isnull=True
                )
                | Q(situacao=SituacaoDaComunicacao.FRUSTRADA, ciencia_em__isnull=True, prova__isnull=False)
                | Q(situacao=SituacaoDaComunicacao.CIENTE, ciencia_em__isnull=False, prova__isnull=False),
                name="comunicacao_ciencia_tem_prova",
            ),
            models.CheckConstraint(
                condition=Q(assunto=Assunto.AUDIENCIA) ^ Q(audiencia__isnull=True),
                name="comunicacao_da_audiencia",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_assunto_display()} ({self.get_meio_display().lower()})"


class Prazo(models.Model):
    """Prazo que corre numa fase: um por fase aberta. Prorrogado ou suspenso, as peças dizem por quê."""

    procedimento = models.ForeignKey(Procedimento, on_delete=models.PROTECT, related_name="prazos")
    especie = models.CharField("prazo", max_length=20, choices=EspecieDePrazo.choices)
    inicio = models.DateField("ciência, ou abertura da vez")
    quantidade = models.PositiveIntegerField("quantidade")
    contagem = models.CharField("contagem", max_length=10, choices=Contagem.choices)
    fonte = models.CharField("fonte", max_length=300)
    fim = models.DateField("último dia")
    suspenso_em = models.DateField("suspenso desde", null=True, blank=True)
    encerrado = models.BooleanField("encerrado", default=False)
    historia = historico()

    class Meta:
        verbose_name = "prazo"
        verbose_name_plural = "prazos"
        ordering = ["procedimento", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["procedimento"], condition=Q(encerrado=False), name="prazo_um_aberto"
            ),
            models.CheckConstraint(
                condition=Q(fim__gt=models.F("inicio"), quantidade__gte=1) & ~Q(fonte=""),
                name="prazo_depois_da_ciencia",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_especie_display()} até {self.fim:%d/%m/%Y}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do procedimento."""
        return self.procedimento.orgao
