"""O que cerca um ato: orçamento certificado, justificativas, publicação, mandatos e quatro olhos.

As três primeiras só se acrescentam: o banco recusa mudar ou excluir (migração 0006).
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q

from nomeacoes.models.atos import Ato
from nomeacoes.models.eventos import Evento
from nucleo.auditoria import historico
from nucleo.models import Municipio, Orgao, Usuario


class CertificacaoOrcamentaria(models.Model):
    """Declaração do ordenador da despesa sobre as nomeações de uma convocação (LRF, arts. 16, 17 e 21, I).

    Uma nova substitui a anterior, que fica guardada: vale a última.
    """

    evento = models.ForeignKey(
        Evento, on_delete=models.PROTECT, related_name="certificacoes", verbose_name="convocação"
    )
    ordenador = models.CharField("ordenador da despesa", max_length=200)
    documento = models.CharField("declaração", max_length=200)
    data = models.DateField("data da declaração")
    dotacao = models.CharField("dotação orçamentária", max_length=200)
    registrada_por = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    registrada_em = models.DateTimeField("registrada em", auto_now_add=True)

    class Meta:
        verbose_name = "certificação orçamentária"
        verbose_name_plural = "certificações orçamentárias"
        ordering = ["evento", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(ordenador="") & ~Q(documento="") & ~Q(dotacao=""), name="certificacao_completa"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.documento}, de {self.data:%d/%m/%Y}"

    @property
    def orgao(self) -> Orgao:
        """Órgão da convocação."""
        return self.evento.orgao


class JustificativaDoAto(models.Model):
    """Motivo escrito por quem assinou um ato apesar dos avisos que o sistema deu. Não sai no documento."""

    ato = models.OneToOneField(Ato, on_delete=models.PROTECT, related_name="justificativa")
    avisos = models.JSONField("avisos", help_text="Dispositivo e frase de cada aviso, como se mostrou.")
    motivo = models.TextField("motivo")
    registrada_em = models.DateTimeField("registrada em", auto_now_add=True)

    class Meta:
        verbose_name = "justificativa do ato"
        verbose_name_plural = "justificativas dos atos"
        constraints = [
            models.CheckConstraint(condition=~Q(motivo=""), name="justificativa_tem_motivo"),
        ]

    def __str__(self) -> str:
        return f"Justificativa de {self.ato}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do ato."""
        return self.ato.orgao


class PublicacaoDoAto(models.Model):
    """Onde e quando um ato assinado saiu. A correção é outra linha, com o motivo; a de antes fica."""

    ato = models.ForeignKey(Ato, on_delete=models.PROTECT, related_name="publicacoes")
    sequencia = models.PositiveIntegerField("sequência", default=1)
    veiculo = models.CharField("veículo", max_length=120)
    edicao = models.CharField("número da edição", max_length=40)
    data = models.DateField("data")
    pagina = models.CharField("página", max_length=40)
    motivo = models.CharField("motivo da correção", max_length=500, blank=True)
    registrada_por = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    registrada_em = models.DateTimeField("registrada em", auto_now_add=True)

    class Meta:
        verbose_name = "publicação do ato"
        verbose_name_plural = "publicações dos atos"
        ordering = ["ato", "sequencia"]
        constraints = [
            models.UniqueConstraint(fields=["ato", "sequencia"], name="publicacao_do_ato_unica"),
            models.CheckConstraint(
                condition=Q(sequencia=1, motivo="") | Q(sequencia__gt=1) & ~Q(motivo=""),
                name="correcao_da_publicacao_tem_motivo",
            ),
            models.CheckConstraint(
                condition=~Q(veiculo="") & ~Q(edicao="") & ~Q(pagina=""), name="publicacao_completa"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.veiculo} nº {self.edicao}, de {self.data:%d/%m/%Y}, p. {self.pagina}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do ato."""
        return self.ato.orgao


class Mandato(models.Model):
    """Datas de que dependem as vedações do fim de mandato e do período eleitoral.

    De um município; com `orgao`, só dele (a Câmara, cujo presidente tem outro mandato).
    """

    municipio = models.ForeignKey(
        Municipio, on_delete=models.PROTECT, related_name="mandatos", verbose_name="município"
    )
    orgao = models.ForeignKey(
        Orgao,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="mandatos",
        verbose_name="órgão",
        help_text="Em branco: todos os órgãos do município.",
    )
    fim = models.DateField("último dia do mandato", null=True, blank=True, help_text="LRF, art. 21, II.")
    pleito = models.DateField(
        "dia da eleição",
        null=True,
        blank=True,
        help_text="Primeiro turno, na circunscrição do município (Lei 9.504/1997, art. 73, V).",
    )
    posse_dos_eleitos = models.DateField("posse dos eleitos", null=True, blank=True)
    historia = historico()

    class Meta:
        verbose_name = "mandato"
        verbose_name_plural = "mandatos"
        ordering = ["municipio", "-pleito", "-fim"]
        constraints = [
            models.CheckConstraint(
                condition=Q(fim__isnull=False) | Q(pleito__isnull=False), name="mandato_tem_data"
            ),
            models.CheckConstraint(
                condition=Q(pleito__isnull=True, posse_dos_eleitos__isnull=True)
                | Q(pleito__isnull=False, posse_dos_eleitos__isnull=False, posse_dos_eleitos__gt=F("pleito")),
                name="mandato_posse_depois_do_pleito",
            ),
        ]

    def __str__(self) -> str:
        datas = []
        if self.pleito:
            datas.append(f"eleição de {self.pleito:%d/%m/%Y}")
        if self.fim:
            datas.append(f"até {self.fim:%d/%m/%Y}")
        return f"{self.orgao or self.municipio}: {', '.join(datas)}"

    def clean(self) -> None:
        """Recusa órgão de outro município, linha sem data e eleição sem a posse que a segue."""
        if self.orgao and self.municipio_id and self.orgao.municipio_id != self.municipio_id:
            raise ValidationError({"orgao": "O órgão é de outro município."})
        if not self.fim and not self.pleito:
            raise ValidationError("Informe o último dia do mandato, o dia da eleição ou os dois.")
        if self.pleito and not self.posse_dos_eleitos:
            raise ValidationError({"posse_dos_eleitos": "Informe a posse dos eleitos: é o fim da vedação."})
        if self.posse_dos_eleitos and (not self.pleito or self.posse_dos_eleitos <= self.pleito):
            raise ValidationError({"posse_dos_eleitos": "A posse dos eleitos vem depois da eleição."})


class DispensaDosQuatroOlhos(models.Model):
    """Órgão em que uma só pessoa redige e assina, por quê e até quando. Cada uso fica justificado no ato."""

    orgao = models.OneToOneField(
        Orgao, on_delete=models.PROTECT, related_name="dispensa_dos_quatro_olhos", verbose_name="órgão"
    )
    motivo = models.CharField("motivo", max_length=500)
    ate = models.DateField("até", help_text="Último dia em que vale.")
    historia = historico()

    class Meta:
        verbose_name = "dispensa dos quatro olhos"
        verbose_name_plural = "dispensas dos quatro olhos"
        constraints = [models.CheckConstraint(condition=~Q(motivo=""), name="dispensa_tem_motivo")]

    def __str__(self) -> str:
        return f"{self.orgao}, até {self.ate:%d/%m/%Y}"
