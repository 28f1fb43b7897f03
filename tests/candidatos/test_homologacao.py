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
from candidatos.servicos.classificacao import cargo_classificar, concurso_classificar
from candidatos.servicos.homologacao import concurso_homologar, concurso_prorrogar
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso, HomologacaoDoCargo, Regras, Retificacao
from concursos.servicos import Alteracao, DadosDasRegras, edital_retificar
from nucleo.enums import Papel, SituacaoExecucao
from nucleo.erros import Recusa
from nucleo.models import Execucao, RegistroTrilha
from nucleo.permissoes import SISTEMA
from tests import fabrica
from tests.nomeacoes import mundo

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
    with pytest.raises(Recusa, match="ainda não foi homologado"):
        prorrogar(pronto.edital.concurso, date(2024, 3, 1))


# -- Cargo por cargo ------------------------------------------------------------------------------


OUTRO_DIA = date(2024, 6, 15)


@pytest.fixture
def tecnico(pronto: Cargo) -> Cargo:
    """Segundo cargo do mesmo edital, também pronto."""
    cargo = fabrica.cargo(regras=pronto.regras, nome="Técnico")
    for numero, nota in (("T1", "95.00"), ("T2", "60.00")):
        fabrica.candidatura(cargo=cargo, numero=numero, nota=nota)
    classificar(cargo)
    return cargo


def homologar_so(*cargos: Cargo, em: date = DIA) -> Concurso:
    return concurso_homologar(
        autor=fabrica.autor(Papel.AUTORIDADE),
        concurso=cargos[0].edital.concurso,
        homologado_em=em,
        veiculo=f"{VEICULO}, {em:%d/%m/%Y}",
        cargos=cargos,
    )


def do_banco(cargo: Cargo) -> Cargo:
    return Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=cargo.pk)


def datas(cargo: Cargo) -> tuple[date, date, date | None]:
    homologacao = HomologacaoDoCargo.objects.get(cargo=cargo)
    return homologacao.homologado_em, homologacao.validade_ate, homologacao.prorrogado_ate


def situacao(cargo: Cargo) -> str:
    return Classificacao.objects.get(cargo=cargo).situacao


def test_um_cargo_se_homologa_e_o_outro_fica(pronto: Cargo, tecnico: Cargo) -> None:
    concurso = homologar_so(pronto)

    assert datas(pronto) == (DIA, date(2026, 3, 1), None)
    assert not HomologacaoDoCargo.objects.filter(cargo=tecnico).exists()
    assert (situacao(pronto), situacao(tecnico)) == ("homologada", "corrente")
    assert (concurso.situacao, concurso.homologado_em, concurso.validade_ate) == ("publicado", None, None)


def test_com_o_ultimo_cargo_o_concurso_fica_homologado(pronto: Cargo, tecnico: Cargo) -> None:
    vazio = fabrica.cargo(regras=pronto.regras, nome="Sem candidatos")
    homologar_so(pronto)

    concurso = homologar_so(tecnico, em=OUTRO_DIA)

    assert datas(pronto)[:2] == (DIA, date(2026, 3, 1))
    assert datas(tecnico)[:2] == datas(vazio)[:2] == (OUTRO_DIA, date(2026, 6, 15))
    # A primeira homologação, e o fim da última validade.
    assert (
        concurso.situacao,
        concurso.homologado_em,
        concurso.homologacao_veiculo,
        concurso.validade_ate,
    ) == (
        "homologado",
        DIA,
        f"{VEICULO}, 01/03/2024",
        date(2026, 6, 15),
    )


def test_sem_dizer_quais_homologam_se_os_que_restam(pronto: Cargo, tecnico: Cargo) -> None:
    homologar_so(tecnico)

    assert homologar(pronto, em=OUTRO_DIA).situacao == SituacaoConcurso.HOMOLOGADO
    assert datas(tecnico)[0] == DIA
    assert datas(pronto)[0] == OUTRO_DIA


def test_de_uma_vez_ha_uma_homologacao_por_cargo(pronto: Cargo, tecnico: Cargo) -> None:
    homologar(pronto)

    assert datas(pronto) == datas(tecnico) == (DIA, date(2026, 3, 1), None)


