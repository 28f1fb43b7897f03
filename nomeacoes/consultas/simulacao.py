"""Simulação: como ficaria um cargo depois de alguns passos, ao lado de como está. Só lê."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models

from candidatos.models import Candidatura
from cotas import Apuracao, Categoria, Chamada, DuplaContagem, Previsor
from nomeacoes.consultas.ensaio import Ensaio, PassoDado, regras_com_o_modo
from nomeacoes.consultas.estado import EstadoDoCargo, categorias_na_serie
from nomeacoes.consultas.passos import PassoPedido, exigir_tamanho
from nomeacoes.consultas.plano import NOME_DA_RESERVA, ChamadaPlanejada, detalhar
from nomeacoes.consultas.situacoes import Situacoes, frase_da_proxima
from nomeacoes.enums import CategoriaDaVaga


class Mudanca(models.TextChoices):
    """O que a simulação muda numa vaga."""

    CHAMADA = "chamada", "Provida"
    TROCA = "troca", "Passa a outra pessoa"
    REMANEJADA = "remanejada", "Remanejamento"
    ABRE = "abre", "Abre-se"
    NAO_PROVIDA = "nao_provida", "Não teria sido provida"
    PASSAGEIRA = "passageira", "Provida e perdida"
    REABERTA = "reaberta", "Perdida e provida pela mesma pessoa"


# (candidato, conta) de quem ocupa; nulo se a vaga não tem ocupante.
Ocupante = tuple[str, Categoria] | None


@dataclass(frozen=True, slots=True)
class VagaSimulada:
    """Uma vaga em que a simulação mexe. `*_provida`: se já teve ocupante; `chamadas`: as que explicam."""

    numero: int
    categoria: CategoriaDaVaga
    hoje: Ocupante
    depois: Ocupante
    hoje_provida: bool
    depois_provida: bool
    chamadas: tuple[Chamada, ...]

    @property
    def mudanca(self) -> Mudanca:
        """O que mudou, para a etiqueta da linha."""
        if self.hoje == self.depois:
            return Mudanca.PASSAGEIRA if self.hoje is None else Mudanca.REABERTA
        if self.depois is None:
            return Mudanca.ABRE if self.depois_provida else Mudanca.NAO_PROVIDA
        if self.hoje is None:
            return Mudanca.CHAMADA
        return Mudanca.REMANEJADA if self.hoje[0] == self.depois[0] else Mudanca.TROCA


@dataclass(frozen=True, slots=True)
class Lado:
    """Uma vaga num dos lados: quem, em que conta, ou a frase que diz por que ninguém."""

    pessoa: Candidatura | None
    conta: CategoriaDaVaga | None
    frase: str


@dataclass(frozen=True, slots=True)
class LinhaDaSimulacao:
    """Uma vaga mexida, com as pessoas e os fundamentos."""

    vaga: VagaSimulada
    hoje: Lado
    depois: Lado
    chamadas: tuple[ChamadaPlanejada, ...]


@dataclass(frozen=True, slots=True)
class Conta:
    """Uma conta do cargo, hoje e depois."""

    rotulo: str
    hoje: int
    depois: int

    @property
    def diferenca(self) -> int:
        """Depois menos hoje."""
        return self.depois - self.hoje


@dataclass(frozen=True, slots=True)
class PassoFeito:
    """Um passo dado e quantas pessoas chamou. `pedidas`: quantas chamadas pediu; menos, se não havia quem."""

    dado: PassoDado
    pedidas: int
    chamadas: int


@dataclass(frozen=True, slots=True)
class PessoaDosPassos:
    """Alguém de que os passos tratam: onde está hoje e onde estaria depois, em palavras."""

    candidatura: Candidatura
    hoje: str
    depois: str


@dataclass(frozen=True, slots=True)
class Simulacao:
    """O resultado. `vagas`: só as mexidas, em ordem; `proxima`: de quem seria depois a próxima chamada."""

    ensaio: Ensaio
    modo: DuplaContagem
    da_regra: bool
    passos: tuple[PassoFeito, ...]
    vagas: tuple[VagaSimulada, ...]
    contas: tuple[Conta, ...]
    chamadas: int
    pessoas: tuple[PessoaDosPassos, ...]
    proxima: str


def simular(
    estado: EstadoDoCargo, passos: Sequence[PassoPedido], modo: DuplaContagem | None = None
) -> Simulacao:
    """Dá os passos sobre o estado. `modo`: outra leitura da dupla contagem, desde a primeira convocação.

    `Recusa` se algum passo não cabe. Nada se grava.
    """
    exigir_tamanho(passos)
    da_regra = estado.regras.dupla_contagem_efetiva
    modo = modo or da_regra
    ensaio = Ensaio(estado, estado.regras if modo is da_regra else regras_com_o_modo(estado.regras, modo))
    dados = ensaio.dar(passos)
    depois = ensaio.apuracao()
    novas = [c for c in depois.chamadas if c.evento >= len(ensaio.passados)]
    return Simulacao(
        ensaio=ensaio,
        modo=modo,
        da_regra=modo is da_regra,
        passos=tuple(_feito(ensaio, dado, novas) for dado in dados),
        vagas=_vagas(estado, depois, novas),
        contas=_contas(estado.apuracao, depois),
        chamadas=len(novas),
        **_pessoas_e_proxima(estado, ensaio, depois),
    )


def _pessoas_e_proxima(estado: EstadoDoCargo, ensaio: Ensaio, depois: Apuracao) -> Any:
    """As pessoas dos passos, como estão e como ficariam, e de quem passaria a ser a próxima chamada."""
    quem = ensaio.tocadas
    if not ensaio.novos:
        return {"pessoas": (), "proxima": ""}
    hoje = Previsor(estado.regras, estado.habilitados, estado.passados)
    ficaria = Previsor(ensaio.regras, estado.habilitados, (*ensaio.passados, *ensaio.novos))
    proximas = hoje.proxima(), ficaria.proxima()
    pessoas = _pessoas({*quem, *(chamada.candidato for chamada in proximas if chamada is not None)})
    antes, seriam = Situacoes(estado.apuracao, hoje, quem), Situacoes(depois, ficaria, quem)
    return {
        "pessoas": tuple(
            PessoaDosPassos(pessoas[q], antes.de(q, com_a_conta=True), seriam.de(q, com_a_conta=True))
            for q in quem
        ),
        "proxima": frase_da_proxima(*proximas, pessoas),
    }


def _feito(ensaio: Ensaio, dado: PassoDado, novas: Sequence[Chamada]) -> PassoFeito:
    pedidas = sum(ensaio.novos[i - len(ensaio.passados)].quantidade or 0 for i in dado.eventos)
    return PassoFeito(dado, pedidas, sum(chamada.evento in dado.eventos for chamada in novas))


def linhas_da_simulacao(vagas: Sequence[VagaSimulada]) -> list[LinhaDaSimulacao]:
    """Estas vagas com as pessoas e os fundamentos, lidos de uma vez."""
    pessoas = _pessoas({o[0] for vaga in vagas for o in (vaga.hoje, vaga.depois) if o is not None})
    planejadas = iter(detalhar([chamada for vaga in vagas for chamada in vaga.chamadas]))
    return [
        LinhaDaSimulacao(
            vaga,
            _lado(vaga.hoje, vaga.hoje_provida, pessoas, "ainda não provida"),
            _lado(vaga.depois, vaga.depois_provida, pessoas, "não provida"),
            tuple(next(planejadas) for _ in vaga.chamadas),
        )
        for vaga in vagas
    ]


def _lado(ocupante: Ocupante, provida: bool, pessoas: Mapping[str, Candidatura], nunca: str) -> Lado:
    if ocupante is None:
        return Lado(None, None, "aberta" if provida else nunca)
    conta = CategoriaDaVaga(ocupante[1])
    return Lado(pessoas[ocupante[0]], conta, f"conta na {NOME_DA_RESERVA[conta]}")


def _pessoas(quem: set[str]) -> Mapping[str, Candidatura]:
    achadas = Candidatura.objects.filter(pk__in=[int(pk) for pk in quem])
    return {str(c.pk): c for c in achadas.select_related("inscricao__candidato")}


def _vagas(estado: EstadoDoCargo, depois: Apuracao, novas: Sequence[Chamada]) -> tuple[VagaSimulada, ...]:
    """As vagas cujo ocupante ou conta mudam, e as que alguma chamada da simulação tocou."""
    ocupa_hoje, ocupa_depois = _por_vaga(estado.apuracao), _por_vaga(depois)
    ultima_hoje = estado.ultima_vaga
    ultima_depois = max((c.vaga for c in depois.chamadas), default=0)
    serie = categorias_na_serie(estado.regras, max(ultima_hoje, ultima_depois))
    chamadas_da_vaga: dict[int, list[Chamada]] = {}
    for chamada in novas:
        chamadas_da_vaga.setdefault(chamada.vaga, []).append(chamada)
    # Com outra leitura, a própria história explica quem estaria em cada vaga.
    ultimas = {c.vaga: c for c in depois.chamadas}
    mexidas = []
    for numero, categoria in serie.items():
        hoje, fica = ocupa_hoje.get(numero), ocupa_depois.get(numero)
        chamadas = chamadas_da_vaga.get(numero, [])
        if hoje == fica and not chamadas:
            continue
        if not chamadas and fica is not None and (hoje is None or hoje[0] != fica[0]):
            chamadas = [ultimas[numero]]
        mexidas.append(
            VagaSimulada(
                numero,
                CategoriaDaVaga(categoria),
                hoje,
                fica,
                numero <= ultima_hoje,
                numero <= ultima_depois,
                tuple(chamadas),
            )
        )
    return tuple(mexidas)


def _por_vaga(apuracao: Apuracao) -> dict[int, tuple[str, Categoria]]:
    return {vaga: (quem, apuracao.ocupacao[quem]) for quem, vaga in apuracao.vaga_de.items()}


def _contas(hoje: Apuracao, depois: Apuracao) -> tuple[Conta, ...]:
    def conta(rotulo: str, lida: Mapping[str, int]) -> Conta:
        return Conta(rotulo, lida["hoje"], lida["depois"])

    lados = {"hoje": hoje, "depois": depois}
    linhas = [conta("Pessoas em vaga", {lado: len(a.vaga_de) for lado, a in lados.items()})]
    for categoria in CategoriaDaVaga:
        valores = {
            lado: sum(CategoriaDaVaga(c) == categoria for c in a.ocupacao.values())
            for lado, a in lados.items()
        }
        linhas.append(conta(f"Contam na {NOME_DA_RESERVA[categoria]}", valores))
    linhas.append(conta("Vagas abertas", {lado: len(a.vagas_abertas) for lado, a in lados.items()}))
    ultimas = {lado: max((c.vaga for c in a.chamadas), default=0) for lado, a in lados.items()}
    return (*linhas, conta("Última vaga da série já provida", ultimas))
