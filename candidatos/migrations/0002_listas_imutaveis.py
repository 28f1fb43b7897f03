"""A classificação homologada e os seus lugares ficam como se homologaram: nova conta é nova versão."""

from django.db import migrations

from nucleo.auditoria import impedir_mudanca

MENSAGEM = "Classificação homologada não muda nem se exclui."


class Migration(migrations.Migration):
    dependencies = [("candidatos", "0001_initial")]

    operations = [
        impedir_mudanca("candidatos_classificacao", MENSAGEM, "OLD.situacao = 'homologada'"),
        impedir_mudanca(
            "candidatos_colocacao",
            MENSAGEM,
            "EXISTS (SELECT 1 FROM candidatos_classificacao c "
            "WHERE c.id = OLD.classificacao_id AND c.situacao = 'homologada')",
        ),
    ]