def test_pendencia_de_um_cargo_nao_impede_outro(pronto: Cargo, tecnico: Cargo) -> None:
    fabrica.candidatura(cargo=tecnico, numero="T3", nota="60.00")
    classificar(tecnico)

    homologar_so(pronto)

    with pytest.raises(Recusa) as recusa:
        homologar_so(tecnico)
    assert recusa.value.detalhes == ["Técnico: 1 empate sem desempate; registre o sorteio."]


@pytest.mark.parametrize(
    ("qual", "frase"),
    [
        ("homologado", "Analista: o resultado já foi homologado."),
        ("vazio", "Vazio: não tem candidatos, e por isso não tem resultado."),
        ("alheio", "Analista: é de outro concurso."),
    ],
)
def test_cargo_que_nao_cabe_e_recusado_com_os_demais(
    pronto: Cargo, tecnico: Cargo, qual: str, frase: str
) -> None:
    homologar_so(pronto)
    quais = {
        "homologado": pronto,
        "vazio": fabrica.cargo(regras=pronto.regras, nome="Vazio"),
        "alheio": fabrica.cargo_publicado(),
    }

    with pytest.raises(Recusa) as recusa:
        homologar_so(tecnico, quais[qual])

    assert recusa.value.detalhes == [frase]
    assert not HomologacaoDoCargo.objects.filter(cargo=tecnico).exists()


def test_nenhum_cargo_e_recusado(pronto: Cargo) -> None:
    with pytest.raises(Recusa, match="ao menos um cargo"):
        concurso_homologar(
            autor=fabrica.autor(Papel.AUTORIDADE),
            concurso=pronto.edital.concurso,
            homologado_em=DIA,
            veiculo=VEICULO,
            cargos=[],
        )


def test_homologado_o_cargo_nao_se_classifica_e_o_outro_sim(pronto: Cargo, tecnico: Cargo) -> None:
    homologar_so(pronto)

    with pytest.raises(Recusa, match="o resultado do cargo Analista já foi homologado"):
        classificar(pronto)
    assert classificar(tecnico).versao == 2
    mae = concurso_classificar(autor=fabrica.autor(), concurso=pronto.edital.concurso)
    assert [filha.parametros["cargo"] for filha in mae.filhas.all()] == [tecnico.pk]


def test_calcula_se_a_chamada_do_homologado_entre_uma_homologacao_e_outra(
    pronto: Cargo, tecnico: Cargo
) -> None:
    hoje = timezone.localdate()
    homologar_so(pronto, em=hoje - timedelta(days=2))
    with pytest.raises(Recusa, match="o resultado do cargo Técnico ainda não foi homologado"):
        mundo.convocar(do_banco(tecnico), 1, data=hoje)
    with pytest.raises(Recusa, match="anterior à homologação"):
        mundo.convocar(do_banco(pronto), 1, data=hoje - timedelta(days=3))

    mundo.convocar(do_banco(pronto), 1, data=hoje - timedelta(days=2))
    homologar_so(tecnico, em=hoje - timedelta(days=1))

    with pytest.raises(Recusa, match="anterior à homologação"):
        mundo.convocar(do_banco(tecnico), 1, data=hoje - timedelta(days=2))
    mundo.convocar(do_banco(tecnico), 1, data=hoje)
    assert mundo.ocupantes(pronto) == {1: ("N1", "ampla")}
    assert mundo.ocupantes(tecnico) == {1: ("T1", "ampla")}


def test_a_validade_e_a_do_cargo(pronto: Cargo, tecnico: Cargo) -> None:
    hoje = timezone.localdate()
    homologar(pronto)
    for cargo, fim in ((pronto, hoje - timedelta(days=1)), (tecnico, hoje)):
        HomologacaoDoCargo.objects.filter(cargo=cargo).update(validade_ate=fim)

    with pytest.raises(Recusa, match="A validade do concurso terminou"):
        mundo.convocar(do_banco(pronto), 1, data=hoje)
    assert mundo.convocar(do_banco(tecnico), 1, data=hoje).quantidade == 1


