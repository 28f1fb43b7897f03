"""Importação de qualquer banca: layouts em versões, espécies de arquivo, desfazer e retificar o resultado."""

import candidatos.models
import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from nucleo.auditoria import impedir_mudanca, permitir_mudanca

MENSAGEM = 'Classificação homologada não muda nem se exclui.'
LISTAS, LUGARES = 'candidatos_classificacao', 'candidatos_colocacao'
# A única mudança de uma homologada: ser retificada, com tudo o mais igual.
RETIFICAR = (
    "OLD.situacao = 'homologada' AND NEW.situacao = 'retificada' AND NEW.cargo_id = OLD.cargo_id "
    'AND NEW.versao = OLD.versao AND NEW.entradas = OLD.entradas AND NEW.calculada_em = OLD.calculada_em '
    'AND NEW.empates = OLD.empates AND NEW.faltas = OLD.faltas '
    'AND COALESCE(NEW.retificacao_id, 0) = COALESCE(OLD.retificacao_id, 0)'
)
GUARDADAS = "OLD.situacao IN ('homologada', 'retificada')"
DELAS = (
    "EXISTS (SELECT 1 FROM candidatos_classificacao c WHERE c.id = OLD.classificacao_id "
    "AND c.situacao IN ('homologada', 'retificada'))"
)


