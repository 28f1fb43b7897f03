"""O que acontece depois da convocação: desistência, sem efeito, não confirmação, final de fila e posse.

Não há serviço de eliminação: só a decisão de um procedimento encerrado, com contraditório e ampla
defesa, a produz (Fortaleza, art. 2º, parágrafo único; Caxias, art. 2º).
"""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from candidatos.models import Candidatura
from concursos.models import Cargo
from cotas import Apuracao, ErroDeEvento, Ressalva
from nomeacoes.consultas import EstadoDoCargo, apurar_com, evento_do_motor
from nomeacoes.enums import SituacaoAto, SituacaoNomeacao, TipoDoEvento
from nomeacoes.fluxo import exigir_encerramento, exigir_passagem
from nomeacoes.models import Ato, Evento, Nomeacao
from nomeacoes.servicos.convocacao import exigir_sem_pretericao, ler_estado, trancar_cargo
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico


@servico
def desistencia_registrar(
    *, autor: Autor, candidatura: Candidatura, data: date, motivo: str, documento: str
) -> Evento:
    """A pessoa, chamada ou não, deixa o concurso; a vaga que ocupe abre-se."""
    return _registrar(TipoDoEvento.DESISTENCIA, autor, candidatura, data, motivo, documento)


@servico
def nomeacao_tornar_sem_efeito(
    *, autor: Autor, nomeacao: Nomeacao, data: date, motivo: str, documento: str
) -> Evento:
    """A posse não veio no prazo: a nomeação perde efeito e a vaga abre-se."""
    # Relida sob a tranca: se outro evento já a encerrou (final de fila), a pessoa não pode sair por ela.
    trancar_cargo(nomeacao.vaga.cargo)
    nomeacao = Nomeacao.objects.select_related("candidatura__cargo").get(pk=nomeacao.pk)
    exigir_encerramento(nomeacao.situacao, TipoDoEvento.SEM_EFEITO)
    return _registrar(TipoDoEvento.SEM_EFEITO, autor, nomeacao.candidatura, data, motivo, documento)


@servico
def nao_confirmacao_registrar(
    *, autor: Autor, candidatura: Candidatura, data: date, motivo: str, documento: str
) -> Evento:
    """A autodeclaração não se confirmou: a pessoa deixa só a lista da cota, e a vaga de cota que ocupe."""
    return _registrar(TipoDoEvento.NAO_CONFIRMACAO, autor, candidatura, data, motivo, documento)


@servico
def final_de_fila_registrar(
    *, autor: Autor, candidatura: Candidatura, data: date, motivo: str, documento: str
) -> Evento:
    """A pessoa pede, uma só vez, para ir ao fim das listas; a vaga que ocupe abre-se."""
    return _registrar(TipoDoEvento.FINAL_DE_FILA, autor, candidatura, data, motivo, documento)


@servico
def posse_registrar(*, autor: Autor, nomeacao: Nomeacao, data: date, documento: str) -> Nomeacao:
    """A pessoa nomeada toma posse. `Recusa` se o ato não foi assinado ou pela data."""
    trancar_cargo(nomeacao.vaga.cargo)
    nomeacao = Nomeacao.objects.select_related("evento", "vaga__cargo").get(pk=nomeacao.pk)
    exigir_passagem(nomeacao.situacao, SituacaoNomeacao.EMPOSSADA)
    _exigir_documento(documento)
    ato = nomeacao.atos.get(ocupacao__sequencia=1)
    _exigir_data(data, timezone.localdate(ato.assinado_em), "à assinatura do ato de nomeação")
    antes = nomeacao.situacao
    nomeacao.situacao = SituacaoNomeacao.EMPOSSADA
    nomeacao.empossada_em, nomeacao.posse_documento = data, documento.strip()
    nomeacao.save(update_fields=["situacao", "empossada_em", "posse_documento"])
    registrar(
        autor=autor,
        acao="nomeacoes.posse_registrar",
        objeto=nomeacao,
        antes={"situacao": antes},
        depois={"situacao": nomeacao.situacao, "data": data, "documento": documento},
    )
    return nomeacao


def _registrar(
    tipo: TipoDoEvento, autor: Autor, candidatura: Candidatura, data: date, motivo: str, documento: str
) -> Evento:
    novo = Evento(
        cargo=candidatura.cargo,
        tipo=tipo,
        candidatura=candidatura,
        data=data,
        motivo=motivo,
        documento=documento,
    )
    return gravar_evento(autor, novo)


