"""Vida do ato: conferência, código de verificação, publicação, orçamento, justificativas e mandatos."""

import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models

from nucleo.auditoria import impedir_mudanca, permitir_mudanca


class Migration(migrations.Migration):

    dependencies = [
        ('nomeacoes', '0005_tudo_o_que_acontece'),
        ('nucleo', '0003_execucao_cancelada'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # No SQLite a tabela mudada é refeita, e levaria consigo os gatilhos da 0002.
        permitir_mudanca("nomeacoes_ato"),
        migrations.CreateModel(
            name='CertificacaoOrcamentaria',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordenador', models.CharField(max_length=200, verbose_name='ordenador da despesa')),
                ('documento', models.CharField(max_length=200, verbose_name='declaração')),
                ('data', models.DateField(verbose_name='data da declaração')),
                ('dotacao', models.CharField(max_length=200, verbose_name='dotação orçamentária')),
                ('registrada_em', models.DateTimeField(auto_now_add=True, verbose_name='registrada em')),
            ],
            options={
                'verbose_name': 'certificação orçamentária',
                'verbose_name_plural': 'certificações orçamentárias',
                'ordering': ['evento', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='DispensaDosQuatroOlhos',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('motivo', models.CharField(max_length=500, verbose_name='motivo')),
                ('ate', models.DateField(help_text='Último dia em que vale.', verbose_name='até')),
            ],
            options={
                'verbose_name': 'dispensa dos quatro olhos',
                'verbose_name_plural': 'dispensas dos quatro olhos',
            },
        ),
        migrations.CreateModel(
            name='HistoricalDispensaDosQuatroOlhos',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('motivo', models.CharField(max_length=500, verbose_name='motivo')),
                ('ate', models.DateField(help_text='Último dia em que vale.', verbose_name='até')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
            ],
            options={
                'verbose_name': 'historical dispensa dos quatro olhos',
                'verbose_name_plural': 'historical dispensas dos quatro olhos',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='HistoricalMandato',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('fim', models.DateField(blank=True, help_text='LRF, art. 21, II.', null=True, verbose_name='último dia do mandato')),
                ('pleito', models.DateField(blank=True, help_text='Primeiro turno, na circunscrição do município (Lei 9.504/1997, art. 73, V).', null=True, verbose_name='dia da eleição')),
                ('posse_dos_eleitos', models.DateField(blank=True, null=True, verbose_name='posse dos eleitos')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
            ],
            options={
                'verbose_name': 'historical mandato',
                'verbose_name_plural': 'historical mandatos',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='JustificativaDoAto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('avisos', models.JSONField(help_text='Dispositivo e frase de cada aviso, como se mostrou.', verbose_name='avisos')),
                ('motivo', models.TextField(verbose_name='motivo')),
                ('registrada_em', models.DateTimeField(auto_now_add=True, verbose_name='registrada em')),
            ],
            options={
                'verbose_name': 'justificativa do ato',
                'verbose_name_plural': 'justificativas dos atos',
            },
        ),
        migrations.CreateModel(
            name='Mandato',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fim', models.DateField(blank=True, help_text='LRF, art. 21, II.', null=True, verbose_name='último dia do mandato')),
                ('pleito', models.DateField(blank=True, help_text='Primeiro turno, na circunscrição do município (Lei 9.504/1997, art. 73, V).', null=True, verbose_name='dia da eleição')),
                ('posse_dos_eleitos', models.DateField(blank=True, null=True, verbose_name='posse dos eleitos')),
            ],
            options={
                'verbose_name': 'mandato',
                'verbose_name_plural': 'mandatos',
                'ordering': ['municipio', '-pleito', '-fim'],
            },
        ),
        migrations.CreateModel(
            name='PublicacaoDoAto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequencia', models.PositiveIntegerField(default=1, verbose_name='sequência')),
                ('veiculo', models.CharField(max_length=120, verbose_name='veículo')),
                ('edicao', models.CharField(max_length=40, verbose_name='número da edição')),
                ('data', models.DateField(verbose_name='data')),
                ('pagina', models.CharField(max_length=40, verbose_name='página')),
                ('motivo', models.CharField(blank=True, max_length=500, verbose_name='motivo da correção')),
                ('registrada_em', models.DateTimeField(auto_now_add=True, verbose_name='registrada em')),
            ],
            options={
                'verbose_name': 'publicação do ato',
                'verbose_name_plural': 'publicações dos atos',
                'ordering': ['ato', 'sequencia'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='ato',
            name='ato_assinado_tem_numero',
        ),
        migrations.AddField(
            model_name='ato',
            name='codigo',
            field=models.CharField(blank=True, help_text='Dado na assinatura, ao acaso. Em branco nos atos assinados antes de haver código.', max_length=19, verbose_name='código de verificação'),
        ),
        migrations.AddField(
            model_name='ato',
            name='conferido_em',
            field=models.DateTimeField(blank=True, null=True, verbose_name='conferido em'),
        ),
        migrations.AddField(
            model_name='ato',
            name='conferido_por',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='conferido por'),
        ),
        migrations.AlterField(
            model_name='ato',
            name='situacao',
            field=models.CharField(choices=[('minuta', 'Minuta'), ('conferido', 'Minuta conferida'), ('assinado', 'Assinado'), ('cancelado', 'Minuta cancelada')], default='minuta', max_length=20, verbose_name='situação'),
        ),
        migrations.AddConstraint(
            model_name='ato',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ano__isnull', False), ('assinado_em__isnull', False), ('assinado_por__isnull', False), ('numero__gte', 1), ('numero__isnull', False), ('posicao__gte', 1), ('posicao__isnull', False), ('situacao', 'assinado'), models.Q(('hash', ''), _negated=True), models.Q(('hash_anterior', ''), _negated=True)), models.Q(('ano__isnull', True), ('assinado_em__isnull', True), ('assinado_por__isnull', True), ('codigo', ''), ('hash', ''), ('hash_anterior', ''), ('numero__isnull', True), ('posicao__isnull', True), ('situacao__in', ['minuta', 'conferido', 'cancelado'])), _connector='OR'), name='ato_assinado_tem_numero'),
        ),
        migrations.AddConstraint(
            model_name='ato',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('conferido_em__isnull', False), ('conferido_por__isnull', False), ('situacao__in', ['conferido', 'assinado'])), models.Q(('conferido_em__isnull', True), ('conferido_por__isnull', True), ('situacao__in', ['minuta', 'cancelado', 'assinado'])), _connector='OR'), name='ato_conferido_tem_quem'),
        ),
        migrations.AddConstraint(
            model_name='ato',
            constraint=models.UniqueConstraint(condition=models.Q(('codigo', ''), _negated=True), fields=('codigo',), name='ato_codigo_unico'),
        ),
        migrations.AddField(
            model_name='certificacaoorcamentaria',
            name='evento',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='certificacoes', to='nomeacoes.evento', verbose_name='convocação'),
        ),
        migrations.AddField(
            model_name='certificacaoorcamentaria',
            name='registrada_por',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='dispensadosquatroolhos',
            name='orgao',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='dispensa_dos_quatro_olhos', to='nucleo.orgao', verbose_name='órgão'),
        ),
        migrations.AddField(
            model_name='historicaldispensadosquatroolhos',
            name='history_user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='historicaldispensadosquatroolhos',
            name='orgao',
            field=models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='nucleo.orgao', verbose_name='órgão'),
        ),
        migrations.AddField(
            model_name='historicalmandato',
            name='history_user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='historicalmandato',
            name='municipio',
            field=models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='nucleo.municipio', verbose_name='município'),
        ),
        migrations.AddField(
            model_name='historicalmandato',
            name='orgao',
            field=models.ForeignKey(blank=True, db_constraint=False, help_text='Em branco: todos os órgãos do município.', null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='nucleo.orgao', verbose_name='órgão'),
        ),
        migrations.AddField(
            model_name='justificativadoato',
            name='ato',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='justificativa', to='nomeacoes.ato'),
        ),
        migrations.AddField(
            model_name='mandato',
            name='municipio',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mandatos', to='nucleo.municipio', verbose_name='município'),
        ),
        migrations.AddField(
            model_name='mandato',
            name='orgao',
            field=models.ForeignKey(blank=True, help_text='Em branco: todos os órgãos do município.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='mandatos', to='nucleo.orgao', verbose_name='órgão'),
        ),
        migrations.AddField(
            model_name='publicacaodoato',
            name='ato',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='publicacoes', to='nomeacoes.ato'),
        ),
        migrations.AddField(
            model_name='publicacaodoato',
            name='registrada_por',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='certificacaoorcamentaria',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ordenador', ''), _negated=True), models.Q(('documento', ''), _negated=True), models.Q(('dotacao', ''), _negated=True)), name='certificacao_completa'),
        ),
        migrations.AddConstraint(
            model_name='dispensadosquatroolhos',
            constraint=models.CheckConstraint(condition=models.Q(('motivo', ''), _negated=True), name='dispensa_tem_motivo'),
        ),
        migrations.AddConstraint(
            model_name='justificativadoato',
            constraint=models.CheckConstraint(condition=models.Q(('motivo', ''), _negated=True), name='justificativa_tem_motivo'),
        ),
        migrations.AddConstraint(
            model_name='mandato',
            constraint=models.CheckConstraint(condition=models.Q(('fim__isnull', False), ('pleito__isnull', False), _connector='OR'), name='mandato_tem_data'),
        ),
        migrations.AddConstraint(
            model_name='mandato',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('pleito__isnull', True), ('posse_dos_eleitos__isnull', True)), models.Q(('pleito__isnull', False), ('posse_dos_eleitos__gt', models.F('pleito')), ('posse_dos_eleitos__isnull', False)), _connector='OR'), name='mandato_posse_depois_do_pleito'),
        ),
        migrations.AddConstraint(
            model_name='publicacaodoato',
            constraint=models.UniqueConstraint(fields=('ato', 'sequencia'), name='publicacao_do_ato_unica'),
        ),
        migrations.AddConstraint(
            model_name='publicacaodoato',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('motivo', ''), ('sequencia', 1)), models.Q(('sequencia__gt', 1), models.Q(('motivo', ''), _negated=True)), _connector='OR'), name='correcao_da_publicacao_tem_motivo'),
        ),
        migrations.AddConstraint(
            model_name='publicacaodoato',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('veiculo', ''), _negated=True), models.Q(('edicao', ''), _negated=True), models.Q(('pagina', ''), _negated=True)), name='publicacao_completa'),
        ),
        impedir_mudanca("nomeacoes_ato", "Ato assinado não muda nem se exclui.", "OLD.situacao = 'assinado'"),
        impedir_mudanca(
            "nomeacoes_certificacaoorcamentaria", "Certificação registrada não muda: registre outra."
        ),
        impedir_mudanca("nomeacoes_justificativadoato", "Justificativa de ato não muda nem se exclui."),
        impedir_mudanca(
            "nomeacoes_publicacaodoato", "Publicação registrada não muda: registre a correção."
        ),
    ]
