"""Nenhuma sequência de passos, de quem for e em que dia for, chega a uma ordem que a lei não aceita.

O oráculo não conhece a tabela: lê só as peças, os prazos e os efeitos que ficaram nos autos.
"""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from nucleo.auditoria import verificar_cadeia
from nucleo.erros import Recusa
from procedimentos.documentos import conteudo_encadeado
from procedimentos.enums import Meio, Resultado, SituacaoDaComunicacao, TipoDePeca
from procedimentos.fluxo import Passo
from procedimentos.models import Efeito, Procedimento
from tests.procedimentos.mundo import Causa, Relogio

pytestmark = pytest.mark.django_db

T, P = TipoDePeca, Passo
QUEM = ("operador", "autoridade", "recursal", "presidente", "secretario", "membro")
PASSOS = st.one_of(
    st.sampled_from(sorted(set(Passo) - {P.ABRIR})).map(lambda passo: ("passo", passo)),
    st.sampled_from([1, 5, 15, 40]).map(lambda dias: ("dias", dias)),
    # O passo certo, para que o acaso vá fundo.
    st.just(("certo", "")),
    st.just(("certo", "")),
    st.just(("certo", "")),
)
CERTOS = {
    "triagem": [("autoridade", P.INSTAURAR)],
    "instaurado": [
        ("presidente", P.DECLARAR),
        ("secretario", P.DECLARAR),
        ("membro", P.DECLARAR),
        ("presidente", P.CITAR),
        ("operador", P.PROVAR_CITACAO),
    ],
    "defesa": [("secretario", P.DECURSO_DA_DEFESA), ("operador", P.DEFENDER)],
    "instrucao": [("presidente", P.ENCERRAR_INSTRUCAO)],
    "a_alegar": [("presidente", P.INTIMAR_ALEGACOES), ("operador", P.PROVAR_ALEGACOES)],
    "alegacoes": [("secretario", P.DECURSO_DAS_ALEGACOES), ("operador", P.ALEGAR)],
    "relatorio": [("presidente", P.RELATAR)],
    "decisao": [("autoridade", P.DECIDIR)],
    "decidido": [("operador", P.INTIMAR_DECISAO), ("operador", P.PROVAR_DECISAO)],
    "recurso": [("operador", P.DECURSO_DO_RECURSO), ("operador", P.RECORRER)],
    "reconsideracao": [("autoridade", P.MANTER)],
    "julgamento": [("recursal", P.NEGAR_RECURSO)],
    "encerrado": [("autoridade", P.CUMPRIR)],
}


class _Desfazer(Exception):
    """Desfaz o mundo de um exemplo."""


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None
)
@given(
    roteiro=st.lists(st.tuples(PASSOS, st.sampled_from(QUEM), st.integers(0, 2)), min_size=10, max_size=45)
)
def test_nenhuma_sequencia_chega_a_ordem_ilegal(
    causa: Causa, relogio: Relogio, roteiro: list[tuple[tuple[str, Any], str, int]]
) -> None:
    partida = relogio.dia
    try:
        with transaction.atomic():
            causa.abrir()
            for (especie, valor), quem, variante in roteiro:
                if especie == "dias":
                    relogio.avancar(valor)
                elif especie == "certo":
                    for pessoa, passo in CERTOS.get(causa.procedimento.fase, []):
                        _tentar(causa, passo, pessoa, variante, relogio)
                else:
                    _tentar(causa, valor, quem, variante, relogio)
                _conferir(causa.procedimento, relogio.dia)
            event(f"acaba em {causa.procedimento.fase}")
            raise _Desfazer
    except _Desfazer:
        relogio.dia = partida


def _tentar(causa: Causa, passo: Passo, quem: str, variante: int, relogio: Relogio) -> None:
    """Pratica o passo como a pessoa; a recusa e o 403 são respostas boas, e não deixam nada."""
    autor = {
        "operador": causa.operador,
        "autoridade": causa.autoridade,
        "recursal": causa.recursal,
        "presidente": causa.comissao[0],
        "secretario": causa.comissao[1],
        "membro": causa.comissao[2],
    }[quem]
    antes = causa.procedimento.pecas.count()
    try:
        with transaction.atomic():
            causa.praticar(passo, autor, **_campos(causa, passo, variante, relogio))
    except (Recusa, PermissionDenied):
        causa.procedimento.refresh_from_db()
        assert causa.procedimento.pecas.count() == antes


