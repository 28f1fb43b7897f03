"""Um lugar na lista geral e a explicação dele, em palavras."""

from dataclasses import dataclass
from decimal import Decimal

from cotas.criterio import (
    DE_NASCIMENTO,
    DE_PROVA,
    Concorrente,
    Criterio,
    CriteriosDeClassificacao,
    TipoCriterio,
)

ROTULOS = {
    TipoCriterio.IDOSO: "idade de sessenta anos ou mais",
    TipoCriterio.SESSENTA_OU_MAIS: "idade de sessenta anos ou mais",
    TipoCriterio.MAIS_VELHO: "maior idade",
    TipoCriterio.JURADO: "exercício da função de jurado",
    TipoCriterio.SORTEIO: "sorteio",
}


def texto_da_nota(nota: Decimal) -> str:
    """Nota com vírgula decimal e com as casas que tem."""
    return f"{nota:f}".replace(".", ",")


def texto_do_valor(criterio: Criterio, pessoa: Concorrente, criterios: CriteriosDeClassificacao) -> str:
    """O que o critério compara de uma pessoa: "63,00", "14/06/1979", "sim", "2"."""
    if criterio.tipo in DE_NASCIMENTO and pessoa.nascimento:
        return f"{pessoa.nascimento:%d/%m/%Y}"
    if criterio.tipo is TipoCriterio.JURADO:
        return "sim" if pessoa.jurado else "não"
    if criterio.tipo is TipoCriterio.SORTEIO:
        return str(pessoa.sorteio)
    return texto_da_nota(pessoa.notas[criterio.prova or criterios.nota_final])


def rotulo_do_criterio(texto: str) -> str:
    """Nome de um critério da cadeia para pessoas: "maior nota em especificos". ErroDeRegra se não o há."""
    if texto == TipoCriterio.NOTA_FINAL:
        return "nota final"
    criterio = Criterio.ler(texto)
    if criterio.tipo in DE_PROVA:
        return f"{criterio.tipo} nota em {criterio.prova}"
    return ROTULOS[criterio.tipo]


@dataclass(frozen=True, slots=True)
class Lugar:
    """A posição de uma pessoa e o que a separa de quem está logo acima.

    `criterio`: o primeiro que as separa, como se escreve na cadeia ("nota_final" para a nota); nulo no
    primeiro lugar e entre empatados. `valor_acima` e `valor`: os dois valores, já em texto.
    """

    candidato: str
    posicao: int
    nota: Decimal
    criterio: str | None
    valor_acima: str | None
    valor: str | None
    empatado: bool = False

    @property
    def explicacao(self) -> str:
        """Uma frase que diz por que a pessoa está neste lugar."""
        nota = texto_da_nota(self.nota)
        if self.criterio is None and self.empatado:
            return f"Nota final {nota}, em empate que a cadeia do edital não resolve."
        if self.criterio is None:
            return f"Primeiro lugar, com nota final {nota}."
        if self.criterio == TipoCriterio.NOTA_FINAL:
            return f"Nota final {self.valor}; quem está logo acima tem {self.valor_acima}."
        rotulo = rotulo_do_criterio(self.criterio)
        return (
            f"Mesma nota final de quem está logo acima ({nota}); separa-os o critério {rotulo}: "
            f"{self.valor_acima} acima, {self.valor} aqui."
        )
