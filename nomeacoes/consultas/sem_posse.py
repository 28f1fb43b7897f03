"""Quem não tomou posse no prazo: a minuta do ato que torna sem efeito e o plano da chamada seguinte.

Só lê: nada se grava nem se convoca até que uma pessoa o confirme.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from concursos.models import Cargo
from cotas import Apuracao, ErroDeEvento, Ressalva, TipoEvento, apurar
from cotas import Evento as EventoDoMotor
from nomeacoes.consultas.estado import EstadoDoCargo, estado_do_cargo
from nomeacoes.consultas.lapso import fim_da_validade, vagas_do_lapso
from nomeacoes.consultas.plano import ChamadaPlanejada, detalhar
from nomeacoes.consultas.prazos import Contador, Prazo, nomeacoes_com_prazo
from nomeacoes.enums import SituacaoNomeacao
from nomeacoes.models import Nomeacao
from nucleo.auditoria import texto_canonico
from nucleo.documentos import data_por_extenso

CONDICIONAL = "está em situação condicional, e a vaga espera: registre antes o fim da situação"


@dataclass(frozen=True, slots=True)
class SemPosse:
    """Alguém cujo prazo da posse acabou. `impedimento`: por que não se torna sem efeito; vazio, cabe."""

    nomeacao: Nomeacao
    prazo: Prazo
    impedimento: str

    @property
    def motivo(self) -> str:
        """O que fica no registro e na minuta."""
        return (
            f"Posse não tomada até {self.prazo.fim:%d/%m/%Y}, fim do prazo de "
            f"{self.prazo.regra.em_palavras} ({self.prazo.regra.dispositivo})"
            + (", prorrogado." if self.prazo.prorrogacoes else ".")
        )


@dataclass(frozen=True, slots=True)
class PlanoSemPosse:
    """O que se seguiria de tornar sem efeito as nomeações das pessoas escolhidas.

    `aviso`: por que as vagas não se repõem, ou não todas; vazio, repõem-se. `versao` muda com outro
    registro do cargo, outra pessoa ou outra chamada.
    """

    cargo: Cargo
    pessoas: tuple[SemPosse, ...]
    escolhidas: tuple[SemPosse, ...]
    minuta: tuple[str, ...]
    chamadas: tuple[ChamadaPlanejada, ...]
    aviso: str
    versao: str


def sem_posse_no_prazo(cargo: Cargo, *, hoje: date) -> list[Nomeacao]:
    """Nomeações do cargo cujo prazo da posse acabou antes de `hoje`, na ordem das vagas."""
    contador = Contador(hoje)
    nomeadas = nomeacoes_com_prazo().filter(vaga__cargo=cargo, situacao=SituacaoNomeacao.NOMEADA)
    return [n for n in nomeadas if (prazo := contador.posse(n)) is not None and prazo.vencido]


def planejar_sem_posse(
    cargo: Cargo, *, hoje: date, escolhidas: Sequence[int] | None = None
) -> PlanoSemPosse | None:
    """O plano para as nomeações de chaves `escolhidas`, ou para todas as que cabem; nulo se não há nenhuma.

    `ErroDeEvento` se os registros do cargo não têm sentido para o motor.
    """
    contador, estado = Contador(hoje), estado_do_cargo(cargo)
    pessoas = tuple(
        SemPosse(nomeacao, prazo, _impedimento(nomeacao, estado.apuracao))
        for nomeacao in sem_posse_no_prazo(cargo, hoje=hoje)
        if (prazo := contador.posse(nomeacao)) is not None
    )
    if not pessoas:
        return None
    cabem = tuple(
        p for p in pessoas if not p.impedimento and (escolhidas is None or p.nomeacao.pk in escolhidas)
    )
    chamadas, aviso = _chamadas(estado, cabem, hoje)
    return PlanoSemPosse(
        cargo=cargo,
        pessoas=pessoas,
        escolhidas=cabem,
        minuta=minuta_do_sem_efeito(cargo, cabem),
        chamadas=chamadas,
        aviso=aviso,
        versao=_versao(estado, cabem, chamadas),
    )


def _impedimento(nomeacao: Nomeacao, apuracao: Apuracao) -> str:
    ressalva = apuracao.ressalvas.get(str(nomeacao.candidatura_id))
    return CONDICIONAL if ressalva is Ressalva.CONDICIONAL else ""


def _chamadas(
    estado: EstadoDoCargo, escolhidas: Sequence[SemPosse], hoje: date
) -> tuple[tuple[ChamadaPlanejada, ...], str]:
    """Quem proveria as vagas que se abrem e as que já estavam abertas, pela ordem; e o que o impede."""
    if not escolhidas:
        return (), ""
    sem_efeito = [
        EventoDoMotor(tipo=TipoEvento.SEM_EFEITO, candidato=str(p.nomeacao.candidatura_id))
        for p in escolhidas
    ]
    eventos = [*estado.passados, *sem_efeito]
    depois = apurar(estado.regras, estado.habilitados, eventos)
    a_repor, aviso = _que_se_repoem(estado.cargo, escolhidas, set(depois.vagas_abertas), hoje)
    if depois.extinto:
        return (), "O cargo foi extinto: já não se convoca para ele."
    if not a_repor:
        return (), aviso
    convocar = EventoDoMotor(tipo=TipoEvento.CONVOCAR, quantidade=len(a_repor))
    try:
        apuracao = apurar(estado.regras, estado.habilitados, [*eventos, convocar])
    except ErroDeEvento as erro:
        return (), f"Não se planeja a chamada: {erro.mensagem}."
    chamadas = detalhar([c for c in apuracao.chamadas if c.evento == len(eventos)])
    if not chamadas:
        return (), "Não há ninguém a convocar: as listas deste cargo se esgotaram."
    fora = sorted(c.vaga for c in chamadas if not c.espelho and c.vaga not in a_repor)
    if fora:
        return (), (
            f"A validade acabou, e a vaga {fora[0]}, que já estava aberta nela, vem antes na ordem: "
            "impede a reposição das que agora se abrem."
        )
    return chamadas, aviso


def _que_se_repoem(
    cargo: Cargo, escolhidas: Sequence[SemPosse], abertas: set[int], hoje: date
) -> tuple[set[int], str]:
    """Na validade, todas as abertas; depois dela, só as do lapso (`consultas.lapso`)."""
    fim = fim_da_validade(cargo)
    if fim is None or hoje <= fim:
        return abertas, ""
    do_lapso = {
        p.nomeacao.vaga.numero for p in escolhidas if not p.nomeacao.espelho and p.nomeacao.evento.data <= fim
    } | vagas_do_lapso([cargo]).get(cargo.pk, set())
    acabou = f"A validade acabou em {fim:%d/%m/%Y}"
    if not do_lapso & abertas:
        return set(), f"{acabou}, e estas vagas foram chamadas depois dela: abrem-se, e não se repõem."
    return do_lapso & abertas, f"{acabou}: só se repõem as vagas de quem foi chamado dentro dela."


def minuta_do_sem_efeito(cargo: Cargo, escolhidas: Sequence[SemPosse]) -> tuple[str, ...]:
    """Os parágrafos do ato, por numerar e assinar. Nada diz de listas: não revela declaração de ninguém."""
    if not escolhidas:
        return ()
    concurso = cargo.edital.concurso
    uma = len(escolhidas) == 1
    quais = [
        _inciso(lugar, p) + (";" if lugar < len(escolhidas) else ".")
        for lugar, p in enumerate(escolhidas, start=1)
    ]
    objeto = "a nomeação, feita em razão do" if uma else "as nomeações, feitas em razão do"
    return (
        f"ATO Nº ____/____ — {concurso.orgao.nome}",
        "Torna sem efeito nomeação cuja posse não ocorreu no prazo."
        if uma
        else "Torna sem efeito nomeações cujas posses não ocorreram no prazo.",
        "A AUTORIDADE COMPETENTE, no uso das suas atribuições, RESOLVE:",
        f"Art. 1º Tornar sem efeito {objeto} Concurso Público {concurso.identificacao}, para o cargo de "
        f"{cargo}, por não ter ocorrido a posse no prazo legal, de:",
        *quais,
        "Art. 2º Este ato entra em vigor na data da sua publicação.",
    )


def _inciso(lugar: int, quem: SemPosse) -> str:
    inscricao, prazo = quem.nomeacao.candidatura.inscricao, quem.prazo
    nomeador = next((str(a) for a in quem.nomeacao.atos.all() if a.tipo == "nomeacao" and a.numero), "")
    return (
        f"{lugar}) {inscricao.candidato}, inscrição {inscricao.numero}, pelo {nomeador.lower()}, cujo prazo "
        f"de {prazo.regra.em_palavras} ({prazo.regra.dispositivo})"
        f"{', prorrogado,' if prazo.prorrogacoes else ''} acabou em {data_por_extenso(prazo.fim)}"
    )


def _versao(
    estado: EstadoDoCargo, escolhidas: Sequence[SemPosse], chamadas: Sequence[ChamadaPlanejada]
) -> str:
    conteudo = {
        "pessoas": [[p.nomeacao.pk, p.prazo.fim] for p in escolhidas],
        "chamadas": [[c.vaga, c.candidatura.pk, c.ocupa] for c in chamadas],
    }
    resumo = hashlib.sha256(texto_canonico(conteudo).encode()).hexdigest()[:20]
    return f"{estado.ultima_sequencia}-{resumo}"
