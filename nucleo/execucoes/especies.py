"""Espécies de execução e quem as executa; os sinais que cercam a confirmação."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from django.core.exceptions import ImproperlyConfigured
from django.dispatch import Signal

from nucleo.enums import SituacaoExecucao
from nucleo.models import Execucao
from nucleo.permissoes import SISTEMA, Autor, Pessoa

TAREFA = "nucleo.executar"
VIVAS = (SituacaoExecucao.PENDENTE, SituacaoExecucao.EM_ANDAMENTO)

# Enviados com `execucao`: o primeiro com tudo gravado e nada confirmado; o segundo confirmado, antes
# de a fila saber que o trabalho terminou.
antes_do_commit = Signal()
depois_do_commit = Signal()


class Progresso(Protocol):
    """Como um executor diz quanto andou; vale a qualquer momento, dentro ou fora de transação."""

    def __call__(self, feito: int, total: int, mensagem: str = "") -> None:
        """`feito` de `total` unidades. A mensagem não leva dado pessoal.

        Levanta `Cancelada` se alguém pediu que o trabalho pare.
        """


Executor = Callable[[Execucao, Progresso], dict[str, Any]]

_EXECUTORES: dict[str, Executor] = {}
_ACOES: dict[str, str] = {}


def registrar_especie(nome: str, executor: Executor, acao: str = "") -> None:
    """Diz quem executa a espécie ("app.verbo"). Chamado em `AppConfig.ready`; repetir é erro.

    O executor roda numa transação; devolve {"mensagem": frase para a pessoa, …}, em JSON, e levanta
    `Recusa` pelo que a pessoa pode corrigir. Não apanha `Cancelada`, que o progresso levanta.
    `acao`: a de quem pede o trabalho, que também o cancela; sem ela, só o autor o cancela.
    """
    if _EXECUTORES.get(nome, executor) is not executor:
        raise ImproperlyConfigured(f"A espécie de execução {nome} já tem executor.")
    _EXECUTORES[nome] = executor
    _ACOES[nome] = acao


def registrar_conjunto(nome: str, acao: str) -> None:
    """Diz que ação pede, e cancela, a espécie de uma mãe, que não tem executor."""
    _ACOES[nome] = acao


def acao_da_especie(nome: str) -> str:
    """Ação de quem pede a espécie; vazia se não se registrou nenhuma."""
    return _ACOES.get(nome, "")


def autor_da_execucao(execucao: Execucao) -> Autor:
    """Quem pediu, com os papéis que tem agora; o sistema, se ninguém pediu."""
    return SISTEMA if execucao.autor is None else Pessoa(execucao.autor)


def executor_de(especie: str) -> Executor:
    """Executor da espécie; erro de configuração se ninguém a registrou."""
    try:
        return _EXECUTORES[especie]
    except KeyError:
        raise ImproperlyConfigured(f"A espécie de execução {especie} não tem executor.") from None
