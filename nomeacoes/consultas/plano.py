"""O plano de uma convocação: quem seria chamado, para que vaga, por quê e quem se remaneja."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from candidatos.models import Candidatura
from cotas import Chamada, Fundamento, TipoEvento
from cotas import Evento as EventoDoMotor
from nomeacoes.consultas.estado import EstadoDoCargo, apurar_com
from nomeacoes.enums import CategoriaDaVaga, RessalvaDaNomeacao
from nucleo.auditoria import texto_canonico

NOME_DA_RESERVA = {
    CategoriaDaVaga.AMPLA: "ampla concorrência",
    CategoriaDaVaga.COTAS: "cota",
    CategoriaDaVaga.PCD: "reserva de PcD",
}


@dataclass(frozen=True, slots=True)
class RemanejamentoPlanejado:
    """Quem deixa a reserva `de` e passa a contar na ampla, na mesma vaga. `frase` diz o que se segue."""

    candidatura: Candidatura
    vaga: int
    de: CategoriaDaVaga
    frase: str


@dataclass(frozen=True, slots=True)
class ChamadaPlanejada:
    """Uma chamada do plano. `reaberta`: a vaga já teve quem a ocupasse."""

    ordem: int
    vaga: int
    categoria: CategoriaDaVaga
    candidatura: Candidatura
    ocupa: CategoriaDaVaga
    revertida: bool
    reaberta: bool
    fundamentos: tuple[Fundamento, ...]
    remanejamentos: tuple[RemanejamentoPlanejado, ...]
    espelho: bool = False
    ressalva: RessalvaDaNomeacao | None = None

    @property
    def hoje(self) -> str:
        """Como está a vaga antes da chamada."""
        if self.espelho:
            return "espelhada: fora da conta, e a vaga segue para o próximo"
        if self.reaberta:
            return f"aberta, {NOME_DA_RESERVA[self.categoria]}"
        return f"ainda não provida, {NOME_DA_RESERVA[self.categoria]} na série"

    @property
    def ressalvas(self) -> str:
        """As marcas da chamada em palavras: "sub judice, vaga espelhada"; vazio se nenhuma."""
        ressalva = [self.ressalva.label.lower()] if self.ressalva else []
        return ", ".join([*ressalva, *(["vaga espelhada"] if self.espelho else [])])

    @property
    def rotulo(self) -> str:
        """Como a chamada se anuncia: "Vaga 3: Fulana de Tal, por chamada na cota"."""
        quem = self.candidatura.inscricao.candidato.nome
        ressalva = f", {self.ressalva.label.lower()}" if self.ressalva else ""
        vaga = f"Vaga {self.vaga}, espelhada" if self.espelho else f"Vaga {self.vaga}"
        return f"{vaga}: {quem}{ressalva}, por chamada na {NOME_DA_RESERVA[self.ocupa]}"


@dataclass(frozen=True, slots=True)
class AntesEDepois:
    """Uma vaga que o plano toca: como está hoje, e quem a ocupa, em que conta e com que ressalvas depois."""

    vaga: int
    hoje: str
    candidatura: Candidatura
    conta: CategoriaDaVaga
    remanejada: bool
    ressalvas: str = ""


@dataclass(frozen=True, slots=True)
class Plano:
    """Convocação planejada. `versao` muda com qualquer evento do cargo ou diferença no plano."""

    estado: EstadoDoCargo
    quantidade: int
    chamadas: tuple[ChamadaPlanejada, ...]
    versao: str

    def linhas(self, chamadas: Sequence[ChamadaPlanejada]) -> list[AntesEDepois]:
        """O hoje e o depois das vagas que estas chamadas do plano tocam.

        Primeiro as de quem é chamado; depois as de quem já ocupava e se remaneja.
        """
        movidas = {r.vaga for chamada in self.chamadas for r in chamada.remanejamentos}
        na_convocacao = {chamada.vaga for chamada in self.chamadas if not chamada.espelho}
        chamados = [
            _linha_da_chamada(chamada, chamada.vaga in movidas and not chamada.espelho)
            for chamada in chamadas
        ]
        return chamados + [
            _linha_do_remanejado(r)
            for chamada in chamadas
            for r in chamada.remanejamentos
            if r.vaga not in na_convocacao
        ]

    @property
    def providas(self) -> int:
        """Quantas vagas o plano provê: as espelhadas não se contam."""
        return sum(not chamada.espelho for chamada in self.chamadas)

    @property
    def faltam(self) -> int:
        """Quantas das chamadas pedidas não têm mais quem chamar."""
        return self.quantidade - self.providas


def _linha_da_chamada(chamada: ChamadaPlanejada, remanejada: bool) -> AntesEDepois:
    """`remanejada`: chamada pela reserva e, na mesma convocação, já remanejada para a ampla."""
    conta = CategoriaDaVaga.AMPLA if remanejada else chamada.ocupa
    return AntesEDepois(chamada.vaga, chamada.hoje, chamada.candidatura, conta, remanejada, chamada.ressalvas)


def _linha_do_remanejado(remanejado: RemanejamentoPlanejado) -> AntesEDepois:
    candidatura = remanejado.candidatura
    hoje = f"{candidatura.inscricao.candidato}, conta na {NOME_DA_RESERVA[remanejado.de]}"
    return AntesEDepois(remanejado.vaga, hoje, candidatura, CategoriaDaVaga.AMPLA, True)


def planejar(estado: EstadoDoCargo, quantidade: int) -> Plano:
    """O que convocar `quantidade` pessoas faria agora. Só lê."""
    novo = EventoDoMotor(tipo=TipoEvento.CONVOCAR, quantidade=quantidade)
    indice = len(estado.eventos)
    chamadas = [c for c in apurar_com(estado, novo).chamadas if c.evento == indice]
    return Plano(estado, quantidade, detalhar(chamadas), _versao(estado, quantidade, chamadas))


def detalhar(chamadas: Sequence[Chamada]) -> tuple[ChamadaPlanejada, ...]:
    """As chamadas do motor com as pessoas, as frases e os fundamentos, numeradas a partir de um."""
    pessoas = _candidaturas(chamadas)
    return tuple(_planejada(chamada, ordem, pessoas) for ordem, chamada in enumerate(chamadas, start=1))


def passa_adiante(chamada: Chamada, posicao: int) -> bool:
    """Se a reserva deixada pelo remanejado de índice `posicao` passa a quem é chamado.

    Só a do último pode passar: as anteriores não acharam ninguém na sua lista, e por isso a ordem
    seguiu adiante.
    """
    ultimo = posicao == len(chamada.remanejamentos) - 1
    return ultimo and chamada.ocupa == chamada.remanejamentos[posicao].de


def frase_do_remanejamento(*, de: CategoriaDaVaga, passa_a: str | None, vaga: int) -> str:
    """Sentença que a tela e a história mostram; `passa_a` nulo: a reserva não achou ninguém."""
    inicio = f"passa a contar na ampla; a {NOME_DA_RESERVA[de]} que ocupava"
    if passa_a is None:
        return f"{inicio}, sem quem a ocupe na lista, reverte à ampla"
    return f"{inicio} passa a {passa_a}, na vaga {vaga}"


def _candidaturas(chamadas: Sequence[Chamada]) -> dict[str, Candidatura]:
    quem = {c.candidato for c in chamadas} | {r.candidato for c in chamadas for r in c.remanejamentos}
    candidaturas = Candidatura.objects.select_related("inscricao__candidato", "cargo")
    return {str(c.pk): c for c in candidaturas.filter(pk__in=[int(pk) for pk in quem])}


def _planejada(chamada: Chamada, ordem: int, pessoas: dict[str, Candidatura]) -> ChamadaPlanejada:
    nome = pessoas[chamada.candidato].inscricao.candidato.nome
    remanejamentos = tuple(
        RemanejamentoPlanejado(
            candidatura=pessoas[r.candidato],
            vaga=r.vaga,
            de=CategoriaDaVaga(r.de),
            frase=frase_do_remanejamento(
                de=CategoriaDaVaga(r.de),
                passa_a=nome if passa_adiante(chamada, posicao) else None,
                vaga=chamada.vaga,
            ),
        )
        for posicao, r in enumerate(chamada.remanejamentos)
    )
    return ChamadaPlanejada(
        ordem=ordem,
        vaga=chamada.vaga,
        categoria=CategoriaDaVaga(chamada.categoria),
        candidatura=pessoas[chamada.candidato],
        ocupa=CategoriaDaVaga(chamada.ocupa),
        revertida=chamada.revertida,
        reaberta=chamada.reaberta,
        fundamentos=tuple(chamada.fundamentos),
        remanejamentos=remanejamentos,
        espelho=chamada.espelho,
        ressalva=RessalvaDaNomeacao(chamada.ressalva) if chamada.ressalva else None,
    )


def _versao(estado: EstadoDoCargo, quantidade: int, chamadas: list[Chamada]) -> str:
    conteudo = {
        "quantidade": quantidade,
        "chamadas": [
            [c.vaga, c.categoria, c.candidato, c.ocupa, c.revertida, c.espelho, c.ressalva]
            + [[r.candidato, r.vaga, r.de] for r in c.remanejamentos]
            + [[f.citacao, f.aplicacao] for f in c.fundamentos]
            for c in chamadas
        ],
    }
    resumo = hashlib.sha256(texto_canonico(conteudo).encode()).hexdigest()[:20]
    return f"{estado.ultima_sequencia}-{resumo}"
