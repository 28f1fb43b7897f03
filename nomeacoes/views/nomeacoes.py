"""Páginas de uma nomeação: a história dela e o que se registra nela."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from nomeacoes import consultas, servicos
from nomeacoes.consultas.prazos import Contador
from nomeacoes.enums import TipoDoEvento
from nomeacoes.fluxo import ENCERRA
from nomeacoes.forms import Ocorrencia, Posse, hoje
from nomeacoes.models import Evento, Nomeacao
from nomeacoes.views.cargo import autor_do
from nomeacoes.views.consequencia import DoisPassos, em_dois_passos
from nucleo.erros import Recusa
from nucleo.permissoes import exigir, pagina


def nomeacao_do_endereco(request: HttpRequest, pk: int, acao: str) -> Nomeacao:
    """A nomeação, ao alcance de quem pede e com papel para a ação; 404 ou 403 se não."""
    autor = autor_do(request)
    achada = get_object_or_404(consultas.nomeacoes_ao_alcance(autor=autor), pk=pk)
    exigir(autor, acao, [achada])
    return achada


@pagina("nomeacoes.ver")
def nomeacao(request: HttpRequest, pk: int) -> HttpResponse:
    """Quem, em que vaga, o que ocupou e por quê, os atos, e o que se pode registrar."""
    achada = nomeacao_do_endereco(request, pk, "nomeacoes.ver")
    contexto = da_nomeacao(achada) | {
        "historia": consultas.historia_da_ocupacao(achada),
        "ve_declaracoes": autor_do(request).pode("candidatos.autodeclaracao_ver", achada.orgao),
        "prazos": Contador(timezone.localdate()).prazos(achada),
        "cabem": {tipo.value for tipo in TipoDoEvento if achada.situacao in ENCERRA[tipo]},
    }
    return render(request, "nomeacoes/nomeacao.html", contexto)


def _registro(
    request: HttpRequest,
    achada: Nomeacao,
    tipo: TipoDoEvento,
    *,
    gravar: Callable[..., Evento],
    titulo: str,
    feito: str,
    explicacao: str,
) -> HttpResponse:
    """Página comum dos registros que encerram uma nomeação: a consequência, e depois a confirmação."""
    if achada.encerrada_por_id is not None:
        return _ja_encerrada(request, achada)
    autor, cargo = autor_do(request), achada.vaga.cargo
    form = Ocorrencia(request.POST or None, initial=hoje())
    passos = DoisPassos(
        conferir=lambda: servicos.acontecimento_conferir(
            autor=autor,
            cargo=cargo,
            acontecimento=servicos.Acontecimento(
                tipo=tipo, candidatura=achada.candidatura, **form.cleaned_data
            ),
        ),
        gravar=lambda versao: gravar(autor=autor, versao=versao, **form.cleaned_data),
        feito=feito,
        destino=reverse("nomeacoes:nomeacao", args=[achada.pk]),
    )
    contexto = da_nomeacao(achada) | {"titulo": titulo, "explicacao": explicacao}
    return em_dois_passos(request, form, passos, "nomeacoes/registro.html", contexto)


def _ja_encerrada(request: HttpRequest, achada: Nomeacao) -> HttpResponse:
    """O serviço vale também para quem está na fila: sem isto, uma aba velha tiraria dela a pessoa."""
    messages.error(request, "Esta nomeação já está encerrada: nada mais se registra nela.")
    return redirect("nomeacoes:nomeacao", achada.pk)


def da_nomeacao(achada: Nomeacao) -> dict[str, Any]:
    """O que toda página de uma nomeação mostra."""
    cargo = achada.vaga.cargo
    return {"nomeacao": achada, "cargo": cargo, "concurso": cargo.edital.concurso}


@pagina("nomeacoes.desistencia_registrar")
def desistencia(request: HttpRequest, pk: int) -> HttpResponse:
    """Desistência de quem foi chamado."""
    achada = nomeacao_do_endereco(request, pk, "nomeacoes.desistencia_registrar")
    return _registro(
        request,
        achada,
        TipoDoEvento.DESISTENCIA,
        gravar=partial(servicos.desistencia_registrar, candidatura=achada.candidatura),
        titulo="Registrar desistência",
        feito="Desistência registrada.",
        explicacao=f"A pessoa deixa o concurso e a vaga {achada.vaga.numero} se abre.",
    )


@pagina("nomeacoes.nomeacao_tornar_sem_efeito")
def sem_efeito(request: HttpRequest, pk: int) -> HttpResponse:
    """Nomeação que perde efeito por falta de posse."""
    achada = nomeacao_do_endereco(request, pk, "nomeacoes.nomeacao_tornar_sem_efeito")
    numero = achada.vaga.numero
    return _registro(
        request,
        achada,
        TipoDoEvento.SEM_EFEITO,
        gravar=partial(servicos.nomeacao_tornar_sem_efeito, nomeacao=achada),
        titulo="Tornar nomeação sem efeito",
        feito="Nomeação tornada sem efeito.",
        explicacao=f"Não houve posse no prazo: a pessoa deixa o concurso e a vaga {numero} se abre.",
    )


@pagina("nomeacoes.final_de_fila_registrar")
def final_de_fila(request: HttpRequest, pk: int) -> HttpResponse:
    """Pedido de final de fila de quem foi chamado."""
    achada = nomeacao_do_endereco(request, pk, "nomeacoes.final_de_fila_registrar")
    numero = achada.vaga.numero
    return _registro(
        request,
        achada,
        TipoDoEvento.FINAL_DE_FILA,
        gravar=partial(servicos.final_de_fila_registrar, candidatura=achada.candidatura),
        titulo="Registrar final de fila",
        feito="Final de fila registrado.",
        explicacao=f"A pessoa vai, uma só vez, para o fim de todas as listas e a vaga {numero} se abre.",
    )


@pagina("nomeacoes.posse_registrar")
def posse(request: HttpRequest, pk: int) -> HttpResponse:
    """Posse de quem foi nomeado."""
    achada = nomeacao_do_endereco(request, pk, "nomeacoes.posse_registrar")
    if achada.encerrada_por_id is not None:
        return _ja_encerrada(request, achada)
    form = Posse(request.POST or None, initial=hoje())
    if form.is_valid():
        try:
            servicos.posse_registrar(autor=autor_do(request), nomeacao=achada, **form.cleaned_data)
            messages.success(request, "Posse registrada.")
            return redirect("nomeacoes:nomeacao", achada.pk)
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    explicacao = "Depois da posse, a vaga só se abre por decisão de procedimento, ou da Justiça."
    contexto = da_nomeacao(achada) | {"form": form, "titulo": "Registrar posse", "explicacao": explicacao}
    return render(request, "nomeacoes/posse.html", contexto)