# -- Prorrogação cargo por cargo --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("em", "do_primeiro", "do_segundo"),
    [
        # Só um está homologado; até o último dia da validade mais curta alcança os dois; depois, só o outro.
        (date(2024, 6, 14), date(2028, 3, 1), None),
        (date(2024, 6, 15), date(2028, 3, 1), date(2028, 6, 15)),
        (date(2026, 3, 1), date(2028, 3, 1), date(2028, 6, 15)),
        (date(2026, 3, 2), None, date(2028, 6, 15)),
        (date(2026, 6, 15), None, date(2028, 6, 15)),
    ],
)
def test_a_prorrogacao_alcanca_as_validades_que_correm(
    pronto: Cargo, tecnico: Cargo, em: date, do_primeiro: date | None, do_segundo: date | None
) -> None:
    homologar_so(pronto)
    concurso = homologar_so(tecnico, em=OUTRO_DIA)

    prorrogado = prorrogar(concurso, em)

    assert (datas(pronto)[2], datas(tecnico)[2]) == (do_primeiro, do_segundo)
    assert prorrogado.prorrogado_ate == max(filter(None, [do_primeiro, do_segundo]))


@pytest.mark.parametrize(
    ("em", "frase"),
    [
        (date(2024, 2, 29), "anterior à homologação"),
        (date(2026, 6, 16), "A validade acabou em 15/06/2026"),
    ],
)
def test_fora_de_todas_as_validades_nao_se_prorroga(
    pronto: Cargo, tecnico: Cargo, em: date, frase: str
) -> None:
    homologar_so(pronto)
    concurso = homologar_so(tecnico, em=OUTRO_DIA)

    with pytest.raises(Recusa, match=frase):
        prorrogar(concurso, em)


def test_validade_acabada_nao_se_prorroga_com_as_demais_nem_depois(pronto: Cargo, tecnico: Cargo) -> None:
    homologar_so(pronto)
    concurso = prorrogar(homologar_so(tecnico, em=OUTRO_DIA), date(2026, 3, 2))

    with pytest.raises(Recusa) as recusa:
        prorrogar(concurso, date(2026, 3, 3))

    assert recusa.value.detalhes == [
        "Analista: a validade acabou em 01/03/2026.",
        "Técnico: a validade já foi prorrogada, até 15/06/2028.",
    ]


def test_homologado_em_parte_prorroga_se_o_que_corre_e_o_resto_a_seu_tempo(
    pronto: Cargo, tecnico: Cargo
) -> None:
    concurso = prorrogar(homologar_so(pronto), date(2024, 4, 1))
    assert datas(pronto)[2] == date(2028, 3, 1)
    assert (concurso.situacao, concurso.prorrogado_ate) == ("publicado", None)

    concurso = homologar_so(tecnico, em=OUTRO_DIA)

    assert datas(tecnico) == (OUTRO_DIA, date(2026, 6, 15), None)
    assert (concurso.validade_ate, concurso.prorrogado_ate) == (date(2026, 6, 15), date(2028, 3, 1))
    prorrogar(concurso, date(2024, 7, 1))
    assert (datas(pronto)[2], datas(tecnico)[2]) == (date(2028, 3, 1), date(2028, 6, 15))


# -- O que ainda muda, e o que não -----------------------------------------------------------------


def test_as_regras_do_homologado_nao_se_retificam_e_as_dos_outros_sim() -> None:
    um = fabrica.cargo_publicado()
    outro = fabrica.cargo(regras=fabrica.regras(edital=um.edital), nome="Outro")
    for cargo in (um, outro):
        fabrica.candidatura(cargo=cargo)
        classificar(cargo)
    homologar_so(um)

    with pytest.raises(Recusa, match="já foi homologado") as recusa:
        retificar_edital(um)
    assert [detalhe.rpartition(": ")[2] for detalhe in recusa.value.detalhes] == ["desempate"]
    retificar_edital(outro)
    assert do_banco(outro).regras.desempate == ["idoso", "sorteio"]


def retificar_edital(cargo: Cargo) -> Retificacao:
    """Retifica a cadeia de desempate do cargo."""
    regras = do_banco(cargo).regras
    dados = {campo: getattr(regras, campo) for campo in DadosDasRegras.__dataclass_fields__}
    return edital_retificar(
        autor=fabrica.autor(Papel.AUTORIDADE),
        edital=cargo.edital,
        publicada_em=DIA,
        veiculo=VEICULO,
        motivo="Engano",
        alteracoes=[Alteracao(regras, DadosDasRegras(**dados | {"desempate": ["idoso", "sorteio"]}))],
    )