def gravar_evento(autor: Autor, novo: Evento) -> Evento:
    """Grava o evento, por salvar, encerra a nomeação que ele faz perder e cancela as minutas dela.

    `Recusa` por data, motivo, documento, situação da nomeação, porque o evento não cabe,
    ou porque o que ficaria gravado contraria a ordem da lei.
    """
    cargo, tipo = trancar_cargo(novo.cargo), TipoDoEvento(novo.tipo)
    estado, depois = conferir_evento(cargo, novo)
    nomeacao = _nomeacao_em_curso(novo.candidatura)
    _exigir_data_do_evento(novo.data, cargo, nomeacao)
    perde = nomeacao is not None and _perde_a_vaga(estado, depois, str(novo.candidatura_id))
    if nomeacao is not None and perde:
        exigir_encerramento(nomeacao.situacao, tipo)
    novo.cargo, novo.sequencia, novo.autor = cargo, estado.ultima_sequencia + 1, autor.pessoa
    novo.motivo, novo.documento = novo.motivo.strip(), novo.documento.strip()
    novo.save()
    if nomeacao is not None and perde:
        _encerrar(nomeacao, novo)
    exigir_sem_pretericao(estado, novo)
    registrar(
        autor=autor,
        acao=f"nomeacoes.{tipo}",
        objeto=novo,
        depois={"candidatura": novo.candidatura_id, "data": novo.data, "documento": novo.documento},
    )
    return novo


def conferir_evento(cargo: Cargo, novo: Evento) -> tuple[EstadoDoCargo, Apuracao]:
    """O cargo como está e como ficaria com o evento; só lê. `Recusa` se falta algo ou se ele não cabe."""
    _exigir_documento(novo.documento)
    if not novo.motivo.strip():
        raise Recusa("Diga o motivo: ele fica no registro.")
    estado, tipo = ler_estado(cargo), TipoDoEvento(novo.tipo)
    _exigir_condicao_resolvida(estado, novo)
    try:
        return estado, apurar_com(estado, evento_do_motor(novo))
    except ErroDeEvento as erro:
        quem = str(novo.candidatura_id)
        mensagem = erro.mensagem.replace(quem, "a pessoa", 1) if novo.candidatura_id else erro.mensagem
        raise Recusa(f"Não é possível registrar “{tipo.label.lower()}”: {mensagem}.") from erro


def _exigir_condicao_resolvida(estado: EstadoDoCargo, novo: Evento) -> None:
    """Enquanto a condição corre, a falta de posse não tira a vaga."""
    ressalva = estado.apuracao.ressalvas.get(str(novo.candidatura_id))
    if novo.tipo == TipoDoEvento.SEM_EFEITO and ressalva is Ressalva.CONDICIONAL:
        raise Recusa(
            "A pessoa está em situação condicional e a vaga espera por ela: registre antes o fim da situação."
        )


def _nomeacao_em_curso(candidatura: Candidatura | None) -> Nomeacao | None:
    if candidatura is None:
        return None
    return (
        Nomeacao.objects.filter(candidatura=candidatura, encerrada_por__isnull=True)
        .select_related("evento", "vaga")
        .first()
    )


def _perde_a_vaga(estado: EstadoDoCargo, depois: Apuracao, quem: str) -> bool:
    """Se, acontecendo o evento, a pessoa deixa a vaga, ou a espelhada, que tem."""
    tinha = quem in estado.apuracao.vaga_de or quem in estado.apuracao.espelhos
    return tinha and quem not in depois.vaga_de and quem not in depois.espelhos


def _encerrar(nomeacao: Nomeacao, evento: Evento) -> None:
    exigir_passagem(nomeacao.situacao, SituacaoNomeacao.ENCERRADA)
    nomeacao.situacao = SituacaoNomeacao.ENCERRADA
    nomeacao.encerrada_por = evento
    nomeacao.save(update_fields=["situacao", "encerrada_por"])
    Ato.objects.filter(nomeacao=nomeacao, situacao=SituacaoAto.MINUTA).update(situacao=SituacaoAto.CANCELADO)


def _exigir_documento(documento: str) -> None:
    if not documento.strip():
        raise Recusa("Diga qual documento comprova o registro: processo, requerimento, termo ou ofício.")


def _exigir_data_do_evento(data: date, cargo: Cargo, nomeacao: Nomeacao | None) -> None:
    """Não antes da convocação de quem foi chamado, nem da homologação para os demais."""
    if nomeacao is not None:
        _exigir_data(data, nomeacao.evento.data, "à convocação")
        return
    homologado_em = cargo.edital.concurso.homologado_em
    if homologado_em is None:
        raise Recusa("O resultado do concurso ainda não foi homologado.")
    _exigir_data(data, homologado_em, "à homologação")


def _exigir_data(data: date, inicio: date, de_que: str) -> None:
    if data > timezone.localdate():
        raise Recusa("A data está no futuro.")
    if data < inicio:
        raise Recusa(f"A data é anterior {de_que}, de {inicio:%d/%m/%Y}.")
