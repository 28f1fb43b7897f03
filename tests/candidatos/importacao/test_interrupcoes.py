"""A carga interrompida no meio: cancelada ou sem disco, a base fica como antes e a mensagem o diz.

A morte do trabalhador no meio está em `tests/candidatos/test_morte_do_trabalhador.py`.
"""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from django.core.files import File
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import connection
from django.test import Client
from django.urls import reverse

from candidatos.consultas.importacao import proximo_passo
from candidatos.enums import SituacaoImportacao
from candidatos.models import (
    Autodeclaracao,
    Candidato,
    Candidatura,
    Importacao,
    Inscricao,
    Resultado,
    ValorAnterior,
)
from candidatos.servicos.importacao import importacao_carregar, importacao_pedir_carga
from concursos.models import Cargo
from nucleo.enums import SituacaoExecucao
from nucleo.erros import SEM_ESPACO, Cancelada, Recusa
from nucleo.execucoes import despachar_orfas, especies, executar, tomada
from nucleo.models import Execucao, RegistroTrilha
from nucleo.permissoes import Pessoa
from nucleo.tasks import executar as tarefa
from tests import fabrica
from tests.candidatos.importacao import caminho
from tests.servidores.ganchos import NO_MEIO
from tests.servidores.trabalhador import Trabalhador

CHAVEIRO = "django.contrib.auth.backends.ModelBackend"
PEQUENO = """Inscrição;Nome;Nascimento;Prova objetiva;Títulos;Nota final
101;Ana Lima;01/02/1990;50,5;20;70,5
"""
# Cabe um lote, não a carga inteira.
FOLGA_EM_PAGINAS = 600
PAGINAS_SEM_LIMITE = 0xFFFFFFFE
# Em bytes: nem o primeiro quadro do diário do SQLite cabe.
LIMITE_DE_ARQUIVO = 1024

so_no_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="o disco do PostgreSQL é de outro")
so_no_postgres = pytest.mark.skipif("connection.vendor == 'sqlite'", reason="o SQLite não tem COPY")


def conferida(autor: Pessoa, conteudo: str) -> Importacao:
    cargo = fabrica.cargo_publicado()
    importacao = caminho.parear(autor, caminho.receber(autor, cargo, conteudo), cargo=cargo)
    caminho.conferir(autor, importacao)
    # A conferência que o pareamento pediu está na fila: o trabalhador não a deve achar.
    Execucao.objects.all().delete()
    importacao.refresh_from_db()
    return importacao


def retrato() -> dict[str, list[Any]]:
    """O de `caminho`, com o resto do que uma carga escreve."""
    return caminho.retrato() | {
        modelo.__name__: list(modelo.objects.order_by("pk").values_list())
        for modelo in (Autodeclaracao, ValorAnterior, Candidato.historia.model)
    }


def gravadas() -> tuple[int, ...]:
    return tuple(modelo.objects.count() for modelo in (Candidato, Inscricao, Candidatura, Resultado))


class NoMeio:
    """Progresso que age uma vez, quando já se gravou uma parte e falta outra."""

    def __init__(self, agir: Callable[[], None]) -> None:
        self.agir = agir
        self.vistas: tuple[int, ...] = ()

    def __call__(self, feito: int, total: int, mensagem: str = "") -> None:
        if not self.vistas and Candidato.objects.exists():
            self.vistas = gravadas()
            self.agir()

    def conferir(self) -> None:
        """Já havia pessoas gravadas, e os resultados ainda não estavam todos."""
        pessoas, *_, resultados = self.vistas
        assert pessoas > 0
        assert resultados < caminho.LINHAS_DO_GRANDE


def lancar(erro: Exception) -> Callable[[], None]:
    def agir() -> None:
        raise erro

    return agir


# Cancelada --------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_cancelada_no_meio_nao_deixa_nada(operador: Pessoa) -> None:
    importacao = conferida(operador, caminho.arquivo_grande())
    antes = retrato()
    progresso = NoMeio(lancar(Cancelada()))
    with pytest.raises(Cancelada):
        importacao_carregar(autor=operador, importacao=importacao, progresso=progresso)
    progresso.conferir()
    assert retrato() == antes
    importacao_carregar(autor=operador, importacao=importacao, progresso=caminho.parado)
    assert gravadas() == (caminho.LINHAS_DO_GRANDE,) * 4


