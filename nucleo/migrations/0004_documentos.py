"""Documentos emitidos e os seus arquivos: guardam-se como saíram, e o banco recusa mudá-los ou excluí-los."""

import django.core.serializers.json
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models

from nucleo.auditoria import impedir_mudanca


class Migration(migrations.Migration):
    dependencies = [
        ("nucleo", "0003_execucao_cancelada"),
    ]

    operations = [
        migrations.CreateModel(
            name="Documento",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("especie", models.CharField(max_length=60, verbose_name="espécie")),
                ("alvo", models.PositiveBigIntegerField(verbose_name="objeto")),
                ("titulo", models.CharField(max_length=300, verbose_name="título")),
                ("modelo", models.CharField(max_length=120, verbose_name="modelo")),
                ("esqueleto", models.CharField(max_length=10, verbose_name="esqueleto")),
                (
                    "contexto",
                    models.JSONField(
                        encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name="contexto"
                    ),
                ),
                ("resumo", models.CharField(max_length=64, verbose_name="SHA-256 do conteúdo")),
                (
                    "codigo",
                    models.CharField(max_length=20, unique=True, verbose_name="código de verificação"),
                ),
                ("volumes", models.PositiveIntegerField(default=1, verbose_name="volumes")),
                ("emitido_em", models.DateTimeField(verbose_name="emitido em")),
                (
                    "emitido_por",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="emitido por",
                    ),
                ),
                (
                    "orgao",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="documentos",
                        to="nucleo.orgao",
                        verbose_name="órgão",
                    ),
                ),
            ],
            options={
                "verbose_name": "documento",
                "verbose_name_plural": "documentos",
                "ordering": ["-emitido_em"],
            },
        ),
        migrations.CreateModel(
            name="ArquivoDoDocumento",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("volume", models.PositiveIntegerField(verbose_name="volume")),
                (
                    "formato",
                    models.CharField(
                        choices=[("pdf", "PDF"), ("txt", "Texto"), ("html", "HTML")],
                        max_length=4,
                        verbose_name="formato",
                    ),
                ),
                (
                    "arquivo",
                    models.FileField(max_length=200, upload_to="documentos/", verbose_name="arquivo"),
                ),
                ("sha256", models.CharField(max_length=64, verbose_name="SHA-256")),
                (
                    "documento",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="arquivos",
                        to="nucleo.documento",
                    ),
                ),
            ],
            options={
                "verbose_name": "arquivo de documento",
                "verbose_name_plural": "arquivos de documentos",
                "ordering": ["documento", "volume", "formato"],
            },
        ),
        migrations.AddConstraint(
            model_name="documento",
            constraint=models.UniqueConstraint(
                fields=("especie", "alvo", "resumo"), name="documento_conteudo_unico"
            ),
        ),
        migrations.AddConstraint(
            model_name="documento",
            constraint=models.CheckConstraint(
                condition=models.Q(("volumes__gte", 1)), name="documento_tem_volume"
            ),
        ),
        migrations.AddConstraint(
            model_name="arquivododocumento",
            constraint=models.UniqueConstraint(
                fields=("documento", "volume", "formato"), name="arquivo_do_documento_unico"
            ),
        ),
        migrations.AddConstraint(
            model_name="arquivododocumento",
            constraint=models.CheckConstraint(
                condition=models.Q(("formato__in", ["pdf", "txt", "html"])),
                name="arquivo_do_documento_formato",
            ),
        ),
        impedir_mudanca("nucleo_documento", "Documento emitido não muda nem se exclui."),
        impedir_mudanca("nucleo_arquivododocumento", "Arquivo de documento não muda nem se exclui."),
    ]
