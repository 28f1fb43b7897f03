"""A execução ganha o desfecho “Cancelada”; no banco nada muda."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("nucleo", "0002_trilha_imutavel")]

    operations = [
        migrations.AlterField(
            model_name="execucao",
            name="situacao",
            field=models.CharField(
                choices=[
                    ("pendente", "Na fila"),
                    ("em_andamento", "Em andamento"),
                    ("concluida", "Concluída"),
                    ("falhou", "Não concluída"),
                    ("cancelada", "Cancelada"),
                ],
                default="pendente",
                max_length=20,
                verbose_name="situação",
            ),
        ),
    ]
