"""Por quê de uma vaga: a conta que lhe deu a categoria, quem a teve, e quem a teria agora."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from candidatos.consultas.classificacao import classificacao_vigente
from concursos.consultas import regras_da_reserva
from concursos.models import Cargo
from cotas import RazaoDaVaga, razao_da_vaga
from nomeacoes.consultas.espera import ChamadaPrevista, Validade, chamada_prevista, previsor_do_cargo
from nomeacoes.consultas.porque import NomeacaoContada, nomeacoes_contadas
from nomeacoes.enums import CategoriaDaVaga
from nucleo.permissoes import Autor


@dataclass(frozen=True, slots=True)
class PorqueDaVaga:
    """Uma vaga da série. `historia`: as nomeações, da primeira à última.

    `prevista`: a chamada que a preencheria, se está por ocupar e ainda se pode chamar; nula também se as
    listas acabam antes. `fundamentos`: os dessa chamada.
    """

    cargo: Cargo
    razao: RazaoDaVaga
    historia: Sequence[NomeacaoContada]
    prevista: ChamadaPrevista | None
    fundamentos: Sequence[object]

    @property
    def ultima(self) -> NomeacaoContada | None:
        """A última nomeação que a proveu; nula se nenhuma, ou só as de convocações desfeitas."""
        return ultima_que_proveu(self.historia)

    @property
    def ocupante(self) -> NomeacaoContada | None:
        """Quem a ocupa hoje."""
        ultima = self.ultima
        return ultima if ultima and ultima.nomeacao.encerrada_por_id is None else None

    @property
    def reabre_como(self) -> CategoriaDaVaga | None:
        """A conta em que a vaga aberta será provida; nula se não está aberta."""
        ultima = self.ultima
        return CategoriaDaVaga(ultima.nomeacao.ocupa) if ultima and not self.ocupante else None

    @property
    def oferecida(self) -> bool:
        """Se é uma das que o edital ofereceu."""
        return self.razao.numero <= self.cargo.vagas


def ultima_que_proveu(historia: Sequence[NomeacaoContada]) -> NomeacaoContada | None:
    """A última das nomeações que contam: nem espelhada, nem de convocação desfeita."""
    contam = (c for c in reversed(historia) if not c.nomeacao.espelho and not c.nomeacao.desfeita)
    return next(contam, None)


def maior_vaga(cargo: Cargo) -> int:
    """O maior número de vaga de que faz sentido perguntar: as oferecidas, ou uma por aprovado além delas."""
    vigente = classificacao_vigente(cargo)
    aprovados = vigente.colocacoes.filter(posicao__isnull=False).count() if vigente else 0
    return cargo.vagas + aprovados


def porque_da_vaga(
    cargo: Cargo, numero: int, *, autor: Autor, pode_chamar: bool, validade: Validade
) -> PorqueDaVaga:
    """Explica a vaga ao autor. `pode_chamar`: se ainda se chama alguém para o cargo.

    `ErroDeRegra` como na série; `ErroDeEvento` como no estado do cargo.
    """
    razao = razao_da_vaga(regras_da_reserva(cargo), numero)
    historia = nomeacoes_contadas(cargo, vaga=numero)
    ultima = ultima_que_proveu(historia)
    ocupada = ultima is not None and ultima.nomeacao.encerrada_por_id is None
    previsao = None if ocupada or not pode_chamar else previsor_do_cargo(cargo).ate_a_vaga(numero)
    if previsao is None or not validade.alcanca(previsao.quantas, numero):
        return PorqueDaVaga(cargo, razao, historia, None, ())
    ve = autor.pode("candidatos.autodeclaracao_ver", cargo.orgao)
    prevista = chamada_prevista(previsao.quantas, previsao.chamada, ve_declaracoes=ve)
    return PorqueDaVaga(cargo, razao, historia, prevista, previsao.chamada.fundamentos)
