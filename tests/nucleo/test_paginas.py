"""Páginas do núcleo: entrada, erros, execuções, trilha, história; menu, peso e política de conteúdo."""

from __future__ import annotations

import gzip
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from nucleo import menu, views
from nucleo.auditoria import registrar
from nucleo.enums import Papel, SituacaoExecucao
from nucleo.models import Execucao, RegistroTrilha, Usuario
from nucleo.permissoes import SISTEMA, Pessoa
from tests import fabrica

pytestmark = pytest.mark.django_db

CHAVEIRO = "django.contrib.auth.backends.ModelBackend"
PESO_MAXIMO = 200_000


def _entrar(papel: Papel | None, **alcance: Any) -> Client:
    cliente = Client()
    cliente.force_login(fabrica.usuario(papel, **alcance), backend=CHAVEIRO)
    return cliente


def _texto(resposta: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", resposta.content.decode()))


def _execucao(situacao: str = SituacaoExecucao.EM_ANDAMENTO, **campos: Any) -> Execucao:
    viva = situacao in (SituacaoExecucao.PENDENTE, SituacaoExecucao.EM_ANDAMENTO)
    padrao = {
        "especie": "nucleo.inventada",
        "chave": f"{Execucao.objects.count()}",
        "titulo": "Carregar resultados",
        "orgao": campos.pop("orgao", None) or fabrica.orgao(),
        "iniciada_em": timezone.now() - timedelta(seconds=41.2),
        "terminada_em": None if viva else timezone.now(),
    }
    return Execucao.objects.create(situacao=situacao, **(padrao | campos))


# -- Entrada e saída ------------------------------------------------------------------------------


def test_entra_com_a_senha_certa_e_sai():
    pessoa = fabrica.usuario(Papel.OPERADOR)
    cliente = Client()
    errada = cliente.post(reverse("nucleo:entrar"), {"username": pessoa.username, "password": "outra"})
    assert "Usuário ou senha não conferem" in _texto(errada)
    certa = cliente.post(reverse("nucleo:entrar"), {"username": pessoa.username, "password": fabrica.SENHA})
    assert certa["Location"] == "/"
    assert SESSION_KEY in cliente.session
    assert cliente.get(reverse("nucleo:sair")).status_code == 405
    assert cliente.post(reverse("nucleo:sair"))["Location"] == reverse("nucleo:entrar")
    assert SESSION_KEY not in cliente.session


def test_senhas_erradas_demais_bloqueiam_com_explicacao(settings):
    settings.AXES_ENABLED = True
    pessoa = fabrica.usuario(Papel.OPERADOR)
    dados = {"username": pessoa.username, "password": "errada"}
    respostas = [Client().post(reverse("nucleo:entrar"), dados) for _ in range(6)]
    assert [r.status_code for r in respostas] == [200] * 4 + [429] * 2
    assert "15 minutos" in _texto(respostas[-1])
    certa = Client().post(reverse("nucleo:entrar"), dados | {"password": fabrica.SENHA})
    assert certa.status_code == 429


def test_troca_a_propria_senha_e_continua_dentro():
    pessoa = fabrica.usuario(Papel.COMISSAO)
    cliente = Client()
    cliente.force_login(pessoa, backend=CHAVEIRO)
    nova = {"new_password1": "frase-longa-80", "new_password2": "frase-longa-80"}
    errada = cliente.post(reverse("nucleo:senha"), {"old_password": "não é esta", **nova})
    assert "Há o que corrigir" in _texto(errada)
    certa = cliente.post(reverse("nucleo:senha"), {"old_password": fabrica.SENHA, **nova})
    assert certa.status_code == 302
    pessoa.refresh_from_db()
    assert pessoa.check_password("frase-longa-80")
    assert SESSION_KEY in cliente.session
    assert RegistroTrilha.objects.get(acao="nucleo.senha_trocar").depois == {}


# -- Erros ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("erro", "codigo", "frase"),
    [
        (SuspiciousOperation(), 400, "nada foi gravado"),
        (RequestDataTooBig(), 413, "O limite é de 300 MB"),
    ],
)
def test_pedido_invalido_diz_o_que_fazer(erro, codigo, frase):
    resposta = views.pedido_invalido(RequestFactory().get("/"), erro)
    assert resposta.status_code == codigo
    assert frase in _texto(resposta)


def test_envio_maior_que_o_limite_e_recusado_antes_da_pagina_e_do_token(settings):
    settings.NOMEIA_TAMANHO_MAXIMO = 1024
    cliente = Client(enforce_csrf_checks=True)
    dados = {"arquivo": "x" * 4096}
    assert cliente.post(reverse("nucleo:entrar"), dados).status_code == 413
    assert cliente.post(reverse("nucleo:entrar"), {"arquivo": "x"}).status_code == 403


