"""A porta dos serviços: todo serviço público é achado, está na tabela, e recusa quem não pode."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import Http404

from nucleo import permissoes
from nucleo.enums import Papel
from nucleo.permissoes import SISTEMA, Pessoa, acoes, exigir, papeis_da_acao, registrar_acoes, servico
from tests import fabrica


def _modulos_de_servicos() -> Iterator[ModuleType]:
    """Todos os módulos `servicos` dos apps deste repositório, os dos pacotes um a um."""
    for app in apps.get_app_configs():
        if Path(app.path).parent != settings.RAIZ:
            continue
        if importlib.util.find_spec(f"{app.name}.servicos") is None:
            continue
        modulo = importlib.import_module(f"{app.name}.servicos")
        yield modulo
        for interno in pkgutil.walk_packages(getattr(modulo, "__path__", []), f"{modulo.__name__}."):
            yield importlib.import_module(interno.name)


def _funcoes(modulo: ModuleType) -> dict[str, Callable[..., Any]]:
    """As funções sem sublinhado que o módulo define, decoradas ou não, pelo nome."""
    return {
        nome: objeto
        for nome, objeto in vars(modulo).items()
        if inspect.isfunction(objeto) and objeto.__module__ == modulo.__name__ and nome[0] != "_"
    }


def _usadas_de_fora(pacotes: set[str]) -> set[str]:
    """Nomes completos do que o resto do repositório toma de módulos de serviços.

    Vê `from app.servicos.x import f`, e `x.f` depois de `from app.servicos import x`.
    """
    usadas = set()
    for caminho in settings.RAIZ.glob("*/**/*.py"):
        relativo = caminho.relative_to(settings.RAIZ)
        if relativo.parts[0] not in {pacote.split(".")[0] for pacote in pacotes} | {"config"}:
            continue
        if any(str(relativo).startswith(pacote.replace(".", "/")) for pacote in pacotes):
            continue
        arvore = ast.parse(caminho.read_text(encoding="utf-8"))
        apelidos = {}
        for no in ast.walk(arvore):
            if isinstance(no, ast.ImportFrom) and no.module:
                for nome in no.names:
                    apelidos[nome.asname or nome.name] = f"{no.module}.{nome.name}"
        usadas |= set(apelidos.values())
        for no in ast.walk(arvore):
            if isinstance(no, ast.Attribute) and isinstance(no.value, ast.Name) and no.value.id in apelidos:
                usadas.add(f"{apelidos[no.value.id]}.{no.attr}")
    return usadas


def _servicos() -> dict[str, Callable[..., Any]]:
    """Os serviços públicos, pelo nome completo: nenhum precisa anunciar-se para ser achado.

    É público o que `servicos.py` define, o que o `__init__` de um pacote mostra, o que outro arquivo do
    repositório usa, o que recebe `autor` e o que traz a porta. O resto de um pacote é da sua cozinha.
    """
    modulos = list(_modulos_de_servicos())
    pacotes = {modulo.__name__ for modulo in modulos if modulo.__name__.endswith(".servicos")}
    usadas = _usadas_de_fora(pacotes)
    mostradas = {
        f"{objeto.__module__}.{nome}"
        for modulo in modulos
        if modulo.__name__ in pacotes
        for nome, objeto in vars(modulo).items()
        if inspect.isfunction(objeto)
    }
    achados = {}
    for modulo in modulos:
        for nome, funcao in _funcoes(modulo).items():
            completo = f"{modulo.__name__}.{nome}"
            pede_autor = "autor" in inspect.signature(funcao).parameters
            if completo in usadas | mostradas or pede_autor or hasattr(funcao, "acao"):
                achados[completo] = funcao
    return achados


SERVICOS = _servicos()
COM_PORTA = {nome: funcao for nome, funcao in SERVICOS.items() if hasattr(funcao, "acao")}
# Tomadas de fora sem porta, cada uma com o seu porquê.
SEM_PORTA = {
    "candidatos.servicos.campos.campos_do_edital": "só diz que campos um edital aceita",
    "candidatos.servicos.celulas.data_em_texto": "só escreve uma data",
    "candidatos.servicos.celulas.texto": "só lê o texto de uma célula",
    "candidatos.servicos.ganchos_da_retificacao.avisar_da_lista_nova": "serviço já passou pela porta",
    "candidatos.servicos.ganchos_da_retificacao.impedimentos_da_retificacao": "só diz o que impede",
    "candidatos.servicos.ganchos_da_retificacao.registrar_gravacao": "chamada na partida",
    "candidatos.servicos.ganchos_da_retificacao.registrar_impedimento": "chamada na partida",
    "candidatos.servicos.inspecao.ilegivel": "só diz a forma de um arquivo",
    "candidatos.servicos.inspecao.inspecionar": "só lê um arquivo do disco, sem tocar o banco",
    "candidatos.servicos.inspecao.se_le": "só diz a forma de um arquivo",
    "candidatos.servicos.layout.layout_do_arquivo": "leitura do comando, que não tem pedido nem pessoa",
    "candidatos.servicos.pareamento.pareamento_guardar": "chamada por serviços que já passaram pela porta",
    "candidatos.servicos.valores.ler_data": "só lê uma célula",
    "candidatos.servicos.valores.ler_nota": "só lê uma célula",
    "candidatos.servicos.valores.ler_sim_nao": "só lê uma célula",
    "candidatos.servicos.valores.nota_em_texto": "só escreve uma nota",
    "concursos.servicos.justificativas.justificar": "chamada por serviços que já passaram pela porta",
    "concursos.servicos.retificacao.mudancas_da_retificacao": "só compara o antigo e o novo",
    "nomeacoes.servicos.retificacao.gravar_retificacao": "gancho de serviço que já passou pela porta",
    "nomeacoes.servicos.ocorrencias.gravar_evento": "chamada por serviços que já passaram pela porta",
    "nomeacoes.servicos.producao.pedir_producao": "chamada por serviços que já passaram pela porta",
}


class Passou(Exception):
    """Quem chamou passou pela porta: já ia abrir a transação."""


class _SemTransacao:
    @staticmethod
    def atomic() -> None:
        raise Passou


def _argumentos(funcao: Callable[..., Any], autor: Any) -> dict[str, Any]:
    """Um argumento qualquer por parâmetro: a porta não pode depender deles."""
    nomes = [nome for nome in inspect.signature(funcao).parameters if nome != "autor"]
    return {"autor": autor, **{nome: object() for nome in nomes}}


def test_o_achador_acha_os_servicos_do_nucleo():
    assert "nucleo.servicos.usuario_criar" in SERVICOS
    assert len({nome.split(".")[0] for nome in SERVICOS}) >= 3


def test_a_lista_do_que_nao_tem_porta_esta_em_dia():
    assert SEM_PORTA.keys() <= SERVICOS.keys() - COM_PORTA.keys()


@pytest.mark.parametrize("nome", sorted(SERVICOS.keys() - SEM_PORTA.keys()))
def test_servico_tem_porta_acao_na_tabela_e_assinatura_por_nome(nome):
    funcao = SERVICOS[nome]
    assert hasattr(funcao, "acao"), f"{nome} é público e não passa pela porta: falta @servico"
    assert funcao.acao in acoes(), f"{nome}: a ação {funcao.acao} não está na tabela de papéis"
    parametros = inspect.signature(funcao).parameters
    assert "autor" in parametros
    assert all(p.kind is inspect.Parameter.KEYWORD_ONLY for p in parametros.values()), "só por nome"
    assert set(inspect.unwrap(funcao).__annotations__) == {*parametros, "return"}, (
        "todo parâmetro e o retorno têm tipo"
    )


@pytest.mark.django_db
@pytest.mark.parametrize("papel", list(Papel))
def test_papel_por_servico(papel, monkeypatch):
    autor = fabrica.autor(papel)
    monkeypatch.setattr(permissoes, "transaction", _SemTransacao)
    for funcao in COM_PORTA.values():
        esperado = Passou if papel in acoes()[funcao.acao] else PermissionDenied
        with pytest.raises(esperado):
            funcao(**_argumentos(funcao, autor))


@pytest.mark.django_db
def test_sem_papel_nenhum_servico_atende(monkeypatch):
    autor = fabrica.autor(None)
    monkeypatch.setattr(permissoes, "transaction", _SemTransacao)
    for funcao in COM_PORTA.values():
        with pytest.raises(PermissionDenied):
            funcao(**_argumentos(funcao, autor))


def test_o_sistema_passa_por_toda_porta(monkeypatch):
    monkeypatch.setattr(permissoes, "transaction", _SemTransacao)
    for funcao in COM_PORTA.values():
        with pytest.raises(Passou):
            funcao(**_argumentos(funcao, SISTEMA))


@pytest.mark.django_db
def test_fora_do_alcance_e_404_e_com_papel_so_noutro_orgao_e_403():
    educacao, saude, obras = (fabrica.orgao(sigla=sigla) for sigla in ("SME", "SMS", "SEINF"))
    pessoa = fabrica.usuario(Papel.OPERADOR, orgao=educacao)
    pessoa.atribuicoes.create(papel=Papel.AUDITOR, orgao=saude)
    autor = Pessoa(pessoa)
    exigir(autor, "concursos.concurso_criar", [educacao])
    with pytest.raises(PermissionDenied):
        exigir(autor, "concursos.concurso_criar", [saude])
    with pytest.raises(Http404):
        exigir(autor, "concursos.concurso_criar", [obras])
    assert autor.orgaos() == {educacao.pk, saude.pk}


@pytest.mark.django_db
def test_usuario_desativado_nao_pode_nada():
    pessoa = fabrica.usuario(Papel.ADMINISTRADOR)
    pessoa.is_active = False
    assert not Pessoa(pessoa).pode("nucleo.usuario_criar")


def test_acao_repetida_com_outros_papeis_e_acao_desconhecida_sao_erro_de_configuracao():
    with pytest.raises(ImproperlyConfigured):
        registrar_acoes({"nucleo.usuario_criar": [Papel.AUDITOR]})
    with pytest.raises(ImproperlyConfigured):
        papeis_da_acao("nucleo.acao_que_nao_existe")


@pytest.mark.django_db(transaction=True)
def test_o_servico_que_falha_nao_grava_e_devolve_o_autor_corrente():
    from nucleo.auditoria import autor_corrente
    from nucleo.models import Municipio

    def usuario_criar(*, autor: Any) -> None:
        Municipio.objects.create(nome="Inventado", uf="CE")
        assert autor_corrente.get() == autor.pessoa
        raise ValueError("no meio do caminho")

    usuario_criar.__module__ = "nucleo.servicos"
    with pytest.raises(ValueError, match="no meio do caminho"):
        servico(usuario_criar)(autor=fabrica.autor(Papel.ADMINISTRADOR))
    assert not Municipio.objects.filter(nome="Inventado").exists()
    assert autor_corrente.get() is None
