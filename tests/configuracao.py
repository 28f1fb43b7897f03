"""Configuração dos testes: banco à parte, tarefas no próprio processo, senhas rápidas.

NOMEIA_TESTE_BANCO: "sqlite" (padrão) ou "postgres". Com NOMEIA_TESTE_POSTGRES_URL ou
NOMEIA_TESTE_REDIS_URL usa-se o servidor dado, em vez de um passageiro.
"""

import atexit
import os
import shutil
from urllib.parse import quote

from tests.servidores import pasta_temporaria

_pasta = pasta_temporaria("nomeia-teste-")
atexit.register(shutil.rmtree, _pasta, ignore_errors=True)
# Um processo do xdist não herda a pasta, a fila nem o prefixo do outro.
os.environ["NOMEIA_DADOS"] = str(_pasta)
os.environ["NOMEIA_REDIS_PREFIXO"] = f"{_pasta.name}:"
os.environ["REDIS_URL"] = os.environ.get("NOMEIA_TESTE_REDIS_URL") or f"unix://{_pasta}/valkey.sock"
os.environ.pop("NOMEIA_PRODUCAO", None)

BANCO = os.environ.get("NOMEIA_TESTE_BANCO", "sqlite")
if BANCO == "postgres":
    if not os.environ.get("NOMEIA_TESTE_POSTGRES_URL"):
        from tests.servidores import postgres

        os.environ["NOMEIA_TESTE_POSTGRES_URL"] = postgres.iniciar()
    os.environ["DATABASE_URL"] = os.environ["NOMEIA_TESTE_POSTGRES_URL"]
else:
    os.environ["DATABASE_URL"] = f"sqlite:///{quote(str(_pasta))}/nomeia.sqlite3"

from config.settings import *  # noqa: E402,F403
from config.settings import DATABASES  # noqa: E402

if BANCO != "postgres":
    # Em arquivo, com as opções da produção: os testes com linhas ou processos paralelos o partilham.
    DATABASES["default"]["TEST"] = {"NAME": str(_pasta / "teste.sqlite3")}
DATABASES["default"]["CONN_MAX_AGE"] = 0

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AXES_ENABLED = False
STATIC_ROOT = str(_pasta / "staticos")
os.makedirs(STATIC_ROOT)
STORAGES = {
    "default": {"BACKEND": "config.arquivos.GuardaInteira"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CELERY_TASK_ALWAYS_EAGER = True
# Arrendamentos curtos: os testes que os deixam vencer não esperam meio minuto.
EXECUCAO_ARRENDAMENTO = 2.0
EXECUCAO_REENVIO = 2.0
