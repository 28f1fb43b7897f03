"""Classificar e guardar um concurso inteiro, contra um só INSERT … SELECT com janelas: as mesmas linhas.

No PostgreSQL, com 1.000.000 de inscritos em 300 cargos (escala 1 mede 100.000 em 30). Os dois lados gravam
na mesma tabela, com os mesmos índices e restrições, e as linhas comparam-se uma a uma. O produto classifica
um cargo por trabalho da fila: mede-se num só processo e em dois, que são os da fila em duas CPUs.

    NOMEIA_TESTE_BANCO=postgres NOMEIA_BENCH_ESCALA=10 make bench BENCH=bench_classificacao_em_massa.py
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest
from django.db import connection, connections

from candidatos.models import Classificacao, Colocacao
from concursos.models import Cargo
from tests import fabrica
from tests.desempenho import massa
from tests.desempenho.medida import escalado, inteiro, medir, mib, ms, razao, tabela

POR_CARGO = 3_334
CARGOS = escalado(30)
PROCESSOS = 2
# As duas primeiras versões são as dos serviços.
NUA_VERSAO = 3

# Uma pessoa por inscrição e uma candidatura por pessoa; notas, nascimentos e declarações sem ordem.
POVOAR = """
INSERT INTO candidatos_candidato (id, nome, nome_busca, cpf, nascimento, nascimento_informado)
SELECT i, 'Pessoa ' || i, 'pessoa ' || i, '', date '1955-01-01' + (i / 997 * 701 %% 15000)::int, ''
FROM generate_series(1, %(n)s) i;
INSERT INTO candidatos_inscricao (id, edital_id, candidato_id, numero, contato)
SELECT i, %(edital)s, i, lpad(i::text, 7, '0'), '{}' FROM generate_series(1, %(n)s) i;
INSERT INTO candidatos_autodeclaracao (id, inscricao_id, negro, indigena, pcd, situacao, situacao_pcd)
SELECT i, i, i %% 10 < 3, false, i %% 20 = 0, 'declarada', 'declarada' FROM generate_series(1, %(n)s) i;
INSERT INTO candidatos_candidatura (id, inscricao_id, cargo_id)
SELECT i, i, (%(cargos)s::bigint[])[1 + (i - 1) / %(por_cargo)s] FROM generate_series(1, %(n)s) i;
INSERT INTO candidatos_resultado (id, candidatura_id, versao, importacao_id, linha, notas, etapas, jurado)
SELECT i, i, 1, %(importacao)s, i + 1,
    jsonb_build_object('objetiva', to_char(50 + (i::bigint * 7919 %% 997) / 100.0 - i %% 5, 'FM990.00'),
        'titulos', to_char(i %% 5, 'FM990.00'),
        'pontos', to_char(50 + (i::bigint * 7919 %% 997) / 100.0, 'FM990.00')),
    '{}', false
FROM generate_series(1, %(n)s) i;
ANALYZE;
"""

# Pela nota final e pela cadeia da fábrica; o critério é o primeiro que separa de quem está acima.
NUA = """
INSERT INTO candidatos_colocacao (classificacao_id, candidatura_id, resultado_id, ordem, posicao,
    posicao_cotas, posicao_pcd, nota, criterio, valor, valor_acima, empatado, fora_da_geral, motivo)
WITH lidas AS (
    SELECT l.id AS lista, c.id AS candidatura, r.id AS resultado, r.notas ->> 'pontos' AS nota,
        (r.notas ->> 'pontos')::numeric AS pontos, (r.notas ->> 'objetiva')::numeric AS objetiva,
        r.notas ->> 'objetiva' AS texto_da_objetiva, p.nascimento,
        age(date %(referencia)s, p.nascimento) >= interval '60 years' AS idoso, d.negro, d.pcd
    FROM candidatos_candidatura c
    JOIN candidatos_classificacao l ON l.cargo_id = c.cargo_id AND l.versao = %(versao)s
    JOIN candidatos_resultado r ON r.candidatura_id = c.id
    JOIN candidatos_inscricao i ON i.id = c.inscricao_id
    JOIN candidatos_candidato p ON p.id = i.candidato_id
    JOIN candidatos_autodeclaracao d ON d.inscricao_id = i.id
), numeradas AS (
    SELECT *, row_number() OVER geral AS ordem,
        count(*) FILTER (WHERE negro) OVER geral AS na_cota, count(*) FILTER (WHERE pcd) OVER geral AS na_pcd,
        lag(nota) OVER geral AS nota_acima, lag(idoso) OVER geral AS idoso_acima,
        lag(texto_da_objetiva) OVER geral AS objetiva_acima, lag(nascimento) OVER geral AS nascimento_acima
    FROM lidas
    WINDOW geral AS (PARTITION BY lista ORDER BY pontos DESC, (NOT idoso),
        CASE WHEN idoso THEN nascimento END, objetiva DESC, nascimento ROWS UNBOUNDED PRECEDING)
), separadas AS (
    SELECT *, CASE WHEN ordem = 1 THEN '' WHEN nota <> nota_acima THEN 'nota_final'
        WHEN idoso <> idoso_acima OR (idoso AND nascimento <> nascimento_acima) THEN 'idoso'
        WHEN texto_da_objetiva <> objetiva_acima THEN 'maior:objetiva' ELSE 'mais_velho' END AS criterio
    FROM numeradas
)
SELECT lista, candidatura, resultado, ordem, ordem, CASE WHEN negro THEN na_cota END,
    CASE WHEN pcd THEN na_pcd END, nota, criterio,
    CASE criterio WHEN '' THEN '' WHEN 'nota_final' THEN replace(nota, '.', ',')
        WHEN 'maior:objetiva' THEN replace(texto_da_objetiva, '.', ',')
        ELSE to_char(nascimento, 'DD/MM/YYYY') END,
    CASE criterio WHEN '' THEN '' WHEN 'nota_final' THEN replace(nota_acima, '.', ',')
        WHEN 'maior:objetiva' THEN replace(objetiva_acima, '.', ',')
        ELSE to_char(nascimento_acima, 'DD/MM/YYYY') END,
    false, false, ''
