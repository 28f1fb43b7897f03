"""As regras de reserva de um cargo: o que o edital fixa, mais o que a lei diz quando ele cala."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from cotas.aritmetica import CENTO, arredondar, parte
from cotas.enums import (
    Arredondamento,
    Colisao,
    DuplaContagem,
    Limiar,
    NaoConfirmacao,
    RestoCaxias,
    Serie,
    Vinculo,
)
from cotas.erros import ErroDeRegra
from cotas.leis import LEIS
from cotas.leis.base import Lei

# Sem lei aplicável não há reserva; estas escolhas só valem para a de PcD, se o edital a tiver.
SERIE_SEM_LEI = Serie.PROPORCIONAL
DUPLA_CONTAGEM_SEM_LEI = DuplaContagem.CONSUMO


def _exigir_inteiro(campo: str, valor: object) -> None:
    if type(valor) is not int or valor < 0:
        raise ErroDeRegra(campo, "deve ser um número inteiro, zero ou maior")


def _exigir_percentual(campo: str, valor: object) -> None:
    if not isinstance(valor, Fraction) or not 0 < valor <= CENTO:
        raise ErroDeRegra(campo, "deve ser um percentual maior que 0 e não maior que 100")


def _exigir_opcao(campo: str, valor: object, tipo: type[StrEnum]) -> None:
    if not isinstance(valor, tipo):
        raise ErroDeRegra(campo, f"deve ser uma destas opções: {', '.join(tipo)}")


def _exigir_posicoes(campo: str, posicoes: tuple[int, ...]) -> None:
    anterior = 0
    for i, posicao in enumerate(posicoes):
        if type(posicao) is not int or posicao <= anterior:
            raise ErroDeRegra(f"{campo}[{i}]", "as posições são inteiros a partir de 1, em ordem crescente")
        anterior = posicao


@dataclass(frozen=True, slots=True)
class ReservaPcd:
    """A reserva de PcD que o edital traz; percentuais em número de por cento: "5" é Fraction(5).

    `teto` limita a reserva, arredondado para baixo; `minimo` é o número de vagas abaixo do qual
    não há reserva; `serie`, as posições, se o edital as imprime. ErroDeRegra se algo não vale.
    """

    percentual: Fraction
    arredondamento: Arredondamento = Arredondamento.ACIMA
    teto: Fraction | None = None
    minimo: int = 0
    serie: Serie | tuple[int, ...] = Serie.PROPORCIONAL

    def __post_init__(self) -> None:
        """Confere cada campo."""
        _exigir_percentual("pcd.percentual", self.percentual)
        _exigir_opcao("pcd.arredondamento", self.arredondamento, Arredondamento)
        if self.teto is not None:
            _exigir_percentual("pcd.teto", self.teto)
        _exigir_inteiro("pcd.minimo", self.minimo)
        if isinstance(self.serie, tuple):
            _exigir_posicoes("pcd.serie", self.serie)
        elif self.serie is not Serie.PROPORCIONAL:
            raise ErroDeRegra("pcd.serie", "deve ser proporcional ou a lista das posições")

    @property
    def texto(self) -> str:
        """O percentual como se escreve: "5", "7,5" ou, se não é decimal exato, "20/3"."""
        decimal = Decimal(self.percentual.numerator) / self.percentual.denominator
        exato = Fraction(decimal) == self.percentual
        return f"{decimal:f}".replace(".", ",") if exato else str(self.percentual)

    def reserva(self, n: int) -> int:
        """Vagas de PcD entre `n` vagas."""
        if n < self.minimo:
            return 0
        vagas = arredondar(parte(self.percentual, n), self.arredondamento)
        if self.teto is None:
            return vagas
        return min(vagas, arredondar(parte(self.teto, n), Arredondamento.ABAIXO))


@dataclass(frozen=True, slots=True)
class RegrasDaReserva:
    """Regras de um cargo. `lei` é a chave em LEIS, ou "" onde o município não tem lei de cotas.

    `vagas`: as oferecidas no edital. `serie` e `dupla_contagem` nulas são as da lei.
    ErroDeRegra, com o nome do campo, se algo não vale.
    """

    lei: str
    edital_publicado_em: date
    vagas: int
    vinculo: Vinculo = Vinculo.CARGO_EFETIVO
    serie: Serie | tuple[int, ...] | None = None
    dupla_contagem: DuplaContagem | None = None
    colisao: Colisao = Colisao.SEGUINTE
    limiar: Limiar = Limiar.PROVIDAS
    resto_caxias: RestoCaxias = RestoCaxias.ANTECIPA
    pcd: ReservaPcd | None = None
    nao_confirmacao: NaoConfirmacao = NaoConfirmacao.AMPLA

    def __post_init__(self) -> None:
        """Confere cada campo."""
        if self.lei and self.lei not in LEIS:
            raise ErroDeRegra("lei", f"lei desconhecida; as conhecidas são: {', '.join(LEIS)}")
        if type(self.edital_publicado_em) is not date:
            raise ErroDeRegra("edital_publicado_em", "deve ser uma data")
        _exigir_inteiro("vagas", self.vagas)
        if isinstance(self.serie, tuple):
            _exigir_posicoes("serie", self.serie)
        elif self.serie is not None:
            _exigir_opcao("serie", self.serie, Serie)
        if self.dupla_contagem is not None:
            _exigir_opcao("dupla_contagem", self.dupla_contagem, DuplaContagem)
        for campo, valor, tipo in (
            ("vinculo", self.vinculo, Vinculo),
            ("colisao", self.colisao, Colisao),
            ("limiar", self.limiar, Limiar),
            ("resto_caxias", self.resto_caxias, RestoCaxias),
            ("nao_confirmacao", self.nao_confirmacao, NaoConfirmacao),
        ):
            _exigir_opcao(campo, valor, tipo)

    @property
    def norma(self) -> Lei | None:
        """A lei escolhida, reja ou não este edital."""
        return LEIS.get(self.lei)

    @property
    def aplicavel(self) -> bool:
        """Se a lei escolhida rege este edital."""
        return self.lei_aplicavel is not None

    @property
    def lei_aplicavel(self) -> Lei | None:
        """A lei, quando rege este edital."""
        norma = self.norma
        if norma is None or not norma.em_vigor(self.edital_publicado_em, self.vinculo):
            return None
        return norma

    @property
    def serie_efetiva(self) -> Serie | tuple[int, ...]:
        """A série do edital ou, se ele cala, a da lei."""
        if self.serie is not None:
            return self.serie
        return self.norma.serie if self.norma else SERIE_SEM_LEI

    @property
    def dupla_contagem_efetiva(self) -> DuplaContagem:
        """O modo do edital ou, se ele cala, o da lei."""
        if self.dupla_contagem is not None:
            return self.dupla_contagem
        return self.norma.dupla_contagem if self.norma else DUPLA_CONTAGEM_SEM_LEI

    @property
    def lei_que_reserva(self) -> Lei | None:
        """A lei aplicável, salvo se o limiar, medido pelas vagas oferecidas, afasta toda reserva."""
        lei = self.lei_aplicavel
        if lei and self.limiar is Limiar.OFERECIDAS and self.vagas < lei.limiar:
            return None
        return lei

    def reserva_de_cotas(self, n: int) -> int:
        """Vagas de cotas entre `n` vagas, pela lei que rege o edital."""
        lei = self.lei_que_reserva
        return lei.reserva(n) if lei else 0

    def reserva_de_pcd(self, n: int) -> int:
        """Vagas de PcD entre `n` vagas, pelo edital."""
        return self.pcd.reserva(n) if self.pcd else 0
