"""Atos oficiais, numerados e encadeados por órgão, e os seus PDFs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from nomeacoes.enums import SituacaoAto, TipoAto
from nomeacoes.models.nomeacao import Nomeacao, Ocupacao
from nucleo.models import Execucao, Orgao, Usuario

if TYPE_CHECKING:
    from nomeacoes.models.vida import PublicacaoDoAto


class ContadorAto(models.Model):
    """Último número dado por órgão, espécie e ano: trancado na assinatura, não pula nem repete."""

    orgao = models.ForeignKey(Orgao, on_delete=models.PROTECT, related_name="+", verbose_name="órgão")
    tipo = models.CharField(max_length=20, choices=TipoAto.choices)
    ano = models.PositiveIntegerField()
    ultimo = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["orgao", "tipo", "ano"], name="contador_ato_unico"),
        ]

    def __str__(self) -> str:
        return f"{self.orgao} {self.tipo} {self.ano}: {self.ultimo}"


class Ato(models.Model):
    """Ato oficial. Numerado e encadeado na assinatura; dali em diante o banco recusa mudança.

    `contexto`: tudo o que o documento imprime, congelado; `hash_anterior`/`hash` encadeiam os atos
    do órgão (`nucleo.auditoria`). O PDF é produzido depois, em `PdfDoAto`.
    """

    orgao = models.ForeignKey(Orgao, on_delete=models.PROTECT, related_name="atos", verbose_name="órgão")
    tipo = models.CharField("tipo", max_length=20, choices=TipoAto.choices)
    nomeacao = models.ForeignKey(
        Nomeacao, on_delete=models.PROTECT, related_name="atos", verbose_name="nomeação"
    )
    ocupacao = models.OneToOneField(
        Ocupacao,
        on_delete=models.PROTECT,
        related_name="ato",
        help_text="O que o ato declara.",
        verbose_name="ocupação",
    )
    situacao = models.CharField(
        "situação", max_length=20, choices=SituacaoAto.choices, default=SituacaoAto.MINUTA
    )
    ano = models.PositiveIntegerField("ano", null=True, blank=True)
    numero = models.PositiveIntegerField("número", null=True, blank=True)
    posicao = models.PositiveIntegerField("posição na cadeia do órgão", null=True, blank=True)
    modelo = models.CharField("modelo do documento", max_length=60)
    contexto = models.JSONField("contexto", default=dict, encoder=DjangoJSONEncoder)
    redigido_por = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    conferido_por = models.ForeignKey(
        Usuario,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="conferido por",
    )
    conferido_em = models.DateTimeField("conferido em", null=True, blank=True)
    assinado_por = models.ForeignKey(
        Usuario, on_delete=models.PROTECT, null=True, blank=True, related_name="atos_assinados"
    )
    assinado_em = models.DateTimeField("assinado em", null=True, blank=True)
    hash_anterior = models.CharField(max_length=64, blank=True)
    hash = models.CharField("hash", max_length=64, blank=True)
    codigo = models.CharField(
        "código de verificação",
        max_length=19,
        blank=True,
        help_text="Dado na assinatura, ao acaso. Em branco nos atos assinados antes de haver código.",
    )
    criado_em = models.DateTimeField("criado em", auto_now_add=True)

    class Meta:
        verbose_name = "ato"
        verbose_name_plural = "atos"
        ordering = ["-ano", "-numero", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["orgao", "tipo", "ano", "numero"],
                condition=Q(numero__isnull=False),
                name="ato_numero_unico",
            ),
            models.UniqueConstraint(
                fields=["orgao", "posicao"], condition=Q(posicao__isnull=False), name="ato_posicao_unica"
            ),
            models.CheckConstraint(
                condition=Q(
                    situacao=SituacaoAto.ASSINADO,
                    numero__isnull=False,
                    numero__gte=1,
                    ano__isnull=False,
                    posicao__isnull=False,
                    posicao__gte=1,
                    assinado_em__isnull=False,
                    assinado_por__isnull=False,
                )
                & ~Q(hash="")
                & ~Q(hash_anterior="")
                | Q(
                    situacao__in=[SituacaoAto.MINUTA, SituacaoAto.CONFERIDO, SituacaoAto.CANCELADO],
                    numero__isnull=True,
                    ano__isnull=True,
                    posicao__isnull=True,
                    assinado_em__isnull=True,
                    assinado_por__isnull=True,
                    hash="",
                    hash_anterior="",
                    codigo="",
                ),
                name="ato_assinado_tem_numero",
            ),
            # Os assinados antes de haver conferência não a têm: por isso ela não se exige deles aqui.
            models.CheckConstraint(
                condition=Q(
                    situacao__in=[SituacaoAto.CONFERIDO, SituacaoAto.ASSINADO],
                    conferido_por__isnull=False,
                    conferido_em__isnull=False,
                )
                | Q(
                    situacao__in=[SituacaoAto.MINUTA, SituacaoAto.CANCELADO, SituacaoAto.ASSINADO],
                    conferido_por__isnull=True,
                    conferido_em__isnull=True,
                ),
                name="ato_conferido_tem_quem",
            ),
            models.UniqueConstraint(fields=["codigo"], condition=~Q(codigo=""), name="ato_codigo_unico"),
        ]

    def __str__(self) -> str:
        if self.numero is None:
            return f"{self.get_tipo_display()} (minuta)"
        return f"{self.get_tipo_display()} nº {self.numero}/{self.ano}"

    @property
    def pdf(self) -> PdfDoAto | None:
        """PDF do estado presente, se já se produziu: assinado o ato, o da minuta deixa de servir."""
        assinado = self.situacao == SituacaoAto.ASSINADO
        return next((pdf for pdf in self.pdfs.all() if pdf.assinado == assinado), None)

    @property
    def publicacao(self) -> PublicacaoDoAto | None:
        """Publicação vigente: a última correção, ou a primeira se nunca se corrigiu; nula sem nenhuma."""
        return max(self.publicacoes.all(), key=lambda publicacao: publicacao.sequencia, default=None)


class PdfDoAto(models.Model):
    """PDF produzido de um ato, da minuta ou do assinado: um por estado, nunca refeito."""

    ato = models.ForeignKey(Ato, on_delete=models.PROTECT, related_name="pdfs")
    assinado = models.BooleanField("do ato assinado")
    arquivo = models.FileField("arquivo", upload_to="atos/", max_length=200)
    sha256 = models.CharField("SHA-256", max_length=64)
    execucao = models.ForeignKey(
        Execucao, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name="execução"
    )
    produzido_em = models.DateTimeField("produzido em", auto_now_add=True)

    class Meta:
        verbose_name = "PDF do ato"
        verbose_name_plural = "PDFs dos atos"
        constraints = [
            models.UniqueConstraint(fields=["ato", "assinado"], name="pdf_do_ato_unico"),
        ]

    def __str__(self) -> str:
        return f"PDF de {self.ato}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do ato."""
        return self.ato.orgao
