"""Períodos em que nomear é vedado ou suspeito: o eleitoral e o fim do mandato. Só datas, sem banco.

O sistema avisa e pede o motivo por escrito; não impede, porque a lei tem ressalvas que ele não mede.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from nucleo.calendario import somar_meses

# Lei 9.504/1997, art. 73, V: "nos três meses que o antecedem".
MESES_ANTES_DO_PLEITO = 3
# Lei Complementar 101/2000, art. 21, II (redação da LC 173/2020).
DIAS_DO_FIM_DO_MANDATO = 180

ELEITORAL = "Lei 9.504/1997, art. 73, V"
FIM_DO_MANDATO = "Lei Complementar 101/2000, art. 21, II"


@dataclass(frozen=True, slots=True)
class Aviso:
    """O que se avisa a quem vai assinar: o dispositivo e uma frase que diz o que ele tem com isto."""

    dispositivo: str
    frase: str


@dataclass(frozen=True, slots=True)
class DatasDoMandato:
    """Datas registradas de um mandato; nula a que não se registrou."""

    fim: date | None = None
    pleito: date | None = None
    posse_dos_eleitos: date | None = None


def inicio_da_vedacao_eleitoral(pleito: date) -> date:
    """Lei 9.504/1997, art. 73, V: primeiro dia vedado, o de igual número três meses antes da eleição."""
    return somar_meses(pleito, -MESES_ANTES_DO_PLEITO)


def inicio_do_fim_do_mandato(fim: date) -> date:
    """LRF, art. 21, II: primeiro dos 180 dias, contado o último do mandato como o 180º."""
    return fim - timedelta(days=DIAS_DO_FIM_DO_MANDATO - 1)


def aviso_eleitoral(dia: date, homologado_em: date | None, datas: DatasDoMandato) -> Aviso | None:
    """Lei 9.504/1997, art. 73, V, c: nomear no período só quem é de concurso homologado até o seu início.

    `dia`: o da assinatura. Nulo fora do período, que inclui o dia em que começa e o da posse dos eleitos.
    """
    if datas.pleito is None or datas.posse_dos_eleitos is None:
        return None
    inicio = inicio_da_vedacao_eleitoral(datas.pleito)
    if not inicio <= dia <= datas.posse_dos_eleitos:
        return None
    if homologado_em is not None and homologado_em <= inicio:
        return None
    quando = (
        f"em {homologado_em:%d/%m/%Y}, depois desse início" if homologado_em else "em data não registrada"
    )
    return Aviso(
        f"{ELEITORAL}, c",
        f"De {inicio:%d/%m/%Y} à posse dos eleitos, em {datas.posse_dos_eleitos:%d/%m/%Y}, só se nomeia quem "
        f"é de concurso homologado até o início do período; o deste cargo foi homologado {quando}. "
        "A nomeação vedada é nula de pleno direito.",
    )


def aviso_do_fim_do_mandato(dia: date, datas: DatasDoMandato) -> Aviso | None:
    """LRF, art. 21, II: é nulo o ato que aumente a despesa com pessoal nos últimos 180 dias do mandato.

    Nulo fora deles. Não há a ressalva da homologação anterior, que é só da lei eleitoral.
    """
    if datas.fim is None or not inicio_do_fim_do_mandato(datas.fim) <= dia <= datas.fim:
        return None
    return Aviso(
        FIM_DO_MANDATO,
        f"O mandato termina em {datas.fim:%d/%m/%Y}: de {inicio_do_fim_do_mandato(datas.fim):%d/%m/%Y} até "
        "lá é nulo o ato de que resulte aumento da despesa com pessoal. Diga por que este não a aumenta "
        "(reposição de vacância, por exemplo) ou o que o autoriza.",
    )


def avisos_das_datas(dia: date, homologado_em: date | None, datas: DatasDoMandato) -> list[Aviso]:
    """Os avisos que um mandato dá à assinatura de uma nomeação em `dia`, o eleitoral primeiro."""
    avisos = [aviso_eleitoral(dia, homologado_em, datas), aviso_do_fim_do_mandato(dia, datas)]
    return [aviso for aviso in avisos if aviso is not None]
