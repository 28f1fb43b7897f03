"""Retificação do resultado: compara-se sem gravar, retifica-se o que se viu, e as duas listas ficam."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from candidatos.consultas.classificacao import habilitados_em_ordem
from candidatos.consultas.comparacao_do_resultado import (
    Lugar,
    Par,
    comparacao_guardada,
    comparar,
    contar,
    linhas_guardadas,
    visiveis,
)
from candidatos.consultas.retificacao import cargos_retificados, pares_retificados
from candidatos.enums import SituacaoClassificacao, SituacaoImportacao
from candidatos.models import Autodeclaracao, Classificacao, Colocacao, Importacao, RetificacaoDoResultado
from candidatos.servicos import ganchos_da_retificacao
from candidatos.servicos import retificacao as servicos
from candidatos.servicos.classificacao import cargo_classificar
from candidatos.servicos.desfazer import importacao_desfazer
from candidatos.servicos.homologacao import concurso_homologar
from candidatos.servicos.importacao import importacao_carregar, importacao_conferir
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.erros import Conflito, Recusa
from nucleo.models import RegistroTrilha
from tests import fabrica
from tests.candidatos.importacao.caminho import parado, parear, receber, retrato

pytestmark = pytest.mark.django_db
HOMOLOGADO_EM = date(2024, 3, 1)
RETIFICADO_EM = date(2024, 3, 11)
TITULOS = "Inscrição;Nome;Nascimento;Negro;PCD;Cargo;objetiva;pontos"
PESSOAS = {
    "N1": ("ANA SÁ", "Não"),
    "N2": ("RUI LIMA", "Sim"),
    "N3": ("EVA REIS", "Não"),
    "N4": ("IVO PAZ", "Sim"),
    "N5": ("LIA LUZ", "Não"),
    "N9": ("NEY SOL", "Sim"),
}
NOTAS = {"N1": "95,00", "N2": "90,00", "N3": "85,00", "N4": "80,00", "N5": "40,00"}


def tabela(cargo: Cargo, notas: dict[str, str], negros: dict[str, str] | None = None) -> str:
    """O arquivo da banca: a nota final de cada inscrição."""
    linhas = [TITULOS]
    for numero, nota in notas.items():
        nome, negro = PESSOAS[numero]
        negro = (negros or {}).get(numero, negro)
        linhas.append(f"{numero};{nome};02/01/1990;{negro};Não;{cargo.codigo};30,00;{nota}")
    return "\n".join(linhas) + "\n"


def homologar(cargo: Cargo) -> None:
    concurso_homologar(
        autor=fabrica.autor(Papel.AUTORIDADE),
        concurso=cargo.edital.concurso,
        homologado_em=HOMOLOGADO_EM,
        veiculo="Diário Oficial nº 1",
    )
    cargo.edital.concurso.refresh_from_db()


def classificar(cargo: Cargo) -> Classificacao:
    return cargo_classificar(autor=fabrica.autor(), cargo=cargo, execucao=None, progresso=parado)


def cargo_homologado() -> Cargo:
    """Cinco candidatos, quatro aprovados (o mínimo é 50), homologado."""
    novo = fabrica.cargo_publicado(desempate=["maior:objetiva"])
    carregar(conferida(novo, tabela(novo, NOTAS)))
    classificar(novo)
    homologar(novo)
    return novo


@pytest.fixture
def cargo() -> Cargo:
    return cargo_homologado()


def conferida(cargo: Cargo, conteudo: str, nome: str = "corrigido.csv") -> Importacao:
    autor = fabrica.autor()
    importacao = parear(autor, receber(autor, cargo, conteudo, nome))
    importacao_conferir(autor=autor, importacao=importacao, progresso=parado)
    importacao.refresh_from_db()
    return importacao


def carregar(importacao: Importacao) -> None:
    importacao_carregar(autor=fabrica.autor(), importacao=importacao, progresso=parado)


def comparada(cargo: Cargo, conteudo: str) -> Importacao:
    importacao = conferida(cargo, conteudo)
    servicos.retificacao_comparar(autor=fabrica.autor(), importacao=importacao, progresso=parado)
    importacao.refresh_from_db()
    return importacao


def pedir(importacao: Importacao, **campos: Any) -> None:
    ato: dict[str, Any] = {
        "publicada_em": RETIFICADO_EM,
        "veiculo": "Diário Oficial nº 9",
        "motivo": "Recurso provido contra a questão 31.",
    }
    servicos.resultado_pedir_retificacao(
        autor=fabrica.autor(Papel.AUTORIDADE), importacao=importacao, **(ato | campos)
    )
    importacao.refresh_from_db()


def retificar(importacao: Importacao) -> RetificacaoDoResultado:
    return servicos.resultado_retificar(
        autor=fabrica.autor(Papel.AUTORIDADE), importacao=importacao, progresso=parado
    )


def retificado(cargo: Cargo, notas: dict[str, str]) -> RetificacaoDoResultado:
    importacao = comparada(cargo, tabela(cargo, notas))
    pedir(importacao)
    return retificar(importacao)


def ordem(classificacao: Classificacao) -> list[str]:
    return list(
        classificacao.colocacoes.filter(posicao__isnull=False)
        .order_by("ordem")
        .values_list("candidatura__inscricao__numero", flat=True)
    )


# N4 passa à frente de N3 e de N2; N5 passa a aprovado; entra N9, aprovado em último.
CORRIGIDAS = NOTAS | {"N4": "92,00", "N5": "60,00", "N9": "55,00"}


# -- Comparar -------------------------------------------------------------------------------------


def test_comparar_nao_grava_nada_alem_da_comparacao(cargo: Cargo) -> None:
    importacao = conferida(cargo, tabela(cargo, CORRIGIDAS))
    antes = retrato()
    listas = list(Colocacao.objects.order_by("pk").values_list())
    servicos.retificacao_comparar(autor=fabrica.autor(), importacao=importacao, progresso=parado)
    depois = retrato()
    for nome in ("Candidato", "Inscricao", "Candidatura", "Resultado"):
        assert depois[nome] == antes[nome]
    assert list(Colocacao.objects.order_by("pk").values_list()) == listas
    importacao.refresh_from_db()
    assert (importacao.situacao, importacao.criados) == (SituacaoImportacao.CONFERIDA, {})


def test_a_comparacao_diz_quem_muda_e_quanto(cargo: Cargo) -> None:
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    (comparado,) = comparacao_guardada(importacao)
    contas = comparado.contas
    assert (contas.candidatos, contas.aprovados) == ((5, 6), (4, 6))
    assert (contas.sobem, contas.descem, contas.novos_aprovados, contas.deixam) == (1, 2, 2, 0)
    assert (contas.maior_subida, contas.maior_descida, contas.mudam) == (2, 1, 5)
    linhas = linhas_guardadas(importacao, cargo, reservas=True, efeito="")
    assert [(linha.numero, linha.par.frase) for linha in linhas] == [
        ("N4", "Sobe 2 lugares"),
        ("N2", "Desce 1 lugar"),
        ("N3", "Desce 1 lugar"),
        ("N5", "Passa a aprovado"),
        ("N9", "Passa a aprovado"),
    ]
    assert linhas[-1].nome == "NEY SOL"
    assert (linhas[0].par.antes, linhas[0].par.depois) == (
        Lugar(4, 2, None, "80.00", ""),
        Lugar(2, 1, None, "92.00", ""),
    )


def test_quem_nao_ve_declaracoes_nao_ve_as_listas_especificas(cargo: Cargo) -> None:
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    for linha in linhas_guardadas(importacao, cargo, reservas=False, efeito=""):
        for lugar in filter(None, (linha.par.antes, linha.par.depois)):
            assert (lugar.cotas, lugar.pcd) == (None, None)


def test_quem_so_muda_na_reserva_so_se_mostra_a_quem_pode(cargo: Cargo) -> None:
    importacao = comparada(cargo, tabela(cargo, NOTAS, {"N1": "Sim"}))
    (comparado,) = comparacao_guardada(importacao)
    assert (comparado.contas.mudam, comparado.contas.so_nas_reservas) == (0, 3)
    assert linhas_guardadas(importacao, cargo, reservas=False, efeito="") == []
    vistas = linhas_guardadas(importacao, cargo, reservas=True, efeito="")
    assert [linha.numero for linha in vistas] == ["N1", "N2", "N4"]


def test_cargo_que_o_arquivo_nao_muda_nao_entra(cargo: Cargo) -> None:
    outro = fabrica.cargo_publicado(desempate=["maior:objetiva"])
    segundo = fabrica.cargo(regras=outro.regras, nome="Técnico")
    arquivo = tabela(outro, NOTAS) + tabela(segundo, {"N9": "77,00"}).split("\n", 1)[1]
    carregar(conferida(outro, arquivo))
    classificar(outro), classificar(segundo)
    homologar(outro)
    corrigido = tabela(outro, {"N1": "51,00"}) + tabela(segundo, {"N9": "77,00"}).split("\n", 1)[1]
    nova = comparada(outro, corrigido)
    assert [cada.cargo for cada in comparacao_guardada(nova)] == [outro]
    pedir(nova)
    retificacao = retificar(nova)
    assert [cada.cargo for cada in cargos_retificados(retificacao)] == [outro]
    assert segundo.classificacoes.get().situacao == SituacaoClassificacao.HOMOLOGADA


def test_antes_da_homologacao_nao_ha_com_que_comparar() -> None:
    cargo = fabrica.cargo_publicado(desempate=["maior:objetiva"])
    importacao = conferida(cargo, tabela(cargo, NOTAS))
    with pytest.raises(Recusa, match="ainda não foi homologado"):
        servicos.retificacao_pedir_comparacao(autor=fabrica.autor(), importacao=importacao)


def test_arquivo_que_nada_muda_nao_se_compara(cargo: Cargo) -> None:
    importacao = conferida(cargo, tabela(cargo, NOTAS))
    with pytest.raises(Recusa, match="Nada a retificar"):
        servicos.retificacao_pedir_comparacao(autor=fabrica.autor(), importacao=importacao)


# -- Retificar ------------------------------------------------------------------------------------


def test_a_lista_nova_e_a_oficial_e_a_antiga_fica(cargo: Cargo) -> None:
    antiga = cargo.classificacoes.get()
    lugares = list(antiga.colocacoes.order_by("pk").values_list())
    retificacao = retificado(cargo, CORRIGIDAS)
    antiga.refresh_from_db()
    nova = cargo.classificacoes.get(situacao=SituacaoClassificacao.HOMOLOGADA)
    assert antiga.situacao == SituacaoClassificacao.RETIFICADA
    assert list(antiga.colocacoes.order_by("pk").values_list()) == lugares
    assert (nova.versao, nova.retificacao, antiga.retificacao) == (2, retificacao, None)
    assert ordem(antiga) == ["N1", "N2", "N3", "N4"]
    assert ordem(nova) == ["N1", "N4", "N2", "N3", "N5", "N9"]


def test_quem_se_chama_a_seguir_vem_da_lista_nova(cargo: Cargo) -> None:
    retificado(cargo, CORRIGIDAS)
    nova = cargo.classificacoes.get(situacao=SituacaoClassificacao.HOMOLOGADA)
    por_ordem = nova.colocacoes.filter(posicao__isnull=False).order_by("ordem")
    assert [habilitado.id for habilitado in habilitados_em_ordem(cargo)] == [
        str(pk) for pk in por_ordem.values_list("candidatura", flat=True)
    ]


def test_o_que_se_ve_depois_e_o_que_se_viu_antes(cargo: Cargo) -> None:
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    vistas = linhas_guardadas(importacao, cargo, reservas=True, efeito="")
    pedir(importacao)
    (mudado,) = cargos_retificados(retificar(importacao))
    pares = pares_retificados(mudado)
    lados = [(par.antes, par.depois) for par in visiveis(pares, reservas=True)]
    assert lados == [(linha.par.antes, linha.par.depois) for linha in vistas]
    assert contar(pares).mudam == 5


def test_o_arquivo_fica_carregado_e_as_linhas_da_comparacao_saem_do_plano(cargo: Cargo) -> None:
    retificacao = retificado(cargo, CORRIGIDAS)
    importacao = Importacao.objects.get(pk=retificacao.importacao_id)
    assert importacao.situacao == SituacaoImportacao.CARREGADA
    assert importacao.criados
    guardada = importacao.plano["retificacao"]
    assert [cada["mudancas"] for cada in guardada["cargos"]] == [[]]
    assert "ato" not in guardada


def test_a_validade_continua_contada_da_homologacao(cargo: Cargo) -> None:
    concurso = cargo.edital.concurso
    antes = (concurso.homologado_em, concurso.validade_ate)
    retificado(cargo, CORRIGIDAS)
    concurso.refresh_from_db()
    assert (concurso.homologado_em, concurso.validade_ate) == antes


def test_duas_retificacoes_numeram_se_e_as_tres_versoes_ficam(cargo: Cargo) -> None:
    retificado(cargo, CORRIGIDAS)
    segunda = retificado(cargo, CORRIGIDAS | {"N9": "99,00"})
    assert segunda.numero == 2
    assert list(cargo.classificacoes.order_by("versao").values_list("versao", "situacao")) == [
        (1, "retificada"),
        (2, "retificada"),
        (3, "homologada"),
    ]
    (mudado,) = cargos_retificados(segunda)
    assert mudado.antiga is not None
    assert (mudado.antiga.versao, mudado.nova.versao) == (2, 3)


def test_fica_na_trilha(cargo: Cargo) -> None:
    retificacao = retificado(cargo, CORRIGIDAS)
    registro = RegistroTrilha.objects.get(acao="candidatos.resultado_retificar")
    assert registro.objeto_id == str(retificacao.pk)
    assert registro.antes["classificacoes"] == {cargo.codigo: 1}
    assert registro.depois["classificacoes"] == {cargo.codigo: 2}
    assert (registro.depois["publicada_em"], registro.depois["veiculo"]) == (
        "2024-03-11",
        "Diário Oficial nº 9",
    )


def test_a_carga_que_retificou_nao_se_desfaz(cargo: Cargo) -> None:
    importacao = Importacao.objects.get(pk=retificado(cargo, CORRIGIDAS).importacao_id)
    with pytest.raises(Recusa, match="já homologado"):
        importacao_desfazer(autor=fabrica.autor(), importacao=importacao, progresso=parado)


# -- O que impede ---------------------------------------------------------------------------------


def nada_muda(importacao: Importacao, erro: type[Recusa], motivo: str) -> Recusa:
    antes = retrato()
    listas = list(Classificacao.objects.order_by("pk").values_list())
    with pytest.raises(erro, match=motivo) as recusa:
        retificar(importacao)
    assert retrato() == antes
    assert list(Classificacao.objects.order_by("pk").values_list()) == listas
    assert not RetificacaoDoResultado.objects.exists()
    return recusa.value


@pytest.mark.parametrize(
    ("campos", "motivo"),
    [
        ({"publicada_em": HOMOLOGADO_EM - timedelta(days=1)}, "não pode ser anterior à homologação"),
        ({"publicada_em": timezone.localdate() + timedelta(days=1)}, "ainda não chegou"),
        ({"veiculo": " "}, "onde a retificação foi publicada"),
        ({"motivo": " "}, "por que se retifica"),
    ],
)
def test_dados_do_ato(cargo: Cargo, campos: dict[str, Any], motivo: str) -> None:
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    with pytest.raises(Recusa, match=motivo):
        pedir(importacao, **campos)


@pytest.mark.parametrize("dia", [HOMOLOGADO_EM, timezone.localdate()])
def test_no_dia_da_homologacao_e_hoje_cabem(cargo: Cargo, dia: date) -> None:
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    pedir(importacao, publicada_em=dia)
    assert retificar(importacao).publicada_em == dia


def test_nao_pode_ser_anterior_a_outra_retificacao(cargo: Cargo) -> None:
    retificado(cargo, CORRIGIDAS)
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS | {"N9": "99,00"}))
    with pytest.raises(Recusa, match="depois desta"):
        pedir(importacao, publicada_em=RETIFICADO_EM - timedelta(days=1))


def test_sem_comparacao_nao_se_retifica(cargo: Cargo) -> None:
    importacao = conferida(cargo, tabela(cargo, CORRIGIDAS))
    with pytest.raises(Recusa, match="Compare antes"):
        pedir(importacao)


def test_conferir_de_novo_pede_outra_comparacao(cargo: Cargo) -> None:
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    importacao_conferir(autor=fabrica.autor(), importacao=importacao, progresso=parado)
    importacao.refresh_from_db()
    with pytest.raises(Recusa, match="Compare antes"):
        pedir(importacao)


def test_empate_novo_impede_e_diz_entre_quem(cargo: Cargo) -> None:
    importacao = comparada(cargo, tabela(cargo, NOTAS | {"N3": "90,00"}))
    with pytest.raises(Recusa) as recusa:
        pedir(importacao)
    assert recusa.value.detalhes == [f"{cargo}: empate sem desempate entre N2, N3."]


def test_a_base_que_mudou_depois_da_comparacao_da_conflito(cargo: Cargo) -> None:
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    pedir(importacao)
    # Muda o que decide a lista sem mudar o que o arquivo compara.
    candidatura = fabrica.candidatura(
        cargo=cargo, numero="X1", notas={"objetiva": "30.00", "pontos": "88.00"}
    )
    Autodeclaracao.objects.filter(inscricao=candidatura.inscricao).update(negro=True)
    nada_muda(importacao, Conflito, "refaça a comparação")


def test_impedimento_dos_andares_de_cima(cargo: Cargo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        ganchos_da_retificacao, "_IMPEDIMENTOS", [lambda cada, _: f"{cada.codigo} tem convocados."]
    )
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    with pytest.raises(Recusa) as recusa:
        pedir(importacao)
    assert recusa.value.detalhes == [f"{cargo.codigo} tem convocados."]


def test_impedimento_que_surge_depois_do_pedido(cargo: Cargo, monkeypatch: pytest.MonkeyPatch) -> None:
    importacao = comparada(cargo, tabela(cargo, CORRIGIDAS))
    pedir(importacao)
    monkeypatch.setattr(ganchos_da_retificacao, "_IMPEDIMENTOS", [lambda cada, _: "Há convocados."])
    assert nada_muda(importacao, Recusa, "não pode ser retificado").detalhes == ["Há convocados."]


def test_registrar_duas_vezes_e_um_so_impedimento(monkeypatch: pytest.MonkeyPatch) -> None:
    guardados: list[Any] = []
    monkeypatch.setattr(ganchos_da_retificacao, "_IMPEDIMENTOS", guardados)

    def impedimento(cargo: Cargo, _: object) -> str:
        return ""

    ganchos_da_retificacao.registrar_impedimento(impedimento)
    ganchos_da_retificacao.registrar_impedimento(impedimento)
    assert guardados == [impedimento]


# -- A comparação em si ---------------------------------------------------------------------------


def lugar(geral: int | None, *, cotas: int | None = None, nota: str = "1") -> Lugar:
    return Lugar(geral, cotas, None, nota, "" if geral else "Inapto")


@pytest.mark.parametrize(
    ("antes", "depois", "frase", "passos"),
    [
        (lugar(4), lugar(1), "Sobe 3 lugares", 3),
        (lugar(1), lugar(2), "Desce 1 lugar", -1),
        (lugar(None), lugar(2), "Passa a aprovado", 0),
        (None, lugar(2), "Passa a aprovado", 0),
        (lugar(2), lugar(None), "Deixa de ser aprovado", 0),
        (None, lugar(None), "Entra, sem ser aprovado", 0),
        (lugar(2), lugar(2), "Não muda", 0),
        (lugar(2), lugar(2, nota="2"), "Mesmo lugar, com outra nota", 0),
        (lugar(2), lugar(2, cotas=1), "Muda só nas listas específicas", 0),
        (lugar(None), lugar(None, nota="2"), "Continua não aprovado", 0),
    ],
)
def test_o_movimento_em_palavras(antes: Lugar | None, depois: Lugar, frase: str, passos: int) -> None:
    par = Par(1, antes, depois)
    assert (par.frase, par.passos) == (frase, passos)


def test_a_ordem_e_a_da_lista_nova_e_quem_saiu_vem_no_fim() -> None:
    antes = {1: lugar(1), 2: lugar(2), 3: lugar(3)}
    depois = {3: lugar(1), 2: lugar(2), 4: lugar(None), 1: lugar(None)}
    assert [par.candidatura for par in comparar(antes, depois)] == [3, 2, 1, 4]


def test_a_lista_inteira_traz_quem_nao_muda() -> None:
    pares = comparar({1: lugar(1), 2: lugar(2)}, {1: lugar(1), 2: lugar(2, nota="9")})
    assert [par.candidatura for par in visiveis(pares, reservas=True)] == [2]
    assert [par.candidatura for par in visiveis(pares, reservas=True, todos=True)] == [1, 2]
