"""O que permite conferir um cargo: memória de cálculo, reconferência e certidões."""

from __future__ import annotations

import uuid

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from candidatos.models import Candidatura
from concursos.models import Cargo
from nomeacoes.models.eventos import Evento
from nucleo.models import Orgao, Usuario


class MemoriaDaConvocacao(models.Model):
    """Memória de cálculo pública logo depois de uma convocação, como os atos dela a citam (imutável)."""

    evento = models.OneToOneField(
        Evento, on_delete=models.PROTECT, related_name="memoria", verbose_name="convocação"
    )
    arquivo = models.FileField("arquivo", max_length=200)
    sha256 = models.CharField("SHA-256", max_length=64)
    criada_em = models.DateTimeField("criada em", auto_now_add=True)

    class Meta:
        verbose_name = "memória de cálculo da convocação"
        verbose_name_plural = "memórias de cálculo das convocações"

    def __str__(self) -> str:
        return f"Memória de cálculo da convocação {self.evento_id}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.evento.orgao


class Reconferencia(models.Model):
    """O último confronto de um cargo com os seus dados brutos: notas, regras e eventos refeitos do zero.

    `diferenca`: frases sobre o primeiro lugar e a primeira vaga que não são os guardados; vazia se tudo
    confere. `difere_desde`: quando a diferença apareceu, até que uma conferência volte a dar certo.
    """

    cargo = models.OneToOneField(Cargo, on_delete=models.PROTECT, related_name="reconferencia")
    feita_em = models.DateTimeField("feita em")
    diferenca = models.TextField("diferença", blank=True)
    difere_desde = models.DateTimeField("difere desde", null=True, blank=True)

    class Meta:
        verbose_name = "reconferência"
        verbose_name_plural = "reconferências"
        constraints = [
            models.CheckConstraint(
                condition=Q(diferenca="") ^ Q(difere_desde__isnull=False),
                name="reconferencia_diferenca_tem_data",
            ),
        ]

    def __str__(self) -> str:
        return f"Reconferência de {self.cargo}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.cargo.orgao

    @property
    def confere(self) -> bool:
        """Se o guardado é o que as notas e os eventos dão."""
        return not self.diferenca


class Certidao(models.Model):
    """Certidão de classificação, guardada como saiu: reimprimir é entregar o mesmo arquivo (imutável).

    `contexto`: tudo o que imprime; `resumo`: o SHA-256 dele, impresso na certidão. `completa`: diz os
    lugares nas listas específicas, e só a abre quem pode ver autodeclarações.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    candidatura = models.ForeignKey(Candidatura, on_delete=models.PROTECT, related_name="certidoes")
    completa = models.BooleanField("com as listas específicas")
    modelo = models.CharField("modelo do documento", max_length=60)
    contexto = models.JSONField("contexto", encoder=DjangoJSONEncoder)
    resumo = models.CharField("SHA-256 do conteúdo", max_length=64)
    arquivo = models.FileField("arquivo", upload_to="certidoes/", max_length=200)
    sha256 = models.CharField("SHA-256 do PDF", max_length=64)
    emitida_por = models.ForeignKey(
        Usuario, on_delete=models.PROTECT, null=True, related_name="+", verbose_name="emitida por"
    )
    emitida_em = models.DateTimeField("emitida em")

    class Meta:
        verbose_name = "certidão de classificação"
        verbose_name_plural = "certidões de classificação"
        ordering = ["-emitida_em"]

    def __str__(self) -> str:
        return f"Certidão de classificação da inscrição {self.candidatura.inscricao}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.candidatura.orgao
