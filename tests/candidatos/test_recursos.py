"""Resultado preliminar, recursos e resultado final: o que se guarda, o que impede e o que mudou."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from candidatos.consultas.classificacao import estado_dos_cargos
from candidatos.consultas.homologacao import impedimentos_da_homologacao
from candidatos.consultas.mudancas_do_resultado import o_que_mudou
from candidatos.enums import (
    EspecieDeAvaliacao,
    EspecieDeDivulgacao,
    ResultadoDaAvaliacao,
    SituacaoDoRecurso,
)
from candidatos.models import Candidatura, Divulgacao, Recurso
from candidatos.servicos.avaliacoes import avaliacoes_registrar
from candidatos.servicos.classificacao import cargo_classificar
from candidatos.servicos.divulgacao import recurso_decidir, recurso_registrar, resultado_divulgar
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.erros import Conflito, Recusa
from nucleo.permissoes import SISTEMA
from tests import fabrica

pytestmark = pytest.mark.django_db

PRELIMINAR, FINAL = EspecieDeDivulgacao
S = SituacaoDoRecurso
DIA = date(2024, 2, 1)
PRAZO = date(2024, 2, 5)
DIA_DO_FINAL = date(2024, 2, 20)


def classificar(cargo: Cargo) -> None:
    cargo_classificar(autor=SISTEMA, cargo=cargo, execucao=None, progresso=lambda *_: None)


@pytest.fixture
def cargo() -> Cargo:
    """Três pessoas, 90, 80 e 70 pontos, já classificadas."""
    novo = fabrica.cargo_publicado(desempate=["mais_velho"])
    for numero, nota in (("01", "90.00"), ("02", "80.00"), ("03", "70.00")):
        fabrica.candidatura(cargo=novo, numero=numero, nota=nota, notas={"pontos": nota, "objetiva": "30.00"})
    classificar(novo)
    return novo


def divulgar(cargo: Cargo, especie: EspecieDeDivulgacao = PRELIMINAR, **mudancas: Any) -> Divulgacao:
    dados: dict[str, Any] = {
        "autor": fabrica.autor(Papel.AUTORIDADE),
        "concurso": cargo.edital.concurso,
        "especie": especie,
        "publicada_em": DIA if especie is PRELIMINAR else DIA_DO_FINAL,
        "veiculo": "DOM nº 1",
        "recursos_ate": PRAZO if especie is PRELIMINAR else None,
    }
    return resultado_divulgar(**(dados | mudancas))


def recorrer(cargo: Cargo, numero: str = "03", **mudancas: Any) -> Recurso:
    dados: dict[str, Any] = {
        "autor": fabrica.autor(Papel.OPERADOR),
        "candidatura": Candidatura.objects.select_related("cargo__regras", "cargo__edital__concurso").get(
            cargo=cargo, inscricao__numero=numero
        ),
        "prova": "objetiva",
        "numero": "R-1",
        "recebido_em": PRAZO,
        "pedido": "Revisão da questão 3.",
    }
    return recurso_registrar(**(dados | mudancas))


def decidir(recurso: Recurso, situacao: SituacaoDoRecurso = S.DEFERIDO, **mudancas: Any) -> Recurso:
    notas = (
        {"nota_depois": "45,50", "total_depois": "85,50"}
        if situacao in (S.DEFERIDO, S.DEFERIDO_EM_PARTE)
        else {}
    )
    dados: dict[str, Any] = {
        "autor": fabrica.autor(Papel.COMISSAO),
        "recurso": recurso,
        "situacao": situacao,
        "fundamentacao": "A questão tem duas respostas.",
        "decidido_por": "Banca examinadora",
        "decidido_em": date(2024, 2, 10),
        **notas,
    }
    return recurso_decidir(**(dados | mudancas))


def test_do_preliminar_ao_final_com_o_que_mudou_e_por_que(cargo: Cargo) -> None:
    divulgar(cargo)
    decidir(recorrer(cargo))
    assert estado_dos_cargos(cargo.edital.concurso)[0].desatualizada
    classificar(cargo)
    assert not estado_dos_cargos(cargo.edital.concurso)[0].desatualizada
    (grupo,) = o_que_mudou(divulgar(cargo, FINAL))
    assert [
        (
            m.colocacao.candidatura.inscricao.numero,
            m.lugar_antes,
            m.lugar,
            m.nota_antes,
            m.colocacao.nota,
            m.causa,
        )
        for m in grupo.listas[0].mudancas
    ] == [
        ("03", 3, 2, "70.00", "85.50", "Recurso nº R-1, deferido"),
        ("02", 2, 3, "80.00", "80.00", "A mudança de outras pessoas"),
    ]
    assert [cada.lista.nome for cada in grupo.listas] == ["lista geral"]
    assert grupo.listas[0].iguais == 1


def test_o_que_mudou_na_lista_da_cota_diz_a_etapa_e_nao_o_que_ela_concluiu() -> None:
    cargo = fabrica.cargo_publicado(
        desempate=["mais_velho"], heteroidentificacao=True, heteroidentificacao_fonte="Edital, item 5"
    )
    for numero, nota in (("01", "90.00"), ("02", "80.00"), ("03", "70.00")):
        fabrica.candidatura(cargo=cargo, numero=numero, nota=nota, negro=numero != "03")
    classificar(cargo)
    divulgar(cargo)
    avaliacoes_registrar(
        autor=fabrica.autor(Papel.COMISSAO),
        concurso=cargo.edital.concurso,
        especie=EspecieDeAvaliacao.HETEROIDENTIFICACAO,
        resultados={"01": ResultadoDaAvaliacao.NAO_CONFIRMADA, "02": ResultadoDaAvaliacao.CONFIRMADA},
        em_recurso=False,
        data=DIA,
        decidido_por="Comissão nº 1",
        documento="Ata nº 3/2024",
    )
    assert estado_dos_cargos(cargo.edital.concurso)[0].desatualizada
    classificar(cargo)
    (grupo,) = o_que_mudou(divulgar(cargo, FINAL))
    geral, cota = grupo.listas
    assert (geral.mudancas, geral.iguais) == ((), 3)
    assert [
        (m.colocacao.candidatura.inscricao.numero, m.lugar_antes, m.lugar, m.causa) for m in cota.mudancas
    ] == [("01", 1, None, "Heteroidentificação"), ("02", 2, 1, "A mudança de outras pessoas")]


@pytest.mark.parametrize(
    ("especie", "dia", "trecho"),
    [
        (PRELIMINAR, fabrica.PUBLICADO_EM - timedelta(days=1), "anterior à publicação do edital"),
        (PRELIMINAR, timezone.localdate() + timedelta(days=1), "ainda não chegou"),
        (FINAL, DIA - timedelta(days=1), "anterior ao preliminar"),
        (FINAL, date(2024, 2, 9), "nem à última decisão"),
    ],
)
def test_divulgacao_em_dia_impossivel(
    cargo: Cargo, especie: EspecieDeDivulgacao, dia: date, trecho: str
) -> None:
    divulgar(cargo)
    decidir(recorrer(cargo))
    classificar(cargo)
    with pytest.raises(Recusa, match=trecho):
        divulgar(cargo, especie, publicada_em=dia)


def test_a_mesma_divulgacao_enviada_duas_vezes_registra_se_uma(cargo: Cargo) -> None:
    divulgar(cargo)
    with pytest.raises(Recusa, match="Já se registrou esta divulgação"):
        divulgar(cargo)
    assert Divulgacao.objects.count() == 1
    classificar(cargo)
    assert divulgar(cargo).numero == 2


def test_recurso_que_chega_depois_do_final_espera_decisao_e_pode_dar_outro_final(cargo: Cargo) -> None:
    divulgar(cargo)
    divulgar(cargo, FINAL)
    recurso = recorrer(cargo)
    frases = [item.texto for item in impedimentos_da_homologacao(cargo.edital.concurso)]
    assert frases == ["Analista: 1 recurso espera decisão."]
    decidir(recurso)
    classificar(cargo)
    outro = divulgar(cargo, FINAL, publicada_em=date(2024, 2, 25))
    assert outro.numero == 2
    assert [m.lugar for m in o_que_mudou(outro)[0].listas[0].mudancas] == [2, 3]


def test_quem_so_le_ve_o_recurso_e_nao_o_decide(client: Client, cargo: Cargo) -> None:
    divulgar(cargo)
    pagina = reverse("candidatos:recurso", args=[recorrer(cargo).pk])
    client.force_login(
        fabrica.usuario(Papel.AUDITOR, orgao=cargo.orgao), backend="django.contrib.auth.backends.ModelBackend"
    )
    dito = client.get(pagina).content.decode()
    assert "Revisão da questão 3." in dito
    assert "Fundamentação" not in dito
    decisao = {"situacao": "indeferido", "fundamentacao": "Não.", "decidido_por": "Eu"}
    assert client.post(pagina, decisao | {"decidido_em": "2024-02-10"}).status_code == 403
    assert Recurso.objects.get().situacao == S.PENDENTE


def test_o_preliminar_fica_com_as_listas_que_se_divulgaram(cargo: Cargo) -> None:
    preliminar = divulgar(cargo)
    decidir(recorrer(cargo))
    classificar(cargo)
    (lista,) = preliminar.classificacoes.all()
    assert lista.versao == 1
    numeros = lista.colocacoes.order_by("ordem").values_list("candidatura__inscricao__numero", flat=True)
    assert list(numeros) == ["01", "02", "03"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Divulgacao.objects.update(veiculo="outro")


def test_indeferido_nao_muda_nota_nem_pede_classificacao(cargo: Cargo) -> None:
    divulgar(cargo)
    decidido = decidir(recorrer(cargo), S.INDEFERIDO)
    assert (decidido.nota_depois, decidido.candidatura.resultados.count()) == ("", 1)
    assert not estado_dos_cargos(cargo.edital.concurso)[0].desatualizada


def test_recurso_por_decidir_impede_o_final_e_a_homologacao(cargo: Cargo) -> None:
    divulgar(cargo)
    recorrer(cargo)
    with pytest.raises(Recusa) as recusa:
        divulgar(cargo, FINAL)
    assert recusa.value.detalhes == ["1 recurso espera decisão."]
    frases = [item.texto for item in impedimentos_da_homologacao(cargo.edital.concurso)]
    assert frases == ["Analista: 1 recurso espera decisão."]


def test_final_sem_preliminar_ou_com_lista_velha_nao_se_divulga(cargo: Cargo) -> None:
    with pytest.raises(Recusa) as recusa:
        divulgar(cargo, FINAL)
    assert recusa.value.detalhes == ["Divulgue antes o resultado preliminar, contra o qual cabem recursos."]
    divulgar(cargo)
    decidir(recorrer(cargo))
    with pytest.raises(Recusa) as recusa:
        divulgar(cargo, FINAL)
    assert "classifique de novo" in recusa.value.detalhes[0]


@pytest.mark.parametrize(("dia", "conhece"), [(PRAZO, True), (PRAZO + timedelta(days=1), False)])
def test_recurso_intempestivo_so_pode_nao_ser_conhecido(cargo: Cargo, dia: date, conhece: bool) -> None:
    divulgar(cargo)
    recurso = recorrer(cargo, recebido_em=dia)
    if conhece:
        assert decidir(recurso).situacao == S.DEFERIDO
        return
    with pytest.raises(Recusa, match="intempestivo"):
        decidir(recurso)
    assert decidir(recurso, S.NAO_CONHECIDO).situacao == S.NAO_CONHECIDO


@pytest.mark.parametrize(
    ("mudancas", "trecho"),
    [
        ({"nota_depois": "61"}, "não passa de 60"),
        ({"nota_depois": "-1"}, "não pode ser negativa"),
        ({"total_depois": ""}, "como em 72,50"),
        ({"nota_depois": "30", "total_depois": "70"}, "alguma nota muda"),
        ({"fundamentacao": " "}, "por que se decide"),
        ({"decidido_por": ""}, "quem decidiu"),
        ({"decidido_em": PRAZO - timedelta(days=1)}, "entre o recebimento"),
        ({"decidido_em": timezone.localdate() + timedelta(days=1)}, "entre o recebimento"),
    ],
)
def test_decisao_que_nao_se_pode_tomar(cargo: Cargo, mudancas: dict[str, Any], trecho: str) -> None:
    divulgar(cargo)
    recurso = recorrer(cargo)
    with pytest.raises(Recusa, match=trecho):
        decidir(recurso, **mudancas)
    recurso.refresh_from_db()
    assert recurso.situacao == S.PENDENTE


def test_recurso_decide_se_uma_vez(cargo: Cargo) -> None:
    divulgar(cargo)
    recurso = decidir(recorrer(cargo))
    with pytest.raises(Conflito):
        decidir(recurso)
    with pytest.raises(IntegrityError), transaction.atomic():
        Recurso.objects.update(decidido_por="outro")


@pytest.mark.parametrize(
    ("mudancas", "trecho"),
    [
        ({"prova": "titulo"}, "não tem nota nessa prova"),
        ({"pedido": " "}, "o que se pede"),
        ({"recebido_em": DIA - timedelta(days=1)}, "entre 01/02/2024"),
        ({"recebido_em": timezone.localdate() + timedelta(days=1)}, "e hoje"),
    ],
)
def test_recurso_que_nao_se_pode_registrar(cargo: Cargo, mudancas: dict[str, Any], trecho: str) -> None:
    divulgar(cargo)
    with pytest.raises(Recusa, match=trecho):
        recorrer(cargo, **mudancas)


def test_sem_preliminar_nao_ha_do_que_recorrer_e_protocolo_nao_se_repete(cargo: Cargo) -> None:
    with pytest.raises(Recusa, match="não há do que recorrer"):
        recorrer(cargo)
    divulgar(cargo)
    recorrer(cargo)
    with pytest.raises(Recusa, match="Já há um recurso"):
        recorrer(cargo, "02")


def test_quem_pode(cargo: Cargo) -> None:
    with pytest.raises(PermissionDenied):
        divulgar(cargo, autor=fabrica.autor(Papel.OPERADOR))
    divulgar(cargo)
    with pytest.raises(PermissionDenied):
        decidir(recorrer(cargo), autor=fabrica.autor(Papel.AUDITOR))


def test_paginas_do_caminho_inteiro(client: Client, cargo: Cargo) -> None:
    concurso = cargo.edital.concurso_id

    def entrar(papel: Papel) -> None:
        client.force_login(
            fabrica.usuario(papel, orgao=cargo.orgao), backend="django.contrib.auth.backends.ModelBackend"
        )

    entrar(Papel.AUTORIDADE)
    dados = {"publicada_em": "2024-02-01", "veiculo": "DOM nº 1", "recursos_ate": "2024-02-05"}
    assert (
        client.post(reverse("candidatos:divulgar", args=[concurso, "preliminar"]), dados).status_code == 302
    )
    entrar(Papel.OPERADOR)
    novo = {"inscricao": "03", "cargo": cargo.codigo, "prova": "objetiva", "numero": "R-1"}
    novo |= {"recebido_em": "2024-02-05", "pedido": "Revisão."}
    assert client.post(reverse("candidatos:recurso_novo", args=[concurso]), novo).status_code == 302
    recurso = Recurso.objects.get()
    assert "R-1" in client.get(reverse("candidatos:resultados", args=[concurso])).content.decode()
    decisao = {"situacao": "deferido", "nota_depois": "45,5", "total_depois": "85,5", "fundamentacao": "Sim."}
    decisao |= {"decidido_por": "Banca", "decidido_em": "2024-02-10"}
    assert client.post(reverse("candidatos:recurso", args=[recurso.pk]), decisao).status_code == 302
    classificar(cargo)
    entrar(Papel.AUTORIDADE)
    final = client.post(
        reverse("candidatos:divulgar", args=[concurso, "final"]),
        {"publicada_em": "2024-02-20", "veiculo": "DOM nº 9"},
        follow=True,
    ).content.decode()
    assert "Recurso nº R-1, deferido" in final
    pessoa = client.get(reverse("candidatos:inscricao", args=[recurso.candidatura.inscricao_id]))
    assert "Recurso nº R-1" in pessoa.content.decode()
