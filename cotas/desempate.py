"""Separação de quem tem a mesma nota, critério a critério, até não restar empate ou acabar a cadeia."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby
from operator import itemgetter

from cotas.criterio import (
    DE_NASCIMENTO,
    DE_PROVA,
    DE_SESSENTA,
    IDADE_DO_IDOSO,
    IDADE_MAXIMA,
    IDADE_MINIMA,
    Concorrente,
    Criterio,
    CriteriosDeClassificacao,
    TipoCriterio,
    idade_em,
    nascimento_plausivel,
)

Chave = Decimal | date | int | tuple[int | date, ...]
LeitorDeChave = Callable[[Concorrente], Chave | None]
PRIMEIRO = itemgetter(0)


@dataclass(frozen=True, slots=True)
class Empate:
    """Pessoas que a cadeia não separa e o próximo critério que as poderia separar."""

    candidatos: tuple[str, ...]
    proximo_criterio: str


@dataclass(frozen=True, slots=True)
class Falta:
    """Valor ausente ou implausível de que a classificação precisa; `candidato` nulo se é do edital."""

    candidato: str | None
    campo: str
    mensagem: str


@dataclass(frozen=True, slots=True)
class Grupo:
    """Pessoas no mesmo lugar; `separado_por`: o que as distingue de quem está logo acima.

    `parado`: falta um valor, e a cadeia não segue.
    """

    pessoas: tuple[Concorrente, ...]
    separado_por: Criterio | None
    parado: bool = False


class Desempate:
    """Aplica a cadeia de um edital; guarda os empates que sobram e os dados que faltam."""

    def __init__(self, criterios: CriteriosDeClassificacao, edital_publicado_em: date) -> None:
        self._criterios = criterios
        self._dia = criterios.data_referencia_idade or edital_publicado_em
        self.empates: list[Empate] = []
        self.faltas: list[Falta] = []

    def separar(self, aprovados: Sequence[Concorrente]) -> list[Grupo]:
        """Grupos do primeiro ao último lugar; de mais de uma pessoa só onde o empate ficou."""
        nota_final = Criterio(TipoCriterio.NOTA_FINAL)
        grupos = [Grupo(tuple(aprovados), nota_final)] if aprovados else []
        for criterio in (nota_final, *self._criterios.desempate):
            chave = self._chave(criterio)
            partidos: list[Grupo] = []
            for grupo in grupos:
                if grupo.parado or len(grupo.pessoas) == 1:
                    partidos.append(grupo)
                else:
                    partidos += self._dividir(grupo, criterio, chave)
            grupos = partidos
        self.empates = [
            Empate(tuple(p.id for p in grupo.pessoas), self._proximo(grupo.pessoas))
            for grupo in grupos
            if len(grupo.pessoas) > 1 and not grupo.parado
        ]
        self.faltas = list(dict.fromkeys(self.faltas))
        return grupos

    def _dividir(self, grupo: Grupo, criterio: Criterio, chave: LeitorDeChave) -> list[Grupo]:
        """O grupo em partes iguais pelo critério; inteiro, e parado, se falta um valor."""
        chaves = [chave(pessoa) for pessoa in grupo.pessoas]
        if None in chaves:
            self.faltas += self._faltas(grupo.pessoas, criterio)
            return [Grupo(grupo.pessoas, grupo.separado_por, parado=True)]
        em_ordem = sorted(zip(chaves, grupo.pessoas, strict=True), key=PRIMEIRO)
        primeira, *demais = (
            tuple(pessoa for _, pessoa in parte) for _, parte in groupby(em_ordem, key=PRIMEIRO)
        )
        return [Grupo(primeira, grupo.separado_por), *(Grupo(parte, criterio) for parte in demais)]

    def _chave(self, criterio: Criterio) -> LeitorDeChave:
        """Como se lê a chave de uma pessoa: a menor tem o melhor lugar; nula, falta o valor."""
        tipo, prova = criterio.tipo, criterio.prova or self._criterios.nota_final
        if tipo in (TipoCriterio.NOTA_FINAL, TipoCriterio.MAIOR):
            # Inverter o sinal por cópia não arredonda, como arredondaria o operador.
            return lambda pessoa: (
                nota.copy_negate() if (nota := pessoa.notas.get(prova)) is not None else None
            )
        if tipo is TipoCriterio.MENOR:
            return lambda pessoa: pessoa.notas.get(prova)
        if tipo is TipoCriterio.JURADO:
            return lambda pessoa: not pessoa.jurado
        if tipo is TipoCriterio.SORTEIO:
            return lambda pessoa: pessoa.sorteio
        if tipo in DE_SESSENTA and self._criterios.data_referencia_idade is None:
            return lambda _: None
        return lambda pessoa: self._chave_de_nascimento(pessoa.nascimento, tipo)

    def _chave_de_nascimento(self, nascimento: date | None, tipo: TipoCriterio) -> Chave | None:
        if nascimento is None or not nascimento_plausivel(nascimento, self._dia):
            return None
        if tipo is TipoCriterio.MAIS_VELHO:
            return nascimento
        if idade_em(nascimento, self._dia) < IDADE_DO_IDOSO:
            return (1,)
        return (0, nascimento) if tipo is TipoCriterio.IDOSO else (0,)

    def _faltas(self, pessoas: Sequence[Concorrente], criterio: Criterio) -> list[Falta]:
        """O que falta ao grupo para este critério o poder separar."""
        if criterio.tipo in DE_SESSENTA and self._criterios.data_referencia_idade is None:
            mensagem = f"o critério {criterio.texto} precisa da data em que se mede a idade"
            return [Falta(None, "data_referencia_idade", mensagem)]
        faltas = ((pessoa.id, self._falta(pessoa, criterio)) for pessoa in pessoas)
        return [Falta(candidato, *falta) for candidato, falta in faltas if falta]

    def _falta(self, pessoa: Concorrente, criterio: Criterio) -> tuple[str, str] | None:
        """Campo e mensagem do que falta a uma pessoa; None se nada falta."""
        para = f"o critério {criterio.texto}, que um empate exige"
        if criterio.tipo in DE_PROVA and criterio.prova not in pessoa.notas:
            return criterio.prova, f"falta a nota de {criterio.prova} para {para}"
        if criterio.tipo is TipoCriterio.SORTEIO and pessoa.sorteio is None:
            return "sorteio", f"falta o número do sorteio para {para}"
        if criterio.tipo not in DE_NASCIMENTO or nascimento_plausivel(pessoa.nascimento, self._dia):
            return None
        if pessoa.nascimento is None:
            return "nascimento", f"falta o nascimento para {para}"
        faixa = f"idade fora de {IDADE_MINIMA} a {IDADE_MAXIMA} anos em {self._dia:%d/%m/%Y}"
        return "nascimento", f"{pessoa.nascimento:%d/%m/%Y} não serve para {para}: {faixa}"

    def _proximo(self, pessoas: Sequence[Concorrente]) -> str:
        """O primeiro critério fora da cadeia que poderia separar; em último caso, o sorteio."""
        usados = {criterio.tipo for criterio in self._criterios.desempate}
        nascimentos = {p.nascimento for p in pessoas if nascimento_plausivel(p.nascimento, self._dia)}
        completos = all(nascimento_plausivel(p.nascimento, self._dia) for p in pessoas)
        if TipoCriterio.MAIS_VELHO not in usados and completos and len(nascimentos) > 1:
            return TipoCriterio.MAIS_VELHO
        if TipoCriterio.JURADO not in usados and len({p.jurado for p in pessoas}) > 1:
            return TipoCriterio.JURADO
        return TipoCriterio.SORTEIO
