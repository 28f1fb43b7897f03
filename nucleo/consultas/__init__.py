"""Leituras do núcleo, no alcance de quem pergunta."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.db import models
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from nucleo.erros import Recusa
from nucleo.execucoes import VIVAS, situacao_da_execucao
from nucleo.models import Execucao, Orgao, RegistroTrilha, Usuario
from nucleo.permissoes import Pessoa, exigir

TAMANHO_DA_PAGINA = 50
HISTORIA_MAXIMA = 200
# Fim do dia em que um período termina: o dia final está dentro.
UM_DIA = timedelta(days=1)
TIPOS_DE_MUDANCA = {"+": "criação", "~": "alteração", "-": "exclusão"}


def usuario_nomeado(login: str) -> Usuario:
    """A pessoa que a linha de comando nomeia, ativa; `Recusa` se não há."""
    usuario = Usuario.objects.filter(username=login, is_active=True).first()
    if usuario is None:
        raise Recusa(f"Não há usuário ativo “{login}”.")
    return usuario


def alcance_em_palavras(*, autor: Pessoa) -> str:
    """Siglas dos órgãos ao alcance do autor, separadas por vírgula, ou "Todos os órgãos"."""
    chaves = autor.orgaos()
    if chaves is None:
        return "Todos os órgãos"
    return ", ".join(Orgao.objects.filter(pk__in=chaves).order_by("sigla").values_list("sigla", flat=True))


def execucoes(*, autor: Pessoa) -> QuerySet[Execucao]:
    """Execuções ao alcance do autor, da mais nova à mais antiga, sem as filhas de outra."""
    todas = Execucao.objects.filter(mae=None).select_related("autor", "orgao")
    chaves = autor.orgaos()
    return todas if chaves is None else todas.filter(orgao__in=chaves)


def execucao(*, autor: Pessoa, pk: uuid.UUID) -> Execucao:
    """A execução, ou `Http404` se não existe ou está fora do alcance."""
    achada = Execucao.objects.select_related("autor", "orgao", "mae").filter(pk=pk).first()
    if achada is None:
        raise Http404("Execução não encontrada.")
    exigir(autor, "nucleo.execucao_ver", [achada])
    return achada


@dataclass(frozen=True, slots=True)
class Estado:
    """O que a linha de uma execução mostra. `resta`: segundos estimados, nulo quando não se sabe.

    `parando`: já se pediu que pare.
    """

    execucao: Execucao
    viva: bool
    feito: int
    total: int
    mensagem: str
    resta: int | None
    filhas: list[Execucao]
    parando: bool


def estado_da_execucao(alvo: Execucao, agora: datetime) -> Estado:
    """Andamento da execução em `agora`; o que resta supõe o ritmo médio desde o início."""
    situacao = situacao_da_execucao(alvo)
    viva = alvo.situacao in VIVAS
    resta = None
    if viva and alvo.iniciada_em and 0 < situacao.feito < situacao.total:
        passados = (agora - alvo.iniciada_em).total_seconds()
        resta = max(1, round(passados * (situacao.total - situacao.feito) / situacao.feito))
    filhas = list(alvo.filhas.order_by("titulo"))
    return Estado(
        execucao=alvo,
        viva=viva,
        feito=situacao.feito,
        total=situacao.total,
        mensagem=situacao.mensagem,
        resta=resta,
        filhas=filhas,
        parando=situacao.parando,
    )


@dataclass(frozen=True, slots=True)
class PaginaDaTrilha:
    """Registros de uma página, quantos são ao todo e a chave da seguinte (nula na última)."""

    registros: list[RegistroTrilha]
    total: int
    proxima: int | None


def trilha(*, autor: Pessoa, filtros: Mapping[str, Any], antes: int | None) -> PaginaDaTrilha:
    """Página da trilha, do mais novo ao mais antigo, a partir do registro anterior a `antes`.

    `filtros`: autor, acao, objeto (textos) e desde, ate (datas, inclusive), todos facultativos.
    """
    achados = _filtrar_trilha(_trilha_no_alcance(autor), filtros)
    total = achados.count()
    if antes is not None:
        achados = achados.filter(pk__lt=antes)
    registros = list(achados.select_related("autor", "orgao")[: TAMANHO_DA_PAGINA + 1])
    pagina = registros[:TAMANHO_DA_PAGINA]
    return PaginaDaTrilha(pagina, total, pagina[-1].pk if len(registros) > len(pagina) else None)


def acoes_da_trilha(*, autor: Pessoa) -> list[str]:
    """Ações que aparecem na trilha ao alcance do autor, em ordem alfabética."""
    return list(_trilha_no_alcance(autor).order_by("acao").values_list("acao", flat=True).distinct())


def _trilha_no_alcance(autor: Pessoa) -> QuerySet[RegistroTrilha]:
    """O que não é de órgão nenhum só vê quem alcança todos."""
    chaves = autor.orgaos()
    todos = RegistroTrilha.objects.all()
    return todos if chaves is None else todos.filter(orgao__in=chaves)


def _filtrar_trilha(
    achados: QuerySet[RegistroTrilha], filtros: Mapping[str, Any]
) -> QuerySet[RegistroTrilha]:
    if pessoa := filtros.get("autor"):
        achados = achados.filter(Q(autor__nome__icontains=pessoa) | Q(autor__username__iexact=pessoa))
    if acao := filtros.get("acao"):
        achados = achados.filter(acao=acao)
    if objeto := filtros.get("objeto"):
        achados = achados.filter(
            Q(objeto_nome__icontains=objeto) | Q(objeto_tipo__iexact=objeto) | Q(objeto_id=objeto)
        )
    if desde := filtros.get("desde"):
        achados = achados.filter(quando__gte=_inicio_do_dia(desde))
    if ate := filtros.get("ate"):
        achados = achados.filter(quando__lt=_inicio_do_dia(ate + UM_DIA))
    return achados


def _inicio_do_dia(dia: date) -> datetime:
    return timezone.make_aware(datetime(dia.year, dia.month, dia.day))


@dataclass(frozen=True, slots=True)
class CampoMudado:
    """Um campo que mudou: rótulo e valores como se leem."""

    rotulo: str
    antes: str
    depois: str


@dataclass(frozen=True, slots=True)
class Mudanca:
    """Uma versão da linha: quando, quem (nulo: o próprio sistema), o que se fez e campo a campo."""

    quando: datetime
    quem: Usuario | None
    tipo: str
    campos: list[CampoMudado]


@dataclass(frozen=True, slots=True)
class Historia:
    """História de um objeto, da mudança mais nova à mais antiga; `total` conta todas."""

    titulo: str
    tipo: str
    mudancas: list[Mudanca]
    total: int


def historia(*, autor: Pessoa, modelo: str, pk: str) -> Historia:
    """História da linha `pk` do modelo "app.modelo"; `Http404` sem história ou fora do alcance.

    O que não é de órgão nenhum só vê quem alcança todos.
    """
    classe = _modelo_com_historia(modelo)
    versoes = classe.historia.filter(**{classe._meta.pk.attname: _chave(classe, pk)})
    total = versoes.count()
    if not total:
        raise Http404("Objeto não encontrado.")
    lista = list(
        versoes.select_related("history_user").order_by("-history_date", "-history_id")[: HISTORIA_MAXIMA + 1]
    )
    objeto = classe._default_manager.filter(pk=pk).first() or lista[0].instance
    exigir(autor, "nucleo.historico_ver", [objeto])
    if getattr(objeto, "orgao", None) is None and autor.orgaos() is not None:
        raise Http404("Objeto não encontrado.")
    mudancas = [
        _mudanca(classe, nova, anterior) for nova, anterior in zip(lista, [*lista[1:], None], strict=True)
    ]
    return Historia(str(objeto), str(classe._meta.verbose_name), mudancas[:HISTORIA_MAXIMA], total)


def tem_historia(modelo: str) -> bool:
    """Se as linhas do modelo "app.Modelo" guardam as suas versões."""
    try:
        return hasattr(apps.get_model(modelo), "historia")
    except (LookupError, ValueError):
        return False


def _modelo_com_historia(modelo: str) -> Any:
    if not tem_historia(modelo):
        raise Http404("Não há história desse tipo de objeto.")
    return apps.get_model(modelo)


def _chave(classe: Any, pk: str) -> Any:
    try:
        return classe._meta.pk.to_python(pk)
    except ValidationError:
        raise Http404("Objeto não encontrado.") from None


def _mudanca(classe: type[models.Model], nova: Any, anterior: Any | None) -> Mudanca:
    campos = []
    if anterior is not None and nova.history_type == "~":
        delta = nova.diff_against(anterior, foreign_keys_are_objs=True)
        campos = [
            CampoMudado(*_rotulo_e_valores(classe, mudanca.field, mudanca.old, mudanca.new))
            for mudanca in delta.changes
        ]
    return Mudanca(nova.history_date, nova.history_user, TIPOS_DE_MUDANCA[nova.history_type], campos)


def _rotulo_e_valores(classe: type[models.Model], nome: str, antes: Any, depois: Any) -> tuple[str, str, str]:
    try:
        campo = classe._meta.get_field(nome)
    except FieldDoesNotExist:
        return nome, _legivel({}, antes), _legivel({}, depois)
    opcoes = dict(getattr(campo, "flatchoices", None) or [])
    rotulo = str(getattr(campo, "verbose_name", nome))
    return rotulo, _legivel(opcoes, antes), _legivel(opcoes, depois)


def _legivel(opcoes: Mapping[Any, Any], valor: Any) -> str:
    """Valor de um campo como a pessoa o lê: opção pelo rótulo, data brasileira, vazio dito."""
    if isinstance(valor, bool):
        return "sim" if valor else "não"
    if valor is None or valor == "":
        return str(opcoes.get(valor, "em branco"))
    if isinstance(valor, datetime):
        return f"{timezone.localtime(valor):%d/%m/%Y %H:%M}"
    if isinstance(valor, date):
        return f"{valor:%d/%m/%Y}"
    return str(opcoes.get(valor, valor))
