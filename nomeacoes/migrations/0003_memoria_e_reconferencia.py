"""Memória de cálculo de cada convocação, que não se refaz, e a última reconferência de cada cargo."""

import django.db.models.deletion
from django.db import migrations, models

from nucleo.auditoria import impedir_mudanca


class Migration(migrations.Migration):

    dependencies = [
        ('concursos', '0002_gatilhos'),
        ('nomeacoes', '0002_imutaveis'),
    ]

    operations = [
        migrations.CreateModel(
            name='MemoriaDaConvocacao',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('arquivo', models.FileField(max_length=200, upload_to='', verbose_name='arquivo')),
                ('sha256', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('criada_em', models.DateTimeField(auto_now_add=True, verbose_name='criada em')),
                ('evento', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='memoria', to='nomeacoes.evento', verbose_name='convocação')),
            ],
            options={
                'verbose_name': 'memória de cálculo da convocação',
                'verbose_name_plural': 'memórias de cálculo das convocações',
            },
        ),
        migrations.CreateModel(
            name='Reconferencia',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('feita_em', models.DateTimeField(verbose_name='feita em')),
                ('diferenca', models.TextField(blank=True, verbose_name='diferença')),
                ('difere_desde', models.DateTimeField(blank=True, null=True, verbose_name='difere desde')),
                ('cargo', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='reconferencia', to='concursos.cargo')),
            ],
            options={
                'verbose_name': 'reconferência',
                'verbose_name_plural': 'reconferências',
                'constraints': [models.CheckConstraint(condition=models.Q(('diferenca', ''), ('difere_desde__isnull', False), _connector='XOR'), name='reconferencia_diferenca_tem_data')],
            },
        ),
        impedir_mudanca(
            "nomeacoes_memoriadaconvocacao", "A memória de cálculo que os atos citam não muda nem se exclui."
        ),
    ]
