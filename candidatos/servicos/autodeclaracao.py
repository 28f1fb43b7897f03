"""Leitura da autodeclaração: dado sensível, com permissão própria e registro de cada leitura."""

from __future__ import annotations

from candidatos.models import Autodeclaracao, Inscricao
from nucleo.auditoria import registrar
from nucleo.permissoes import Autor, servico


@servico
def autodeclaracao_ver(*, autor: Autor, inscricao: Inscricao) -> Autodeclaracao | None:
    """A autodeclaração da inscrição, ou nulo se não há; a leitura fica na trilha, sem o conteúdo."""
    registrar(autor=autor, acao="candidatos.autodeclaracao_ver", objeto=inscricao)
    return Autodeclaracao.objects.filter(inscricao=inscricao).first()
