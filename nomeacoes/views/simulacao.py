"""Simular antes de decidir: passos que não se gravam, o que mudariam e por quê.

Os passos vão no endereço, por GET: nada se grava, a página reabre-se igual no outro dia e o endereço
manda-se a quem vai dar parecer. Nele só vão números, modos e inscrições; o que revelaria raça ou
deficiência (a autodeclaração não confirmada) não é passo de simulação.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from concursos.enums import ModoDaDuplaContagem
from concursos.models import Cargo
from cotas import DuplaContagem
from nomeacoes.consultas.estado import EstadoDoCargo, estado_do_cargo
from nomeacoes.consultas.leituras import comparar_leituras
from nomeacoes.consultas.passos import PassoPedido, exigir_tamanho, ler_passo
from nomeacoes.consultas.simulacao import linhas_da_simulacao, simular
from nomeacoes.forms import OutraLeitura, PassoNovo
from nomeacoes.views.cargo import cargo_do_endereco, pagina_sem_vagas
from nucleo.erros import Recusa
from nucleo.permissoes import pagina

POR_PAGINA = 100


@pagina("nomeacoes.convocacao_planejar")
@require_GET
def simulacao(request: HttpRequest, pk: int) -> HttpResponse:
    """Os passos do endereço sobre o estado de hoje; um passo novo leva ao endereço com ele."""
    cargo = cargo_do_endereco(request, pk, "nomeacoes.convocacao_planejar")
    if not cargo.edital.publicado:
        return pagina_sem_vagas(request, cargo)
    estado = estado_do_cargo(cargo)
    passos, recusa = _passos(request)
    leitura = OutraLeitura(request.GET, da_regra=estado.regras.dupla_contagem_efetiva)
    modo = leitura.cleaned_data.get("modo") if leitura.is_valid() else None
    novo = PassoNovo(request.GET if "tipo" in request.GET else None)
    if novo.is_valid() and _cabe(novo, passos):
        return redirect(_endereco(cargo, [*passos, novo.passo], modo))
    contexto = _contexto(cargo, passos, modo) | {"novo": novo, "leitura": leitura, "agora": timezone.now()}
    if recusa is None:
        contexto |= _resultado(request, estado, passos, modo)
    else:
        contexto["recusa"] = recusa
    return render(request, "nomeacoes/simulacao.html", contexto)


def _passos(request: HttpRequest) -> tuple[list[PassoPedido], Recusa | None]:
    """Os passos do endereço; se algum não se lê, nenhum, e a recusa."""
    try:
        passos = [ler_passo(texto) for texto in request.GET.getlist("passo")]
        exigir_tamanho(passos)
    except Recusa as recusa:
        return [], recusa
    return passos, None


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
    request: HttpRequest,
    estado: EstadoDoCargo,
    passos: Sequence[PassoPedido],
    modo: DuplaContagem | None,
) -> dict[str, Any]:
    try:
        feita = simular(estado, passos, modo)
    except Recusa as recusa:
        return {"recusa": recusa}
    folha = Paginator(feita.vagas, POR_PAGINA).get_page(request.GET.get("pagina"))
    return {
        "simulacao": feita,
        "nome_do_modo": ModoDaDuplaContagem(feita.modo.value).label,
        "pagina": folha,
        "linhas": linhas_da_simulacao(list(folha.object_list)),
        "comparacao": comparar_leituras(feita.ensaio),
    }
