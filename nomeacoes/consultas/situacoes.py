"""Onde está cada pessoa de um cargo, e de quem é a próxima chamada, em palavras."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from candidatos.models import Candidatura
from cotas import Apuracao, Chamada, Previsor, Ressalva
from nomeacoes.consultas.espera import n
from nomeacoes.consultas.plano import NOME_DA_RESERVA
from nomeacoes.enums import CategoriaDaVaga, RessalvaDaNomeacao


class Situacoes:
    """Onde está cada pessoa: na vaga, em quantas chamadas viria a sua vez, ou fora."""

    def __init__(self, apuracao: Apuracao, previsor: Previsor, quem: Collection[str]) -> None:
        self.apuracao = apuracao
        self._previsor = previsor
        self._vezes = previsor.vezes(quem)

    def de(self, quem: str, *, com_a_conta: bool) -> str:
        """A frase de uma pessoa; `com_a_conta`: diz também em que conta está na vaga."""
        apuracao = self.apuracao
        if quem in apuracao.vaga_de:
            onde = f"na vaga {n(apuracao.vaga_de[quem])}"
            if com_a_conta:
                onde += f", conta na {NOME_DA_RESERVA[CategoriaDaVaga(apuracao.ocupacao[quem])]}"
        elif quem in apuracao.espelhos:
            onde = f"em vaga espelhada da {n(apuracao.espelhos[quem])}"
        elif self._previsor.espera(quem):
            onde = self._da_espera(quem)
        else:
            onde = "fora do concurso"
        ressalva = apuracao.ressalvas.get(quem)
        return onde if ressalva is None else f"{onde}, {_da_ressalva(ressalva)}"

    def _da_espera(self, quem: str) -> str:
        vez = self._vezes.get(quem)
        if vez is None:
            return "na lista, sem vez prevista"
        if vez == 1:
            return "na lista: a próxima chamada é a sua"
        return f"na lista: a sua vez vem na {n(vez)}ª chamada"


def _da_ressalva(ressalva: Ressalva) -> str:
    return str(RessalvaDaNomeacao(ressalva).label).lower()


def frase_da_proxima(hoje: Chamada | None, depois: Chamada | None, pessoas: Mapping[str, Candidatura]) -> str:
    """Se a próxima chamada continua a ser da mesma pessoa, ou de quem passa a ser."""
    if depois is None:
        return "Depois disto não há quem chamar."
    nome = f"{nome_da_pessoa(pessoas[depois.candidato])}, para a vaga {n(depois.vaga)}"
    if hoje is not None and (hoje.candidato, hoje.vaga) == (depois.candidato, depois.vaga):
        return f"A próxima chamada continua a ser de {nome}."
    if hoje is None:
        return f"A próxima chamada passa a ser de {nome}."
    antes = f"{nome_da_pessoa(pessoas[hoje.candidato])} (vaga {n(hoje.vaga)})"
    return f"A próxima chamada, hoje de {antes}, passa a ser de {nome}."


def nome_da_pessoa(candidatura: Candidatura) -> str:
    """Nome e inscrição."""
    return f"{candidatura.inscricao.candidato} ({candidatura.inscricao})"
