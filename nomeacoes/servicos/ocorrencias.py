"""O que acontece depois da convocação: desistência, sem efeito, não confirmação, final de fila e posse.

Não há serviço de eliminação: só a decisão de um procedimento encerrado, com contraditório e ampla
defesa, a produz (Fortaleza, art. 2º, parágrafo único; Caxias, art. 2º).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.utils import timezone

from candidatos.models import Candidatura
from concursos.consultas import homologacao_do_cargo
from concursos.models import Cargo
from concursos.servicos.trancas import trancar_cargo
from cotas import Apuracao, ErroDeEvento, Ressalva
from nomeacoes.consultas import EstadoDoCargo, apurar_com, evento_do_motor
from nomeacoes.consultas.consequencia import consequencia
from nomeacoes.consultas.desfazimento import frase_do_que_depende, impedimento_da_convocacao
from nomeacoes.enums import EspecieDePrazo, SituacaoAto, SituacaoNomeacao, TipoDoEvento
from nomeacoes.fluxo import POR_ASSINAR, exigir_encerramento, exigir_passagem
from nomeacoes.models import RESERVADOS, Ato, Evento, Nomeacao
from nomeacoes.servicos.convocacao import exigir_sem_pretericao, ler_estado
from nomeacoes.servicos.documentos_da_posse import exigir_documentos
from nomeacoes.servicos.posse import exigir_dentro_do_prazo, exigir_prazo_acabado
from nucleo.auditoria import registrar
from nucleo.erros import Conflito, Recusa
from nucleo.permissoes import Autor, servico

T = TipoDoEvento
# O que cada um faz acabar, e antes do que não pode vir.
ACABA: Mapping[TipoDoEvento, frozenset[TipoDoEvento]] = {
    T.FIM_SUB_JUDICE: frozenset({T.SUB_JUDICE, T.ORDEM_JUDICIAL}),
    T.FIM_CONDICIONAL: frozenset({T.CONDICIONAL}),
    T.REINTEGRACAO: frozenset(
        {
            T.DESISTENCIA,
            T.SEM_EFEITO,
            T.ELIMINACAO,
            T.FALECIMENTO,
            T.NAO_CONFIRMACAO,
            T.FIM_SUB_JUDICE,
            T.FIM_CONDICIONAL,
        }
    ),
}


class NaoCabe(Recusa):
    """O evento não cabe no que já aconteceu à pessoa: saiu, nunca esteve na lista, já o teve."""


@servico
def desistencia_registrar(
    *, autor: Autor, candidatura: Candidatura, data: date, motivo: str, documento: str, versao: str = ""
) -> Evento:
    """A pessoa, chamada ou não, deixa o concurso; a vaga que ocupe abre-se."""
    return _registrar(TipoDoEvento.DESISTENCIA, autor, candidatura, data, motivo, documento, versao)


@servico
def nomeacao_tornar_sem_efeito(
    *, autor: Autor, nomeacao: Nomeacao, data: date, motivo: str, documento: str, versao: str = ""
) -> Evento:
    """A posse não veio no prazo: a nomeação perde efeito e a vaga abre-se. `Recusa` se ele ainda corre."""
    # Relida sob a tranca: se outro evento já a encerrou (final de fila), a pessoa não pode sair por ela.
    trancar_cargo(nomeacao.vaga.cargo)
    nomeacao = Nomeacao.objects.select_related("candidatura__cargo").get(pk=nomeacao.pk)
    exigir_encerramento(nomeacao.situacao, TipoDoEvento.SEM_EFEITO)
    exigir_prazo_acabado(nomeacao, data)
    quem = nomeacao.candidatura
    return _registrar(TipoDoEvento.SEM_EFEITO, autor, quem, data, motivo, documento, versao)


@servico
def nao_confirmacao_registrar(
    *, autor: Autor, candidatura: Candidatura, data: date, motivo: str, documento: str, versao: str = ""
) -> Evento:
    """A autodeclaração não se confirmou: a pessoa deixa só a lista da cota, e a vaga de cota que ocupe."""
    return _registrar(TipoDoEvento.NAO_CONFIRMACAO, autor, candidatura, data, motivo, documento, versao)


@servico
def final_de_fila_registrar(
    *, autor: Autor, candidatura: Candidatura, data: date, motivo: str, documento: str, versao: str = ""
) -> Evento:
    """A pessoa pede, uma só vez, para ir ao fim das listas; a vaga que ocupe abre-se."""
    return _registrar(TipoDoEvento.FINAL_DE_FILA, autor, candidatura, data, motivo, documento, versao)


@servico
def posse_registrar(*, autor: Autor, nomeacao: Nomeacao, data: date, documento: str) -> Nomeacao:
    """A pessoa nomeada toma posse.

    `Recusa` se o ato não foi assinado, pela data, se o prazo acabou ou se faltam documentos.
    """
    trancar_cargo(nomeacao.vaga.cargo)
    nomeacao = Nomeacao.objects.select_related("evento", "vaga__cargo").get(pk=nomeacao.pk)
    exigir_passagem(nomeacao.situacao, SituacaoNomeacao.EMPOSSADA)
    _exigir_documento(documento)
    ato = nomeacao.atos.get(ocupacao__sequencia=1)
    _exigir_data(data, timezone.localdate(ato.assinado_em), "à assinatura do ato de nomeação")
    exigir_dentro_do_prazo(nomeacao, EspecieDePrazo.POSSE, data)
    exigir_documentos(nomeacao)
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
    tipo: TipoDoEvento,
    autor: Autor,
    candidatura: Candidatura,
    data: date,
    motivo: str,
    documento: str,
    versao: str,
) -> Evento:
    novo = Evento(
        cargo=candidatura.cargo,
        tipo=tipo,
        candidatura=candidatura,
        data=data,
        motivo=motivo,
        documento=documento,
    )
    return gravar_evento(autor, novo, versao)


def gravar_evento(autor: Autor, novo: Evento, versao: str = "") -> Evento:
    """Grava o evento, por salvar, encerra a nomeação que ele faz perder e cancela as minutas dela.

    `versao`: a da consequência que se mostrou; vazia, não se mostrou nenhuma. `Conflito` se já não é a
    mesma. `Recusa` por data, motivo, documento, situação da nomeação, porque o evento não cabe, ou porque o
    que ficaria gravado contraria a ordem da lei.
    """
    cargo, tipo = trancar_cargo(novo.cargo), TipoDoEvento(novo.tipo)
    estado, depois = conferir_evento(cargo, novo)
    exigir_a_consequencia_vista(versao, estado, novo, depois)
    nomeacao = _nomeacao_em_curso(novo.candidatura)
    novo.cargo, novo.sequencia, novo.autor = cargo, estado.ultima_sequencia + 1, autor.pessoa
    novo.motivo, novo.documento = novo.motivo.strip(), novo.documento.strip()
    novo.save()
    if nomeacao is not None and _perde_a_vaga(estado, depois, str(novo.candidatura_id)):
        _encerrar(nomeacao, novo)
    exigir_sem_pretericao(estado, novo)
    _deixar_trilha(autor, novo, tipo)
    return novo


def _deixar_trilha(autor: Autor, novo: Evento, tipo: TipoDoEvento) -> None:
    """Do que revela uma autodeclaração, a trilha só diz que houve registro: o mais lê-se nele."""
    if tipo in RESERVADOS:
        depois = {"registro": novo.sequencia, "data": novo.data}
        registrar(autor=autor, acao="nomeacoes.registro_reservado", objeto=novo.cargo, depois=depois)
        return
    registrar(
        autor=autor,
        acao=f"nomeacoes.{tipo}",
        objeto=novo,
        depois={"candidatura": novo.candidatura_id, "data": novo.data, "documento": novo.documento},
    )


def exigir_a_consequencia_vista(versao: str, estado: EstadoDoCargo, novo: Evento, depois: Apuracao) -> None:
    """`Conflito` se o que se seguiria já não é o que se viu; sem `versao`, não se viu nada."""
    if versao and versao != consequencia(estado, novo, depois).versao:
        raise Conflito(
            "Houve outro registro ou outra convocação neste cargo desde que você viu o que se seguiria. "
            "Nada foi gravado: confira de novo e confirme."
        )


def conferir_evento(cargo: Cargo, novo: Evento) -> tuple[EstadoDoCargo, Apuracao]:
    """O cargo como está e como ficaria com o evento; só lê. `Recusa` como em `gravar_evento`."""
    _exigir_documento(novo.documento)
    if not novo.motivo.strip():
        raise Recusa("Diga o motivo: ele fica no registro.")
    estado, tipo = ler_estado(cargo), TipoDoEvento(novo.tipo)
    _exigir_condicao_resolvida(estado, novo)
    _exigir_convocacao_desfazivel(estado, novo)
    try:
        depois = apurar_com(estado, evento_do_motor(novo))
    except ErroDeEvento as erro:
        if novo.desfaz is not None and erro.dependente is not None:
            raise Recusa(frase_do_que_depende(estado, novo.desfaz, erro.dependente)) from erro
        mensagem = _com_as_pessoas(erro.mensagem, novo)
        raise NaoCabe(f"Não é possível registrar “{tipo.label.lower()}”: {mensagem}.") from erro
    nomeacao = _nomeacao_em_curso(novo.candidatura)
    _exigir_data_do_evento(novo, cargo, nomeacao, estado)
    if nomeacao is not None and _perde_a_vaga(estado, depois, str(novo.candidatura_id)):
        exigir_encerramento(nomeacao.situacao, tipo)
    return estado, depois


def _exigir_convocacao_desfazivel(estado: EstadoDoCargo, novo: Evento) -> None:
    """Só enquanto nenhum ato dela está assinado nem outra convocação a segue."""
    if novo.desfaz is None or novo.desfaz.tipo != T.CONVOCAR or novo.desfaz.foi_desfeito:
        return
    impedimento = impedimento_da_convocacao(estado, novo.desfaz, estado.apuracao.desfeitos)
    if impedimento:
        raise Recusa(impedimento)


def _com_as_pessoas(mensagem: str, novo: Evento) -> str:
    """A frase do motor, que conhece as pessoas pela chave, com as palavras de quem a lê."""
    nomes = {}
    if novo.apos is not None:
        nomes[str(novo.apos_id)] = f"a inscrição {novo.apos.inscricao}"
    if novo.candidatura_id is not None:
        nomes[str(novo.candidatura_id)] = "a pessoa"
    chave, _, resto = mensagem.partition(" ")
    return f"{nomes[chave]} {resto}" if chave in nomes else mensagem


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
    Ato.objects.filter(nomeacao=nomeacao, situacao__in=POR_ASSINAR).update(
        situacao=SituacaoAto.CANCELADO, conferido_por=None, conferido_em=None
    )


def _exigir_documento(documento: str) -> None:
    if not documento.strip():
        raise Recusa("Diga qual documento comprova o registro: processo, requerimento, termo ou ofício.")


def _exigir_data_do_evento(
    novo: Evento, cargo: Cargo, nomeacao: Nomeacao | None, estado: EstadoDoCargo
) -> None:
    """Não antes do que o evento acaba, da homologação nem, se é sem efeito, da convocação.

    O resto pode ser de antes da convocação e só se ter sabido depois; o falecimento, até da homologação.
    """
    homologacao = homologacao_do_cargo(cargo)
    if homologacao is None:
        raise Recusa("O resultado do cargo ainda não foi homologado.")
    if novo.tipo == T.SEM_EFEITO and nomeacao is not None:
        _exigir_data(novo.data, nomeacao.evento.data, "à convocação")
    elif novo.tipo == T.FALECIMENTO:
        publicado_em = cargo.edital.publicado_em or homologacao.homologado_em
        _exigir_data(novo.data, publicado_em, "à publicação do edital")
    else:
        _exigir_data(novo.data, homologacao.homologado_em, "à homologação")
    anterior = _o_que_acaba(novo, estado)
    if anterior is not None:
        _exigir_data(novo.data, anterior.data, f"ao registro de “{anterior.get_tipo_display().lower()}”")


def _o_que_acaba(novo: Evento, estado: EstadoDoCargo) -> Evento | None:
    """O último registro da pessoa que este faz acabar; nulo se não é fim de nada."""
    tipos = ACABA.get(TipoDoEvento(novo.tipo), frozenset())
    da_pessoa = (
        evento
        for indice, evento in enumerate(estado.eventos)
        if evento.candidatura_id == novo.candidatura_id and indice not in estado.apuracao.desfeitos
    )
    return max((e for e in da_pessoa if e.tipo in tipos), key=lambda e: e.sequencia, default=None)


def _exigir_data(data: date, inicio: date, de_que: str) -> None:
    if data > timezone.localdate():
        raise Recusa("A data está no futuro.")
    if data < inicio:
        raise Recusa(f"A data é anterior {de_que}, de {inicio:%d/%m/%Y}.")
