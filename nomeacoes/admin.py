"""Nomeações na administração: só se leem; e as ações que este app acrescenta a cargos e convocações."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from concursos.models import Cargo, Concurso
from nomeacoes import servicos
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Ato, DispensaDosQuatroOlhos, Evento, Mandato, Nomeacao, RegraDePrazo, Vaga
from nucleo.administracao import AdminComPapeis
from nucleo.erros import Recusa
from nucleo.permissoes import Pessoa, autor_do_pedido


def _autor(request: HttpRequest) -> Pessoa:
    return cast(Pessoa, autor_do_pedido(request))


@admin.action(description="Planejar convocação", permissions=["planejar_convocacao"])
def planejar_convocacao(
    modeladmin: Any, request: HttpRequest, queryset: QuerySet[Any]
) -> HttpResponse | None:
    """Leva ao plano do cargo escolhido, ou aos cargos do concurso escolhido; um de cada vez."""
    escolhidos = list(queryset[:2])
    if len(escolhidos) != 1:
        messages.warning(request, "Escolha um só por vez: cada cargo tem o seu plano.")
        return None
    if queryset.model is Cargo:
        return redirect("nomeacoes:convocar", escolhidos[0].pk)
    return redirect(f"{reverse('nomeacoes:convocacoes')}?concurso={escolhidos[0].pk}")


@admin.action(description="Produzir atos", permissions=["produzir_atos"])
def produzir_atos(modeladmin: Any, request: HttpRequest, queryset: QuerySet[Any]) -> None:
    """Põe na fila os documentos que faltam às convocações escolhidas, ou às dos cargos ou concursos."""
    caminho = {Cargo: "cargo__in", Concurso: "cargo__edital__concurso__in", Evento: "pk__in"}[queryset.model]
    convocacoes = Evento.objects.filter(tipo=TipoDoEvento.CONVOCAR, **{caminho: queryset})
    if not convocacoes:
        messages.warning(request, "Nada a produzir: não há convocação entre os escolhidos.")
    for evento in convocacoes.select_related("cargo__edital__concurso__orgao"):
        try:
            execucao = servicos.atos_pedir_producao(autor=_autor(request), evento=evento)
            messages.success(request, f"{execucao.titulo}: na fila. Acompanhe em Execuções.")
        except Recusa as recusa:
            messages.warning(request, f"{evento.cargo}, {evento.data:%d/%m/%Y}: {recusa.mensagem}")


def _pode_planejar(self: Any, request: HttpRequest) -> bool:
    """Quem não pode não vê a ação."""
    return _autor(request).pode("nomeacoes.convocacao_planejar")


def _pode_produzir(self: Any, request: HttpRequest) -> bool:
    """Quem não pode não vê a ação."""
    return _autor(request).pode("nomeacoes.atos_pedir_producao")


def acrescentar_acoes(modelo: type[Concurso] | type[Cargo]) -> None:
    """Põe as ações deste app na administração de um modelo de baixo, que não o conhece."""
    registrado: Any = admin.site.get_model_admin(modelo)
    registrado.actions = [*(registrado.actions or []), planejar_convocacao, produzir_atos]
    registrado.has_planejar_convocacao_permission = _pode_planejar.__get__(registrado)
    registrado.has_produzir_atos_permission = _pode_produzir.__get__(registrado)


acrescentar_acoes(Concurso)
acrescentar_acoes(Cargo)


class SoLeitura(AdminComPapeis):
    """Tudo aqui nasce dos serviços: na administração, só se lê."""

    acao_ver = "nomeacoes.ver"


@admin.register(Vaga)
class VagaAdmin(SoLeitura):
    """Vagas providas."""

    caminho_do_orgao = "cargo__edital__concurso__orgao"
    list_display = ["cargo", "numero", "categoria"]
    list_filter = ["categoria"]
    search_fields = ["cargo__nome"]
    list_select_related = ["cargo"]


@admin.register(Evento)
class EventoAdmin(SoLeitura):
    """Convocações e o que aconteceu depois delas."""

    caminho_do_orgao = "cargo__edital__concurso__orgao"
    list_display = ["cargo", "sequencia", "tipo", "data", "quantidade", "autor", "registrado_em"]
    list_filter = ["tipo"]
    date_hierarchy = "data"
    search_fields = ["cargo__nome", "documento"]
    list_select_related = ["cargo", "autor"]
    actions = [produzir_atos]
    has_produzir_atos_permission = _pode_produzir


@admin.register(Nomeacao)
class NomeacaoAdmin(SoLeitura):
    """Nomeações, com o que ocupam hoje."""

    caminho_do_orgao = "vaga__cargo__edital__concurso__orgao"
    list_display = ["vaga", "candidatura", "situacao", "evento"]
    list_filter = ["situacao"]
    search_fields = ["candidatura__inscricao__numero", "candidatura__inscricao__candidato__nome_busca"]
    list_select_related = ["vaga__cargo", "candidatura__inscricao", "candidatura__cargo", "evento"]


@admin.register(Mandato)
class MandatoAdmin(AdminComPapeis):
    """Datas de que dependem os avisos do período eleitoral e do fim do mandato."""

    acao_ver = "nomeacoes.mandato_ver"
    acao_incluir = acao_alterar = acao_excluir = "nomeacoes.mandato_administrar"
    caminho_do_orgao = "orgao"
    list_display = ["municipio", "orgao", "pleito", "posse_dos_eleitos", "fim"]
    list_select_related = ["municipio", "orgao__municipio"]


@admin.register(DispensaDosQuatroOlhos)
class DispensaDosQuatroOlhosAdmin(AdminComPapeis):
    """Órgãos em que uma só pessoa redige e assina."""

    acao_ver = "nomeacoes.mandato_ver"
    acao_incluir = acao_alterar = acao_excluir = "nomeacoes.mandato_administrar"
    caminho_do_orgao = "orgao"
    list_display = ["orgao", "ate", "motivo"]
    list_select_related = ["orgao__municipio"]


@admin.register(Ato)
class AtoAdmin(SoLeitura):
    """Atos, das minutas aos assinados."""

    caminho_do_orgao = "orgao"
    list_display = ["__str__", "orgao", "situacao", "assinado_por", "assinado_em"]
    list_filter = ["tipo", "situacao", "ano"]
    search_fields = ["nomeacao__candidatura__inscricao__numero"]
    list_select_related = ["orgao", "assinado_por"]


@admin.register(RegraDePrazo)
class RegraDePrazoAdmin(AdminComPapeis):
    """Prazos da posse e do exercício. Nova lei, nova linha: a de antes rege o que já corre."""

    acao_ver = "nomeacoes.regra_de_prazo_ver"
    acao_incluir = acao_alterar = "nomeacoes.regra_de_prazo_administrar"
    list_display = ["municipio", "especie", "vigente_desde", "em_palavras", "dispositivo"]
    list_filter = ["especie"]
    list_select_related = ["municipio"]
