"""Quem foi chamado para cada vaga e em que conta a ocupou."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from candidatos.models import Candidatura
from nomeacoes.enums import CategoriaDaVaga, RessalvaDaNomeacao, SituacaoNomeacao
from nomeacoes.models.eventos import Evento, Vaga
from nucleo.auditoria import historico
from nucleo.models import Orgao


class Nomeacao(models.Model):
    """Alguém chamado para uma vaga, até que a perca.

    `categoria`: a da vaga quando foi chamada; `ocupa`: em que a pessoa é contada hoje (a história
    está em `Ocupacao`); `fundamentos`: [{"citacao", "aplicacao", "reservado"}], como o motor os deu.
    """

    vaga = models.ForeignKey(Vaga, on_delete=models.PROTECT, related_name="nomeacoes")
    candidatura = models.ForeignKey(Candidatura, on_delete=models.PROTECT, related_name="nomeacoes")
    evento = models.ForeignKey(Evento, on_delete=models.PROTECT, related_name="nomeacoes")
    ordem = models.PositiveIntegerField("ordem na convocação")
    categoria = models.CharField("categoria da vaga", max_length=10, choices=CategoriaDaVaga.choices)
    ocupa = models.CharField("ocupa", max_length=10, choices=CategoriaDaVaga.choices)
    revertida = models.BooleanField("vaga revertida à ampla", default=False)
    espelho = models.BooleanField(
        "vaga espelhada", default=False, help_text="Sub judice, fora da conta: a vaga segue para o próximo."
    )
    ressalva = models.CharField("ressalva", max_length=20, blank=True, choices=RessalvaDaNomeacao.choices)
    fundamentos = models.JSONField("fundamentos", default=list)
    situacao = models.CharField(
        "situação",
        max_length=20,
        choices=SituacaoNomeacao.choices,
        default=SituacaoNomeacao.CONVOCADA,
    )
    empossada_em = models.DateField("posse em", null=True, blank=True)
    posse_documento = models.CharField("termo de posse", max_length=200, blank=True)
    encerrada_por = models.ForeignKey(
        Evento, on_delete=models.PROTECT, null=True, blank=True, related_name="nomeacoes_encerradas"
    )
    historia = historico()

    class Meta:
        verbose_name = "nomeação"
        verbose_name_plural = "nomeações"
        ordering = ["evento", "ordem"]
        constraints = [
            models.UniqueConstraint(
                fields=["vaga"],
                condition=Q(encerrada_por__isnull=True, espelho=False),
                name="nomeacao_uma_por_vaga",
            ),
            models.UniqueConstraint(
                fields=["candidatura"],
                condition=Q(encerrada_por__isnull=True),
                name="nomeacao_uma_por_candidatura",
            ),
            models.UniqueConstraint(fields=["evento", "ordem"], name="nomeacao_ordem_unica"),
            models.CheckConstraint(
                condition=Q(situacao=SituacaoNomeacao.ENCERRADA, encerrada_por__isnull=False)
                | (
                    Q(situacao__in=[s for s in SituacaoNomeacao.values if s != SituacaoNomeacao.ENCERRADA])
                    & Q(encerrada_por__isnull=True)
                ),
                name="nomeacao_encerrada_tem_evento",
            ),
            models.CheckConstraint(
                condition=Q(empossada_em__isnull=True, posse_documento="")
                & ~Q(situacao=SituacaoNomeacao.EMPOSSADA)
                | Q(
                    empossada_em__isnull=False,
                    situacao__in=[SituacaoNomeacao.EMPOSSADA, SituacaoNomeacao.ENCERRADA],
                )
                & ~Q(posse_documento=""),
                name="nomeacao_posse_tem_data_e_termo",
            ),
            models.CheckConstraint(
                condition=Q(categoria__in=CategoriaDaVaga.values) & Q(ocupa__in=CategoriaDaVaga.values),
                name="nomeacao_categorias_validas",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.vaga}: {self.candidatura}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.vaga.orgao

    @property
    def desfeita(self) -> bool:
        """Se a convocação que a fez se desfez: é como se não tivesse havido."""
        return self.evento.foi_desfeito


class Ocupacao(models.Model):
    """História do que uma nomeação ocupa: a primeira linha é a da chamada, as demais remanejamentos."""

    nomeacao = models.ForeignKey(
        Nomeacao, on_delete=models.PROTECT, related_name="ocupacoes", verbose_name="nomeação"
    )
    sequencia = models.PositiveIntegerField("sequência")
    categoria = models.CharField("categoria", max_length=10, choices=CategoriaDaVaga.choices)
    causa = models.ForeignKey(
        Nomeacao,
        on_delete=models.PROTECT,
        related_name="remanejamentos",
        help_text="Chamada que a determinou: a própria, ou a que provocou o remanejamento.",
    )
    fundamentos = models.JSONField("fundamentos", default=list)
    desde = models.DateField("desde")

    class Meta:
        verbose_name = "ocupação"
        verbose_name_plural = "ocupações"
        ordering = ["nomeacao", "sequencia"]
        constraints = [
            models.UniqueConstraint(fields=["nomeacao", "sequencia"], name="ocupacao_sequencia_unica"),
            models.CheckConstraint(
                condition=Q(categoria__in=CategoriaDaVaga.values), name="ocupacao_categoria_valida"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.nomeacao}: {self.get_categoria_display()}"