@pytest.mark.trabalhador
def test_cancelar_nao_espera_pela_transacao_da_carga(trabalhador: Trabalhador) -> None:
    """O trabalhador está no meio, com o banco na mão; o botão responde, e a base volta ao que era."""
    operador = fabrica.autor()
    cliente = Client()
    cliente.force_login(operador.pessoa, CHAVEIRO)
    importacao = conferida(operador, caminho.arquivo_grande())
    execucao = importacao_pedir_carga(autor=operador, importacao=importacao)
    antes = retrato()
    trabalhador.subir(matar_em="esperar_no_meio", especie="candidatos.carregar")
    trabalhador.esperar(lambda: bool(cache.get(NO_MEIO)), "o meio da carga")

    endereco = reverse("nucleo:execucao_cancelar", args=[execucao.pk])
    pagina = reverse("candidatos:importacao", args=[importacao.pk])
    assert f'action="{endereco}"' in cliente.get(pagina).content.decode()
    inicio = time.monotonic()
    resposta = cliente.post(endereco)
    # Esperar pela transação seria esperar 20 segundos e ouvir que o banco está ocupado.
    assert (resposta.status_code, time.monotonic() - inicio < 5) == (302, True)

    trabalhador.esperar_fim(execucao)
    assert execucao.situacao == SituacaoExecucao.CANCELADA, trabalhador.registro
    assert execucao.mensagem == f"Cancelada a pedido de {operador.pessoa}. Nada foi gravado."
    registro = RegistroTrilha.objects.order_by("pk").last()
    assert registro is not None
    assert (registro.acao, registro.autor) == ("nucleo.execucao_cancelar", operador.pessoa)
    depois = retrato()
    assert len(depois["RegistroTrilha"]) == len(antes.pop("RegistroTrilha")) + 1
    assert {nome: linhas for nome, linhas in depois.items() if nome != "RegistroTrilha"} == antes

    # A página do arquivo o diz, e o mesmo trabalho pode ser pedido de novo.
    assert execucao.mensagem in cliente.get(pagina).content.decode()
    importacao.refresh_from_db()
    assert proximo_passo(importacao) == "conferir"
    outra = trabalhador.esperar_fim(importacao_pedir_carga(autor=operador, importacao=importacao))
    assert outra.pk != execucao.pk
    assert outra.situacao == SituacaoExecucao.CONCLUIDA, (outra.mensagem, trabalhador.registro)
    assert gravadas() == (caminho.LINHAS_DO_GRANDE,) * 4


# Sem disco --------------------------------------------------------------------------------------------


@pytest.fixture
def fila_muda(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """O que se confirma não se executa logo: cada teste diz quando."""
    with monkeypatch.context() as trocado:
        trocado.setattr(tarefa, "apply_async", lambda **_: None)
        yield


def carga_sem_disco(operador: Pessoa, importacao: Importacao) -> Execucao:
    """Pede a carga e a executa, com o disco já sem espaço: falha, diz por quê e nada fica."""
    execucao = importacao_pedir_carga(autor=operador, importacao=importacao)
    antes = retrato()
    executar(str(execucao.pk))
    execucao.refresh_from_db()
    assert (execucao.situacao, execucao.mensagem) == (SituacaoExecucao.FALHOU, SEM_ESPACO)
    assert 0 < execucao.feito < execucao.total, "o primeiro lote tinha cabido"
    assert retrato() == antes
    return execucao


@so_no_sqlite
@pytest.mark.usefixtures("fila_muda")
@pytest.mark.django_db(transaction=True)
def test_o_banco_encheu_no_meio_da_carga(operador: Pessoa) -> None:
    """`max_page_count`: o SQLite dá "database or disk is full", como num disco cheio."""
    importacao = conferida(operador, caminho.arquivo_grande())
    with connection.cursor() as cursor:
        # As páginas que outros testes deixaram livres também são espaço.
        cursor.execute("VACUUM")
        paginas = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {paginas + FOLGA_EM_PAGINAS}")
        try:
            carga_sem_disco(operador, importacao)
        finally:
            cursor.execute(f"PRAGMA max_page_count = {PAGINAS_SEM_LIMITE}")
    importacao.refresh_from_db()
    assert proximo_passo(importacao) == "conferir"
    caminho.carregar(operador, importacao)
    assert gravadas() == (caminho.LINHAS_DO_GRANDE,) * 4


@so_no_postgres
@pytest.mark.usefixtures("fila_muda")
@pytest.mark.django_db(transaction=True)
def test_o_disco_do_postgresql_encheu_no_copy(operador: Pessoa, monkeypatch: pytest.MonkeyPatch) -> None:
    importacao = conferida(operador, caminho.arquivo_grande())
    verdadeiro = psycopg.Cursor.copy
    lotes: list[str] = []

    def encher(self: Any, comando: Any, *resto: Any, **opcoes: Any) -> Any:
        if Resultado._meta.db_table in str(comando):
            lotes.append(str(comando))
        if len(lotes) > 1:
            raise psycopg.errors.DiskFull('could not extend file "base/1/2": No space left on device')
        return verdadeiro(self, comando, *resto, **opcoes)

    monkeypatch.setattr(psycopg.Cursor, "copy", encher)
    carga_sem_disco(operador, importacao)


@pytest.fixture
def nenhum_arquivo_cresce() -> Iterator[Callable[[], None]]:
    """Chamada, faz o sistema recusar que este processo escreva em arquivos; no fim do teste, desfaz."""
    macio, duro = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (LIMITE_DE_ARQUIVO, duro))
    resource.setrlimit(resource.RLIMIT_FSIZE, (macio, duro))


