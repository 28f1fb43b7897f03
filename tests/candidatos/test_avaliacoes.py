"""Heteroidentificação e avaliação biopsicossocial: o que se grava, o que impedem, quem vê."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from candidatos.consultas.homologacao import impedimentos_da_homologacao
from candidatos.enums import EspecieDeAvaliacao, ResultadoDaAvaliacao, SituacaoDeclaracao
from candidatos.models import AvaliacaoDaDeclaracao, Candidatura, Classificacao
from candidatos.servicos.avaliacoes import avaliacoes_registrar
from candidatos.servicos.classificacao import cargo_classificar
from candidatos.servicos.homologacao import concurso_homologar
from concursos.enums import EfeitoDaNaoConfirmacao
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from nucleo.permissoes import SISTEMA
from tests import fabrica

pytestmark = pytest.mark.django_db

HETERO, BIO = EspecieDeAvaliacao.HETEROIDENTIFICACAO, EspecieDeAvaliacao.BIOPSICOSSOCIAL
SIM, NAO, AUSENTE = ResultadoDaAvaliacao
DIA = date(2024, 2, 1)


def classificar(cargo: Cargo) -> Classificacao:
    return cargo_classificar(autor=SISTEMA, cargo=cargo, execucao=None, progresso=lambda *_: None)


def montar(**das_regras: Any) -> Cargo:
    """Três pessoas, da maior nota à menor: "01" declarou-se negra, "02" PcD, "03" nada."""
    etapas = {
        "heteroidentificacao": True,
        "heteroidentificacao_fonte": "Edital, item 5",
        "biopsicossocial": True,
    }
    cargo = fabrica.cargo_publicado(pcd=1, cotas=2, desempate=["mais_velho"], **(etapas | das_regras))
    fabrica.candidatura(cargo=cargo, numero="01", nota="90.00", negro=True)
    fabrica.candidatura(cargo=cargo, numero="02", nota="80.00", pcd=True)
    fabrica.candidatura(cargo=cargo, numero="03", nota="70.00")
    classificar(cargo)
    return cargo


def registrar(cargo: Cargo, especie: EspecieDeAvaliacao = HETERO, **mudancas: Any) -> int:
    dados: dict[str, Any] = {
        "autor": fabrica.autor(Papel.COMISSAO),
        "concurso": cargo.edital.concurso,
        "especie": especie,
        "resultados": {"01": SIM} if especie is HETERO else {"02": SIM},
        "em_recurso": False,
        "data": DIA,
        "decidido_por": "Comissão nº 1",
        "documento": "Ata nº 3/2024",
    }
    return avaliacoes_registrar(**(dados | mudancas))


def lugares(cargo: Cargo) -> dict[str, tuple[int | None, int | None, int | None]]:
    """Inscrição → lugares na geral, na cota e na de PcD, na lista recalculada."""
    nova = classificar(cargo)
    linhas = nova.colocacoes.values_list(
        "candidatura__inscricao__numero", "posicao", "posicao_cotas", "posicao_pcd"
    )
    return {numero: (geral, cotas, pcd) for numero, geral, cotas, pcd in linhas}


def situacao(numero: str, campo: str = "situacao") -> str:
    declaracao = Candidatura.objects.get(inscricao__numero=numero).inscricao.autodeclaracao
    return str(getattr(declaracao, campo))


def test_confirmada_continua_na_lista_da_cota() -> None:
    cargo = montar()
    assert registrar(cargo) == 1
    assert situacao("01") == SituacaoDeclaracao.CONFIRMADA
    assert lugares(cargo)["01"] == (1, 1, None)


@pytest.mark.parametrize("resultado", [NAO, AUSENTE])
def test_nao_confirmada_ou_ausente_fica_so_na_geral(resultado: ResultadoDaAvaliacao) -> None:
    cargo = montar()
    registrar(cargo, resultados={"01": resultado})
    assert lugares(cargo)["01"] == (1, None, None)


def test_nao_confirmada_sai_do_concurso_se_o_edital_o_diz() -> None:
    cargo = montar(nao_confirmacao=EfeitoDaNaoConfirmacao.ELIMINA)
    registrar(cargo, resultados={"01": NAO})
    assert lugares(cargo) == {"01": (None, None, None), "02": (1, None, 1), "03": (2, None, None)}


def test_pcd_nao_confirmada_perde_so_a_lista_de_pcd_mesmo_se_o_edital_elimina_na_cota() -> None:
    cargo = montar(nao_confirmacao=EfeitoDaNaoConfirmacao.ELIMINA)
    registrar(cargo, BIO, resultados={"02": NAO})
    assert situacao("02", "situacao_pcd") == SituacaoDeclaracao.NAO_CONFIRMADA
    assert situacao("02") == SituacaoDeclaracao.DECLARADA
    assert lugares(cargo)["02"] == (2, None, None)


def test_recurso_provido_devolve_a_lista_e_as_duas_avaliacoes_ficam() -> None:
    cargo = montar()
    registrar(cargo, resultados={"01": NAO})
    registrar(cargo, em_recurso=True, documento="Ata nº 5/2024")
    assert lugares(cargo)["01"] == (1, 1, None)
    assert list(AvaliacaoDaDeclaracao.objects.values_list("versao", "resultado", "em_recurso")) == [
        (1, "nao_confirmada", False),
        (2, "confirmada", True),
    ]


def test_homologacao_espera_as_avaliacoes_que_o_edital_preve() -> None:
    cargo = montar()

    def frases() -> list[str]:
        return [item.texto for item in impedimentos_da_homologacao(cargo.edital.concurso)]

    assert frases() == [
        f"{cargo}: Heteroidentificação por registrar de 1 pessoa aprovada.",
        f"{cargo}: Avaliação biopsicossocial por registrar de 1 pessoa aprovada.",
    ]
    registrar(cargo)
    registrar(cargo, BIO)
    classificar(cargo)
    assert frases() == []


def test_sem_a_etapa_no_edital_nada_impede() -> None:
    cargo = montar(heteroidentificacao=False, heteroidentificacao_fonte="", biopsicossocial=False)
    assert impedimentos_da_homologacao(cargo.edital.concurso) == []


def test_resultado_que_muda_a_lista_pede_classificacao_nova() -> None:
    cargo = montar(biopsicossocial=False)
    registrar(cargo, resultados={"01": NAO})
    frases = [item.texto for item in impedimentos_da_homologacao(cargo.edital.concurso)]
    assert frases == [f"{cargo}: notas, sorteio ou regras mudaram; classifique de novo."]


@pytest.mark.parametrize(
    ("mudancas", "frase"),
    [
        ({"resultados": {"99": SIM}}, "99: não há esta inscrição no concurso. Confira os zeros à esquerda."),
        ({"resultados": {"03": SIM}}, "03: não fez a declaração que esta etapa confere."),
        ({"em_recurso": True}, "01: ainda não foi avaliada: não há do que recorrer."),
    ],
)
def test_inscricao_que_nao_cabe_recusa_todas(mudancas: dict[str, Any], frase: str) -> None:
    cargo = montar()
    resultados = {"01": SIM} | mudancas.get("resultados", {})
    with pytest.raises(Recusa) as recusa:
        registrar(cargo, **(mudancas | {"resultados": resultados}))
    assert recusa.value.detalhes == [frase]
    assert not AvaliacaoDaDeclaracao.objects.exists()


def test_avaliar_duas_vezes_pede_que_se_diga_que_e_recurso() -> None:
    cargo = montar()
    registrar(cargo)
    with pytest.raises(Recusa) as recusa:
        registrar(cargo, resultados={"01": NAO})
    assert recusa.value.detalhes == ["01: já foi avaliada. Se isto decide um recurso, marque “em recurso”."]


def homologar_so(cargo: Cargo) -> None:
    concurso_homologar(
        autor=fabrica.autor(Papel.AUTORIDADE),
        concurso=cargo.edital.concurso,
        homologado_em=date(2024, 3, 1),
        veiculo="DOM nº 1",
        cargos=[cargo],
    )


def test_depois_da_homologacao_do_cargo_nao_se_avalia_quem_esta_na_lista_dele() -> None:
    cargo = montar()
    outro = fabrica.cargo(regras=cargo.regras, cotas=2, pcd=1, nome="Outro")
    fabrica.candidatura(cargo=outro, numero="91")
    registrar(cargo)
    registrar(cargo, BIO)
    classificar(cargo)
    homologar_so(cargo)
    with pytest.raises(Recusa) as recusa:
        registrar(cargo, em_recurso=True)
    assert "já foi homologado" in recusa.value.detalhes[0]


def test_homologado_o_cargo_em_que_nao_passou_avalia_se_para_o_outro() -> None:
    cargo = montar(biopsicossocial=False)
    outro = fabrica.cargo(regras=cargo.regras, cotas=2, pcd=1, nome="Outro")
    reprovada = fabrica.candidatura(cargo=cargo, numero="04", nota="10.00", negro=True)
    segunda = Candidatura.objects.create(inscricao=reprovada.inscricao, cargo=outro)
    fabrica.resultado(candidatura=segunda, nota="80.00")
    registrar(cargo)
    classificar(cargo)
    classificar(outro)
    homologar_so(cargo)
    assert registrar(cargo, resultados={"04": NAO}) == 1
    assert lugares(outro)["04"] == (1, None, None)


def test_depois_da_homologacao_do_concurso_nao_se_avalia() -> None:
    cargo = montar()
    registrar(cargo)
    registrar(cargo, BIO)
    classificar(cargo)
    concurso_homologar(
        autor=fabrica.autor(Papel.AUTORIDADE),
        concurso=cargo.edital.concurso,
        homologado_em=date(2024, 3, 1),
        veiculo="DOM nº 1",
    )
    with pytest.raises(Recusa, match="já homologado"):
        registrar(cargo, em_recurso=True, concurso=type(cargo.edital.concurso).objects.get())


@pytest.mark.parametrize(
    ("dia", "trecho"),
    [
        (timezone.localdate() + timedelta(days=1), "ainda não chegou"),
        (fabrica.PUBLICADO_EM - timedelta(days=1), "anterior à publicação do edital"),
    ],
)
def test_data_impossivel(dia: date, trecho: str) -> None:
    with pytest.raises(Recusa, match=trecho):
        registrar(montar(), data=dia)


def test_a_trilha_nao_diz_quem_nem_o_resultado() -> None:
    registrar(montar())
    registro = RegistroTrilha.objects.get(acao="candidatos.avaliacoes_registrar")
    assert set(registro.depois) == {"quantas", "data", "documento"}


def test_avaliacao_gravada_nao_muda_no_banco() -> None:
    registrar(montar())
    with pytest.raises(IntegrityError), transaction.atomic():
        AvaliacaoDaDeclaracao.objects.update(resultado=NAO)


def test_autoridade_nao_registra() -> None:
    with pytest.raises(PermissionDenied):
        registrar(montar(), autor=fabrica.autor(Papel.AUTORIDADE))


def test_pagina_mostra_quem_falta_confere_e_so_depois_grava(client: Client) -> None:
    cargo = montar()
    client.force_login(
        fabrica.usuario(Papel.OPERADOR, orgao=cargo.orgao),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    pagina = reverse("candidatos:avaliacoes", args=[cargo.edital.concurso_id, HETERO.value])
    dito = client.get(pagina).content.decode()
    assert "Ninguém à espera" not in dito
    # Uma linha de andamento por cargo: a outra etapa tem a sua página.
    assert dito.count(f"<td>{cargo.codigo} –") == 1
    endereco = reverse("candidatos:avaliacoes_registrar", args=[cargo.edital.concurso_id, HETERO.value])
    dados = {
        "data": "2024-02-01",
        "decidido_por": "Comissão nº 1",
        "documento": "Ata nº 3",
        "confirmada": "01\n",
    }
    conferida = client.post(endereco, dados).content.decode()
    assert "Gravar 1 resultado" in conferida
    assert not AvaliacaoDaDeclaracao.objects.exists()
    assert client.post(endereco, dados | {"confirmado": "1"}).status_code == 302
    assert AvaliacaoDaDeclaracao.objects.get().decidido_por == "Comissão nº 1"
    assert "Ninguém à espera" in client.get(pagina).content.decode()


def test_pagina_de_etapa_que_o_edital_nao_preve_nao_existe(client: Client) -> None:
    cargo = montar(biopsicossocial=False)
    client.force_login(
        fabrica.usuario(Papel.OPERADOR, orgao=cargo.orgao),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    endereco = reverse("candidatos:avaliacoes", args=[cargo.edital.concurso_id, BIO.value])
    assert client.get(endereco).status_code == 404
