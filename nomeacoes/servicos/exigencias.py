"""O que se exige antes de conferir e de assinar: outra pessoa, orçamento certificado e motivo escrito."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date

from concursos.models import Cargo
from nomeacoes.consultas.vedacoes import Aviso
from nomeacoes.consultas.vida import (
    aviso_dos_quatro_olhos,
    avisos_da_nomeacao,
    certificacao_vigente,
    dispensa_em_vigor,
)
from nomeacoes.enums import TipoAto
from nomeacoes.models import Ato, JustificativaDoAto
from nucleo.erros import Recusa
from nucleo.models import Usuario

LOTE = 500


class FaltaMotivo(Recusa):
    """Há avisos: só se assina com o motivo por escrito. `detalhes` traz cada um."""


def exigir_outra_pessoa(atos: Iterable[Ato], pessoa: Usuario | None, dia: date, verbo: str) -> None:
    """`Recusa` se a pessoa redigiu algum destes atos e o órgão não tem dispensa dos quatro olhos.

    `verbo`: o que ela quer fazer, como "assinar". Ato redigido pelo próprio sistema não tem redator.
    """
    for ato in atos:
        if pessoa is None or ato.redigido_por_id != pessoa.pk:
            continue
        if dispensa_em_vigor(ato.orgao, dia) is None:
            raise Recusa(
                f"Quem redigiu um ato não o pode {verbo}: você confirmou esta convocação. Peça a outra "
                "pessoa que o faça. Onde só há uma, quem administra o sistema registra a dispensa e o porquê."
            )
        return


def exigir_orcamento(atos: Iterable[Ato]) -> None:
    """`Recusa` se alguma nomeação é de convocação sem a certificação do ordenador.

    Lei Complementar 101/2000, arts. 16, 17 e 21, I.
    """
    eventos = {ato.ocupacao.causa.evento for ato in atos if ato.tipo == TipoAto.NOMEACAO}
    for evento in eventos:
        if certificacao_vigente(evento) is None:
            raise Recusa(
                f"A convocação de {evento.data:%d/%m/%Y} não tem a certificação orçamentária "
                "(Lei Complementar 101/2000, arts. 16, 17 e 21, I). Registre-a antes de assinar as nomeações."
            )


def avisos_por_ato(atos: list[Ato], cargo: Cargo, pessoa: Usuario, dia: date) -> Mapping[int, list[Aviso]]:
    """Por ato, os avisos que lhe cabem; só os que têm algum."""
    da_nomeacao = avisos_da_nomeacao(cargo, dia)
    sua = next((ato for ato in atos if ato.redigido_por_id == pessoa.pk), None)
    proprio = aviso_dos_quatro_olhos(sua, pessoa, dia) if sua else None
    por_ato: dict[int, list[Aviso]] = {}
    for ato in atos:
        avisos = list(da_nomeacao) if ato.tipo == TipoAto.NOMEACAO else []
        if proprio and ato.redigido_por_id == pessoa.pk:
            avisos.append(proprio)
        if avisos:
            por_ato[ato.pk] = avisos
    return por_ato


def exigir_motivo(avisos: Mapping[int, list[Aviso]], motivo: str) -> str:
    """O motivo, sem espaços sobrando, ou vazio se nada o pede. `FaltaMotivo` se há avisos e ele falta."""
    if not avisos:
        return ""
    motivo = motivo.strip()
    if not motivo:
        unicos = dict.fromkeys(aviso for lista in avisos.values() for aviso in lista)
        raise FaltaMotivo(
            "Antes de assinar, leia os avisos e escreva o motivo.",
            [f"{aviso.dispositivo}: {aviso.frase}" for aviso in unicos],
        )
    return motivo


def justificar_atos(avisos: Mapping[int, list[Aviso]], motivo: str) -> None:
    """Guarda, para cada ato com aviso, os avisos e o motivo."""
    JustificativaDoAto.objects.bulk_create(
        [
            JustificativaDoAto(ato_id=ato, avisos=[asdict(aviso) for aviso in lista], motivo=motivo)
            for ato, lista in avisos.items()
        ],
        batch_size=LOTE,
    )
