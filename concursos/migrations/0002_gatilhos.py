"""Gatilhos: o que foi publicado só muda com uma retificação aberta na mesma transação.

A condição consulta outras tabelas, o que o PostgreSQL não aceita no WHEN de um gatilho: por isso não é
`impedir_mudanca`. No SQLite, uma migração que refaça uma destas tabelas apaga os seus gatilhos: terá de
os criar de novo (`tests/concursos/test_gatilhos.py` acusa a falta).
"""

from django.db import migrations

from nucleo.auditoria import impedir_mudanca

MENSAGEM = "O edital já foi publicado: só uma retificação o muda."
VERBOS = ("UPDATE", "DELETE")
TABELAS = {"concursos_edital": "id", "concursos_cargo": "edital_id", "concursos_regras": "edital_id"}
PUBLICADO_E_SEM_RETIFICACAO = (
    "EXISTS (SELECT 1 FROM concursos_edital e WHERE e.id = OLD.{edital} AND e.situacao = 'publicado') "
    "AND NOT EXISTS (SELECT 1 FROM concursos_retificacao r "
    "WHERE r.edital_id = OLD.{edital} AND r.aplicada_em IS NULL)"
)


def _sqlite(tabela, condicao):
    return [
        f"CREATE TRIGGER {tabela}_publicado_{verbo.lower()} BEFORE {verbo} ON {tabela} WHEN {condicao} "
        f"BEGIN SELECT RAISE(ABORT, '{MENSAGEM}'); END"
        for verbo in VERBOS
    ]


def _postgresql(tabela, condicao):
    return [
        f"CREATE FUNCTION {tabela}_publicado() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {condicao} THEN RAISE EXCEPTION '{MENSAGEM}' USING ERRCODE = 'integrity_constraint_violation'; "
        "END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$",
        *[
            f"CREATE TRIGGER {tabela}_publicado_{verbo.lower()} BEFORE {verbo} ON {tabela} "
            f"FOR EACH ROW EXECUTE FUNCTION {tabela}_publicado()"
            for verbo in VERBOS
        ],
    ]


def criar(apps, schema_editor):
    """Cria os gatilhos do banco em uso."""
    forma = _sqlite if schema_editor.connection.vendor == "sqlite" else _postgresql
    for tabela, edital in TABELAS.items():
        for comando in forma(tabela, PUBLICADO_E_SEM_RETIFICACAO.format(edital=edital)):
            schema_editor.execute(comando)


def retirar(apps, schema_editor):
    """Desfaz `criar`."""
    sqlite = schema_editor.connection.vendor == "sqlite"
    for tabela in TABELAS:
        for verbo in VERBOS:
            onde = "" if sqlite else f" ON {tabela}"
            schema_editor.execute(f"DROP TRIGGER {tabela}_publicado_{verbo.lower()}{onde}")
        if not sqlite:
            schema_editor.execute(f"DROP FUNCTION {tabela}_publicado()")


class Migration(migrations.Migration):
    dependencies = [("concursos", "0001_initial")]
    operations = [
        migrations.RunPython(criar, retirar),
        impedir_mudanca(
            "concursos_retificacao", "Retificação aplicada não muda.", "OLD.aplicada_em IS NOT NULL"
        ),
    ]
