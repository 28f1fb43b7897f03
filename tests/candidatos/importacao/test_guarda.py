"""O arquivo verdadeiro da guarda entra sem que nada se edite à mão."""

from __future__ import annotations

from datetime import date

import pytest

from candidatos.enums import SituacaoImportacao
from candidatos.models import Autodeclaracao, Candidato, Inscricao, Resultado
from candidatos.servicos.importacao import contagens, importacao_carregar, importacao_pedir_carga
from candidatos.servicos.pareamento import importacao_listar_valores, importacao_parear_valores
from concursos.models import Cargo
from nucleo.erros import Recusa
from nucleo.models import RegistroTrilha
from nucleo.permissoes import Pessoa
from tests.candidatos.importacao.caminho import (
    GUARDA,
    SEM_EFEITO,
    conferir,
    importar_guarda,
    parado,
    parear,
    parear_valores,
    receber,
    retrato,
)


def test_modalidade_desconhecida_impede_e_nada_se_grava(operador: Pessoa, guarda: Cargo) -> None:
    importacao = parear(operador, receber(operador, guarda, GUARDA.read_bytes()), cargo=guarda)
    plano = conferir(operador, importacao)
    assert (plano["lidas"], plano["novas"], plano["recusadas"]) == (83, 71, 12)
    assert plano["pendencias"] == {"modalidade": {"Feminino": {"linhas": 12, "primeira": 4}}}
    assert [achado["valor"] for achado in plano["achados"]] == ["(não mostrado)"]
    antes = retrato()
    importacao.refresh_from_db()
    with pytest.raises(Recusa, match="linhas recusadas, 12"):
        importacao_pedir_carga(autor=operador, importacao=importacao)
    with pytest.raises(Recusa, match="linhas recusadas, 12"):
        importacao_carregar(autor=operador, importacao=importacao, progresso=parado)
    assert retrato() == antes


def test_sem_efeito_exige_motivo(operador: Pessoa, guarda: Cargo) -> None:
    importacao = parear(operador, receber(operador, guarda, GUARDA.read_bytes()), cargo=guarda)
    conferir(operador, importacao)
    importacao.refresh_from_db()
    listados = importacao_listar_valores(autor=operador, importacao=importacao)
    assert [(valor.lido, valor.linhas, valor.primeira) for valor in listados] == [("Feminino", 12, 4)]
    sem_motivo = {"modalidade": {"Feminino": {"destino": "sem_efeito", "motivo": " "}}}
    with pytest.raises(Recusa) as recusa:
        importacao_parear_valores(autor=operador, importacao=importacao, valores=sem_motivo)
    assert "escreva por que não tem efeito" in recusa.value.detalhes[0]


def test_entra_inteiro(operador: Pessoa, guarda: Cargo) -> None:
    importacao = importar_guarda(operador, guarda)
    assert importacao.situacao == SituacaoImportacao.CARREGADA
    assert {chave: importacao.plano[chave] for chave in ("lidas", "novas", "recusadas")} == {
        "lidas": 83, "novas": 83, "recusadas": 0
    }  # fmt: skip
    assert Inscricao.objects.count() == Candidato.objects.count() == Resultado.objects.count() == 83
    primeiro = Inscricao.objects.get(numero="0799511")
    assert primeiro.candidato.nome == "CÍCERO GONÇALVES ALBUQUERQUE"
    assert primeiro.candidato.nome_busca == "cicero goncalves albuquerque"
    assert primeiro.candidato.nascimento == date(2001, 1, 3)
    resultado = Resultado.objects.get(candidatura__inscricao=primeiro)
    assert resultado.notas == {"esp": "64.00", "ger": "28.00", "pontos": "92.00"}
    assert resultado.etapas == {"TAF": "apto", "ES": "apto", "IS": "apto", "AP": "apto"}
    assert (resultado.posicao_oficial, resultado.linha, resultado.jurado) == (1, 2, False)
    assert Autodeclaracao.objects.filter(pcd=True).count() == 10
    assert Autodeclaracao.objects.filter(negro=True).count() == 0


def test_trilha_tem_contagens_e_nenhuma_modalidade(operador: Pessoa, guarda: Cargo) -> None:
    importacao = importar_guarda(operador, guarda)
    registro = RegistroTrilha.objects.get(acao="candidatos.importacao_carregar")
    assert registro.depois == contagens(importacao.plano) | {"sha256": importacao.sha256}
    assert registro.depois["novas"] == 83
    trilha = str(list(RegistroTrilha.objects.values_list("antes", "depois"))).casefold()
    assert "feminino" not in trilha
    assert "defici" not in trilha
    assert "negro" not in trilha


def test_de_novo_nao_ha_o_que_fazer(operador: Pessoa, guarda: Cargo) -> None:
    importar_guarda(operador, guarda)
    outra = parear(operador, receber(operador, guarda, GUARDA.read_bytes()), cargo=guarda)
    plano = conferir(operador, outra)
    assert (plano["inalteradas"], plano["novas"], plano["alteradas"]) == (83, 0, 0)
    assert plano["ausentes"] == []
    outra.refresh_from_db()
    with pytest.raises(Recusa, match="Nada a fazer"):
        importacao_pedir_carga(autor=operador, importacao=outra)


def test_o_layout_e_lembrado_com_os_valores(operador: Pessoa, guarda: Cargo) -> None:
    primeira = parear(operador, receber(operador, guarda, GUARDA.read_bytes()), cargo=guarda)
    conferir(operador, primeira)
    primeira.refresh_from_db()
    parear_valores(operador, primeira, {"modalidade": {"Feminino": SEM_EFEITO}})
    segunda = parear(operador, receber(operador, guarda, GUARDA.read_bytes()), cargo=guarda)
    assert segunda.layout_id == primeira.layout_id
    assert segunda.valores == {"modalidade": {"Feminino": SEM_EFEITO}}
    assert conferir(operador, segunda)["recusadas"] == 0
