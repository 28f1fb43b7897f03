"""Os critérios de desempate que um edital pode escolher, e o que cada um compara."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from cotas.erros import ErroDeRegra

# Estatuto da Pessoa Idosa (Lei 10.741/2003), arts. 1º e 27, parágrafo único.
IDADE_DO_IDOSO = 60
# Fora destas idades, na data de referência, a data de nascimento é engano e não decide nada.
IDADE_MINIMA, IDADE_MAXIMA = 14, 110


class TipoCriterio(StrEnum):
    """O que se compara. NOTA_FINAL não se escreve na cadeia: é o primeiro de todos."""

    NOTA_FINAL = "nota_final"
    IDOSO = "idoso"
    SESSENTA_OU_MAIS = "sessenta_ou_mais"
    MAIOR = "maior"
    MENOR = "menor"
    MAIS_VELHO = "mais_velho"
    JURADO = "jurado"
    SORTEIO = "sorteio"


DE_PROVA = (TipoCriterio.MAIOR, TipoCriterio.MENOR)
DE_SESSENTA = (TipoCriterio.IDOSO, TipoCriterio.SESSENTA_OU_MAIS)
DE_NASCIMENTO = (*DE_SESSENTA, TipoCriterio.MAIS_VELHO)


@dataclass(frozen=True, slots=True)
class Criterio:
    """Um critério; `prova` só em maior e menor."""

    tipo: TipoCriterio
    prova: str = ""

    @classmethod
    def ler(cls, texto: str) -> "Criterio":
        """De "idoso", "maior:especificos"… ErroDeRegra se não é nenhum dos conhecidos."""
        nome, dois_pontos, prova = texto.partition(":")
        for tipo in TipoCriterio:
            com_prova = tipo in DE_PROVA
            if tipo.value != nome or tipo is TipoCriterio.NOTA_FINAL:
                continue
            if com_prova == bool(prova.strip()) and (com_prova or not dois_pontos):
                return cls(tipo, prova.strip())
        raise ErroDeRegra(
            "desempate",
            f"critério desconhecido: {texto!r}; os conhecidos são idoso, sessenta_ou_mais, maior:<prova>, "
            "menor:<prova>, mais_velho, jurado e sorteio",
        )

    @property
    def texto(self) -> str:
        """Como se escreve na cadeia."""
        return f"{self.tipo}:{self.prova}" if self.prova else str(self.tipo)


@dataclass(frozen=True, slots=True)
class Concorrente:
    """Um candidato a classificar. `notas` por prova; o que não se sabe fica nulo.

    `cotista`: está na lista de cotas, sem que se diga por que grupo; `fora_da_geral`: a barreira só o aprovou
    nas específicas.
    """

    id: str
    notas: Mapping[str, Decimal]
    nascimento: date | None = None
    jurado: bool = False
    sorteio: int | None = None
    negro: bool = False
    indigena: bool = False
    pcd: bool = False
    cotista: bool = False
    fora_da_geral: bool = False


@dataclass(frozen=True, slots=True)
class CriteriosDeClassificacao:
    """O que o edital manda comparar: a prova que traz a nota final, os mínimos e a cadeia."""

    nota_final: str
    notas_minimas: Mapping[str, Decimal] = field(default_factory=dict)
    data_referencia_idade: date | None = None
    desempate: tuple[Criterio, ...] = ()


def idade_em(nascimento: date, dia: date) -> int:
    """Anos completos no dia; quem nasceu em 29/2 completa-os em 1º/3 nos anos comuns (CC, art. 132, § 3º)."""
    return dia.year - nascimento.year - ((dia.month, dia.day) < (nascimento.month, nascimento.day))


def nascimento_plausivel(nascimento: date | None, dia: date) -> bool:
    """Se a data de nascimento existe e dá uma idade possível no dia."""
    return nascimento is not None and IDADE_MINIMA <= idade_em(nascimento, dia) <= IDADE_MAXIMA