def test_formulario_sem_token_diz_que_a_pagina_envelheceu():
    resposta = Client(enforce_csrf_checks=True).post(reverse("nucleo:entrar"), {})
    assert resposta.status_code == 403
    assert "O formulário perdeu a validade" in _texto(resposta)


def test_pagina_que_nao_existe_e_pagina_sem_papel():
    cliente = _entrar(Papel.OPERADOR)
    assert "Página não encontrada" in _texto(cliente.get("/nao-existe/"))
    recusada = cliente.get(reverse("nucleo:trilha"))
    assert recusada.status_code == 403
    assert "Seu papel não permite" in _texto(recusada)


def test_falha_do_sistema_tem_pagina_que_nao_depende_do_banco(monkeypatch):
    def falhar(**_: Any) -> None:
        raise RuntimeError("falha de teste")

    monkeypatch.setattr("nucleo.consultas.execucoes", falhar)
    cliente = _entrar(Papel.OPERADOR)
    cliente.raise_request_exception = False
    resposta = cliente.get(reverse("nucleo:execucoes"))
    assert resposta.status_code == 500
    assert "O sistema falhou" in _texto(resposta)


# -- Casca ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("papel", list(Papel))
def test_menu_mostra_so_o_que_o_papel_abre(papel):
    cliente = _entrar(papel)
    autor = Pessoa(Usuario.objects.latest("pk"))
    pagina = cliente.get(reverse("nucleo:ajuda")).content.decode()
    trecho = pagina[pagina.index('id="menu"') : pagina.index("</nav>", pagina.index('id="menu"'))]
    for item in menu.itens():
        assert (f" {item.rotulo}</a>" in trecho) == autor.pode(item.acao), item.rotulo
    for entrada in menu.entradas(autor, "/"):
        assert cliente.get(entrada.url).status_code == 200, entrada.rotulo


def test_menu_marca_a_secao_em_que_se_esta():
    marcadas = [
        [entrada.rotulo for entrada in menu.entradas(SISTEMA, caminho) if entrada.atual]
        for caminho in ("/", "/concursos/7/cargos/", "/trilha/", "/lugar-nenhum/")
    ]
    assert marcadas == [["Painel"], ["Concursos"], ["Trilha"], []]


def test_topo_diz_quem_e_e_onde():
    cliente = _entrar(Papel.OPERADOR, orgao=fabrica.orgao(sigla="SME"), nome="Ana Inventada")
    texto = _texto(cliente.get(reverse("nucleo:ajuda")))
    assert "Ana Inventada SME" in texto
    assert f"versão {settings.NOMEIA_VERSAO}" in texto
    assert "Todos os órgãos" in _texto(_entrar(Papel.AUDITOR).get(reverse("nucleo:ajuda")))


def test_titulo_da_aba_e_o_da_pagina():
    pagina = _entrar(Papel.AUDITOR).get(reverse("nucleo:trilha")).content.decode()
    assert "<title>Trilha – Nomeia</title>" in pagina
    assert "<h1>Trilha</h1>" in pagina


def test_pagina_sem_cache_pesa_menos_de_200_kb():
    """Os estáticos saem comprimidos; a página, como é."""
    pagina = _entrar(Papel.AUDITOR).get(reverse("nucleo:trilha")).content
    enderecos = re.findall(r'(?:href|src)="/static/([^"]+)"', pagina.decode())
    assert any(endereco.endswith("nomeia.css") for endereco in enderecos)
    estaticos = [gzip.compress(Path(finders.find(endereco)).read_bytes()) for endereco in enderecos]
    assert len(pagina) + sum(map(len, estaticos)) < PESO_MAXIMO


def test_nenhum_template_traz_estilo_ou_codigo_embutido():
    proibido = re.compile(
        r'\sstyle\s*=\s*["\']|<style|<script(?![^>]*\ssrc=)|\son[a-z]+\s*=\s*["\']|javascript:', re.I
    )
    culpados = [
        f"{caminho.relative_to(settings.RAIZ)}: {achado.group(0)}"
        for caminho in (settings.RAIZ / "templates").rglob("*.html")
        for achado in proibido.finditer(caminho.read_text(encoding="utf-8"))
    ]
    assert culpados == []


def test_politica_de_conteudo_em_toda_resposta():
    politica = Client().get(reverse("nucleo:entrar"))["Content-Security-Policy"]
    assert "default-src 'self'" in politica
    assert "unsafe" not in politica


