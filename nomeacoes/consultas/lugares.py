"""O lugar de uma pessoa em cada lista, e o que a separa de quem está logo acima e logo abaixo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from candidatos.consultas.classificacao import CAMPO_DO_LUGAR, Lista
from candidatos.consultas.explicacao import explicacoes
from candidatos.models import Classificacao, Colocacao
from concursos.models import Cargo
from cotas import TipoCriterio, rotulo_do_criterio

NOMES = {
    Lista.GERAL: "lista geral",
    Lista.COTAS: "lista da cota",
    Lista.PCD: "lista de pessoas com deficiência",
}


@dataclass(frozen=True, slots=True)
class Vizinho:
    """Quem está logo acima ou logo abaixo. `frase`: por que quem está acima está acima."""

    colocacao: Colocacao
    lugar: int
    frase: str


@dataclass(frozen=True, slots=True)
class LugarNaLista:
    """O lugar entre os `total` da lista; vizinhos nulos nas pontas, ou quando não se podem mostrar."""

    lista: Lista
    lugar: int
    total: int
    acima: Vizinho | None = None
    abaixo: Vizinho | None = None

    @property
    def nome(self) -> str:
        """A lista em palavras."""
        return NOMES[self.lista]


def lugares_nas_listas(
    cargo: Cargo,
    classificacao: Classificacao,
    colocacao: Colocacao,
    *,
    listas: Iterable[Lista],
    com_vizinhos: Iterable[Lista],
) -> list[LugarNaLista]:
    """Das `listas` dadas, aquelas em que a pessoa está; com vizinhos só em algumas delas."""
    nomear = set(com_vizinhos)
    return [
        _lugar(cargo, classificacao, colocacao, lista, vizinhos=lista in nomear)
        for lista in listas
        if getattr(colocacao, CAMPO_DO_LUGAR[lista]) is not None
    ]


def _lugar(
    cargo: Cargo, classificacao: Classificacao, colocacao: Colocacao, lista: Lista, *, vizinhos: bool
) -> LugarNaLista:
    campo = CAMPO_DO_LUGAR[lista]
    da_lista = classificacao.colocacoes.filter(**{f"{campo}__isnull": False}).select_related(
        "candidatura__inscricao__candidato"
    )
    total, lugar = da_lista.count(), getattr(colocacao, campo)
    if not vizinhos:
        return LugarNaLista(lista, lugar, total)
    acima = da_lista.filter(ordem__lt=colocacao.ordem).order_by("-ordem").first()
    abaixo = da_lista.filter(ordem__gt=colocacao.ordem).order_by("ordem").first()
    de_cima = [colocacao.ordem, *([acima.ordem] if acima else [])]
    frases = explicacoes(cargo, classificacao, lista, de_cima)
    return LugarNaLista(
        lista,
        lugar,
        total,
        _vizinho(acima, campo, frases[acima.ordem], acima, colocacao) if acima else None,
        _vizinho(abaixo, campo, frases[colocacao.ordem], colocacao, abaixo) if abaixo else None,
    )


def _vizinho(quem: Colocacao, campo: str, frase: str, acima: Colocacao, abaixo: Colocacao) -> Vizinho:
    """Na lista específica a idade vem sem datas, que seriam de quem está no meio: põem-se as dos dois."""
    datas = [cada.candidatura.inscricao.candidato.nascimento for cada in (acima, abaixo)]
    if frase.endswith(rotulo_do_criterio(TipoCriterio.IDOSO)) and all(datas):
        frase += f": {datas[0]:%d/%m/%Y} contra {datas[1]:%d/%m/%Y}"
    return Vizinho(quem, getattr(quem, campo), frase)
