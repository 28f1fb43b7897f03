"""Os autos: peças numeradas e encadeadas, o acesso a elas, e os argumentos que a decisão responde."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from nucleo.models import Orgao, Usuario
from procedimentos.enums import Acesso, TipoDePeca
from procedimentos.models.procedimento import Procedimento


class Peca(models.Model):
    """Peça dos autos: só se acrescenta; não muda, não sai, e o hash prende-a à anterior.

    `de_quem`: quem a apresenta, quando não é quem a juntou (a parte, o advogado, outro órgão). `dados`: o que
    a peça tem de estruturado (votos, respostas, datas), coberto pelo hash. `sha256`: do arquivo, ou do texto.
    """

    procedimento = models.ForeignKey(Procedimento, on_delete=models.PROTECT, related_name="pecas")
    numero = models.PositiveIntegerField("número")
    tipo = models.CharField("espécie", max_length=20, choices=TipoDePeca.choices)
    titulo = models.CharField("título", max_length=200)
    texto = models.TextField("texto", blank=True)
    dados = models.JSONField("dados", default=dict, encoder=DjangoJSONEncoder)
    arquivo = models.CharField("arquivo guardado", max_length=200, blank=True)
    nome_original = models.CharField("nome do arquivo", max_length=200, blank=True)
    tamanho = models.PositiveBigIntegerField("octetos", default=0)
    sha256 = models.CharField("SHA-256", max_length=64)
    de_quem = models.CharField("apresentada por", max_length=200, blank=True)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, related_name="+", verbose_name="juntada por")
    juntada_em = models.DateTimeField("juntada em")
    hash_anterior = models.CharField(max_length=64)
    hash = models.CharField("hash", max_length=64)

    class Meta:
        verbose_name = "peça"
        verbose_name_plural = "peças"
        ordering = ["procedimento", "numero"]
        constraints = [
            models.UniqueConstraint(fields=["procedimento", "numero"], name="peca_numero_unico"),
            models.CheckConstraint(
                condition=Q(numero__gte=1, tipo__in=TipoDePeca.values)
                & Q(sha256__regex=r"^[0-9a-f]{64}$")
                & Q(hash__regex=r"^[0-9a-f]{64}$")
                & ~Q(titulo="")
                & (~Q(texto="") | ~Q(arquivo="")),
                name="peca_completa",
            ),
        ]

    def __str__(self) -> str:
        return f"Peça {self.numero}: {self.titulo}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do procedimento."""
        return self.procedimento.orgao


class AcessoDaPeca(models.Model):
    """Decisão que restringe ou desentranha uma peça; ela mesma é peça dos autos."""

    peca = models.ForeignKey(Peca, on_delete=models.PROTECT, related_name="acessos", verbose_name="peça")
    acesso = models.CharField("acesso", max_length=14, choices=Acesso.choices)
    decisao = models.OneToOneField(Peca, on_delete=models.PROTECT, related_name="+", verbose_name="decisão")

    class Meta:
        verbose_name = "acesso da peça"
        verbose_name_plural = "acessos das peças"
        constraints = [
            models.UniqueConstraint(fields=["peca", "acesso"], name="acesso_da_peca_unico"),
        ]

    def __str__(self) -> str:
        return f"{self.peca}: {self.get_acesso_display()}"


class Argumento(models.Model):
    """Um argumento da defesa, das alegações ou do recurso; a decisão responde a cada um."""

    peca = models.ForeignKey(Peca, on_delete=models.PROTECT, related_name="argumentos", verbose_name="peça")
    ordem = models.PositiveIntegerField("ordem")
    texto = models.TextField("argumento")
    resposta = models.TextField("resposta", blank=True)
    acolhido = models.BooleanField("acolhido", null=True, blank=True)
    decisao = models.ForeignKey(
        Peca,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="respostas",
        verbose_name="decisão",
    )

    class Meta:
        verbose_name = "argumento"
        verbose_name_plural = "argumentos"
        ordering = ["peca__numero", "ordem"]
        constraints = [
            models.UniqueConstraint(fields=["peca", "ordem"], name="argumento_ordem_unica"),
            models.CheckConstraint(
                condition=Q(resposta="", acolhido__isnull=True, decisao__isnull=True)
                | (~Q(resposta="") & Q(acolhido__isnull=False, decisao__isnull=False)),
                name="argumento_respondido_por_inteiro",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.peca.numero}.{self.ordem} {self.texto[:60]}"
