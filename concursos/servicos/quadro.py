"""O quadro inteiro de uma vez: os cargos de um arquivo, todos ou nenhum, pelas regras de um por um."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction

from concursos.enums import AtoSobreConcurso
from concursos.models import Cargo, Edital
from concursos.servicos.cargos import cargo_criar
from concursos.servicos.dados import DadosDoCargo
from concursos.servicos.mudancas import trancar
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico


class LinhaDoQuadro(NamedTuple):
    """Um cargo e a linha do arquivo em que está, a partir de 1."""

    numero: int
    dados: DadosDoCargo


@servico
def quadro_conferir(*, autor: Autor, edital: Edital, linhas: Sequence[LinhaDoQuadro]) -> list[str]:
    """Uma frase por defeito que impediria `quadro_importar`; não grava nada.

    Cria os cargos e desfaz: a prévia não pode dizer outra coisa que a importação.
    """
    trancar(edital.concurso_id, AtoSobreConcurso.ALTERAR)
    with transaction.atomic():
        _, erros = _criar(autor, edital, linhas)
        transaction.set_rollback(True)
    return erros


@servico
def quadro_importar(*, autor: Autor, edital: Edital, linhas: Sequence[LinhaDoQuadro]) -> list[Cargo]:
    """Acrescenta todos os cargos ao edital em rascunho, ou nenhum: `Recusa`, com uma frase por defeito."""
    trancar(edital.concurso_id, AtoSobreConcurso.ALTERAR)
    if not linhas:
        raise Recusa("Não há cargos a acrescentar.")
    criados, erros = _criar(autor, edital, linhas)
    if erros:
        raise Recusa("O quadro não foi importado: nenhum cargo foi acrescentado.", erros)
    registrar(autor=autor, acao="concursos.quadro_importar", objeto=edital, depois={"cargos": len(criados)})
    return criados


def _criar(autor: Autor, edital: Edital, linhas: Sequence[LinhaDoQuadro]) -> tuple[list[Cargo], list[str]]:
    criados: list[Cargo] = []
    erros: list[str] = []
    for numero, dados in linhas:
        try:
            criados.append(cargo_criar(autor=autor, edital=edital, dados=dados))
        except Recusa as recusa:
            erros += [
                f"Linha {numero}, {dados.codigo}: {frase}" for frase in recusa.detalhes or [recusa.mensagem]
            ]
    return criados, erros
