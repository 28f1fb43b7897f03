"""Prazos da posse e do exercício: a conta, a prorrogação, o exercício, o aviso e o que se recusa."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.urls import reverse
from django.utils import timezone

from nomeacoes import servicos
from nomeacoes.consultas.prazos import Contador, Prazo, inicio_da_posse
from nomeacoes.enums import EspecieDePrazo
from nomeacoes.models import Nomeacao, RegraDePrazo
from nomeacoes.models.prazos import em_palavras
from nucleo.enums import Papel
from nucleo.erros import Recusa
from nucleo.models import Feriado, RegistroTrilha
from painel.consultas import avisos_dos_prazos
from tests.nomeacoes import mundo
from tests.nomeacoes.navegar import abrir, entrar

pytestmark = pytest.mark.django_db

POSSE, EXERCICIO = EspecieDePrazo.POSSE, EspecieDePrazo.EXERCICIO
LEI = "Lei nº 6.794/1990, art. 15"


def regra(nomeacao: Nomeacao, especie: EspecieDePrazo = POSSE, **campos: Any) -> RegraDePrazo:
    return RegraDePrazo.objects.create(
        **{
            "municipio": nomeacao.orgao.municipio,
            "especie": especie,
            "vigente_desde": date(2020, 1, 1),
            "quantidade": 30,
            "tipo": "corridos",
            "prorrogacao": 30,
            "dispositivo": LEI,
        }
        | campos
    )


def assinada_em(nomeacao: Nomeacao, dia: date) -> Nomeacao:
    """A nomeação relida, como se o ato fosse assinado no dia: só o teste engana o relógio."""
    relida = Nomeacao.objects.prefetch_related("atos", "prorrogacoes").get(pk=nomeacao.pk)
    for ato in relida.atos.all():
        ato.assinado_em = timezone.make_aware(datetime(dia.year, dia.month, dia.day, 12))
    return relida


def nomeado(numero: str = "N01", quantos: int = 1) -> Nomeacao:
    cargo = mundo.cargo()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=mundo.convocar(cargo, quantos))
    return mundo.aberta(cargo, numero)


def da_posse(nomeacao: Nomeacao, hoje: date = mundo.HOJE) -> Prazo:
    prazo = Contador(hoje).posse(nomeacao)
    assert prazo is not None
    return prazo


@pytest.fixture
def no_passado(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Faz o prazo da posse começar `dias` atrás: o ato assinado não muda, nem no teste."""

    def fixar(dias: int) -> date:
        inicio = mundo.HOJE - timedelta(days=dias)

        def comeco(_: Nomeacao) -> tuple[date, str]:
            return inicio, f"da assinatura do ato, de {inicio:%d/%m/%Y}"

        monkeypatch.setattr("nomeacoes.consultas.prazos.inicio_da_posse", comeco)
        return inicio

    return fixar


@pytest.mark.parametrize(
    ("tipo", "quantidade", "fim"),
    [
        # Assinado na terça, 1º de setembro de 2026; dia 7 é feriado nacional.
        ("corridos", 6, date(2026, 9, 8)),
        ("uteis", 4, date(2026, 9, 8)),
        ("meses", 1, date(2026, 10, 1)),
    ],
)
def test_conta_pelo_calendario_do_municipio(tipo: str, quantidade: int, fim: date) -> None:
    nomeacao = nomeado()
    regra(nomeacao, tipo=tipo, quantidade=quantidade)
    assert da_posse(assinada_em(nomeacao, date(2026, 9, 1))).fim == fim


def test_feriado_do_municipio_adia_o_fim() -> None:
    nomeacao = nomeado()
    regra(nomeacao, quantidade=2)
    Feriado.objects.create(municipio=nomeacao.orgao.municipio, data=date(2026, 9, 3), descricao="Padroeira")
    assert da_posse(assinada_em(nomeacao, date(2026, 9, 1))).fim == date(2026, 9, 4)


def test_corre_da_assinatura_enquanto_a_publicacao_nao_se_registra() -> None:
    nomeacao = assinada_em(nomeado(), date(2026, 9, 1))
    comeco = inicio_da_posse(nomeacao)
    assert comeco is not None
    assert comeco[0] == date(2026, 9, 1)
    assert "cuja publicação ainda não se registrou" in comeco[1]


