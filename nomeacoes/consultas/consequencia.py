"""O que se segue de um registro, em palavras, antes de se gravar."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from candidatos.models import Candidatura
from cotas import Apuracao, Chamada, Desfecho, EfeitoSubJudice, Previsor
from nomeacoes.consultas.desfazimento import atos_que_nao_mudam, frase_da_convocacao_desfeita
from nomeacoes.consultas.espera import n
from nomeacoes.consultas.estado import EstadoDoCargo, evento_do_motor
from nomeacoes.consultas.plano import NOME_DA_RESERVA
from nomeacoes.consultas.situacoes import Situacoes, frase_da_proxima, nome_da_pessoa
from nomeacoes.enums import CategoriaDaVaga, TipoDoEvento
from nomeacoes.models import Evento, Nomeacao
from nucleo.auditoria import texto_canonico

T = TipoDoEvento
Pessoas = Mapping[str, Candidatura]


@dataclass(frozen=True, slots=True)
class Mudanca:
    """Alguém a quem o registro muda alguma coisa: como está e como ficaria, em palavras."""

    candidatura: Candidatura
    hoje: str
    depois: str


@dataclass(frozen=True, slots=True)
class Consequencia:
    """O que se seguiria de um registro. `versao` muda com outro registro do cargo ou outra consequência."""

    frases: tuple[str, ...]
    mudancas: tuple[Mudanca, ...]
    versao: str


def consequencia(estado: EstadoDoCargo, novo: Evento, depois: Apuracao) -> Consequencia:
    """Quem muda, que vaga se abre e quem passa a vir a seguir. `depois`: o cargo com o evento."""
    hoje = Previsor(estado.regras, estado.habilitados, estado.passados)
    ficaria = Previsor(estado.regras, estado.habilitados, [*estado.passados, evento_do_motor(novo)])
    proximas = hoje.proxima(), ficaria.proxima()
    mudam = _quem_muda(estado.apuracao, depois, novo)
    pessoas = _ler(mudam, proximas)
    frases = [*_do_registro(novo), *_do_que_se_soube_depois(novo), *atos_que_nao_mudam(estado, novo, depois)]
    if novo.desfaz is None or novo.desfaz.tipo != T.CONVOCAR:
        # De uma convocação seriam frases demais: a tabela diz o mesmo, pessoa por pessoa.
        frases += _das_vagas(mudam, estado.apuracao, depois, pessoas)
    antes, seriam = Situacoes(estado.apuracao, hoje, mudam), Situacoes(depois, ficaria, mudam)
    mudancas = tuple(_mudanca(quem, pessoas[quem], antes, seriam) for quem in mudam)
    frases.append(frase_da_proxima(*proximas, pessoas))
    return Consequencia(tuple(frases), mudancas, _versao(estado, frases, mudancas))


def _versao(estado: EstadoDoCargo, frases: list[str], mudancas: tuple[Mudanca, ...]) -> str:
    conteudo = {"frases": frases, "mudancas": [[m.candidatura.pk, m.hoje, m.depois] for m in mudancas]}
    resumo = hashlib.sha256(texto_canonico(conteudo).encode()).hexdigest()[:20]
    return f"{estado.ultima_sequencia}-{resumo}"


def _quem_muda(antes: Apuracao, depois: Apuracao, novo: Evento) -> list[str]:
    """Primeiro a pessoa do evento, ou do que ele desfaz; depois as outras cuja vaga já não seria a mesma."""
    alvo = novo.candidatura_id or (novo.desfaz.candidatura_id if novo.desfaz else None)
    proprio = [str(alvo)] if alvo else []
    todos = {*antes.vaga_de, *antes.espelhos, *depois.vaga_de, *depois.espelhos} - {*proprio}
    outros = (quem for quem in todos if _lugar_de(quem, antes) != _lugar_de(quem, depois))
    return proprio + sorted(outros, key=int)


def _lugar_de(quem: str, apuracao: Apuracao) -> tuple[object, ...]:
    return apuracao.vaga_de.get(quem), apuracao.ocupacao.get(quem), apuracao.espelhos.get(quem)


def _ler(mudam: Iterable[str], proximas: Iterable[Chamada | None]) -> Pessoas:
    chaves = {int(quem) for quem in mudam} | {int(c.candidato) for c in proximas if c is not None}
    candidaturas = Candidatura.objects.select_related("inscricao__candidato").filter(pk__in=chaves)
    return {str(candidatura.pk): candidatura for candidatura in candidaturas}


# O registro em si -------------------------------------------------------------------------------------


def _do_registro(novo: Evento) -> list[str]:
    """O que o registro quer dizer para a pessoa, ou para o cargo, além da vaga."""
    if novo.desfaz is not None and novo.desfaz.tipo == T.CONVOCAR:
        return [frase_da_convocacao_desfeita(novo.desfaz)]
    if novo.tipo == T.SUB_JUDICE:
        return [DA_DECISAO[EfeitoSubJudice(novo.efeito)]]
    if novo.tipo in (T.FIM_SUB_JUDICE, T.FIM_CONDICIONAL):
        return [DO_DESFECHO[Desfecho(novo.desfecho)]]
    if novo.tipo == T.ORDEM_JUDICIAL:
        onde = "no alto da lista" if novo.apos is None else f"logo depois de {nome_da_pessoa(novo.apos)}"
        return [f"A pessoa fica {onde}. Ninguém é renumerado, e quem ela passa à frente não é preterido."]
    if novo.tipo == T.OPCAO:
        escolhida = NOME_DA_RESERVA[CategoriaDaVaga(novo.lista)]
        return [f"Das duas reservas, só a {escolhida} passa a chamar a pessoa; a lista geral também a chama."]
    return [DO_TIPO[T(novo.tipo)]] if T(novo.tipo) in DO_TIPO else []


def _do_que_se_soube_depois(novo: Evento) -> list[str]:
    """O fato é de antes da chamada, e só se soube depois dela: diz-se, que também pode ser engano na data."""
    em_curso = Nomeacao.objects.filter(candidatura=novo.candidatura_id, encerrada_por__isnull=True)
    nomeacao = em_curso.select_related("evento").first() if novo.candidatura_id else None
    if nomeacao is None or novo.data >= nomeacao.evento.data:
        return []
    return [
        f"A data, {novo.data:%d/%m/%Y}, é anterior à convocação da pessoa, de "
        f"{nomeacao.evento.data:%d/%m/%Y}: registra-se o que só depois se soube. As chamadas já feitas não "
        "mudam."
    ]


DA_DECISAO = {
    EfeitoSubJudice.OCUPA: "Chegada a vez, a pessoa ocupa a vaga, e o ato diz que é sub judice.",
    EfeitoSubJudice.ESPELHO: (
        "Chegada a vez, a pessoa tem vaga espelhada, fora da conta, e a vaga segue para o próximo."
    ),
}
DO_DESFECHO = {
    Desfecho.DEFINITIVA: "Acaba a ressalva: o que se fez por decisão provisória fica firme.",
    Desfecho.REVOGADA: "Cai o que a decisão tinha dado à pessoa.",
    Desfecho.EXTINTA: "Acaba a ressalva, e a pessoa fica com o que tem pelo resultado do edital.",
    Desfecho.CUMPRIDA: "Acaba a ressalva: a pessoa conserva o que tem, já sem condição.",
    Desfecho.DESCUMPRIDA: "A condição não se cumpriu: a pessoa perde o lugar que conservava.",
}
DO_TIPO = {
    T.CONDICIONAL: "A pessoa conserva o lugar; chamada, a falta de posse não lhe tira a vaga.",
    T.REINTEGRACAO: "A pessoa volta ao lugar que tinha. Quem hoje ocupa vaga continua nela.",
    T.EXTINCAO: "Já não se convoca ninguém para o cargo. Quem está nomeado continua como está.",
}


# As pessoas e as vagas --------------------------------------------------------------------------------


def _das_vagas(mudam: list[str], antes: Apuracao, depois: Apuracao, pessoas: Pessoas) -> list[str]:
    frases = []
    for quem in mudam:
        nome, tinha, tera = nome_da_pessoa(pessoas[quem]), antes.vaga_de.get(quem), depois.vaga_de.get(quem)
        if tinha is not None and tinha != tera:
            frases.append(f"{nome} deixa a vaga {n(tinha)}, que se abre.")
        if tera is not None and tinha != tera:
            frases.append(f"{nome} volta à vaga {n(tera)}.")
        if quem in antes.espelhos and quem not in depois.espelhos:
            frases.append(f"Acaba a vaga espelhada de {nome}.")
    return frases


def _mudanca(quem: str, pessoa: Candidatura, antes: Situacoes, seriam: Situacoes) -> Mudanca:
    vagas = antes.apuracao.vaga_de.get(quem), seriam.apuracao.vaga_de.get(quem)
    contas = antes.apuracao.ocupacao.get(quem), seriam.apuracao.ocupacao.get(quem)
    so_a_conta = vagas[0] is not None and vagas[0] == vagas[1] and contas[0] != contas[1]
    return Mudanca(pessoa, antes.de(quem, com_a_conta=so_a_conta), seriam.de(quem, com_a_conta=so_a_conta))
