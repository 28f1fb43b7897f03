"""O que um valor lido pode significar, campo a campo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from candidatos.servicos import valores as v
from candidatos.servicos.campos import Campo, Tipo
from candidatos.servicos.celulas import normalizar
from concursos.models import Cargo

# {campo: {valor lido: {"destino", "motivo"}}}
Valores = Mapping[str, Mapping[str, Mapping[str, str]]]

ZERO = "zero"
SEM_NOTA = "sem_nota"


def destinos_do_campo(campo: Campo, cargos: Iterable[Cargo] = ()) -> dict[str, str]:
    """{destino: rótulo} que um valor do campo pode ter."""
    if campo.tipo is Tipo.MODALIDADE:
        return {chave: destino.rotulo for chave, destino in v.MODALIDADES.items()}
    if campo.tipo is Tipo.ETAPA:
        return {"apto": "Apto", "inapto": "Inapto"}
    if campo.tipo is Tipo.NOTA:
        return {ZERO: "Vale zero", SEM_NOTA: "Sem nota (falta à prova)"}
    if campo.tipo is Tipo.CARGO:
        return {cargo.codigo: f"{cargo.codigo} – {cargo}" for cargo in cargos}
    return {"sim": "Sim", "nao": "Não"}


def proposta_de_destino(campo: Campo, lido: str, cargos: Iterable[Cargo]) -> str:
    """Código do cargo que o texto composto traz no começo ("001 - Administração - Centro"), ou ""."""
    if campo.tipo is not Tipo.CARGO:
        return ""
    comeco = normalizar(lido).partition(" ")[0]
    return next((cargo.codigo for cargo in cargos if normalizar(cargo.codigo) == comeco), "")


def falta_do_destino(campo: Campo, lido: str, escolha: Mapping[str, str], destinos: Iterable[str]) -> str:
    """O que falta dizer do valor, numa frase, ou ""."""
    if escolha.get("destino", "") not in destinos:
        return f"{campo.rotulo}, “{lido or 'em branco'}”: diga o que significa."
    if escolha["destino"] == v.SEM_EFEITO and not escolha.get("motivo", "").strip():
        return f"{campo.rotulo}, “{lido or 'em branco'}”: escreva por que não tem efeito nesta lista."
    return ""


def somar(guardados: Valores, novos: Valores) -> dict[str, dict[str, Mapping[str, str]]]:
    """Os dois juntos; onde ambos falam do mesmo valor, valem os novos."""
    return {campo: {**guardados.get(campo, {}), **novos.get(campo, {})} for campo in {*guardados, *novos}}
