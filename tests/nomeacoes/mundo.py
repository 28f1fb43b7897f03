"""Mundo dos testes das nomeações: um cargo homologado, dentro da validade, e atalhos dos serviços."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from candidatos.models import Candidatura
from concursos.models import Cargo
from nomeacoes import servicos
from nomeacoes.models import Ato, Evento, Nomeacao
from nucleo.enums import Papel
from nucleo.permissoes import Pessoa
from tests import fabrica

HOJE = timezone.localdate()
HOMOLOGADO_EM = HOJE - timedelta(days=90)
CONVOCADO_EM = HOJE - timedelta(days=30)

# Ordem geral: N01 … N10. Série de 10 vagas com 2 de cota (Fortaleza): a cota nas vagas 3 e 8.
DEZ = "aacaaacaaa"


def autoridade(**campos: Any) -> Pessoa:
    return fabrica.autor(Papel.AUTORIDADE, **campos)


def operador(**campos: Any) -> Pessoa:
    return fabrica.autor(Papel.OPERADOR, **campos)


def cargo(membros: str = DEZ, **campos: Any) -> Cargo:
    """Cargo homologado há noventa dias, com mais dois anos de validade."""
    novo = fabrica.cargo_homologado(membros=membros, **campos)
    fabrica.datar(novo.edital.concurso, homologado_em=HOMOLOGADO_EM, validade_ate=HOJE + timedelta(days=640))
    return Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras").get(pk=novo.pk)


def convocar(
    cargo: Cargo,
    quantidade: int,
    *,
    autor: Pessoa | None = None,
    data: date = CONVOCADO_EM,
    pronta: bool = True,
) -> Evento:
    """Planeja e confirma em seguida; com registros posteriores a `data`, na data do último.

    `pronta`: também com o orçamento certificado e as minutas conferidas, por outra pessoa; só falta assinar.
    """
    autor = autor or autoridade()
    data = max([data, *cargo.eventos.values_list("data", flat=True)])
    plano = servicos.convocacao_planejar(autor=autor, cargo=cargo, quantidade=quantidade)
    evento, _ = servicos.convocacao_confirmar(
        autor=autor, cargo=cargo, quantidade=quantidade, versao=plano.versao, data=data
    )
    if pronta:
        aprontar(evento)
    return evento


def aprontar(evento: Evento) -> None:
    """Certifica o orçamento e confere as minutas: só falta assinar."""
    certificar(evento)
    servicos.convocacao_conferir(autor=operador(), evento=evento)


def certificar(evento: Evento) -> None:
    """Registra uma certificação orçamentária válida."""
    servicos.certificacao_registrar(
        autor=operador(),
        evento=evento,
        ordenador="Ana Lima, Secretária de Finanças",
        documento="Declaração nº 8/2026",
        data=HOJE,
        dotacao="04.122.0001.2.001 – 3.1.90.11",
    )


def candidatura(cargo: Cargo, numero: str) -> Candidatura:
    return cargo.candidaturas.get(inscricao__numero=numero)


def aberta(cargo: Cargo, numero: str) -> Nomeacao:
    """A nomeação em curso da inscrição."""
    return Nomeacao.objects.get(candidatura=candidatura(cargo, numero), encerrada_por=None)


def ocupantes(cargo: Cargo) -> dict[int, tuple[str, str]]:
    """Vaga → (inscrição, o que ocupa), das nomeações em curso."""
    return {
        n.vaga.numero: (n.candidatura.inscricao.numero, n.ocupa)
        for n in Nomeacao.objects.filter(vaga__cargo=cargo, encerrada_por=None).select_related(
            "vaga", "candidatura__inscricao"
        )
    }


def atos(evento: Evento) -> list[Ato]:
    return list(Ato.objects.filter(ocupacao__causa__evento=evento).order_by("pk"))


def registro(**campos: Any) -> dict[str, Any]:
    """Data, motivo e documento válidos."""
    return {"data": HOJE, "motivo": "Pedido da pessoa.", "documento": "Processo nº 1/2026"} | campos


def numero_de(candidato: str) -> str:
    """Inscrição de um candidato do motor."""
    return Candidatura.objects.values_list("inscricao__numero", flat=True).get(pk=int(candidato))
