"""A ordem de convocação: aplica os eventos de um cargo, um a um, e diz quem é chamado para cada vaga."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from cotas.acontecimentos import Acontecimentos
from cotas.certame import Certame
from cotas.chamada import Chamada, Evento, Remanejamento
from cotas.enums import Categoria, DuplaContagem, NaoConfirmacao, Ressalva, TipoEvento
from cotas.erros import ErroDeEvento
from cotas.listas import Habilitado
from cotas.quadro import Quadro

# Quem a chamada encontrou, em que conta fica, e quem passou à ampla no caminho.
Achado = tuple[str, Categoria, list[Remanejamento]]


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
        nao_confirmacao: NaoConfirmacao = NaoConfirmacao.AMPLA,
    ) -> None:
        self._certame = Certame(habilitados, quadro.ampla)
        self._acontecimentos = Acontecimentos(self._certame, nao_confirmacao)
        self._categoria_da_vaga = categoria_da_vaga
        self._vagas_oferecidas = quadro.total
        self._modo = dupla_contagem
        self._ultima_vaga = 0
        self._eventos = 0
        self._espelhadas: list[tuple[str, Categoria]] = []

    @property
    def ocupacao(self) -> Mapping[str, Categoria]:
        """Em que conta está cada pessoa que ocupa vaga."""
        return MappingProxyType(self._certame.ocupacao)

    @property
    def vaga_de(self) -> Mapping[str, int]:
        """O número da vaga de cada pessoa que ocupa uma."""
        return MappingProxyType(self._certame.vaga_de)

    @property
    def espelhos(self) -> Mapping[str, int]:
        """O número da vaga de que cada pessoa tem um espelho."""
        return {pessoa: vaga for pessoa, (vaga, _) in self._certame.espelhos.items()}

    @property
    def ressalvas(self) -> Mapping[str, Ressalva]:
        """A ressalva aberta de cada pessoa que tem alguma."""
        return self._acontecimentos.ressalvas_abertas()

    @property
    def extinto(self) -> bool:
        """Se o cargo se extinguiu."""
        return self._acontecimentos.extinto

    @property
    def vagas_abertas(self) -> tuple[int, ...]:
        """Vagas perdidas e ainda não preenchidas, em ordem."""
        return tuple(sorted(vaga for vaga, _ in self._certame.abertas))

    def no_certame(self, candidato: str) -> bool:
        """Se a pessoa está em alguma lista, ou em vaga."""
        return self._certame.presente(candidato)

    def espera(self, candidato: str) -> bool:
        """Se a pessoa está na lista e sem vaga, nem espelhada."""
        return self._certame.espera(candidato)

    def copia(self) -> "Andamento":
        """Cópia independente, para experimentar um evento antes de o praticar."""
        outro = object.__new__(Andamento)
        outro.__dict__.update(self.__dict__)
        outro._certame = self._certame.copia()
        outro._acontecimentos = self._acontecimentos.copia(outro._certame)
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
        elif recusa := self._acontecimentos.aplicar(evento):
            raise self._erro(*recusa)
        self._eventos += 1
        return chamadas

    def pular(self) -> None:
        """Conta um evento que se desfez, ou que desfez outro: os índices dos demais não mudam."""
        self._eventos += 1

    def _erro(self, campo: str, mensagem: str) -> ErroDeEvento:
        return ErroDeEvento(self._eventos, campo, mensagem)

    def _quantidade(self, evento: Evento) -> int:
        if evento.candidato is not None:
            raise self._erro("candidato", "convocar não tem candidato: a ordem é que diz quem é chamado")
        if type(evento.quantidade) is not int or evento.quantidade < 1:
            raise self._erro("quantidade", "convocar pede um número inteiro, de 1 para cima")
        if self.extinto:
            raise self._erro("tipo", "o cargo foi extinto: já não se convoca para ele")
        return evento.quantidade

    # --- convocar

    def _convocar(self, quantidade: int) -> tuple[Chamada, ...]:
        """Até `quantidade` vagas providas; as espelhadas vêm a mais. Sem quem chamar, para."""
        chamadas: list[Chamada] = []
        for _ in range(quantidade):
            novas, proveu = self._prover_a_proxima()
            chamadas += novas
            if not proveu:
                break
        return tuple(chamadas)

    def _prover_a_proxima(self) -> tuple[list[Chamada], bool]:
        """As chamadas para a próxima vaga, espelhadas primeiro, e se ela ficou provida."""
        vaga, categoria, reaberta = self._proxima_vaga()
        self._espelhadas = []
        achado = self._da_reserva(categoria, vaga) if categoria is not Categoria.AMPLA else None
        quem: Achado | None = (achado, categoria, []) if achado is not None else self._da_geral(vaga)

        reverte = achado is None and categoria is not Categoria.AMPLA

        def chamada(pessoa: str, ocupa: Categoria, movidos: list[Remanejamento], espelho: bool) -> Chamada:
            ressalva, processo = self._acontecimentos.ressalvas.de(pessoa)
            return Chamada(
                evento=self._eventos,
                vaga=vaga,
                categoria=categoria,
                candidato=pessoa,
                ocupa=ocupa,
                remanejamentos=tuple(movidos),
                # O espelho que a própria reserva deu é de antes de ela reverter.
                revertida=reverte and not (espelho and ocupa is categoria),
                reaberta=reaberta,
                cotista=pessoa in self._certame.membros[Categoria.COTAS],
                adiado=self._acontecimentos.adiado(pessoa),
                espelho=espelho,
                ressalva=ressalva,
                processo=processo,
            )

        chamadas = [chamada(pessoa, ocupa, [], espelho=True) for pessoa, ocupa in self._espelhadas]
        if quem is None:
            return chamadas, False
        pessoa, ocupa, movidos = quem
        self._tomar(vaga, reaberta)
        self._certame.ocupar(pessoa, vaga, ocupa)
        return [*chamadas, chamada(pessoa, ocupa, movidos, espelho=False)], True

    def _proxima_vaga(self) -> tuple[int, Categoria, bool]:
        """A aberta de menor número ou, sem nenhuma, a seguinte da série."""
        if self._certame.abertas:
            return (*self._certame.abertas[0], True)
        return self._ultima_vaga + 1, self._categoria_da_vaga(self._ultima_vaga + 1), False

    def _tomar(self, vaga: int, reaberta: bool) -> None:
        if reaberta:
            self._certame.tomar_vaga_aberta()
        else:
            self._ultima_vaga = vaga

    def _espelha(self, pessoa: str, vaga: int, ocupa: Categoria) -> bool:
        """Dá vaga espelhada a quem a decisão só dá isso; a vaga segue para o próximo."""
        if not self._acontecimentos.ressalvas.espelha(pessoa):
            return False
        self._certame.espelhar(pessoa, vaga, ocupa)
        self._espelhadas.append((pessoa, ocupa))
        return True

    def _da_reserva(self, reserva: Categoria, vaga: int) -> str | None:
        """O próximo da lista específica; o corte fixo só vale para as vagas oferecidas."""
        corta = self._modo is DuplaContagem.CORTE_FIXO and vaga <= self._vagas_oferecidas
        while (pessoa := self._certame.proximo_da_reserva(reserva, fora_do_corte=corta)) is not None:
            if not self._espelha(pessoa, vaga, reserva):
                return pessoa
        return None

    def _da_geral(self, vaga: int) -> Achado | None:
        """Quem a lista geral leva a chamar, em que conta fica, e quem passou à ampla no caminho.

        Quem já ocupa vaga por uma reserva passa à ampla e cede a reserva ao próximo da lista dela; se
        ela não tem mais ninguém, segue a geral. Nulo, e nada muda, se o caminho não acaba em ninguém.
        """
        conta_reservas = self._modo is not DuplaContagem.CONSUMO
        movidos: list[Remanejamento] = []
        while (pessoa := self._certame.proximo_da_geral(contando_reservas=conta_reservas)) is not None:
            if pessoa not in self._certame.ocupacao:
                if self._espelha(pessoa, vaga, Categoria.AMPLA):
                    continue
                return pessoa, Categoria.AMPLA, movidos
            reserva = self._certame.passar_para_a_ampla(pessoa)
            movidos.append(Remanejamento(pessoa, self._certame.vaga_de[pessoa], reserva))
            if (seguinte := self._da_reserva(reserva, vaga)) is not None:
                return seguinte, reserva, movidos
        for movido in movidos:
            self._certame.voltar_a_reserva(movido.candidato, movido.de)
        return None
