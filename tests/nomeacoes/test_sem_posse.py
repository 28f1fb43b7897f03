"""Posse que não veio: a minuta e o plano preparam-se, e nada acontece sem que alguém confirme."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse

from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.consultas.sem_posse import PlanoSemPosse
from nomeacoes.models import Ato, Evento, Nomeacao, RegraDePrazo
from nucleo.enums import Papel
from nucleo.erros import Conflito, Recusa
from tests import fabrica
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import abrir, entrar

pytestmark = pytest.mark.django_db

LEI = "Lei nº 6.794/1990, art. 15"
FIM = mundo.HOJE - timedelta(days=1)


@pytest.fixture(autouse=True)
def prazo_acabado(monkeypatch: pytest.MonkeyPatch) -> None:
    """Todo prazo acabou ontem: assinado é assinado, e o ato não muda nem no teste."""
    monkeypatch.setattr("nomeacoes.consultas.prazos.fim_do_prazo", lambda *_: FIM)


def reler(cargo: Cargo) -> Cargo:
    return Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=cargo.pk)


def cargo(quantos: int = 3, **validade: date) -> Cargo:
    """Um cargo com os primeiros nomeados, de posse não tomada; com a validade dada."""
    novo = mundo.cargo()
    evento = mundo.convocar(novo, quantos)
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=evento)
    RegraDePrazo.objects.create(
        municipio=novo.orgao.municipio,
        especie="posse",
        vigente_desde=date(2020, 1, 1),
        quantidade=30,
        tipo="corridos",
        dispositivo=LEI,
    )
    if validade:
        fabrica.datar(novo.edital.concurso, **validade)
    return reler(novo)


def planejar(cargo: Cargo, *numeros: str) -> PlanoSemPosse:
    escolhidas = [mundo.aberta(cargo, numero).pk for numero in numeros] or None
    return servicos.sem_posse_planejar(autor=mundo.operador(), cargo=cargo, escolhidas=escolhidas)


def confirmar(plano: PlanoSemPosse, **campos: Any) -> list[Evento]:
    return servicos.sem_posse_confirmar(
        **{
            "autor": mundo.operador(),
            "cargo": plano.cargo,
            "escolhidas": [p.nomeacao.pk for p in plano.escolhidas],
            "versao": plano.versao,
            "data": mundo.HOJE,
            "documento": "Portaria nº 45/2026",
        }
        | campos
    )


def chamados(plano: PlanoSemPosse) -> list[tuple[int, str]]:
    return [(c.vaga, c.candidatura.inscricao.numero) for c in plano.chamadas]


def test_o_plano_so_le() -> None:
    do_cargo = cargo()
    antes = (Evento.objects.count(), Nomeacao.objects.count(), Ato.objects.count())
    plano = planejar(do_cargo)
    assert [p.nomeacao.vaga.numero for p in plano.escolhidas] == [1, 2, 3]
    assert (Evento.objects.count(), Nomeacao.objects.count(), Ato.objects.count()) == antes


def test_a_minuta_diz_quem_que_ato_e_que_prazo_e_nada_das_listas() -> None:
    do_cargo = cargo()
    texto = "\n".join(planejar(do_cargo, "N03").minuta)
    ato = mundo.aberta(do_cargo, "N03").atos.get()
    assert (
        f"inscrição N03, pelo {str(ato).lower()}, cujo prazo de 30 dias corridos ({LEI}) acabou em" in texto
    )
    assert "Tornar sem efeito a nomeação, feita em razão do Concurso Público" in texto
    assert "cota" not in texto.lower()
    assert "as nomeações, feitas" in "\n".join(planejar(do_cargo).minuta)


def test_a_chamada_do_plano_e_a_que_a_ordem_da_lei_faz_depois() -> None:
    do_cargo = cargo()
    plano = planejar(do_cargo, "N02")
    confirmar(plano)
    real = servicos.convocacao_planejar(autor=mundo.operador(), cargo=do_cargo, quantidade=1)
    assert chamados(plano) == [(c.vaga, c.candidatura.inscricao.numero) for c in real.chamadas]
    assert mundo.ocupantes(do_cargo).keys() == {1, 3}


def test_confirmar_registra_cada_um_com_o_motivo_e_nao_convoca() -> None:
    do_cargo = cargo()
    eventos = confirmar(planejar(do_cargo, "N01", "N02"))
    assert [e.tipo for e in eventos] == ["sem_efeito", "sem_efeito"]
    assert eventos[0].motivo == (
        f"Posse não tomada até {FIM:%d/%m/%Y}, fim do prazo de 30 dias corridos ({LEI})."
    )
    assert eventos[0].documento == "Portaria nº 45/2026"
    assert do_cargo.eventos.filter(tipo="convocar").count() == 1
    assert mundo.ocupantes(do_cargo).keys() == {3}


def test_todas_ou_nenhuma() -> None:
    do_cargo = cargo()
    with pytest.raises(Recusa, match="qual documento"):
        confirmar(planejar(do_cargo), documento=" ")
    assert mundo.ocupantes(do_cargo).keys() == {1, 2, 3}


def test_posse_ou_outro_registro_no_meio_e_conflito() -> None:
    do_cargo = cargo()
    plano = planejar(do_cargo)
    servicos.desistencia_registrar(
        autor=mundo.operador(), candidatura=mundo.candidatura(do_cargo, "N02"), **mundo.registro()
    )
    with pytest.raises(Conflito, match="O plano mudou"):
        confirmar(plano)
    assert mundo.ocupantes(do_cargo).keys() == {1, 3}


def test_a_data_vem_depois_do_fim_do_prazo_e_escolhe_se_alguem() -> None:
    plano = planejar(cargo())
    with pytest.raises(Recusa, match="depois do fim do prazo"):
        confirmar(plano, data=FIM)
    with pytest.raises(Recusa, match="no futuro"):
        confirmar(plano, data=mundo.HOJE + timedelta(days=1))
    with pytest.raises(Recusa, match="Escolha ao menos uma pessoa"):
        confirmar(plano, escolhidas=[])


def test_a_vaga_da_situacao_condicional_espera() -> None:
    do_cargo = cargo()
    servicos.acontecimento_registrar(
        autor=mundo.operador(),
        cargo=do_cargo,
        acontecimento=servicos.Acontecimento(
            tipo="condicional",  # type: ignore[arg-type]
            candidatura=mundo.candidatura(do_cargo, "N02"),
            **mundo.registro(),
        ),
    )
    plano = planejar(do_cargo)
    assert {p.nomeacao.candidatura.inscricao.numero: bool(p.impedimento) for p in plano.pessoas} == {
        "N01": False,
        "N02": True,
        "N03": False,
    }
    assert len(plano.escolhidas) == 2


def test_depois_da_validade_repoe_se_so_o_que_o_lapso_da() -> None:
    fim = mundo.HOJE - timedelta(days=5)
    do_cargo = cargo(validade_ate=fim)
    plano = planejar(do_cargo, "N02")
    assert plano.aviso == (
        f"A validade acabou em {fim:%d/%m/%Y}: só se repõem as vagas de quem foi chamado dentro dela."
    )
    assert [vaga for vaga, _ in chamados(plano)] == [2]
    confirmar(plano)
    real = servicos.convocacao_planejar(autor=mundo.operador(), cargo=do_cargo, quantidade=1)
    assert chamados(plano) == [(c.vaga, c.candidatura.inscricao.numero) for c in real.chamadas]


def test_quem_foi_chamado_depois_da_validade_nao_se_repoe() -> None:
    # A convocação é de trinta dias atrás: a validade acabou antes dela.
    plano = planejar(cargo(validade_ate=mundo.CONVOCADO_EM - timedelta(days=1)))
    assert chamados(plano) == []
    assert "abrem-se, e não se repõem" in plano.aviso


def test_vaga_ja_aberta_na_validade_impede_a_reposicao() -> None:
    do_cargo = cargo()
    servicos.desistencia_registrar(
        autor=mundo.operador(),
        candidatura=mundo.candidatura(do_cargo, "N01"),
        **mundo.registro(data=mundo.HOJE - timedelta(days=6)),
    )
    fabrica.datar(do_cargo.edital.concurso, validade_ate=mundo.HOJE - timedelta(days=5))
    plano = planejar(reler(do_cargo), "N02")
    assert chamados(plano) == []
    assert "a vaga 1, que já estava aberta nela, vem antes na ordem" in plano.aviso


def test_ninguem_sem_posse_diz_se() -> None:
    do_cargo = mundo.cargo()
    with pytest.raises(Recusa, match="Ninguém deste cargo"):
        planejar(do_cargo)
    assert "Ninguém deste cargo" in abrir(entrar(Papel.OPERADOR), "sem_posse", do_cargo.pk)


def test_pela_pagina_o_operador_confirma_e_vai_ao_plano_da_convocacao() -> None:
    do_cargo = cargo()
    operador, endereco = entrar(Papel.OPERADOR), reverse("nomeacoes:sem_posse", args=[do_cargo.pk])
    quem = mundo.aberta(do_cargo, "N02").pk
    pagina = operador.get(endereco, {"nomeacao": quem})
    assert "Tornar sem efeito 1<" in pagina.content.decode()
    plano = pagina.context["plano"]
    dados = {
        "nomeacao": [str(quem)],
        "versao": plano.versao,
        "quantidade": "1",
        "data": f"{mundo.HOJE:%Y-%m-%d}",
        "documento": "Portaria nº 45/2026",
    }
    velha = operador.post(endereco, dados | {"versao": "0-velha"})
    assert "O plano mudou desde que você o viu" in velha.content.decode()
    resposta = operador.post(endereco, dados)
    assert resposta["Location"] == f"{reverse('nomeacoes:convocar', args=[do_cargo.pk])}?quantidade=1"
    assert mundo.ocupantes(do_cargo).keys() == {1, 3}


def test_a_autoridade_ve_o_plano_e_nao_registra() -> None:
    do_cargo = cargo()
    autoridade, endereco = entrar(Papel.AUTORIDADE), reverse("nomeacoes:sem_posse", args=[do_cargo.pk])
    pagina = autoridade.get(endereco).content.decode()
    assert "Só o operador registra" in pagina
    assert 'id="confirmar"' not in pagina
    assert autoridade.post(endereco, {}).status_code == 403
