"""Páginas do que acontece a um cargo: registrar, com a consequência à vista, e desfazer."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from concursos.models import Cargo
from nomeacoes import consultas, servicos
from nomeacoes.enums import TipoDoEvento
from nomeacoes.forms import CAMPOS_DO_TIPO, Ocorrencia, Registro, hoje
from nomeacoes.models import Evento
from nomeacoes.views.cargo import autor_do, cargo_do_endereco
from nomeacoes.views.consequencia import DoisPassos, em_dois_passos
from nucleo.permissoes import Pessoa, exigir, pagina

T = TipoDoEvento
# Na ordem em que se escolhem.
O_QUE_FAZ = {
    T.DESISTENCIA: "A pessoa, chamada ou não, deixa o concurso; a vaga que ocupe, sem posse, abre-se.",
    T.FINAL_DE_FILA: "A pessoa pede, uma só vez, o fim de todas as listas; a vaga que ocupe abre-se.",
    T.NAO_CONFIRMACAO: "A pessoa deixa a lista da cota, ou o concurso, se o edital elimina.",
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
PELA_PESSOA = {
    T.DESISTENCIA: servicos.desistencia_registrar,
    T.FINAL_DE_FILA: servicos.final_de_fila_registrar,
    T.NAO_CONFIRMACAO: servicos.nao_confirmacao_registrar,
}


@pagina("nomeacoes.acontecimento_registrar")
def acontecimentos(request: HttpRequest, pk: int) -> HttpResponse:
    """O que se pode registrar e o que já se registrou, com o desfazer de cada um."""
    cargo = cargo_do_endereco(request, pk, "nomeacoes.acontecimento_registrar")
    contexto = _do_cargo(cargo) | {
        "tipos": O_QUE_FAZ.items(),
        "eventos": consultas.eventos_do_cargo(cargo, ve_declaracoes=True),
    }
    return render(request, "nomeacoes/acontecimentos.html", contexto)


@pagina("nomeacoes.acontecimento_registrar")
def acontecimento(request: HttpRequest, pk: int, tipo: str) -> HttpResponse:
    """Um registro: primeiro a consequência, depois a confirmação."""
    cargo = cargo_do_endereco(request, pk, "nomeacoes.acontecimento_registrar")
    if tipo not in CAMPOS_DO_TIPO:
        raise Http404("Não há este registro.")
    especie, autor = T(tipo), autor_do(request)
    form = Registro(request.POST or None, cargo=cargo, tipo=especie, initial=hoje())
    passos = DoisPassos(
        conferir=lambda: servicos.acontecimento_conferir(
            autor=autor, cargo=cargo, acontecimento=form.acontecimento()
        ),
        gravar=lambda versao: _registrar(autor, cargo, form.acontecimento(), versao),
        feito=f"Registrado: {especie.label.lower()}.",
        destino=reverse("nomeacoes:acontecimentos", args=[cargo.pk]),
    )
    contexto = _do_cargo(cargo) | {"titulo": especie.label, "explicacao": O_QUE_FAZ[especie]}
    return em_dois_passos(request, form, passos, "nomeacoes/acontecimento.html", contexto)


def _registrar(autor: Pessoa, cargo: Cargo, pedido: servicos.Acontecimento, versao: str) -> Evento:
    if pedido.tipo not in PELA_PESSOA or pedido.candidatura is None:
        return servicos.acontecimento_registrar(autor=autor, cargo=cargo, acontecimento=pedido, versao=versao)
    return PELA_PESSOA[pedido.tipo](
        autor=autor,
        candidatura=pedido.candidatura,
        data=pedido.data,
        motivo=pedido.motivo,
        documento=pedido.documento,
        versao=versao,
    )


@pagina("nomeacoes.evento_desfazer")
def desfazer(request: HttpRequest, pk: int) -> HttpResponse:
    """Desfaz um registro enganado, com a consequência à vista."""
    evento = get_object_or_404(
        Evento.objects.select_related("cargo__edital__concurso__orgao__municipio", "cargo__regras"), pk=pk
    )
    autor = autor_do(request)
    exigir(autor, "nomeacoes.evento_desfazer", [evento.cargo])
    form = Ocorrencia(request.POST or None, initial=hoje())
    passos = DoisPassos(
        conferir=lambda: servicos.desfazimento_conferir(autor=autor, evento=evento, **form.cleaned_data),
        gravar=lambda versao: servicos.evento_desfazer(
            autor=autor, evento=evento, versao=versao, **form.cleaned_data
        ),
        feito=f"Desfeito o registro {evento.sequencia}.",
        destino=reverse("nomeacoes:acontecimentos", args=[evento.cargo_id]),
    )
    contexto = _do_cargo(evento.cargo) | {
        "titulo": f"Desfazer o registro {evento.sequencia}: {evento.get_tipo_display().lower()}",
        "explicacao": "O registro enganado fica na história, com este ao lado; o cargo, como sem ele.",
    }
    return em_dois_passos(request, form, passos, "nomeacoes/acontecimento.html", contexto)


def _do_cargo(cargo: Cargo) -> dict[str, Any]:
    return {"cargo": cargo, "concurso": cargo.edital.concurso}
