"""Tudo o que acontece a uma lista: sub judice, condicional, ordem judicial, opção, retificação, desfazimento."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from nucleo.auditoria import impedir_mudanca, permitir_mudanca


class Migration(migrations.Migration):

    dependencies = [
        ('candidatos', '0004_antes_da_lista_final'),
        ('concursos', '0004_homologacao_do_cargo_e_etapas'),
        ('nomeacoes', '0004_certidao'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # No SQLite a tabela mudada é refeita, e levaria consigo os gatilhos da 0002.
        permitir_mudanca("nomeacoes_evento"),
        migrations.RemoveConstraint(
            model_name='evento',
            name='evento_completo',
        ),
        migrations.RemoveConstraint(
            model_name='nomeacao',
            name='nomeacao_uma_por_vaga',
        ),
        migrations.AddField(
            model_name='evento',
            name='apos',
            field=models.ForeignKey(blank=True, help_text='Na ordem judicial, logo depois de quem se põe a pessoa; nula, no alto da lista.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='candidatos.candidatura', verbose_name='depois de'),
        ),
        migrations.AddField(
            model_name='evento',
            name='classificacao',
            field=models.ForeignKey(blank=True, help_text='Na retificação do resultado, a lista que passa a valer.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='eventos', to='candidatos.classificacao', verbose_name='classificação'),
        ),
        migrations.AddField(
            model_name='evento',
            name='desfaz',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='desfeito_por', to='nomeacoes.evento'),
        ),
        migrations.AddField(
            model_name='evento',
            name='desfecho',
            field=models.CharField(blank=True, choices=[('definitiva', 'Decisão definitiva a favor'), ('revogada', 'Decisão revogada'), ('extinta', 'Processo extinto sem mudar o resultado do edital'), ('cumprida', 'Condição cumprida'), ('descumprida', 'Condição descumprida')], max_length=12, verbose_name='desfecho'),
        ),
        migrations.AddField(
            model_name='evento',
            name='efeito',
            field=models.CharField(blank=True, choices=[('ocupa', 'Ocupa a vaga, com a ressalva'), ('espelho', 'Vaga espelhada: ninguém perde a sua')], max_length=10, verbose_name='efeito'),
        ),
        migrations.AddField(
            model_name='evento',
            name='lista',
            field=models.CharField(blank=True, choices=[('ampla', 'Ampla concorrência'), ('cotas', 'Cota'), ('pcd', 'Pessoa com deficiência')], max_length=10, verbose_name='lista'),
        ),
        migrations.AddField(
            model_name='evento',
            name='processo',
            field=models.CharField(blank=True, max_length=60, verbose_name='processo judicial'),
        ),
        migrations.AddField(
            model_name='historicalnomeacao',
            name='espelho',
            field=models.BooleanField(default=False, help_text='Sub judice, fora da conta: a vaga segue para o próximo.', verbose_name='vaga espelhada'),
        ),
        migrations.AddField(
            model_name='historicalnomeacao',
            name='ressalva',
            field=models.CharField(blank=True, choices=[('sub_judice', 'Sub judice'), ('condicional', 'Condicional'), ('ordem_judicial', 'Por ordem judicial')], max_length=20, verbose_name='ressalva'),
        ),
        migrations.AddField(
            model_name='nomeacao',
            name='espelho',
            field=models.BooleanField(default=False, help_text='Sub judice, fora da conta: a vaga segue para o próximo.', verbose_name='vaga espelhada'),
        ),
        migrations.AddField(
            model_name='nomeacao',
            name='ressalva',
            field=models.CharField(blank=True, choices=[('sub_judice', 'Sub judice'), ('condicional', 'Condicional'), ('ordem_judicial', 'Por ordem judicial')], max_length=20, verbose_name='ressalva'),
        ),
        migrations.AlterField(
            model_name='evento',
            name='tipo',
            field=models.CharField(choices=[('convocar', 'Convocação'), ('desistencia', 'Desistência'), ('sem_efeito', 'Nomeação sem efeito'), ('eliminacao', 'Eliminação'), ('nao_confirmacao', 'Autodeclaração não confirmada'), ('final_de_fila', 'Final de fila'), ('falecimento', 'Falecimento'), ('reintegracao', 'Reintegração no concurso'), ('sub_judice', 'Sub judice'), ('fim_sub_judice', 'Fim do sub judice'), ('condicional', 'Situação condicional'), ('fim_condicional', 'Fim da situação condicional'), ('ordem_judicial', 'Ordem judicial'), ('opcao', 'Opção entre as reservas'), ('retificacao', 'Retificação do resultado'), ('extincao', 'Extinção do cargo'), ('desfazimento', 'Desfazimento de registro')], max_length=20, verbose_name='tipo'),
        ),
        migrations.AlterField(
            model_name='nomeacao',
            name='encerrada_por',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='nomeacoes_encerradas', to='nomeacoes.evento'),
        ),
        migrations.AddConstraint(
            model_name='evento',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('candidatura__isnull', True), ('quantidade__gte', 1), ('quantidade__isnull', False), ('tipo', 'convocar')), models.Q(('candidatura__isnull', True), ('quantidade__isnull', True), ('tipo__in', ['retificacao', 'extincao', 'desfazimento']), models.Q(('motivo', ''), _negated=True), models.Q(('documento', ''), _negated=True)), models.Q(models.Q(('tipo__in', ['convocar', 'retificacao', 'extincao', 'desfazimento']), _negated=True), ('candidatura__isnull', False), ('quantidade__isnull', True), models.Q(('motivo', ''), _negated=True), models.Q(('documento', ''), _negated=True)), _connector='OR'), name='evento_completo'),
        ),
        migrations.AddConstraint(
            model_name='evento',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('tipo__in', ['sub_judice', 'fim_sub_judice', 'ordem_judicial']), models.Q(('processo', ''), _negated=True)), models.Q(models.Q(('tipo__in', ['sub_judice', 'fim_sub_judice', 'ordem_judicial']), _negated=True), ('apos__isnull', True), ('processo', '')), _connector='OR'), name='evento_judicial_tem_processo'),
        ),
        migrations.AddConstraint(
            model_name='evento',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('tipo', 'sub_judice'), ('efeito', ''), _connector='XOR'), models.Q(('tipo__in', ['fim_sub_judice', 'fim_condicional']), ('desfecho', ''), _connector='XOR')), name='evento_efeito_e_desfecho'),
        ),
        migrations.AddConstraint(
            model_name='evento',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('tipo', 'desfazimento'), ('desfaz__isnull', True), _connector='XOR'), models.Q(('tipo', 'retificacao'), ('classificacao__isnull', True), _connector='XOR')), name='evento_desfaz_ou_retifica'),
        ),
        migrations.AddConstraint(
            model_name='evento',
            constraint=models.CheckConstraint(condition=models.Q(('lista', ''), ('tipo', 'ordem_judicial'), models.Q(('lista__in', ['cotas', 'pcd']), ('tipo', 'opcao')), _connector='OR'), name='evento_lista_so_onde_cabe'),
        ),
        migrations.AddConstraint(
            model_name='nomeacao',
            constraint=models.UniqueConstraint(condition=models.Q(('encerrada_por__isnull', True), ('espelho', False)), fields=('vaga',), name='nomeacao_uma_por_vaga'),
        ),
        impedir_mudanca("nomeacoes_evento", "Evento registrado não se muda: registre outro que o desfaça."),
    ]
