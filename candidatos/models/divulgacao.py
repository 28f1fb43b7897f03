"""Antes de a lista ser final: resultado divulgado, recursos contra ele e avaliação das declarações."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from candidatos.enums import (
    EspecieDeAvaliacao,
    EspecieDeDivulgacao,
    ResultadoDaAvaliacao,
    SituacaoDoRecurso,
)
from candidatos.models.classificacao import Classificacao
from candidatos.models.inscricoes import Candidatura, Inscricao
from concursos.models import Concurso
from nucleo.models import Orgao, Usuario


class Divulgacao(models.Model):
    """Resultado preliminar ou final que se publicou, com a versão da lista de cada cargo (imutável)."""

    concurso = models.ForeignKey(Concurso, on_delete=models.PROTECT, related_name="divulgacoes")
    especie = models.CharField("espécie", max_length=20, choices=EspecieDeDivulgacao.choices)
    numero = models.PositiveIntegerField("número")
    publicada_em = models.DateField("publicada em")
    veiculo = models.CharField("publicada no", max_length=200)
    recursos_ate = models.DateField("recursos até", null=True, blank=True)
    classificacoes = models.ManyToManyField(
        Classificacao, related_name="divulgacoes", verbose_name="classificações"
    )
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    registrada_em = models.DateTimeField("registrada em", auto_now_add=True)

    class Meta:
        verbose_name = "divulgação de resultado"
        verbose_name_plural = "divulgações de resultado"
        ordering = ["concurso", "id"]
        constraints = [
            models.UniqueConstraint(fields=["concurso", "especie", "numero"], name="divulgacao_numero_unico"),
            models.CheckConstraint(
                condition=Q(especie__in=EspecieDeDivulgacao.values) & ~Q(veiculo=""), name="divulgacao_valida"
            ),
            models.CheckConstraint(
                condition=Q(especie=EspecieDeDivulgacao.PRELIMINAR) ^ Q(recursos_ate__isnull=True),
                name="divulgacao_preliminar_tem_prazo",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_especie_display()} nº {self.numero} do {self.concurso}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.concurso.orgao


class Recurso(models.Model):
    """Recurso de uma candidatura contra o resultado preliminar: o que ataca, a decisão e quem a deu.

    `prova`: chave da prova atacada, das regras do cargo; `nota_antes` e `nota_depois`: texto decimal, como
    em `Resultado.notas`. Mudada a nota, há um `Resultado` novo que aponta para este recurso.
    """

    divulgacao = models.ForeignKey(
        Divulgacao, on_delete=models.PROTECT, related_name="recursos", verbose_name="divulgação"
    )
    candidatura = models.ForeignKey(Candidatura, on_delete=models.PROTECT, related_name="recursos")
    prova = models.CharField("prova", max_length=40)
    numero = models.CharField("protocolo", max_length=60)
    recebido_em = models.DateField("recebido em")
    pedido = models.TextField("pedido")
    situacao = models.CharField(
        "situação", max_length=20, choices=SituacaoDoRecurso.choices, default=SituacaoDoRecurso.PENDENTE
    )
    nota_antes = models.CharField("nota antes", max_length=30)
    nota_depois = models.CharField("nota depois", max_length=30, blank=True)
    fundamentacao = models.TextField("fundamentação", blank=True)
    decidido_por = models.CharField("decidido por", max_length=200, blank=True)
    decidido_em = models.DateField("decidido em", null=True, blank=True)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = "recurso contra o resultado"
        verbose_name_plural = "recursos contra o resultado"
        ordering = ["divulgacao", "recebido_em", "id"]
        constraints = [
            models.UniqueConstraint(fields=["divulgacao", "numero"], name="recurso_protocolo_unico"),
            models.CheckConstraint(
                condition=Q(situacao__in=SituacaoDoRecurso.values) & ~Q(pedido="") & ~Q(prova=""),
                name="recurso_valido",
            ),
            models.CheckConstraint(
                condition=Q(
                    situacao=SituacaoDoRecurso.PENDENTE,
                    decidido_em__isnull=True,
                    decidido_por="",
                    fundamentacao="",
                    nota_depois="",
                )
                | (
                    ~Q(situacao=SituacaoDoRecurso.PENDENTE)
                    & Q(decidido_em__isnull=False)
                    & ~Q(decidido_por="")
                    & ~Q(fundamentacao="")
                ),
                name="recurso_decidido_tem_quem_e_por_que",
            ),
        ]

    def __str__(self) -> str:
        return f"Recurso {self.numero}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.candidatura.orgao


class AvaliacaoDaDeclaracao(models.Model):
    """O que a heteroidentificação ou a avaliação biopsicossocial concluiu de uma inscrição.

    Dado sensível (LGPD, art. 5º, II). Só se acrescenta: vale a de maior `versao` de cada espécie; a de um
    recurso é versão nova, com o documento dele.
    """

    inscricao = models.ForeignKey(
        Inscricao, on_delete=models.PROTECT, related_name="avaliacoes", verbose_name="inscrição"
    )
    especie = models.CharField("espécie", max_length=20, choices=EspecieDeAvaliacao.choices)
    versao = models.PositiveIntegerField("versão")
    resultado = models.CharField("resultado", max_length=20, choices=ResultadoDaAvaliacao.choices)
    data = models.DateField("data")
    decidido_por = models.CharField("comissão ou equipe", max_length=200)
    documento = models.CharField("documento", max_length=200)
    em_recurso = models.BooleanField("em recurso", default=False)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    registrada_em = models.DateTimeField("registrada em", auto_now_add=True)

    class Meta:
        verbose_name = "avaliação de declaração"
        verbose_name_plural = "avaliações de declarações"
        ordering = ["inscricao", "especie", "versao"]
        constraints = [
            models.UniqueConstraint(fields=["inscricao", "especie", "versao"], name="avaliacao_versao_unica"),
            models.CheckConstraint(
                condition=Q(especie__in=EspecieDeAvaliacao.values)
                & Q(resultado__in=ResultadoDaAvaliacao.values)
                & ~Q(decidido_por="")
                & ~Q(documento=""),
                name="avaliacao_completa",
            ),
        ]

    def __str__(self) -> str:
        return f"Avaliação {self.versao} da inscrição {self.inscricao_id}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.inscricao.orgao
