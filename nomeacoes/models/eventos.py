"""Vagas na ordem de provimento e o que aconteceu ao cargo."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from candidatos.models import Candidatura, Classificacao
from concursos.models import Cargo
from nomeacoes.enums import CategoriaDaVaga, DesfechoDaRessalva, EfeitoDaDecisao, TipoDoEvento
from nucleo.models import Orgao, Usuario

DO_CARGO = [TipoDoEvento.RETIFICACAO, TipoDoEvento.EXTINCAO, TipoDoEvento.DESFAZIMENTO]
JUDICIAIS = [TipoDoEvento.SUB_JUDICE, TipoDoEvento.FIM_SUB_JUDICE, TipoDoEvento.ORDEM_JUDICIAL]
# Dizem que a pessoa se declarou, ou o que a comissão disse disso (LGPD, art. 5º, II).
RESERVADOS = [TipoDoEvento.NAO_CONFIRMACAO, TipoDoEvento.OPCAO]
FINS_DE_RESSALVA = [TipoDoEvento.FIM_SUB_JUDICE, TipoDoEvento.FIM_CONDICIONAL]


class Vaga(models.Model):
    """Vaga na ordem de provimento. Número e categoria da série nunca mudam (gatilho no banco)."""

    cargo = models.ForeignKey(Cargo, on_delete=models.PROTECT, related_name="vagas_providas")
    numero = models.PositiveIntegerField("número")
    categoria = models.CharField("categoria na série", max_length=10, choices=CategoriaDaVaga.choices)

    class Meta:
        verbose_name = "vaga"
        verbose_name_plural = "vagas"
        ordering = ["cargo", "numero"]
        constraints = [
            models.UniqueConstraint(fields=["cargo", "numero"], name="vaga_numero_unico"),
            models.CheckConstraint(
                condition=Q(numero__gte=1) & Q(categoria__in=CategoriaDaVaga.values), name="vaga_valida"
            ),
        ]

    def __str__(self) -> str:
        return f"Vaga {self.numero} de {self.cargo}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.cargo.orgao


class Evento(models.Model):
    """O que aconteceu ao cargo, em sequência: reaplicados pelo motor, dão o estado presente.

    Nunca se apaga nem se muda (gatilho no banco): engano desfaz-se com outro evento.
    """

    cargo = models.ForeignKey(Cargo, on_delete=models.PROTECT, related_name="eventos")
    sequencia = models.PositiveIntegerField("sequência")
    tipo = models.CharField("tipo", max_length=20, choices=TipoDoEvento.choices)
    candidatura = models.ForeignKey(
        Candidatura, on_delete=models.PROTECT, null=True, blank=True, related_name="eventos"
    )
    quantidade = models.PositiveIntegerField("quantidade", null=True, blank=True)
    data = models.DateField("data")
    motivo = models.TextField("motivo", blank=True)
    documento = models.CharField("documento", max_length=200, blank=True)
    processo = models.CharField("processo judicial", max_length=60, blank=True)
    efeito = models.CharField("efeito", max_length=10, blank=True, choices=EfeitoDaDecisao.choices)
    desfecho = models.CharField("desfecho", max_length=12, blank=True, choices=DesfechoDaRessalva.choices)
    lista = models.CharField("lista", max_length=10, blank=True, choices=CategoriaDaVaga.choices)
    apos = models.ForeignKey(
        Candidatura,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Na ordem judicial, logo depois de quem se põe a pessoa; nula, no alto da lista.",
        verbose_name="depois de",
    )
    desfaz = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="desfeito_por"
    )
    classificacao = models.ForeignKey(
        Classificacao,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="eventos",
        help_text="Na retificação do resultado, a lista que passa a valer.",
        verbose_name="classificação",
    )
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    registrado_em = models.DateTimeField("registrado em", auto_now_add=True)

    class Meta:
        verbose_name = "evento"
        verbose_name_plural = "eventos"
        ordering = ["cargo", "sequencia"]
        constraints = [
            models.UniqueConstraint(fields=["cargo", "sequencia"], name="evento_sequencia_unica"),
            models.CheckConstraint(
                condition=Q(
                    tipo=TipoDoEvento.CONVOCAR,
                    quantidade__isnull=False,
                    quantidade__gte=1,
                    candidatura__isnull=True,
                )
                | (
                    Q(tipo__in=DO_CARGO, candidatura__isnull=True, quantidade__isnull=True)
                    & ~Q(motivo="")
                    & ~Q(documento="")
                )
                | (
                    ~Q(tipo__in=[TipoDoEvento.CONVOCAR, *DO_CARGO])
                    & Q(candidatura__isnull=False, quantidade__isnull=True)
                    & ~Q(motivo="")
                    & ~Q(documento="")
                ),
                name="evento_completo",
            ),
            models.CheckConstraint(
                condition=Q(tipo__in=JUDICIAIS) & ~Q(processo="")
                | ~Q(tipo__in=JUDICIAIS) & Q(processo="", apos__isnull=True),
                name="evento_judicial_tem_processo",
            ),
            models.CheckConstraint(
                condition=(Q(tipo=TipoDoEvento.SUB_JUDICE) ^ Q(efeito=""))
                & (Q(tipo__in=FINS_DE_RESSALVA) ^ Q(desfecho="")),
                name="evento_efeito_e_desfecho",
            ),
            models.CheckConstraint(
                condition=(Q(tipo=TipoDoEvento.DESFAZIMENTO) ^ Q(desfaz__isnull=True))
                & (Q(tipo=TipoDoEvento.RETIFICACAO) ^ Q(classificacao__isnull=True)),
                name="evento_desfaz_ou_retifica",
            ),
            models.CheckConstraint(
                condition=Q(lista="")
                | Q(tipo=TipoDoEvento.ORDEM_JUDICIAL)
                | Q(tipo=TipoDoEvento.OPCAO, lista__in=[CategoriaDaVaga.COTAS, CategoriaDaVaga.PCD]),
                name="evento_lista_so_onde_cabe",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequencia}. {self.get_tipo_display()}"

    @property
    def foi_desfeito(self) -> bool:
        """Se outro registro o desfez."""
        outro = getattr(self, "desfeito_por", None)
        # O que só se confere ainda não se gravou.
        return outro is not None and outro.pk is not None

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.cargo.orgao
