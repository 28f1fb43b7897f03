"""As vagas dadas, tal como estão registradas, e o que nelas pode contrariar a ordem da lei."""

from dataclasses import dataclass
from enum import StrEnum

from cotas.enums import Categoria


@dataclass(frozen=True, slots=True)
class Provimento:
    """Uma vaga dada a alguém, tal como está registrada, em curso ou já encerrada.

    `evento` e `fim`: índices da convocação e do evento que a encerrou. `categoria`: a da vaga ao ser
    chamada; `chamado_na`: a conta em que a pessoa ficou; `conta`: a de hoje, ou a última. `movidos`: quem a
    chamada passou de uma reserva para a ampla, em ordem. `espelho`: a vaga é espelhada, fora da conta.
    """

    candidato: str
    vaga: int
    categoria: Categoria
    chamado_na: Categoria
    conta: Categoria
    evento: int
    fim: int | None = None
    movidos: tuple[str, ...] = ()
    espelho: bool = False


class TipoDeViolacao(StrEnum):
    """O que não confere, na frase que se lê."""

    PRETERICAO = "esperava à frente, e a vaga foi dada a outra pessoa"
    SEM_CHAMADA = "esperava, e a convocação acabou sem chamar todos os que devia"
    VAGA_DUPLICADA = "a vaga foi dada a duas pessoas"
    DUAS_VAGAS = "a pessoa está em duas vagas"
    FORA_DO_CERTAME = "a pessoa não estava no certame e recebeu a vaga"
    FORA_DE_ORDEM = "a vaga não era a seguinte a prover"
    SERIE = "a vaga falta, sobra ou não tem a categoria que devia"
    CONTA = "a pessoa não conta na lista em que devia contar"
    PERDA = "a vaga foi perdida, ou conservada, contra o que os registros dizem"
    SEM_CONVOCACAO = "a vaga foi dada sem convocação"


@dataclass(frozen=True, slots=True)
class Violacao:
    """O que não confere. `candidato`: a quem prejudica, na preterição; nos outros, a quem se refere.

    `lista`: a em que se mede; `beneficiado`: quem ficou com a vaga, se alguém ficou.
    """

    motivo: TipoDeViolacao
    vaga: int
    candidato: str | None = None
    lista: Categoria | None = None
    beneficiado: str | None = None
