"""O que se escreve para publicar apesar de um achado da conferência."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.utils import timezone

from concursos.consultas import Achado, conferir_publicacao
from concursos.enums import AtoSobreConcurso
from concursos.models import Edital, JustificativaDoAchado
from concursos.servicos.mudancas import trancar
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico


@servico
def achado_justificar(
    *, autor: Autor, edital: Edital, chave: str, texto: str, publicado_em: date | None
) -> JustificativaDoAchado:
    """Justifica um achado do edital em rascunho, conferido como se publicado em `publicado_em`.

    Justificado antes, a nova justificativa toma o lugar da anterior, que fica guardada. `Recusa` se o
    achado já não existe, se a lei não admite justificá-lo, ou sem texto.
    """
    trancar(edital.concurso_id, AtoSobreConcurso.ALTERAR)
    atual = Edital.objects.select_related("concurso__orgao__municipio").get(pk=edital.pk)
    conferencia = conferir_publicacao(atual, publicado_em=publicado_em, hoje=timezone.localdate())
    justificaveis = {cada.chave: cada for cada in (*conferencia.a_justificar, *conferencia.justificados)}
    if chave not in justificaveis:
        raise Recusa("Este achado já não existe como você o viu. Confira de novo o edital.")
    if not texto.strip():
        raise Recusa("Escreva a justificativa: ela fica no edital, com o seu nome e a data.")
    return justificar(autor=autor, edital=atual, achados=[justificaveis[chave]], texto=texto.strip())[0]


def justificar(
    *, autor: Autor, edital: Edital, achados: Iterable[Achado], texto: str
) -> list[JustificativaDoAchado]:
    """Guarda o texto para cada achado, na transação e sob a tranca de quem chama."""
    escritas = [
        JustificativaDoAchado.objects.create(
            edital=edital, chave=cada.chave, achado=str(cada), texto=texto, autor=autor.pessoa
        )
        for cada in achados
    ]
    for escrita in escritas:
        registrar(
            autor=autor,
            acao="concursos.achado_justificar",
            objeto=escrita,
            depois={"achado": escrita.achado, "justificativa": texto},
        )
    return escritas
