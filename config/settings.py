"""Configuração por ambiente. Sem nada definido, serve o modo embutido de `make run`.

Variáveis: NOMEIA_DADOS (pasta dos dados), NOMEIA_PRODUCAO, NOMEIA_HOSTS, NOMEIA_ORIGENS,
SECRET_KEY, DATABASE_URL, REDIS_URL. Ver `docs/` e `implantacao/`.
"""

from __future__ import annotations

import os
from pathlib import Path

import environ

from config.segredo import chave_secreta

RAIZ = Path(__file__).resolve().parent.parent
env = environ.Env()

DADOS = Path(env.str("NOMEIA_DADOS", default=str(RAIZ / "dados"))).resolve()
PRODUCAO = env.bool("NOMEIA_PRODUCAO", default=False)
DEBUG = False

SECRET_KEY = env.str("SECRET_KEY", default="") or chave_secreta(DADOS / "chave_secreta")
ALLOWED_HOSTS = env.list("NOMEIA_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("NOMEIA_ORIGENS", default=[])

INSTALLED_APPS = [
    "nucleo",
    "concursos",
    "candidatos",
    "nomeacoes",
    "painel",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_htmx",
    "lucide",
    "import_export",
    "simple_history",
    "axes",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
AUTH_USER_MODEL = "nucleo.Usuario"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
LOGIN_URL = "nucleo:entrar"
LOGIN_REDIRECT_URL = "/"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [RAIZ / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DADOS / 'nomeia.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # WAL e IMMEDIATE: sem os dois, ler e depois gravar em processos paralelos dá "locked".
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }

REDIS_URL = env.str("REDIS_URL", default=f"redis+socket://{DADOS / 'valkey.sock'}")

LANGUAGE_CODE = "pt-br"
TIME_ZONE = env.str("NOMEIA_FUSO", default="America/Fortaleza")
USE_I18N = True
USE_TZ = True
USE_THOUSAND_SEPARATOR = True
LOCALE_PATHS = [RAIZ / "locale"]

STATIC_URL = "/static/"
STATIC_ROOT = env.str("NOMEIA_STATICOS", default=str(RAIZ / "staticos"))
STATICFILES_DIRS = [RAIZ / "static"]
MEDIA_ROOT = DADOS / "arquivos"
MEDIA_URL = ""

os.umask(0o077)
