"""As frases que se dizem de quem uma lista retificada afeta, depois de chamado ou antes de o ser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from candidatos.consultas.comparacao_do_resultado import Par
from candidatos.consultas.efeitos_da_retificacao import Afetado
from candidatos.models import Candidatura
from cotas import Apuracao, Chamada, Preterido
from nomeacoes.consultas.espera import n
from nomeacoes.consultas.plano import NOME_DA_RESERVA
from nomeacoes.enums import CategoriaDaVaga, SituacaoNomeacao
from nomeacoes.models import Nomeacao

NAO_SERIA = "não teria sido chamada"
# Quem ocupa vaga sem que a lista nova a dê. Desfazer nomeação de efeitos já produzidos pede processo (STF,
# RE 594.296, Tema 138); por isso nada aqui se desfaz.
CONTINUA = (
    "Continua na vaga. Anular a nomeação é decisão da autoridade, em processo com contraditório e ampla "
    "defesa (STF, Tema 138)"
)
SO_A_VAGA = "Continua na vaga em que está: também pela lista nova teria sido chamada"
# Quem já teria sido chamado (STF, Súmula 15; RE 837.311, Tema 784).
DIREITO = "direito à nomeação (STF, Súmula 15 e Tema 784)"


class Afetados:
    """As pessoas afetadas, e as frases que se dizem de cada uma. `apuracao`: o cargo como está."""

    def __init__(self, quais: Iterable[str], pares: Mapping[int, Par], apuracao: Apuracao) -> None:
        self._pares, self._apuracao = pares, apuracao
        achadas = Candidatura.objects.select_related("inscricao__candidato", "cargo")
        self.candidaturas = {str(c.pk): c for c in achadas.filter(pk__in={int(quem) for quem in quais})}
        abertas = Nomeacao.objects.filter(
            candidatura__in=list(self.candidaturas.values()), encerrada_por=None
        )
        self._situacoes = {
            quem: SituacaoNomeacao(situacao)
            for quem, situacao in abertas.values_list("candidatura_id", "situacao")
        }

    def _afetado(self, quem: str, hoje: str, seria: str, remedio: str) -> Afetado:
        inscricao, par = self.candidaturas[quem].inscricao, self._pares.get(int(quem))
        antes = par.antes.geral if par and par.antes else None
        depois = par.depois.geral if par and par.depois else None
        return Afetado(inscricao.numero, inscricao.candidato.nome, antes, depois, hoje, seria, remedio)

    def em_vaga(self, quem: str, teria: int | None) -> Afetado:
        """Quem ocupa vaga e não a teria, ou teria outra, de número `teria`."""
        vaga = n(self._apuracao.vaga_de[quem])
        conta = NOME_DA_RESERVA[CategoriaDaVaga(self._apuracao.ocupacao[quem])]
        situacao = self._situacoes.get(int(quem))
        hoje = f"na vaga {vaga}, pela {conta}"
        if situacao is not None:
            hoje = f"{situacao.label.lower()}, {hoje}"
        if teria is None:
            return self._afetado(quem, hoje, NAO_SERIA, f"{CONTINUA}.")
        return self._afetado(quem, hoje, _teria_sido(teria), f"{SO_A_VAGA}.")

    def preterido(self, preterido: Preterido, chamada: Chamada | None) -> Afetado:
        """Quem já teria sido chamado e ainda espera. `chamada`: a que virá a ser a sua."""
        quem, seria, vez = preterido.pessoa, _teria_sido(preterido.vaga), preterido.quantas
        if chamada is None or vez is None:
            hoje = "na lista, sem vez prevista"
            if self._apuracao.extinto:
                hoje = "já não se convoca para o cargo"
            return self._afetado(quem, hoje, seria, f"Tem {DIREITO}: a autoridade decide como o cumprir.")
        vaga = n(chamada.vaga)
        remedio = (
            f"É da próxima chamada, para a vaga {vaga}. Tem {DIREITO}: convoque antes de qualquer outra."
        )
        if vez > 1:
            numero = n(vez)
            remedio = (
                f"A sua vez vem na {numero}ª chamada, para a vaga {vaga}. Tem {DIREITO}: convoque {numero}."
            )
        if chamada.vaga > self.candidaturas[quem].cargo.vagas and not chamada.reaberta:
            remedio += " É vaga além das oferecidas: é preciso que exista, vaga ou por criar."
        return self._afetado(quem, "na lista, por chamar", seria, remedio)


def _teria_sido(vaga: int) -> str:
    """Sem a reserva por que o seria, que diz o que a pessoa declarou (LGPD, art. 5º, II)."""
    return f"teria sido chamada para a vaga {n(vaga)}"
