"""Cada espécie de trabalho, com o trabalhador morto nos dois pontos: nada se perde nem se repete.

A carga, além disso, no meio da gravação, com um lote gravado e outros por gravar.

A dos atos, que também guarda arquivos, está em `tests/nomeacoes/test_trabalhador.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from candidatos.enums import SituacaoImportacao
from candidatos.models import Candidatura, Classificacao, Colocacao, Importacao, Resultado
from candidatos.servicos.classificacao import concurso_classificar
from candidatos.servicos.importacao import importacao_pedir_carga, importacao_pedir_conferencia
from nucleo.enums import Papel
from nucleo.models import Execucao, RegistroTrilha
from tests import fabrica
from tests.candidatos.importacao import caminho
from tests.servidores.trabalhador import SINAIS, Trabalhador, provar_morte

pytestmark = pytest.mark.trabalhador

ARQUIVO = """Inscrição;Nome;Nascimento;Prova objetiva;Títulos;Nota final
101;Ana Lima;01/02/1990;50,5;20;70,5
102;Bento Dias;03/04/1985;46;20;66
103;Clara Reis;05/06/1979;51,25;10;61,25
"""


@dataclass(frozen=True)
class Prova:
    """Uma espécie: como se pede, o que há de novo no banco e o que deve haver no fim."""

    especie: str
    pedir: Callable[[], Execucao]
    gravado: Callable[[], object]
    esperado: object


def _importacao(arquivo: str = ARQUIVO) -> Importacao:
    cargo = fabrica.cargo_publicado()
    autor = fabrica.autor(Papel.OPERADOR)
    return caminho.parear(autor, caminho.receber(autor, cargo, arquivo), cargo=cargo)


def conferir() -> Prova:
    importacao = _importacao()

    def gravado() -> object:
        importacao.refresh_from_db()
        return (
            importacao.situacao,
            importacao.plano.get("novas"),
            _na_trilha("candidatos.importacao_conferir"),
        )

    autor = fabrica.autor(Papel.OPERADOR)
    return Prova(
        "candidatos.conferir",
        lambda: importacao_pedir_conferencia(autor=autor, importacao=importacao),
        gravado,
        (SituacaoImportacao.CONFERIDA, 3, 1),
    )


def carregar(arquivo: str = ARQUIVO, linhas: int = 3) -> Prova:
    importacao = _importacao(arquivo)
    autor = fabrica.autor(Papel.OPERADOR)
    caminho.conferir(autor, importacao)

    def gravado() -> object:
        importacao.refresh_from_db()
        return (
            importacao.situacao,
            Candidatura.objects.count(),
            Resultado.objects.count(),
            _na_trilha("candidatos.importacao_carregar"),
        )

    return Prova(
        "candidatos.carregar",
        lambda: importacao_pedir_carga(autor=autor, importacao=importacao),
        gravado,
        (SituacaoImportacao.CARREGADA, linhas, linhas, 1),
    )


def classificar() -> Prova:
    cargo = fabrica.cargo_publicado()
    autor = fabrica.autor(Papel.OPERADOR)
    caminho.importar(autor, cargo, ARQUIVO)
    return Prova(
        "candidatos.classificar_cargo",
        lambda: concurso_classificar(autor=autor, concurso=cargo.edital.concurso),
        lambda: (
            Classificacao.objects.count(),
            Colocacao.objects.count(),
            _na_trilha("candidatos.cargo_classificar"),
        ),
        (1, 3, 1),
    )


def _na_trilha(acao: str) -> int:
    return RegistroTrilha.objects.filter(acao=acao).count()


def carregar_em_lotes() -> Prova:
    return carregar(caminho.arquivo_grande(), caminho.LINHAS_DO_GRANDE)


@pytest.mark.parametrize(
    ("preparar", "sinal"),
    [
        *((preparar, sinal) for preparar in (conferir, carregar, classificar) for sinal in SINAIS),
        (carregar_em_lotes, "no_meio"),
    ],
)
def test_nada_se_perde_nem_se_repete(
    trabalhador: Trabalhador, preparar: Callable[[], Prova], sinal: str
) -> None:
    prova = preparar()
    antes = prova.gravado()

    def verificar(execucao: Execucao) -> None:
        assert prova.gravado() == prova.esperado

    provar_morte(
        trabalhador,
        sinal=sinal,
        especie=prova.especie,
        pedir=prova.pedir,
        intacto=lambda: prova.gravado() == antes,
        verificar=verificar,
    )
