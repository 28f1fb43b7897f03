"""Trilha do que se fez, história das linhas e cadeia de hashes.

Uma só cadeia serve os atos e, depois, as peças dos autos: cada elemento guarda o hash do
anterior, e quem muda um documento guardado rompe a cadeia daí em diante.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from simple_history.models import HistoricalRecords

if TYPE_CHECKING:
    from nucleo.permissoes import Autor

# Quem age agora: o decorador dos serviços e o middleware da administração o definem, e a
# história das linhas o lê. Nulo é o próprio sistema.
autor_corrente: ContextVar[Any] = ContextVar("autor_corrente", default=None)

ORIGEM = "0" * 64


def _autor_da_historia(instance: models.Model, **_: Any) -> Any:
    return autor_corrente.get()


def historico(excluded_fields: Iterable[str] = ()) -> HistoricalRecords:
    """Guarda o antes e o depois de cada linha, com quem mudou; campos sensíveis ficam fora."""
    return HistoricalRecords(
        get_user=_autor_da_historia,
        excluded_fields=list(excluded_fields),
    )


def registrar(
    *,
    autor: Autor,
    acao: str,
    objeto: models.Model,
    antes: Mapping[str, Any] | None = None,
    depois: Mapping[str, Any] | None = None,
) -> None:
    """Acrescenta um registro à trilha, na transação corrente.

    `antes` e `depois` nunca levam raça nem deficiência: quem chama responde por isso.
    """
    from nucleo.models import RegistroTrilha

    RegistroTrilha.objects.create(
        autor=autor.pessoa,
        acao=acao,
        objeto_tipo=objeto._meta.label,
        objeto_id=str(objeto.pk),
        objeto_nome=str(objeto)[:200],
        orgao=getattr(objeto, "orgao", None),
        antes=dict(antes or {}),
        depois=dict(depois or {}),
    )


def texto_canonico(conteudo: Mapping[str, Any]) -> str:
    """JSON de chaves ordenadas e sem espaços: o mesmo conteúdo dá sempre o mesmo texto."""
    return json.dumps(
        conteudo, cls=DjangoJSONEncoder, ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )


def elo(hash_anterior: str, conteudo: Mapping[str, Any]) -> str:
    """SHA-256 em hexadecimal do hash anterior seguido do conteúdo canônico."""
    return hashlib.sha256((hash_anterior + texto_canonico(conteudo)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Ruptura:
    """Primeiro elemento em que a cadeia não confere, e por quê."""

    posicao: int
    motivo: str


def verificar_cadeia(elementos: Iterable[tuple[str, str, Mapping[str, Any]]]) -> Ruptura | None:
    """Percorre (hash_anterior, hash, conteúdo), do primeiro ao último; nulo se tudo confere."""
    anterior = ORIGEM
    for posicao, (hash_anterior, proprio, conteudo) in enumerate(elementos, start=1):
        if hash_anterior != anterior:
            return Ruptura(posicao, "não aponta para o elemento anterior")
        if elo(anterior, conteudo) != proprio:
            return Ruptura(posicao, "o conteúdo não corresponde ao hash guardado")
        anterior = proprio
    return None


def impedir_mudanca(
    tabela: str, mensagem: str, condicao: str = "TRUE", *, salvo_se: str = "FALSE"
) -> migrations.RunPython:
    """Operação de migração: o banco recusa alterar ou excluir as linhas que satisfazem `condicao`.

    `condicao`: SQL sobre a linha antiga ("OLD.situacao = 'assinado'"), que pode consultar outras tabelas;
    `salvo_se`: a única alteração que passa, em SQL sobre OLD e NEW (excluir não passa nunca);
    `mensagem`: sem aspas simples, é o texto do `IntegrityError`. Vale no PostgreSQL e no SQLite e se
    desfaz. No SQLite, migração posterior que refaça a tabela leva os gatilhos consigo: tem de repetir a
    operação, depois de `permitir_mudanca`.
    """

    def criar(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
        gatilhos = _no_postgresql if editor.connection.vendor == "postgresql" else _no_sqlite
        for sql in gatilhos(tabela, mensagem, condicao, salvo_se):
            editor.execute(sql)

    return migrations.RunPython(criar, _retirar_os_gatilhos(tabela), elidable=False)


def impedir_insercao(tabela: str, mensagem: str, condicao: str) -> migrations.RunPython:
    """Operação de migração: o banco recusa linhas novas que satisfazem `condicao`, em SQL sobre NEW.

    `condicao` pode consultar outras tabelas; `mensagem`: como em `impedir_mudanca`. Vale nos dois bancos.
    """
    gatilho = f"{tabela}_sem_insert"

    def criar(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor != "postgresql":
            editor.execute(
                f"CREATE TRIGGER {gatilho} BEFORE INSERT ON {tabela} WHEN {condicao} "
                f"BEGIN SELECT RAISE(ABORT, '{mensagem}'); END"
            )
            return
        editor.execute(
            f"CREATE FUNCTION {gatilho}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF {condicao} THEN "
            f"RAISE EXCEPTION '{mensagem}' USING ERRCODE = 'integrity_constraint_violation'; END IF; "
            "RETURN NEW; END $$"
        )
        editor.execute(
            f"CREATE TRIGGER {gatilho} BEFORE INSERT ON {tabela} FOR EACH ROW EXECUTE FUNCTION {gatilho}()"
        )

    def retirar(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor != "postgresql":
            editor.execute(f"DROP TRIGGER IF EXISTS {gatilho}")
            return
        editor.execute(f"DROP TRIGGER IF EXISTS {gatilho} ON {tabela}")
        editor.execute(f"DROP FUNCTION IF EXISTS {gatilho}()")

    return migrations.RunPython(criar, retirar, elidable=False)


def permitir_mudanca(tabela: str) -> migrations.RunPython:
    """Operação de migração que retira os gatilhos de `impedir_mudanca`, para refazer a tabela e repô-los.

    Não se desfaz por si: quem volta atrás repõe os antigos com `impedir_mudanca`.
    """
    return migrations.RunPython(_retirar_os_gatilhos(tabela), migrations.RunPython.noop, elidable=False)


def _retirar_os_gatilhos(tabela: str) -> Callable[[Any, BaseDatabaseSchemaEditor], None]:
    def retirar(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
        postgresql = editor.connection.vendor == "postgresql"
        for verbo in VERBOS:
            onde = f" ON {tabela}" if postgresql else ""
            editor.execute(f"DROP TRIGGER IF EXISTS {_gatilho(tabela, verbo)}{onde}")
        if postgresql:
            editor.execute(f"DROP FUNCTION IF EXISTS {tabela}_recusar()")

    return retirar


VERBOS = ("UPDATE", "DELETE")


def _gatilho(tabela: str, verbo: str) -> str:
    return f"{tabela}_sem_{verbo.lower()}"


def _no_sqlite(tabela: str, mensagem: str, condicao: str, salvo_se: str) -> list[str]:
    quando = {"UPDATE": f"({condicao}) AND NOT ({salvo_se})", "DELETE": condicao}
    return [
        f"CREATE TRIGGER {_gatilho(tabela, verbo)} BEFORE {verbo} ON {tabela} WHEN {quando[verbo]} "
        f"BEGIN SELECT RAISE(ABORT, '{mensagem}'); END"
        for verbo in VERBOS
    ]


def _no_postgresql(tabela: str, mensagem: str, condicao: str, salvo_se: str) -> list[str]:
    """A condição vai na função: o WHEN de um gatilho não aceita consulta a outra tabela."""
    recusar = f"RAISE EXCEPTION '{mensagem}' USING ERRCODE = 'integrity_constraint_violation';"
    return [
        f"CREATE FUNCTION {tabela}_recusar() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'DELETE' THEN IF {condicao} THEN {recusar} END IF; RETURN OLD; END IF; "
        f"IF ({condicao}) AND NOT ({salvo_se}) THEN {recusar} END IF; RETURN NEW; END $$",
        *[
            f"CREATE TRIGGER {_gatilho(tabela, verbo)} BEFORE {verbo} ON {tabela} "
            f"FOR EACH ROW EXECUTE FUNCTION {tabela}_recusar()"
            for verbo in VERBOS
        ],
    ]
