"""O que os serviços dos concursos partilham: trancar, comparar, conferir e gravar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from concursos.enums import AtoSobreConcurso
from concursos.fluxo import exigir_ato
from concursos.models import Concurso
from concursos.servicos.dados import Dados
from nucleo.erros import Recusa


@dataclass(frozen=True, slots=True)
class Mudanca:
    """Um campo que mudou: o valor antigo e o novo, na forma em que a trilha os guarda."""

    campo: str
    rotulo: str
    antes: Any
    depois: Any


def trancar(concurso_id: int, ato: AtoSobreConcurso) -> Concurso:
    """Tranca e relê o concurso; `Recusa` se a situação não admite o ato.

    Todo serviço deste app tranca a linha do concurso: os que mudam o mesmo edital esperam uns pelos
    outros, e nenhum decide sobre o que outro está mudando.
    """
    concurso = Concurso.objects.select_for_update(of=("self",)).select_related("orgao").get(pk=concurso_id)
    exigir_ato(concurso.situacao, ato)
    return concurso


def _guardavel(valor: Any) -> Any:
    return str(valor) if isinstance(valor, models.Model) else valor


def diferencas(objeto: models.Model, dados: Dados) -> list[Mudanca]:
    """Campos em que os dados diferem do que o objeto guarda, na ordem em que se informam."""
    return [
        Mudanca(
            campo=campo.name,
            rotulo=str(objeto._meta.get_field(campo.name).verbose_name),  # type: ignore[union-attr]
            antes=_guardavel(getattr(objeto, campo.name)),
            depois=_guardavel(getattr(dados, campo.name)),
        )
        for campo in fields(dados)
        if getattr(objeto, campo.name) != getattr(dados, campo.name)
    ]


def preencher(objeto: models.Model, dados: Dados) -> None:
    """Copia os dados para o objeto, sem gravar."""
    for campo in fields(dados):
        setattr(objeto, campo.name, getattr(dados, campo.name))


def antes_e_depois(mudancas: Sequence[Mudanca]) -> dict[str, dict[str, Any]]:
    """As mudanças na forma de `nucleo.auditoria.registrar`."""
    return {
        "antes": {mudanca.campo: mudanca.antes for mudanca in mudancas},
        "depois": {mudanca.campo: mudanca.depois for mudanca in mudancas},
    }


def gravar(objeto: models.Model) -> None:
    """Confere o objeto pelas regras do modelo, restrições do banco inclusive, e grava; ou `Recusa`."""
    try:
        objeto.full_clean()
    except ValidationError as erro:
        raise Recusa("Confira os dados informados.", _em_frases(objeto, erro)) from erro
    objeto.save()


def _em_frases(objeto: models.Model, erro: ValidationError) -> list[str]:
    frases: list[str] = []
    for campo, mensagens in erro.message_dict.items():
        prefixo = "" if campo == "__all__" else f"{_rotulo(objeto, campo)}: "
        frases.extend(f"{prefixo}{mensagem}" for mensagem in mensagens)
    return frases


def _rotulo(objeto: models.Model, campo: str) -> str:
    rotulo = str(objeto._meta.get_field(campo).verbose_name)  # type: ignore[union-attr]
    return rotulo[:1].upper() + rotulo[1:]
