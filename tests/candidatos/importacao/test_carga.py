"""A carga: só o plano aprovado, tudo ou nada, e nunca depois da homologação."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from candidatos.enums import SituacaoImportacao
from candidatos.fluxo import PASSAGENS_DA_IMPORTACAO, exigir_passagem_da_importacao
from candidatos.models import Candidato, Importacao, Resultado
from candidatos.servicos import carga, conferencia, leitura_xlsx
from candidatos.servicos import importacao as servicos
from candidatos.servicos.pareamento import importacao_parear_valores
from concursos.enums import SituacaoConcurso
from concursos.models import Cargo, Concurso, Regras, Retificacao
from nucleo.enums import SituacaoExecucao
from nucleo.erros import Conflito, Recusa
from nucleo.models import Execucao
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao.caminho import (
    GUARDA,
    SEM_EFEITO,
    carregar,
    conferir,
    importar,
    parado,
    parear,
    receber,
    retrato,
)
from tests.candidatos.importacao.planilhas import com_folha, planilha

TITULOS = "Inscrição;Nome;Nascimento;objetiva;pontos"
UMA = f"{TITULOS}\n001;ANA SÁ;02/01/1990;40,00;50,00\n"
OUTRA = f"{TITULOS}\n002;RUI;02/01/1990;40,00;50,00\n"


@pytest.fixture
def cargo(db: None) -> Cargo:
    return fabrica.cargo_publicado()


def conferida(autor: Pessoa, cargo: Cargo, conteudo: str = UMA) -> Importacao:
    importacao = parear(autor, receber(autor, cargo, conteudo), cargo=cargo)
    conferir(autor, importacao)
    importacao.refresh_from_db()
    return importacao


def nada_se_grava(autor: Pessoa, importacao: Importacao, erro: type[Recusa], mensagem: str) -> None:
    antes = retrato()
    with pytest.raises(erro, match=mensagem):
        servicos.importacao_carregar(autor=autor, importacao=importacao, progresso=parado)
    assert retrato() == antes


def test_base_mudada_desde_a_conferencia_e_conflito(operador: Pessoa, cargo: Cargo) -> None:
    importacao = conferida(operador, cargo)
    importar(operador, cargo, UMA, nome="outro.csv")
    nada_se_grava(operador, importacao, Conflito, "A base mudou desde a conferência")
    assert conferir(operador, importacao)["inalteradas"] == 1


def test_regras_mudadas_desde_a_conferencia_sao_conflito(operador: Pessoa, cargo: Cargo) -> None:
    importacao = conferida(operador, cargo)
    retificacao = Retificacao.objects.create(
        edital=cargo.edital, numero=1, publicada_em=fabrica.PUBLICADO_EM, motivo="Nota máxima.", mudancas=[]
    )
    provas = [dict(prova, maxima="39") for prova in fabrica.PROVAS]
    Regras.objects.filter(pk=cargo.regras_id).update(provas=provas)
    Retificacao.objects.filter(pk=retificacao.pk).update(aplicada_em=timezone.now())
    nada_se_grava(operador, importacao, Conflito, "A base mudou")


def test_arquivo_mexido_no_disco_e_recusado(operador: Pessoa, cargo: Cargo) -> None:
    importacao = conferida(operador, cargo)
    Path(importacao.arquivo.path).write_text(UMA.replace("50,00", "99,00"))
    nada_se_grava(operador, importacao, Recusa, "já não é o que foi recebido")
    Path(importacao.arquivo.path).unlink()
    nada_se_grava(operador, importacao, Recusa, "já não está no disco")


@pytest.mark.parametrize(
    ("situacao", "dito"),
    [(SituacaoConcurso.HOMOLOGADO, "já homologado"), (SituacaoConcurso.ENCERRADO, "encerrado")],
)
def test_depois_da_homologacao_nada_se_carrega(
    operador: Pessoa, cargo: Cargo, situacao: str, dito: str
) -> None:
    importacao = conferida(operador, cargo)
    fabrica.classificacao_homologada(cargo=cargo)
    Concurso.objects.filter(pk=cargo.edital.concurso_id).update(situacao=situacao)
    importacao.edital.concurso.refresh_from_db()
    nada_se_grava(operador, importacao, Recusa, dito)
    with pytest.raises(Recusa, match=dito):
        servicos.importacao_pedir_carga(autor=operador, importacao=importacao)


def test_homologado_recebe_arquivo_para_retificar_e_encerrado_nao(operador: Pessoa, cargo: Cargo) -> None:
    fabrica.classificacao_homologada(cargo=cargo)
    assert receber(operador, Cargo.objects.get(pk=cargo.pk), OUTRA).pk
    Concurso.objects.filter(pk=cargo.edital.concurso_id).update(situacao=SituacaoConcurso.ENCERRADO)
    with pytest.raises(Recusa, match="encerrado"):
        receber(operador, Cargo.objects.get(pk=cargo.pk), OUTRA)


def test_edital_em_rascunho_nao_recebe_arquivo(operador: Pessoa, db: None) -> None:
    rascunho = fabrica.cargo_em_rascunho()
    antes = retrato()
    with pytest.raises(Recusa, match="publique antes o edital"):
        receber(operador, rascunho, UMA)
    assert retrato() == antes


def test_falha_no_meio_da_gravacao_desfaz_tudo(
    operador: Pessoa, cargo: Cargo, monkeypatch: pytest.MonkeyPatch
) -> None:
    importacao = conferida(operador, cargo)

    def sem_espaco(self: Any, candidaturas: Any) -> None:
        assert len(candidaturas) == 1
        raise OSError("sem espaço no disco")

    monkeypatch.setattr(carga.Carga, "_criar_resultados", sem_espaco)
    antes = retrato()
    with pytest.raises(OSError, match="sem espaço"):
        servicos.importacao_carregar(autor=operador, importacao=importacao, progresso=parado)
    assert retrato() == antes


def test_grava_em_lotes_e_diz_quanto_andou(
    operador: Pessoa, cargo: Cargo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conferencia, "LOTE", 2)
    linhas = "".join(f"{n:03d};PESSOA {chr(64 + n)};02/01/1990;40;50\n" for n in range(1, 6))
    importacao = conferida(operador, cargo, f"{TITULOS}\n{linhas}")
    andou: list[tuple[int, int, str]] = []
    servicos.importacao_carregar(
        autor=operador, importacao=importacao, progresso=lambda *passo: andou.append(passo)
    )
    assert Resultado.objects.count() == 5
    feitos = [feito for feito, _, _ in andou]
    assert len(feitos) >= 3
    assert feitos == sorted(feitos)
    assert andou[-1] == (5, 6, "Lendo, conferindo e gravando")


def test_o_mesmo_conteudo_ocupa_um_arquivo_so(operador: Pessoa, cargo: Cargo) -> None:
    uma, outra = receber(operador, cargo, UMA, "um.csv"), receber(operador, cargo, UMA, "outro.csv")
    assert (uma.arquivo.name, uma.sha256) == (outra.arquivo.name, outra.sha256)
    assert Path(uma.arquivo.path).read_text() == UMA
    assert outra.nome_original == "outro.csv"


def test_reenvio_conserta_o_que_ficou_pela_metade(operador: Pessoa, cargo: Cargo) -> None:
    pela_metade = receber(operador, cargo, UMA)
    Path(pela_metade.arquivo.path).write_text(UMA[:10])
    inteira = receber(operador, cargo, UMA)
    assert inteira.arquivo.name == pela_metade.arquivo.name
    assert Path(inteira.arquivo.path).read_text() == UMA


def test_envio_que_veio_por_arquivo_temporario(operador: Pessoa, cargo: Cargo) -> None:
    for conteudo in (UMA.encode(), planilha({"D": [["Inscrição", "Nome"], ["1", "ANA"]]})):
        envio = TemporaryUploadedFile("grande", "text/csv", len(conteudo), None)
        envio.write(conteudo)
        recebida = servicos.importacao_receber(autor=operador, edital=cargo.edital, arquivo=envio)
        assert Path(recebida.arquivo.path).read_bytes() == conteudo


MAUS = {
    "vazio": (b"", "está vazio"),
    "sem cabeçalho": (b"001;ANA;02/01/1990;40;50\n", "linha de títulos"),
    "codificação": (UMA.encode("cp037"), "não existe em Windows-1252"),
    "acentos perdidos": (UMA.replace("Á", "\ufffd").encode(), "Peça à banca o arquivo original"),
}


@pytest.mark.parametrize("mau", MAUS)
def test_arquivo_mau_nao_deixa_rastro(operador: Pessoa, cargo: Cargo, mau: str) -> None:
    conteudo, mensagem = MAUS[mau]
    antes = retrato()
    with pytest.raises(Recusa, match=mensagem):
        receber(operador, cargo, conteudo)
    assert retrato() == antes


def test_bomba_com_nome_de_planilha_nao_deixa_rastro(
    operador: Pessoa, cargo: Cargo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leitura_xlsx, "BYTES_MAXIMOS", 20_000_000)
    bomba = com_folha(b"", **{"xl/extra.xml": b"\n" * 20_000_000})
    assert len(bomba) < 100_000
    antes = retrato()
    with pytest.raises(Recusa, match="passa do limite de 20 MB"):
        receber(operador, cargo, bomba, "notas.xlsx")
    assert retrato() == antes


def test_acima_do_limite_nao_deixa_rastro(operador: Pessoa, cargo: Cargo, settings: Any) -> None:
    settings.NOMEIA_TAMANHO_MAXIMO = 20
    antes = retrato()
    with pytest.raises(Recusa, match="passa do limite de 0 MB"):
        receber(operador, cargo, UMA)
    assert retrato() == antes


@pytest.mark.parametrize(
    ("conteudo", "motivo"),
    [
        (UMA + "001;ANA SÁ;02/01/1990;40;50\n", "repetida no mesmo cargo"),
        (UMA.replace("40,00", "4o,00"), "não é uma nota"),
    ],
)
def test_linha_recusada_nao_grava_nenhuma(operador: Pessoa, cargo: Cargo, conteudo: str, motivo: str) -> None:
    importacao = conferida(operador, cargo, conteudo)
    assert motivo in importacao.plano["achados"][0]["motivo"]
    nada_se_grava(operador, importacao, Recusa, "linhas recusadas")


# Trabalhos e estados ----------------------------------------------------------------------------------


def test_os_trabalhos_levam_so_o_identificador(
    operador: Pessoa, guarda: Cargo, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    importacao = receber(operador, guarda, GUARDA.read_bytes(), GUARDA.name)
    with django_capture_on_commit_callbacks(execute=True):
        parear(operador, importacao, cargo=guarda)
    importacao.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        importacao_parear_valores(
            autor=operador, importacao=importacao, valores={"modalidade": {"Feminino": SEM_EFEITO}}
        )
    importacao.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        servicos.importacao_pedir_carga(autor=operador, importacao=importacao)
    importacao.refresh_from_db()
    assert importacao.situacao == SituacaoImportacao.CARREGADA
    execucao = importacao.execucao
    assert execucao is not None
    assert execucao.situacao == SituacaoExecucao.CONCLUIDA
    assert execucao.mensagem == "83 novas, 0 alteradas e 0 inalteradas, de 83 linhas lidas."
    assert {str(cada.parametros) for cada in Execucao.objects.all()} == {f"{{'importacao': {importacao.pk}}}"}


def test_trabalho_em_curso_tranca_o_arquivo(operador: Pessoa, cargo: Cargo) -> None:
    importacao = conferida(operador, cargo)
    servicos.importacao_pedir_carga(autor=operador, importacao=importacao)
    for servico in (
        servicos.importacao_pedir_carga,
        servicos.importacao_pedir_conferencia,
        servicos.importacao_descartar,
    ):
        with pytest.raises(Conflito, match="Há um trabalho em curso"):
            servico(autor=operador, importacao=importacao)
    with pytest.raises(Conflito, match="Há um trabalho em curso"):
        parear(operador, importacao, cargo=cargo)


@pytest.mark.parametrize("de", SituacaoImportacao.values)
@pytest.mark.parametrize("para", SituacaoImportacao.values)
def test_matriz_dos_estados(de: str, para: str) -> None:
    permitidas = PASSAGENS_DA_IMPORTACAO[SituacaoImportacao(de)]
    if SituacaoImportacao(para) in permitidas:
        exigir_passagem_da_importacao(de, para)
    else:
        with pytest.raises(Recusa, match="Não é possível fazer isto agora"):
            exigir_passagem_da_importacao(de, para)


def test_descartado_nao_volta_e_carregado_nao_se_descarta(operador: Pessoa, cargo: Cargo) -> None:
    descartada = conferida(operador, cargo)
    servicos.importacao_descartar(autor=operador, importacao=descartada)
    with pytest.raises(Recusa, match="foi descartado"):
        servicos.importacao_pedir_carga(autor=operador, importacao=descartada)
    carregada = importar(operador, cargo, UMA)
    with pytest.raises(Recusa, match="já foi carregado"):
        servicos.importacao_descartar(autor=operador, importacao=carregada)
    assert Candidato.objects.count() == 1


def test_sem_parear_nao_se_confere(operador: Pessoa, cargo: Cargo) -> None:
    importacao = receber(operador, cargo, UMA)
    with pytest.raises(Recusa, match="Diga antes o que cada coluna"):
        servicos.importacao_pedir_conferencia(autor=operador, importacao=importacao)
    with pytest.raises(Recusa, match="ainda não foi conferido"):
        carregar_sem_conferir(operador, importacao)


def carregar_sem_conferir(autor: Pessoa, importacao: Importacao) -> None:
    servicos.importacao_carregar(autor=autor, importacao=importacao, progresso=parado)


def test_parear_de_novo_desfaz_a_conferencia(operador: Pessoa, cargo: Cargo) -> None:
    importacao = parear(operador, conferida(operador, cargo), cargo=cargo)
    assert (importacao.situacao, importacao.plano) == (SituacaoImportacao.RECEBIDA, {})
    assert carregar(operador, importacao).situacao == SituacaoImportacao.CARREGADA
