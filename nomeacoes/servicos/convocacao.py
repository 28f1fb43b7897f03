"""Planejar e confirmar uma convocação."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import Max
from django.utils import timezone

from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.models import Cargo, Concurso
from cotas import ErroDeEvento, Fundamento
from nomeacoes.consultas import (
    ChamadaPlanejada,
    EstadoDoCargo,
    Plano,
    categorias_na_serie,
    estado_do_cargo,
    planejar,
    primeira_divergencia,
)
from nomeacoes.documentos import MODELOS, atos_com_tudo, contexto_do_ato
from nomeacoes.enums import CategoriaDaVaga, TipoAto, TipoDoEvento
from nomeacoes.models import Ato, Evento, Nomeacao, Ocupacao, Vaga
from nomeacoes.servicos.producao import pedir_producao
from nucleo.auditoria import registrar
from nucleo.erros import Conflito, Recusa
from nucleo.models import Execucao
from nucleo.permissoes import Autor, servico

# Mais que isto numa só convocação é quase sempre engano de digitação.
MAIOR_CONVOCACAO = 5000


@servico
def convocacao_planejar(*, autor: Autor, cargo: Cargo, quantidade: int) -> Plano:
    """O que convocar `quantidade` pessoas faria agora: só lê.

    `Recusa` se o resultado não está homologado, a validade passou, ou não há quem chamar.
    """
    _exigir_convocavel(cargo.edital.concurso, timezone.localdate())
    return _plano(cargo, quantidade)


@servico
def convocacao_confirmar(
    *, autor: Autor, cargo: Cargo, quantidade: int, versao: str, data: date
) -> tuple[Evento, Execucao]:
    """Executa o plano da `versao` mostrada e põe as minutas na fila; devolve a convocação e o trabalho.

    `Conflito` se o plano já não é o mesmo (outra convocação ou outro evento veio antes) ou se o que
    está guardado não é o que a ordem da lei dá. `Recusa` como em `convocacao_planejar`, e pela data.
    """
    cargo = trancar_cargo(cargo)
    _exigir_convocavel(cargo.edital.concurso, data)
    plano = _plano(cargo, quantidade)
    if plano.versao != versao:
        raise Conflito(
            "O plano mudou desde que você o viu: houve outra convocação ou outro registro neste cargo. "
            "Confira o plano refeito antes de confirmar."
        )
    divergencia = primeira_divergencia(plano.estado)
    if divergencia is not None:
        raise Conflito(f"Nada foi gravado: {divergencia}. Avise a administração do sistema.")
    evento = Evento.objects.create(
        cargo=cargo,
        sequencia=plano.estado.ultima_sequencia + 1,
        tipo=TipoDoEvento.CONVOCAR,
        quantidade=quantidade,
        data=data,
        autor=autor.pessoa,
    )
    nomeacoes = _gravar_chamadas(plano, evento)
    _redigir_atos(evento, autor)
    registrar(
        autor=autor,
        acao="nomeacoes.convocacao_confirmar",
        objeto=evento,
        depois={"quantidade": quantidade, "data": data, "nomeacoes": [n.pk for n in nomeacoes]},
    )
    return evento, pedir_producao(autor=autor, evento=evento, assinado=False)


def trancar_cargo(cargo: Cargo) -> Cargo:
    """O cargo relido, trancado até o fim da transação: os seus eventos vêm um de cada vez.

    No SQLite a própria transação (IMMEDIATE) é a tranca.
    """
    return (
        Cargo.objects.select_for_update(of=("self",), no_key=True)
        .select_related("edital__concurso__orgao__municipio", "regras")
        .get(pk=cargo.pk)
    )


def ler_estado(cargo: Cargo) -> EstadoDoCargo:
    """Estado do cargo; `Conflito`, em palavras, se os eventos guardados não têm sentido para o motor."""
    try:
        return estado_do_cargo(cargo)
    except ErroDeEvento as erro:
        raise Conflito(
            f"Os registros deste cargo não se reaplicam (evento {erro.indice + 1}: {erro.mensagem}). "
            "Avise a administração do sistema."
        ) from erro


def em_json(fundamentos: Iterable[Fundamento]) -> list[dict[str, str]]:
    """Fundamentos como se guardam e se imprimem."""
    return [{"citacao": f.citacao, "aplicacao": f.aplicacao} for f in fundamentos]


def _exigir_convocavel(concurso: Concurso, data: date) -> None:
    exigir_ato(concurso.situacao, AtoSobreConcurso.CONVOCAR)
    fim = concurso.prorrogado_ate or concurso.validade_ate
    inicio, hoje = concurso.homologado_em, timezone.localdate()
    if fim is None or inicio is None:
        raise Recusa("O concurso não tem a validade registrada.")
    if hoje > fim:
        raise Recusa(f"A validade do concurso terminou em {fim:%d/%m/%Y}: já não se pode convocar.")
    if data > hoje:
        raise Recusa("A data da convocação está no futuro.")
    if data < inicio:
        raise Recusa(f"A data da convocação é anterior à homologação, de {inicio:%d/%m/%Y}.")


def _plano(cargo: Cargo, quantidade: int) -> Plano:
    if not 1 <= quantidade <= MAIOR_CONVOCACAO:
        raise Recusa(f"Diga quantas pessoas convocar: de 1 a {MAIOR_CONVOCACAO}.")
    plano = planejar(ler_estado(cargo), quantidade)
    if not plano.chamadas:
        raise Recusa("Não há ninguém a convocar: as listas deste cargo se esgotaram.")
    return plano


def _gravar_chamadas(plano: Plano, evento: Evento) -> list[Nomeacao]:
    """Cria vagas, nomeações e ocupações, na ordem do plano; os remanejados mudam de ocupação."""
    vagas = _vagas(plano)
    abertas = {
        n.candidatura_id: n
        for n in Nomeacao.objects.filter(vaga__cargo=evento.cargo, encerrada_por__isnull=True)
    }
    novas = []
    for chamada in plano.chamadas:
        nova = _nomear(chamada, vagas[chamada.vaga], evento)
        abertas[nova.candidatura_id] = nova
        for remanejado in chamada.remanejamentos:
            _remanejar(abertas[remanejado.candidatura.pk], nova)
        novas.append(nova)
    return novas


def _vagas(plano: Plano) -> dict[int, Vaga]:
    """As vagas chamadas, por número; a que já existe é a mesma, com a categoria que tem na série."""
    cargo = plano.estado.cargo
    numeros = [chamada.vaga for chamada in plano.chamadas]
    existentes = set(Vaga.objects.filter(cargo=cargo, numero__in=numeros).values_list("numero", flat=True))
    serie = categorias_na_serie(plano.estado.regras, max(numeros))
    Vaga.objects.bulk_create(
        Vaga(cargo=cargo, numero=numero, categoria=CategoriaDaVaga(serie[numero]))
        for numero in numeros
        if numero not in existentes
    )
    return {vaga.numero: vaga for vaga in Vaga.objects.filter(cargo=cargo, numero__in=numeros)}


def _nomear(chamada: ChamadaPlanejada, vaga: Vaga, evento: Evento) -> Nomeacao:
    fundamentos = em_json(chamada.fundamentos)
    nova = Nomeacao.objects.create(
        vaga=vaga,
        candidatura=chamada.candidatura,
        evento=evento,
        ordem=chamada.ordem,
        categoria=chamada.categoria,
        ocupa=chamada.ocupa,
        revertida=chamada.revertida,
        fundamentos=fundamentos,
    )
    _ocupar(nova, nova)
    return nova


def _remanejar(nomeacao: Nomeacao, causa: Nomeacao) -> None:
    """A vaga fica; a pessoa passa a contar na ampla."""
    nomeacao.ocupa = CategoriaDaVaga.AMPLA
    nomeacao.save(update_fields=["ocupa"])
    _ocupar(nomeacao, causa)


def _ocupar(nomeacao: Nomeacao, causa: Nomeacao) -> None:
    ultima = nomeacao.ocupacoes.aggregate(ultima=Max("sequencia"))["ultima"] or 0
    Ocupacao.objects.create(
        nomeacao=nomeacao,
        sequencia=ultima + 1,
        categoria=nomeacao.ocupa,
        causa=causa,
        fundamentos=causa.fundamentos,
        desde=causa.evento.data,
    )


def _redigir_atos(evento: Evento, autor: Autor) -> None:
    """Uma minuta por ocupação que a convocação causou: nomeação a de quem foi chamado, apostila as demais."""
    ocupacoes = Ocupacao.objects.filter(causa__evento=evento).select_related("nomeacao")
    orgao = evento.cargo.orgao
    novos = []
    for ocupacao in ocupacoes.order_by("causa__ordem", "pk"):
        tipo = TipoAto.NOMEACAO if ocupacao.sequencia == 1 else TipoAto.APOSTILA
        novos.append(
            Ato(
                orgao=orgao,
                tipo=tipo,
                nomeacao=ocupacao.nomeacao,
                ocupacao=ocupacao,
                modelo=MODELOS[tipo],
                redigido_por=autor.pessoa,
            )
        )
    Ato.objects.bulk_create(novos)
    redigir(atos_com_tudo().filter(ocupacao__causa__evento=evento))


def redigir(atos: Iterable[Ato]) -> None:
    """Preenche o contexto de minutas recém-criadas."""
    prontos: list[Any] = []
    for ato in atos:
        ato.contexto = contexto_do_ato(ato)
        prontos.append(ato)
    Ato.objects.bulk_update(prontos, ["contexto"], batch_size=200)
