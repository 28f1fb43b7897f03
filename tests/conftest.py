"""Fixtures comuns: fila e trabalhador de verdade, navegador, e o cuidado com o banco dos testes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configuracao
from django.core.cache import caches
from django.db import connection
from django.test import TransactionTestCase
from kombu import pools as reservas

from config import celery_app
from tests.servidores import fila as servidor_de_fila
from tests.servidores.trabalhador import Trabalhador

NAVEGADORES = ("chromium", "chromium-browser", "google-chrome")
# Como root, e sem conversa com a internet.
OPCOES_DO_NAVEGADOR = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def _sem_gatilhos() -> Iterator[None]:
    """No SQLite, esvaziar uma tabela é apagar linha a linha, e os gatilhos que a protegem recusam."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        gatilhos = cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for nome, _ in gatilhos:
            cursor.execute(f'DROP TRIGGER "{nome}"')
    yield
    with connection.cursor() as cursor:
        for _, criacao in gatilhos:
            cursor.execute(criacao)


_esvaziar = TransactionTestCase._fixture_teardown


def _esvaziar_sem_gatilhos(caso: TransactionTestCase) -> None:
    with _sem_gatilhos():
        _esvaziar(caso)


TransactionTestCase._fixture_teardown = _esvaziar_sem_gatilhos


@pytest.fixture(autouse=True)
def _cache_limpo() -> Iterator[None]:
    """O cache da memória atravessa os testes: arrendamentos de um não enganam outro."""
    yield
    if "locmem" in configuracao.CACHES["default"]["BACKEND"]:
        caches["default"].clear()


@pytest.fixture(scope="session")
def _fila() -> Iterator[None]:
    """O servidor da fila, no endereço que a configuração dos testes anuncia."""
    with ExitStack() as pilha:
        if not os.environ.get("NOMEIA_TESTE_REDIS_URL"):
            soquete = Path(configuracao.REDIS_URL.removeprefix("unix://"))
            pilha.enter_context(servidor_de_fila.valkey(soquete))
        yield
        reservas.reset()


@pytest.fixture
def fila(_fila: None, settings: Any) -> Iterator[str]:
    """Neste teste os trabalhos vão para a fila de verdade, e o cache é o dela; devolve a URL."""
    from config.settings import CACHES

    settings.CACHES = CACHES
    celery_app.conf.task_always_eager = False
    yield configuracao.REDIS_URL
    celery_app.conf.task_always_eager = True
    cliente = caches["default"]._cache.get_client()
    for chave in cliente.scan_iter(match=f"{configuracao.REDIS_PREFIXO}*"):
        cliente.delete(chave)
    for reserva in caches["default"]._cache._pools.values():
        reserva.disconnect()


@pytest.fixture
def trabalhador(transactional_db: None, fila: str, tmp_path: Path) -> Iterator[Trabalhador]:
    """Sobe trabalhadores de verdade sobre o banco deste teste (`subir`) e os encerra no fim."""
    quem = Trabalhador(tmp_path)
    yield quem
    quem.parar()


@pytest.fixture(scope="session")
def navegador() -> Iterator[Any]:
    """Chromium do sistema, conduzido pelo Playwright. Sem ele o teste é pulado; em CI, falha."""
    executavel = next(filter(None, map(shutil.which, NAVEGADORES)), None)
    if executavel is None:
        aviso = "sem Chromium: instale-o com `apt-get install chromium`"
        if os.environ.get("CI") == "true":
            pytest.fail(aviso)
        pytest.skip(aviso)
    from playwright.sync_api import sync_playwright

    # O Playwright mantém um laço assíncrono nesta linha, e o Django recusaria o banco por isso.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        programa = playwright.chromium.launch(executable_path=executavel, args=list(OPCOES_DO_NAVEGADOR))
        yield programa
        programa.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Diz quanto o confronto com o oráculo conferiu: o que os processos do xdist imprimem não chega aqui."""
    somas = dict.fromkeys(("certames", "comparacoes", "diferencas"), 0)
    for relatorio in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for nome, valor in relatorio.user_properties if relatorio.when == "call" else ():
            if nome in somas:
                somas[nome] += valor
    if somas["certames"]:
        texto = (
            "motor e oráculo: {certames:,} certames, {comparacoes:,} comparações, {diferencas:,} diferenças"
        )
        terminalreporter.write_line(texto.format(**somas).replace(",", ".").replace(". ", ", "))
