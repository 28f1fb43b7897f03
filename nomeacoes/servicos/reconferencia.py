"""Reconferência: o pedido, da agenda ou de uma pessoa, e o confronto de um cargo com os seus dados brutos."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone

from candidatos.enums import SituacaoClassificacao
from concursos.models import Cargo, Concurso
from nomeacoes.consultas.reconferencia import diferenca_do_cargo
from nomeacoes.models import Reconferencia
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.execucoes import pedir, pedir_conjunto
from nucleo.models import Execucao
from nucleo.permissoes import Autor, servico

registro = logging.getLogger(__name__)

ESPECIE = "nomeacoes.reconferir_cargos"
# Mãe de vários lotes: não tem executor próprio, termina com a última filha.
ESPECIE_DO_CONJUNTO = "nomeacoes.reconferir_concurso"
# Um lote é uma transação: no SQLite, enquanto ela dura, ninguém mais grava.
LOTE = 20


@servico
def reconferencia_pedir(*, autor: Autor, concurso: Concurso, cargo: Cargo | None = None) -> Execucao:
    """Põe na fila a reconferência dos cargos homologados do concurso, ou de um só.

    `Recusa` se nenhum tem lista homologada; `Conflito` se parte deles já está a ser conferida.
    """
    homologados = Cargo.objects.filter(
        edital__concurso=concurso, classificacoes__situacao=SituacaoClassificacao.HOMOLOGADA
    )
    if cargo is not None:
        homologados = homologados.filter(pk=cargo.pk)
    chaves = list(homologados.order_by("codigo").values_list("pk", flat=True))
    if not chaves:
        raise Recusa("Não há lista homologada a reconferir.")
    titulo = f"Reconferir {cargo or f'o concurso {concurso.identificacao}'}"[:200]
    if cargo is None:
        destino = f"{reverse('nomeacoes:convocacoes')}?concurso={concurso.pk}"
    else:
        destino = reverse("nomeacoes:memoria", args=[cargo.pk])
    return _pedir(autor, concurso, chaves, titulo, destino)


def _pedir(autor: Autor, concurso: Concurso, chaves: Sequence[int], titulo: str, destino: str) -> Execucao:
    lotes = [list(chaves[inicio : inicio + LOTE]) for inicio in range(0, len(chaves), LOTE)]
    if len(lotes) == 1:
        return pedir(
            autor=autor,
            especie=ESPECIE,
            chave=_chave(lotes[0]),
            titulo=titulo,
            parametros={"cargos": lotes[0]},
            orgao=concurso.orgao,
            destino=destino,
        )
    return pedir_conjunto(
        autor=autor,
        especie=ESPECIE_DO_CONJUNTO,
        chave=str(concurso.pk),
        titulo=titulo,
        orgao=concurso.orgao,
        destino=destino,
        filhas=[
            (ESPECIE, _chave(lote), f"{titulo} ({posicao})"[:200], {"cargos": lote})
            for posicao, lote in enumerate(lotes, start=1)
        ],
    )


def _chave(lote: Sequence[int]) -> str:
    return f"{lote[0]}-{lote[-1]}:{len(lote)}"


@servico
def cargo_reconferir(*, autor: Autor, cargo: Cargo) -> Reconferencia:
    """Confronta o cargo com as suas notas, regras e eventos, e guarda o que deu.

    Dado guardado que nem se deixa ler também é diferença: calá-la seria perder o alarme. A trilha registra
    quando a diferença aparece e quando deixa de haver, sem dizer qual é.
    """
    cargo = Cargo.objects.select_related("regras", "edital__concurso__orgao__municipio").get(pk=cargo.pk)
    agora, diferenca = timezone.now(), _diferenca(cargo)
    anterior = Reconferencia.objects.filter(cargo=cargo).first()
    conferia = anterior is None or anterior.confere
    desde = anterior.difere_desde if anterior and anterior.difere_desde else agora
    nova, _ = Reconferencia.objects.update_or_create(
        cargo=cargo,
        defaults={
            "feita_em": agora,
            "diferenca": diferenca,
            "difere_desde": desde if diferenca else None,
        },
    )
    if conferia != nova.confere:
        registrar(
            autor=autor,
            acao="nomeacoes.cargo_reconferir",
            objeto=nova,
            antes={"confere": conferia},
            depois={"confere": nova.confere},
        )
    return nova


def _diferenca(cargo: Cargo) -> str:
    try:
        return diferenca_do_cargo(cargo)
    except (ValueError, ArithmeticError, LookupError, TypeError) as erro:
        registro.error("Cargo %s: os dados guardados não se deixam reconferir", cargo.pk, exc_info=erro)
        return "Há dado guardado que não se consegue ler: a reconferência parou nele."
