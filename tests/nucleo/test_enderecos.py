"""Endereço × papel: toda página do sistema confere um papel da tabela, ou está na lista das públicas."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from nucleo.enums import Papel
from nucleo.permissoes import acoes
from tests import fabrica

# A entrada, a saída, a ajuda e a verificação de um ato não pedem papel; a administração tem teste próprio.
PUBLICAS = {
    "nucleo:entrar",
    "nucleo:sair",
    "nucleo:ajuda",
    "nomeacoes:verificar",
    "nomeacoes:verificar_codigo",
}
DE_OUTRO_TESTE = "admin"

# Um valor por conversor, que não corresponde a objeto nenhum.
VALORES = {
    "IntConverter": 987654321,
    "UUIDConverter": uuid.UUID(int=7),
    "StringConverter": "nada",
    "SlugConverter": "nada",
}


@dataclass(frozen=True)
class Endereco:
    """Um endereço do sistema: nome, view, um caminho que o alcança e a rota como se escreveu."""

    nome: str
    view: Any
    caminho: str
    tem_argumentos: bool
    rota: str


def _enderecos(resolvedor: URLResolver | None = None, espacos: tuple[str, ...] = ()) -> Iterator[Endereco]:
    for padrao in (resolvedor or get_resolver()).url_patterns:
        if isinstance(padrao, URLResolver):
            if padrao.namespace != DE_OUTRO_TESTE:
                yield from _enderecos(padrao, (*espacos, padrao.namespace) if padrao.namespace else espacos)
        elif isinstance(padrao, URLPattern):
            nome = ":".join((*espacos, padrao.name or str(padrao.pattern)))
            conversores = padrao.pattern.converters
            valores = {chave: VALORES[type(conversor).__name__] for chave, conversor in conversores.items()}
            yield Endereco(
                nome, padrao.callback, reverse(nome, kwargs=valores), bool(conversores), str(padrao.pattern)
            )


ENDERECOS = list(_enderecos())
COM_PAPEL = [endereco for endereco in ENDERECOS if endereco.nome not in PUBLICAS]


def _entrar(papel: Papel | None) -> Client:
    cliente = Client()
    cliente.force_login(fabrica.usuario(papel), backend="django.contrib.auth.backends.ModelBackend")
    return cliente


def _pedir(cliente: Client, endereco: Endereco) -> int:
    """Resultado de um GET ou, nas views que só aceitam POST, de um POST vazio."""
    resposta = cliente.get(endereco.caminho)
    if resposta.status_code == 405:
        resposta = cliente.post(endereco.caminho)
    return resposta.status_code


def test_o_andador_acha_os_enderecos_de_todos_os_apps():
    assert {"nucleo", "concursos", "candidatos", "nomeacoes", "procedimentos", "painel"} <= {
        endereco.nome.split(":")[0] for endereco in ENDERECOS
    }
    assert {endereco.nome for endereco in ENDERECOS} >= PUBLICAS


@pytest.mark.parametrize("endereco", COM_PAPEL, ids=lambda endereco: endereco.nome)
def test_toda_view_confere_um_papel_da_tabela(endereco):
    assert hasattr(endereco.view, "acao"), f"{endereco.nome} não é pública nem tem @pagina"
    assert endereco.view.acao in acoes()


@pytest.mark.django_db
def test_quem_nao_entrou_vai_a_entrada():
    for endereco in COM_PAPEL:
        resposta = Client().get(endereco.caminho)
        if resposta.status_code == 405:
            resposta = Client().post(endereco.caminho)
        assert resposta.status_code == 302, endereco.nome
        assert resposta["Location"].startswith(reverse("nucleo:entrar")), endereco.nome


@pytest.mark.django_db
@pytest.mark.parametrize("papel", list(Papel))
def test_papel_por_endereco(papel):
    """Sem papel, 403 antes de qualquer busca; com papel, a página, ou 404 se o objeto não existe."""
    cliente = _entrar(papel)
    for endereco in COM_PAPEL:
        codigo = _pedir(cliente, endereco)
        if papel not in acoes()[endereco.view.acao]:
            assert codigo == 403, endereco.nome
        elif endereco.tem_argumentos:
            assert codigo == 404, endereco.nome
        else:
            assert codigo in (200, 302), endereco.nome


@pytest.mark.django_db
def test_sem_papel_tudo_e_recusado():
    cliente = _entrar(None)
    for endereco in COM_PAPEL:
        assert _pedir(cliente, endereco) == 403, endereco.nome
