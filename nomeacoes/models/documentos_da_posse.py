"""Documentos que o edital pede para a posse, os arquivos que se receberam e quem os conferiu.

Tudo só se acrescenta: o banco recusa mudar ou excluir (migração 0007).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from concursos.models import Cargo
from nomeacoes.models.nomeacao import Nomeacao
from nucleo.enums import TipoDoArquivo
from nucleo.models import Orgao, Usuario


class ListaDeDocumentos(models.Model):
    """O que o edital, ou uma retificação dele, pede de quem toma posse no cargo, desde um dia."""

    cargo = models.ForeignKey(Cargo, on_delete=models.PROTECT, related_name="listas_de_documentos")
    versao = models.PositiveIntegerField("versão")
    vigente_desde = models.DateField("vigente desde")
    fundamento = models.CharField("fundamento", max_length=200)
    autor = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    criada_em = models.DateTimeField("criada em", auto_now_add=True)

    class Meta:
        verbose_name = "lista de documentos da posse"
        verbose_name_plural = "listas de documentos da posse"
        ordering = ["cargo", "-versao"]
        constraints = [
            models.UniqueConstraint(fields=["cargo", "versao"], name="lista_de_documentos_versao_unica"),
            models.CheckConstraint(condition=~Q(fundamento=""), name="lista_de_documentos_tem_fundamento"),
        ]

    def __str__(self) -> str:
        return f"Documentos da posse em {self.cargo}, versão {self.versao}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.cargo.orgao


class DocumentoExigido(models.Model):
    """Um documento de uma lista. O facultativo (ou só de quem o tem) não impede a posse."""

    lista = models.ForeignKey(ListaDeDocumentos, on_delete=models.PROTECT, related_name="itens")
    ordem = models.PositiveIntegerField("ordem")
    nome = models.CharField("documento", max_length=200)
    obrigatorio = models.BooleanField("obrigatório", default=True)

    class Meta:
        verbose_name = "documento exigido"
        verbose_name_plural = "documentos exigidos"
        ordering = ["lista", "ordem"]
        constraints = [
            models.UniqueConstraint(fields=["lista", "ordem"], name="documento_exigido_ordem_unica"),
            models.CheckConstraint(condition=~Q(nome=""), name="documento_exigido_tem_nome"),
        ]

    def __str__(self) -> str:
        return self.nome


class DocumentoRecebido(models.Model):
    """Um arquivo de alguém, guardado como veio, fora da pasta pública. O mais novo substitui o anterior."""

    nomeacao = models.ForeignKey(
        Nomeacao, on_delete=models.PROTECT, related_name="documentos", verbose_name="nomeação"
    )
    exigido = models.ForeignKey(DocumentoExigido, on_delete=models.PROTECT, related_name="recebidos")
    sequencia = models.PositiveIntegerField("sequência")
    nome_original = models.CharField("nome do arquivo", max_length=255)
    tipo = models.CharField("tipo, pelo conteúdo", max_length=4, choices=TipoDoArquivo.choices)
    tamanho = models.PositiveIntegerField("octetos")
    arquivo = models.FileField("arquivo", max_length=200)
    sha256 = models.CharField("SHA-256", max_length=64)
    recebido_por = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    recebido_em = models.DateTimeField("recebido em", auto_now_add=True)

    class Meta:
        verbose_name = "documento recebido"
        verbose_name_plural = "documentos recebidos"
        ordering = ["nomeacao", "exigido", "-sequencia"]
        constraints = [
            models.UniqueConstraint(
                fields=["nomeacao", "exigido", "sequencia"], name="documento_recebido_unico"
            ),
            models.CheckConstraint(
                condition=Q(tipo__in=TipoDoArquivo.values), name="documento_recebido_tipo_valido"
            ),
        ]

    def __str__(self) -> str:
        return f"Documento {self.exigido.ordem}, envio {self.sequencia}: {self.nomeacao}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.nomeacao.orgao


class ConferenciaDoDocumento(models.Model):
    """Quem conferiu um arquivo, quando, e se o aceitou; vale a última. A recusa diz por quê."""

    documento = models.ForeignKey(DocumentoRecebido, on_delete=models.PROTECT, related_name="conferencias")
    aceito = models.BooleanField("aceito")
    motivo = models.CharField("motivo da recusa", max_length=500, blank=True)
    conferido_por = models.ForeignKey(Usuario, on_delete=models.PROTECT, null=True, related_name="+")
    conferido_em = models.DateTimeField("conferido em", auto_now_add=True)

    class Meta:
        verbose_name = "conferência de documento"
        verbose_name_plural = "conferências de documentos"
        ordering = ["documento", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(aceito=True, motivo="") | Q(aceito=False) & ~Q(motivo=""),
                name="conferencia_recusa_tem_motivo",
            ),
        ]

    def __str__(self) -> str:
        return f"{'Aceito' if self.aceito else 'Recusado'}: {self.documento}"

    @property
    def orgao(self) -> Orgao:
        """Órgão do concurso."""
        return self.documento.orgao
