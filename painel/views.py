"""Início, página do concurso e busca."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from candidatos.consultas.busca import buscar_inscricoes, parece_cpf
from concursos.consultas import concursos_ao_alcance, conferir_publicacao
from concursos.enums import SituacaoConcurso
from concursos.models import Concurso
from nucleo.permissoes import Pedido, exigir, pagina
from painel import consultas
from painel.forms import Busca

ACHADOS_POR_PAGINA = 50
ARQUIVOS_MOSTRADOS = 5
ATOS_MOSTRADOS = 5


@pagina("painel.inicio")
def inicio(request: Pedido) -> HttpResponse:
    """Concursos em andamento, com etapa e próximo passo; avisos e trabalhos."""
    if not request.autor.pode("painel.ver"):
        return render(request, "painel/inicio_sem_concursos.html")
    concursos = list(concursos_ao_alcance(autor=request.autor).exclude(situacao=SituacaoConcurso.ENCERRADO))
    fatos = consultas.fatos_dos_concursos(concursos)
    contexto = {
        "linhas": [
            {
                "concurso": concurso,
                "etapas": consultas.etapas_do_concurso(concurso, fatos[concurso.pk], autor=request.autor),
                "passo": consultas.proximo_passo(concurso, fatos[concurso.pk], autor=request.autor),
            }
            for concurso in concursos
        ],
        "avisos": [
            *consultas.avisos_da_reconferencia(autor=request.autor),
            *consultas.avisos_do_alcance(concursos, hoje=timezone.localdate()),
            *consultas.avisos_dos_prazos(concursos, hoje=timezone.localdate()),
        ],
        "trabalhos": consultas.trabalhos_em_curso(autor=request.autor),
        "pode_criar": request.autor.pode("concursos.concurso_criar"),
    }
    return render(request, "painel/inicio.html", contexto)


@pagina("painel.ver")
def concurso(request: Pedido, pk: int) -> HttpResponse:
    """Etapas do concurso, o botão do que vem a seguir, cargos, arquivos e atos."""
    este = get_object_or_404(Concurso.objects.select_related("orgao__municipio", "edital"), pk=pk)
    exigir(request.autor, "painel.ver", [este])
    fatos = consultas.fatos_dos_concursos([este])[pk]
    rascunho = este.situacao == SituacaoConcurso.EM_ELABORACAO
    conferencia = (
        conferir_publicacao(este.edital, publicado_em=este.edital.publicado_em, hoje=timezone.localdate())
        if rascunho
        else None
    )
    contexto = {
        "concurso": este,
        "ha_homologados": fatos.homologados > 0,
        "etapas": consultas.etapas_do_concurso(este, fatos, autor=request.autor),
        "passo": consultas.proximo_passo(este, fatos, autor=request.autor, conferencia=conferencia),
        "cargos": consultas.linhas_dos_cargos(este),
        "arquivos": consultas.arquivos_do_concurso(este)[:ARQUIVOS_MOSTRADOS],
        "atos": consultas.atos_do_concurso(este)[:ATOS_MOSTRADOS],
        "avisos": [
            *consultas.avisos_da_reconferencia(autor=request.autor, concurso=este),
            *consultas.avisos_do_alcance([este], hoje=timezone.localdate()),
            *consultas.avisos_dos_prazos([este], hoje=timezone.localdate()),
        ],
        "retificacoes": este.edital.retificacoes.count(),
    }
    return render(request, "painel/concurso.html", contexto)


@pagina("painel.buscar")
def busca(request: Pedido) -> HttpResponse:
    """Busca por nome, inscrição ou CPF.

    O termo chega por POST. Nome e inscrição vão para o endereço, que se guarda e se partilha; CPF não:
    endereços ficam em históricos e registros de servidor, e o resultado se mostra na própria resposta.
    """
    if request.method == "POST":
        form = Busca(request.POST)
        if form.is_valid() and not parece_cpf(form.cleaned_data["q"]):
            return redirect(f"{reverse('painel:busca')}?{urlencode({'q': form.cleaned_data['q']})}")
    else:
        form = Busca(request.GET if "q" in request.GET else None)
    if not form.is_valid():
        return render(request, "painel/busca.html", {"form": form})
    termo = form.cleaned_data["q"]
    por_cpf = parece_cpf(termo)
    if por_cpf and request.method != "POST":
        # CPF num endereço digitado à mão: não se procura, e o formulário volta vazio.
        return render(request, "painel/busca.html", {"form": Busca(), "cpf_no_endereco": True})
    achados = buscar_inscricoes(autor=request.autor, termo=termo)
    contexto = {
        # O CPF procurado também não volta escrito na página: só mascarado, na linha de quem se achou.
        "form": Busca() if por_cpf else form,
        "por_cpf": por_cpf,
        "pagina": Paginator(achados, ACHADOS_POR_PAGINA).get_page(request.GET.get("pagina")),
    }
    return render(request, "painel/busca.html", contexto)
