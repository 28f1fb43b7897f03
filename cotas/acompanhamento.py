"""Acompanha o que está registrado de um cargo e anota o que contraria a ordem da lei.

Independente da ordem de convocação: não chama ninguém. Lê provimento por provimento e pergunta, de cada
um, quem esperava à frente naquele momento, nas listas de então.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from cotas.chamada import Evento
from cotas.enums import Categoria, NaoConfirmacao, TipoEvento
from cotas.espera import EmOrdem, Espera
from cotas.fatos import Fatos
from cotas.provimento import Provimento, TipoDeViolacao, Violacao


class Acompanhamento:
    """Acompanha o que está registrado de um cargo. `categoria_da_vaga` responde pela vaga 1, 2, 3…"""

    def __init__(
        self, espera: Espera, categoria_da_vaga: Callable[[int], Categoria], nao_confirmacao: NaoConfirmacao
    ) -> None:
        self._espera = espera
        self._categoria_da_vaga = categoria_da_vaga
        self._fatos = Fatos(espera, nao_confirmacao)
        self._na_vaga: dict[int, Provimento] = {}
        self._de_quem: dict[str, Provimento] = {}
        self._espelhos: dict[str, Provimento] = {}
        self._espelhadas: set[int] = set()
        self._abertas: dict[int, Categoria] = {}
        self._abertas_em_ordem = EmOrdem()
        self._ultima = 0
        self._achadas: list[Violacao] = []

    def conferir(
        self, eventos: Sequence[Evento], provimentos: Iterable[Provimento], vagas: Mapping[int, Categoria]
    ) -> tuple[Violacao, ...]:
        """Como `conferir_ordem`. Uma só vez por objeto."""
        dados, fins = defaultdict[int, list[Provimento]](list), defaultdict[int, list[Provimento]](list)
        for provimento in provimentos:
            dados[provimento.evento].append(provimento)
            if provimento.fim is not None:
                fins[provimento.fim].append(provimento)
        for indice, evento in enumerate(eventos):
            if evento.tipo is TipoEvento.CONVOCAR:
                self._convocar(evento.quantidade or 0, dados.pop(indice, []))
            else:
                self._acontecer(evento, fins.pop(indice, []))
        for motivo, sobra in ((TipoDeViolacao.SEM_CONVOCACAO, dados), (TipoDeViolacao.PERDA, fins)):
            for provimento in (p for lista in sobra.values() for p in lista):
                self._achar(motivo, provimento)
        for provimento in self._na_vaga.values():
            self._conferir_conta(provimento)
        self._conferir_vagas(vagas)
        return tuple(dict.fromkeys(self._achadas))

    def _achar(self, motivo: TipoDeViolacao, provimento: Provimento, candidato: str | None = None) -> None:
        self._achadas.append(Violacao(motivo, provimento.vaga, candidato or provimento.candidato))

    def _conferir_vagas(self, vagas: Mapping[int, Categoria]) -> None:
        """Cada vaga da série até a última provida está registrada, com a sua categoria; nenhuma além."""
        for numero in range(1, max([self._ultima, *vagas]) + 1):
            certa = self._categoria_da_vaga(numero) if numero <= self._ultima else None
            if numero > self._ultima and numero in self._espelhadas:
                continue
            if vagas.get(numero) is not certa:
                self._achadas.append(Violacao(TipoDeViolacao.SERIE, numero))

    def _conferir_conta(self, provimento: Provimento) -> None:
        if self._espera.conta.get(provimento.candidato) is not provimento.conta:
            self._achar(TipoDeViolacao.CONTA, provimento)

    # --- provimentos

    def _convocar(self, quantidade: int, dados: Sequence[Provimento]) -> None:
        vagas = [provimento for provimento in dados if not provimento.espelho]
        if self._fatos.extinto and dados:
            self._achar(TipoDeViolacao.SEM_CONVOCACAO, dados[0])
        for provimento in dados:
            if provimento.espelho:
                self._espelhar(provimento)
                continue
            self._conferir_vaga(provimento)
            self._conferir_lista(provimento)
            self._prover(provimento)
        if len(vagas) > quantidade:
            self._achar(TipoDeViolacao.SEM_CONVOCACAO, vagas[-1])
        elif len(vagas) < quantidade:
            self._conferir_que_acabou()

    def _conferir_que_acabou(self) -> None:
        """A convocação parou: se havia quem chamar, prejudica o primeiro da lista a que a vaga cabia."""
        vaga = self._proxima_vaga()
        categoria = self._abertas.get(vaga) or self._categoria_da_vaga(vaga)
        for lista in dict.fromkeys((categoria, Categoria.AMPLA)):
            pessoa, de_que = self._prejudicado(self._espera.primeiro(lista, vaga), lista, vaga)
            pessoa = pessoa or (self._espera.sem_vaga() if lista is Categoria.AMPLA else None)
            if pessoa is not None:
                self._achadas.append(Violacao(TipoDeViolacao.SEM_CHAMADA, vaga, pessoa, de_que))
                return

    def _espelhar(self, provimento: Provimento) -> None:
        """A vaga espelhada é de quem só tem isso pela decisão, e vem na vez dele."""
        pessoa, lista = provimento.candidato, provimento.chamado_na
        if not self._fatos.so_espelho(pessoa) or provimento.movidos:
            self._achar(TipoDeViolacao.CONTA, provimento)
        if not self._espera.esta(pessoa) or pessoa in self._espera.espelhados:
            self._achar(TipoDeViolacao.FORA_DO_CERTAME, provimento)
        if provimento.vaga != self._proxima_vaga():
            self._achar(TipoDeViolacao.FORA_DE_ORDEM, provimento)
        a_frente = (
            self._espera.sem_vaga()
            if lista is Categoria.AMPLA
            else self._espera.primeiro(lista, provimento.vaga)
        )
        if a_frente is not None and a_frente != pessoa:
            motivo = TipoDeViolacao.PRETERICAO
            self._achadas.append(Violacao(motivo, provimento.vaga, a_frente, lista, pessoa))
        self._espelhos[pessoa] = provimento
        self._espelhadas.add(provimento.vaga)
        self._espera.espelhar(pessoa, lista)

    def _proxima_vaga(self) -> int:
        return self._abertas_em_ordem.primeiro() or self._ultima + 1

    def _conferir_vaga(self, provimento: Provimento) -> None:
        vaga = provimento.vaga
        if vaga in self._na_vaga:
            self._achar(TipoDeViolacao.VAGA_DUPLICADA, provimento)
        elif vaga != self._proxima_vaga():
            self._achar(TipoDeViolacao.FORA_DE_ORDEM, provimento)
        if provimento.categoria is not (self._abertas.get(vaga) or self._categoria_da_vaga(vaga)):
            self._achar(TipoDeViolacao.SERIE, provimento)

    def _conferir_lista(self, provimento: Provimento) -> None:
        """Quem a vaga devia buscar: a lista da reserva, ou a geral e as reservas que ela foi liberando."""
        oferecidas: list[Categoria] = []
        if provimento.categoria is not Categoria.AMPLA:
            oferecidas.append(provimento.categoria)
        for movido in provimento.movidos:
            oferecidas += self._mover(movido, provimento)
        lista = provimento.chamado_na
        if lista is not Categoria.AMPLA:
            if oferecidas[-1:] == [lista]:
                oferecidas.pop()
            else:
                self._achar(TipoDeViolacao.CONTA, provimento)
        # As reservas por que se passou sem chamar ninguém só podem não ter tido ninguém.
        for reserva in oferecidas:
            self._exigir_primeiro(None, reserva, provimento)
        self._exigir_primeiro(provimento.candidato, lista, provimento)

    def _mover(self, movido: str, provimento: Provimento) -> list[Categoria]:
        """A reserva que o remanejado liberou, se era mesmo a vez dele na lista geral."""
        de = self._espera.conta.get(movido)
        if de is None or de is Categoria.AMPLA:
            self._achar(TipoDeViolacao.CONTA, provimento, movido)
            return []
        self._exigir_primeiro(movido, Categoria.AMPLA, provimento)
        self._espera.contar(movido, Categoria.AMPLA)
        return [de]

    def _exigir_primeiro(self, quem: str | None, lista: Categoria, provimento: Provimento) -> None:
        """À frente da lista está `quem`; None: não há ninguém."""
        primeiro = self._espera.primeiro(lista, provimento.vaga)
        if primeiro == quem:
            return
        if primeiro is None or primeiro == provimento.candidato or primeiro in self._espera.conta:
            self._achar(TipoDeViolacao.CONTA, provimento, primeiro)
        pessoa, da_lista = self._prejudicado(primeiro, lista, provimento.vaga)
        if pessoa is not None and pessoa != provimento.candidato:
            motivo, vaga = TipoDeViolacao.PRETERICAO, provimento.vaga
            self._achadas.append(Violacao(motivo, vaga, pessoa, da_lista, provimento.candidato))

    def _prejudicado(self, primeiro: str | None, lista: Categoria, vaga: int) -> tuple[str | None, Categoria]:
        """Quem perde a vez: o primeiro, ou, se ele já tem vaga por uma reserva, quem a herdaria."""
        reserva = self._espera.conta.get(primeiro) if primeiro is not None else None
        return (primeiro, lista) if reserva is None else (self._espera.primeiro(reserva, vaga), reserva)

    def _prover(self, provimento: Provimento) -> None:
        pessoa, vaga = provimento.candidato, provimento.vaga
        if pessoa in self._de_quem:
            self._achar(TipoDeViolacao.DUAS_VAGAS, provimento)
        if self._espera.esta(pessoa):
            self._espera.contar(pessoa, provimento.chamado_na)
        else:
            self._achar(TipoDeViolacao.FORA_DO_CERTAME, provimento)
        self._na_vaga[vaga] = self._de_quem[pessoa] = provimento
        self._abertas.pop(vaga, None)
        self._abertas_em_ordem.por(vaga, dentro=False)
        self._ultima = max(self._ultima, vaga)

    # --- o que mais acontece

    def _acontecer(self, evento: Evento, encerrados: Sequence[Provimento]) -> None:
        pessoa = evento.candidato or ""
        atual = self._espelhos.get(pessoa) or self._de_quem.get(pessoa)
        deviam = [atual] if atual is not None and self._fatos.perde_a_vaga(evento) else []
        for provimento in {*deviam} ^ {*encerrados}:
            self._achar(TipoDeViolacao.PERDA, provimento)
        for provimento in {*deviam, *encerrados}:
            self._abrir(provimento)
        self._fatos.acontecer(evento)

    def _abrir(self, provimento: Provimento) -> None:
        """A vaga volta na conta em que a pessoa estava nesse momento, e ela aos seus lugares."""
        pessoa, vaga = provimento.candidato, provimento.vaga
        if provimento.espelho:
            self._espelhos.pop(pessoa, None)
            self._espera.contar(pessoa, None)
            return
        if self._na_vaga.get(vaga) != provimento:
            return
        self._conferir_conta(provimento)
        self._abertas[vaga] = self._espera.conta.get(pessoa, provimento.conta)
        self._abertas_em_ordem.por(vaga, dentro=True)
        del self._na_vaga[vaga]
        if self._de_quem.get(pessoa) == provimento:
            del self._de_quem[pessoa]
        self._espera.contar(pessoa, None)
