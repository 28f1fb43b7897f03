"""O que cada evento faz a quem espera, para a conferência da ordem; independente de quem convoca."""

from cotas.chamada import Evento
from cotas.enums import Categoria, Desfecho, EfeitoSubJudice, NaoConfirmacao, TipoEvento
from cotas.espera import Espera

T = TipoEvento
SAEM = {T.DESISTENCIA, T.SEM_EFEITO, T.ELIMINACAO, T.FALECIMENTO}


class Fatos:
    """Acompanha quem tem ressalva aberta e aplica cada evento às listas de quem espera."""

    def __init__(self, espera: Espera, nao_confirmacao: NaoConfirmacao) -> None:
        self._espera = espera
        self._elimina = nao_confirmacao is NaoConfirmacao.ELIMINA
        self._so_espelho: set[str] = set()
        self._por_ordem: set[str] = set()
        self.extinto = False

    def so_espelho(self, pessoa: str) -> bool:
        """Se a decisão só lhe dá vaga espelhada."""
        return pessoa in self._so_espelho

    def _conta(self, pessoa: str) -> Categoria | None:
        return self._espera.conta.get(pessoa) or self._espera.espelhados.get(pessoa)

    def perde_a_vaga(self, evento: Evento) -> bool:
        """Se, por este evento, quem tem vaga, espelhada ou não, a perde."""
        pessoa, tipo, desfecho = evento.candidato or "", evento.tipo, evento.desfecho
        if tipo is T.NAO_CONFIRMACAO:
            return self._elimina or self._conta(pessoa) is Categoria.COTAS
        if tipo is T.FIM_SUB_JUDICE:
            caiu = pessoa in self._por_ordem and desfecho is not Desfecho.DEFINITIVA
            return caiu or desfecho is Desfecho.REVOGADA or pessoa in self._espera.espelhados
        if tipo is T.FIM_CONDICIONAL:
            return desfecho is Desfecho.DESCUMPRIDA
        return tipo in SAEM or tipo is T.FINAL_DE_FILA

    def acontecer(self, evento: Evento) -> None:
        """Muda as listas, já aberta a vaga que se perdeu."""
        pessoa, tipo, espera = evento.candidato or "", evento.tipo, self._espera
        if tipo is T.EXTINCAO:
            self.extinto = True
        elif tipo is T.RETIFICACAO:
            espera.retificar(evento.habilitados or ())
        elif tipo is T.ORDEM_JUDICIAL:
            if not espera.esta(pessoa):
                self._so_espelho.discard(pessoa)
            self._por_ordem.add(pessoa)
            espera.por_depois(pessoa, evento.apos, evento.lista)
        elif tipo is T.REINTEGRACAO:
            espera.voltar(pessoa)
        elif tipo is T.SUB_JUDICE and evento.efeito is EfeitoSubJudice.ESPELHO:
            self._so_espelho.add(pessoa)
        elif tipo is T.FIM_SUB_JUDICE:
            self._findar(pessoa, evento.desfecho)
        elif tipo is T.OPCAO and evento.lista is not None:
            espera.optar(pessoa, evento.lista)
        else:
            self._perder(evento)

    def _perder(self, evento: Evento) -> None:
        pessoa, tipo = evento.candidato or "", evento.tipo
        descumpriu = tipo is T.FIM_CONDICIONAL and evento.desfecho is Desfecho.DESCUMPRIDA
        if tipo in SAEM or descumpriu or (tipo is T.NAO_CONFIRMACAO and self._elimina):
            self._espera.sair(pessoa)
        elif tipo is T.NAO_CONFIRMACAO:
            self._espera.deixar_as_cotas(pessoa)
        elif tipo is T.FINAL_DE_FILA and self._espera.esta(pessoa):
            self._espera.ir_ao_fim(pessoa)

    def _findar(self, pessoa: str, desfecho: Desfecho | None) -> None:
        por_ordem = pessoa in self._por_ordem
        self._por_ordem.discard(pessoa)
        self._so_espelho.discard(pessoa)
        sem_lugar = not self._espera.esta(pessoa) and self._conta(pessoa) is None
        if desfecho is Desfecho.DEFINITIVA:
            self._espera.firmar(pessoa)
        elif por_ordem:
            self._espera.cair(pessoa)
        if sem_lugar or (desfecho is Desfecho.REVOGADA and not por_ordem):
            self._espera.sair(pessoa)
