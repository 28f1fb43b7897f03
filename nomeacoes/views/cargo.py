"""O cargo que o endereço nomeia, com a porta já conferida: o começo das páginas de um cargo."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from concursos.models import Cargo
from nucleo.permissoes import Pedido, Pessoa, exigir


def autor_do(request: HttpRequest) -> Pessoa:
    """Quem pede, posto no pedido por `pagina`."""
    return cast(Pedido, request).autor


def cargo_do_endereco(request: HttpRequest, pk: int, acao: str) -> Cargo:
    """O cargo, ao alcance de quem pede e com papel para a ação; 404 ou 403 se não."""
    cargo = get_object_or_404(
        Cargo.objects.select_related("edital__concurso__orgao__municipio", "regras"), pk=pk
    )
    exigir(autor_do(request), acao, [cargo])
    return cargo


def pagina_sem_vagas(request: HttpRequest, cargo: Cargo) -> HttpResponse:
    """O que se mostra enquanto o edital não está publicado: ainda não há série."""
    contexto = {"cargo": cargo, "concurso": cargo.edital.concurso}
    return render(request, "nomeacoes/sem_vagas.html", contexto)
