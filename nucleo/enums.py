"""Valores fechados do núcleo."""

from django.db import models


class Papel(models.TextChoices):
    """O que a pessoa faz no sistema; a tabela de ações por papel está em `permissoes`."""

    OPERADOR = "operador", "Operador"
    AUTORIDADE = "autoridade", "Autoridade"
    COMISSAO = "comissao", "Comissão"
    AUDITOR = "auditor", "Auditor"
    ADMINISTRADOR = "administrador", "Administrador"


class Administracao(models.TextChoices):
    """Natureza do órgão ou entidade que admite."""

    DIRETA = "direta", "Administração direta"
    INDIRETA = "indireta", "Administração indireta"


class SituacaoExecucao(models.TextChoices):
    """Vida de um trabalho em segundo plano."""

    PENDENTE = "pendente", "Na fila"
    EM_ANDAMENTO = "em_andamento", "Em andamento"
    CONCLUIDA = "concluida", "Concluída"
    FALHOU = "falhou", "Não concluída"
    CANCELADA = "cancelada", "Cancelada"


class FormatoDoDocumento(models.TextChoices):
    """Em que sai um documento: o PDF arquiva-se; o texto e o HTML colam-se no Diário Oficial."""

    PDF = "pdf", "PDF"
    TEXTO = "txt", "Texto"
    HTML = "html", "HTML"


class TipoDoArquivo(models.TextChoices):
    """O que um arquivo é, pelo conteúdo."""

    PDF = "pdf", "PDF"
    JPEG = "jpeg", "JPEG"
    PNG = "png", "PNG"