def voltar_a_crescer() -> None:
    _, duro = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (duro, duro))


@so_no_sqlite
@pytest.mark.usefixtures("fila_muda")
@pytest.mark.django_db(transaction=True)
def test_sem_disco_ate_para_marcar_a_falha_o_trabalho_nao_se_perde(
    operador: Pessoa, nenhum_arquivo_cresce: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nada mais se grava no banco: fica em andamento, sem dono, e é retomada quando há espaço."""
    importacao = conferida(operador, PEQUENO)
    execucao = importacao_pedir_carga(autor=operador, importacao=importacao)
    antes = retrato()
    verdadeiro = especies.executor_de("candidatos.carregar")

    def encher(alvo: Execucao, progresso: Any) -> dict[str, Any]:
        nenhum_arquivo_cresce()
        return verdadeiro(alvo, progresso)

    with monkeypatch.context() as trocado:
        trocado.setitem(especies._EXECUTORES, "candidatos.carregar", encher)
        for tentativa in (1, 2):
            executar(str(execucao.pk))
            voltar_a_crescer()
            execucao.refresh_from_db()
            assert (execucao.situacao, execucao.tentativa) == (SituacaoExecucao.EM_ANDAMENTO, tentativa)
            assert retrato() == antes
    nenhum_arquivo_cresce()
    executar(str(execucao.pk))
    voltar_a_crescer()
    execucao.refresh_from_db()
    assert execucao.tentativa == 2, "sem disco nem se toma: a tentativa não se gasta"

    assert despachar_orfas() == 1
    executar(str(execucao.pk))
    execucao.refresh_from_db()
    assert (execucao.situacao, execucao.tentativa) == (SituacaoExecucao.CONCLUIDA, 3)
    assert gravadas() == (1, 1, 1, 1)


@pytest.mark.usefixtures("fila_muda")
@pytest.mark.django_db(transaction=True)
def test_sem_poder_marcar_a_falha_desiste_na_quinta_vez(
    operador: Pessoa, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nos dois bancos: o que se marca não se grava, cinco vezes; na sexta, já com espaço, falha e diz."""
    importacao = conferida(operador, PEQUENO)
    execucao = importacao_pedir_carga(autor=operador, importacao=importacao)
    antes = retrato()
    cheio = psycopg.errors.DiskFull("could not write to file: No space left on device")
    with monkeypatch.context() as trocado:
        trocado.setattr(tomada, "terminar", lambda *_: lancar(cheio)())
        for tentativa in range(1, tomada.TENTATIVAS + 1):
            executar(str(execucao.pk))
            execucao.refresh_from_db()
            assert (execucao.situacao, execucao.tentativa) == (SituacaoExecucao.EM_ANDAMENTO, tentativa)
    executar(str(execucao.pk))
    execucao.refresh_from_db()
    assert execucao.situacao == SituacaoExecucao.FALHOU
    assert execucao.mensagem.startswith("O trabalho foi interrompido 5 vezes seguidas")
    assert retrato() == antes


# O arquivo enviado --------------------------------------------------------------------------------------


@pytest.fixture
def disco_pequeno(tmp_path: Path) -> Iterator[Path]:
    """Um sistema de arquivos de 256 KB. Onde não se pode montar um, o teste é pulado."""
    pasta = tmp_path / "disco"
    pasta.mkdir()
    montar = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(pasta)]
    if os.geteuid() != 0 or subprocess.run(montar, capture_output=True).returncode:
        pytest.skip("montar um disco pequeno pede privilégio de administrador")
    yield pasta
    subprocess.run(["umount", str(pasta)], check=True)


