"""Planejar e confirmar uma convocação."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from concursos.consultas import exigir_no_cargo, homologacao_do_cargo
from concursos.enums import AtoSobreConcurso
from concursos.models import Cargo
from concursos.servicos.trancas import trancar_cargo
from cotas import ErroDeEvento
from nomeacoes.consultas import (
    EstadoDoCargo,
    Plano,
    estado_do_cargo,
    fim_da_validade,
    frases_das_violacoes,
    planejar,
    primeira_divergencia,
    vagas_do_lapso,
    violacoes_do_cargo,
)
from nomeacoes.enums import TipoDoEvento
from nomeacoes.models import Evento
from nomeacoes.servicos.gravacao import gravar_chamadas, redigir_minutas
from nomeacoes.servicos.memoria import guardar_memoria
from nomeacoes.servicos.producao import pedir_producao
from nucleo.auditoria import registrar
from nucleo.erros import Conflito, Recusa
from nucleo.models import Execucao
from nucleo.permissoes import Autor, servico

# Mais que isto de uma vez é quase sempre engano de digitação, e a tranca duraria demais; cabe repetir.
MAIOR_CONVOCACAO = 1000


@servico
def convocacao_planejar(*, autor: Autor, cargo: Cargo, quantidade: int) -> Plano:
    """O que convocar `quantidade` pessoas faria agora: só lê.

    `Recusa` se o resultado não está homologado, a validade passou, ou não há quem chamar. Depois da
    validade, só se repõem as vagas de quem, chamado dentro dela, fora dela as perdeu sem posse.
    """
    _exigir_convocavel(cargo, timezone.localdate())
    return _plano(cargo, quantidade)


@servico
def convocacao_confirmar(
    *, autor: Autor, cargo: Cargo, quantidade: int, versao: str, data: date
) -> tuple[Evento, Execucao]:
    """Executa o plano da `versao` mostrada e põe as minutas na fila; devolve a convocação e o trabalho.

    Guarda a memória de cálculo pública, que os atos citam pelo SHA-256.

    `Conflito` se o plano já não é o mesmo (outra convocação ou outro evento veio antes) ou se o que
    está guardado não é o que a ordem da lei dá. `Recusa` como em `convocacao_planejar`, pela data, ou se
    alguém passaria à frente de outro.
    """
    cargo = trancar_cargo(cargo)
    _exigir_convocavel(cargo, data)
    plano = _plano(cargo, quantidade)
    if plano.versao != versao:
        raise Conflito(
            "O plano mudou desde que você o viu: houve outra convocação ou outro registro neste cargo. "
            "Confira o plano refeito antes de confirmar."
        )
    _exigir_depois_dos_registros(cargo, data)
    divergencia = primeira_divergencia(plano.estado)
    if divergencia is not None:
        raise Conflito(
            f"Nada foi gravado: {divergencia}. Avise a administração do sistema.",
            frases_das_violacoes(violacoes_do_cargo(plano.estado), plano.estado.regras),
        )
    evento = Evento.objects.create(
        cargo=cargo,
        sequencia=plano.estado.ultima_sequencia + 1,
        tipo=TipoDoEvento.CONVOCAR,
        quantidade=quantidade,
        data=data,
        motivo=_motivo(plano),
        autor=autor.pessoa,
    )
    nomeacoes = gravar_chamadas(plano, evento)
    exigir_sem_pretericao(plano.estado, evento)
    memoria = guardar_memoria(evento)
    redigir_minutas(evento, autor.pessoa)
    registrar(
        autor=autor,
        acao="nomeacoes.convocacao_confirmar",
        objeto=evento,
        depois={
            "quantidade": quantidade,
            "data": data,
            "nomeacoes": [n.pk for n in nomeacoes],
            "memoria": memoria.sha256,
        },
    )
    return evento, pedir_producao(autor=autor, evento=evento, assinado=False)


def ler_estado(cargo: Cargo) -> EstadoDoCargo:
    """Estado do cargo; `Conflito`, em palavras, se os eventos guardados não têm sentido para o motor."""
    try:
        return estado_do_cargo(cargo)
    except ErroDeEvento as erro:
        raise Conflito(
            f"Os registros deste cargo não se reaplicam (evento {erro.indice + 1}: {erro.mensagem}). "
            "Avise a administração do sistema."
        ) from erro


def exigir_sem_pretericao(estado: EstadoDoCargo, evento: Evento) -> None:
    """Confere o que está gravado logo depois do `evento`, ainda na transação dele.

    `Recusa`, que desfaz tudo, se contraria a ordem da lei: diz a quem prejudica, a lista e o dispositivo.
    """
    frases = frases_das_violacoes(violacoes_do_cargo(estado, evento), estado.regras)
    if frases:
        raise Recusa(f"Nada foi gravado. {frases[0]} Avise a administração do sistema.", frases[1:])


def _exigir_convocavel(cargo: Cargo, data: date) -> None:
    exigir_no_cargo(cargo, AtoSobreConcurso.CONVOCAR)
    homologacao, hoje = homologacao_do_cargo(cargo), timezone.localdate()
    if homologacao is None:
        raise Recusa("O cargo não tem a validade registrada.")
    inicio = homologacao.homologado_em
    if hoje > homologacao.fim and not vagas_do_lapso([cargo]):
        raise Recusa(
            f"A validade do concurso terminou em {homologacao.fim:%d/%m/%Y}: já não se pode convocar."
        )
    if data > hoje:
        raise Recusa("A data da convocação está no futuro.")
    if data < inicio:
        raise Recusa(f"A data da convocação é anterior à homologação, de {inicio:%d/%m/%Y}.")


def _vencido(cargo: Cargo) -> bool:
    fim = fim_da_validade(cargo)
    return fim is not None and timezone.localdate() > fim


def _exigir_so_o_lapso(plano: Plano) -> None:
    """Depois da validade, o plano não pode chamar para vaga nova nem para a que nela já estava aberta."""
    cargo = plano.estado.cargo
    if not _vencido(cargo):
        return
    a_repor = vagas_do_lapso([cargo]).get(cargo.pk, set())
    fora = sorted(chamada.vaga for chamada in plano.chamadas if chamada.vaga not in a_repor)
    if fora:
        quais = ", ".join(map(str, sorted(a_repor)))
        raise Recusa(
            f"A validade do concurso terminou: só se repõem as vagas que depois dela ficaram sem posse "
            f"({quais}), e este plano chamaria também para a vaga {fora[0]}. Convoque menos pessoas; se a "
            f"vaga {fora[0]} já estava aberta na validade, ela vem antes na ordem e impede a reposição."
        )


def _motivo(plano: Plano) -> str:
    """Por que se convoca depois da validade; dentro dela, a convocação não precisa de motivo."""
    if not _vencido(plano.estado.cargo):
        return ""
    quais = ", ".join(str(chamada.vaga) for chamada in plano.chamadas)
    return (
        f"Reposição depois da validade (vagas: {quais}): quem as tinha, chamado dentro dela, não tomou posse."
    )


def _exigir_depois_dos_registros(cargo: Cargo, data: date) -> None:
    """A convocação preenche as vagas que os registros anteriores abriram: não pode ter data antes deles.

    O que se desfez, e o registro que o desfez, não abriram nenhuma.
    """
    valem = cargo.eventos.filter(desfeito_por__isnull=True).exclude(tipo=TipoDoEvento.DESFAZIMENTO)
    ultimo = valem.order_by("-data").first()
    if ultimo is not None and data < ultimo.data:
        raise Recusa(
            f"A data da convocação é anterior a um registro deste cargo: {ultimo.get_tipo_display().lower()} "
            f"de {ultimo.data:%d/%m/%Y}. Informe essa data ou uma posterior."
        )


def _plano(cargo: Cargo, quantidade: int) -> Plano:
    if not 1 <= quantidade <= MAIOR_CONVOCACAO:
        raise Recusa(f"Diga quantas pessoas convocar de uma vez: de 1 a {MAIOR_CONVOCACAO}.")
    estado = ler_estado(cargo)
    if estado.apuracao.extinto:
        raise Recusa("O cargo foi extinto: já não se convoca para ele.")
    plano = planejar(estado, quantidade)
    if not plano.chamadas:
        raise Recusa("Não há ninguém a convocar: as listas deste cargo se esgotaram.")
    _exigir_so_o_lapso(plano)
    return plano
