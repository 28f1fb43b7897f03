"""Justificativas escritas dos achados da conferência, que não se apagam nem se mudam."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from nucleo.auditoria import impedir_mudanca


class Migration(migrations.Migration):

    dependencies = [
        ('concursos', '0002_gatilhos'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='JustificativaDoAchado',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('chave', models.CharField(max_length=300, verbose_name='chave do achado')),
                ('achado', models.TextField(verbose_name='achado')),
                ('texto', models.TextField(verbose_name='justificativa')),
                ('escrita_em', models.DateTimeField(auto_now_add=True, verbose_name='escrita em')),
                ('autor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('edital', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='justificativas', to='concursos.edital')),
            ],
            options={
                'verbose_name': 'justificativa de achado',
                'verbose_name_plural': 'justificativas de achados',
                'ordering': ['edital', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('chave', ''), _negated=True), models.Q(('achado', ''), _negated=True), models.Q(('texto', ''), _negated=True)), name='justificativa_preenchida')],
            },
        ),
        impedir_mudanca(
            "concursos_justificativadoachado", "Justificativa escrita não muda: escreva outra."
        ),
    ]