class Migration(migrations.Migration):

    dependencies = [
        ('candidatos', '0002_listas_imutaveis'),
        ('concursos', '0002_gatilhos'),
        ('nucleo', '0002_trilha_imutavel'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # No SQLite as tabelas mudadas são refeitas, e levariam consigo os gatilhos da 0002.
        permitir_mudanca(LUGARES),
        permitir_mudanca(LISTAS),
        migrations.CreateModel(
            name='RetificacaoDoResultado',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('numero', models.PositiveIntegerField(verbose_name='número')),
                ('publicada_em', models.DateField(verbose_name='publicada em')),
                ('veiculo', models.CharField(max_length=200, verbose_name='publicada no')),
                ('motivo', models.TextField(verbose_name='motivo')),
                ('registrada_em', models.DateTimeField(auto_now_add=True, verbose_name='registrada em')),
            ],
            options={
                'verbose_name': 'retificação do resultado',
                'verbose_name_plural': 'retificações do resultado',
                'ordering': ['concurso', 'numero'],
            },
        ),
        migrations.CreateModel(
            name='ValorAnterior',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('antes', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name='antes')),
            ],
            options={
                'verbose_name': 'valor anterior',
                'verbose_name_plural': 'valores anteriores',
            },
        ),
        migrations.RemoveField(
            model_name='historicallayoutimportacao',
            name='history_user',
        ),
        migrations.RemoveField(
            model_name='historicallayoutimportacao',
            name='orgao',
        ),
        migrations.AlterModelOptions(
            name='layoutimportacao',
            options={'ordering': ['nome', '-versao'], 'verbose_name': 'layout de importação', 'verbose_name_plural': 'layouts de importação'},
        ),
        migrations.RemoveConstraint(
            model_name='classificacao',
            name='classificacao_situacao_valida',
        ),
        migrations.RemoveConstraint(
            model_name='importacao',
            name='importacao_situacao_valida',
        ),
        migrations.RemoveConstraint(
            model_name='importacao',
            name='importacao_carregada_tem_data',
        ),
        migrations.RemoveConstraint(
            model_name='layoutimportacao',
            name='layout_assinatura_unica',
        ),
        migrations.RenameField('layoutimportacao', 'atualizado_em', 'criado_em'),
        migrations.AddField(
            model_name='candidato',
            name='nascimento_informado',
            field=models.CharField(blank=True, help_text='O que o arquivo traz, quando não é uma data possível: não decide empate.', max_length=40, verbose_name='nascimento como informado'),
        ),
        migrations.AddField(
            model_name='historicalcandidato',
            name='nascimento_informado',
            field=models.CharField(blank=True, help_text='O que o arquivo traz, quando não é uma data possível: não decide empate.', max_length=40, verbose_name='nascimento como informado'),
        ),
        migrations.AddField(
            model_name='importacao',
            name='criados',
            field=models.JSONField(default=dict, verbose_name='criados'),
        ),
        migrations.AddField(
            model_name='importacao',
            name='desfeita_em',
            field=models.DateTimeField(blank=True, null=True, verbose_name='desfeita em'),
        ),
        migrations.AddField(
            model_name='importacao',
            name='desfeita_motivo',
            field=models.CharField(blank=True, max_length=300, verbose_name='motivo de desfazer'),
        ),
        migrations.AddField(
            model_name='importacao',
            name='desfeita_por',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='importacao',
            name='especie',
            field=models.CharField(choices=[('inscritos', 'Relação de inscritos (sem notas)'), ('resultado', 'Resultado ou lista final (com notas)')], default='resultado', max_length=20, verbose_name='espécie'),
        ),
        migrations.AddField(
            model_name='importacao',
            name='opcoes',
            field=models.JSONField(default=dict, verbose_name='opções'),
        ),
        migrations.AddField(
            model_name='importacao',
            name='relatorio',
            field=models.FileField(blank=True, max_length=200, upload_to=candidatos.models.caminho_do_relatorio, verbose_name='relatório da conferência'),
        ),
        migrations.AddField(
            model_name='inscricao',
            name='contato',
            field=models.JSONField(blank=True, default=dict, verbose_name='contato'),
        ),
        migrations.AddField(
            model_name='layoutimportacao',
            name='autor',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='layoutimportacao',
            name='banca',
            field=models.CharField(blank=True, max_length=160, verbose_name='banca'),
        ),
        migrations.AlterField('layoutimportacao', 'criado_em', models.DateTimeField(auto_now_add=True, verbose_name='criado em')),
        migrations.AddField(
            model_name='layoutimportacao',
            name='especie',
            field=models.CharField(choices=[('inscritos', 'Relação de inscritos (sem notas)'), ('resultado', 'Resultado ou lista final (com notas)')], default='resultado', max_length=20, verbose_name='espécie'),
        ),
        migrations.AddField(
            model_name='layoutimportacao',
            name='opcoes',
            field=models.JSONField(default=dict, verbose_name='opções'),
        ),
        migrations.AddField(
            model_name='layoutimportacao',
            name='titulos',
            field=models.JSONField(default=list, verbose_name='títulos'),
        ),
        migrations.AddField(
            model_name='layoutimportacao',
            name='versao',
            field=models.PositiveIntegerField(default=1, verbose_name='versão'),
        ),
        migrations.AlterField(
            model_name='classificacao',
            name='situacao',
            field=models.CharField(choices=[('corrente', 'Corrente'), ('substituida', 'Substituída'), ('homologada', 'Homologada'), ('retificada', 'Homologada e depois retificada')], default='corrente', max_length=20, verbose_name='situação'),
        ),
        migrations.AlterField(
            model_name='importacao',
            name='layout',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='candidatos.layoutimportacao'),
        ),
        migrations.AlterField(
            model_name='importacao',
            name='situacao',
            field=models.CharField(choices=[('recebida', 'Recebida'), ('conferida', 'Conferida'), ('carregada', 'Carregada'), ('descartada', 'Descartada'), ('desfeita', 'Desfeita')], default='recebida', max_length=20, verbose_name='situação'),
        ),
        migrations.AddConstraint(
            model_name='importacao',
            constraint=models.CheckConstraint(condition=models.Q(('situacao__in', ['recebida', 'conferida', 'carregada', 'descartada', 'desfeita'])), name='importacao_situacao_valida'),
        ),
        migrations.AddConstraint(
            model_name='importacao',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('carregada_em__isnull', False), ('situacao__in', ['carregada', 'desfeita'])), models.Q(models.Q(('situacao__in', ['carregada', 'desfeita']), _negated=True), ('carregada_em__isnull', True)), _connector='OR'), name='importacao_carregada_tem_data'),
        ),
        migrations.AddConstraint(
            model_name='importacao',
            constraint=models.CheckConstraint(condition=models.Q(('situacao', 'desfeita'), ('desfeita_em__isnull', True), _connector='XOR'), name='importacao_desfeita_tem_data'),
        ),
        migrations.AddConstraint(
            model_name='importacao',
            constraint=models.CheckConstraint(condition=models.Q(('especie__in', ['inscritos', 'resultado'])), name='importacao_especie_valida'),
        ),
        migrations.AddConstraint(
            model_name='layoutimportacao',
            constraint=models.UniqueConstraint(fields=('orgao', 'banca', 'assinatura', 'versao'), name='layout_versao_unica'),
        ),
        migrations.AddField(
            model_name='retificacaodoresultado',
            name='autor',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='retificacaodoresultado',
            name='concurso',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='retificacoes_do_resultado', to='concursos.concurso'),
        ),
        migrations.AddField(
            model_name='retificacaodoresultado',
            name='importacao',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='retificacao', to='candidatos.importacao', verbose_name='importação'),
        ),
        migrations.AddField(
            model_name='classificacao',
            name='retificacao',
            field=models.ForeignKey(blank=True, help_text='A que fez esta versão; nula na que se homologou primeiro.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='classificacoes', to='candidatos.retificacaodoresultado', verbose_name='retificação'),
        ),
        migrations.AddConstraint(
            model_name='classificacao',
            constraint=models.CheckConstraint(condition=models.Q(('situacao__in', ['corrente', 'substituida', 'homologada', 'retificada'])), name='classificacao_situacao_valida'),
        ),
        migrations.AddField(
            model_name='valoranterior',
            name='autodeclaracao',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='candidatos.autodeclaracao', verbose_name='autodeclaração'),
        ),
        migrations.AddField(
            model_name='valoranterior',
            name='candidato',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='candidatos.candidato'),
        ),
        migrations.AddField(
            model_name='valoranterior',
            name='importacao',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='valores_anteriores', to='candidatos.importacao', verbose_name='importação'),
        ),
        migrations.AddField(
            model_name='valoranterior',
            name='inscricao',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='candidatos.inscricao', verbose_name='inscrição'),
        ),
        migrations.DeleteModel(
            name='HistoricalLayoutImportacao',
        ),
        migrations.AddConstraint(
            model_name='retificacaodoresultado',
            constraint=models.UniqueConstraint(fields=('concurso', 'numero'), name='retificacao_do_resultado_numero_unico'),
        ),
        migrations.AddConstraint(
            model_name='retificacaodoresultado',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('motivo', ''), _negated=True), models.Q(('veiculo', ''), _negated=True)), name='retificacao_do_resultado_fundamentada'),
        ),
        migrations.AddConstraint(
            model_name='valoranterior',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('autodeclaracao__isnull', True), ('candidato__isnull', False), ('inscricao__isnull', True)), models.Q(('autodeclaracao__isnull', True), ('candidato__isnull', True), ('inscricao__isnull', False)), models.Q(('autodeclaracao__isnull', False), ('candidato__isnull', True), ('inscricao__isnull', True)), _connector='OR'), name='valor_anterior_de_um_so'),
        ),
        impedir_mudanca(LISTAS, MENSAGEM, GUARDADAS, salvo_se=RETIFICAR),
        impedir_mudanca(LUGARES, MENSAGEM, DELAS),
    ]
