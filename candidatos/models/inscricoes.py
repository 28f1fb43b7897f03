"""Pessoa, inscrição num edital, autodeclaração e candidatura a um cargo."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from candidatos.enums import SituacaoDeclaracao
from concursos.models import Cargo, Edital
from nucleo.auditoria import historico
from nucleo.models import Orgao


class Candidato(models.Model):
    """Pessoa. Só um CPF inteiro e válido a identifica: nome e CPF mascarado não unem ninguém."""

    nome = models.CharField("nome", max_length=200)
    nome_busca = models.CharField(
        "nome para busca",
        max_length=200,
        db_index=True,
        editable=False,
        help_text="Minúsculas, sem acentos: busca e ordem alfabética.",
    )
    cpf = models.CharField("CPF", max_length=11, blank=True, help_text="Onze algarismos, ou em branco.")
    nascimento = models.DateField("nascimento", null=True, blank=True)
    nascimento_informado = models.CharField(
        "nascimento como informado",
        max_length=40,
        blank=True,
        help_text="O que o arquivo traz, quando não é uma data possível: não decide empate.",
    )
    historia = historico()

    class Meta:
        verbose_name = "candidato"
        verbose_name_plural = "candidatos"
        ordering = ["nome_busca", "id"]
        constraints = [
            models.UniqueConstraint(fields=["cpf"], condition=~Q(cpf=""), name="candidato_cpf_unico"),
            models.CheckConstraint(
                condition=Q(cpf="") | Q(cpf__regex=r"^[0-9]{11}$"), name="candidato_cpf_onze_algarismos"
            ),
        ]

    def __str__(self) -> str:
        return self.nome


class Inscricao(models.Model):
    """Identidade de alguém num edital: o número da inscrição, que é texto e guarda zeros à esquerda.

    `contato`: {"email", "telefone", "celular", "endereco", "cep", …}, só o que o arquivo trouxe.
    """

    edital = models.ForeignKey(Edital, on_delete=models.PROTECT, related_name="inscricoes")
    candidato = models.ForeignKey(Candidato, on_delete=models.PROTECT, related_name="inscricoes")
    numero = models.CharField("inscrição", max_length=40)
    contato = models.JSONField("contato", default=dict, blank=True)

    class Meta:
        verbose_name = "inscrição"
        verbose_name_plural = "inscrições"
        ordering = ["edital", "numero"]
        constraints = [
            models.UniqueConstraint(fields=["edital", "numero"], name="inscricao_numero_unico"),
            models.CheckConstraint(condition=~Q(numero=""), name="inscricao_numero_preenchido"),
        ]

    def __str__(self) -> str:
        return self.numero

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.edital.orgao


class Autodeclaracao(models.Model):
    """Dado sensível (LGPD, art. 5º, II): raça e deficiência declaradas na inscrição.

    Tem permissão própria; toda leitura individual deixa registro na trilha.
    """

    inscricao = models.OneToOneField(
        Inscricao, on_delete=models.PROTECT, related_name="autodeclaracao", verbose_name="inscrição"
    )
    negro = models.BooleanField("negro (preto ou pardo)", default=False)
    indigena = models.BooleanField("indígena", default=False)
    pcd = models.BooleanField("pessoa com deficiência", default=False)
    situacao = models.CharField(
        "situação",
        max_length=20,
        choices=SituacaoDeclaracao.choices,
        default=SituacaoDeclaracao.DECLARADA,
    )
    situacao_pcd = models.CharField(
        "situação da condição de PcD",
        max_length=20,
        choices=SituacaoDeclaracao.choices,
        default=SituacaoDeclaracao.DECLARADA,
    )

    class Meta:
        verbose_name = "autodeclaração"
        verbose_name_plural = "autodeclarações"
        constraints = [
            models.CheckConstraint(
                condition=Q(situacao__in=SituacaoDeclaracao.values)
                & Q(situacao_pcd__in=SituacaoDeclaracao.values),
                name="autodeclaracao_situacao_valida",
            ),
        ]

    def __str__(self) -> str:
        return f"Autodeclaração da inscrição {self.inscricao_id}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.inscricao.orgao


class Candidatura(models.Model):
    """Uma inscrição num cargo: a prova unificada dá várias à mesma inscrição."""

    inscricao = models.ForeignKey(
        Inscricao, on_delete=models.PROTECT, related_name="candidaturas", verbose_name="inscrição"
    )
    cargo = models.ForeignKey(Cargo, on_delete=models.PROTECT, related_name="candidaturas")

    class Meta:
        verbose_name = "candidatura"
        verbose_name_plural = "candidaturas"
        constraints = [
            models.UniqueConstraint(fields=["inscricao", "cargo"], name="candidatura_unica"),
        ]

    def __str__(self) -> str:
        return f"{self.inscricao} – {self.cargo}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.cargo.orgao
