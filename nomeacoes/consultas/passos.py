"""Passos de uma simulação: como se escrevem num endereço e que eventos do motor são, um depois do outro."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from candidatos.models import Candidatura
from cotas import Apuracao, DuplaContagem, ErroDeEvento, RegrasDaReserva, TipoEvento, apurar
from cotas import Evento as EventoDoMotor
from nomeacoes.consultas.estado import EstadoDoCargo
from nomeacoes.enums import SituacaoNomeacao, TipoDePasso, TipoDoEvento
from nomeacoes.fluxo import ENCERRA
from nomeacoes.models import Nomeacao
from nucleo.erros import Recusa

# O endereço tem de caber no que os servidores aceitam (4.094 bytes na linha do pedido, no nosso), e a
# página, na paciência de quem a lê.
MAXIMO_DE_PASSOS = 12
MAXIMO_DE_PESSOAS = 100
MAXIMO_DO_ENDERECO = 3000
MAXIMO_DE_CHAMADAS = 1000

COM_QUANTIDADE = (TipoDePasso.CONVOCAR, TipoDePasso.SUPERVENIENTES)
VERBO = {
    TipoDePasso.DESISTENCIA: ("Desiste", "Desistem"),
    TipoDePasso.SEM_EFEITO: ("Fica sem efeito a nomeação de", "Ficam sem efeito as nomeações de"),
    TipoDePasso.FINAL_DE_FILA: ("Vai para o final da fila", "Vão para o final da fila"),
}


@dataclass(frozen=True, slots=True)
class PassoPedido:
    """Um passo pedido: `quantidade` em convocar e supervenientes, `inscricoes` nos outros."""

    tipo: TipoDePasso
    quantidade: int = 0
    inscricoes: tuple[str, ...] = ()

    @property
    def texto(self) -> str:
        """Como vai no endereço: "convocar:10", "desistencia:0001,0002"."""
        valor = str(self.quantidade) if self.tipo in COM_QUANTIDADE else ",".join(self.inscricoes)
        return f"{self.tipo.value}:{valor}"


@dataclass(frozen=True, slots=True)
class PassoDado:
    """Um passo já aplicado: o que foi, em palavras, e os índices dos eventos em que se tornou."""

    passo: PassoPedido
    frase: str
    eventos: range


def separar_inscricoes(texto: str) -> tuple[str, ...]:
    """Inscrições separadas por espaço, vírgula, ponto e vírgula ou quebra de linha, sem repetir."""
    return tuple(dict.fromkeys(texto.replace(",", " ").replace(";", " ").split()))


def ler_passo(texto: str) -> PassoPedido:
    """O passo escrito num endereço. `Recusa` se não se lê."""
    nome, _, valor = texto.partition(":")
    if nome not in TipoDePasso.values:
        raise Recusa("O endereço traz um passo que não existe. Comece outra simulação.")
    tipo = TipoDePasso(nome)
    if tipo in COM_QUANTIDADE:
        if not (valor.isascii() and valor.isdecimal() and 1 <= int(valor[:9]) <= MAXIMO_DE_CHAMADAS):
            raise Recusa(f"“{tipo.label}” pede um número de 1 a {MAXIMO_DE_CHAMADAS}.")
        return PassoPedido(tipo, quantidade=int(valor))
    inscricoes = separar_inscricoes(valor)
    if not inscricoes:
        raise Recusa(f"“{tipo.label}” pede ao menos uma inscrição.")
    return PassoPedido(tipo, inscricoes=inscricoes)


def exigir_tamanho(passos: Sequence[PassoPedido]) -> None:
    """`Recusa` se são passos, pessoas ou letras demais para uma simulação."""
    pessoas = sum(len(passo.inscricoes) for passo in passos)
    letras = sum(len(passo.texto) for passo in passos)
    if len(passos) > MAXIMO_DE_PASSOS:
        raise Recusa(f"Uma simulação leva até {MAXIMO_DE_PASSOS} passos. Retire algum antes de pôr outro.")
    if pessoas > MAXIMO_DE_PESSOAS or letras > MAXIMO_DO_ENDERECO:
        raise Recusa(f"Uma simulação leva até {MAXIMO_DE_PESSOAS} pessoas escolhidas pela inscrição.")


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
        pessoas = _pessoas(self.estado, passos)
        em_posse = _em_posse(self.estado)
        dados = []
        for self._numero, passo in enumerate(passos, start=1):
            inicio = len(self.passados) + len(self.novos)
            frase = self._com_quantidade(passo) or self._com_pessoas(passo, pessoas, em_posse)
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
        mensagem = erro.mensagem.replace(self.novos[indice].candidato or "\0", "a inscrição", 1)
        numero, quem = self._origem[indice]
        return Recusa(f"Passo {numero}: {quem}: {mensagem}.")

    def _recusar(self, texto: str) -> Recusa:
        return Recusa(f"Passo {self._numero}: {texto}")

    def _com_quantidade(self, passo: PassoPedido) -> str:
        """Frase do passo de convocar ou de vagas que surgem; vazia se não é um deles."""
        if passo.tipo not in COM_QUANTIDADE:
            return ""
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

    def _com_pessoas(
        self, passo: PassoPedido, pessoas: Mapping[str, Candidatura], em_posse: frozenset[int]
    ) -> str:
        nomes = []
        for inscricao in passo.inscricoes:
            pessoa = pessoas.get(inscricao)
            if pessoa is None:
                raise self._recusar(
                    f"a inscrição {inscricao} não concorre a este cargo. Confira os zeros à esquerda."
                )
            nome = f"{pessoa.inscricao.candidato.nome} ({inscricao})"
            if pessoa.pk in em_posse:
                raise self._recusar(
                    f"{nome} já tomou posse: só a eliminação, em procedimento encerrado, lhe abriria a vaga. "
                    "A que surja por exoneração simula-se como vaga além das oferecidas."
                )
            if passo.tipo is TipoDePasso.SEM_EFEITO and str(pessoa.pk) not in self.apuracao().vaga_de:
                raise self._recusar(f"{nome} não ocupa vaga neste ponto da simulação.")
            self._acrescentar(
                EventoDoMotor(tipo=TipoEvento(passo.tipo.value), candidato=str(pessoa.pk)), nome
            )
            nomes.append(nome)
        verbo = VERBO[passo.tipo][len(nomes) > 1]
        return f"{verbo} {_enumerar(nomes)}."


def regras_com_o_modo(regras: RegrasDaReserva, modo: DuplaContagem) -> RegrasDaReserva:
    """As mesmas regras, com outra leitura da dupla contagem."""
    return replace(regras, dupla_contagem=modo)


def _pessoas(estado: EstadoDoCargo, passos: Sequence[PassoPedido]) -> Mapping[str, Candidatura]:
    numeros = {numero for passo in passos for numero in passo.inscricoes}
    achadas = Candidatura.objects.filter(cargo=estado.cargo, inscricao__numero__in=numeros)
    return {c.inscricao.numero: c for c in achadas.select_related("inscricao__candidato")}


def _em_posse(estado: EstadoDoCargo) -> frozenset[int]:
    """Quem ocupa vaga que nenhum dos passos pode abrir."""
    situacoes = [s for s in SituacaoNomeacao if s not in ENCERRA[TipoDoEvento.DESISTENCIA]]
    em_curso = Nomeacao.objects.filter(vaga__cargo=estado.cargo, encerrada_por__isnull=True)
    return frozenset(em_curso.filter(situacao__in=situacoes).values_list("candidatura", flat=True))


def _enumerar(nomes: Sequence[str]) -> str:
    *antes, ultimo = nomes
    return f"{', '.join(antes)} e {ultimo}" if antes else ultimo
