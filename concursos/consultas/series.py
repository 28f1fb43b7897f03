"""A série contra o quadro e contra si mesma: quintas e 20 %, colisões, e o que vem depois das oferecidas."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from concursos.consultas.motor import regras_da_reserva
from concursos.consultas.tipos import Achado, achado, achado_justificavel, aviso
from concursos.enums import SerieDoEdital
from concursos.models import Cargo
from cotas import (
    Categoria,
    ErroDeRegra,
    Fundamento,
    Lei,
    Limiar,
    RegraDoEdital,
    RegrasDaReserva,
    RestoCaxias,
    VagaDaSerie,
    categorias_das_vagas,
    colisoes_da_serie,
    divergencia_da_serie,
)

# Quantas vagas se repetem numa frase; as demais leem-se na faixa do cargo.
VAGAS_CITADAS = 5
# Até onde se procura, depois das oferecidas, a próxima vaga reservada: 5 % repete-se a cada vinte.
VAGAS_A_FRENTE = 60
RESERVADAS_MOSTRADAS = 3


@dataclass(frozen=True, slots=True)
class LinhaDoCadastro:
    """As próximas vagas reservadas de um cargo que forma cadastro, contadas da última oferecida."""

    cargo: Cargo
    cotas: tuple[int, ...]
    pcd: tuple[int, ...]


def achados_da_serie(cargo: Cargo, onde: str, publicado_em: date) -> Iterator[Achado]:
    """O que a série do cargo tem de diverso do quadro, de colisão ou de omisso.

    `ErroDeRegra` ou `ValueError` se as regras não valem, que é achado do quadro.
    """
    regras = regras_da_reserva(cargo, publicado_em=publicado_em)
    yield from _da_divergencia(cargo, onde, regras)
    yield from _das_colisoes(cargo, onde, regras)
    if regras.lei_aplicavel is not None and cargo.cadastro_reserva:
        yield from _do_cadastro(cargo, onde, regras, regras.lei_aplicavel)


def linha_do_cadastro(cargo: Cargo, *, publicado_em: date | None = None) -> LinhaDoCadastro | None:
    """A linha do cargo na tabela do cadastro de reserva; nula se não o forma ou as regras não valem."""
    if not cargo.cadastro_reserva:
        return None
    try:
        regras = regras_da_reserva(cargo, publicado_em=publicado_em)
        depois = categorias_das_vagas(regras, cargo.vagas + VAGAS_A_FRENTE)[cargo.vagas :]
    except (ErroDeRegra, ValueError):
        return None
    numeradas = list(enumerate(depois, start=cargo.vagas + 1))
    cotas, pcd = (
        tuple(n for n, categoria in numeradas if categoria is procurada)[:RESERVADAS_MOSTRADAS]
        for procurada in (Categoria.COTAS, Categoria.PCD)
    )
    return LinhaDoCadastro(cargo, cotas, pcd)


def _da_divergencia(cargo: Cargo, onde: str, regras: RegrasDaReserva) -> Iterator[Achado]:
    divergencia = divergencia_da_serie(regras)
    fundamentos = _das_duas_regras(regras)
    if divergencia and not cargo.regras.serie_justificativa:
        yield achado(
            cargo.regras,
            onde,
            f"A série das vagas não dá o quadro: {divergencia} Mude a série nas regras "
            f"“{cargo.regras.nome}”, ou escreva nelas a justificativa da série.",
            fundamentos=fundamentos,
        )
    sem_antecipar = divergencia_da_serie(replace(regras, resto_caxias=RestoCaxias.IGNORA))
    if sem_antecipar and not divergencia:
        frase = f"A quinta vaga que viria depois antecipa-se para a {cargo.vagas}, a última oferecida."
        escolha = Fundamento(RegraDoEdital("resto das quintas vagas", "antecipa"), frase)
        yield aviso(
            cargo,
            onde,
            f"O percentual e as quintas vagas não dão o mesmo: cada quinta vaga, só, não daria o quadro. "
            f"{sem_antecipar} {frase}",
            fundamentos=(*fundamentos, escolha),
        )


def _das_duas_regras(regras: RegrasDaReserva) -> tuple[Fundamento, ...]:
    """O que manda o número de vagas e o que manda a ordem delas."""
    lei = regras.lei_aplicavel
    if lei is None:
        return ()
    frase = f"A ordem das {regras.vagas} vagas oferecidas tem de trazer as que o quadro reserva."
    return (*lei.do_quadro(regras.vagas), lei.da_alternancia(frase))


def _das_colisoes(cargo: Cargo, onde: str, regras: RegrasDaReserva) -> Iterator[Achado]:
    colisoes = colisoes_da_serie(regras, regras.vagas)
    if not colisoes:
        return
    citadas = "; ".join(f"a {vaga.origem} passa à {vaga.numero}" for vaga in colisoes[:VAGAS_CITADAS])
    demais = len(colisoes) - VAGAS_CITADAS
    frase = f"As vagas de PcD que caíram sobre outra reservada mudam de lugar: {citadas}" + (
        f"; e mais {demais}." if demais > 0 else "."
    )
    fundamentos = (Fundamento(RegraDoEdital("colisão de reservas", str(regras.colisao)), frase),)
    do_edital = cargo.regras
    if not (do_edital.serie == SerieDoEdital.LISTA and do_edital.pcd_posicoes):
        yield aviso(cargo, onde, frase, fundamentos=fundamentos)
        return
    yield achado_justificavel(
        do_edital,
        onde,
        f"O edital imprime a mesma vaga para as duas reservas. {frase} Corrija as listas nas regras "
        f"“{do_edital.nome}”, ou justifique por escrito.",
        chave=f"colisao:{cargo.codigo}:{_resumo(colisoes)}",
        fundamentos=fundamentos,
    )


def _resumo(colisoes: Sequence[VagaDaSerie]) -> str:
    mudancas = ",".join(f"{vaga.origem}>{vaga.numero}" for vaga in colisoes)
    return hashlib.sha256(mudancas.encode()).hexdigest()[:20]


def _do_cadastro(cargo: Cargo, onde: str, regras: RegrasDaReserva, lei: Lei) -> Iterator[Achado]:
    """As vagas que surgirem continuam a série: diz quando nenhuma delas poderá ser da cota."""
    serie, vagas = regras.serie_efetiva, regras.vagas
    if isinstance(serie, tuple):
        ultima = serie[-1] if serie else 0
        if ultima <= vagas and not cargo.regras.serie_justificativa:
            frase = f"Depois da vaga {ultima}, a última da série impressa, toda vaga é de ampla concorrência"
            yield achado_justificavel(
                cargo.regras,
                onde,
                f"{frase}: as do cadastro de reserva não terão cota. Prolongue a série nas regras "
                f"“{cargo.regras.nome}”, escolha a da lei, ou justifique por escrito.",
                chave=f"cadastro:serie:{cargo.codigo}:{ultima}:{vagas}",
                fundamentos=(lei.da_alternancia(f"{frase}."),),
            )
    elif regras.limiar is Limiar.OFERECIDAS and vagas < lei.limiar:
        frase = "O limiar mede-se pelas vagas oferecidas"
        yield achado_justificavel(
            cargo.regras,
            onde,
            f"{frase}, que são {vagas}: nenhuma vaga do cadastro de reserva será da cota, surjam quantas "
            "surgirem. Meça-o pelas providas, ou justifique por escrito.",
            chave=f"cadastro:limiar:{cargo.codigo}:{vagas}",
            fundamentos=(
                *lei.do_limiar(vagas),
                Fundamento(RegraDoEdital("limiar", "oferecidas"), f"{frase}."),
            ),
        )
    elif vagas == 0:
        linha = linha_do_cadastro(cargo, publicado_em=regras.edital_publicado_em)
        primeiras = ", ".join(map(str, linha.cotas)) if linha else ""
        frase = f"As vagas que surgirem seguem a série desde a primeira: da cota, as de número {primeiras}…"
        yield aviso(
            cargo,
            onde,
            f"O cargo só forma cadastro de reserva, e o quadro não traz vaga da cota. {frase}",
            fundamentos=(lei.da_alternancia(frase),),
        )
