"""Avisos dos prazos da posse e do exercício: os que acabam logo e os que acabaram sem se cumprir."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from django.urls import reverse

from concursos.enums import SituacaoConcurso
from concursos.models import Concurso
from nomeacoes.consultas.prazos import PrazoDeAlguem, prazos_por_cumprir
from nomeacoes.enums import EspecieDePrazo
from painel.consultas.avisos import Aviso


def avisos_dos_prazos(concursos: Iterable[Concurso], *, hoje: date) -> list[Aviso]:
    """Por concurso: posses não tomadas no prazo, posses e exercícios cujo prazo acaba logo ou acabou."""
    abertos = [cada for cada in concursos if cada.situacao != SituacaoConcurso.ENCERRADO]
    achados = prazos_por_cumprir(abertos, hoje=hoje)
    return [aviso for concurso in abertos for aviso in _do_concurso(concurso, achados.get(concurso.pk, []))]


def _do_concurso(concurso: Concurso, linhas: Sequence[PrazoDeAlguem]) -> list[Aviso]:
    avisos = []
    for especie in EspecieDePrazo:
        da_especie = [linha for linha in linhas if linha.prazo.especie == especie]
        vencidos = [linha for linha in da_especie if linha.prazo.vencido]
        perto = [linha for linha in da_especie if linha.prazo.perto]
        if vencidos:
            avisos.append(_aviso(concurso, _dos_vencidos(especie, len(vencidos)), grave=True))
        if perto:
            avisos.append(_aviso(concurso, _dos_que_acabam(especie, perto), grave=False))
    return avisos


def _aviso(concurso: Concurso, frase: str, *, grave: bool) -> Aviso:
    nome = f"{concurso.orgao.sigla} {concurso.identificacao}"
    return Aviso(f"{nome}: {frase}", reverse("nomeacoes:prazos", args=[concurso.pk]), "Ver os prazos", grave)


def _dos_vencidos(especie: EspecieDePrazo, quantos: int) -> str:
    pessoas = "1 pessoa" if quantos == 1 else f"{quantos} pessoas"
    if especie == EspecieDePrazo.POSSE:
        verbo = "não tomou posse" if quantos == 1 else "não tomaram posse"
        return f"{pessoas} {verbo} no prazo. Veja a minuta do sem efeito e o plano da chamada seguinte."
    verbo = "não entrou em exercício" if quantos == 1 else "não entraram em exercício"
    return f"{pessoas} {verbo} no prazo, ou falta registrá-lo."


def _dos_que_acabam(especie: EspecieDePrazo, perto: Sequence[PrazoDeAlguem]) -> str:
    primeiro = perto[0].prazo
    quando = "hoje" if primeiro.dias == 0 else f"em {primeiro.fim:%d/%m/%Y} ({primeiro.situacao})"
    nome = especie.label.lower()
    if len(perto) == 1:
        return f"o prazo de {nome} de 1 pessoa acaba {quando}."
    return f"os prazos de {nome} de {len(perto)} pessoas acabam logo, o primeiro {quando}."
