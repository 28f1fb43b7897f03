"""Trabalhador de verdade, noutro processo, sobre o banco e a fila do teste; e como matá-lo."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import redis
from django.conf import settings
from django.db import connection

from nucleo.enums import SituacaoExecucao
from nucleo.execucoes import TAREFA, VIVAS
from nucleo.models import Execucao

RAIZ = Path(__file__).resolve().parent.parent.parent
ESPERA = 60.0
PRAZOS = {
    "NOMEIA_ARRENDAMENTO": "2",
    "NOMEIA_REENVIO": "2",
    "NOMEIA_VARREDURA": "1",
    "NOMEIA_VISIBILIDADE": "2",
    "NOMEIA_RESTAURACAO": "0.5",
}


def _url_do_banco() -> str:
    nome = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{nome}"
    return urlsplit(os.environ["NOMEIA_TESTE_POSTGRES_URL"])._replace(path=f"/{nome}").geturl()


@dataclass
class Trabalhador:
    """Sobe e derruba processos trabalhadores; `registro` guarda o que escrevem."""

    pasta: Path
    processos: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def registro(self) -> str:
        """Tudo o que os trabalhadores escreveram até agora."""
        return "".join(arquivo.read_text() for arquivo in sorted(self.pasta.glob("trabalhador-*.txt")))

    def subir(self, *, matar_em: str = "", especie: str = "") -> subprocess.Popen[bytes]:
        """Sobe um trabalhador. Com `matar_em` ("antes_do_commit", "depois_do_commit" ou "no_meio" da
        gravação), ele e tudo o que ele criou morrem por SIGKILL quando uma execução da espécie chega a
        esse ponto; "esperar_no_meio" para ali até que se peça o cancelamento (ver `ganchos`).
        """
        ambiente = {
            **os.environ,
            **PRAZOS,
            "DJANGO_SETTINGS_MODULE": "tests.configuracao_trabalhador",
            "DATABASE_URL": _url_do_banco(),
            "REDIS_URL": settings.REDIS_URL,
            "NOMEIA_REDIS_PREFIXO": settings.REDIS_PREFIXO,
            "NOMEIA_DADOS": str(settings.DADOS),
            "NOMEIA_TESTE_MATAR_EM": matar_em,
            "NOMEIA_TESTE_MATAR_ESPECIE": especie,
        }
        comando = [sys.executable, "-m", "celery", "-A", "config", "worker", "--beat", "--concurrency=1"]
        comando += ["--schedule", str(self.pasta / "agenda"), "--without-gossip", "--without-mingle"]
        with (self.pasta / f"trabalhador-{len(self.processos)}.txt").open("wb") as saida:
            processo = subprocess.Popen(
                comando, cwd=RAIZ, env=ambiente, stdout=saida, stderr=saida, start_new_session=True
            )
        self.processos.append(processo)
        return processo

    def esperar(self, condicao: Callable[[], bool], o_que: str) -> None:
        """Espera a condição; se ela não vem, falha com o registro dos trabalhadores."""
        limite = time.monotonic() + ESPERA
        while not condicao():
            if time.monotonic() > limite:
                raise AssertionError(f"Esperava {o_que}.\n{self.registro}")
            time.sleep(0.05)

    def esperar_fim(self, execucao: Execucao) -> Execucao:
        """Espera a execução terminar e a devolve relida."""

        def terminou() -> bool:
            execucao.refresh_from_db()
            return execucao.situacao not in VIVAS

        self.esperar(terminou, f"o fim de {execucao.especie}")
        return execucao

    def esperar_fila_vazia(self) -> None:
        """Espera que nenhum trabalho esteja na fila nem por confirmar: a entrega repetida já aconteceu.

        As varreduras não contam: entram na fila o tempo todo.
        """
        prefixo = settings.REDIS_PREFIXO
        with redis.Redis.from_url(settings.REDIS_URL) as cliente:

            def vazia() -> bool:
                mensagens = [*cliente.lrange(f"{prefixo}celery", 0, -1), *cliente.hvals(f"{prefixo}unacked")]
                return not any(TAREFA.encode() in mensagem for mensagem in mensagens)

            self.esperar(vazia, "a fila vazia")

    def parar(self) -> None:
        """Derruba todos de uma vez: o que importava já foi conferido, e sair em ordem leva segundos."""
        for processo in self.processos:
            if processo.poll() is None:
                os.killpg(processo.pid, signal.SIGKILL)
            processo.wait()
        self.processos.clear()


SINAIS = ("antes_do_commit", "depois_do_commit")


def provar_morte(
    trabalhador: Trabalhador,
    *,
    sinal: str,
    especie: str,
    pedir: Callable[[], Execucao],
    verificar: Callable[[Execucao], None],
    intacto: Callable[[], bool],
) -> None:
    """Prova que a morte do trabalhador no ponto dado não perde nem repete nada.

    `pedir` cria e confirma a execução, ou a mãe de um conjunto, e a devolve; `especie` é a do
    trabalho em que o trabalhador morre; `intacto` diz se o banco está como antes do trabalho;
    `verificar` recebe a execução terminada e afirma o efeito, uma vez.
    """
    execucao = pedir()
    primeiro = trabalhador.subir(matar_em=sinal, especie=especie)
    trabalhador.esperar(lambda: primeiro.poll() is not None, "a morte do trabalhador")
    assert primeiro.returncode == -signal.SIGKILL, trabalhador.registro
    gravou = sinal == "depois_do_commit"
    assert intacto() is not gravou

    trabalhador.subir()
    execucao = trabalhador.esperar_fim(execucao)
    assert execucao.situacao == SituacaoExecucao.CONCLUIDA, (execucao.mensagem, trabalhador.registro)
    morta = Execucao.objects.filter(especie=especie).order_by("-tentativa", "iniciada_em").first()
    assert morta is not None
    # Cada entrega deixa uma linha, também a que se ignora por já ter terminado.
    trabalhador.esperar(
        lambda: trabalhador.registro.count(f"Execução {morta.pk}") > 1, "uma segunda entrega do trabalho"
    )
    trabalhador.esperar_fila_vazia()
    execucao.refresh_from_db()
    assert execucao.situacao == SituacaoExecucao.CONCLUIDA
    morta.refresh_from_db()
    assert morta.tentativa == (1 if gravou else 2)
    verificar(execucao)
