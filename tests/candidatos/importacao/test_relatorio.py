"""O relatório da conferência: o que diz, o que marca, o que não mostra, onde fica e quem o baixa."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from openpyxl import load_workbook
from openpyxl.workbook import Workbook
from pytest_django import DjangoCaptureOnCommitCallbacks

from candidatos.models import Importacao
from candidatos.servicos import diario as servico_do_diario
from candidatos.servicos import relatorio
from candidatos.servicos.achados import AVISA, IMPEDE, Achado
from candidatos.servicos.diario import Diario
from candidatos.servicos.leitura import Leitura, abrir_tabela
from concursos.models import Cargo
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from nucleo.permissoes import Pessoa
from tests import fabrica
from tests.candidatos.importacao.caminho import receber

ARQUIVO = """Inscrição;Nome;Nota;Cor;Modalidade
007;ANA;92,5;Parda;Negro
008;=CAIO();-3,0;Branca;Ampla
009;DORA;70;Preta;Negro
010;EVA;80,5;Parda

011;FÁBIO;99;Branca;Ampla;sobra
"""
COLUNAS = {"A": "inscricao", "B": "nome", "C": "prova:pontos", "E": "modalidade"}
PLANO = {
    "lidas": 5, "novas": 1, "alteradas": 1, "inalteradas": 1, "recusadas": 1, "filtradas": 1,
    "em_branco": 1, "cabecalhos_repetidos": 0, "total_ausentes": 1,
}  # fmt: skip
NEGATIVA = Achado(3, "C", "Nota", "-3,0", "é negativa", IMPEDE, "nota_recusada")
MASCARADO = Achado(2, "A", "Inscrição", "007", "zeros à esquerda", AVISA, "zeros")
SOBRA = Achado(7, "", "", "(não mostrado)", "células a mais", IMPEDE, "colunas_demais")


@pytest.fixture
def recebida(operador: Pessoa, guarda: Cargo) -> Importacao:
    importacao = receber(operador, guarda, ARQUIVO, "=banca.csv")
    importacao.colunas = COLUNAS
    importacao.plano = PLANO
    importacao.save()
    return importacao


@pytest.fixture
def diario() -> Iterator[Diario]:
    with Diario() as aberto:
        yield aberto


def composto(importacao: Importacao, diario: Diario, plano: dict[str, Any] = PLANO) -> Workbook:
    saida = BytesIO()
    with importacao.arquivo.open("rb") as arquivo:
        tabela = abrir_tabela(arquivo.file, Leitura.de_json(importacao.leitura))
        relatorio.compor(importacao, plano, diario, tabela, saida)
    return load_workbook(saida)


def valores(livro: Workbook, aba: str) -> list[tuple[Any, ...]]:
    return list(livro[aba].values)


def em_pares(livro: Workbook) -> dict[Any, Any]:
    return {linha[0]: linha[1] for linha in valores(livro, "Resumo") if linha and linha[0]}


# O diário ---------------------------------------------------------------------------------------------


def test_o_diario_devolve_por_linha_o_que_se_anotou_fora_de_ordem(diario: Diario) -> None:
    outro = Achado(2, "B", "Nome", "A\nB", "quebra “dentro”", IMPEDE, "nome_recusado")
    for achado in (SOBRA, MASCARADO, NEGATIVA, outro):
        diario.achado(achado)
    assert list(diario.achados_por_linha()) == [
        (2, [MASCARADO, outro]), (3, [NEGATIVA]), (7, [SOBRA]),
    ]  # fmt: skip


def test_o_resumo_por_codigo_conta_todos_e_aponta_a_primeira_linha(diario: Diario) -> None:
    for linha in (9, 4, 6):
        diario.achado(Achado(linha, "C", "Nota", "x", f"na {linha}", AVISA, "zeros"))
    diario.achado(NEGATIVA)
    assert [codigo.em_json() for codigo in diario.codigos()] == [
        {
            "codigo": "nota_recusada", "severidade": "impede", "quantos": 1, "primeira": 3,
            "motivo": "é negativa",
        },
        {"codigo": "zeros", "severidade": "avisa", "quantos": 3, "primeira": 4, "motivo": "na 4"},
    ]  # fmt: skip


def test_alem_do_limite_so_se_conta_e_o_relatorio_diz(
    recebida: Importacao, diario: Diario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servico_do_diario, "GUARDADOS", 2)
    monkeypatch.setattr(relatorio, "GUARDADOS", 2)
    for linha in (2, 3, 4):
        diario.achado(Achado(linha, "C", "Nota", "x", "não é número", IMPEDE, "nota_recusada"))
        diario.mudanca((linha, "007", "nota pontos", "1,0", "2,0"))
    diario.mudanca((5, "010", "nota pontos", "1,0", "2,0"))
    assert (diario.achados.total, diario.achados.guardados) == (3, 2)
    assert diario.codigos()[0].quantos == 3
    livro = composto(recebida, diario)
    assert len(valores(livro, "Achados")) == 1 + 2
    assert len(valores(livro, "Mudanças")) == 1 + 2
    resumo = {linha[0]: linha for linha in valores(livro, "Resumo") if linha[0]}
    assert resumo["Achados"][1:4] == ("Só os primeiros 2: 1 ficaram de fora.", 3, 2)
    assert resumo["Mudanças"][1:4] == ("Só os primeiros 2: 2 ficaram de fora.", 4, 2)
    assert resumo["Ausentes"][1:4] == ("Todos.", 0, 0)


def test_a_memoria_do_diario_nao_cresce_com_os_achados() -> None:
    tracemalloc.start()
    try:
        with Diario() as cheio:
            for linha in range(60_000):
                cheio.achado(Achado(linha, "C", "Nota", f"{linha},5", "não é número", AVISA, "nota"))
                cheio.mudanca((linha, str(linha), "nota pontos", "1,0", "2,0"))
            atual, _ = tracemalloc.get_traced_memory()
            # Só os dois índices, de oito bytes por achado, e as cópias em memória antes de irem a disco.
            assert atual < 4 << 20
            assert sum(1 for _ in cheio.achados_por_linha()) == 60_000
    finally:
        tracemalloc.stop()


# O que o livro diz ------------------------------------------------------------------------------------


def test_as_planilhas_e_as_contas_que_somam(recebida: Importacao, diario: Diario) -> None:
    diario.ausente("099", "Guarda")
    diario.filtrada(6, "inscrição de teste")
    diario.mudanca((4, "009", "nota pontos", "69,0", "70,0"))
    livro = composto(recebida, diario)
    assert livro.sheetnames == [
        "Resumo", "Achados", "Linhas com achados", "Mudanças", "Ausentes", "Filtradas",
    ]  # fmt: skip
    pares = em_pares(livro)
    assert pares["SHA-256"] == recebida.sha256
    assert pares["Layout"] == "nenhum"
    assert pares["Lido como"].startswith("Texto em UTF-8")
    contas = [linha[:3] for linha in valores(livro, "Resumo")]
    parcelas = ("Novas", "Alteradas", "Inalteradas", "Recusadas", "Filtradas")
    assert all((parcela, 1, None) in contas for parcela in parcelas)
    assert pares["Linhas lidas"] == 5
    assert ("Soma das 5", 5, "confere") in contas
    assert valores(livro, "Mudanças")[1:] == [(4, "009", "nota pontos", "69,0", "70,0")]
    assert valores(livro, "Ausentes")[1:] == [("099", "Guarda")]
    assert valores(livro, "Filtradas")[1:] == [(6, "inscrição de teste")]


def test_sem_achados_o_arquivo_nao_se_reabre(
    recebida: Importacao, diario: Diario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(relatorio, "abrir_tabela")
    relatorio.guardar(recebida, PLANO.copy(), diario)
    with recebida.relatorio.open("rb") as aberto:
        livro = load_workbook(BytesIO(aberto.read()))
    assert valores(livro, "Linhas com achados") == [("Linha", "O que há")]
    assert valores(livro, "Achados") == [
        ("Linha", "Coluna", "Título", "Valor lido", "O que se achou", "Efeito", "Código")
    ]


def test_conta_que_nao_soma_grita(recebida: Importacao, diario: Diario) -> None:
    livro = composto(recebida, diario, PLANO | {"novas": 9})
    assert ("Soma das 5", 13, "NÃO CONFERE") in [linha[:3] for linha in valores(livro, "Resumo")]


def test_a_celula_com_achado_vem_marcada_e_dita_por_extenso(recebida: Importacao, diario: Diario) -> None:
    for achado in (NEGATIVA, MASCARADO, SOBRA):
        diario.achado(achado)
    folha = composto(recebida, diario)["Linhas com achados"]
    linhas = list(folha.iter_rows(min_row=2))
    assert [linha[0].value for linha in linhas] == [2, 3, 7]
    assert [linha[1].value for linha in linhas] == [
        "coluna A: zeros à esquerda (avisa)",
        "coluna C: é negativa (impede)",
        "linha inteira: células a mais (impede)",
    ]
    pintadas = {
        (celula.coordinate, celula.fill.fgColor.rgb)
        for linha in linhas
        for celula in linha
        if celula.fill.fill_type and celula.column != 2
    }
    vermelho, amarelo = "FFFFC7CE", "FFFFEB9C"
    assert pintadas == {("C2", amarelo), ("E3", vermelho), ("A4", vermelho)}
    assert linhas[0][2].value == "007"


def test_duas_severidades_na_mesma_celula_marcam_a_mais_grave(recebida: Importacao, diario: Diario) -> None:
    diario.achado(NEGATIVA)
    diario.achado(Achado(3, "C", "Nota", "-3,0", "com zeros", AVISA, "zeros"))
    folha = composto(recebida, diario)["Linhas com achados"]
    assert folha["E2"].fill.fgColor.rgb == "FFFFC7CE"
    assert folha["B2"].value == "coluna C: é negativa (impede); coluna C: com zeros (avisa)"


def test_formula_do_arquivo_sai_como_texto(recebida: Importacao, diario: Diario) -> None:
    diario.achado(NEGATIVA)
    diario.achado(Achado(3, "B", "Nome", "=CAIO()", "nome com sinais", AVISA, "nome"))
    diario.achado(Achado(3, "B", "Nome", "#N/A", "erro\x07de planilha", AVISA, "nome"))
    livro = composto(recebida, diario)
    for aba, celula, valor in (
        ("Resumo", "B2", "=banca.csv"),
        ("Achados", "D3", "=CAIO()"),
        ("Achados", "D4", "#N/A"),
        ("Linhas com achados", "D2", "=CAIO()"),
    ):
        lida = livro[aba][celula]
        assert (lida.value, lida.data_type) == (valor, "s")
    # A linha a seguir à fórmula não herda o jeito dela.
    assert (livro["Achados"]["A4"].data_type, livro["Achados"]["A4"].value) == ("n", 3)
    assert livro["Achados"]["E4"].value == "erro\N{REPLACEMENT CHARACTER}de planilha"


def test_raca_e_deficiencia_nao_se_mostram(recebida: Importacao, diario: Diario) -> None:
    for linha in (2, 3, 4):
        diario.achado(Achado(linha, "C", "Nota", "x", "não é número", IMPEDE, "nota_recusada"))
    folha = composto(recebida, diario)["Linhas com achados"]
    assert [celula.value for celula in folha[1]][2:] == [
        "A: Inscrição", "B: Nome", "C: Nota", "D: Cor", "E: Modalidade",
    ]  # fmt: skip
    ditos = {celula for linha in folha.iter_rows(min_row=2, min_col=6, values_only=True) for celula in linha}
    # "Cor" não foi pareada: o título basta para calar.
    assert ditos == {"(não mostrado)"}


def test_linha_deslocada_cala_tambem_as_colunas_ao_lado(recebida: Importacao, diario: Diario) -> None:
    diario.achado(Achado(5, "C", "Nota", "80,5", "não é número", IMPEDE, "nota_recusada"))
    diario.achado(SOBRA)
    folha = composto(recebida, diario)["Linhas com achados"]
    oculto = "(não mostrado)"
    assert [celula.value for celula in folha[2]][2:7] == ["010", "EVA", oculto, oculto, oculto]
    assert [celula.value for celula in folha[3]][2:8] == ["011", "FÁBIO", "99", oculto, oculto, oculto]


def test_so_as_primeiras_linhas_que_apenas_avisam(
    recebida: Importacao, diario: Diario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relatorio, "LINHAS_SO_COM_AVISO", 1)
    for linha in (2, 4, 5):
        diario.achado(Achado(linha, "A", "Inscrição", "x", "zeros", AVISA, "zeros"))
    diario.achado(SOBRA)
    livro = composto(recebida, diario)
    assert [linha[0] for linha in valores(livro, "Linhas com achados")[1:]] == [2, 7]
    assert len(valores(livro, "Achados")) == 1 + 4


def test_achado_do_cabecalho_nao_tira_linha_nenhuma(recebida: Importacao, diario: Diario) -> None:
    diario.achado(Achado(1, "B", "Nome", "Nome", "título repetido", AVISA, "titulo_repetido"))
    diario.achado(NEGATIVA)
    livro = composto(recebida, diario)
    assert [linha[0] for linha in valores(livro, "Linhas com achados")[1:]] == [3]
    assert [linha[0] for linha in valores(livro, "Achados")[1:]] == [1, 3]


def test_o_progresso_anda_enquanto_se_escreve(
    recebida: Importacao, diario: Diario, monkeypatch: pytest.MonkeyPatch
) -> None:
    for linha in range(5_001):
        diario.ausente(str(linha), "Guarda")
    ditos: list[str] = []
    relatorio.guardar(recebida, PLANO, diario, lambda feito, total, mensagem="": ditos.append(mensagem))
    assert ditos == ["Escrevendo o relatório"]


# Onde fica e quem o baixa -----------------------------------------------------------------------------


def guardados(importacao: Importacao) -> list[str]:
    guarda = importacao.relatorio.storage
    return [f"relatorios/{importacao.pk}/{nome}" for nome in guarda.listdir(f"relatorios/{importacao.pk}")[1]]


def test_o_relatorio_novo_substitui_o_velho_quando_se_confirma(
    recebida: Importacao,
    diario: Diario,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        relatorio.guardar(recebida, PLANO, diario)
    velho = recebida.relatorio.name
    assert guardados(recebida) == [velho]
    # Sem confirmação (a transação desfez-se), o velho continua, e o que sobrou sai na vez seguinte.
    relatorio.guardar(recebida, PLANO, diario)
    assert velho in guardados(recebida)
    with django_capture_on_commit_callbacks(execute=True):
        relatorio.guardar(recebida, PLANO, diario)
    assert guardados(recebida) == [recebida.relatorio.name]
    assert recebida.relatorio.name != velho


def test_baixar_deixa_registro_e_so_quem_importa_baixa(
    recebida: Importacao, operador: Pessoa, diario: Diario
) -> None:
    relatorio.guardar(recebida, PLANO, diario)
    recebida.save()
    with relatorio.importacao_relatorio(autor=operador, importacao=recebida) as aberto:
        assert load_workbook(BytesIO(aberto.read())).sheetnames[0] == "Resumo"
    registro = RegistroTrilha.objects.get(acao="candidatos.importacao_relatorio")
    assert (registro.objeto_id, registro.depois) == (
        str(recebida.pk), {"relatorio": recebida.relatorio.name},
    )  # fmt: skip
    for papel in (Papel.AUTORIDADE, Papel.COMISSAO, Papel.AUDITOR):
        with pytest.raises(PermissionDenied):
            relatorio.importacao_relatorio(autor=fabrica.autor(papel), importacao=recebida)


def test_sem_relatorio_ou_com_ele_perdido_diz_o_que_fazer(
    recebida: Importacao, operador: Pessoa, diario: Diario
) -> None:
    with pytest.raises(Recusa, match="Confira-o antes"):
        relatorio.importacao_relatorio(autor=operador, importacao=recebida)
    relatorio.guardar(recebida, PLANO, diario)
    recebida.relatorio.storage.delete(recebida.relatorio.name)
    with pytest.raises(Recusa, match="já não está no disco"):
        relatorio.importacao_relatorio(autor=operador, importacao=recebida)
    assert not RegistroTrilha.objects.filter(acao="candidatos.importacao_relatorio").exists()
