"""O cargo como ficaria depois dos passos de uma simulação: que eventos do motor são, um depois do outro."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from candidatos.models import Candidatura
from cotas import Apuracao, DuplaContagem, ErroDeEvento, RegrasDaReserva, Ressalva, TipoEvento, apurar
from cotas import Evento as EventoDoMotor
from nomeacoes.consultas.desfazimento import (
    frase_do_que_depende,
    impedimento_da_convocacao,
    nome_do_registro,
)
from nomeacoes.consultas.estado import EstadoDoCargo
from nomeacoes.consultas.passos import COM_QUANTIDADE, DAS_PESSOAS, MAXIMO_DE_CHAMADAS, PassoPedido
from nomeacoes.enums import SituacaoNomeacao, TipoDePasso, TipoDoEvento
from nomeacoes.fluxo import ENCERRA
from nomeacoes.models import Nomeacao
from nucleo.erros import Recusa

P, T = TipoDePasso, TipoEvento


@dataclass(frozen=True, slots=True)
class PassoDado:
    """Um passo já aplicado: o que foi, em palavras, e os índices dos eventos em que se tornou."""

    passo: PassoPedido
    frase: str
    eventos: range


class Ensaio:
    """O cargo como ficaria depois de alguns passos. Só a memória muda; nada se grava."""

    def __init__(self, estado: EstadoDoCargo, regras: RegrasDaReserva) -> None:
        self.estado = estado
        self.regras = regras
        self.passados = estado.passados
        self.novos: list[EventoDoMotor] = []
        self._apuracao: Apuracao | None = None
        self._numero = 0
        self._origem: list[tuple[int, str]] = []
        self._pessoas: Mapping[str, Candidatura] = {}
        self._em_curso: Mapping[int, SituacaoNomeacao] = {}

    @property
    def tocadas(self) -> list[str]:
        """As pessoas de que os passos tratam, na ordem em que aparecem."""
        return list(dict.fromkeys(e.candidato for e in self.novos if e.candidato is not None))

    def apuracao(self) -> Apuracao:
        """O que o motor diz agora; refaz-se só quando algum passo mudou. `Recusa` se um não cabe."""
        if self._apuracao is None:
            try:
                self._apuracao = apurar(self.regras, self.estado.habilitados, (*self.passados, *self.novos))
            except ErroDeEvento as erro:
                raise self._recusa(erro) from erro
        return self._apuracao

    def dar(self, passos: Sequence[PassoPedido]) -> tuple[PassoDado, ...]:
        """Aplica os passos, na ordem. `Recusa` se algum não cabe, dizendo qual e por quê."""
        self._pessoas = _pessoas(self.estado, passos)
        self._em_curso = _em_curso(self.estado)
        dados = []
        for self._numero, passo in enumerate(passos, start=1):
            inicio = len(self.passados) + len(self.novos)
            frase = self._praticar(passo)
            dados.append(PassoDado(passo, frase, range(inicio, len(self.passados) + len(self.novos))))
        self.apuracao()
        return tuple(dados)

    def _acrescentar(self, evento: EventoDoMotor, quem: str = "") -> None:
        self.novos.append(evento)
        self._origem.append((self._numero, quem))
        self._apuracao = None

    def _recusa(self, erro: ErroDeEvento) -> Recusa:
        """A recusa do motor, com a inscrição no lugar do identificador."""
        indice = erro.indice - len(self.passados)
        if indice < 0:
            return Recusa("Os registros deste cargo não se reaplicam. Avise a administração do sistema.")
        numero, quem = self._origem[indice]
        if erro.dependente is not None:
            return Recusa(f"Passo {numero}: {self._do_que_depende(self.novos[indice], erro.dependente)}")
        mensagem = erro.mensagem.replace(self.novos[indice].candidato or "\0", "a inscrição", 1)
        return Recusa(f"Passo {numero}: {f'{quem}: ' if quem else ''}{mensagem}.")

    def _do_que_depende(self, desfazimento: EventoDoMotor, dependente: int) -> str:
        if dependente >= len(self.passados):
            numero = self._origem[dependente - len(self.passados)][0]
            return f"o passo {numero} depende do registro que se desfaz."
        alvo = self.estado.eventos[(desfazimento.desfaz or 1) - 1]
        return frase_do_que_depende(self.estado, alvo, dependente)

    def _recusar(self, texto: str) -> Recusa:
        return Recusa(f"Passo {self._numero}: {texto}")

    def _praticar(self, passo: PassoPedido) -> str:
        """Acrescenta os eventos do passo; devolve a frase que o conta."""
        if passo.tipo in COM_QUANTIDADE:
            return self._com_quantidade(passo)
        if passo.tipo is P.DESFAZER:
            return self._desfazer(passo.quantidade)
        if passo.tipo is P.ORDEM_JUDICIAL:
            return self._ordenar(*map(self._pessoa, passo.inscricoes))
        if passo.tipo is P.EXTINCAO:
            self._acrescentar(EventoDoMotor(T.EXTINCAO))
            return "Extingue-se o cargo."
        return self._com_pessoas(passo)

    def _com_quantidade(self, passo: PassoPedido) -> str:
        """Frase do passo de convocar ou de vagas que surgem."""
        quantidade, frase = passo.quantidade, f"Convocam-se {passo.quantidade} pessoas."
        if passo.quantidade == 1:
            frase = "Convoca-se 1 pessoa."
        if passo.tipo is TipoDePasso.SUPERVENIENTES:
            quantidade, frase = self._supervenientes(passo.quantidade)
        if quantidade > MAXIMO_DE_CHAMADAS:
            raise self._recusar(f"São {quantidade} chamadas de uma vez; simulam-se até {MAXIMO_DE_CHAMADAS}.")
        self._acrescentar(EventoDoMotor(tipo=TipoEvento.CONVOCAR, quantidade=quantidade))
        return frase

    def _supervenientes(self, surgem: int) -> tuple[int, str]:
        """Quantas chamadas enchem as abertas, as oferecidas que faltam e as que surgem, e a frase."""
        atual = self.apuracao()
        ultima = max((chamada.vaga for chamada in atual.chamadas), default=0)
        abertas, oferecidas = len(atual.vagas_abertas), self.estado.cargo.vagas
        por_prover = max(0, oferecidas - ultima)
        total = abertas + por_prover + surgem
        comeco = max(ultima, oferecidas)
        nova = f"Surge 1 vaga, a {comeco + 1}, que continua"
        if surgem > 1:
            nova = f"Surgem {surgem} vagas, {comeco + 1} a {comeco + surgem}, que continuam"
        return total, (
            f"{nova} a série depois das {oferecidas} oferecidas. Chamadas: {total}, sendo {abertas} para "
            f"vagas abertas, {por_prover} para oferecidas por prover e {surgem} para as novas."
        )

    def _pessoa(self, inscricao: str) -> Candidatura:
        pessoa = self._pessoas.get(inscricao)
        if pessoa is None:
            raise self._recusar(
                f"a inscrição {inscricao} não concorre a este cargo. Confira os zeros à esquerda."
            )
        return pessoa

    def _com_pessoas(self, passo: PassoPedido) -> str:
        evento, uma, varias = DAS_PESSOAS[passo.tipo]
        nomes = []
        for pessoa in map(self._pessoa, passo.inscricoes):
            nome, quem = _nome(pessoa), str(pessoa.pk)
            self._exigir_vaga_que_perca(evento.tipo, pessoa, nome)
            self._acrescentar(replace(evento, candidato=quem), nome)
            nomes.append(nome)
        return f"{varias if len(nomes) > 1 else uma} {_enumerar(nomes)}."

    def _exigir_vaga_que_perca(self, tipo: TipoEvento, pessoa: Candidatura, nome: str) -> None:
        """O que os serviços também exigem, e o motor não sabe: posse, nomeação e condição por resolver."""
        quem, situacao = str(pessoa.pk), self._em_curso.get(pessoa.pk)
        cabem = ENCERRA[TipoDoEvento(tipo.value)]
        if situacao is not None and cabem and situacao not in cabem:
            raise self._recusar(
                f"{nome} já tomou posse: só a eliminação, em procedimento encerrado, lhe abriria a vaga. "
                "A que surja por exoneração simula-se como vaga além das oferecidas."
            )
        if tipo is not T.SEM_EFEITO:
            return
        atual = self.apuracao()
        if quem not in atual.vaga_de and quem not in atual.espelhos:
            raise self._recusar(f"{nome} não ocupa vaga neste ponto da simulação.")
        if atual.ressalvas.get(quem) is Ressalva.CONDICIONAL:
            raise self._recusar(f"{nome} está em situação condicional, e a vaga espera por ela.")

    def _ordenar(self, pessoa: Candidatura, apos: Candidatura | None = None) -> str:
        depois_de = None if apos is None else str(apos.pk)
        evento = EventoDoMotor(T.ORDEM_JUDICIAL, candidato=str(pessoa.pk), apos=depois_de)
        self._acrescentar(evento, _nome(pessoa))
        onde = "no alto da lista" if apos is None else f"logo depois de {_nome(apos)}"
        return f"Por ordem judicial, {_nome(pessoa)} fica {onde}."

    def _desfazer(self, sequencia: int) -> str:
        alvo = next((e for e in self.estado.eventos if e.sequencia == sequencia), None)
        if alvo is None:
            raise self._recusar(f"este cargo não tem o registro {sequencia}.")
        if alvo.tipo == TipoDoEvento.CONVOCAR:
            impedimento = impedimento_da_convocacao(self.estado, alvo, self.apuracao().desfeitos)
            if impedimento:
                raise self._recusar(impedimento)
        self._acrescentar(EventoDoMotor(T.DESFAZIMENTO, desfaz=sequencia), nome_do_registro(alvo))
        return f"Desfaz-se {nome_do_registro(alvo)}."


def regras_com_o_modo(regras: RegrasDaReserva, modo: DuplaContagem) -> RegrasDaReserva:
    """As mesmas regras, com outra leitura da dupla contagem."""
    return replace(regras, dupla_contagem=modo)


def _pessoas(estado: EstadoDoCargo, passos: Sequence[PassoPedido]) -> Mapping[str, Candidatura]:
    numeros = {numero for passo in passos for numero in passo.inscricoes}
    achadas = Candidatura.objects.filter(cargo=estado.cargo, inscricao__numero__in=numeros)
    return {c.inscricao.numero: c for c in achadas.select_related("inscricao__candidato")}


def _em_curso(estado: EstadoDoCargo) -> Mapping[int, SituacaoNomeacao]:
    """Em que situação está a nomeação de quem tem vaga, espelhada ou não."""
    em_curso = Nomeacao.objects.filter(vaga__cargo=estado.cargo, encerrada_por__isnull=True)
    return {quem: SituacaoNomeacao(s) for quem, s in em_curso.values_list("candidatura", "situacao")}


def _nome(pessoa: Candidatura) -> str:
    return f"{pessoa.inscricao.candidato.nome} ({pessoa.inscricao.numero})"


def _enumerar(nomes: Sequence[str]) -> str:
    *antes, ultimo = nomes
    return f"{', '.join(antes)} e {ultimo}" if antes else ultimo
