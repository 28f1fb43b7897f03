"""Resultado preliminar e final, recursos, avaliação das declarações e cláusula de barreira."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from nucleo.auditoria import impedir_mudanca, permitir_mudanca


class Migration(migrations.Migration):

    dependencies = [
        ('candidatos', '0003_importacao_de_qualquer_banca'),
        ('concursos', '0004_homologacao_do_cargo_e_etapas'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # No SQLite a tabela mudada é refeita, e levaria consigo os gatilhos da 0003.
        permitir_mudanca("candidatos_colocacao"),
        migrations.CreateModel(
            name='AvaliacaoDaDeclaracao',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('especie', models.CharField(choices=[('heteroidentificacao', 'Heteroidentificação'), ('biopsicossocial', 'Avaliação biopsicossocial')], max_length=20, verbose_name='espécie')),
                ('versao', models.PositiveIntegerField(verbose_name='versão')),
                ('resultado', models.CharField(choices=[('confirmada', 'Confirmada'), ('nao_confirmada', 'Não confirmada'), ('ausente', 'Não compareceu')], max_length=20, verbose_name='resultado')),
                ('data', models.DateField(verbose_name='data')),
                ('decidido_por', models.CharField(max_length=200, verbose_name='comissão ou equipe')),
                ('documento', models.CharField(max_length=200, verbose_name='documento')),
                ('em_recurso', models.BooleanField(default=False, verbose_name='em recurso')),
                ('registrada_em', models.DateTimeField(auto_now_add=True, verbose_name='registrada em')),
            ],
            options={
                'verbose_name': 'avaliação de declaração',
                'verbose_name_plural': 'avaliações de declarações',
                'ordering': ['inscricao', 'especie', 'versao'],
            },
        ),
        migrations.CreateModel(
            name='Divulgacao',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('especie', models.CharField(choices=[('preliminar', 'Resultado preliminar'), ('final', 'Resultado final')], max_length=20, verbose_name='espécie')),
                ('numero', models.PositiveIntegerField(verbose_name='número')),
                ('publicada_em', models.DateField(verbose_name='publicada em')),
                ('veiculo', models.CharField(max_length=200, verbose_name='publicada no')),
                ('recursos_ate', models.DateField(blank=True, null=True, verbose_name='recursos até')),
                ('registrada_em', models.DateTimeField(auto_now_add=True, verbose_name='registrada em')),
            ],
            options={
                'verbose_name': 'divulgação de resultado',
                'verbose_name_plural': 'divulgações de resultado',
                'ordering': ['concurso', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Recurso',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('prova', models.CharField(max_length=40, verbose_name='prova')),
                ('numero', models.CharField(max_length=60, verbose_name='protocolo')),
                ('recebido_em', models.DateField(verbose_name='recebido em')),
                ('pedido', models.TextField(verbose_name='pedido')),
                ('situacao', models.CharField(choices=[('pendente', 'À espera de decisão'), ('deferido', 'Deferido'), ('deferido_em_parte', 'Deferido em parte'), ('indeferido', 'Indeferido'), ('nao_conhecido', 'Não conhecido')], default='pendente', max_length=20, verbose_name='situação')),
                ('nota_antes', models.CharField(max_length=30, verbose_name='nota antes')),
                ('nota_depois', models.CharField(blank=True, max_length=30, verbose_name='nota depois')),
                ('fundamentacao', models.TextField(blank=True, verbose_name='fundamentação')),
                ('decidido_por', models.CharField(blank=True, max_length=200, verbose_name='decidido por')),
                ('decidido_em', models.DateField(blank=True, null=True, verbose_name='decidido em')),
            ],
            options={
                'verbose_name': 'recurso contra o resultado',
                'verbose_name_plural': 'recursos contra o resultado',
                'ordering': ['divulgacao', 'recebido_em', 'id'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='autodeclaracao',
            name='autodeclaracao_situacao_valida',
        ),
        migrations.AddField(
            model_name='autodeclaracao',
            name='situacao_pcd',
            field=models.CharField(choices=[('declarada', 'Declarada'), ('confirmada', 'Confirmada'), ('nao_confirmada', 'Não confirmada'), ('falsa', 'Falsa')], default='declarada', max_length=20, verbose_name='situação da condição de PcD'),
        ),
        migrations.AddField(
            model_name='colocacao',
            name='fora_da_geral',
            field=models.BooleanField(default=False, help_text='Além da barreira da lista geral, e aprovado na da cota ou na de PcD: `posicao` é o lugar que a nota lhe dá.', verbose_name='só nas listas específicas'),
        ),
        migrations.AlterField(
            model_name='resultado',
            name='importacao',
            field=models.ForeignKey(help_text='Nula na versão que um recurso deferido fez.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='resultados', to='candidatos.importacao', verbose_name='importação'),
        ),
        migrations.AddConstraint(
            model_name='autodeclaracao',
            constraint=models.CheckConstraint(condition=models.Q(('situacao__in', ['declarada', 'confirmada', 'nao_confirmada', 'falsa']), ('situacao_pcd__in', ['declarada', 'confirmada', 'nao_confirmada', 'falsa'])), name='autodeclaracao_situacao_valida'),
        ),
        migrations.AddField(
            model_name='avaliacaodadeclaracao',
            name='autor',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='avaliacaodadeclaracao',
            name='inscricao',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='avaliacoes', to='candidatos.inscricao', verbose_name='inscrição'),
        ),
        migrations.AddField(
            model_name='divulgacao',
            name='autor',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='divulgacao',
            name='classificacoes',
            field=models.ManyToManyField(related_name='divulgacoes', to='candidatos.classificacao', verbose_name='classificações'),
        ),
        migrations.AddField(
            model_name='divulgacao',
            name='concurso',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='divulgacoes', to='concursos.concurso'),
        ),
        migrations.AddField(
            model_name='recurso',
            name='autor',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='recurso',
            name='candidatura',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='recursos', to='candidatos.candidatura'),
        ),
        migrations.AddField(
            model_name='recurso',
            name='divulgacao',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='recursos', to='candidatos.divulgacao', verbose_name='divulgação'),
        ),
        migrations.AddField(
            model_name='resultado',
            name='recurso',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='resultado', to='candidatos.recurso'),
        ),
        migrations.AddConstraint(
            model_name='resultado',
            constraint=models.CheckConstraint(condition=models.Q(('importacao__isnull', False), ('recurso__isnull', False), _connector='XOR'), name='resultado_de_arquivo_ou_de_recurso'),
        ),
        migrations.AddConstraint(
            model_name='avaliacaodadeclaracao',
            constraint=models.UniqueConstraint(fields=('inscricao', 'especie', 'versao'), name='avaliacao_versao_unica'),
        ),
        migrations.AddConstraint(
            model_name='avaliacaodadeclaracao',
            constraint=models.CheckConstraint(condition=models.Q(('especie__in', ['heteroidentificacao', 'biopsicossocial']), ('resultado__in', ['confirmada', 'nao_confirmada', 'ausente']), models.Q(('decidido_por', ''), _negated=True), models.Q(('documento', ''), _negated=True)), name='avaliacao_completa'),
        ),
        migrations.AddConstraint(
            model_name='divulgacao',
            constraint=models.UniqueConstraint(fields=('concurso', 'especie', 'numero'), name='divulgacao_numero_unico'),
        ),
        migrations.AddConstraint(
            model_name='divulgacao',
            constraint=models.CheckConstraint(condition=models.Q(('especie__in', ['preliminar', 'final']), models.Q(('veiculo', ''), _negated=True)), name='divulgacao_valida'),
        ),
        migrations.AddConstraint(
            model_name='divulgacao',
            constraint=models.CheckConstraint(condition=models.Q(('especie', 'preliminar'), ('recursos_ate__isnull', True), _connector='XOR'), name='divulgacao_preliminar_tem_prazo'),
        ),
        migrations.AddConstraint(
            model_name='recurso',
            constraint=models.UniqueConstraint(fields=('divulgacao', 'numero'), name='recurso_protocolo_unico'),
        ),
        migrations.AddConstraint(
            model_name='recurso',
            constraint=models.CheckConstraint(condition=models.Q(('situacao__in', ['pendente', 'deferido', 'deferido_em_parte', 'indeferido', 'nao_conhecido']), models.Q(('pedido', ''), _negated=True), models.Q(('prova', ''), _negated=True)), name='recurso_valido'),
        ),
        migrations.AddConstraint(
            model_name='recurso',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decidido_em__isnull', True), ('decidido_por', ''), ('fundamentacao', ''), ('nota_depois', ''), ('situacao', 'pendente')), models.Q(models.Q(('situacao', 'pendente'), _negated=True), ('decidido_em__isnull', False), models.Q(('decidido_por', ''), _negated=True), models.Q(('fundamentacao', ''), _negated=True)), _connector='OR'), name='recurso_decidido_tem_quem_e_por_que'),
        ),
        impedir_mudanca(
            "candidatos_colocacao",
            "Classificação homologada não muda nem se exclui.",
            "EXISTS (SELECT 1 FROM candidatos_classificacao c WHERE c.id = OLD.classificacao_id "
            "AND c.situacao IN ('homologada', 'retificada'))",
        ),
        impedir_mudanca("candidatos_divulgacao", "Resultado divulgado não muda: divulgue outro."),
        impedir_mudanca("candidatos_divulgacao_classificacoes", "Resultado divulgado não muda: divulgue outro."),
        impedir_mudanca("candidatos_recurso", "Recurso decidido não muda.", "OLD.situacao <> 'pendente'"),
        impedir_mudanca(
            "candidatos_avaliacaodadeclaracao", "Avaliação registrada não muda: registre outra versão."
        ),
    ]
