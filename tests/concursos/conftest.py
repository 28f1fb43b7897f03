"""O que os testes dos concursos partilham: quem age, e dados completos a informar."""

from datetime import date

import pytest

from concursos.servicos import DadosDasRegras, DadosDoCargo
from nucleo.enums import Papel
from tests import fabrica


@pytest.fixture
def operador(db):
    return fabrica.autor(Papel.OPERADOR)


@pytest.fixture
def autoridade(db):
    return fabrica.autor(Papel.AUTORIDADE)


@pytest.fixture
def rascunho(db):
    """Cargo de um edital completo, ainda em rascunho."""
    return fabrica.cargo_em_rascunho()


@pytest.fixture
def regras_completas():
    return DadosDasRegras(
        nome="Regras novas",
        provas=[dict(prova) for prova in fabrica.PROVAS],
        nota_final="pontos",
        desempate=["idoso", "maior:objetiva", "sorteio"],
        data_referencia_idade=date(2023, 12, 10),
        pcd_percentual="5",
        pcd_fonte="Lei inventada",
    )


@pytest.fixture
def dados_do_cargo():
    """Função que dá os dados de um cargo como está, salvo o que se queira diferente."""

    def montar(cargo, **campos):
        nomes = DadosDoCargo.__dataclass_fields__
        return DadosDoCargo(**({nome: getattr(cargo, nome) for nome in nomes} | campos))

    return montar


@pytest.fixture
def dados_das_regras():
    """O mesmo, das regras."""

    def montar(regras, **campos):
        nomes = DadosDasRegras.__dataclass_fields__
        return DadosDasRegras(**({nome: getattr(regras, nome) for nome in nomes} | campos))

    return montar
