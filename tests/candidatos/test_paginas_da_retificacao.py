"""As páginas da retificação: a comparação, o ato, as duas listas lado a lado, e quem vê o quê."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from candidatos.enums import SituacaoClassificacao
from candidatos.models import Importacao, RetificacaoDoResultado
from candidatos.servicos import ganchos_da_retificacao
from concursos.models import Cargo
from nucleo.enums import Papel
from tests import fabrica
from tests.candidatos.test_retificacao_do_resultado import (
    CORRIGIDAS,
    NOTAS,
    cargo_homologado,
    comparada,
    conferida,
    retificado,
    tabela,
)

pytestmark = pytest.mark.django_db
ATO = {"publicada_em": "2024-03-11", "veiculo": "Diário Oficial nº 9", "motivo": "Recurso provido."}


@pytest.fixture
def cargo() -> Cargo:
    return cargo_homologado()


def como(papel: Papel, **campos: Any) -> Client:
    client = Client()
    client.force_login(fabrica.usuario(papel, **campos))
    return client


def texto(resposta: Any) -> str:
    """Conteúdo da página sem dobras de espaço, como se lê."""
    return " ".join(resposta.content.decode().split())


def url(nome: str, objeto: Any, **consulta: Any) -> str:
    return reverse(f"candidatos:{nome}", args=[objeto.pk], query=consulta or None)


def test_o_caminho_inteiro(
    cargo: Cargo, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    importacao = conferida(cargo, tabela(cargo, CORRIGIDAS))
    operador, autoridade = como(Papel.OPERADOR), como(Papel.AUTORIDADE)
    do_arquivo = texto(operador.get(url("importacao", importacao)))
    assert "Comparar com o resultado homologado" in do_arquivo
    assert "Carregar resultados" not in do_arquivo

    with django_capture_on_commit_callbacks(execute=True):
        resposta = operador.post(url("retificacao_comparar", importacao))
    previa = url("retificacao_previa", importacao)
    assert resposta.url == previa
    mostrada = texto(operador.get(previa))
    assert "Sobe 2 lugares" in mostrada
    assert "Quem retifica o resultado é a autoridade" in mostrada
    assert previa in texto(operador.get(url("importacao", importacao)))

    ato = url("resultado_retificar", importacao)
    assert f'href="{ato}"' in texto(autoridade.get(previa))
    with django_capture_on_commit_callbacks(execute=True):
        assert autoridade.post(ato, ATO).url == previa
    feita = RetificacaoDoResultado.objects.get()
    assert autoridade.get(previa).url == url("retificacao", feita)
    mostrada = texto(autoridade.get(url("retificacao", feita)))
    assert "Recurso provido." in mostrada
    assert "Sobe 2 lugares" in mostrada
    do_arquivo = operador.get(url("importacao", importacao))
    assert url("retificacao", feita) in texto(do_arquivo)
    assert feita.autor is not None
    assert do_arquivo.context["quem_carregou"] == feita.autor


def test_so_quem_ve_declaracoes_ve_os_lugares_das_reservas(cargo: Cargo) -> None:
    importacao = comparada(cargo, tabela(cargo, NOTAS, {"N1": "Sim"}))
    previa = url("retificacao_previa", importacao)
    do_operador = como(Papel.OPERADOR).get(previa)
    assert [linha.numero for linha in do_operador.context["linhas"]] == ["N1", "N2", "N4"]
    assert "Listas específicas" in texto(do_operador)
    da_autoridade = como(Papel.AUTORIDADE).get(previa)
    assert da_autoridade.context["linhas"] == []
    assert "Outros 3 mudam só nas listas específicas" in texto(da_autoridade)
    assert "Listas específicas" not in texto(da_autoridade)


def test_depois_do_ato_tambem(cargo: Cargo) -> None:
    feita = url("retificacao", retificado(cargo, CORRIGIDAS))
    assert "Listas específicas" in texto(como(Papel.OPERADOR).get(feita))
    linhas = como(Papel.AUTORIDADE).get(feita).context["linhas"]
    assert {linha.par.depois.cotas for linha in linhas} == {None}


@pytest.mark.parametrize(
    ("efeito", "numeros"),
    [
        ("", ["N4", "N2", "N3", "N5", "N9"]),
        ("sobe", ["N4"]),
        ("desce", ["N2", "N3"]),
        ("aprovado", ["N5", "N9"]),
        ("deixa", []),
        ("todos", ["N1", "N4", "N2", "N3", "N5", "N9"]),
        ("qualquer", ["N4", "N2", "N3", "N5", "N9"]),
    ],
)
def test_filtros(cargo: Cargo, efeito: str, numeros: list[str]) -> None:
    feita = retificado(cargo, CORRIGIDAS)
    resposta = como(Papel.OPERADOR).get(url("retificacao", feita, efeito=efeito))
    assert [linha.numero for linha in resposta.context["linhas"]] == numeros


def test_impedimento_mostra_a_comparacao_e_nega_o_ato(cargo: Cargo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        ganchos_da_retificacao, "_IMPEDIMENTOS", [lambda cada, _: "Este cargo já tem convocados."]
    )
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    autoridade = como(Papel.AUTORIDADE)
    mostrada = texto(autoridade.get(url("retificacao_previa", importacao)))
    assert "Este cargo já tem convocados." in mostrada
    assert "Sobe 2 lugares" in mostrada
    ato = url("resultado_retificar", importacao)
    assert f'href="{ato}"' not in mostrada
    assert "Este cargo já tem convocados." in texto(autoridade.post(ato, ATO))
    assert "publicada_em" not in texto(autoridade.get(ato))


def test_ato_invalido_volta_com_o_motivo(cargo: Cargo) -> None:
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    resposta = como(Papel.AUTORIDADE).post(
        url("resultado_retificar", importacao), ATO | {"publicada_em": "2024-02-01"}
    )
    assert "não pode ser anterior à homologação" in texto(resposta)
    assert "Recurso provido." in texto(resposta)


def test_sem_comparacao_o_ato_leva_a_ela(cargo: Cargo) -> None:
    importacao = conferida(cargo, tabela(cargo, CORRIGIDAS))
    autoridade = como(Papel.AUTORIDADE)
    assert "Compare antes" in texto(autoridade.get(url("resultado_retificar", importacao)))
    assert "Ainda não se comparou" in texto(autoridade.get(url("retificacao_previa", importacao)))


def test_nada_que_decida_as_listas(cargo: Cargo) -> None:
    sem_efeito = tabela(cargo, NOTAS).replace("Inscrição;Nome", "Inscrição;E-mail;Nome")
    for numero in NOTAS:
        sem_efeito = sem_efeito.replace(f"\n{numero};", f"\n{numero};{numero}@exemplo.br;")
    importacao = comparada(cargo, sem_efeito)
    assert "nada que decida as listas" in texto(
        como(Papel.AUTORIDADE).get(url("retificacao_previa", importacao))
    )


def test_a_lista_retificada_continua_legivel(cargo: Cargo) -> None:
    feita = retificado(cargo, CORRIGIDAS)
    operador = como(Papel.OPERADOR)
    antiga = operador.get(url("lista", cargo, versao=1))
    assert antiga.context["vigente"].situacao == SituacaoClassificacao.RETIFICADA
    assert "foi oficial e já não é" in texto(antiga)
    assert antiga.context["total"] == 4
    # Só a que vale se exporta: baixada daqui, a outra passaria por esta.
    assert "Baixar em CSV" not in texto(antiga)
    vigente = operador.get(url("lista", cargo))
    assert vigente.context["total"] == 6
    assert "Baixar em CSV" in texto(vigente)
    assert url("lista", cargo, versao=1) in texto(vigente)
    assert url("retificacao", feita) in texto(vigente)


@pytest.mark.parametrize("versao", ["3", "x", "-1", "²"])
def test_versao_que_nao_ha(cargo: Cargo, versao: str) -> None:
    assert como(Papel.OPERADOR).get(url("lista", cargo, versao=versao)).status_code == 404


def test_a_classificacao_leva_as_retificacoes(cargo: Cargo) -> None:
    feita = retificado(cargo, CORRIGIDAS)
    pagina = como(Papel.OPERADOR).get(url("classificacao", cargo.edital.concurso))
    assert url("retificacao", feita) in texto(pagina)
    assert url("importar", cargo.edital.concurso) in texto(pagina)


def test_papeis(cargo: Cargo) -> None:
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    operador, auditor = como(Papel.OPERADOR), como(Papel.AUDITOR)
    assert operador.get(url("resultado_retificar", importacao)).status_code == 403
    assert auditor.post(url("retificacao_comparar", importacao)).status_code == 403
    assert auditor.get(url("retificacao_previa", importacao)).status_code == 200


def test_de_outro_orgao_nao_existe(cargo: Cargo) -> None:
    feita = retificado(cargo, CORRIGIDAS)
    de_fora = como(Papel.AUTORIDADE, orgao=fabrica.orgao(sigla="OUTRO"))
    importacao = Importacao.objects.get(pk=feita.importacao_id)
    assert de_fora.get(url("retificacao", feita)).status_code == 404
    assert de_fora.get(url("retificacao_previa", importacao)).status_code == 404
    assert de_fora.get(url("resultado_retificar", importacao)).status_code == 404


def test_muitas_linhas_vao_em_paginas_ou_numa_so_para_imprimir(
    cargo: Cargo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("candidatos.views.retificacao.POR_PAGINA", 2)
    feita = retificado(cargo, CORRIGIDAS)
    operador = como(Papel.OPERADOR)
    assert [
        linha.numero for linha in operador.get(url("retificacao", feita, pagina=2)).context["linhas"]
    ] == [
        "N3",
        "N5",
    ]
    assert len(operador.get(url("retificacao", feita, inteira=1)).context["linhas"]) == 5


def test_o_plano_guarda_so_as_primeiras_e_diz_que_ha_mais(
    cargo: Cargo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("candidatos.servicos.comparacao_do_resultado.GUARDADAS", 2)
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    resposta = como(Papel.OPERADOR).get(url("retificacao_previa", importacao))
    assert [linha.numero for linha in resposta.context["linhas"]] == ["N4", "N2"]
    assert resposta.context["escolhido"].contas.mudam == 5
    assert "São mudanças demais" in texto(resposta)
