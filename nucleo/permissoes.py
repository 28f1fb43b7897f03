"""Papéis, ações e a porta dos serviços.

Cada app de cima registra aqui as suas ações (`registrar_acoes`, em `AppConfig.ready`); a porta
pergunta primeiro pelo papel (403), depois pelo alcance (404), e só então abre a transação.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db import models, transaction
from django.http import Http404, HttpRequest, HttpResponseBase

from nucleo.auditoria import autor_corrente
from nucleo.enums import Papel
from nucleo.erros import SEM_ESPACO, Recusa, falta_de_espaco

registro = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")


class Autor(Protocol):
    """Quem pede: uma pessoa (`Pessoa`) ou o próprio sistema (`SISTEMA`)."""

    @property
    def pessoa(self) -> Any:
        """`Usuario`, ou nulo para o sistema."""

    def pode(self, acao: str, orgao: Any | None = None) -> bool:
        """Se tem papel que permite a ação, no órgão dado ou em algum."""

    def alcanca(self, orgao: Any) -> bool:
        """Se o órgão está no seu alcance, com qualquer papel."""


class _Sistema:
    """O próprio sistema: tarefas agendadas e comandos; pode tudo."""

    pessoa = None

    def pode(self, acao: str, orgao: Any | None = None) -> bool:
        return True

    def alcanca(self, orgao: Any) -> bool:
        return True

    def __repr__(self) -> str:
        return "SISTEMA"


SISTEMA: Autor = _Sistema()


class Pessoa:
    """Uma pessoa com as atribuições lidas uma vez por pedido."""

    def __init__(self, usuario: Any) -> None:
        self.pessoa = usuario
        self._papeis: list[tuple[str, int | None]] = list(
            usuario.atribuicoes.values_list("papel", "orgao_id") if usuario.is_active else []
        )

    def pode(self, acao: str, orgao: Any | None = None) -> bool:
        """Como em `Autor`."""
        papeis = papeis_da_acao(acao)
        return any(
            papel in papeis and (orgao is None or onde is None or onde == orgao.pk)
            for papel, onde in self._papeis
        )

    def alcanca(self, orgao: Any) -> bool:
        """Como em `Autor`."""
        return any(onde is None or onde == orgao.pk for _, onde in self._papeis)

    def orgaos(self) -> set[int] | None:
        """Identificadores dos órgãos ao alcance; nulo quando são todos."""
        if any(onde is None for _, onde in self._papeis):
            return None
        return {onde for _, onde in self._papeis if onde is not None}


_ACOES: dict[str, frozenset[Papel]] = {}


def registrar_acoes(tabela: Mapping[str, Iterable[Papel]]) -> None:
    """Acrescenta ações ("app.verbo") e os papéis que as praticam; repetir ação é erro."""
    for acao, papeis in tabela.items():
        if acao in _ACOES and _ACOES[acao] != frozenset(papeis):
            raise ImproperlyConfigured(f"A ação {acao} já foi registrada com outros papéis.")
        _ACOES[acao] = frozenset(papeis)


def acoes() -> Mapping[str, frozenset[Papel]]:
    """A tabela inteira de ações por papel."""
    return dict(_ACOES)


def papeis_da_acao(acao: str) -> frozenset[Papel]:
    """Papéis que praticam a ação. Erro de configuração se a tabela não a conhece."""
    try:
        return _ACOES[acao]
    except KeyError:
        raise ImproperlyConfigured(f"A ação {acao} não está na tabela de papéis.") from None


def exigir(autor: Autor, acao: str, objetos: Iterable[Any] = ()) -> None:
    """Porta única: sem papel para a ação, `PermissionDenied` (403); fora do alcance, `Http404`.

    `objetos`: todo modelo que responde a `orgao` é conferido; com papel só noutro órgão, 403.
    """
    if not autor.pode(acao):
        raise PermissionDenied("Seu papel não permite esta ação.")
    for objeto in objetos:
        orgao = getattr(objeto, "orgao", None) if isinstance(objeto, models.Model) else None
        if orgao is None:
            continue
        if not autor.alcanca(orgao):
            raise Http404("Não encontrado.")
        if not autor.pode(acao, orgao):
            raise PermissionDenied(f"Seu papel em {orgao} não permite esta ação.")


def acao_do_servico(funcao: Callable[..., Any]) -> str:
    """Nome da ação de um serviço: "app.nome_da_funcao"."""
    return f"{funcao.__module__.split('.')[0]}.{funcao.__name__}"


def servico(funcao: Callable[P, R]) -> Callable[P, R]:
    """Decora um serviço público: confere papel e alcance de `autor` e abre uma transação.

    O serviço recebe tudo por nome, `autor` inclusive; os modelos entre os argumentos são
    conferidos contra o alcance do autor. A ação é "app.nome_da_funcao" na tabela de papéis. Disco cheio,
    do banco ou dos arquivos, é uma `Recusa` que o diz, com a transação desfeita.
    """
    acao = acao_do_servico(funcao)

    @wraps(funcao)
    def porta(*args: P.args, **kwargs: P.kwargs) -> R:
        autor: Any = kwargs["autor"]
        exigir(autor, acao, kwargs.values())
        marca = autor_corrente.set(autor.pessoa)
        try:
            with transaction.atomic():
                return funcao(*args, **kwargs)
        except Exception as erro:
            if not falta_de_espaco(erro):
                raise
            registro.error("%s: sem espaço em disco", acao, exc_info=erro)
            raise Recusa(SEM_ESPACO) from erro
        finally:
            autor_corrente.reset(marca)

    porta.acao = acao  # type: ignore[attr-defined]
    return porta


class Pedido(HttpRequest):
    """Pedido que passou por `pagina`: traz o autor com as atribuições já lidas."""

    autor: Pessoa


def autor_do_pedido(request: HttpRequest) -> Pessoa | None:
    """Quem pede, com as atribuições lidas uma só vez por pedido; nulo para quem não entrou."""
    if not getattr(request, "user", None) or not request.user.is_authenticated:
        return None
    autor: Pessoa | None = getattr(request, "autor", None)
    if autor is None:
        autor = Pessoa(request.user)
        request.autor = autor  # type: ignore[attr-defined]
    return autor


def pagina(acao: str) -> Callable[[Callable[..., HttpResponseBase]], Callable[..., HttpResponseBase]]:
    """Decora uma view: exige entrada no sistema e papel para a ação; põe `autor` no pedido.

    O alcance sobre o objeto é conferido na própria view, com `exigir`, ou pelo serviço.
    """

    def decorar(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @login_required
        @wraps(view)
        def porta(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            autor = Pessoa(request.user)
            exigir(autor, acao)
            request.autor = autor  # type: ignore[attr-defined]
            return view(request, *args, **kwargs)

        porta.acao = acao  # type: ignore[attr-defined]
        return porta

    return decorar
