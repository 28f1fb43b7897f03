"""Deixa a instalação pronta para subir: banco, arquivos estáticos e as primeiras pessoas."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandParser, call_command

from nucleo.enums import Papel
from nucleo.models import Usuario
from nucleo.permissoes import SISTEMA
from nucleo.servicos import usuario_criar

# Como a primeira autoridade sai nos atos, até que se cadastre a verdadeira.
FUNCAO_DA_AUTORIDADE = "Autoridade competente"


class Command(BaseCommand):
    """Pode rodar quantas vezes se queira: só faz o que falta."""

    help = "Aplica as migrações, reúne os arquivos estáticos e cria uma pessoa por papel, se não há ninguém."

    def add_arguments(self, parser: CommandParser) -> None:
        """Numa imagem, os arquivos estáticos já vêm reunidos."""
        parser.add_argument("--sem-estaticos", action="store_true", help="não reúne os arquivos estáticos")

    def handle(self, *args: Any, **options: Any) -> None:
        """Migra, reúne e cria."""
        settings.DADOS.mkdir(parents=True, exist_ok=True)
        settings.DADOS.chmod(0o700)
        call_command("migrate", interactive=False, verbosity=0)
        if not options["sem_estaticos"]:
            call_command("collectstatic", interactive=False, verbosity=0)
        if not Usuario.objects.exists():
            self._criar_pessoas()

    def _criar_pessoas(self) -> None:
        self.stdout.write("\nPrimeiras pessoas. Estas senhas não serão mostradas de novo:\n")
        for papel in Papel:
            senha = secrets.token_urlsafe(12)
            usuario_criar(
                autor=SISTEMA,
                username=papel.value,
                nome=papel.label,
                papel=papel,
                senha=senha,
                funcao=FUNCAO_DA_AUTORIDADE if papel == Papel.AUTORIDADE else "",
            )
            self.stdout.write(f"  {papel.value:<14} {senha}")
        self.stdout.write("")
