"""Página do sorteio dos que a lista comparada deixa empatados."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from candidatos.consultas.importacao import importacoes_ao_alcance
from candidatos.consultas.retificacao import EmpateComparado, empates_da_comparacao
from candidatos.forms.classificacao import RegistroDoSorteio
from candidatos.models import Candidato, Candidatura, Importacao, Inscricao
from candidatos.servicos.retificacao import retificacao_pedir_comparacao
from candidatos.servicos.sorteio_da_retificacao import retificacao_sortear
from nucleo.erros import Recusa
from nucleo.permissoes import Pedido, exigir, pagina


@pagina("candidatos.retificacao_sortear")
def sortear(request: Pedido, pk: int) -> HttpResponse:
    """Um número por empatado; gravados, compara-se de novo."""
    alvo = get_object_or_404(importacoes_ao_alcance(request.autor), pk=pk)
    exigir(request.autor, "candidatos.retificacao_sortear", [alvo])
    grupos = empates_da_comparacao(alvo)
    form = RegistroDoSorteio(request.POST or None, grupos=_por_gravar(grupos))
    if grupos and form.is_valid():
        try:
            _registrar(request, alvo, grupos, form)
            return redirect("candidatos:retificacao_previa", pk)
        except Recusa as recusa:
            form.add_error(None, recusa.mensagem)
    contexto = {"importacao": alvo, "concurso": alvo.edital.concurso, "form": form}
    return render(request, "candidatos/retificacao_sortear.html", contexto)


def _registrar(
    request: Pedido, alvo: Importacao, grupos: Sequence[EmpateComparado], form: RegistroDoSorteio
) -> None:
    por_ordem = form.numeros()
    quem = [(grupo.cargo.pk, numero) for grupo in grupos for numero, _ in grupo.pessoas]
    dados = form.cleaned_data
    retificacao_sortear(
        autor=request.autor,
        importacao=alvo,
        numeros={chave: por_ordem[ordem] for ordem, chave in enumerate(quem, start=1)},
        data=dados["realizado_em"],
        ata=dados["ata"],
    )
    retificacao_pedir_comparacao(autor=request.autor, importacao=alvo)


def _por_gravar(grupos: Sequence[EmpateComparado]) -> list[list[Candidatura]]:
    """Os empatados na forma do formulário, numerados: quem só entra com o arquivo ainda não está na base."""
    ordens = count(1)
    return [
        [
            Candidatura(
                pk=next(ordens),
                inscricao=Inscricao(numero=numero, candidato=Candidato(nome=nome)),
                cargo=grupo.cargo,
            )
            for numero, nome in grupo.pessoas
        ]
        for grupo in grupos
    ]
