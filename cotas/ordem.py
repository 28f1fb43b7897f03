"""A ordem de convocação: reaplica os eventos de um cargo e diz quem é chamado para cada vaga."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from cotas.certame import Certame
from cotas.chamada import Chamada, Evento, Remanejamento
from cotas.enums import Categoria, DuplaContagem, TipoEvento
from cotas.erros import ErroDeEvento
from cotas.listas import Habilitado
from cotas.quadro import Quadro

PERDAS_DEFINITIVAS = (TipoEvento.DESISTENCIA, TipoEvento.SEM_EFEITO, TipoEvento.ELIMINACAO)


class Andamento:
    """O estado de um certame, evento após evento.

    `habilitados` em ordem geral; `categoria_da_vaga` responde pela vaga de número 1, 2, 3…;
    do `quadro` usam-se `total` (N) e `ampla`, para o corte fixo.
    """

    def __init__(
        self,
        habilitados: Sequence[Habilitado],
        categoria_da_vaga: Callable[[int], Categoria],
        quadro: Quadro,
        dupla_contagem: DuplaContagem,
    ) -> None:
        self._certame = Certame(habilitados, quadro.ampla)
        self._categoria_da_vaga = categoria_da_vaga
        self._vagas_oferecidas = quadro.total
        self._modo = dupla_contagem
        self._ultima_vaga = 0
        self._eventos = 0

    @property
    def ocupacao(self) -> Mapping[str, Categoria]:
        """Em que conta está cada pessoa que ocupa vaga."""
        return MappingProxyType(self._certame.ocupacao)

    @property
    def vaga_de(self) -> Mapping[str, int]:
        """O número da vaga de cada pessoa que ocupa uma."""
        return MappingProxyType(self._certame.vaga_de)

    @property
    def vagas_abertas(self) -> tuple[int, ...]:
        """Vagas perdidas e ainda não preenchidas, em ordem."""
        return tuple(sorted(vaga for vaga, _ in self._certame.abertas))

    def no_certame(self, candidato: str) -> bool:
        """Se a pessoa foi habilitada e não saiu."""
        return candidato in self._certame.posicao

    def copia(self) -> "Andamento":
        """Cópia independente, para experimentar um evento antes de o praticar."""
        outro = object.__new__(Andamento)
        outro.__dict__.update(self.__dict__)
        outro._certame = self._certame.copia()
        return outro

    def tirar_das_reservas(self, pessoa: str, reservas: Iterable[Categoria]) -> None:
        """Numa cópia, faz de conta que a pessoa, sem vaga, não está nessas listas específicas."""
        for reserva in reservas:
            self._certame.membros[reserva].discard(pessoa)

    def aplicar(self, evento: Evento) -> tuple[Chamada, ...]:
        """Aplica o evento e devolve as chamadas que ele fez. ErroDeEvento, sem mudar nada, se não cabe."""
        chamadas: tuple[Chamada, ...] = ()
        if evento.tipo is TipoEvento.CONVOCAR:
            chamadas = self._convocar(self._quantidade(evento))
        else:
            self._perder(evento.tipo, self._pessoa(evento))
        self._eventos += 1
        return chamadas

    def _erro(self, campo: str, mensagem: str) -> ErroDeEvento:
        return ErroDeEvento(self._eventos, campo, mensagem)

    def _quantidade(self, evento: Evento) -> int:
        if evento.candidato is not None:
            raise self._erro("candidato", "convocar não tem candidato: a ordem é que diz quem é chamado")
        if type(evento.quantidade) is not int or evento.quantidade < 1:
            raise self._erro("quantidade", "convocar pede um número inteiro, de 1 para cima")
        return evento.quantidade

    def _pessoa(self, evento: Evento) -> str:
        pessoa = evento.candidato
        if evento.quantidade is not None:
            raise self._erro("quantidade", "só convocar tem quantidade")
        if pessoa is None:
            raise self._erro("candidato", "falta dizer a quem o evento se refere")
        if not self.no_certame(pessoa):
            raise self._erro("candidato", f"{pessoa} não está no certame: não foi aprovado ou já saiu")
        if evento.tipo is TipoEvento.FINAL_DE_FILA and pessoa in self._certame.adiados:
            raise self._erro("candidato", f"{pessoa} já foi uma vez para o final da fila")
        if evento.tipo is TipoEvento.NAO_CONFIRMACAO and not self._cotista(pessoa):
            raise self._erro("candidato", f"{pessoa} não está na lista específica de cotas")
        return pessoa

    def _cotista(self, pessoa: str) -> bool:
        return pessoa in self._certame.membros[Categoria.COTAS]

    def _perder(self, tipo: TipoEvento, pessoa: str) -> None:
        if tipo in PERDAS_DEFINITIVAS:
            self._certame.sair(pessoa)
        elif tipo is TipoEvento.FINAL_DE_FILA:
            self._certame.ir_para_o_fim(pessoa)
        else:
            self._certame.deixar_as_cotas(pessoa)

    def _convocar(self, quantidade: int) -> tuple[Chamada, ...]:
        chamadas: list[Chamada] = []
        while len(chamadas) < quantidade and self._certame.ha_quem_chamar():
            chamadas.append(self._chamar())
        return tuple(chamadas)

    def _chamar(self) -> Chamada:
        vaga, categoria, reaberta = self._proxima_vaga()
        pessoa: str | None = None
        ocupa, movidos = categoria, list[Remanejamento]()
        if categoria is not Categoria.AMPLA:
            pessoa = self._da_reserva(categoria, vaga)
        revertida = pessoa is None and categoria is not Categoria.AMPLA
        if pessoa is None:
            pessoa, ocupa, movidos = self._da_geral(vaga)
        self._certame.ocupar(pessoa, vaga, ocupa)
        return Chamada(
            evento=self._eventos,
            vaga=vaga,
            categoria=categoria,
            candidato=pessoa,
            ocupa=ocupa,
            remanejamentos=tuple(movidos),
            revertida=revertida,
            reaberta=reaberta,
            cotista=self._cotista(pessoa),
            adiado=pessoa in self._certame.adiados,
        )

    def _proxima_vaga(self) -> tuple[int, Categoria, bool]:
        """A aberta de menor número ou, sem nenhuma, a seguinte da série."""
        if self._certame.abertas:
            return (*self._certame.tomar_vaga_aberta(), True)
        self._ultima_vaga += 1
        return self._ultima_vaga, self._categoria_da_vaga(self._ultima_vaga), False

    def _da_reserva(self, reserva: Categoria, vaga: int) -> str | None:
        """O próximo da lista específica; o corte fixo só vale para as vagas oferecidas."""
        corta = self._modo is DuplaContagem.CORTE_FIXO and vaga <= self._vagas_oferecidas
        return self._certame.proximo_da_reserva(reserva, fora_do_corte=corta)

    def _da_geral(self, vaga: int) -> tuple[str, Categoria, list[Remanejamento]]:
        """Quem a lista geral leva a chamar, em que conta fica, e quem passou à ampla no caminho.

        Quem já ocupa vaga por uma reserva passa à ampla e cede a reserva ao próximo da lista dela; se
        ela não tem mais ninguém, segue a geral. Havendo quem chamar, o caminho acaba sempre em alguém.
        """
        conta_reservas = self._modo is not DuplaContagem.CONSUMO
        movidos: list[Remanejamento] = []
        while (pessoa := self._certame.proximo_da_geral(contando_reservas=conta_reservas)) is not None:
            if pessoa not in self._certame.ocupacao:
                return pessoa, Categoria.AMPLA, movidos
            reserva = self._certame.passar_para_a_ampla(pessoa)
            movidos.append(Remanejamento(pessoa, self._certame.vaga_de[pessoa], reserva))
            if (seguinte := self._da_reserva(reserva, vaga)) is not None:
                return seguinte, reserva, movidos
        raise AssertionError("chamada pedida sem ninguém a chamar")
