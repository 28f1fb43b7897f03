"""O plano de uma convocação num cargo de 100.000 candidatos, contra só ler as linhas da lista dele.

O plano é o que o serviço da página calcula: ler a lista e os eventos, reaplicar, chamar e detalhar. A
leitura é a das mesmas linhas, em tuplas, por uma consulta só.

    make bench BENCH=bench_plano.py
    NOMEIA_TESTE_BANCO=postgres make bench BENCH=bench_plano.py
"""

from __future__ import annotations

from typing import Any

import pytest

from candidatos.consultas.classificacao import classificacao_vigente, habilitados_em_ordem
from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.consultas import estado_do_cargo
from tests.desempenho import massa
from tests.desempenho.medida import Medida, banco, escalado, inteiro, medir, ms, razao, tabela
from tests.nomeacoes import mundo

CANDIDATOS = escalado(100_000)
VEZES = 3


@pytest.mark.django_db
def test_planejar_um_cargo_grande() -> None:
    """Ler as linhas, ler a lista como o motor a quer, o estado do cargo, e planejar 1 e 100."""
    feito = massa.cargo_homologado(CANDIDATOS)
    cargo = Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=feito.pk)
    autoridade = mundo.autoridade()

    def linhas() -> list[Any]:
        vigente = classificacao_vigente(cargo)
        assert vigente is not None
        campos = ("candidatura_id", "posicao_cotas", "posicao_pcd", "fora_da_geral")
        return list(vigente.colocacoes.filter(posicao__isnull=False).order_by("ordem").values_list(*campos))

    def plano(quantidade: int) -> Any:
        return servicos.convocacao_planejar(autor=autoridade, cargo=cargo, quantidade=quantidade)

    ler = medir(linhas, VEZES)
    assert len(ler.resultado) > CANDIDATOS * 0.9
    medidas: list[tuple[str, Medida[Any]]] = [
        ("ler as linhas", ler),
        ("  a lista na forma do motor", medir(lambda: habilitados_em_ordem(cargo), VEZES)),
        ("  o estado do cargo", medir(lambda: estado_do_cargo(cargo), VEZES)),
        ("planejar 1", medir(lambda: plano(1), VEZES)),
        ("planejar 100", medir(lambda: plano(100), VEZES)),
    ]
    tabela(
        f"Planejar num cargo de {inteiro(CANDIDATOS)} candidatos, {banco()}",
        ("", "tempo", "sobre ler", "parede", "sobre ler"),
        [
            (nome, ms(m.tempo), razao(m.tempo, ler.tempo), ms(m.parede), razao(m.parede, ler.parede))
            for nome, m in medidas
        ],
    )