def arquivos(pasta: Path) -> list[Path]:
    return [caminho for caminho in pasta.rglob("*") if caminho.is_file()]


@pytest.mark.django_db
def test_sem_disco_o_envio_e_recusado_na_pagina_e_nao_sobra_metade(
    operador: Pessoa, disco_pequeno: Path, settings: Any
) -> None:
    settings.MEDIA_ROOT = str(disco_pequeno)
    cargo = fabrica.cargo_publicado()
    cliente = Client()
    cliente.force_login(operador.pessoa, CHAVEIRO)
    enviar_e_recusar(cliente, cargo)
    assert arquivos(disco_pequeno) == []
    pequeno = caminho.receber(operador, cargo, PEQUENO)
    assert [arquivo.read_text() for arquivo in arquivos(disco_pequeno)] == [PEQUENO]
    assert pequeno.situacao == SituacaoImportacao.RECEBIDA


@pytest.mark.django_db
def test_o_erro_do_sistema_no_meio_da_escrita_nao_deixa_metade(
    operador: Pessoa, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """O mesmo sem montar disco: o arquivo acaba a meio com ENOSPC."""
    settings.MEDIA_ROOT = str(tmp_path)
    verdadeiro = File.chunks

    def aos_pedacos(self: File[Any], tamanho: int | None = None) -> Iterator[Any]:
        for pedaco in verdadeiro(self, 1024):
            yield pedaco
            assert arquivos(tmp_path), "nada se tinha escrito ainda"
            raise OSError(errno.ENOSPC, "No space left on device")

    cargo = fabrica.cargo_publicado()
    with monkeypatch.context() as trocado:
        trocado.setattr(File, "chunks", aos_pedacos)
        with pytest.raises(Recusa, match="Acabou o espaço em disco"):
            caminho.receber(operador, cargo, caminho.arquivo_grande())
    assert (arquivos(tmp_path), Importacao.objects.count()) == ([], 0)
    recebida = caminho.receber(operador, cargo, caminho.arquivo_grande())
    assert [arquivo.name for arquivo in arquivos(tmp_path)] == [recebida.sha256]


@pytest.mark.django_db
def test_sem_disco_para_o_temporario_do_envio_a_pagina_diz_por_que(
    operador: Pessoa, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Um envio grande passa por um arquivo temporário antes de chegar à página."""

    def encher(self: TemporaryFileUploadHandler, *_: Any) -> None:
        self.file.close()
        raise OSError(errno.ENOSPC, "No space left on device")

    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 1024
    monkeypatch.setattr(TemporaryFileUploadHandler, "receive_data_chunk", encher)
    cliente = Client(raise_request_exception=False)
    cliente.force_login(operador.pessoa, CHAVEIRO)
    resposta = enviar(cliente, fabrica.cargo_publicado())
    assert resposta.status_code == 507
    assert "Acabou o espaço em disco" in resposta.content.decode()
    assert not Importacao.objects.exists()


def enviar(cliente: Client, cargo: Cargo) -> Any:
    arquivo = SimpleUploadedFile("grande.csv", caminho.arquivo_grande().encode())
    endereco = reverse("candidatos:importar", args=[cargo.edital.concurso_id])
    return cliente.post(endereco, {"arquivo": arquivo})


def enviar_e_recusar(cliente: Client, cargo: Cargo) -> None:
    resposta = enviar(cliente, cargo)
    assert resposta.status_code == 200
    assert SEM_ESPACO in resposta.content.decode()
    assert not Importacao.objects.exists()
