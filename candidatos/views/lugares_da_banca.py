"""Páginas dos lugares da banca diante dos nossos, e de quem está em duas reservas."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from candidatos.consultas.classificacao import classificacao_vigente, desatualizadas
from candidatos.consultas.lugares_da_banca import (
    ROTULOS,
    comparacao_do_cargo,
    diferencas_explicadas,
    lugares_iguais,
    resumo_dos_cargos,
)
from candidatos.models import Classificacao
from candidatos.servicos.autodeclaracao import duas_reservas_ver
from concursos.models import Cargo, Concurso
from nucleo.permissoes import Pedido, exigir, pagina

POR_PAGINA = 50


@pagina("candidatos.ver")
def lugares_da_banca(request: Pedido, pk: int) -> HttpResponse:
    """Resumo por cargo: o que confere, o que diverge, os lugares iguais."""
    concurso = get_object_or_404(Concurso.objects.select_related("orgao__municipio"), pk=pk)
    exigir(request.autor, "candidatos.ver", [concurso])
    resumos = resumo_dos_cargos(concurso)
    com_lugares = [resumo for resumo in resumos if resumo.estado.oficiais]
    contexto = {
        "concurso": concurso,
        "resumos": com_lugares,
        "cargos": len(resumos),
        "oficiais": sum(resumo.estado.oficiais for resumo in com_lugares),
        "conferem": sum(resumo.estado.conferem for resumo in com_lugares),
        "por_classificar": sum(
            resumo.estado.por_classificar and resumo.estado.candidaturas > 0 for resumo in resumos
        ),
    }
    return render(request, "candidatos/lugares_da_banca.html", contexto)


@pagina("candidatos.ver")
def lugares_do_cargo(request: Pedido, pk: int) -> HttpResponse:
    """Um cargo: cada diferença explicada ou, na outra aba, os lugares iguais."""
    cargo = get_object_or_404(Cargo.objects.select_related("regras", "edital__concurso__orgao"), pk=pk)
    exigir(request.autor, "candidatos.ver", [cargo])
    vigente = classificacao_vigente(cargo)
    contexto: dict[str, object] = {"cargo": cargo, "concurso": cargo.edital.concurso, "vigente": vigente}
    if vigente is not None:
        contexto |= _contexto_da_comparacao(request, cargo, vigente)
    return render(request, "candidatos/lugares_do_cargo.html", contexto)


def _contexto_da_comparacao(request: Pedido, cargo: Cargo, vigente: Classificacao) -> dict[str, object]:
    """O que a página do cargo mostra, conforme a aba do endereço."""
    comparacao = comparacao_do_cargo(vigente)
    iguais = request.GET.get("ver") == "iguais"
    numero = request.GET.get("pagina")
    contexto: dict[str, object] = {
        "comparacao": comparacao,
        "ver_iguais": iguais,
        "especies": [(ROTULOS[especie], quantas) for especie, quantas in comparacao.por_especie.items()],
        "desatualizada": bool(desatualizadas([vigente])),
    }
    if iguais:
        grupos = Paginator(comparacao.iguais, POR_PAGINA).get_page(numero)
        linhas = lugares_iguais(cargo, vigente, list(grupos.object_list))
        return contexto | {"pagina": grupos, "grupos": linhas}
    folha = Paginator(comparacao.diferencas, POR_PAGINA).get_page(numero)
    explicadas = diferencas_explicadas(cargo, vigente, comparacao, list(folha.object_list))
    return contexto | {"pagina": folha, "diferencas": explicadas}


@pagina("candidatos.autodeclaracao_ver")
def duas_reservas(request: Pedido, pk: int) -> HttpResponse:
    """Inscrições em mais de uma reserva: dado sensível, e cada leitura fica na trilha."""
    concurso = get_object_or_404(Concurso.objects.select_related("orgao", "edital"), pk=pk)
    folha = duas_reservas_ver(autor=request.autor, concurso=concurso, pagina=request.GET.get("pagina"))
    contexto = {"concurso": concurso, "folha": folha, "pagina": folha.pagina}
    return render(request, "candidatos/duas_reservas.html", contexto)