FROM separadas
"""
COLUNAS = (
    "candidatura_id, resultado_id, ordem, posicao, posicao_cotas, posicao_pcd, nota, criterio, valor, "
    "valor_acima, empatado, fora_da_geral, motivo"
)


def povoar() -> list[Cargo]:
    """O concurso inventado, com tantos cargos e `POR_CARGO` candidaturas em cada um."""
    primeiro = massa.cargo_publicado()
    cargos = [primeiro] + [
        fabrica.cargo(regras=primeiro.regras, vagas=100, cotas=20, pcd=5) for _ in range(CARGOS - 1)
    ]
    dados = {
        "n": CARGOS * POR_CARGO,
        "edital": primeiro.edital_id,
        "cargos": [cargo.pk for cargo in cargos],
        "por_cargo": POR_CARGO,
        "importacao": fabrica.importacao(edital=primeiro.edital).pk,
    }
    with connection.cursor() as cursor:
        for comando in POVOAR.split(";\n"):
            if comando.strip():
                cursor.execute(comando, dados if "%(" in comando else None)
    return cargos


def nua(cargos: list[Cargo]) -> int:
    """As mesmas listas, noutra versão, de uma vez; devolve quantas linhas gravou."""
    Classificacao.objects.bulk_create(
        [
            Classificacao(cargo=cargo, versao=NUA_VERSAO, situacao="substituida", entradas="")
            for cargo in cargos
        ]
    )
    referencia = cargos[0].regras.data_referencia_idade
    with connection.cursor() as cursor:
        cursor.execute(NUA, {"referencia": str(referencia), "versao": NUA_VERSAO})
        return int(cursor.rowcount)


def em_dois_processos(cargos: list[Cargo]) -> None:
    """Como a fila: cada processo toma o cargo seguinte, com conexão própria."""
    contexto = multiprocessing.get_context("fork")
    connections.close_all()
    with ProcessPoolExecutor(PROCESSOS, contexto) as processos:
        list(processos.map(_classificar, [cargo.pk for cargo in cargos]))


def _classificar(cargo: int) -> None:
    massa.classificar(Cargo.objects.get(pk=cargo))


def diferencas(uma: int, outra: int) -> int:
    """Linhas de uma versão que a outra não tem."""
    lado = f"""SELECT {COLUNAS} FROM candidatos_colocacao o JOIN candidatos_classificacao l
        ON l.id = o.classificacao_id WHERE l.versao = %s"""
    comando = f"SELECT count(*) FROM (({lado} EXCEPT {lado}) UNION ALL ({lado} EXCEPT {lado})) d"
    with connection.cursor() as cursor:
        cursor.execute(comando, [uma, outra, outra, uma])
        return int(cursor.fetchone()[0])


@pytest.mark.django_db(transaction=True)
def test_classificar_um_concurso_inteiro() -> None:
    """O serviço, cargo a cargo, em vezes o comando único, em tempo de parede."""
    if connection.vendor != "postgresql":
        pytest.skip("só no PostgreSQL: NOMEIA_TESTE_BANCO=postgres")
    cargos = povoar()
    um_processo = medir(lambda: [massa.classificar(cargo) for cargo in cargos])
    dois = medir(lambda: em_dois_processos(cargos))
    de_uma_vez = medir(lambda: nua(cargos))
    assert de_uma_vez.resultado == Colocacao.objects.count() // 3 == CARGOS * POR_CARGO
    assert diferencas(1, NUA_VERSAO) == diferencas(2, NUA_VERSAO) == 0
    medidas = {
        "os serviços, num processo": um_processo,
        f"os serviços, em {PROCESSOS} processos da fila": dois,
        "INSERT … SELECT com janelas": de_uma_vez,
    }
    tabela(
        f"Classificar {inteiro(CARGOS * POR_CARGO)} candidaturas em {CARGOS} cargos, PostgreSQL",
        ("", "parede", "sobre o comando único", "memória"),
        [
            (nome, ms(m.parede), razao(m.parede, de_uma_vez.parede), mib(m.pico))
            for nome, m in medidas.items()
        ],
    )
