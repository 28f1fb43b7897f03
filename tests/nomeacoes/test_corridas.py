"""Duas autoridades ao mesmo tempo: uma vaga não tem duas chamadas, nem um número dois atos."""

from __future__ import annotations

import threading
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections

from nomeacoes import servicos
from nomeacoes.consultas import atos_sem_pdf
from nomeacoes.models import Ato, ContadorAto, Evento, Nomeacao
from nucleo.erros import Conflito, Recusa
from tests import fabrica
from tests.nomeacoes import mundo

pytestmark = pytest.mark.django_db(transaction=True)


def ao_mesmo_tempo(*tarefas: Callable[[], Any]) -> list[Any]:
    """Roda cada tarefa numa linha e devolve o que cada uma deu: o resultado ou a exceção."""
    partida = threading.Barrier(len(tarefas))
    resultados: list[Any] = [None] * len(tarefas)

    def correr(posicao: int, tarefa: Callable[[], Any]) -> None:
        partida.wait()
        try:
            resultados[posicao] = tarefa()
        except Exception as erro:
            resultados[posicao] = erro
        finally:
            connections.close_all()

    linhas = [threading.Thread(target=correr, args=par) for par in enumerate(tarefas)]
    for linha in linhas:
        linha.start()
    for linha in linhas:
        linha.join()
    return resultados


@pytest.fixture(autouse=True)
def _sem_fila(monkeypatch: pytest.MonkeyPatch) -> None:
    """Aqui só importa quem ganha: os documentos não se compõem."""
    monkeypatch.setattr("nucleo.execucoes.pedido.enviar", lambda execucoes: None)


def test_do_mesmo_plano_confirmado_duas_vezes_um_so_ganha() -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=4)
    autores = [mundo.autoridade(), mundo.autoridade()]

    def confirmar(autor: Any) -> Callable[[], Any]:
        return lambda: servicos.convocacao_confirmar(
            autor=autor, cargo=cargo, quantidade=4, versao=plano.versao, data=mundo.HOJE
        )

    resultados = ao_mesmo_tempo(*(confirmar(autor) for autor in autores))
    perdidos = [r for r in resultados if isinstance(r, Exception)]
    assert [type(r) for r in perdidos] == [Conflito]
    assert "O plano mudou" in perdidos[0].mensagem
    assert Evento.objects.count() == 1
    assert Nomeacao.objects.count() == 4


def test_convocar_e_registrar_desistencia_ao_mesmo_tempo_nao_se_atropelam() -> None:
    cargo = mundo.cargo()
    plano = servicos.convocacao_planejar(autor=mundo.operador(), cargo=cargo, quantidade=2)
    autoridade, operador, quem = mundo.autoridade(), mundo.operador(), mundo.candidatura(cargo, "N01")
    resultados = ao_mesmo_tempo(
        lambda: servicos.convocacao_confirmar(
            autor=autoridade, cargo=cargo, quantidade=2, versao=plano.versao, data=mundo.HOJE
        ),
        lambda: servicos.desistencia_registrar(autor=operador, candidatura=quem, **mundo.registro()),
    )
    # A desistência sempre cabe; a convocação só se veio antes dela.
    assert isinstance(resultados[1], Evento)
    if isinstance(resultados[0], Exception):
        assert isinstance(resultados[0], Conflito)
        assert mundo.ocupantes(cargo) == {}
    else:
        assert mundo.ocupantes(cargo) == {2: ("N02", "ampla")}


def test_assinaturas_simultaneas_numeram_sem_lacuna_nem_repeticao() -> None:
    eventos = [mundo.convocar(mundo.cargo(), 5) for _ in range(2)]
    autores = [mundo.autoridade(), mundo.autoridade()]

    def assinar(evento: Evento, autor: Any) -> Callable[[], Any]:
        return lambda: servicos.convocacao_assinar(autor=autor, evento=evento)

    resultados = ao_mesmo_tempo(*(assinar(*par) for par in zip(eventos, autores, strict=True)))
    assert not [r for r in resultados if isinstance(r, Exception)]
    assinados = Ato.objects.filter(situacao="assinado")
    assert sorted(assinados.filter(tipo="nomeacao").values_list("numero", flat=True)) == list(range(1, 11))
    assert sorted(assinados.values_list("posicao", flat=True)) == list(range(1, assinados.count() + 1))


def test_cinquenta_assinaturas_simultaneas_dao_cinquenta_numeros_seguidos() -> None:
    """Atos avulsos de cinco cargos do mesmo órgão, assinados por cinquenta pessoas ao mesmo tempo."""
    for _ in range(5):
        mundo.convocar(mundo.cargo("a" * 10), 10)
    atos = list(Ato.objects.order_by("pk"))
    autores = [mundo.autoridade() for _ in atos]

    def assinar(ato: Ato, autor: Any) -> Callable[[], Any]:
        return lambda: servicos.ato_assinar(autor=autor, ato=ato)

    resultados = ao_mesmo_tempo(*(assinar(*par) for par in zip(atos, autores, strict=True)))
    assert [r for r in resultados if isinstance(r, Exception)] == []
    assert sorted(Ato.objects.values_list("numero", flat=True)) == list(range(1, 51))
    assert sorted(Ato.objects.values_list("posicao", flat=True)) == list(range(1, 51))
    assert Ato.objects.values("codigo").distinct().count() == 50
    call_command("verificar_atos", stdout=StringIO())


def test_quem_morre_depois_do_numero_e_antes_do_arquivo_nao_deixa_lacuna(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Antes de confirmada a transação, o número volta; depois, o arquivo é que se refaz pela fila."""
    evento = mundo.convocar(mundo.cargo(), 3)

    def morrer(**_: Any) -> None:
        raise KeyboardInterrupt

    autor = mundo.autoridade()
    with monkeypatch.context() as no_meio:
        no_meio.setattr("nomeacoes.servicos.atos.pedir_producao", morrer)
        with pytest.raises(KeyboardInterrupt):
            servicos.convocacao_assinar(autor=autor, evento=evento)
    assert not ContadorAto.objects.exists()
    assert not Ato.objects.exclude(numero=None).exists()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    assert sorted(Ato.objects.values_list("numero", flat=True)) == [1, 2, 3]
    assert atos_sem_pdf(evento, assinado=True).count() == 3


def test_a_mesma_convocacao_assinada_duas_vezes_numera_uma_so() -> None:
    evento = mundo.convocar(mundo.cargo(), 3)
    autores = [mundo.autoridade(), mundo.autoridade()]
    resultados = ao_mesmo_tempo(
        *(lambda autor=autor: servicos.convocacao_assinar(autor=autor, evento=evento) for autor in autores)
    )
    assert sum(isinstance(r, Recusa) for r in resultados) == 1
    assert sorted(Ato.objects.values_list("numero", flat=True)) == [1, 2, 3]


def test_orgaos_diferentes_nao_se_misturam() -> None:
    eventos = [mundo.convocar(mundo.cargo(orgao=fabrica.orgao(sigla=sigla)), 3) for sigla in ("SEPOG", "SME")]
    autores = [mundo.autoridade(), mundo.autoridade()]
    ao_mesmo_tempo(
        *(
            lambda autor=autor, evento=evento: servicos.convocacao_assinar(autor=autor, evento=evento)
            for evento, autor in zip(eventos, autores, strict=True)
        )
    )
    for evento in eventos:
        assert sorted(a.numero for a in mundo.atos(evento)) == [1, 2, 3]
