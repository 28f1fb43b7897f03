"""Classificação de um cargo: ordem, mínimas, etapas, declarações, empates, versões e sorteio."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.exceptions import PermissionDenied
from django.http import Http404

from candidatos.consultas.classificacao import (
    Lista,
    classificacao_vigente,
    contagem_das_listas,
    habilitados_em_ordem,
)
from candidatos.enums import SituacaoClassificacao, SituacaoDeclaracao
from candidatos.models import Candidatura, Classificacao, Sorteio
from candidatos.servicos.classificacao import cargo_classificar, concurso_classificar, sorteio_registrar
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from nucleo.permissoes import SISTEMA
from tests import fabrica

pytestmark = pytest.mark.django_db

CASOS = Path(__file__).resolve().parent.parent / "casos" / "classificacao"


def calado(feito: int, total: int, mensagem: str = "") -> None:
    """Andamento que ninguém lê."""


def classificar(cargo: Cargo) -> Classificacao:
    return cargo_classificar(autor=SISTEMA, cargo=cargo, execucao=None, progresso=calado)


def inscricoes(classificacao: Classificacao, **filtro: Any) -> list[str]:
    em_ordem = classificacao.colocacoes.filter(**(filtro or {"posicao__isnull": False})).order_by("ordem")
    return list(em_ordem.values_list("candidatura__inscricao__numero", flat=True))


def cargo_do_caso(nome: str, **das_regras: Any) -> tuple[Cargo, dict[str, Any]]:
    """Cargo e candidaturas de um caso de classificação, feitos nos modelos."""
    caso = yaml.load((CASOS / f"{nome}.yaml").read_text(), Loader=yaml.BaseLoader)
    classificacao = caso["classificacao"]
    provas = [chave for chave in ("pontos", "especificos", "gerais") if chave in caso["candidatos"][0]]
    referencia = classificacao.get("data_referencia_idade")
    valores = {
        "provas": [{"chave": chave, "nome": chave.title(), "minima": "", "maxima": ""} for chave in provas],
        "nota_final": classificacao["nota_final"],
        "desempate": classificacao["desempate"],
        "data_referencia_idade": date.fromisoformat(referencia) if referencia else None,
    }
    cargo = fabrica.cargo_publicado(
        vagas=int(caso["vagas"]),
        cotas=0,
        publicado_em=date.fromisoformat(caso["edital_publicado_em"]),
        **(valores | das_regras),
    )
    for dados in caso["candidatos"]:
        nascimento = dados.get("nascimento")
        fabrica.candidatura(
            cargo=cargo,
            numero=dados["id"],
            notas={chave: dados[chave].replace(",", ".") for chave in provas},
            nascimento=date.fromisoformat(nascimento) if nascimento else None,
            pcd=dados.get("pcd") == "true",
        )
    return cargo, caso["esperado"]


@pytest.fixture
def empatado() -> Cargo:
    """Três candidatos: N1 e N2 iguais em tudo, N3 atrás. A cadeia do edital não prevê sorteio."""
    cargo = fabrica.cargo_publicado(desempate=["maior:objetiva"])
    for numero, nota in (("N1", "80.00"), ("N2", "80.00"), ("N3", "70.00")):
        fabrica.candidatura(cargo=cargo, numero=numero, nota=nota)
    return cargo


def sortear(cargo: Cargo, **numeros: int) -> None:
    """Registra o sorteio e classifica de novo, como o trabalho pedido faria."""
    chaves = {
        Candidatura.objects.get(cargo=cargo, inscricao__numero=inscricao).pk: numero
        for inscricao, numero in numeros.items()
    }
    sorteio_registrar(
        autor=fabrica.autor(Papel.OPERADOR),
        cargo=cargo,
        numeros=chaves,
        data=date(2024, 2, 1),
        ata="Ata nº 1",
    )
    classificar(cargo)


# -- Ordem --------------------------------------------------------------------------------------


def test_a_ordem_oficial_da_guarda_municipal_sai_dos_modelos() -> None:
    cargo, esperado = cargo_do_caso("guarda_municipal_83")
    assert inscricoes(classificar(cargo)) == esperado["geral"]


def test_o_idoso_na_frente_da_cadeia_nao_muda_a_ordem_da_guarda() -> None:
    cadeia = ["idoso", "maior:especificos", "maior:gerais", "mais_velho"]
    cargo, esperado = cargo_do_caso("guarda_municipal_83", desempate=cadeia)
    assert inscricoes(classificar(cargo)) == esperado["geral"]


@pytest.mark.parametrize("caso", ["decimal_exato", "dois_idosos", "idoso_primeiro"])
def test_casos_de_classificacao_pelos_modelos(caso: str) -> None:
    cargo, esperado = cargo_do_caso(caso)
    assert inscricoes(classificar(cargo)) == esperado["geral"]


def test_cada_lugar_guarda_o_criterio_e_os_dois_valores() -> None:
    cargo = fabrica.cargo_publicado(desempate=["maior:objetiva"])
    fabrica.candidatura(cargo=cargo, numero="N1", notas={"pontos": "90.00", "objetiva": "66.00"})
    fabrica.candidatura(cargo=cargo, numero="N2", notas={"pontos": "90.00", "objetiva": "65.00"})
    segundo = classificar(cargo).colocacoes.get(posicao=2)
    assert (segundo.criterio, segundo.valor_acima, segundo.valor) == ("maior:objetiva", "66,00", "65,00")


# -- Quem não está aprovado ----------------------------------------------------------------------


def test_abaixo_da_minima_fica_fora_com_o_motivo() -> None:
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo, numero="N1", nota="49.99")
    colocacao = classificar(cargo).colocacoes.get()
    assert colocacao.posicao is None
    assert colocacao.motivo == "Abaixo da nota mínima em Nota final: 49,99, e o mínimo é 50"


def test_na_nota_minima_esta_aprovado() -> None:
    cargo = fabrica.cargo_publicado()
    fabrica.candidatura(cargo=cargo, numero="N1", nota="50.00")
    assert inscricoes(classificar(cargo)) == ["N1"]


def test_inapto_em_etapa_fica_fora_com_o_motivo() -> None:
    cargo = fabrica.cargo_publicado(etapas=["TAF"])
    fabrica.candidatura(cargo=cargo, numero="N1", etapas={"TAF": "inapto"})
    fabrica.candidatura(cargo=cargo, numero="N2", etapas={"TAF": "apto"})
    classificacao = classificar(cargo)
    assert inscricoes(classificacao) == ["N2"]
    assert classificacao.colocacoes.get(posicao=None).motivo == "Inapto em TAF"


def test_etapa_sem_resultado_e_falta() -> None:
    cargo = fabrica.cargo_publicado(etapas=["TAF"])
    candidatura = fabrica.candidatura(cargo=cargo, numero="N1")
    assert classificar(cargo).faltas == [
        {
            "candidatura": candidatura.pk,
            "campo": "etapas.TAF",
            "mensagem": "Falta o resultado da etapa TAF.",
        }
    ]


def test_candidatura_sem_resultado_e_falta() -> None:
    cargo = fabrica.cargo_publicado()
    candidatura = fabrica.candidatura(cargo=cargo, numero="N1")
    candidatura.resultados.all().delete()
    classificacao = classificar(cargo)
    assert [falta["candidatura"] for falta in classificacao.faltas] == [candidatura.pk]
    assert inscricoes(classificacao) == []


# -- Declarações e listas -------------------------------------------------------------------------


def test_listas_da_cota_e_de_pcd_tem_numeracao_propria() -> None:
    cargo = fabrica.cargo_publicado(pcd=1)
    for numero, nota, membro in (
        ("N1", "90", ""),
        ("N2", "80", "negro"),
        ("N3", "70", "pcd"),
        ("N4", "60", "negro"),
    ):
        fabrica.candidatura(cargo=cargo, numero=numero, nota=nota, **({membro: True} if membro else {}))
    lugares = (
        classificar(cargo).colocacoes.order_by("ordem").values_list("posicao", "posicao_cotas", "posicao_pcd")
    )
    assert list(lugares) == [(1, None, None), (2, 1, None), (3, None, 1), (4, 2, None)]


@pytest.mark.parametrize(("lei", "na_lista"), [(fabrica.FORTALEZA, False), (fabrica.CAXIAS, True)])
def test_indigena_e_cotista_so_na_lei_que_o_diz(lei: str, na_lista: bool) -> None:
    cargo = fabrica.cargo_publicado(lei=lei)
    fabrica.candidatura(cargo=cargo, numero="N1", indigena=True)
    assert (classificar(cargo).colocacoes.get().posicao_cotas == 1) is na_lista


def test_declaracao_nao_confirmada_volta_a_ampla() -> None:
    cargo = fabrica.cargo_publicado()
    candidatura = fabrica.candidatura(cargo=cargo, numero="N1", negro=True)
    _declarar(candidatura, SituacaoDeclaracao.NAO_CONFIRMADA)
    colocacao = classificar(cargo).colocacoes.get()
    assert (colocacao.posicao, colocacao.posicao_cotas) == (1, None)


def test_nao_confirmada_mantem_a_lista_de_pcd() -> None:
    cargo = fabrica.cargo_publicado(pcd=1)
    candidatura = fabrica.candidatura(cargo=cargo, numero="N1", negro=True, pcd=True)
    _declarar(candidatura, SituacaoDeclaracao.NAO_CONFIRMADA)
    assert classificar(cargo).colocacoes.get().posicao_pcd == 1


def test_declaracao_falsa_elimina_sem_dizer_a_raca() -> None:
    cargo = fabrica.cargo_publicado()
    candidatura = fabrica.candidatura(cargo=cargo, numero="N1", negro=True)
    _declarar(candidatura, SituacaoDeclaracao.FALSA)
    colocacao = classificar(cargo).colocacoes.get()
    assert (colocacao.posicao, colocacao.motivo) == (None, "Eliminado do concurso")


def _declarar(candidatura: Candidatura, situacao: SituacaoDeclaracao) -> None:
    declaracao = candidatura.inscricao.autodeclaracao
    declaracao.situacao = situacao
    declaracao.save()


def test_habilitados_tem_a_candidatura_por_identificador() -> None:
    cargo = fabrica.cargo_publicado()
    segunda = fabrica.candidatura(cargo=cargo, numero="N2", nota="70.00", negro=True)
    primeira = fabrica.candidatura(cargo=cargo, numero="N1", nota="80.00")
    classificar(cargo)
    lidos = [(cada.id, cada.cotista, cada.pcd) for cada in habilitados_em_ordem(cargo)]
    assert lidos == [(str(primeira.pk), False, False), (str(segunda.pk), True, False)]


# -- Empates e sorteio ----------------------------------------------------------------------------


def test_empate_sem_desempate_fica_guardado_com_as_candidaturas(empatado: Cargo) -> None:
    classificacao = classificar(empatado)
    grupos = [set(empate["candidaturas"]) for empate in classificacao.empates]
    chaves = Candidatura.objects.filter(inscricao__numero__in=["N1", "N2"]).values_list("pk", flat=True)
    assert grupos == [set(chaves)]


def test_empatados_dividem_o_lugar(empatado: Cargo) -> None:
    posicoes = classificar(empatado).colocacoes.order_by("ordem").values_list("posicao", flat=True)
    assert list(posicoes) == [1, 1, 3]


def test_sorteio_registrado_desempata(empatado: Cargo) -> None:
    classificar(empatado)
    sortear(empatado, N1=2, N2=1)
    vigente = classificacao_vigente(empatado)
    assert inscricoes(vigente) == ["N2", "N1", "N3"]
    assert vigente.empates == []


def test_empate_novo_depois_de_um_sorteio_continua_empate(empatado: Cargo) -> None:
    classificar(empatado)
    sortear(empatado, N1=2, N2=1)
    fabrica.candidatura(cargo=empatado, numero="N4", nota="70.00")
    classificacao = classificar(empatado)
    assert [len(empate["candidaturas"]) for empate in classificacao.empates] == [2]
    assert classificacao.faltas == []


def test_sorteio_previsto_e_ainda_nao_feito_e_empate() -> None:
    cargo = fabrica.cargo_publicado(desempate=["sorteio"])
    for numero in ("N1", "N2"):
        fabrica.candidatura(cargo=cargo, numero=numero)
    classificacao = classificar(cargo)
    assert (len(classificacao.empates), classificacao.faltas) == (1, [])


def test_sorteio_incompleto_e_recusado(empatado: Cargo) -> None:
    classificar(empatado)
    with pytest.raises(Recusa, match="cada um dos empatados"):
        sortear(empatado, N1=1)
    assert not Sorteio.objects.exists()


def test_sorteio_de_quem_nao_empatou_e_recusado(empatado: Cargo) -> None:
    classificar(empatado)
    with pytest.raises(Recusa, match="só a eles"):
        sortear(empatado, N1=1, N2=2, N3=3)


def test_numeros_iguais_no_mesmo_empate_sao_recusados(empatado: Cargo) -> None:
    classificar(empatado)
    with pytest.raises(Recusa, match="números diferentes"):
        sortear(empatado, N1=1, N2=1)


def test_sorteio_deixa_na_trilha_os_numeros_e_a_ata(empatado: Cargo) -> None:
    classificar(empatado)
    sortear(empatado, N1=2, N2=1)
    registro = RegistroTrilha.objects.get(acao="candidatos.sorteio_registrar")
    assert registro.depois["numeros"] == {"N1": 2, "N2": 1}
    assert registro.depois["ata"] == "Ata nº 1"


# -- Versões --------------------------------------------------------------------------------------


def test_classificar_de_novo_cria_versao_e_guarda_a_anterior(empatado: Cargo) -> None:
    primeira, segunda = classificar(empatado), classificar(empatado)
    primeira.refresh_from_db()
    assert (primeira.situacao, segunda.situacao) == (
        SituacaoClassificacao.SUBSTITUIDA,
        SituacaoClassificacao.CORRENTE,
    )
    assert primeira.colocacoes.count() == segunda.colocacoes.count() == 3


def test_vale_o_resultado_de_maior_versao() -> None:
    cargo = fabrica.cargo_publicado()
    candidatura = fabrica.candidatura(cargo=cargo, numero="N1", nota="60.00")
    corrigido = fabrica.resultado(candidatura=candidatura, nota="95.50")
    colocacao = classificar(cargo).colocacoes.get()
    assert (colocacao.nota, colocacao.resultado) == ("95.50", corrigido)


def test_resultado_homologado_nao_se_classifica_de_novo() -> None:
    cargo = fabrica.cargo_homologado()
    with pytest.raises(Recusa, match="já homologado"):
        classificar(cargo)
    assert Classificacao.objects.filter(cargo=cargo).count() == 1


def test_edital_em_rascunho_nao_se_classifica() -> None:
    cargo = fabrica.cargo_em_rascunho()
    fabrica.candidatura(cargo=cargo)
    with pytest.raises(Recusa, match="publique antes o edital"):
        classificar(cargo)


# -- Pedido, papel e alcance ----------------------------------------------------------------------


def test_pedido_sem_candidatos_e_recusado() -> None:
    cargo = fabrica.cargo_publicado()
    with pytest.raises(Recusa, match="importe os resultados"):
        concurso_classificar(autor=fabrica.autor(Papel.OPERADOR), concurso=cargo.edital.concurso)


def test_pedido_tem_um_trabalho_por_cargo_com_candidatos() -> None:
    cargo = fabrica.cargo_publicado()
    vazio = fabrica.cargo(regras=cargo.regras)
    fabrica.candidatura(cargo=cargo)
    execucao = concurso_classificar(autor=fabrica.autor(Papel.OPERADOR), concurso=cargo.edital.concurso)
    assert [filha.parametros for filha in execucao.filhas.all()] == [{"cargo": cargo.pk}]
    assert vazio.pk != cargo.pk


@pytest.mark.parametrize("papel", [Papel.AUDITOR, Papel.COMISSAO, Papel.ADMINISTRADOR, None])
def test_quem_nao_e_operador_nao_classifica(papel: Papel | None) -> None:
    cargo = fabrica.cargo_publicado()
    with pytest.raises(PermissionDenied):
        concurso_classificar(autor=fabrica.autor(papel), concurso=cargo.edital.concurso)


def test_fora_do_alcance_o_concurso_nao_existe() -> None:
    cargo = fabrica.cargo_publicado()
    de_fora = fabrica.autor(Papel.OPERADOR, orgao=fabrica.orgao(sigla="OUTRO"))
    with pytest.raises(Http404):
        concurso_classificar(autor=de_fora, concurso=cargo.edital.concurso)


# -- Custo ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("quantos", [3, 30])
def test_numero_de_consultas_nao_cresce_com_os_candidatos(
    quantos: int, django_assert_max_num_queries: Any
) -> None:
    cargo = fabrica.cargo_publicado()
    for lugar in range(quantos):
        fabrica.candidatura(cargo=cargo, nota=f"{60 + lugar}.00")
    with django_assert_max_num_queries(20):
        classificar(cargo)


def test_barreira_do_edital_aprova_ate_o_lugar_e_quem_passa_da_geral_fica_so_na_cota() -> None:
    cargo = fabrica.cargo_publicado(desempate=["maior:objetiva"], barreira_geral=2, barreira_cotas=1)
    for numero, nota, negro in (("01", "90.00", False), ("02", "80.00", False), ("03", "70.00", True)):
        fabrica.candidatura(cargo=cargo, numero=numero, nota=nota, negro=negro)
    fabrica.candidatura(cargo=cargo, numero="04", nota="60.00")
    nova = cargo_classificar(autor=SISTEMA, cargo=cargo, execucao=None, progresso=lambda *_: None)
    linhas = nova.colocacoes.values_list(
        "candidatura__inscricao__numero", "posicao", "posicao_cotas", "fora_da_geral"
    )
    assert list(linhas) == [
        ("01", 1, None, False),
        ("02", 2, None, False),
        ("03", 3, 1, True),
        ("04", None, None, False),
    ]
    assert nova.colocacoes.get(posicao=None).motivo.startswith("Além do lugar")
    contagens = contagem_das_listas(nova)
    assert (contagens[Lista.GERAL], contagens[Lista.COTAS], contagens[Lista.NAO_APROVADOS]) == (2, 1, 1)
