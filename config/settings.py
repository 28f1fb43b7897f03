"""Configuração por ambiente. Sem nada definido, serve o modo embutido de `make run`.

As variáveis estão em `docs/implantacao.md`.
"""

from __future__ import annotations

import os
import tomllib
from datetime import timedelta
from pathlib import Path

import bootstrap_wrapper
import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF

from config.fila import soquete, url_do_broker
from config.segredo import chave_secreta

RAIZ = Path(__file__).resolve().parent.parent
env = environ.Env()

DADOS = Path(env.str("NOMEIA_DADOS", default=str(RAIZ / "dados"))).resolve()
NOMEIA_VERSAO = tomllib.loads((RAIZ / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
PRODUCAO = env.bool("NOMEIA_PRODUCAO", default=False)
DEMONSTRACAO = env.bool("NOMEIA_DEMONSTRACAO", default=True)
DEBUG = False

SECRET_KEY = env.str("SECRET_KEY", default="") or chave_secreta(DADOS / "chave_secreta")
ALLOWED_HOSTS = env.list("NOMEIA_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
# Endereço público do sistema ("https://nomeia.exemplo.gov.br"), sem barra no fim: vai no QR dos atos.
NOMEIA_ENDERECO_PUBLICO = env.str("NOMEIA_ENDERECO_PUBLICO", default="").rstrip("/")
NOMEIA_VERIFICACOES_POR_MINUTO = env.int("NOMEIA_VERIFICACOES_POR_MINUTO", default=30)
NOMEIA_PROXY = env.bool("NOMEIA_PROXY", default=False)
CSRF_TRUSTED_ORIGINS = env.list("NOMEIA_ORIGENS", default=[])

INSTALLED_APPS = [
    "nucleo.apps.NucleoConfig",
    "concursos",
    "candidatos",
    "nomeacoes",
    "procedimentos",
    "painel",
    "nucleo.apps.AdministracaoConfig",
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
    "nucleo.middleware.LimiteDeEnvio",
    "nucleo.middleware.AutorDaAdministracao",
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

# Banco -----------------------------------------------------------------------------------------

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DADOS / 'nomeia.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # WAL e IMMEDIATE: sem os dois, ler e depois gravar em processos paralelos dá "locked".
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"].setdefault("CONN_MAX_AGE", 60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

# Fila e cache ----------------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default=f"unix://{soquete(DADOS)}")
# Para partilhar um servidor com outro sistema: cada um com o seu prefixo.
REDIS_PREFIXO = env.str("NOMEIA_REDIS_PREFIXO", default="nomeia:")

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIXO,
    },
}

# Segundos: um trabalhador que não dá sinal por EXECUCAO_ARRENDAMENTO é dado por morto; o trabalho
# que espera na fila por EXECUCAO_REENVIO é enviado de novo; procura-se a cada EXECUCAO_VARREDURA.
EXECUCAO_ARRENDAMENTO = env.float("NOMEIA_ARRENDAMENTO", default=30.0)
EXECUCAO_REENVIO = env.float("NOMEIA_REENVIO", default=120.0)
EXECUCAO_VARREDURA = env.float("NOMEIA_VARREDURA", default=5.0)

_RESTAURACAO = env.float("NOMEIA_RESTAURACAO", default=5.0)
CELERY_BROKER_URL = url_do_broker(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": REDIS_PREFIXO,
    # Acima do trabalho mais longo: antes disso, a fila entregaria a outro um trabalho em curso.
    "visibility_timeout": env.int("NOMEIA_VISIBILIDADE", default=6 * 60 * 60),
    "unacked_restore_interval": _RESTAURACAO,
    "unacked_restore_throttle": 1,
    # Quem morre procurando o que devolver à fila deixa uma trava; a de fábrica dura cinco minutos.
    "unacked_mutex_expire": max(1, round(2 * _RESTAURACAO)),
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1, "interval_max": 0.2}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(DADOS / "agenda")
CELERY_BEAT_SCHEDULE = {
    "despachar-orfas": {
        "task": "nucleo.despachar_orfas",
        "schedule": EXECUCAO_VARREDURA,
        "options": {"expires": EXECUCAO_VARREDURA},
    },
    # De madrugada, que ninguém grava; a agenda que esteve parada à hora roda-a quando volta.
    "reconferir-todos": {
        "task": "nomeacoes.reconferir_todos",
        "schedule": crontab(hour=3, minute=0),
    },
}

# Língua ----------------------------------------------------------------------------------------

LANGUAGE_CODE = "pt-br"
TIME_ZONE = env.str("NOMEIA_FUSO", default="America/Fortaleza")
USE_I18N = True
USE_TZ = True
USE_THOUSAND_SEPARATOR = True
FORMAT_MODULE_PATH = ["config.formatos"]
LOCALE_PATHS = [RAIZ / "locale"]
CELERY_TIMEZONE = TIME_ZONE

# Arquivos --------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = env.str("NOMEIA_STATICOS", default=str(RAIZ / "staticos"))
STATICFILES_DIRS = [RAIZ / "static", ("bootstrap", bootstrap_wrapper.get_bootstrap_dir())]
STORAGES = {
    "default": {"BACKEND": "config.arquivos.GuardaInteira"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Os arquivos enviados e os PDFs não têm endereço público: saem por páginas que conferem o alcance.
MEDIA_ROOT = DADOS / "arquivos"
MEDIA_URL = ""
# Imagem (PNG, JPEG ou SVG) que encabeça os documentos; sem ela, só os nomes do município e do órgão.
NOMEIA_BRASAO = env.str("NOMEIA_BRASAO", default="")
# Maior envio que se aceita, em bytes (ver `nucleo.middleware`).
NOMEIA_TAMANHO_MAXIMO = env.int("NOMEIA_TAMANHO_MAXIMO", default=300 * 1024 * 1024)
# Um documento de alguém (posse): uma digitalização comum tem de 0,2 a 5 MB.
NOMEIA_DOCUMENTO_MAXIMO = env.int("NOMEIA_DOCUMENTO_MAXIMO", default=20 * 1024 * 1024)
FILE_UPLOAD_PERMISSIONS = 0o600
# Retificar as regras traz o quadro de cada cargo: 300 cargos passam dos mil campos do Django.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700

# Acesso ----------------------------------------------------------------------------------------

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{validador}"}
    for validador in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "nucleo.views.bloqueado"
AXES_COOLOFF_MESSAGE = "Entrada bloqueada por 15 minutos: foram muitas tentativas sem sucesso."
AXES_PERMALOCK_MESSAGE = "Entrada bloqueada: foram muitas tentativas sem sucesso. Fale com o administrador."

# Um dia de trabalho; quem fecha o navegador sai.
SESSION_COOKIE_AGE = 10 * 60 * 60
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "nucleo.views.csrf_invalido"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # Os ícones dos campos do Bootstrap são imagens `data:` dentro da própria folha de estilo.
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

if PRODUCAO:
    SECURE_SSL_REDIRECT = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = env.int("NOMEIA_HSTS", default=365 * 24 * 60 * 60)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    if NOMEIA_PROXY:
        # Só atrás de um servidor que apaga este cabeçalho de quem vem de fora.
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Registro --------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "sem_dados": {
            "()": "config.registros.FormatoSemDados",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
    },
    "handlers": {"saida": {"class": "logging.StreamHandler", "formatter": "sem_dados"}},
    "root": {"handlers": ["saida"], "level": env.str("NOMEIA_REGISTRO", default="INFO")},
    "loggers": {
        # O do Django traz dois destinos próprios, e o do axes escreve o nome de quem tenta entrar.
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": ["saida"], "propagate": False},
        "axes": {"level": "ERROR"},
        # Anuncia-se a cada comando, ao ser importado.
        "pikepdf": {"level": "WARNING"},
        # Uma linha por varredura, a cada poucos segundos; o que importa `nucleo.execucoes` escreve.
        **{
            nome: {"level": "WARNING"}
            for nome in ("celery.beat", "celery.app.trace", "celery.worker.strategy")
        },
    },
}

os.umask(0o077)
