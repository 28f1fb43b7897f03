"""Vagas, eventos e atos assinados: só se acrescentam. O banco recusa mudar ou excluir."""

from django.db import migrations

from nucleo.auditoria import impedir_mudanca


class Migration(migrations.Migration):
    dependencies = [("nomeacoes", "0001_initial")]

    operations = [
        impedir_mudanca("nomeacoes_vaga", "A vaga nunca muda de número nem de categoria."),
        impedir_mudanca("nomeacoes_evento", "Evento registrado não se muda: registre outro que o desfaça."),
        impedir_mudanca(
            "nomeacoes_ato",
            "Ato assinado não muda nem se exclui.",
            "OLD.situacao = 'assinado'",
        ),
        impedir_mudanca("nomeacoes_pdfdoato", "PDF produzido não se refaz.", "OLD.assinado"),
    ]
