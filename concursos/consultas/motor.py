"""Regras do edital na forma que o motor entende."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from fractions import Fraction

from concursos.enums import SerieDoEdital
from concursos.models import Cargo, Regras
from cotas import (
    Arredondamento,
    Barreira,
    Colisao,
    Criterio,
    CriteriosDeClassificacao,
    DuplaContagem,
    Limiar,
    NaoConfirmacao,
    RegrasDaReserva,
    ReservaPcd,
    RestoCaxias,
    Serie,
    Vinculo,
)

FORMA_DE_DECIMAL = re.compile(r"-?[0-9]+([.,][0-9]+)?")


def decimal_lido(texto: str) -> Decimal:
    """Decimal exato de um texto com vírgula ou ponto, sem separador de milhar; `ValueError` se não é."""
    limpo = texto.strip()
    if not FORMA_DE_DECIMAL.fullmatch(limpo):
        raise ValueError(f"“{texto}” não é um número.")
    return Decimal(limpo.replace(",", "."))


def serie_das_regras(regras: Regras) -> Serie | tuple[int, ...] | None:
    """Série da cota como o motor a lê; nulo é a da lei."""
    if regras.serie == SerieDoEdital.DA_LEI:
        return None
    if regras.serie == SerieDoEdital.LISTA:
        return tuple(regras.serie_posicoes)
    return Serie(regras.serie)


def reserva_pcd(regras: Regras) -> ReservaPcd | None:
    """Reserva de PcD do edital; nulo quando ele não a prevê."""
    if not regras.pcd_percentual:
        return None
    return ReservaPcd(
        percentual=Fraction(decimal_lido(regras.pcd_percentual)),
        arredondamento=Arredondamento(regras.pcd_arredondamento),
        teto=Fraction(decimal_lido(regras.pcd_teto)) if regras.pcd_teto else None,
        minimo=regras.pcd_minimo,
        serie=tuple(regras.pcd_posicoes) or Serie.PROPORCIONAL,
    )


def regras_da_reserva(cargo: Cargo, *, publicado_em: date | None = None) -> RegrasDaReserva:
    """Regras de reserva do cargo, na forma do motor.

    `publicado_em` substitui a data do edital enquanto ele é rascunho. `ErroDeRegra` se as regras não
    valem; `ValueError` se não há data ou se um percentual guardado não é número.
    """
    edital, regras = cargo.edital, cargo.regras
    data = publicado_em or edital.publicado_em
    if data is None:
        raise ValueError("O edital ainda não tem data de publicação.")
    return RegrasDaReserva(
        lei=edital.lei,
        edital_publicado_em=data,
        vagas=cargo.vagas,
        vinculo=Vinculo(edital.concurso.tipo),
        serie=serie_das_regras(regras),
        dupla_contagem=DuplaContagem(regras.dupla_contagem) if regras.dupla_contagem else None,
        colisao=Colisao(regras.colisao),
        limiar=Limiar(regras.limiar),
        resto_caxias=RestoCaxias(regras.resto_caxias),
        pcd=reserva_pcd(regras),
        nao_confirmacao=NaoConfirmacao(regras.nao_confirmacao),
    )


def criterios_de_classificacao(regras: Regras) -> CriteriosDeClassificacao:
    """Critérios de classificação na forma do motor: nota final, mínimas, cadeia e data da idade."""
    return CriteriosDeClassificacao(
        nota_final=regras.nota_final,
        notas_minimas={
            prova["chave"]: decimal_lido(prova["minima"]) for prova in regras.provas if prova.get("minima")
        },
        data_referencia_idade=regras.data_referencia_idade,
        desempate=tuple(Criterio.ler(texto) for texto in regras.desempate),
    )


def barreira_das_regras(regras: Regras) -> Barreira:
    """A cláusula de barreira do edital, lista a lista."""
    return Barreira(regras.barreira_geral, regras.barreira_cotas, regras.barreira_pcd)
