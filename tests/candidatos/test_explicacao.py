"""A frase que diz por que um lugar está acima do seguinte, critério a critério."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from candidatos.consultas.classificacao import Lista
from candidatos.consultas.explicacao import explicacoes
from candidatos.models import Sorteio
from candidatos.servicos.classificacao import cargo_classificar
from nucleo.permissoes import SISTEMA
from tests import fabrica

pytestmark = pytest.mark.django_db


def calado(feito: int, total: int, mensagem: str = "") -> None:
    """Andamento que ninguém lê."""


def frases(
    *pessoas: dict[str, Any],
    lista: Lista = Lista.GERAL,
    sorteios: dict[int, int] | None = None,
    **regras: Any,
) -> list[str]:
    """Classifica as pessoas dadas e devolve as frases, na ordem da lista pedida."""
    cargo = fabrica.cargo_publicado(**regras)
    for ordem, dados in enumerate(pessoas):
        candidatura = fabrica.candidatura(cargo=cargo, **dados)
        if sorteios and ordem in sorteios:
            Sorteio.objects.create(
                candidatura=candidatura, numero=sorteios[ordem], data=date(2024, 2, 1), ata="Ata nº 1"
            )
    classificacao = cargo_classificar(autor=SISTEMA, cargo=cargo, execucao=None, progresso=calado)
    todas = explicacoes(cargo, classificacao, lista, range(1, len(pessoas) + 1))
    campo = {Lista.GERAL: "posicao", Lista.COTAS: "posicao_cotas"}[lista]
    ordens = classificacao.colocacoes.filter(**{f"{campo}__isnull": False}).values_list("ordem", flat=True)
    return [todas[ordem] for ordem in ordens.order_by("ordem")]


def notas(objetiva: str) -> dict[str, str]:
    return {"pontos": "90.00", "titulos": "0.00", "objetiva": objetiva}


def test_nota_final() -> None:
    assert frases({"nota": "90.5"}, {"nota": "80.00"})[0] == "Nota final maior: 90,5 contra 80,00"


def test_o_ultimo_nao_tem_seguinte() -> None:
    assert frases({"nota": "90.00"}) == ["Último da lista"]


def test_maior_nota_traz_o_nome_da_prova() -> None:
    assert (
        frases({"notas": notas("66.00")}, {"notas": notas("65.00")}, desempate=["maior:objetiva"])[0]
        == "Mesma nota final (90,00); acima por nota maior em Prova objetiva: 66,00 contra 65,00"
    )


def test_menor_nota() -> None:
    assert (
        frases({"notas": notas("65.00")}, {"notas": notas("66.00")}, desempate=["menor:objetiva"])[0]
        == "Mesma nota final (90,00); acima por nota menor em Prova objetiva: 65,00 contra 66,00"
    )


def test_idoso() -> None:
    assert (
        frases({"nascimento": date(1950, 1, 2)}, {"nascimento": date(1990, 1, 2)}, desempate=["idoso"])[0]
        == "Mesma nota final (70,00); acima por idade de sessenta anos ou mais: 02/01/1950 contra 02/01/1990"
    )


def test_jurado() -> None:
    assert frases({"jurado": True}, {}, desempate=["jurado"])[0] == (
        "Mesma nota final (70,00); acima por exercício da função de jurado: sim contra não"
    )


def test_sorteio_que_o_edital_nao_previa() -> None:
    assert frases({}, {}, sorteios={0: 2, 1: 1}, desempate=["maior:objetiva"])[0] == (
        "Mesma nota final (70,00); acima por sorteio: 1 contra 2"
    )


def test_empate_por_resolver() -> None:
    assert frases({}, {}, desempate=["maior:objetiva"])[0] == "Empatado com o seguinte: falta o sorteio"


def test_na_lista_da_cota_vale_o_criterio_que_vem_primeiro_entre_os_dois() -> None:
    """Entre as duas cotistas há quem se separe pela idade e quem se separe pela prova: decide a prova."""
    primeira = {"notas": notas("66.00"), "nascimento": date(1980, 1, 1), "negro": True}
    do_meio = {"notas": notas("66.00"), "nascimento": date(1981, 1, 1)}
    segunda = {"notas": notas("65.00"), "nascimento": date(1970, 1, 1), "negro": True}
    assert frases(
        primeira, do_meio, segunda, lista=Lista.COTAS, desempate=["maior:objetiva", "mais_velho"]
    ) == [
        "Mesma nota final (90,00); acima por nota maior em Prova objetiva: 66,00 contra 65,00",
        "Último da lista",
    ]


def test_na_lista_da_cota_a_idade_dos_de_sessenta_nao_traz_a_data_de_outra_pessoa() -> None:
    idosa = {"nascimento": date(1950, 1, 1), "negro": True}
    do_meio = {"nascimento": date(1985, 1, 1), "jurado": True}
    jovem = {"nascimento": date(1990, 1, 1), "negro": True}
    assert frases(idosa, do_meio, jovem, lista=Lista.COTAS, desempate=["idoso", "jurado"])[0] == (
        "Mesma nota final (70,00); acima por idade de sessenta anos ou mais"
    )
