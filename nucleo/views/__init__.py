"""Páginas do núcleo: entrada, execuções, trilha, história e o que se mostra quando algo falha."""

from __future__ import annotations

import sys
import uuid
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import RequestDataTooBig
from django.core.paginator import Paginator
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django.views.defaults import server_error

from nucleo import consultas, servicos
from nucleo.erros import Recusa, falta_de_espaco
from nucleo.execucoes import cancelar
from nucleo.forms import Entrada, FiltrosDaTrilha, TrocaDeSenha
from nucleo.permissoes import Pedido, pagina

entrar = LoginView.as_view(
    template_name="nucleo/entrar.html",
    authentication_form=Entrada,
    redirect_authenticated_user=True,
)
sair = LogoutView.as_view(next_page="nucleo:entrar")


@require_GET
def ajuda(request: HttpRequest) -> HttpResponse:
    """Onde pedir ajuda e o que cada parte do sistema faz."""
    return render(request, "nucleo/ajuda.html")


@pagina("nucleo.senha_trocar")
def senha(request: Pedido) -> HttpResponse:
    """Troca da própria senha."""
    form = TrocaDeSenha(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        servicos.senha_trocar(
            autor=request.autor, usuario=form.user, senha=form.cleaned_data["new_password1"]
        )
        update_session_auth_hash(request, form.user)
        messages.success(request, "Senha trocada.")
        return redirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "nucleo/senha.html", {"form": form})


@pagina("nucleo.execucao_ver")
@require_GET
def execucoes(request: Pedido) -> HttpResponse:
    """Execuções recentes."""
    paginador = Paginator(consultas.execucoes(autor=request.autor), consultas.TAMANHO_DA_PAGINA)
    pagina_atual = paginador.get_page(request.GET.get("pagina"))
    return render(request, "nucleo/execucoes.html", {"pagina": pagina_atual})


@pagina("nucleo.execucao_ver")
@never_cache
@require_GET
def execucao(request: Pedido, pk: uuid.UUID) -> HttpResponse:
    """Andamento ou resultado de um trabalho."""
    alvo = consultas.execucao(autor=request.autor, pk=pk)
    estado = consultas.estado_da_execucao(alvo, timezone.now())
    return render(request, "nucleo/execucao.html", {"execucao": alvo, "estado": estado})


@pagina("nucleo.execucao_ver")
@never_cache
@require_GET
def execucao_estado(request: Pedido, pk: uuid.UUID) -> HttpResponse:
    """Só o andamento do trabalho, que a página pede de segundo em segundo enquanto ele vive."""
    alvo = consultas.execucao(autor=request.autor, pk=pk)
    estado = consultas.estado_da_execucao(alvo, timezone.now())
    resposta = render(request, "nucleo/_andamento.html", {"execucao": alvo, "estado": estado})
    if not estado.viva:
        # O que o trabalho fez muda a página toda: números, impedimentos e o passo seguinte.
        resposta["HX-Refresh"] = "true"
    return resposta


@pagina("nucleo.execucao_cancelar")
@require_POST
def execucao_cancelar(request: Pedido, pk: uuid.UUID) -> HttpResponse:
    """Pede que o trabalho pare e volta à página dele, que diz o que deu."""
    alvo = consultas.execucao(autor=request.autor, pk=pk)
    try:
        cancelar(autor=request.autor, execucao=alvo)
    except Recusa as recusa:
        messages.error(request, recusa.mensagem)
    return redirect("nucleo:execucao", pk)


@pagina("nucleo.trilha_ver")
@require_GET
def trilha(request: Pedido) -> HttpResponse:
    """O que se fez no sistema, com filtros no endereço."""
    form = FiltrosDaTrilha(request.GET, acoes=consultas.acoes_da_trilha(autor=request.autor))
    filtros = form.cleaned_data if form.is_valid() else {}
    antes = request.GET.get("antes", "")
    achados = consultas.trilha(
        autor=request.autor, filtros=filtros, antes=int(antes) if antes.isdecimal() else None
    )
    return render(request, "nucleo/trilha.html", {"form": form, "achados": achados, "antes": antes})


@pagina("nucleo.historico_ver")
@require_GET
def historico(request: Pedido, modelo: str, pk: str) -> HttpResponse:
    """As versões de uma linha: quando, quem e cada campo, do antigo ao novo."""
    historia = consultas.historia(autor=request.autor, modelo=modelo, pk=pk)
    return render(request, "nucleo/historico.html", {"historia": historia})


def envio_grande_demais(request: HttpRequest) -> HttpResponse:
    """413: o arquivo passa do limite; diz o limite e o que fazer."""
    limite = settings.NOMEIA_TAMANHO_MAXIMO // (1024 * 1024)
    resposta = render(request, "413.html", {"limite": limite}, status=413)
    resposta["Connection"] = "close"
    return resposta


def pedido_invalido(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, ou 413 quando o que há de errado é o tamanho."""
    if isinstance(exception, RequestDataTooBig):
        return envio_grande_demais(request)
    return render(request, "400.html", status=400)


def erro_do_servidor(request: HttpRequest) -> HttpResponse:
    """500; 507 quando acabou o espaço em disco; 503 quando um trabalho grande tomou o banco embutido."""
    erro = sys.exc_info()[1]
    if erro is not None and falta_de_espaco(erro):
        return render(request, "507.html", status=507)
    if isinstance(erro, OperationalError) and "locked" in str(erro):
        resposta = render(request, "503.html", status=503)
        resposta["Retry-After"] = "60"
        return resposta
    return server_error(request)


def csrf_invalido(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 quando o formulário perdeu a validade: quase sempre, a página ficou aberta muito tempo."""
    return render(request, "nucleo/csrf.html", status=403)


def bloqueado(request: HttpRequest, credentials: Any = None, *args: Any, **kwargs: Any) -> HttpResponse:
    """429: senhas erradas demais; diz quanto esperar."""
    minutos = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    return render(request, "nucleo/bloqueio.html", {"minutos": minutos}, status=429)
