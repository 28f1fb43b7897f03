"""Concursos no alcance de quem pede."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet, Sum

from concursos.models import Cargo, Concurso, Edital
from nucleo.erros import Recusa
from nucleo.models import Orgao
from nucleo.permissoes import Pessoa


def concursos_ao_alcance(
    *, autor: Pessoa, situacao: str = "", ano: str = "", termo: str = ""
) -> QuerySet[Concurso]:
    """Concursos dos órgãos do autor, do mais novo ao mais antigo, com `total_cargos` e `total_vagas`.

    `termo` procura no título, na banca, no número e na sigla do órgão.
    """
    lista = Concurso.objects.select_related("orgao__municipio", "edital")
    orgaos = autor.orgaos()
    if orgaos is not None:
        lista = lista.filter(orgao_id__in=orgaos)
    if situacao:
        lista = lista.filter(situacao=situacao)
    if ano.isdecimal():
        lista = lista.filter(ano=int(ano))
    for palavra in termo.split():
        lista = lista.filter(_contem(palavra))
    return lista.annotate(
        total_cargos=Count("edital__cargos"), total_vagas=Sum("edital__cargos__vagas", default=0)
    ).order_by("-ano", "-numero", "-pk")


def _contem(palavra: str) -> Q:
    condicao = Q(titulo__icontains=palavra) | Q(banca__icontains=palavra) | Q(orgao__sigla__icontains=palavra)
    numero, _, ano = palavra.partition("/")
    if numero.isdecimal():
        condicao |= Q(numero=int(numero), ano=int(ano)) if ano.isdecimal() else Q(numero=int(numero))
    return condicao


def anos_ao_alcance(*, autor: Pessoa) -> list[int]:
    """Anos em que há concurso no alcance do autor, do mais novo ao mais antigo."""
    orgaos = autor.orgaos()
    lista = Concurso.objects.all() if orgaos is None else Concurso.objects.filter(orgao_id__in=orgaos)
    return list(lista.order_by("-ano").values_list("ano", flat=True).distinct())


def orgaos_para(*, autor: Pessoa, acao: str) -> QuerySet[Orgao]:
    """Órgãos em que o autor pode praticar a ação."""
    orgaos = autor.orgaos()
    lista = Orgao.objects.select_related("municipio")
    alcance = lista if orgaos is None else lista.filter(pk__in=orgaos)
    return alcance.filter(pk__in=[cada.pk for cada in alcance if autor.pode(acao, cada)])


def edital_completo(*, concurso: Concurso) -> Edital:
    """Edital do concurso com regras, cargos e retificações já lidos."""
    return (
        Edital.objects.select_related("concurso__orgao__municipio")
        .prefetch_related("regras", "cargos__regras", "retificacoes__autor")
        .get(concurso=concurso)
    )


def edital_nomeado(nome: str) -> Edital:
    """O edital que a linha de comando nomeia: pelo número impresso ("12/2023") ou pela chave.

    `Recusa` se não há, ou se o número é de mais de um: a mensagem diz a chave de cada um.
    """
    todos = Edital.objects.select_related("concurso__orgao")
    achados = list(todos.filter(numero=nome)) or list(todos.filter(pk=nome) if nome.isdecimal() else [])
    if not achados:
        raise Recusa(f"Não há edital “{nome}”. Dê o número do edital ou a chave dele no sistema.")
    if len(achados) > 1:
        quais = "; ".join(
            f"{edital.pk}: {edital.concurso.orgao.sigla}, {edital.concurso}" for edital in achados
        )
        raise Recusa(f"Há mais de um edital “{nome}”. Dê a chave de um deles: {quais}.")
    return achados[0]


def cargo_nomeado(edital: Edital, codigo: str) -> Cargo:
    """O cargo do edital com esse código; `Recusa` se não há."""
    cargo = Cargo.objects.filter(edital=edital, codigo=codigo).select_related("regras", "edital").first()
    if cargo is None:
        raise Recusa(f"O {edital} não tem cargo de código “{codigo}”.")
    return cargo
