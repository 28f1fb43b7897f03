"""Prazos da posse e do exercício: a regra do município, as prorrogações e o exercício."""

import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models

from nucleo.auditoria import impedir_mudanca


class Migration(migrations.Migration):

    dependencies = [
        ('nomeacoes', '0005_tudo_o_que_acontece'),
        ('nucleo', '0003_execucao_cancelada'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='HistoricalRegraDePrazo',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('especie', models.CharField(choices=[('posse', 'Posse'), ('exercicio', 'Exercício')], max_length=10, verbose_name='prazo')),
                ('vigente_desde', models.DateField(help_text='Rege os prazos que começam nesse dia ou depois.', verbose_name='vigente desde')),
                ('quantidade', models.PositiveIntegerField(verbose_name='quantidade')),
                ('tipo', models.CharField(choices=[('corridos', 'dias corridos'), ('uteis', 'dias úteis'), ('meses', 'meses')], max_length=10, verbose_name='contado em')),
                ('prorrogacao', models.PositiveIntegerField(default=0, help_text='Contada como o prazo. Zero: não se prorroga.', verbose_name='quantidade da prorrogação')),
                ('prorrogacoes', models.PositiveIntegerField(default=1, verbose_name='prorrogações que cabem')),
                ('dispositivo', models.CharField(help_text='O que o fixa: “Lei nº 6.794/1990, art. 15”.', max_length=200, verbose_name='dispositivo')),
                ('dias_de_aviso', models.PositiveIntegerField(default=7, help_text='Quantos dias corridos antes do fim o painel avisa.', verbose_name='avisar antes')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('municipio', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='nucleo.municipio', verbose_name='município')),
            ],
            options={
                'verbose_name': 'historical regra de prazo',
                'verbose_name_plural': 'historical regras de prazo',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='Exercicio',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('data', models.DateField(verbose_name='data')),
                ('documento', models.CharField(max_length=200, verbose_name='documento')),
                ('registrado_em', models.DateTimeField(auto_now_add=True, verbose_name='registrado em')),
                ('autor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('nomeacao', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='exercicio', to='nomeacoes.nomeacao', verbose_name='nomeação')),
            ],
            options={
                'verbose_name': 'exercício',
                'verbose_name_plural': 'exercícios',
                'constraints': [models.CheckConstraint(condition=models.Q(('documento', ''), _negated=True), name='exercicio_tem_documento')],
            },
        ),
        migrations.CreateModel(
            name='ProrrogacaoDePrazo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('especie', models.CharField(choices=[('posse', 'Posse'), ('exercicio', 'Exercício')], max_length=10, verbose_name='prazo')),
                ('sequencia', models.PositiveIntegerField(default=1, verbose_name='sequência')),
                ('quantidade', models.PositiveIntegerField(verbose_name='quantidade')),
                ('requerida_em', models.DateField(verbose_name='requerida em')),
                ('motivo', models.TextField(verbose_name='motivo')),
                ('documento', models.CharField(max_length=200, verbose_name='requerimento')),
                ('registrada_em', models.DateTimeField(auto_now_add=True, verbose_name='registrada em')),
                ('autor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('nomeacao', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prorrogacoes', to='nomeacoes.nomeacao', verbose_name='nomeação')),
            ],
            options={
                'verbose_name': 'prorrogação de prazo',
                'verbose_name_plural': 'prorrogações de prazo',
                'ordering': ['nomeacao', 'especie', 'sequencia'],
                'constraints': [models.UniqueConstraint(fields=('nomeacao', 'especie', 'sequencia'), name='prorrogacao_unica'), models.CheckConstraint(condition=models.Q(('especie__in', ['posse', 'exercicio']), ('quantidade__gte', 1), ('sequencia__gte', 1), models.Q(('motivo', ''), _negated=True), models.Q(('documento', ''), _negated=True)), name='prorrogacao_completa')],
            },
        ),
        migrations.CreateModel(
            name='RegraDePrazo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('especie', models.CharField(choices=[('posse', 'Posse'), ('exercicio', 'Exercício')], max_length=10, verbose_name='prazo')),
                ('vigente_desde', models.DateField(help_text='Rege os prazos que começam nesse dia ou depois.', verbose_name='vigente desde')),
                ('quantidade', models.PositiveIntegerField(verbose_name='quantidade')),
                ('tipo', models.CharField(choices=[('corridos', 'dias corridos'), ('uteis', 'dias úteis'), ('meses', 'meses')], max_length=10, verbose_name='contado em')),
                ('prorrogacao', models.PositiveIntegerField(default=0, help_text='Contada como o prazo. Zero: não se prorroga.', verbose_name='quantidade da prorrogação')),
                ('prorrogacoes', models.PositiveIntegerField(default=1, verbose_name='prorrogações que cabem')),
                ('dispositivo', models.CharField(help_text='O que o fixa: “Lei nº 6.794/1990, art. 15”.', max_length=200, verbose_name='dispositivo')),
                ('dias_de_aviso', models.PositiveIntegerField(default=7, help_text='Quantos dias corridos antes do fim o painel avisa.', verbose_name='avisar antes')),
                ('municipio', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='regras_de_prazo', to='nucleo.municipio', verbose_name='município')),
            ],
            options={
                'verbose_name': 'regra de prazo',
                'verbose_name_plural': 'regras de prazo',
                'ordering': ['municipio', 'especie', '-vigente_desde'],
                'constraints': [models.UniqueConstraint(fields=('municipio', 'especie', 'vigente_desde'), name='regra_de_prazo_unica'), models.CheckConstraint(condition=models.Q(('especie__in', ['posse', 'exercicio']), ('quantidade__gte', 1), ('tipo__in', ['corridos', 'uteis', 'meses']), models.Q(('dispositivo', ''), _negated=True)), name='regra_de_prazo_valida')],
            },
        ),
        impedir_mudanca("nomeacoes_prorrogacaodeprazo", "Prorrogação registrada não se muda nem se exclui."),
        impedir_mudanca("nomeacoes_exercicio", "Exercício registrado não se muda nem se exclui."),
    ]
