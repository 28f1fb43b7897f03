"""Vagas repartidas em cargos tão pequenos que a reserva some, embora o total a desse.

As leis mandam reservar parte das vagas do concurso; a conta por cargo, que é como se imprime o quadro,
arredonda cada um por si. Soma-se, então, por nome de cargo (especialidades e localidades) e no edital.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from concursos.consultas.motor import reserva_pcd
from concursos.consultas.tipos import Achado, achado_justificavel, aviso
from concursos.models import Cargo, Edital
from cotas import CF_ART_37_VIII, ErroDeRegra, Fundamento, Lei, RegraDoEdital, ReservaPcd


@dataclass(frozen=True, slots=True)
class _Grupo:
    """Cargos que se somam, onde o achado aparece e como se diz deles."""

    chave: str
    onde: str
    quem: str
    cargos: Sequence[Cargo]

    @property
    def vagas(self) -> int:
        return sum(cargo.vagas for cargo in self.cargos)


@dataclass(frozen=True, slots=True)
class _Reserva:
    """Uma reserva: quanto dá de tantas vagas, quanto o quadro imprime dela e por quê."""

    chave: str
    nome: str
    de: Callable[[int], int]
    impressas: Callable[[Cargo], int]
    fundamentos: Callable[[int], tuple[Fundamento, ...]]


def achados_do_fracionamento(edital: Edital, cargos: Sequence[Cargo], lei: Lei | None) -> Iterator[Achado]:
    """Grupos de cargos cuja soma daria reserva e cujo quadro não a traz, ou a traz menor.

    `lei`: a que rege o edital, ou nulo. A reserva nenhuma tem de ser justificada; a menor só se avisa.
    """
    for grupo in _grupos(cargos):
        for reserva in _reservas(grupo, lei):
            yield from _do_grupo(edital, grupo, reserva)


def _grupos(cargos: Sequence[Cargo]) -> Iterator[_Grupo]:
    por_nome: dict[str, list[Cargo]] = {}
    for cargo in cargos:
        por_nome.setdefault(" ".join(cargo.nome.casefold().split()), []).append(cargo)
    for nome, do_nome in por_nome.items():
        if len(do_nome) > 1:
            rotulo = f"“{do_nome[0].nome}”"
            quem = f"As {len(do_nome)} opções de {rotulo} somam"
            yield _Grupo(f"nome:{nome}", f"Fracionamento de {rotulo}", quem, do_nome)
    if len(por_nome) > 1:
        yield _Grupo("edital", "Fracionamento", f"Os {len(cargos)} cargos do edital somam", cargos)


def _reservas(grupo: _Grupo, lei: Lei | None) -> Iterator[_Reserva]:
    if lei is not None:
        yield _Reserva("cotas", "da cota", lei.reserva, lambda cargo: cargo.vagas_cotas, lei.do_quadro)
    pcd = _pcd_comum(grupo.cargos)
    if pcd is not None:
        yield _Reserva("pcd", "de PcD", pcd.reserva, lambda cargo: cargo.vagas_pcd, _fundamentos_de_pcd(pcd))


def _pcd_comum(cargos: Sequence[Cargo]) -> ReservaPcd | None:
    """A reserva de PcD do grupo, se é a mesma em todos; regras diferentes não se somam.

    Percentual que não vale é achado das próprias regras: aqui o grupo não se mede.
    """
    try:
        reservas = {reserva_pcd(cargo.regras) for cargo in cargos}
    except (ErroDeRegra, ValueError):
        return None
    return reservas.pop() if len(reservas) == 1 else None


def _fundamentos_de_pcd(pcd: ReservaPcd) -> Callable[[int], tuple[Fundamento, ...]]:
    def fundamentos(vagas: int) -> tuple[Fundamento, ...]:
        frase = f"A reserva de PcD de {vagas} vagas é de {pcd.reserva(vagas)}."
        escolha = RegraDoEdital("reserva de PcD", f"{pcd.texto} %")
        return (Fundamento(CF_ART_37_VIII, frase), Fundamento(escolha, frase))

    return fundamentos


def _do_grupo(edital: Edital, grupo: _Grupo, reserva: _Reserva) -> Iterator[Achado]:
    total = grupo.vagas
    devidas, impressas = reserva.de(total), sum(reserva.impressas(cargo) for cargo in grupo.cargos)
    if impressas >= devidas:
        return
    conta = f"{grupo.quem} {total} vagas, que dariam {devidas} {reserva.nome}"
    fundamentos = reserva.fundamentos(total)
    if impressas:
        frase = f"{conta}; repartidas, o quadro traz {impressas}."
        yield aviso(edital, grupo.onde, frase, fundamentos=fundamentos)
        return
    yield achado_justificavel(
        edital,
        grupo.onde,
        f"{conta}; repartidas, não dão nenhuma. Reúna as vagas numa lista só, acrescente vagas, ou "
        "justifique por escrito a repartição.",
        chave=f"fracionamento:{reserva.chave}:{grupo.chave}:{total}:{devidas}",
        fundamentos=fundamentos,
    )
