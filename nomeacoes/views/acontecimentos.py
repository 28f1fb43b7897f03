"""Páginas do mais que acontece a um cargo: registrar, com a consequência à vista, e desfazer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from concursos.models import Cargo
from nomeacoes import consultas, servicos
from nomeacoes.enums import TipoDoEvento
from nomeacoes.forms import Ocorrencia, Registro, hoje
from nomeacoes.models import Evento
from nomeacoes.servicos.acontecimentos import TIPOS
from nomeacoes.views.cargo import cargo_do_endereco
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, exigir, pagina

T = TipoDoEvento
O_QUE_FAZ = {
    T.FALECIMENTO: "A pessoa sai do concurso; a vaga que ocupe, sem posse, abre-se.",
    T.REINTEGRACAO: "Quem saiu volta ao seu lugar na lista, à frente de quem vinha depois, e espera a vez.",
    T.SUB_JUDICE: "A pessoa concorre por decisão provisória: ocupa a vaga, com ressalva, ou a espelhada.",
    T.FIM_SUB_JUDICE: "A decisão tornou-se definitiva, caiu, ou o processo acabou sem mudar nada.",
    T.ORDEM_JUDICIAL: "Põe a pessoa num lugar da lista, sem renumerar ninguém e sem que haja preterição.",
    T.CONDICIONAL: "A pessoa conserva o lugar com uma condição por cumprir; chamada, a vaga espera por ela.",
    T.FIM_CONDICIONAL: "A condição cumpriu-se, ou não, e então a pessoa sai do concurso.",
    T.OPCAO: "Quem está nas duas listas específicas escolhe por qual quer ser chamado.",
    T.EXTINCAO: "Já não se convoca ninguém para o cargo.",
}


@pagina("nomeacoes.acontecimento_registrar")
def acontecimentos(request: HttpRequest, pk: int) -> HttpResponse:
    """O que se pode registrar e o que já se registrou, com o desfazer de cada um."""
    cargo = cargo_do_endereco(request, pk, "nomeacoes.acontecimento_registrar")
    contexto = _do_cargo(cargo) | {
        "tipos": [(tipo, O_QUE_FAZ[tipo]) for tipo in TIPOS],
        "eventos": consultas.eventos_do_cargo(cargo, ve_declaracoes=True),
    }
    return render(request, "nomeacoes/acontecimentos.html", contexto)


@pagina("nomeacoes.acontecimento_registrar")
def acontecimento(request: HttpRequest, pk: int, tipo: str) -> HttpResponse:
    """Um registro: primeiro a consequência, depois a confirmação."""
    cargo = cargo_do_endereco(request, pk, "nomeacoes.acontecimento_registrar")
    if tipo not in TIPOS:
        raise Http404("Não há este registro.")
    especie, autor = T(tipo), cast(Pedido, request).autor
    form = Registro(request.POST or None, cargo=cargo, tipo=especie, initial=hoje())
    return _conferir_e_gravar(
        request,
        cargo,
        form,
        titulo=especie.label,
        explicacao=O_QUE_FAZ[especie],
        conferir=lambda: servicos.acontecimento_conferir(
            autor=autor, cargo=cargo, acontecimento=form.acontecimento()
        ),
        gravar=lambda: servicos.acontecimento_registrar(
            autor=autor, cargo=cargo, acontecimento=form.acontecimento()
        ),
    )


@pagina("nomeacoes.evento_desfazer")
def desfazer(request: HttpRequest, pk: int) -> HttpResponse:
    """Desfaz um registro enganado, com a consequência à vista."""
    evento = get_object_or_404(
        Evento.objects.select_related("cargo__edital__concurso__orgao__municipio", "cargo__regras"), pk=pk
    )
    autor = cast(Pedido, request).autor
    exigir(autor, "nomeacoes.evento_desfazer", [evento.cargo])
    form = Ocorrencia(request.POST or None, initial=hoje())
    return _conferir_e_gravar(
        request,
        evento.cargo,
        form,
        titulo=f"Desfazer o registro {evento.sequencia}: {evento.get_tipo_display().lower()}",
        explicacao="O registro enganado fica na história, com este ao lado; o cargo, como se ele não fosse.",
        conferir=lambda: servicos.desfazimento_conferir(autor=autor, evento=evento, **form.cleaned_data),
        gravar=lambda: servicos.evento_desfazer(autor=autor, evento=evento, **form.cleaned_data),
    )


def _conferir_e_gravar(
    request: HttpRequest,
    cargo: Cargo,
    form: forms.Form,
    *,
    titulo: str,
    explicacao: str,
    conferir: Callable[[], Sequence[str]],
    gravar: Callable[[], Evento],
) -> HttpResponse:
    contexto = _do_cargo(cargo) | {"form": form, "titulo": titulo, "explicacao": explicacao}
    if form.is_valid():
        try:
            if "confirmado" in request.POST:
                gravar()
                messages.success(request, f"Registrado: {titulo.lower()}.")
                return redirect("nomeacoes:acontecimentos", cargo.pk)
            contexto["consequencias"] = conferir()
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    return render(request, "nomeacoes/acontecimento.html", contexto)


def _do_cargo(cargo: Cargo) -> dict[str, Any]:
    return {"cargo": cargo, "concurso": cargo.edital.concurso}
