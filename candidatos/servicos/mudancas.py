"""O que uma linha muda no que já está na base, campo a campo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from candidatos.consultas.importacao import CandidaturaNaBase, InscricaoNaBase, PessoaNaBase
from candidatos.servicos.celulas import data_em_texto
from candidatos.servicos.leitores import NENHUM_LUGAR, NENHUMA_NOTA, LinhaLida
from concursos.consultas.motor import decimal_lido
from concursos.models import Cargo

# O plano mostra no máximo tantas mudanças e tantas ausências; as contagens são sempre de todas.
MOSTRADAS = 500


class Mudanca(NamedTuple):
    """Campo que muda de uma candidatura já conhecida; raça e deficiência só se dizem alteradas."""

    linha: int
    inscricao: str
    campo: str
    antes: str
    depois: str


@dataclass(slots=True)
class Mudancas:
    """As primeiras mudanças, para a página, e quantas são todas."""

    guardadas: list[Mudanca] = field(default_factory=list)
    total: int = 0

    def somar(self, mudanca: Mudanca) -> None:
        """Conta a mudança; guarda-a se ainda cabe na página."""
        self.total += 1
        if len(self.guardadas) < MOSTRADAS:
            self.guardadas.append(mudanca)


def nascimento_muda(lida: LinhaLida, pessoa: PessoaNaBase) -> bool:
    """Só se completa o que faltava: uma data, ou o texto que não é data."""
    if pessoa.nascimento is not None:
        return False
    if lida.nascimento is not None:
        return True
    return bool(lida.nascimento_informado) and lida.nascimento_informado != pessoa.nascimento_informado


def resultado_muda(lida: LinhaLida, candidatura: CandidaturaNaBase) -> bool:
    """Se a linha diz de notas, etapas, jurado ou lugar algo diferente do resultado vigente."""
    return (
        candidatura.versao == 0
        or any(_nota_muda(candidatura, prova, nota) for prova, nota in lida.notas.items())
        or any(candidatura.etapas.get(etapa) != resultado for etapa, resultado in lida.etapas.items())
        or (lida.jurado is not None and lida.jurado != candidatura.jurado)
        or _lugar_muda(lida, candidatura)
    )


def _nota_muda(candidatura: CandidaturaNaBase, prova: str, nota: str) -> bool:
    guardada = candidatura.notas.get(prova, NENHUMA_NOTA)
    if NENHUMA_NOTA in (guardada, nota):
        return guardada != nota
    return guardada != nota and decimal_lido(guardada) != decimal_lido(nota)


def _lugar_muda(lida: LinhaLida, candidatura: CandidaturaNaBase) -> bool:
    return lida.posicao is not None and lida.posicao != (candidatura.posicao or NENHUM_LUGAR)


def mudancas_da_linha(
    lida: LinhaLida,
    inscricao: InscricaoNaBase,
    candidatura: CandidaturaNaBase,
    *,
    resultado: bool,
    declaracao: bool,
) -> Iterator[Mudanca]:
    """Uma por campo; `resultado` e `declaracao`: se também estes mudam."""
    campos = list(_campos_da_pessoa(lida, inscricao))
    if resultado:
        campos += _campos_do_resultado(lida, candidatura)
    for campo, antes, depois in campos:
        yield Mudanca(lida.numero, lida.inscricao, campo, antes, depois)
    if declaracao:
        yield Mudanca(lida.numero, lida.inscricao, "autodeclaração", "", "alterada")


def _campos_da_pessoa(lida: LinhaLida, inscricao: InscricaoNaBase) -> Iterator[tuple[str, str, str]]:
    pessoa = inscricao.pessoa
    if lida.cpf and not pessoa.cpf:
        yield "CPF", "", "informado"
    if nascimento_muda(lida, pessoa):
        novo = data_em_texto(lida.nascimento) if lida.nascimento else lida.nascimento_informado
        yield "nascimento", pessoa.nascimento_informado, novo
    for campo, valor in lida.contato.items():
        antes = inscricao.contato.get(campo, "")
        if antes != valor:
            yield campo.replace("_", " "), antes, valor


def _campos_do_resultado(lida: LinhaLida, candidatura: CandidaturaNaBase) -> Iterator[tuple[str, str, str]]:
    for prova, nota in lida.notas.items():
        if _nota_muda(candidatura, prova, nota):
            yield (
                f"nota: {_nome_da_prova(lida.cargo, prova)}",
                _com_virgula(candidatura.notas.get(prova, "")),
                _com_virgula(nota) or "sem nota",
            )
    for etapa, resultado in lida.etapas.items():
        if candidatura.etapas.get(etapa) != resultado:
            yield f"etapa {etapa}", candidatura.etapas.get(etapa, ""), resultado
    if lida.jurado is not None and lida.jurado != candidatura.jurado:
        yield "jurado", _sim_ou_nao(candidatura.jurado), _sim_ou_nao(lida.jurado)
    if _lugar_muda(lida, candidatura):
        yield "lugar da banca", str(candidatura.posicao or ""), str(lida.posicao or "sem lugar")


def _nome_da_prova(cargo: Cargo, chave: str) -> str:
    return next((str(prova["nome"]) for prova in cargo.regras.provas if prova["chave"] == chave), chave)


def _com_virgula(nota: str) -> str:
    return nota.replace(".", ",")


def _sim_ou_nao(valor: bool) -> str:
    return "Sim" if valor else "Não"
