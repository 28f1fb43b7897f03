"""Páginas das listas classificadas, da busca de candidatos e da inscrição."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST

from candidatos.consultas.busca import buscar_inscricoes, inscricoes_ao_alcance
from candidatos.consultas.classificacao import (
    Lista,
    classificacao_vigente,
    contagem_das_listas,
    contagens_das_classificacoes,
    lista_classificada,
)
from candidatos.consultas.explicacao import linhas_explicadas
from candidatos.consultas.inscricao import candidaturas_da_inscricao
from candidatos.consultas.retificacao import classificacao_da_versao, versoes_oficiais
from candidatos.consultas.rodape import rodapes_da_lista
from candidatos.forms.classificacao import BuscaDeCandidatos
from candidatos.models import Classificacao
from candidatos.servicos.autodeclaracao import autodeclaracao_ver
from concursos.models import Cargo
from nucleo.permissoes import Pedido, exigir, pagina

POR_PAGINA = 100
# Numa só página, para imprimir; acima disso imprime-se por páginas.
INTEIRA_ATE = 2_000


@pagina("candidatos.ver")
def lista(request: Pedido, pk: int) -> HttpResponse:
    """Lista classificada de um cargo: geral, da cota, de PcD ou os não aprovados."""
    cargo = get_object_or_404(Cargo.objects.select_related("regras", "edital__concurso__orgao"), pk=pk)
    exigir(request.autor, "candidatos.ver", [cargo])
    versao = request.GET.get("versao", "")
    vigente = classificacao_da_versao(cargo, versao) if versao else classificacao_vigente(cargo)
    if versao and vigente is None:
        raise Http404("Este cargo não tem esta versão homologada.")
    contexto: dict[str, object] = {"cargo": cargo, "concurso": cargo.edital.concurso, "vigente": vigente}
    if vigente is not None:
        contexto |= _contexto_da_lista(request, cargo, vigente)
        contexto |= {"versao": versao, "versoes": versoes_oficiais(cargo)}
        contexto["rodapes"] = rodapes_da_lista(vigente)
    return render(request, "candidatos/lista.html", contexto)


def _contexto_da_lista(request: Pedido, cargo: Cargo, vigente: Classificacao) -> dict[str, object]:
    """O que a página da lista mostra, conforme os filtros do endereço."""
    pedida = request.GET.get("lista", "")
    qual = Lista(pedida) if pedida in set(Lista) else Lista.GERAL
    termo = request.GET.get("q", "").strip()
    divergentes = request.GET.get("banca") == "divergentes"
    colocacoes = lista_classificada(vigente, qual, termo, divergentes=divergentes)
    tamanho = INTEIRA_ATE if "inteira" in request.GET else POR_PAGINA
    folha = Paginator(colocacoes, tamanho).get_page(request.GET.get("pagina"))
    contagens = contagem_das_listas(vigente)
    _, oficiais, conferem = contagens_das_classificacoes([vigente])[vigente.pk]
    return {
        "lista": qual,
        "termo": termo,
        "divergentes": divergentes,
        "pagina": folha,
        "linhas": linhas_explicadas(cargo, vigente, qual, list(folha.object_list)),
        "contagens": contagens,
        "total": contagens[qual],
        "abas": [(cada, ROTULOS[cada], quantas) for cada, quantas in contagens.items()],
        "nome_da_lista": qual.nome,
        "oficiais": oficiais,
        "conferem": conferem,
        "cabe_inteira": folha.has_other_pages() and folha.paginator.count <= INTEIRA_ATE,
    }


ROTULOS = {
    Lista.GERAL: "Geral",
    Lista.COTAS: "Cota",
    Lista.PCD: "PcD",
    Lista.NAO_APROVADOS: "Não aprovados",
}


@pagina("candidatos.ver")
def candidatos(request: Pedido) -> HttpResponse:
    """Busca de candidatos em todos os concursos ao alcance."""
    form = BuscaDeCandidatos(request.GET)
    termo = form.cleaned_data["q"] if form.is_valid() else ""
    inscricoes = buscar_inscricoes(autor=request.autor, termo=termo)
    folha = Paginator(inscricoes, POR_PAGINA).get_page(request.GET.get("pagina"))
    return render(request, "candidatos/candidatos.html", {"form": form, "termo": termo, "pagina": folha})


@pagina("candidatos.ver")
def inscricao(request: Pedido, pk: int) -> HttpResponse:
    """Uma inscrição: pessoa, resultados por versão e lugares."""
    autor = request.autor
    achada = get_object_or_404(inscricoes_ao_alcance(autor), pk=pk)
    exigir(autor, "candidatos.ver", [achada])
    contexto = {"inscricao": achada, "candidaturas": candidaturas_da_inscricao(achada)}
    return render(request, "candidatos/inscricao.html", contexto)


@pagina("candidatos.autodeclaracao_ver")
@require_POST
def autodeclaracao(request: Pedido, pk: int) -> HttpResponse:
    """A mesma página, com a autodeclaração à vista; a leitura fica na trilha."""
    autor = request.autor
    achada = get_object_or_404(inscricoes_ao_alcance(autor), pk=pk)
    contexto = {
        "inscricao": achada,
        "candidaturas": candidaturas_da_inscricao(achada),
        "declaracao": autodeclaracao_ver(autor=autor, inscricao=achada),
        "mostrada": True,
    }
    return render(request, "candidatos/inscricao.html", contexto)
