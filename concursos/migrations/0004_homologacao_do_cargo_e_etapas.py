"""Homologação por cargo, cláusula de barreira e etapas que conferem as declarações."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from nucleo.auditoria import impedir_mudanca, permitir_mudanca


MENSAGEM = "O edital já foi publicado: só uma retificação o muda."
PUBLICADO_E_SEM_RETIFICACAO = (
    "EXISTS (SELECT 1 FROM concursos_edital e WHERE e.id = OLD.edital_id AND e.situacao = 'publicado') "
    "AND NOT EXISTS (SELECT 1 FROM concursos_retificacao r "
    "WHERE r.edital_id = OLD.edital_id AND r.aplicada_em IS NULL)"
)


class Migration(migrations.Migration):

    dependencies = [
        ('concursos', '0003_justificativa_do_achado'),
    ]

    operations = [
        # No SQLite a tabela mudada é refeita, e levaria consigo os gatilhos da 0002.
        permitir_mudanca("concursos_regras"),
        migrations.AddField(
            model_name='historicalregras',
            name='barreira_cotas',
            field=models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='aprovados na lista da cota'),
        ),
        migrations.AddField(
            model_name='historicalregras',
            name='barreira_geral',
            field=models.PositiveIntegerField(blank=True, help_text='Cláusula de barreira: até que lugar se aprova. Em branco, não há.', null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='aprovados na lista geral'),
        ),
        migrations.AddField(
            model_name='historicalregras',
            name='barreira_pcd',
            field=models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='aprovados na lista de PcD'),
        ),
        migrations.AddField(
            model_name='historicalregras',
            name='biopsicossocial',
            field=models.BooleanField(default=False, verbose_name='tem avaliação biopsicossocial de PcD'),
        ),
        migrations.AddField(
            model_name='historicalregras',
            name='heteroidentificacao',
            field=models.BooleanField(default=False, help_text='Só onde o edital ou uma norma local a prevê: as leis de cotas não a criam.', verbose_name='tem heteroidentificação'),
        ),
        migrations.AddField(
            model_name='historicalregras',
            name='heteroidentificacao_fonte',
            field=models.CharField(blank=True, max_length=200, verbose_name='de onde vem a heteroidentificação'),
        ),
        migrations.AddField(
            model_name='historicalregras',
            name='nao_confirmacao',
            field=models.CharField(choices=[('ampla', 'Segue só na ampla concorrência'), ('elimina', 'É eliminado do concurso')], default='ampla', max_length=10, verbose_name='efeito da não confirmação'),
        ),
        migrations.AddField(
            model_name='regras',
            name='barreira_cotas',
            field=models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='aprovados na lista da cota'),
        ),
        migrations.AddField(
            model_name='regras',
            name='barreira_geral',
            field=models.PositiveIntegerField(blank=True, help_text='Cláusula de barreira: até que lugar se aprova. Em branco, não há.', null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='aprovados na lista geral'),
        ),
        migrations.AddField(
            model_name='regras',
            name='barreira_pcd',
            field=models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='aprovados na lista de PcD'),
        ),
        migrations.AddField(
            model_name='regras',
            name='biopsicossocial',
            field=models.BooleanField(default=False, verbose_name='tem avaliação biopsicossocial de PcD'),
        ),
        migrations.AddField(
            model_name='regras',
            name='heteroidentificacao',
            field=models.BooleanField(default=False, help_text='Só onde o edital ou uma norma local a prevê: as leis de cotas não a criam.', verbose_name='tem heteroidentificação'),
        ),
        migrations.AddField(
            model_name='regras',
            name='heteroidentificacao_fonte',
            field=models.CharField(blank=True, max_length=200, verbose_name='de onde vem a heteroidentificação'),
        ),
        migrations.AddField(
            model_name='regras',
            name='nao_confirmacao',
            field=models.CharField(choices=[('ampla', 'Segue só na ampla concorrência'), ('elimina', 'É eliminado do concurso')], default='ampla', max_length=10, verbose_name='efeito da não confirmação'),
        ),
        migrations.CreateModel(
            name='HomologacaoDoCargo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('homologado_em', models.DateField(verbose_name='homologado em')),
                ('veiculo', models.CharField(max_length=200, verbose_name='publicação da homologação')),
                ('validade_ate', models.DateField(verbose_name='válido até')),
                ('prorrogado_ate', models.DateField(blank=True, null=True, verbose_name='prorrogado até')),
                ('cargo', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='homologacao', to='concursos.cargo')),
            ],
            options={
                'verbose_name': 'homologação de cargo',
                'verbose_name_plural': 'homologações de cargos',
                'constraints': [models.CheckConstraint(condition=models.Q(('validade_ate__gt', models.F('homologado_em')), models.Q(('prorrogado_ate__isnull', True), ('prorrogado_ate__gt', models.F('validade_ate')), _connector='OR')), name='homologacao_do_cargo_datas')],
            },
        ),
        impedir_mudanca("concursos_regras", MENSAGEM, PUBLICADO_E_SEM_RETIFICACAO),
    ]
