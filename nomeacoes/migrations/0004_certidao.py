"""Certidão de classificação: guarda-se como saiu, e o banco recusa mudá-la ou excluí-la."""

import uuid

import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from nucleo.auditoria import impedir_mudanca


class Migration(migrations.Migration):
    dependencies = [
        ("candidatos", "0003_importacao_de_qualquer_banca"),
        ("nomeacoes", "0003_memoria_e_reconferencia"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Certidao",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("completa", models.BooleanField(verbose_name="com as listas específicas")),
                ("modelo", models.CharField(max_length=60, verbose_name="modelo do documento")),
                (
                    "contexto",
                    models.JSONField(
                        encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name="contexto"
                    ),
                ),
                ("resumo", models.CharField(max_length=64, verbose_name="SHA-256 do conteúdo")),
                (
                    "arquivo",
                    models.FileField(max_length=200, upload_to="certidoes/", verbose_name="arquivo"),
                ),
                ("sha256", models.CharField(max_length=64, verbose_name="SHA-256 do PDF")),
                ("emitida_em", models.DateTimeField(verbose_name="emitida em")),
                (
                    "candidatura",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="certidoes",
                        to="candidatos.candidatura",
                    ),
                ),
                (
                    "emitida_por",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="emitida por",
                    ),
                ),
            ],
            options={
                "verbose_name": "certidão de classificação",
                "verbose_name_plural": "certidões de classificação",
                "ordering": ["-emitida_em"],
            },
        ),
        impedir_mudanca("nomeacoes_certidao", "Certidão emitida não muda nem se exclui."),
    ]
