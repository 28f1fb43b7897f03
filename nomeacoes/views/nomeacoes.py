"""Páginas de uma nomeação: a história dela e o que se registra nela."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from nomeacoes import consultas, servicos
from nomeacoes.enums import TipoDoEvento
from nomeacoes.fluxo import ENCERRA
from nomeacoes.forms import Ocorrencia, Posse, hoje
from nomeacoes.models import Nomeacao
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, exigir, pagina


def _nomeacao(request: HttpRequest, pk: int, acao: str) -> Nomeacao:
    autor = cast(Pedido, request).autor
    achada = get_object_or_404(consultas.nomeacoes_ao_alcance(autor=autor), pk=pk)
    exigir(autor, acao, [achada])
    return achada


@pagina("nomeacoes.ver")
def nomeacao(request: HttpRequest, pk: int) -> HttpResponse:
    """Quem, em que vaga, o que ocupou e por quê, os atos, e o que se pode registrar."""
    achada = _nomeacao(request, pk, "nomeacoes.ver")
    contexto = {
        "nomeacao": achada,
        "cargo": achada.vaga.cargo,
        "concurso": achada.vaga.cargo.edital.concurso,
        "historia": consultas.historia_da_ocupacao(achada),
        "cabem": {tipo.value for tipo in TipoDoEvento if achada.situacao in ENCERRA[tipo]},
    }
    return render(request, "nomeacoes/nomeacao.html", contexto)


def _registro(
    request: HttpRequest,
    achada: Nomeacao,
    *,
    fazer: Callable[[dict[str, Any]], object],
    titulo: str,
    feito: str,
    consequencia: str,
    classe: type[forms.Form] = Ocorrencia,
) -> HttpResponse:
    """Página comum dos registros numa nomeação: formulário, consequência em palavras, recusa."""
    if achada.encerrada_por_id is not None:
        # O serviço vale também para quem está na fila: sem isto, uma aba velha tiraria dela a pessoa.
        messages.error(request, "Esta nomeação já está encerrada: nada mais se registra nela.")
        return redirect("nomeacoes:nomeacao", achada.pk)
    form = classe(request.POST or None, initial=hoje())
    if form.is_valid():
        try:
            fazer(form.cleaned_data)
            messages.success(request, feito)
            return redirect("nomeacoes:nomeacao", achada.pk)
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    contexto = {
        "nomeacao": achada,
        "cargo": achada.vaga.cargo,
        "concurso": achada.vaga.cargo.edital.concurso,
        "form": form,
        "titulo": titulo,
        "consequencia": consequencia,
    }
    return render(request, "nomeacoes/registro.html", contexto)


@pagina("nomeacoes.desistencia_registrar")
def desistencia(request: HttpRequest, pk: int) -> HttpResponse:
    """Desistência de quem foi chamado."""
    achada = _nomeacao(request, pk, "nomeacoes.desistencia_registrar")
    autor = cast(Pedido, request).autor
    return _registro(
        request,
        achada,
        fazer=lambda dados: servicos.desistencia_registrar(
            autor=autor, candidatura=achada.candidatura, **dados
        ),
        titulo="Registrar desistência",
        feito="Desistência registrada.",
        consequencia=f"A pessoa deixa o concurso e a vaga {achada.vaga.numero} se abre.",
    )


@pagina("nomeacoes.nomeacao_tornar_sem_efeito")
def sem_efeito(request: HttpRequest, pk: int) -> HttpResponse:
    """Nomeação que perde efeito por falta de posse."""
    achada = _nomeacao(request, pk, "nomeacoes.nomeacao_tornar_sem_efeito")
    autor = cast(Pedido, request).autor
    return _registro(
        request,
        achada,
        fazer=lambda dados: servicos.nomeacao_tornar_sem_efeito(autor=autor, nomeacao=achada, **dados),
        titulo="Tornar nomeação sem efeito",
        feito="Nomeação tornada sem efeito.",
        consequencia=(
            f"Não houve posse no prazo: a pessoa deixa o concurso e a vaga {achada.vaga.numero} se abre."
        ),
    )


@pagina("nomeacoes.final_de_fila_registrar")
def final_de_fila(request: HttpRequest, pk: int) -> HttpResponse:
    """Pedido de final de fila de quem foi chamado."""
    achada = _nomeacao(request, pk, "nomeacoes.final_de_fila_registrar")
    autor = cast(Pedido, request).autor
    return _registro(
        request,
        achada,
        fazer=lambda dados: servicos.final_de_fila_registrar(
            autor=autor, candidatura=achada.candidatura, **dados
        ),
        titulo="Registrar final de fila",
        feito="Final de fila registrado.",
        consequencia=(
            f"A pessoa vai, uma só vez, para o fim de todas as listas e a vaga {achada.vaga.numero} se abre."
        ),
    )


@pagina("nomeacoes.nao_confirmacao_registrar")
def nao_confirmacao(request: HttpRequest, pk: int) -> HttpResponse:
    """Autodeclaração não confirmada de quem foi chamado."""
    achada = _nomeacao(request, pk, "nomeacoes.nao_confirmacao_registrar")
    autor = cast(Pedido, request).autor
    return _registro(
        request,
        achada,
        fazer=lambda dados: servicos.nao_confirmacao_registrar(
            autor=autor, candidatura=achada.candidatura, **dados
        ),
        titulo="Registrar autodeclaração não confirmada",
        feito="Não confirmação registrada.",
        consequencia=(
            "A pessoa deixa só a lista da cota. Se hoje conta na cota, perde a vaga e volta ao seu lugar "
            "na lista geral; se conta em outra lista, fica na vaga."
        ),
    )


@pagina("nomeacoes.posse_registrar")
def posse(request: HttpRequest, pk: int) -> HttpResponse:
    """Posse de quem foi nomeado."""
    achada = _nomeacao(request, pk, "nomeacoes.posse_registrar")
    autor = cast(Pedido, request).autor
    return _registro(
        request,
        achada,
        fazer=lambda dados: servicos.posse_registrar(autor=autor, nomeacao=achada, **dados),
        titulo="Registrar posse",
        feito="Posse registrada.",
        consequencia="Depois da posse, a vaga só se abre por decisão de procedimento.",
        classe=Posse,
    )
