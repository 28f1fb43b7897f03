"""Simular antes de decidir: passos que não se gravam, o que mudariam e por quê.

Os passos vão no endereço: nada se grava, a página reabre-se igual no outro dia e o endereço manda-se a quem
vai dar parecer. Nele só vão números, modos e inscrições. Os passos que revelariam raça ou deficiência (a
autodeclaração não confirmada, a opção entre as reservas) só os dá quem vê autodeclarações, e vão no corpo
do pedido, que não fica em registro nenhum: a página imprime-se, mas não se reabre.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from concursos.enums import ModoDaDuplaContagem
from concursos.models import Cargo
from cotas import DuplaContagem
from nomeacoes.consultas.estado import EstadoDoCargo, estado_do_cargo
from nomeacoes.consultas.leituras import comparar_leituras
from nomeacoes.consultas.passos import PassoPedido, exigir_tamanho, ler_passo
from nomeacoes.consultas.simulacao import linhas_da_simulacao, simular
from nomeacoes.enums import TipoDePasso
from nomeacoes.forms import OutraLeitura, PassoNovo
from nomeacoes.models import RESERVADOS
from nomeacoes.views.cargo import autor_do, cargo_do_endereco, pagina_sem_vagas
from nucleo.erros import Recusa
from nucleo.permissoes import pagina

POR_PAGINA = 100


@pagina("nomeacoes.convocacao_planejar")
@require_http_methods(["GET", "POST"])
def simulacao(request: HttpRequest, pk: int) -> HttpResponse:
    """Os passos sobre o estado de hoje; sem nenhum reservado, no endereço, a que um passo novo leva."""
    cargo = cargo_do_endereco(request, pk, "nomeacoes.convocacao_planejar")
    if not cargo.edital.publicado:
        return pagina_sem_vagas(request, cargo)
    estado, dados = estado_do_cargo(cargo), _dados(request)
    ve = autor_do(request).pode("candidatos.autodeclaracao_ver", cargo.orgao)
    reservados = ve and request.method == "POST"
    passos, recusa = _passos(dados, estado, reservados=reservados, ve_declaracoes=ve)
    leitura = OutraLeitura(dados, da_regra=estado.regras.dupla_contagem_efetiva)
    modo = leitura.cleaned_data.get("modo") if leitura.is_valid() else None
    novo = PassoNovo(dados if "tipo" in dados else None, reservados=reservados)
    acrescentou = novo.is_valid() and _cabe(novo, passos)
    if acrescentou:
        passos = [*passos, novo.passo]
    no_endereco = recusa is None and not any(passo.reservado for passo in passos)
    if no_endereco and (acrescentou or "retirar" in dados):
        return redirect(_endereco(cargo, passos, modo))
    if acrescentou or not novo.is_bound:
        novo = PassoNovo(reservados=ve)
    contexto = _contexto(cargo, passos, modo) | {"novo": novo, "leitura": leitura, "agora": timezone.now()}
    contexto |= {"no_endereco": no_endereco, "recusa": recusa}
    if recusa is None:
        contexto |= _resultado(dados, estado, passos, modo)
    return render(request, "nomeacoes/simulacao.html", contexto)


def _dados(request: HttpRequest) -> QueryDict:
    return request.POST if request.method == "POST" else request.GET


def _passos(
    dados: QueryDict, estado: EstadoDoCargo, *, reservados: bool, ve_declaracoes: bool
) -> tuple[list[PassoPedido], Recusa | None]:
    """Os passos pedidos, sem o que se manda retirar; se algum não se lê ou não cabe, nenhum, e a recusa."""
    retirar = dados.get("retirar", "")
    textos = [texto for i, texto in enumerate(dados.getlist("passo")) if str(i) != retirar]
    try:
        passos = [ler_passo(texto) for texto in textos]
        exigir_tamanho(passos)
        if not reservados and any(passo.reservado for passo in passos):
            raise Recusa("Um passo que revela autodeclaração não vai no endereço, e só o dá quem as vê.")
        if not ve_declaracoes:
            _exigir_registros_a_vista(passos, estado)
    except Recusa as recusa:
        return [], recusa
    return passos, None


def _exigir_registros_a_vista(passos: Sequence[PassoPedido], estado: EstadoDoCargo) -> None:
    """Quem não vê autodeclarações não desfaz, nem de experiência, um registro que fala delas."""
    ocultos = {evento.sequencia for evento in estado.eventos if evento.tipo in RESERVADOS}
    for passo in passos:
        if passo.tipo is TipoDePasso.DESFAZER and passo.quantidade in ocultos:
            raise Recusa(f"O registro {passo.quantidade} só o vê quem pode ver autodeclarações.")


def _cabe(novo: PassoNovo, passos: Sequence[PassoPedido]) -> bool:
    """Se o passo ainda cabe na simulação; se não, o erro fica no formulário."""
    try:
        exigir_tamanho([*passos, novo.passo])
    except Recusa as recusa:
        novo.add_error(None, recusa.mensagem)
        return False
    return True


def _endereco(cargo: Cargo, passos: Sequence[PassoPedido], modo: DuplaContagem | None) -> str:
    pares = [("passo", passo.texto) for passo in passos] + ([("modo", modo.value)] if modo else [])
    caminho = reverse("nomeacoes:simulacao", args=[cargo.pk])
    return f"{caminho}?{urlencode(pares, safe=':,')}" if pares else caminho


def _contexto(cargo: Cargo, passos: Sequence[PassoPedido], modo: DuplaContagem | None) -> dict[str, Any]:
    """O cargo, e cada passo com o endereço da simulação sem ele."""
    sem_cada = [
        (passo, _endereco(cargo, [*passos[:i], *passos[i + 1 :]], modo)) for i, passo in enumerate(passos)
    ]
    return {
        "cargo": cargo,
        "concurso": cargo.edital.concurso,
        "pedidos": sem_cada,
        "modo": modo,
        "de_novo": reverse("nomeacoes:simulacao", args=[cargo.pk]),
    }


def _resultado(
    dados: QueryDict,
    estado: EstadoDoCargo,
    passos: Sequence[PassoPedido],
    modo: DuplaContagem | None,
) -> dict[str, Any]:
    try:
        feita = simular(estado, passos, modo)
    except Recusa as recusa:
        return {"recusa": recusa}
    folha = Paginator(feita.vagas, POR_PAGINA).get_page(dados.get("pagina"))
    return {
        "simulacao": feita,
        "nome_do_modo": ModoDaDuplaContagem(feita.modo.value).label,
        "pagina": folha,
        "linhas": linhas_da_simulacao(list(folha.object_list)),
        "comparacao": comparar_leituras(feita.ensaio),
    }
