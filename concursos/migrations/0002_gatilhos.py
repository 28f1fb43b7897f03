"""Gatilhos: o que foi publicado só muda com uma retificação aberta na mesma transação.

No SQLite, uma migração que refaça uma destas tabelas apaga os seus gatilhos: terá de os criar de novo
(`tests/concursos/test_gatilhos.py` acusa a falta).
"""

from django.db import migrations

from nucleo.auditoria import impedir_mudanca

MENSAGEM = "O edital já foi publicado: só uma retificação o muda."
TABELAS = {"concursos_edital": "id", "concursos_cargo": "edital_id", "concursos_regras": "edital_id"}
PUBLICADO_E_SEM_RETIFICACAO = (
    "EXISTS (SELECT 1 FROM concursos_edital e WHERE e.id = OLD.{edital} AND e.situacao = 'publicado') "
    "AND NOT EXISTS (SELECT 1 FROM concursos_retificacao r "
    "WHERE r.edital_id = OLD.{edital} AND r.aplicada_em IS NULL)"
)


class Migration(migrations.Migration):
    dependencies = [("concursos", "0001_initial")]
    operations = [
        *[
            impedir_mudanca(tabela, MENSAGEM, PUBLICADO_E_SEM_RETIFICACAO.format(edital=edital))
            for tabela, edital in TABELAS.items()
        ],
        impedir_mudanca(
            "concursos_retificacao", "Retificação aplicada não muda.", "OLD.aplicada_em IS NOT NULL"
        ),
    ]
