"""Prazos da posse e do exercício: a regra do município, as prorrogações e o exercício de cada pessoa.

Prorrogação e exercício só se acrescentam: o banco recusa mudar ou excluir (migração 0007).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from nomeacoes.enums import EspecieDePrazo
from nomeacoes.models.nomeacao import Nomeacao
from nucleo.auditoria import historico
from nucleo.calendario import TipoDePrazo
from nucleo.models import Municipio, Orgao, Usuario

TIPOS = [
    (TipoDePrazo.CORRIDOS.value, "dias corridos"),
    (TipoDePrazo.UTEIS.value, "dias úteis"),
    (TipoDePrazo.MESES.value, "meses"),
]


class RegraDePrazo(models.Model):
    """Quanto dura a posse, ou o exercício, num município, a partir de um dia.

    Rege o prazo a regra que vigia quando ele começou: mudar o estatuto não muda o que já corre.
    """

    municipio = models.ForeignKey(
        Municipio, on_delete=models.PROTECT, related_name="regras_de_prazo", verbose_name="município"
    )
    especie = models.CharField("prazo", max_length=10, choices=EspecieDePrazo.choices)
    vigente_desde = models.DateField(
        "vigente desde", help_text="Rege os prazos que começam nesse dia ou depois."
    )
    quantidade = models.PositiveIntegerField("quantidade")
    tipo = models.CharField("contado em", max_length=10, choices=TIPOS)
    prorrogacao = models.PositiveIntegerField(
        "quantidade da prorrogação", default=0, help_text="Contada como o prazo. Zero: não se prorroga."
    )
    prorrogacoes = models.PositiveIntegerField("prorrogações que cabem", default=1)
    dispositivo = models.CharField(
        "dispositivo", max_length=200, help_text="O que o fixa: “Lei nº 6.794/1990, art. 15”."
    )
    dias_de_aviso = models.PositiveIntegerField(
        "avisar antes", default=7, help_text="Quantos dias corridos antes do fim o painel avisa."
    )
    historia = historico()

    class Meta:
        verbose_name = "regra de prazo"
        verbose_name_plural = "regras de prazo"
        ordering = ["municipio", "especie", "-vigente_desde"]
        constraints = [
            models.UniqueConstraint(
                fields=["municipio", "especie", "vigente_desde"], name="regra_de_prazo_unica"
            ),
            models.CheckConstraint(
                condition=Q(quantidade__gte=1, especie__in=EspecieDePrazo.values)
                & Q(tipo__in=[tipo for tipo, _ in TIPOS])
                & ~Q(dispositivo=""),
                name="regra_de_prazo_valida",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_especie_display()} em {self.municipio}: {self.em_palavras}"

    @property
    def em_palavras(self) -> str:
        """A quantidade e como se conta: "30 dias corridos", "1 mês"."""
        return em_palavras(self.quantidade, self.tipo)

    @property
    def prorrogacao_em_palavras(self) -> str:
        """O mesmo, da prorrogação."""
        return em_palavras(self.prorrogacao, self.tipo)


def em_palavras(quantidade: int, tipo: str) -> str:
    """Uma quantidade de prazo como se lê: "1 dia útil", "30 dias corridos", "2 meses"."""
    if quantidade == 1:
        singular = {"corridos": "dia corrido", "uteis": "dia útil", "meses": "mês"}
        return f"1 {singular[tipo]}"
    return f"{quantidade} {dict(TIPOS)[tipo]}"


class ProrrogacaoDePrazo(models.Model):
    """Pedido, recebido no prazo, que o prorroga. `quantidade`: a da regra quando se registrou."""

    nomeacao = models.ForeignKey(
        Nomeacao, on_delete=models.PROTECT, related_name="prorrogacoes", verbose_name="nomeação"
    )
    especie = models.CharField("prazo", max_length=10, choices=EspecieDePrazo.choices)
    sequencia = models.PositiveIntegerField("sequência", default=1)
    quantidade = models.PositiveIntegerField("quantidade")
    requerida_em = models.DateField("requerida em")
    motivo = models.TextField("motivo")
    documento = models.CharField("requerimento", max_length=200)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    registrada_em = models.DateTimeField("registrada em", auto_now_add=True)

    class Meta:
        verbose_name = "prorrogação de prazo"
        verbose_name_plural = "prorrogações de prazo"
        ordering = ["nomeacao", "especie", "sequencia"]
        constraints = [
            models.UniqueConstraint(fields=["nomeacao", "especie", "sequencia"], name="prorrogacao_unica"),
            models.CheckConstraint(
                condition=Q(quantidade__gte=1, sequencia__gte=1, especie__in=EspecieDePrazo.values)
                & ~Q(motivo="")
                & ~Q(documento=""),
                name="prorrogacao_completa",
            ),
        ]

    def __str__(self) -> str:
        return f"Prorrogação do prazo de {self.get_especie_display().lower()}: {self.nomeacao}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.nomeacao.orgao


class Exercicio(models.Model):
    """Quando quem tomou posse entrou em exercício, e o documento que o prova."""

    nomeacao = models.OneToOneField(
        Nomeacao, on_delete=models.PROTECT, related_name="exercicio", verbose_name="nomeação"
    )
    data = models.DateField("data")
    documento = models.CharField("documento", max_length=200)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    registrado_em = models.DateTimeField("registrado em", auto_now_add=True)

    class Meta:
        verbose_name = "exercício"
        verbose_name_plural = "exercícios"
        constraints = [models.CheckConstraint(condition=~Q(documento=""), name="exercicio_tem_documento")]

    def __str__(self) -> str:
        return f"Exercício: {self.nomeacao}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.nomeacao.orgao