def test_corre_da_publicacao_quando_se_registra() -> None:
    nomeacao = nomeado()
    servicos.convocacao_publicar(
        autor=mundo.operador(),
        evento=nomeacao.evento,
        veiculo="Diário Oficial do Município",
        edicao="17.900",
        data=mundo.HOJE,
        pagina="4",
    )
    corre = inicio_da_posse(assinada_em(nomeacao, mundo.HOJE - timedelta(days=3)))
    assert corre == (mundo.HOJE, f"da publicação do ato, de {mundo.HOJE:%d/%m/%Y}")


def test_minuta_nao_faz_correr_prazo_nem_ha_prazo_sem_regra() -> None:
    cargo = mundo.cargo()
    mundo.convocar(cargo, 1)
    regra(mundo.aberta(cargo, "N01"))
    assert Contador(mundo.HOJE).prazos(mundo.aberta(cargo, "N01")) == ()
    RegraDePrazo.objects.all().delete()
    servicos.convocacao_assinar(autor=mundo.autoridade(), evento=cargo.eventos.get())
    assert Contador(mundo.HOJE).prazos(mundo.aberta(cargo, "N01")) == ()


def test_rege_a_regra_que_vigia_quando_o_prazo_comecou() -> None:
    nomeacao = nomeado()
    regra(nomeacao, quantidade=30)
    regra(nomeacao, quantidade=15, vigente_desde=date(2026, 9, 2), dispositivo="Lei nova")
    assert da_posse(assinada_em(nomeacao, date(2026, 9, 1))).regra.quantidade == 30
    assert da_posse(assinada_em(nomeacao, date(2026, 9, 2))).regra.quantidade == 15


def prorrogar(nomeacao: Nomeacao, data: date = mundo.HOJE, **campos: Any) -> Any:
    return servicos.prazo_prorrogar(
        **{
            "autor": mundo.operador(),
            "nomeacao": nomeacao,
            "especie": POSSE,
            "data": data,
            "motivo": "Mudança de cidade.",
            "documento": "Processo nº 7/2026",
        }
        | campos
    )


def test_prorroga_uma_vez_do_fim_do_anterior() -> None:
    nomeacao = nomeado()
    regra(nomeacao, quantidade=4, tipo="uteis", prorrogacao=2)
    fim = da_posse(nomeacao).fim
    prorrogar(nomeacao)
    prazo = da_posse(mundo.aberta(nomeacao.vaga.cargo, "N01"))
    assert prazo.primeiro_fim == fim
    assert prazo.fim > fim
    assert "Prorrogado por 2 dias úteis, do fim do anterior" in prazo.conta
    trilha = RegistroTrilha.objects.get(acao="nomeacoes.prazo_prorrogar")
    assert (trilha.antes["fim"], trilha.depois["fim"]) == (fim.isoformat(), prazo.fim.isoformat())
    with pytest.raises(Recusa, match="já se prorrogou tanto quanto cabe"):
        prorrogar(nomeacao)


def test_a_prorrogacao_guarda_a_quantidade_que_se_deu() -> None:
    nomeacao = nomeado()
    da_casa = regra(nomeacao)
    pedido = prorrogar(nomeacao)
    fim = da_posse(mundo.aberta(nomeacao.vaga.cargo, "N01")).fim
    da_casa.prorrogacao = 5
    da_casa.save()
    assert da_posse(mundo.aberta(nomeacao.vaga.cargo, "N01")).fim == fim
    with pytest.raises(IntegrityError, match="não se muda"):
        pedido.delete()


def test_nao_se_prorroga_o_que_a_regra_nao_prorroga() -> None:
    nomeacao = nomeado()
    regra(nomeacao, prorrogacao=0)
    with pytest.raises(Recusa, match="O prazo não se prorroga"):
        prorrogar(nomeacao)


def test_pedido_fora_do_prazo_nao_prorroga(no_passado: Any) -> None:
    nomeacao = nomeado()
    inicio = no_passado(60)
    regra(nomeacao)
    fim = da_posse(nomeacao).fim
    with pytest.raises(Recusa, match="veio depois do fim"):
        prorrogar(nomeacao, fim + timedelta(days=1))
    with pytest.raises(Recusa, match="anterior ao começo"):
        prorrogar(nomeacao, inicio - timedelta(days=1))
    with pytest.raises(Recusa, match="no futuro"):
        prorrogar(nomeacao, mundo.HOJE + timedelta(days=1))
    prorrogar(nomeacao, fim)


