"""O que é falta de espaço em disco, e o que se diz quando ela acontece num serviço ou num trabalho."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.files.base import ContentFile
from django.db import OperationalError, connection

from config.arquivos import GuardaInteira
from nucleo import execucoes, servicos
from nucleo.enums import Papel, SituacaoExecucao
from nucleo.erros import SEM_ESPACO, Recusa, falta_de_espaco
from nucleo.execucoes import executar
from nucleo.models import Execucao, Municipio, Orgao, Usuario
from tests import fabrica
from tests.nucleo.test_execucoes import criar, especie, orgao  # noqa: F401

CHEIO = OSError(errno.ENOSPC, "No space left on device")
DO_POSTGRESQL = psycopg.errors.DiskFull('could not extend file "base/1/2": No space left on device')

DO_DJANGO = OperationalError("database or disk is full")


def embrulhado(causa: Exception) -> Exception:
    """Como o Django entrega o erro do banco."""
    try:
        with connection.wrap_database_errors:
            raise causa
    except Exception as erro:
        return erro


@pytest.mark.parametrize(
    ("erro", "esperado"),
    [
        (CHEIO, True),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), True),
        (OSError(errno.EACCES, "Permission denied"), False),
        (OSError("sem número"), False),
        (sqlite3.OperationalError("database or disk is full"), True),
        (OperationalError("database or disk is full"), True),
        (OperationalError("disk I/O error"), True),
        (OperationalError("database is locked"), False),
        (ValueError("database or disk is full"), False),
        (DO_POSTGRESQL, True),
        (psycopg.errors.OutOfMemory("out of memory"), False),
    ],
    ids=str,
)
def test_o_que_e_falta_de_espaco(erro: Exception, esperado: bool) -> None:
    assert falta_de_espaco(erro) is esperado


def test_vale_o_que_causou_o_erro() -> None:
    do_sqlite = sqlite3.OperationalError("database or disk is full")
    do_django = embrulhado(do_sqlite if connection.vendor == "sqlite" else DO_POSTGRESQL)
    assert type(do_django) is OperationalError
    assert falta_de_espaco(do_django)
    recusa = Recusa("Não deu.")
    recusa.__cause__ = CHEIO
    assert falta_de_espaco(recusa)


class TestServico:
    def test_disco_cheio_e_uma_recusa_e_a_transacao_se_desfaz(
        self, db: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def encher(**_: Any) -> None:
            raise CHEIO

        administrador = fabrica.autor(Papel.ADMINISTRADOR)
        monkeypatch.setattr(servicos, "_conceder", lambda *_: encher())
        with pytest.raises(Recusa) as recusada:
            servicos.usuario_criar(
                autor=administrador, username="nova", nome="Nova", papel=Papel.AUDITOR, senha=fabrica.SENHA
            )
        assert recusada.value.mensagem == SEM_ESPACO
        assert recusada.value.__cause__ is CHEIO
        assert not Usuario.objects.filter(username="nova").exists()


@pytest.mark.parametrize(
    "causa", [CHEIO, DO_POSTGRESQL, OperationalError("database or disk is full")], ids=str
)
def test_o_trabalho_falha_com_a_frase_e_desfaz_o_gravado(
    orgao: Orgao,  # noqa: F811
    especie: Callable[..., str],  # noqa: F811
    causa: Exception,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def encher(execucao: Execucao, progresso: execucoes.Progresso) -> dict[str, Any]:
        Municipio.objects.create(nome="Não fica", uf="CE")
        raise causa

    execucao = criar(orgao, especie(encher))
    executar(str(execucao.pk))
    execucao.refresh_from_db()
    assert (execucao.situacao, execucao.mensagem) == (SituacaoExecucao.FALHOU, SEM_ESPACO)
    assert not Municipio.objects.filter(nome="Não fica").exists()
    assert "sem espaço em disco" in caplog.text


def test_outro_erro_ao_marcar_o_fim_nao_se_cala(
    orgao: Orgao,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from nucleo.execucoes import tomada

    def quebrar(*_: Any) -> None:
        raise ValueError("outro")

    monkeypatch.setattr(tomada, "terminar", quebrar)
    with pytest.raises(ValueError, match="outro"):
        executar(str(criar(orgao).pk))


class TestGuarda:
    def test_o_nome_so_aparece_com_o_arquivo_inteiro(self, tmp_path: Path) -> None:
        guarda = GuardaInteira(location=tmp_path)

        class Espiado(ContentFile):
            def chunks(self, chunk_size: int | None = None) -> Any:
                yield b"meta"
                assert not guarda.exists("a/b.txt")
                yield b"de"

        assert guarda.save("a/b.txt", Espiado(b"metade")) == "a/b.txt"
        assert [arquivo.name for arquivo in (tmp_path / "a").iterdir()] == ["b.txt"]
        assert (tmp_path / "a/b.txt").read_bytes() == b"metade"
        assert guarda.save("a/b.txt", ContentFile(b"outro")) != "a/b.txt"
        assert (tmp_path / "a/b.txt").read_bytes() == b"metade"

    def test_o_que_nao_coube_nao_deixa_metade_nem_leva_o_de_outro(self, tmp_path: Path) -> None:
        guarda = GuardaInteira(location=tmp_path)

        class SemFim(ContentFile):
            def chunks(self, chunk_size: int | None = None) -> Any:
                yield b"meta"
                # Enquanto isto se escrevia, outro guardou o mesmo nome.
                (tmp_path / "b.txt").write_bytes(b"de outro")
                raise CHEIO

        with pytest.raises(OSError, match="No space left"):
            guarda.save("b.txt", SemFim(b"metade"))
        assert [arquivo.name for arquivo in tmp_path.iterdir()] == ["b.txt"]
        assert (tmp_path / "b.txt").read_bytes() == b"de outro"
