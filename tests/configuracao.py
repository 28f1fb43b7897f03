"""Configuração dos testes: banco à parte, tarefas no próprio processo, senhas rápidas."""

import tempfile
from pathlib import Path

import os

os.environ.setdefault("NOMEIA_DADOS", tempfile.mkdtemp(prefix="nomeia-teste-"))

from config.settings import *  # noqa: E402,F403
from config.settings import DADOS  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MEDIA_ROOT = Path(DADOS) / "arquivos"
AXES_ENABLED = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
CELERY_TASK_ALWAYS_EAGER = True
