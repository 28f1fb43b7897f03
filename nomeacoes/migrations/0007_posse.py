"""Prazos da posse e do exercício, e os documentos que ela pede: o que se registra só se acrescenta."""

import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models

from nucleo.auditoria import impedir_mudanca


class Migration(migrations.Migration):

    dependencies = [
        ('concursos', '0005_homologacoes_dos_cargos'),
        ('nomeacoes', '0006_vida_do_ato'),
        ('nucleo', '0003_execucao_cancelada'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DocumentoExigido',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordem', models.PositiveIntegerField(verbose_name='ordem')),
                ('nome', models.CharField(max_length=200, verbose_name='documento')),
                ('obrigatorio', models.BooleanField(default=True, verbose_name='obrigatório')),
            ],
            options={
                'verbose_name': 'documento exigido',
                'verbose_name_plural': 'documentos exigidos',
                'ordering': ['lista', 'ordem'],
            },
        ),
        migrations.CreateModel(
            name='DocumentoRecebido',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequencia', models.PositiveIntegerField(verbose_name='sequência')),
                ('nome_original', models.CharField(max_length=255, verbose_name='nome do arquivo')),
                ('tipo', models.CharField(choices=[('pdf', 'PDF'), ('jpeg', 'JPEG'), ('png', 'PNG')], max_length=4, verbose_name='tipo, pelo conteúdo')),
                ('tamanho', models.PositiveIntegerField(verbose_name='octetos')),
                ('arquivo', models.FileField(max_length=200, upload_to='', verbose_name='arquivo')),
                ('sha256', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('recebido_em', models.DateTimeField(auto_now_add=True, verbose_name='recebido em')),
                ('exigido', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='recebidos', to='nomeacoes.documentoexigido')),
                ('nomeacao', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='documentos', to='nomeacoes.nomeacao', verbose_name='nomeação')),
                ('recebido_por', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'documento recebido',
                'verbose_name_plural': 'documentos recebidos',
                'ordering': ['nomeacao', 'exigido', '-sequencia'],
            },
        ),
        migrations.CreateModel(
            name='ConferenciaDoDocumento',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('aceito', models.BooleanField(verbose_name='aceito')),
                ('motivo', models.CharField(blank=True, max_length=500, verbose_name='motivo da recusa')),
                ('conferido_em', models.DateTimeField(auto_now_add=True, verbose_name='conferido em')),
                ('conferido_por', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('documento', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conferencias', to='nomeacoes.documentorecebido')),
            ],
            options={
                'verbose_name': 'conferência de documento',
                'verbose_name_plural': 'conferências de documentos',
                'ordering': ['documento', 'pk'],
            },
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
            },
        ),
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
            name='ListaDeDocumentos',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('versao', models.PositiveIntegerField(verbose_name='versão')),
                ('vigente_desde', models.DateField(verbose_name='vigente desde')),
                ('fundamento', models.CharField(max_length=200, verbose_name='fundamento')),
                ('criada_em', models.DateTimeField(auto_now_add=True, verbose_name='criada em')),
                ('autor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('cargo', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='listas_de_documentos', to='concursos.cargo')),
            ],
            options={
                'verbose_name': 'lista de documentos da posse',
                'verbose_name_plural': 'listas de documentos da posse',
                'ordering': ['cargo', '-versao'],
            },
        ),
        migrations.AddField(
            model_name='documentoexigido',
            name='lista',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='itens', to='nomeacoes.listadedocumentos'),
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
            },
        ),
        migrations.AddConstraint(
            model_name='documentorecebido',
            constraint=models.UniqueConstraint(fields=('nomeacao', 'exigido', 'sequencia'), name='documento_recebido_unico'),
        ),
        migrations.AddConstraint(
            model_name='documentorecebido',
            constraint=models.CheckConstraint(condition=models.Q(('tipo__in', ['pdf', 'jpeg', 'png'])), name='documento_recebido_tipo_valido'),
        ),
        migrations.AddConstraint(
            model_name='conferenciadodocumento',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('aceito', True), ('motivo', '')), models.Q(('aceito', False), models.Q(('motivo', ''), _negated=True)), _connector='OR'), name='conferencia_recusa_tem_motivo'),
        ),
        migrations.AddConstraint(
            model_name='exercicio',
            constraint=models.CheckConstraint(condition=models.Q(('documento', ''), _negated=True), name='exercicio_tem_documento'),
        ),
        migrations.AddConstraint(
            model_name='listadedocumentos',
            constraint=models.UniqueConstraint(fields=('cargo', 'versao'), name='lista_de_documentos_versao_unica'),
        ),
        migrations.AddConstraint(
            model_name='listadedocumentos',
            constraint=models.CheckConstraint(condition=models.Q(('fundamento', ''), _negated=True), name='lista_de_documentos_tem_fundamento'),
        ),
        migrations.AddConstraint(
            model_name='documentoexigido',
            constraint=models.UniqueConstraint(fields=('lista', 'ordem'), name='documento_exigido_ordem_unica'),
        ),
        migrations.AddConstraint(
            model_name='documentoexigido',
            constraint=models.CheckConstraint(condition=models.Q(('nome', ''), _negated=True), name='documento_exigido_tem_nome'),
        ),
        migrations.AddConstraint(
            model_name='prorrogacaodeprazo',
            constraint=models.UniqueConstraint(fields=('nomeacao', 'especie', 'sequencia'), name='prorrogacao_unica'),
        ),
        migrations.AddConstraint(
            model_name='prorrogacaodeprazo',
            constraint=models.CheckConstraint(condition=models.Q(('especie__in', ['posse', 'exercicio']), ('quantidade__gte', 1), ('sequencia__gte', 1), models.Q(('motivo', ''), _negated=True), models.Q(('documento', ''), _negated=True)), name='prorrogacao_completa'),
        ),
        migrations.AddConstraint(
            model_name='regradeprazo',
            constraint=models.UniqueConstraint(fields=('municipio', 'especie', 'vigente_desde'), name='regra_de_prazo_unica'),
        ),
        migrations.AddConstraint(
            model_name='regradeprazo',
            constraint=models.CheckConstraint(condition=models.Q(('especie__in', ['posse', 'exercicio']), ('quantidade__gte', 1), ('tipo__in', ['corridos', 'uteis', 'meses']), models.Q(('dispositivo', ''), _negated=True)), name='regra_de_prazo_valida'),
        ),
        impedir_mudanca("nomeacoes_prorrogacaodeprazo", "Prorrogação registrada não se muda nem se exclui."),
        impedir_mudanca("nomeacoes_exercicio", "Exercício registrado não se muda nem se exclui."),
        impedir_mudanca("nomeacoes_listadedocumentos", "A lista de documentos não se muda: grave outra versão."),
        impedir_mudanca("nomeacoes_documentoexigido", "A lista de documentos não se muda: grave outra versão."),
        impedir_mudanca("nomeacoes_documentorecebido", "Documento recebido não se muda nem se exclui."),
        impedir_mudanca("nomeacoes_conferenciadodocumento", "Conferência registrada não se muda nem se exclui."),
    ]