@pytest.mark.parametrize(
    ("campos", "frase"), [({"motivo": " "}, "Diga o motivo"), ({"documento": ""}, "Diga o requerimento")]
)
def test_prorrogacao_pede_motivo_e_requerimento(campos: dict[str, Any], frase: str) -> None:
    nomeacao = nomeado()
    regra(nomeacao)
    with pytest.raises(Recusa, match=frase):
        prorrogar(nomeacao, **campos)


def test_sem_regra_ou_cumprido_nao_ha_o_que_prorrogar() -> None:
    nomeacao = nomeado()
    with pytest.raises(Recusa, match="não corre"):
        prorrogar(nomeacao)
    regra(nomeacao)
    empossar(nomeacao)
    with pytest.raises(Recusa, match="já se cumpriu"):
        prorrogar(nomeacao)


def empossar(nomeacao: Nomeacao, data: date = mundo.HOJE) -> Nomeacao:
    return servicos.posse_registrar(
        autor=mundo.operador(), nomeacao=nomeacao, data=data, documento="Termo nº 1"
    )


def exercer(nomeacao: Nomeacao, data: date = mundo.HOJE, documento: str = "Ofício nº 9") -> Any:
    return servicos.exercicio_registrar(
        autor=mundo.operador(), nomeacao=nomeacao, data=data, documento=documento
    )


def test_posse_depois_do_prazo_recusa_se(monkeypatch: pytest.MonkeyPatch) -> None:
    nomeacao = nomeado()
    regra(nomeacao, quantidade=30)
    monkeypatch.setattr("nomeacoes.consultas.prazos.fim_do_prazo", lambda *_: mundo.HOJE - timedelta(days=1))
    with pytest.raises(Recusa, match=r"O prazo de posse acabou em .*art\. 15.*torne sem efeito a nomeação"):
        empossar(nomeacao)
    nomeacao.ressalva = "sub_judice"
    nomeacao.save()
    assert empossar(nomeacao).empossada_em == mundo.HOJE


def test_exercicio_corre_da_posse_e_registra_se_uma_vez() -> None:
    nomeacao = nomeado()
    regra(nomeacao, EXERCICIO, quantidade=15, dispositivo="Lei nº 6.794/1990, art. 17")
    with pytest.raises(Recusa, match="Só entra em exercício quem tomou posse"):
        exercer(nomeacao)
    empossada = empossar(nomeacao)
    prazo = Contador(mundo.HOJE).exercicio(empossada)
    assert prazo is not None
    assert (prazo.inicio, prazo.cumprido_em) == (mundo.HOJE, None)
    with pytest.raises(Recusa, match="no futuro"):
        exercer(nomeacao, mundo.HOJE + timedelta(days=1))
    with pytest.raises(Recusa, match="anterior à posse"):
        exercer(nomeacao, mundo.HOJE - timedelta(days=1))
    with pytest.raises(Recusa, match="qual documento"):
        exercer(nomeacao, documento=" ")
    registro = exercer(nomeacao)
    with pytest.raises(Recusa, match="já está registrado"):
        exercer(nomeacao)
    with pytest.raises(IntegrityError, match="não se muda"):
        registro.delete()


def test_sem_efeito_espera_o_fim_do_prazo(no_passado: Any) -> None:
    nomeacao = nomeado()
    no_passado(10)
    regra(nomeacao)
    with pytest.raises(Recusa, match="O prazo da posse corre até"):
        servicos.nomeacao_tornar_sem_efeito(autor=mundo.operador(), nomeacao=nomeacao, **mundo.registro())


@pytest.mark.parametrize(
    ("quantidade", "tipo", "frase"),
    [
        (1, "corridos", "1 dia corrido"),
        (1, "uteis", "1 dia útil"),
        (1, "meses", "1 mês"),
        (30, "corridos", "30 dias corridos"),
        (2, "meses", "2 meses"),
    ],
)
def test_quantidade_em_palavras(quantidade: int, tipo: str, frase: str) -> None:
    assert em_palavras(quantidade, tipo) == frase


