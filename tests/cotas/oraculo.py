"""Oráculo da ordem de convocação: ingênuo de propósito, independente do motor.

Escrito a partir do texto das leis e das regras de leitura do projeto, sem olhar o motor: a cada
chamada relê as listas inteiras, do primeiro ao último. Serve só para comparar; é lento e é curto,
para que um jurista o confira linha a linha. Nada aqui importa o pacote `cotas`.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

AMPLA, COTAS, PCD = "ampla", "cotas", "pcd"
REMANEJAMENTO, CORTE_FIXO, CONSUMO = "remanejamento", "corte_fixo", "consumo"
SAIDA, NAO_CONFIRMACAO, FINAL_DE_FILA = "desistencia", "nao_confirmacao", "final_de_fila"


class Certame(NamedTuple):
    """O que não muda: série (vaga n é `serie[n - 1]`), modo, vagas de ampla do quadro, vagas N."""

    serie: tuple[str, ...]
    modo: str
    ampla_do_quadro: int
    oferecidas: int

    def categoria(self, vaga: int) -> str:
        """Categoria da vaga na série; depois da última posição dada, ampla."""
        return self.serie[vaga - 1] if vaga <= len(self.serie) else AMPLA


class Ocupante(NamedTuple):
    """Quem está em uma vaga, e em que categoria a ocupa neste momento."""

    pessoa: str
    vaga: int
    ocupa: str


class Estado(NamedTuple):
    """As listas de quem segue no certame, quem ocupa vaga, e as vagas perdidas e não repostas."""

    geral: tuple[str, ...]
    cotas: tuple[str, ...]
    pcd: tuple[str, ...]
    ocupantes: tuple[Ocupante, ...] = ()
    abertas: tuple[tuple[int, str], ...] = ()
    providas: int = 0
    foram_ao_fim: tuple[str, ...] = ()

    def lista(self, reserva: str) -> tuple[str, ...]:
        """Lista específica da reserva: `cotas` ou `pcd`."""
        return {COTAS: self.cotas, PCD: self.pcd}[reserva]


class Chamada(NamedTuple):
    """Uma chamada, com os mesmos nomes da memória de cálculo."""

    vaga: int
    categoria: str
    candidato: str
    ocupa: str
    remanejado: str | None
    revertida: bool


def convocar(certame: Certame, estado: Estado) -> tuple[Estado, Chamada | None]:
    """Uma chamada: vaga aberta de menor número, ou a seguinte da série.

    Sai o estado novo e a chamada; sem ninguém a chamar, o mesmo estado e `None`.
    """
    if estado.abertas:
        vaga, categoria = min(estado.abertas)
    else:
        vaga, categoria = estado.providas + 1, certame.categoria(estado.providas + 1)
    ocupa = {ocupante.pessoa: ocupante.ocupa for ocupante in estado.ocupantes}
    if categoria != AMPLA:
        pessoa = _proximo_da_reserva(certame, estado, ocupa, categoria, vaga)
        if pessoa is not None:
            return _prover(estado, ocupa, Chamada(vaga, categoria, pessoa, categoria, None, False))
    revertida = categoria != AMPLA
    remanejado = None
    while True:
        pessoa = _proximo_da_geral(certame, estado, ocupa)
        if pessoa is None:
            return estado, None
        if pessoa not in ocupa:
            chamada = Chamada(vaga, categoria, pessoa, AMPLA, remanejado, revertida)
            return _prover(estado, ocupa, chamada)
        reserva_liberada = ocupa[pessoa]
        ocupa[pessoa] = AMPLA
        remanejado = pessoa
        pessoa = _proximo_da_reserva(certame, estado, ocupa, reserva_liberada, vaga)
        if pessoa is not None:
            chamada = Chamada(vaga, categoria, pessoa, reserva_liberada, remanejado, revertida)
            return _prover(estado, ocupa, chamada)


def _proximo_da_reserva(
    certame: Certame, estado: Estado, ocupa: dict[str, str], reserva: str, vaga: int
) -> str | None:
    """Primeiro da lista específica que não ocupa vaga; no corte fixo, e até N, fora do corte."""
    dentro_do_corte: tuple[str, ...] = ()
    if certame.modo == CORTE_FIXO and vaga <= certame.oferecidas:
        dentro_do_corte = estado.geral[: certame.ampla_do_quadro]
    for pessoa in estado.lista(reserva):
        if pessoa not in ocupa and pessoa not in dentro_do_corte:
            return pessoa
    return None


def _proximo_da_geral(certame: Certame, estado: Estado, ocupa: dict[str, str]) -> str | None:
    """Primeiro da geral que não ocupa ampla; no consumo, que não ocupa vaga alguma."""
    for pessoa in estado.geral:
        if pessoa not in ocupa:
            return pessoa
        if ocupa[pessoa] != AMPLA and certame.modo != CONSUMO:
            return pessoa
    return None


def _prover(estado: Estado, ocupa: dict[str, str], chamada: Chamada) -> tuple[Estado, Chamada]:
    """Registra a chamada: só as categorias mudam em quem já ocupava; os números de vaga ficam."""
    antigos = tuple(Ocupante(o.pessoa, o.vaga, ocupa[o.pessoa]) for o in estado.ocupantes)
    novo = Ocupante(chamada.candidato, chamada.vaga, chamada.ocupa)
    abertas = tuple(aberta for aberta in estado.abertas if aberta[0] != chamada.vaga)
    return (
        estado._replace(
            ocupantes=(*antigos, novo),
            abertas=abertas,
            providas=max(estado.providas, chamada.vaga),
        ),
        chamada,
    )


def admite(estado: Estado, tipo: str, pessoa: str) -> bool:
    """Se o evento é possível: segue no certame; está nas cotas; ainda não foi ao fim da fila."""
    if pessoa not in estado.geral:
        return False
    if tipo == NAO_CONFIRMACAO:
        return pessoa in estado.cotas
    if tipo == FINAL_DE_FILA:
        return pessoa not in estado.foram_ao_fim
    return tipo == SAIDA


def perder(estado: Estado, tipo: str, pessoa: str) -> Estado:
    """Saída do certame, não confirmação ou final de fila; `ValueError` se o evento não cabe."""
    if not admite(estado, tipo, pessoa):
        raise ValueError(f"{tipo} de {pessoa} não cabe neste estado")
    if tipo == NAO_CONFIRMACAO:
        ocupava_cotas = any(o.pessoa == pessoa and o.ocupa == COTAS for o in estado.ocupantes)
        fora = estado._replace(cotas=_sem(estado.cotas, pessoa))
        return _desocupar(fora, pessoa) if ocupava_cotas else fora
    if tipo == FINAL_DE_FILA:
        return _desocupar(estado, pessoa)._replace(
            geral=_ao_fim(estado.geral, pessoa),
            cotas=_ao_fim(estado.cotas, pessoa),
            pcd=_ao_fim(estado.pcd, pessoa),
            foram_ao_fim=(*estado.foram_ao_fim, pessoa),
        )
    return _desocupar(estado, pessoa)._replace(
        geral=_sem(estado.geral, pessoa),
        cotas=_sem(estado.cotas, pessoa),
        pcd=_sem(estado.pcd, pessoa),
    )


def _sem(lista: tuple[str, ...], pessoa: str) -> tuple[str, ...]:
    return tuple(outra for outra in lista if outra != pessoa)


def _ao_fim(lista: tuple[str, ...], pessoa: str) -> tuple[str, ...]:
    return (*_sem(lista, pessoa), pessoa) if pessoa in lista else lista


def _desocupar(estado: Estado, pessoa: str) -> Estado:
    """A vaga, se havia, abre na categoria em que a pessoa a ocupava neste momento."""
    perdidas = tuple((o.vaga, o.ocupa) for o in estado.ocupantes if o.pessoa == pessoa)
    return estado._replace(
        ocupantes=tuple(o for o in estado.ocupantes if o.pessoa != pessoa),
        abertas=estado.abertas + perdidas,
    )


def ocupantes_por_conjuntos(certame: Certame, estado: Estado) -> frozenset[str]:
    """Quem ocupa vaga, por conjuntos, com uma só reserva, em remanejamento e sem vaga aberta.

    Os primeiros AC(n) da geral que seguem no certame, mais os primeiros cotas(n) do resto da lista
    específica, e o que faltar completado pela geral; n é o número de vagas providas. Vale com
    desistências e não confirmações. Não vale depois do final de fila de quem ocupava ampla: aí um
    cotista pode voltar à lista específica depois de a reserva já ter revertido à ampla.
    """
    vagas = [certame.categoria(numero) for numero in range(1, estado.providas + 1)]
    da_ampla = estado.geral[: vagas.count(AMPLA)]
    reserva = COTAS if COTAS in vagas else PCD
    resto = [pessoa for pessoa in estado.lista(reserva) if pessoa not in da_ampla]
    escolhidos = [*da_ampla, *resto[: vagas.count(reserva)]]
    for pessoa in estado.geral:
        if len(escolhidos) < estado.providas and pessoa not in escolhidos:
            escolhidos.append(pessoa)
    return frozenset(escolhidos)


class ReservaPcd(NamedTuple):
    """Reserva de PcD do edital: por cento, arredondamento e teto por cento (para baixo)."""

    percentual: int
    arredondamento: str
    teto: int | None = None

    def vagas(self, total: int) -> int:
        """Vagas de PcD entre `total` vagas."""
        exato = Fraction(self.percentual * total, 100)
        inteiras = {
            "acima": ceil(exato),
            "meio_acima": floor(exato + Fraction(1, 2)),
            "abaixo": floor(exato),
        }[self.arredondamento]
        return inteiras if self.teto is None else min(inteiras, self.teto * total // 100)


def vagas_de_cotas(total: int) -> int:
    """20 % de `total`, meio para cima (Lei 11.111/2021, art. 1º, § 2º; Lei 2.689/2015, § 1º)."""
    return floor(Fraction(20 * total, 100) + Fraction(1, 2))


def posicoes_de_fortaleza(oferecidas: int, limiar: str, ate: int) -> list[int]:
    """Vagas de cotas até a vaga `ate`: a k-ésima é o menor n com reserva(n) ≥ k (art. 6º).

    `limiar: oferecidas`: com menos de 3 vagas oferecidas não há reserva alguma (art. 1º, § 1º).
    """
    if limiar == "oferecidas" and oferecidas < 3:
        return []
    return [n for n in range(1, ate + 1) if vagas_de_cotas(n) > vagas_de_cotas(n - 1)]


def posicoes_de_caxias(oferecidas: int, resto: str, ate: int) -> list[int]:
    """Vagas de cotas até a vaga `ate`: cada quinta; com sobra de 3 ou 4, a próxima vem para N."""
    quintas = [n for n in range(1, ate + 6) if n % 5 == 0]
    if resto == "antecipa" and oferecidas % 5 in (3, 4):
        proxima = min(n for n in quintas if n > oferecidas)
        quintas[quintas.index(proxima)] = oferecidas
    return [n for n in quintas if n <= ate]


def serie_com_pcd(
    cotas: list[int], pcd: ReservaPcd | None, oferecidas: int, colisao: str, ate: int
) -> tuple[str, ...]:
    """Categorias das vagas 1 a `ate`: cotas nas posições dadas, PcD proporcional, o resto ampla.

    Na mesma vaga a cota fica e a de PcD vai à seguinte (ou à anterior) livre; se com isso sairia
    das vagas oferecidas, ou não há livre, vai para o outro lado.
    """
    serie = [COTAS if n in cotas else AMPLA for n in range(1, ate + 1)]
    if pcd is None:
        return tuple(serie)
    for n in range(1, ate + 1):
        if pcd.vagas(n) > pcd.vagas(n - 1):
            serie[_vaga_da_pcd(serie, n, oferecidas, colisao) - 1] = PCD
    return tuple(serie)


def _vaga_da_pcd(serie: list[str], n: int, oferecidas: int, colisao: str) -> int:
    if serie[n - 1] == AMPLA:
        return n
    ultima = oferecidas if n <= oferecidas else len(serie)
    primeira = 1 if n <= oferecidas else oferecidas + 1
    seguintes = [v for v in range(n + 1, ultima + 1) if serie[v - 1] == AMPLA]
    anteriores = [v for v in range(n - 1, primeira - 1, -1) if serie[v - 1] == AMPLA]
    livres = seguintes + anteriores if colisao == "seguinte" else anteriores + seguintes
    return livres[0]
