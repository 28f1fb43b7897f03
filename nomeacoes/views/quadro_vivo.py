"""Quadro vivo de um cargo: as vagas desenhadas, a tabela que diz o mesmo e o cumprimento da reserva."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from nomeacoes import consultas
from nomeacoes.views.cargo import autor_do, cargo_do_endereco, pagina_sem_vagas
from nucleo.permissoes import pagina

POR_PAGINA = 40


@pagina("nomeacoes.ver")
@require_GET
def quadro_vivo(request: HttpRequest, pk: int) -> HttpResponse:
    """O quadro inteiro no desenho; na tabela, uma página dele. Cada marca leva à sua linha."""
    cargo = cargo_do_endereco(request, pk, "nomeacoes.ver")
    if not cargo.edital.publicado:
        return pagina_sem_vagas(request, cargo)
    estado = consultas.estado_do_cargo(cargo)
    quadro = consultas.quadro_vivo(estado)
    folha = Paginator(quadro.vagas, POR_PAGINA).get_page(request.GET.get("pagina"))
    contexto = {
        "cargo": cargo,
        "concurso": cargo.edital.concurso,
        "estado": estado,
        "quadro": quadro,
        "marcas": [(vaga, _linha(vaga.numero, folha.number)) for vaga in quadro.marcas],
        "pagina": folha,
        "linhas": consultas.linhas_do_quadro(estado, list(folha.object_list)),
        "ve_declaracoes": autor_do(request).pode("candidatos.autodeclaracao_ver", cargo.orgao),
        "graficos": consultas.graficos_do_cumprimento(estado),
    }
    return render(request, "nomeacoes/quadro_vivo.html", contexto)


def _linha(numero: int, aberta: int) -> str:
    """Endereço da linha da vaga: nesta página da tabela ou na que a traz."""
    sua = (numero - 1) // POR_PAGINA + 1
    return f"#vaga-{numero}" if sua == aberta else f"?pagina={sua}#vaga-{numero}"