# -- Execuções ------------------------------------------------------------------------------------


def test_execucao_viva_mostra_o_andamento_e_pede_o_proximo():
    execucao = _execucao()
    cache.set(f"execucao:{execucao.pk}:0:arrendamento", True)
    cache.set(f"execucao:{execucao.pk}:andamento", (41_200, 100_000, "Lendo as linhas."))
    pagina = _entrar(Papel.OPERADOR).get(reverse("nucleo:execucao", args=[execucao.pk]))
    texto = _texto(pagina)
    assert "41.200 de 100.000" in texto
    assert "falta menos de 1 min" in texto
    assert "Lendo as linhas." in texto
    assert f'hx-get="{reverse("nucleo:execucao_estado", args=[execucao.pk])}"' in pagina.content.decode()
    assert '<progress max="100000" value="41200"' in pagina.content.decode()
    assert "Atualizar esta página" in texto


def test_execucao_terminada_diz_o_resultado_leva_ao_destino_e_nao_pede_mais():
    execucao = _execucao(SituacaoExecucao.CONCLUIDA, mensagem="83 linhas carregadas.", destino="/concursos/")
    for nome in ("nucleo:execucao", "nucleo:execucao_estado"):
        pagina = _entrar(Papel.COMISSAO).get(reverse(nome, args=[execucao.pk])).content.decode()
        assert "83 linhas carregadas." in pagina
        assert 'href="/concursos/"' in pagina
        assert "hx-get" not in pagina


def test_execucao_que_falhou_lista_os_motivos():
    execucao = _execucao(
        SituacaoExecucao.FALHOU,
        mensagem="Não foi possível.",
        resultado={"detalhes": ["Linha 3: falta a nota."]},
    )
    texto = _texto(_entrar(Papel.OPERADOR).get(reverse("nucleo:execucao", args=[execucao.pk])))
    assert "Não concluída" in texto
    assert "Linha 3: falta a nota." in texto


def test_execucao_mae_mostra_as_partes():
    mae = _execucao(total=2)
    _execucao(SituacaoExecucao.CONCLUIDA, mae=mae, titulo="Cargo A", mensagem="Pronto.")
    _execucao(mae=mae, titulo="Cargo B")
    texto = _texto(_entrar(Papel.OPERADOR).get(reverse("nucleo:execucao", args=[mae.pk])))
    assert "1 de 2" in texto
    assert "Cargo A" in texto
    assert "Cargo B" in texto


def test_execucoes_so_as_do_alcance():
    daqui, de_fora = fabrica.orgao(sigla="SME"), fabrica.orgao(sigla="SMS")
    minha, alheia = _execucao(orgao=daqui, titulo="Minha"), _execucao(orgao=de_fora, titulo="Alheia")
    cliente = _entrar(Papel.OPERADOR, orgao=daqui)
    lista = _texto(cliente.get(reverse("nucleo:execucoes")))
    assert "Minha" in lista
    assert "Alheia" not in lista
    for nome in ("nucleo:execucao", "nucleo:execucao_estado"):
        assert cliente.get(reverse(nome, args=[minha.pk])).status_code == 200
        assert cliente.get(reverse(nome, args=[alheia.pk])).status_code == 404


# -- Trilha e história ----------------------------------------------------------------------------


def _anotar(
    quantas: int = 1, acao: str = "nucleo.inventada", autor: Any = SISTEMA, orgao: Any = None
) -> None:
    for numero in range(quantas):
        registrar(autor=autor, acao=acao, objeto=orgao or fabrica.orgao(), depois={"numero": numero})


def test_trilha_pagina_por_chave_sem_repetir_nem_saltar():
    """O que chega enquanto se lê entra no alto, e não desloca as páginas seguintes."""
    _anotar(120)
    cliente = _entrar(Papel.AUDITOR)
    vistos: list[int] = []
    antes = ""
    for pagina in range(3):
        achados = cliente.get(reverse("nucleo:trilha"), {"antes": antes}).context["achados"]
        assert achados.total == 120 + pagina
        vistos += [registro.depois["numero"] for registro in achados.registros]
        antes = achados.proxima
        _anotar()
    assert antes is None
    assert vistos == list(range(119, -1, -1))


