"""Homologados só alguns cargos: o arquivo da banca que os muda, o que não os muda, e as páginas."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from candidatos.consultas.desfazer import impedimento_de_desfazer
from candidatos.consultas.homologacao import impedimentos_da_homologacao
from candidatos.consultas.plano import passo_na_pagina
from candidatos.enums import SituacaoClassificacao
from candidatos.models import Classificacao, Importacao
from candidatos.servicos.homologacao import concurso_homologar
from concursos.models import Cargo, HomologacaoDoCargo
from nucleo.enums import Papel
from nucleo.erros import Recusa
from tests import fabrica
from tests.candidatos.test_retificacao_do_resultado import (
    HOMOLOGADO_EM,
    carregar,
    classificar,
    comparada,
    conferida,
    ordem,
    pedir,
    retificar,
    tabela,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def em_parte() -> tuple[Cargo, Cargo]:
    """Dois cargos do mesmo edital, classificados; só o primeiro está homologado."""
    um = fabrica.cargo_publicado(desempate=["maior:objetiva"])
    outro = fabrica.cargo(regras=um.regras, nome="Técnico")
    carregar(conferida(um, tabela(um, {"N1": "95,00", "N2": "90,00"}), "um.csv"))
    carregar(conferida(outro, tabela(outro, {"N3": "85,00"}), "outro.csv"))
    for cargo in (um, outro):
        classificar(cargo)
    concurso_homologar(
        autor=fabrica.autor(Papel.AUTORIDADE),
        concurso=um.edital.concurso,
        homologado_em=HOMOLOGADO_EM,
        veiculo="Diário Oficial nº 1",
        cargos=[um],
    )
    return um, outro


def dos_dois(um: Cargo, outro: Cargo, nota_de_n1: str, nota_de_n3: str) -> str:
    """Um só arquivo, com linhas dos dois cargos."""
    primeira = tabela(um, {"N1": nota_de_n1, "N2": "90,00"})
    return primeira + tabela(outro, {"N3": nota_de_n3}).split("\n", 1)[1]


def nota(cargo: Cargo, numero: str) -> str:
    candidatura = cargo.candidaturas.get(inscricao__numero=numero)
    return str(candidatura.resultados.order_by("-versao")[0].notas["pontos"])


def test_linhas_iguais_do_homologado_nao_impedem_a_carga(em_parte: tuple[Cargo, Cargo]) -> None:
    um, outro = em_parte
    importacao = conferida(um, dos_dois(um, outro, "95,00", "86,00"))

    assert passo_na_pagina(importacao) == "carregar"
    carregar(importacao)
    assert nota(outro, "N3") == "86.00"


def test_arquivo_que_muda_o_homologado_nao_se_carrega(em_parte: tuple[Cargo, Cargo]) -> None:
    um, outro = em_parte
    importacao = conferida(um, dos_dois(um, outro, "70,00", "86,00"))

    assert passo_na_pagina(importacao) == "comparar"
    with pytest.raises(Recusa, match="muda o resultado já homologado") as recusa:
        carregar(importacao)
    assert recusa.value.detalhes == [f"{um.codigo} – Analista"]
    assert (nota(um, "N1"), nota(outro, "N3")) == ("95.00", "85.00")


def test_por_retificacao_muda_a_lista_homologada_e_o_outro_classifica_se_depois(
    em_parte: tuple[Cargo, Cargo],
) -> None:
    um, outro = em_parte
    importacao = comparada(um, dos_dois(um, outro, "70,00", "86,00"))
    assert [cargo["cargo"] for cargo in importacao.plano["retificacao"]["cargos"]] == [um.pk]
    assert passo_na_pagina(importacao) == "comparado"

    pedir(importacao)
    retificar(importacao)

    oficial = Classificacao.objects.get(cargo=um, situacao=SituacaoClassificacao.HOMOLOGADA)
    assert ordem(oficial) == ["N2", "N1"]
    assert [(cada.versao, cada.situacao) for cada in outro.classificacoes.all()] == [(1, "corrente")]
    assert [item.texto for item in impedimentos_da_homologacao(um.edital.concurso)] == [
        "Técnico: notas, sorteio ou regras mudaram; classifique de novo."
    ]
    classificar(outro)
    assert impedimentos_da_homologacao(um.edital.concurso) == []


def test_a_carga_do_homologado_nao_se_desfaz_e_a_do_outro_sim(em_parte: tuple[Cargo, Cargo]) -> None:
    um, _ = em_parte
    primeira, segunda = Importacao.objects.order_by("pk")
    assert impedimento_de_desfazer(segunda) == ""
    Importacao.objects.filter(pk=segunda.pk).update(situacao="desfeita", desfeita_em=timezone.now())

    assert impedimento_de_desfazer(primeira) == (
        f"O resultado já foi homologado sobre esta carga em {um.codigo} – Analista: a carga fica."
    )


# -- Páginas ----------------------------------------------------------------------------------------


@pytest.fixture
def autoridade(client: Client) -> Client:
    client.force_login(fabrica.usuario(Papel.AUTORIDADE))
    return client


def pagina(cliente: Client, nome: str, cargo: Cargo) -> str:
    return cliente.get(reverse(nome, args=[cargo.edital.concurso_id])).content.decode()


def test_homologar_vem_com_todos_os_prontos_marcados_e_os_impedidos_com_a_razao(autoridade: Client) -> None:
    um = fabrica.cargo_publicado(desempate=["maior:objetiva"])
    outro = fabrica.cargo(regras=um.regras, nome="Técnico")
    for cargo in (um, outro):
        fabrica.candidatura(cargo=cargo)
    classificar(um)
    concurso = um.edital.concurso

    form = autoridade.get(reverse("candidatos:homologar", args=[concurso.pk])).context["form"]

    livre, impedido = (str(opcao) for opcao in form["cargos"])
    assert " checked" in livre
    assert " disabled" not in livre
    assert " disabled" in impedido
    assert " checked" not in impedido
    assert "Técnico (ainda não foi classificado.)" in impedido


def test_homologar_so_o_marcado(autoridade: Client, em_parte: tuple[Cargo, Cargo]) -> None:
    um, _ = em_parte
    terceiro = fabrica.cargo(regras=um.regras, nome="Guarda")
    fabrica.candidatura(cargo=terceiro)
    classificar(terceiro)
    assert "Já homologados" in pagina(autoridade, "candidatos:homologar", um)

    endereco = reverse("candidatos:homologar", args=[um.edital.concurso_id])
    ato = {"homologado_em": "2024-03-02", "veiculo": "Diário Oficial nº 2"}
    assert "Escolha ao menos um cargo" in autoridade.post(endereco, ato).content.decode()
    autoridade.post(endereco, ato | {"cargos": [terceiro.pk]})

    assert {cada.cargo_id for cada in HomologacaoDoCargo.objects.all()} == {um.pk, terceiro.pk}


def test_as_paginas_dizem_o_que_esta_homologado(autoridade: Client, em_parte: tuple[Cargo, Cargo]) -> None:
    um, _ = em_parte

    classificacao = pagina(autoridade, "candidatos:classificacao", um)
    do_concurso = pagina(autoridade, "painel:concurso", um)

    assert "Homologada em parte" in classificacao
    assert "em 01/03/2024, válido até 01/03/2026" in classificacao
    assert "Homologado em parte" in do_concurso
    assert "01/03/2024</span>, válida até 01/03/2026" in do_concurso
    assert "1 de 2 cargos" in do_concurso
    assert do_concurso.count("por homologar") == 1


def test_prorrogar_mostra_o_que_alcanca(autoridade: Client, em_parte: tuple[Cargo, Cargo]) -> None:
    um, _ = em_parte

    # A validade dos cargos do passado já acabou: a página diz que não os alcança.
    assert "não alcança: a validade acabou em 01/03/2026" in pagina(autoridade, "candidatos:prorrogar", um)
