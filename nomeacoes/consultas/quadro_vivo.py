"""Quadro vivo de um cargo: cada vaga da série, quem a ocupa, o que lhe aconteceu e o que vem a seguir."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from candidatos.models import Candidatura
from cotas import Chamada, TipoEvento
from cotas import Evento as EventoDoMotor
from nomeacoes.consultas.estado import EstadoDoCargo, apurar_com, categorias_na_serie
from nomeacoes.consultas.listas import LETRAS, vagas_do_cargo
from nomeacoes.consultas.plano import NOME_DA_RESERVA
from nomeacoes.enums import CategoriaDaVaga
from nomeacoes.models import Nomeacao

# Providas todas as oferecidas, quantas das seguintes da série se mostram: são as que podem surgir.
SEGUINTES = 10
# Acima disto as que faltam prover não se leem, e simulá-las custaria o que ninguém pediu.
MAIOR_FUTURO = 200
# Acima disto as primeiras marcas ficam só na tabela.
MAIOR_QUADRO = 400


class Situacao(StrEnum):
    """Como está uma vaga do quadro."""

    OCUPADA = "ocupada"
    ABERTA = "aberta"
    FUTURA = "futura"


@dataclass(frozen=True, slots=True)
class Pessoa:
    """Quem ocupa uma vaga, ou seria chamado para ela. `conta`: a lista em que conta, ou contaria."""

    candidatura: int
    nome: str
    inscricao: str
    conta: CategoriaDaVaga


@dataclass(frozen=True, slots=True)
class VagaDoQuadro:
    """Uma vaga. `categoria`: a da série; `quem`: o ocupante; `viria`: quem a ordem de hoje chamaria.

    Os dois são nulos na vaga para a qual as listas já não têm ninguém.
    """

    numero: int
    categoria: CategoriaDaVaga
    situacao: Situacao
    quem: Pessoa | None
    viria: Pessoa | None
    oferecida: bool

    @property
    def letras(self) -> str:
        """Letra da categoria na série e, se quem ocupa conta noutra, a dela: "C", "C→A"."""
        letra = LETRAS[self.categoria]
        if self.quem is None or self.quem.conta == self.categoria:
            return letra
        return f"{letra}→{LETRAS[self.quem.conta]}"

    @property
    def quem_se_le(self) -> str:
        """Ocupante em poucas palavras, para a dica da marca."""
        if self.quem is not None:
            return self.quem.nome
        como = "aberta" if self.situacao is Situacao.ABERTA else "não provida"
        return f"{como}; a seguir, {self.viria.nome}" if self.viria else como

    @property
    def frase(self) -> str:
        """A vaga inteira numa frase, sem o número."""
        serie = f"{NOME_DA_RESERVA[self.categoria]} na série"
        if self.quem is not None:
            return f"{serie}: {self.quem.nome}, conta na {NOME_DA_RESERVA[self.quem.conta]}"
        como = "aberta" if self.situacao is Situacao.ABERTA else "ainda não provida"
        if self.viria is None:
            return f"{serie}: {como}, e as listas não têm a quem chamar"
        return f"{serie}: {como}; pela ordem de hoje, seria de {self.viria.nome}"


@dataclass(frozen=True, slots=True)
class QuadroVivo:
    """As vagas do cargo, da primeira à última mostrada. `por_prover`: oferecidas nunca providas, todas."""

    vagas: tuple[VagaDoQuadro, ...]
    por_prover: int

    @property
    def marcas(self) -> tuple[VagaDoQuadro, ...]:
        """As que o desenho traz: no máximo as últimas `MAIOR_QUADRO`."""
        return self.vagas[-MAIOR_QUADRO:]

    @property
    def omitidas(self) -> int:
        """Quantas, do começo, ficam só na tabela."""
        return len(self.vagas) - len(self.marcas)

    def contar(self, situacao: Situacao) -> int:
        """Quantas das mostradas estão assim."""
        return sum(vaga.situacao is situacao for vaga in self.vagas)

    @property
    def ocupadas(self) -> int:
        """Vagas com ocupante."""
        return self.contar(Situacao.OCUPADA)

    @property
    def abertas(self) -> int:
        """Vagas perdidas e por preencher."""
        return self.contar(Situacao.ABERTA)

    @property
    def futuras(self) -> int:
        """Vagas ainda não providas que o quadro mostra."""
        return self.contar(Situacao.FUTURA)


@dataclass(frozen=True, slots=True)
class LinhaDoQuadro:
    """Uma vaga na tabela. `nomeacoes`: todas as que teve, a última em primeiro lugar."""

    vaga: VagaDoQuadro
    nomeacoes: tuple[Nomeacao, ...]

    @property
    def ocupante(self) -> Nomeacao | None:
        """A nomeação em curso; nula se a vaga está aberta ou nunca foi provida."""
        return next(
            (cada for cada in self.nomeacoes if cada.encerrada_por_id is None and not cada.espelho), None
        )


def quadro_vivo(estado: EstadoDoCargo) -> QuadroVivo:
    """O quadro do cargo: as vagas já providas e as seguintes, até as oferecidas ou mais dez."""
    ultima, oferecidas = estado.ultima_vaga, estado.cargo.vagas
    ate = min(oferecidas, ultima + MAIOR_FUTURO) if oferecidas > ultima else ultima + SEGUINTES
    serie = categorias_na_serie(estado.regras, ate)
    ocupantes, viriam = _ocupantes(estado), _viriam(estado, ate)
    vagas = tuple(
        VagaDoQuadro(
            numero=numero,
            categoria=CategoriaDaVaga(serie[numero]),
            situacao=_situacao(numero, ultima, ocupantes),
            quem=ocupantes.get(numero),
            viria=viriam.get(numero),
            oferecida=numero <= oferecidas,
        )
        for numero in range(1, ate + 1)
    )
    return QuadroVivo(vagas, max(0, oferecidas - ultima))


def linhas_do_quadro(estado: EstadoDoCargo, vagas: Sequence[VagaDoQuadro]) -> list[LinhaDoQuadro]:
    """Linhas da tabela para estas vagas, com a história de cada uma."""
    numeros = [vaga.numero for vaga in vagas]
    guardadas = {
        vaga.numero: tuple(vaga.nomeacoes.all())
        for vaga in vagas_do_cargo(estado.cargo).filter(numero__in=numeros)
    }
    return [LinhaDoQuadro(vaga, guardadas.get(vaga.numero, ())) for vaga in vagas]


def _situacao(numero: int, ultima: int, ocupantes: Mapping[int, Pessoa]) -> Situacao:
    if numero > ultima:
        return Situacao.FUTURA
    return Situacao.OCUPADA if numero in ocupantes else Situacao.ABERTA


def _ocupantes(estado: EstadoDoCargo) -> Mapping[int, Pessoa]:
    em_curso = Nomeacao.objects.filter(
        vaga__cargo=estado.cargo, encerrada_por__isnull=True, espelho=False
    ).values_list(
        "vaga__numero",
        "candidatura",
        "candidatura__inscricao__candidato__nome",
        "candidatura__inscricao__numero",
        "ocupa",
    )
    return {
        vaga: Pessoa(pk, nome, inscricao, CategoriaDaVaga(ocupa))
        for vaga, pk, nome, inscricao, ocupa in em_curso
    }


def _viriam(estado: EstadoDoCargo, ate: int) -> Mapping[int, Pessoa]:
    """Quem a ordem chamaria hoje para as vagas abertas e as seguintes, até `ate`, se nada mais mudasse."""
    if estado.apuracao.extinto:
        return {}
    quantidade = len(estado.apuracao.vagas_abertas) + ate - estado.ultima_vaga
    novo = EventoDoMotor(tipo=TipoEvento.CONVOCAR, quantidade=quantidade)
    chamadas = apurar_com(estado, novo).chamadas[len(estado.apuracao.chamadas) :]
    nomes = _nomes(chamadas)
    return {
        chamada.vaga: Pessoa(
            int(chamada.candidato), *nomes[int(chamada.candidato)], CategoriaDaVaga(chamada.ocupa)
        )
        for chamada in chamadas
    }


def _nomes(chamadas: Sequence[Chamada]) -> Mapping[int, tuple[str, str]]:
    quem = Candidatura.objects.filter(pk__in=[int(chamada.candidato) for chamada in chamadas])
    return {
        pk: (nome, numero)
        for pk, nome, numero in quem.values_list("pk", "inscricao__candidato__nome", "inscricao__numero")
    }
