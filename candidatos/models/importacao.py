"""Layouts, arquivos importados e o que cada carga mudou."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from candidatos.enums import EspecieDeArquivo, SituacaoImportacao
from candidatos.models.inscricoes import Autodeclaracao, Candidato, Inscricao
from concursos.models import Cargo, Edital
from nucleo.models import Execucao, Orgao, Usuario


class LayoutImportacao(models.Model):
    """Como se lê o arquivo de uma banca. Cada mudança é uma versão nova; a vigente é a de maior versão.

    `assinatura`: resumo dos `titulos` das colunas como lidos, pelo qual o arquivo seguinte é reconhecido.
    `colunas`: {letra ("A"…): campo}; `opcoes`: formatos, regras, filtros e somas (ver
    `servicos.opcoes.Opcoes`); `valores`: {campo: {valor lido: {"destino", "motivo"}}}.
    """

    orgao = models.ForeignKey(Orgao, on_delete=models.PROTECT, related_name="layouts", verbose_name="órgão")
    banca = models.CharField("banca", max_length=160, blank=True)
    nome = models.CharField("nome", max_length=120)
    versao = models.PositiveIntegerField("versão", default=1)
    especie = models.CharField(
        "espécie",
        max_length=20,
        choices=EspecieDeArquivo.choices,
        default=EspecieDeArquivo.RESULTADO,
    )
    assinatura = models.CharField("assinatura", max_length=64)
    titulos = models.JSONField("títulos", default=list)
    colunas = models.JSONField("colunas", default=dict)
    opcoes = models.JSONField("opções", default=dict)
    valores = models.JSONField("valores", default=dict)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    criado_em = models.DateTimeField("criado em", auto_now_add=True)

    class Meta:
        verbose_name = "layout de importação"
        verbose_name_plural = "layouts de importação"
        ordering = ["nome", "-versao"]
        constraints = [
            models.UniqueConstraint(
                fields=["orgao", "banca", "assinatura", "versao"], name="layout_versao_unica"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.nome} (versão {self.versao})"


def caminho_do_arquivo(importacao: Importacao, nome: str) -> str:
    """Guarda pelo SHA-256: o nome original fica só no registro."""
    return f"importacoes/{importacao.sha256[:2]}/{importacao.sha256}"


def caminho_do_relatorio(importacao: Importacao, nome: str) -> str:
    """Um por importação e conferência; o nome não diz nada do arquivo."""
    return f"relatorios/{importacao.pk}/{nome}"


_JA_CARREGADA = [SituacaoImportacao.CARREGADA, SituacaoImportacao.DESFEITA]


class Importacao(models.Model):
    """Arquivo da banca, guardado como veio, com o que se leu dele e o que ele fez.

    `leitura`: como o arquivo foi lido ({"formato", "codificacao", "delimitador", "cabecalho", …});
    `colunas`/`valores`: o layout usado, copiado; `plano`: {"lidas", "novas", "alteradas", "inalteradas",
    "recusadas", "achados": [{"linha", "coluna", "titulo", "valor", "motivo"}]}. Linhas contam-se como
    no arquivo, a partir de 1.
    """

    edital = models.ForeignKey(Edital, on_delete=models.PROTECT, related_name="importacoes")
    arquivo = models.FileField("arquivo", upload_to=caminho_do_arquivo, max_length=200)
    nome_original = models.CharField("nome do arquivo", max_length=255)
    tamanho = models.PositiveBigIntegerField("tamanho (bytes)")
    sha256 = models.CharField("SHA-256", max_length=64)
    situacao = models.CharField(
        "situação",
        max_length=20,
        choices=SituacaoImportacao.choices,
        default=SituacaoImportacao.RECEBIDA,
    )
    especie = models.CharField(
        "espécie",
        max_length=20,
        choices=EspecieDeArquivo.choices,
        default=EspecieDeArquivo.RESULTADO,
    )
    layout = models.ForeignKey(LayoutImportacao, on_delete=models.PROTECT, null=True, blank=True)
    cargo = models.ForeignKey(
        Cargo,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Cargo de todas as linhas, quando o arquivo não traz coluna de cargo.",
    )
    sem_reservas = models.BooleanField(
        "sem reservas",
        default=False,
        help_text="Confirmou-se que o arquivo não diz quem concorre às reservas.",
    )
    leitura = models.JSONField("leitura", default=dict)
    colunas = models.JSONField("colunas", default=dict)
    opcoes = models.JSONField("opções", default=dict)
    valores = models.JSONField("valores", default=dict)
    plano = models.JSONField("plano", default=dict, encoder=DjangoJSONEncoder)
    execucao = models.ForeignKey(
        Execucao, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name="execução"
    )
    relatorio = models.FileField(
        "relatório da conferência", upload_to=caminho_do_relatorio, max_length=200, blank=True
    )
    criados = models.JSONField("criados", default=dict)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    recebida_em = models.DateTimeField("recebida em", auto_now_add=True)
    carregada_em = models.DateTimeField("carregada em", null=True, blank=True)
    desfeita_em = models.DateTimeField("desfeita em", null=True, blank=True)
    desfeita_por = models.ForeignKey(
        Usuario, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    desfeita_motivo = models.CharField("motivo de desfazer", max_length=300, blank=True)

    class Meta:
        verbose_name = "importação"
        verbose_name_plural = "importações"
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(situacao__in=SituacaoImportacao.values), name="importacao_situacao_valida"
            ),
            models.CheckConstraint(
                condition=Q(situacao__in=_JA_CARREGADA, carregada_em__isnull=False)
                | (~Q(situacao__in=_JA_CARREGADA) & Q(carregada_em__isnull=True)),
                name="importacao_carregada_tem_data",
            ),
            models.CheckConstraint(
                condition=Q(situacao=SituacaoImportacao.DESFEITA) ^ Q(desfeita_em__isnull=True),
                name="importacao_desfeita_tem_data",
            ),
            models.CheckConstraint(
                condition=Q(especie__in=EspecieDeArquivo.values), name="importacao_especie_valida"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.nome_original} ({self.get_situacao_display()})"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.edital.orgao


class ValorAnterior(models.Model):
    """O que havia antes de uma importação mudar a pessoa, a inscrição ou a autodeclaração.

    `antes`: {campo: valor}. Tem a mesma proteção do que guarda: da autodeclaração, a dela.
    """

    importacao = models.ForeignKey(
        Importacao, on_delete=models.PROTECT, related_name="valores_anteriores", verbose_name="importação"
    )
    candidato = models.ForeignKey(Candidato, on_delete=models.CASCADE, null=True, related_name="+")
    inscricao = models.ForeignKey(
        Inscricao, on_delete=models.CASCADE, null=True, related_name="+", verbose_name="inscrição"
    )
    autodeclaracao = models.ForeignKey(
        Autodeclaracao, on_delete=models.CASCADE, null=True, related_name="+", verbose_name="autodeclaração"
    )
    antes = models.JSONField("antes", default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = "valor anterior"
        verbose_name_plural = "valores anteriores"
        constraints = [
            models.CheckConstraint(
                condition=Q(candidato__isnull=False, inscricao__isnull=True, autodeclaracao__isnull=True)
                | Q(candidato__isnull=True, inscricao__isnull=False, autodeclaracao__isnull=True)
                | Q(candidato__isnull=True, inscricao__isnull=True, autodeclaracao__isnull=False),
                name="valor_anterior_de_um_so",
            ),
        ]

    def __str__(self) -> str:
        return f"Valor anterior {self.pk} da importação {self.importacao_id}"
