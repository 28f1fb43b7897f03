"""Homologação e prorrogação: o que as impede, o que elas gravam, quem pode."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone

from candidatos.enums import SituacaoClassificacao, SituacaoDeclaracao
from candidatos.models import Candidatura, Classificacao, Colocacao, Sorteio
from candidatos.servicos.classificacao import cargo_classificar
from candidatos.servicos.homologacao import concurso_homologar, concurso_prorrogar
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso, Regras, Retificacao
from nucleo.enums import Papel, SituacaoExecucao
from nucleo.erros import Recusa
from nucleo.models import Execucao, RegistroTrilha
from nucleo.permissoes import SISTEMA
from tests import fabrica

pytestmark = pytest.mark.django_db

DIA = date(2024, 3, 1)
VEICULO = "Diário Oficial nº 17.234"


def calado(feito: int, total: int, mensagem: str = "") -> None:
    """Andamento que ninguém lê."""


def classificar(cargo: Cargo) -> Classificacao:
    return cargo_classificar(autor=SISTEMA, cargo=cargo, execucao=None, progresso=calado)


def homologar(cargo: Cargo, *, em: date = DIA, veiculo: str = VEICULO, autor: Any = None) -> Concurso:
    return concurso_homologar(
        autor=autor or fabrica.autor(Papel.AUTORIDADE),
        concurso=cargo.edital.concurso,
        homologado_em=em,
        veiculo=veiculo,
    )


def recusado(cargo: Cargo) -> list[str]:
    """Impedimentos que a recusa traz."""
    with pytest.raises(Recusa) as recusa:
        homologar(cargo)
    return recusa.value.detalhes


@pytest.fixture
def pronto() -> Cargo:
    """Cargo de edital publicado, com três candidatos, classificado, sem pendências."""
    cargo = fabrica.cargo_publicado(desempate=["maior:objetiva"])
    for numero, nota in (("N1", "90.00"), ("N2", "80.00"), ("N3", "70.00")):
        fabrica.candidatura(cargo=cargo, numero=numero, nota=nota, negro=numero == "N3")
    classificar(cargo)
    return cargo


# -- O que grava ----------------------------------------------------------------------------------


def test_homologar_abre_a_validade_de_data_a_data(pronto: Cargo) -> None:
    concurso = homologar(pronto)
    assert (concurso.situacao, concurso.homologado_em, concurso.validade_ate) == (
        SituacaoConcurso.HOMOLOGADO,
        DIA,
        date(2026, 3, 1),
    )


def test_validade_sem_dia_igual_acaba_no_ultimo_do_mes(pronto: Cargo) -> None:
    Concurso.objects.filter(pk=pronto.edital.concurso_id).update(validade_meses=6)
    assert homologar(pronto, em=date(2024, 8, 31)).validade_ate == date(2025, 2, 28)


def test_homologar_fixa_as_classificacoes(pronto: Cargo) -> None:
    homologar(pronto)
    assert pronto.classificacoes.get().situacao == SituacaoClassificacao.HOMOLOGADA


def test_classificar_depois_de_homologar_nao_muda_a_lista(pronto: Cargo) -> None:
    homologar(pronto)
    antes = list(pronto.classificacoes.get().colocacoes.values_list("candidatura", "posicao"))
    with pytest.raises(Recusa):
        classificar(pronto)
    assert list(pronto.classificacoes.get().colocacoes.values_list("candidatura", "posicao")) == antes


MUDANCAS = [
    lambda: Colocacao.objects.update(posicao=9),
    lambda: Colocacao.objects.all().delete(),
    lambda: Classificacao.objects.update(situacao=SituacaoClassificacao.SUBSTITUIDA),
    lambda: Classificacao.objects.all().delete(),
]


@pytest.mark.parametrize("mudar", MUDANCAS)
def test_o_banco_recusa_mudar_a_lista_homologada(pronto: Cargo, mudar: Callable[[], Any]) -> None:
    homologar(pronto)
    with pytest.raises(IntegrityError, match="homologada não muda"), transaction.atomic():
        mudar()


@pytest.mark.parametrize("mudar", MUDANCAS)
def test_antes_da_homologacao_a_lista_nao_esta_presa(pronto: Cargo, mudar: Callable[[], Any]) -> None:
    assert mudar()


def test_homologar_fica_na_trilha_com_data_e_veiculo(pronto: Cargo) -> None:
    homologar(pronto)
    registro = RegistroTrilha.objects.get(acao="candidatos.concurso_homologar")
    assert (registro.depois["homologado_em"], registro.depois["veiculo"]) == ("2024-03-01", VEICULO)


# -- O que impede ---------------------------------------------------------------------------------


def test_edital_em_rascunho_impede() -> None:
    cargo = fabrica.cargo_em_rascunho()
    assert recusado(cargo) == ["O edital ainda não foi publicado."]


def test_concurso_sem_candidatos_nao_se_homologa() -> None:
    assert recusado(fabrica.cargo_publicado()) == ["Nenhum cargo tem candidatos: importe os resultados."]


def test_cargo_por_classificar_impede(pronto: Cargo) -> None:
    outro = fabrica.cargo(regras=pronto.regras, nome="Técnico")
    fabrica.candidatura(cargo=outro)
    assert recusado(pronto) == ["Técnico: ainda não foi classificado."]


def test_cargo_sem_candidatos_nao_impede(pronto: Cargo) -> None:
    fabrica.cargo(regras=pronto.regras, nome="Técnico")
    assert homologar(pronto).situacao == SituacaoConcurso.HOMOLOGADO


def test_empate_impede_ate_o_sorteio(pronto: Cargo) -> None:
    fabrica.candidatura(cargo=pronto, numero="N4", nota="70.00")
    classificar(pronto)
    assert recusado(pronto) == ["Analista: 1 empate sem desempate; registre o sorteio."]
    for lugar, candidatura in enumerate(
        Candidatura.objects.filter(inscricao__numero__in=["N3", "N4"]), start=1
    ):
        Sorteio.objects.create(candidatura=candidatura, numero=lugar, data=DIA, ata="Ata nº 1")
    classificar(pronto)
    assert homologar(pronto).situacao == SituacaoConcurso.HOMOLOGADO


def test_falta_impede(pronto: Cargo) -> None:
    fabrica.candidatura(cargo=pronto).resultados.all().delete()
    classificar(pronto)
    assert recusado(pronto) == ["Analista: falta 1 dado de que a classificação precisa; corrija o arquivo."]


DESATUALIZADA = ["Analista: notas, sorteio ou regras mudaram; classifique de novo."]


def test_resultado_novo_depois_da_classificacao_impede(pronto: Cargo) -> None:
    fabrica.resultado(candidatura=Candidatura.objects.get(inscricao__numero="N3"), nota="99.00")
    assert recusado(pronto) == DESATUALIZADA


def test_declaracao_mudada_depois_da_classificacao_impede(pronto: Cargo) -> None:
    declaracao = Candidatura.objects.get(inscricao__numero="N3").inscricao.autodeclaracao
    declaracao.situacao = SituacaoDeclaracao.NAO_CONFIRMADA
    declaracao.save()
    assert recusado(pronto) == DESATUALIZADA


def test_regras_retificadas_depois_da_classificacao_impedem(pronto: Cargo) -> None:
    # Com uma retificação aberta o banco deixa mudar o que já foi publicado.
    Retificacao.objects.create(
        edital=pronto.edital, numero=1, publicada_em=DIA, veiculo=VEICULO, motivo="Erro material", mudancas=[]
    )
    Regras.objects.filter(pk=pronto.regras_id).update(desempate=["mais_velho"])
    assert recusado(pronto) == DESATUALIZADA


def test_candidatura_nova_depois_da_classificacao_impede(pronto: Cargo) -> None:
    fabrica.candidatura(cargo=pronto, numero="N4", nota="10.00")
    assert recusado(pronto) == DESATUALIZADA


def test_classificar_de_novo_tira_o_impedimento(pronto: Cargo) -> None:
    fabrica.resultado(candidatura=Candidatura.objects.get(inscricao__numero="N3"), nota="99.00")
    classificar(pronto)
    assert homologar(pronto).situacao == SituacaoConcurso.HOMOLOGADO


def test_arquivo_em_carga_impede(pronto: Cargo) -> None:
    importacao = fabrica.importacao(edital=pronto.edital, nome="novo.csv")
    importacao.execucao = _execucao(pronto, "candidatos.carregar", str(importacao.pk))
    importacao.save()
    assert recusado(pronto) == ["O arquivo “novo.csv” ainda está sendo carregado."]


def test_classificacao_em_andamento_impede(pronto: Cargo) -> None:
    _execucao(pronto, "candidatos.classificar", f"{pronto.edital.concurso_id}:todos")
    assert recusado(pronto) == ["A classificação ainda está em andamento."]


def _execucao(cargo: Cargo, especie: str, chave: str) -> Execucao:
    return Execucao.objects.create(
        especie=especie, chave=chave, titulo="Trabalho", orgao=cargo.orgao, situacao=SituacaoExecucao.PENDENTE
    )


def test_todos_os_impedimentos_vem_de_uma_vez(pronto: Cargo) -> None:
    fabrica.candidatura(cargo=pronto, numero="N4", nota="70.00")
    classificar(pronto)
    fabrica.candidatura(cargo=fabrica.cargo(regras=pronto.regras, nome="Técnico"))
    assert len(recusado(pronto)) == 2


def test_homologar_duas_vezes_e_recusado(pronto: Cargo) -> None:
    homologar(pronto)
    assert recusado(pronto) == ["O resultado já foi homologado."]


def test_data_futura_e_recusada(pronto: Cargo) -> None:
    with pytest.raises(Recusa, match="ainda não chegou"):
        homologar(pronto, em=timezone.localdate() + timedelta(days=1))


def test_data_anterior_ao_edital_e_recusada(pronto: Cargo) -> None:
    with pytest.raises(Recusa, match="anterior à publicação do edital"):
        homologar(pronto, em=fabrica.PUBLICADO_EM - timedelta(days=1))


def test_homologacao_sem_veiculo_e_recusada(pronto: Cargo) -> None:
    with pytest.raises(Recusa, match="onde a homologação foi publicada"):
        homologar(pronto, veiculo="  ")


@pytest.mark.parametrize("papel", [Papel.OPERADOR, Papel.COMISSAO, Papel.AUDITOR, Papel.ADMINISTRADOR])
def test_so_a_autoridade_homologa(pronto: Cargo, papel: Papel) -> None:
    with pytest.raises(PermissionDenied):
        homologar(pronto, autor=fabrica.autor(papel))


def test_autoridade_de_outro_orgao_nao_acha_o_concurso(pronto: Cargo) -> None:
    with pytest.raises(Http404):
        homologar(pronto, autor=fabrica.autor(Papel.AUTORIDADE, orgao=fabrica.orgao(sigla="OUTRO")))


# -- Prorrogação ----------------------------------------------------------------------------------


def prorrogar(concurso: Concurso, em: date) -> Concurso:
    return concurso_prorrogar(
        autor=fabrica.autor(Papel.AUTORIDADE), concurso=concurso, decidido_em=em, ato="Decreto nº 1"
    )


@pytest.mark.parametrize("em", [date(2024, 3, 1), date(2026, 2, 28), date(2026, 3, 1)])
def test_prorroga_por_igual_periodo_ate_o_ultimo_dia(pronto: Cargo, em: date) -> None:
    assert prorrogar(homologar(pronto), em).prorrogado_ate == date(2028, 3, 1)


def test_depois_do_ultimo_dia_nao_se_prorroga(pronto: Cargo) -> None:
    with pytest.raises(Recusa, match="ainda válido"):
        prorrogar(homologar(pronto), date(2026, 3, 2))


def test_antes_da_homologacao_nao_se_prorroga(pronto: Cargo) -> None:
    with pytest.raises(Recusa, match="anterior à homologação"):
        prorrogar(homologar(pronto), date(2024, 2, 29))


def test_so_se_prorroga_uma_vez(pronto: Cargo) -> None:
    concurso = prorrogar(homologar(pronto), date(2025, 1, 1))
    with pytest.raises(Recusa, match="uma só prorrogação"):
        prorrogar(concurso, date(2025, 2, 1))


def test_concurso_nao_homologado_nao_se_prorroga(pronto: Cargo) -> None:
    with pytest.raises(Recusa, match="ainda não homologado"):
        prorrogar(pronto.edital.concurso, date(2024, 3, 1))