def _campos(causa: Causa, passo: Passo, variante: int, relogio: Relogio) -> dict[str, Any]:
    """Argumentos que quase sempre servem; `variante` varia o que se decide, a data e o meio."""
    resultado = list(Resultado)[variante]
    membros = list(causa.procedimento.membros.all())
    do_recurso = passo == P.NEGAR_RECURSO
    texto = {"texto": "Texto."}
    expede = texto | {"meio": [Meio.PESSOAL, Meio.CORREIO, Meio.EDITAL][variante]}
    prova = texto | {"ciencia_em": relogio.dia - timedelta(days=variante)}
    manifesta = texto | {"de_quem": "A parte", "argumentos": ["Um.", "Dois."][: variante + 1]}
    decide = texto | {"resultado": resultado, "respostas": causa.respostas(do_recurso=do_recurso)}
    pedido = causa.procedimento.pedidos.last()
    tabela: dict[Passo, dict[str, Any]] = {
        P.ARQUIVAR: {"razoes": "Sem indício."},
        P.INSTAURAR: texto
        | {
            "fundamento": "A lei.",
            "comissao": causa.comissao_da_portaria(),
            "decide": causa.autoridade.pessoa,
            "julga_recurso": causa.recursal.pessoa,
        },
        P.DECLARAR: {"impedimentos": []},
        P.SUBSTITUIR: {
            "membro": membros[variante] if membros else None,
            "suplente": membros[-1] if membros else None,
            "motivo": "Férias.",
        },
        P.JUNTAR: texto | {"titulo": "Documento", "de_quem": "A parte"},
        P.RESTRINGIR: {
            "peca": causa.procedimento.pecas.last(),
            "acesso": "restrita",
            "razoes": "Sigilo.",
        },
        **dict.fromkeys((P.CITAR, P.INTIMAR_ALEGACOES, P.INTIMAR_DECISAO), expede),
        **dict.fromkeys((P.PROVAR_CITACAO, P.PROVAR_AUDIENCIA, P.PROVAR_ALEGACOES, P.PROVAR_DECISAO), prova),
        P.PRORROGAR: {"dias": variante * 10, "motivo": "Complexo."},
        P.SUSPENDER: {"motivo": "Enchente."},
        P.RETOMAR: {"motivo": "Passou."},
        **dict.fromkeys((P.DEFENDER, P.ALEGAR, P.RECORRER), manifesta),
        **{p: {} for p in (P.DECURSO_DA_DEFESA, P.DECURSO_DAS_ALEGACOES, P.DECURSO_DO_RECURSO)},
        P.REQUERER_PROVA: texto | {"de_quem": "A parte"},
        P.DECIDIR_PROVA: {"pedido": pedido, "deferido": variante > 0, "razoes": "Pertinente."},
        P.PRODUZIR_PROVA: texto | {"pedido": pedido},
        P.DESIGNAR_AUDIENCIA: {
            "data": relogio.dia + timedelta(days=10 * variante),
            "hora": time(9),
            "lugar": "Sala 1",
            "meio": Meio.PESSOAL,
        },
        P.REALIZAR_AUDIENCIA: {"ata": "Compareceu."},
        P.REUNIR: texto | {"votos": causa.votos(resultado)},
        P.RELATAR: {
            "fatos": "Fatos.",
            "provas": "Provas.",
            "proposta": resultado,
            "votos": causa.votos(resultado),
        },
        P.OPINAR: texto | {"de_quem": "Procuradoria"},
        P.DECIDIR: decide,
        P.NEGAR_RECURSO: decide,
    }
    campos = tabela.get(passo, texto)
    if any(valor is None for valor in campos.values()):
        raise Recusa("Nada há a que se aplique.")
    return campos


def _conferir(procedimento: Procedimento, hoje: date) -> None:
    """O que a lei pede, lido só nos autos."""
    pecas = list(procedimento.pecas.order_by("numero"))
    assert [p.numero for p in pecas] == list(range(1, len(pecas) + 1))
    assert verificar_cadeia((p.hash_anterior, p.hash, conteudo_encadeado(p)) for p in pecas) is None
    onde = {}
    for peca in pecas:
        onde.setdefault(_chave(peca), peca.numero)
    citado, decisao = onde.get("ciencia:citacao"), onde.get(T.DECISAO)
    defesa = min((onde[c] for c in (T.DEFESA, "decurso:defesa") if c in onde), default=None)
    alegou = min((onde[c] for c in (T.ALEGACOES, "decurso:alegacoes") if c in onde), default=None)
    if defesa is not None:
        assert citado is not None
        assert citado < defesa
    if decisao is not None:
        assert defesa is not None
        assert alegou is not None
        assert citado is not None
        assert citado < defesa < onde[T.FIM_DA_INSTRUCAO] < alegou < onde[T.RELATORIO] < decisao
    if T.RECURSO in onde or "decurso:recurso" in onde:
        assert decisao is not None
        assert decisao < onde["ciencia:decisao"]
    if T.CUMPRIMENTO in onde:
        fim = onde.get("decurso:recurso") or onde[T.DECISAO_DO_RECURSO]
        assert onde["ciencia:decisao"] < fim < onde[T.CUMPRIMENTO]
        assert procedimento.resultado in (Resultado.FALSA, Resultado.NAO_CONFIRMADA)
    else:
        assert not Efeito.objects.filter(procedimento=procedimento).exists()
    _conferir_prazos_e_pessoas(procedimento, pecas, hoje)


def _chave(peca: Any) -> str:
    if peca.tipo == T.CIENCIA:
        return f"ciencia:{peca.dados['assunto']}"
    return f"decurso:{peca.dados['especie']}" if peca.tipo == T.DECURSO else str(peca.tipo)


def _conferir_prazos_e_pessoas(procedimento: Procedimento, pecas: list[Any], hoje: date) -> None:
    for peca in pecas:
        if peca.tipo == T.DECURSO:
            assert date.fromisoformat(peca.dados["fim"]) < peca.juntada_em.date() <= hoje
    for prazo in procedimento.prazos.all():
        assert prazo.inicio < prazo.fim
        assert prazo.fim.weekday() < 5
    da_comissao = set(procedimento.membros.filter(saiu_por=None).values_list("usuario", flat=True))
    assert not da_comissao & {procedimento.decide_id, procedimento.julga_recurso_id}
    decisoes = [p for p in pecas if p.tipo in (T.DECISAO, T.DECISAO_DO_RECURSO, T.CUMPRIMENTO)]
    assert all(p.autor_id not in da_comissao for p in decisoes)
    for comunicacao in procedimento.comunicacoes.all():
        provada = comunicacao.situacao == SituacaoDaComunicacao.CIENTE
        assert provada == (comunicacao.ciencia_em is not None)