def test_trilha_filtra_por_pessoa_acao_objeto_e_dia():
    ana = fabrica.usuario(Papel.OPERADOR, nome="Ana Inventada")
    _anotar(acao="nucleo.uma", autor=Pessoa(ana), orgao=fabrica.orgao(sigla="SME"))
    _anotar(acao="nucleo.outra", orgao=fabrica.orgao(sigla="SMS"))
    cliente = _entrar(Papel.AUDITOR)

    def achar(**filtros: str) -> list[str]:
        achados = cliente.get(reverse("nucleo:trilha"), filtros).context["achados"]
        return [registro.acao for registro in achados.registros]

    hoje = timezone.localdate()
    assert achar() == ["nucleo.outra", "nucleo.uma"]
    assert achar(autor="ana inv") == ["nucleo.uma"]
    assert achar(acao="nucleo.outra") == ["nucleo.outra"]
    assert achar(objeto="SME") == ["nucleo.uma"]
    assert achar(desde=f"{hoje:%Y-%m-%d}", ate=f"{hoje:%d/%m/%Y}") == ["nucleo.outra", "nucleo.uma"]
    assert achar(ate=f"{hoje - timedelta(days=1):%Y-%m-%d}") == []
    assert achar(desde=f"{hoje + timedelta(days=1):%Y-%m-%d}") == []


def test_trilha_mostra_so_o_alcance_do_auditor():
    daqui, de_fora = fabrica.orgao(sigla="SME"), fabrica.orgao(sigla="SMS")
    _anotar(orgao=daqui)
    _anotar(orgao=de_fora)
    registrar(autor=SISTEMA, acao="nucleo.geral", objeto=fabrica.municipio())
    achados = _entrar(Papel.AUDITOR, orgao=daqui).get(reverse("nucleo:trilha")).context["achados"]
    assert [registro.orgao for registro in achados.registros] == [daqui]


def test_historia_mostra_o_antigo_o_novo_quem_e_quando():
    orgao = fabrica.orgao(sigla="SME", nome="Educação")
    orgao.nome, orgao.administracao = "Ensino", "indireta"
    orgao.save()
    cliente = _entrar(Papel.AUDITOR)
    resposta = cliente.get(reverse("nucleo:historico", args=["nucleo.orgao", orgao.pk]))
    alteracao, criacao = resposta.context["historia"].mudancas
    assert criacao.tipo == "criação"
    assert {(c.rotulo, c.antes, c.depois) for c in alteracao.campos} == {
        ("nome", "Educação", "Ensino"),
        ("administração", "Administração direta", "Administração indireta"),
    }
    assert "o próprio sistema" in _texto(resposta)


def test_historia_do_que_foi_excluido_continua_a_ler_se():
    municipio = fabrica.municipio(nome="Some")
    chave = municipio.pk
    municipio.delete()
    resposta = _entrar(Papel.AUDITOR).get(reverse("nucleo:historico", args=["nucleo.municipio", chave]))
    assert [mudanca.tipo for mudanca in resposta.context["historia"].mudancas] == ["exclusão", "criação"]


@pytest.mark.parametrize(
    ("modelo", "pk"),
    [("nucleo.orgao", "999"), ("nucleo.orgao", "x"), ("nucleo.execucao", "1"), ("nada", "1"), ("a.b.c", "1")],
)
def test_historia_que_nao_ha_e_404(modelo, pk):
    assert _entrar(Papel.AUDITOR).get(f"/historico/{modelo}/{pk}/").status_code == 404


def test_historia_fora_do_alcance_e_404():
    daqui, de_fora = fabrica.orgao(sigla="SME"), fabrica.orgao(sigla="SMS")
    cliente = _entrar(Papel.AUDITOR, orgao=daqui)
    assert cliente.get(reverse("nucleo:historico", args=["nucleo.orgao", daqui.pk])).status_code == 200
    assert cliente.get(reverse("nucleo:historico", args=["nucleo.orgao", de_fora.pk])).status_code == 404
    de_todos = reverse("nucleo:historico", args=["nucleo.municipio", daqui.municipio_id])
    assert cliente.get(de_todos).status_code == 404


@pytest.mark.parametrize(
    ("erro", "situacao", "titulo"),
    [
        (OperationalError("database is locked"), 503, "O sistema está ocupado"),
        (OperationalError("no such table: x"), 500, "O sistema falhou"),
        (ValueError("database is locked"), 500, "O sistema falhou"),
    ],
)
def test_banco_ocupado_nao_se_diz_falha(
    monkeypatch: pytest.MonkeyPatch, erro: Exception, situacao: int, titulo: str
) -> None:
    def falhar(*_: Any, **__: Any) -> None:
        raise erro

    monkeypatch.setattr("nucleo.consultas.execucoes", falhar)
    cliente = Client(raise_request_exception=False)
    cliente.force_login(fabrica.usuario(Papel.OPERADOR), CHAVEIRO)
    resposta = cliente.get(reverse("nucleo:execucoes"))

    assert resposta.status_code == situacao
    assert titulo in resposta.content.decode()
