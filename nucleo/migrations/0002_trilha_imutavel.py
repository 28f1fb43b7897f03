"""A trilha só se acrescenta: o banco recusa mudar ou excluir um registro."""

from django.db import migrations

from nucleo.auditoria import impedir_mudanca


class Migration(migrations.Migration):
    dependencies = [("nucleo", "0001_initial")]

    operations = [
        impedir_mudanca("nucleo_registrotrilha", "Registro da trilha não se muda nem se exclui."),
    ]
