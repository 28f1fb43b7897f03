"""Escritas do núcleo: pessoas e o que elas podem."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import PermissionDenied, ValidationError

from nucleo.auditoria import registrar
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import Atribuicao, Orgao, Usuario
from nucleo.permissoes import Autor, Pessoa, servico


@servico
def usuario_criar(
    *,
    autor: Autor,
    username: str,
    nome: str,
    papel: Papel,
    senha: str,
    orgao: Orgao | None = None,
    funcao: str = "",
) -> Usuario:
    """Cria uma pessoa com a sua primeira atribuição; `orgao` nulo: todos os órgãos.

    Recusa nome de usuário já tomado e senha fraca.
    """
    _exigir_alcance(autor, orgao)
    if Usuario.objects.filter(username=username).exists():
        raise Recusa(f"Já existe um usuário {username}. Escolha outro nome de usuário.")
    usuario = Usuario(username=username, nome=nome, funcao=funcao)
    _definir_senha(usuario, senha)
    usuario.save()
    registrar(autor=autor, acao="nucleo.usuario_criar", objeto=usuario, depois={"username": username})
    _conceder(autor, usuario, papel, orgao)
    return usuario


@servico
def atribuicao_conceder(
    *, autor: Autor, usuario: Usuario, papel: Papel, orgao: Orgao | None = None
) -> Atribuicao:
    """Dá à pessoa um papel num órgão, ou em todos. Recusa o que ela já tem."""
    _exigir_alcance(autor, orgao)
    Usuario.objects.select_for_update().get(pk=usuario.pk)
    if Atribuicao.objects.filter(usuario=usuario, papel=papel, orgao=orgao).exists():
        raise Recusa(f"{usuario} já tem o papel de {Papel(papel).label} nesse alcance.")
    return _conceder(autor, usuario, papel, orgao)


@servico
def atribuicao_retirar(*, autor: Autor, atribuicao: Atribuicao) -> None:
    """Tira da pessoa um papel que ela tem."""
    _exigir_alcance(autor, atribuicao.orgao)
    registrar(
        autor=autor,
        acao="nucleo.atribuicao_retirar",
        objeto=atribuicao.usuario,
        antes={"atribuicao": str(atribuicao)},
    )
    atribuicao.delete()


@servico
def senha_trocar(*, autor: Autor, usuario: Usuario, senha: str) -> None:
    """Troca a senha da própria pessoa. A senha nunca vai à trilha."""
    if autor.pessoa != usuario:
        raise PermissionDenied("Cada pessoa troca a própria senha.")
    _definir_senha(usuario, senha)
    usuario.save(update_fields=["password"])
    registrar(autor=autor, acao="nucleo.senha_trocar", objeto=usuario)


def _exigir_alcance(autor: Autor, orgao: Orgao | None) -> None:
    """Papel em todos os órgãos só mexe quem alcança todos; a porta já conferiu o órgão dado."""
    if orgao is None and isinstance(autor, Pessoa) and autor.orgaos() is not None:
        raise PermissionDenied("Só quem administra todos os órgãos dá ou tira papel em todos.")


def _definir_senha(usuario: Usuario, senha: str) -> None:
    try:
        validate_password(senha, usuario)
    except ValidationError as erro:
        raise Recusa("A senha não serve.", erro.messages) from None
    usuario.set_password(senha)


def _conceder(autor: Autor, usuario: Usuario, papel: Any, orgao: Orgao | None) -> Atribuicao:
    atribuicao = Atribuicao.objects.create(usuario=usuario, papel=papel, orgao=orgao)
    registrar(
        autor=autor,
        acao="nucleo.atribuicao_conceder",
        objeto=usuario,
        depois={"atribuicao": str(atribuicao)},
    )
    return atribuicao
