"""Concurso e edital enquanto rascunho."""

from __future__ import annotations

from concursos.enums import AtoSobreConcurso
from concursos.models import Concurso, Edital
from concursos.servicos.dados import DadosDoConcurso, DadosDoEdital
from concursos.servicos.mudancas import antes_e_depois, diferencas, gravar, preencher, trancar
from nucleo.auditoria import registrar
from nucleo.models import Orgao
from nucleo.permissoes import Autor, servico


@servico
def concurso_criar(*, autor: Autor, orgao: Orgao, dados: DadosDoConcurso, edital: DadosDoEdital) -> Concurso:
    """Registra o concurso e o seu edital em rascunho. `Recusa` se o número já existe no órgão."""
    concurso = Concurso(orgao=orgao)
    preencher(concurso, dados)
    gravar(concurso)
    do_concurso = Edital(concurso=concurso)
    preencher(do_concurso, edital)
    gravar(do_concurso)
    registrar(
        autor=autor,
        acao="concursos.concurso_criar",
        objeto=concurso,
        depois={"titulo": concurso.titulo, "edital": do_concurso.numero, "lei": do_concurso.lei},
    )
    return concurso


@servico
def concurso_alterar(*, autor: Autor, concurso: Concurso, dados: DadosDoConcurso) -> Concurso:
    """Muda a identificação do concurso cujo edital ainda é rascunho."""
    atual = trancar(concurso.pk, AtoSobreConcurso.ALTERAR)
    mudancas = diferencas(atual, dados)
    preencher(atual, dados)
    gravar(atual)
    registrar(autor=autor, acao="concursos.concurso_alterar", objeto=atual, **antes_e_depois(mudancas))
    return atual


@servico
def edital_alterar(*, autor: Autor, edital: Edital, dados: DadosDoEdital) -> Edital:
    """Muda o edital em rascunho; publicado, só `edital_retificar`."""
    trancar(edital.concurso_id, AtoSobreConcurso.ALTERAR)
    atual = Edital.objects.select_related("concurso__orgao").get(pk=edital.pk)
    mudancas = diferencas(atual, dados)
    preencher(atual, dados)
    gravar(atual)
    registrar(autor=autor, acao="concursos.edital_alterar", objeto=atual, **antes_e_depois(mudancas))
    return atual