def test_painel_avisa_antes_do_fim_e_depois_dele(no_passado: Any) -> None:
    nomeacao = nomeado("N01", 2)
    concurso = nomeacao.vaga.cargo.edital.concurso
    assert avisos_dos_prazos([concurso], hoje=mundo.HOJE) == []
    no_passado(0)
    regra(nomeacao, dias_de_aviso=7)
    fim = da_posse(nomeacao).fim

    def frases(dias: int) -> list[tuple[str, bool]]:
        avisos = avisos_dos_prazos([concurso], hoje=fim + timedelta(days=dias))
        return [(aviso.frase.split(": ", 1)[1], aviso.grave) for aviso in avisos]

    assert frases(-8) == []
    assert frases(-7) == [
        (
            f"os prazos de posse de 2 pessoas acabam logo, o primeiro em {fim:%d/%m/%Y} (faltam 7 dias).",
            False,
        )
    ]
    assert frases(0)[0][0].endswith("o primeiro hoje.")
    assert frases(1) == [
        (
            "2 pessoas não tomaram posse no prazo. Veja a minuta do sem efeito e o plano da chamada "
            "seguinte.",
            True,
        )
    ]


def test_paginas_da_prorrogacao_do_exercicio_e_da_pessoa() -> None:
    nomeacao = nomeado()
    regra(nomeacao)
    regra(nomeacao, EXERCICIO, quantidade=15)
    operador = entrar(Papel.OPERADOR)
    pagina = abrir(operador, "nomeacao", nomeacao.pk)
    assert f"30 dias corridos ({LEI}) da assinatura do ato" in pagina
    assert "Prorrogar a posse por 30 dias corridos" in pagina
    dados = {"data": f"{mundo.HOJE:%Y-%m-%d}", "motivo": "Mudança.", "documento": "Processo nº 7"}
    resposta = operador.post(reverse("nomeacoes:prorrogar_posse", args=[nomeacao.pk]), dados)
    assert resposta.status_code == 302
    pagina = abrir(operador, "nomeacao", nomeacao.pk)
    assert "Prorrogado por 30 dias corridos" in pagina
    assert "Prorrogar a posse por" not in pagina
    repetida = operador.post(reverse("nomeacoes:prorrogar_posse", args=[nomeacao.pk]), dados)
    assert "já se prorrogou tanto quanto cabe" in repetida.content.decode()
    empossar(nomeacao)
    operador.post(
        reverse("nomeacoes:exercicio", args=[nomeacao.pk]),
        {"data": f"{mundo.HOJE:%Y-%m-%d}", "documento": "Ofício nº 9"},
    )
    pagina = abrir(operador, "nomeacao", nomeacao.pk)
    assert "Ofício nº 9" in pagina
    assert f"Cumprido em {mundo.HOJE:%d/%m/%Y}" in pagina


def test_pagina_dos_prazos_do_concurso() -> None:
    nomeacao = nomeado()
    concurso = nomeacao.vaga.cargo.edital.concurso
    auditor = entrar(Papel.AUDITOR)
    assert "Nenhum prazo por cumprir" in abrir(auditor, "prazos", concurso.pk)
    regra(nomeacao)
    pagina = abrir(auditor, "prazos", concurso.pk)
    assert "1 prazo<" in pagina
    assert nomeacao.candidatura.inscricao.candidato.nome in pagina


def test_so_quem_administra_muda_a_regra() -> None:
    nomeacao = nomeado()
    da_casa = regra(nomeacao)
    endereco = reverse("admin:nomeacoes_regradeprazo_change", args=[da_casa.pk])
    dados = {
        "municipio": da_casa.municipio_id,
        "especie": "posse",
        "vigente_desde": "2020-01-01",
        "quantidade": "15",
        "tipo": "corridos",
        "prorrogacao": "15",
        "prorrogacoes": "1",
        "dispositivo": LEI,
        "dias_de_aviso": "5",
    }
    assert entrar(Papel.OPERADOR).post(endereco, dados).status_code == 403
    assert entrar(Papel.ADMINISTRADOR).post(endereco, dados).status_code == 302
    da_casa.refresh_from_db()
    assert (da_casa.quantidade, da_casa.dias_de_aviso) == (15, 5)
