"""Regras de classificação e de reserva enquanto o edital é rascunho."""

from __future__ import annotations

from concursos.consultas import defeitos_das_regras
from concursos.enums import AtoSobreConcurso
from concursos.models import Edital, Regras
from concursos.servicos.dados import DadosDasRegras
from concursos.servicos.mudancas import antes_e_depois, diferencas, gravar, preencher, trancar
from nucleo.auditoria import registrar
from nucleo.erros import Recusa
from nucleo.permissoes import Autor, servico


def gravar_regras(regras: Regras) -> None:
    """Grava as regras se nada nelas está malformado; incompletas, podem ficar até a publicação."""
    defeitos = defeitos_das_regras(regras)
    if defeitos:
        raise Recusa("As regras têm valores a corrigir.", defeitos)
    gravar(regras)


@servico
def regras_criar(*, autor: Autor, edital: Edital, dados: DadosDasRegras) -> Regras:
    """Acrescenta um conjunto de regras ao edital em rascunho."""
    trancar(edital.concurso_id, AtoSobreConcurso.ALTERAR)
    regras = Regras(edital=edital)
    preencher(regras, dados)
    gravar_regras(regras)
    registrar(autor=autor, acao="concursos.regras_criar", objeto=regras, depois={"nome": regras.nome})
    return regras


@servico
def regras_alterar(*, autor: Autor, regras: Regras, dados: DadosDasRegras) -> Regras:
    """Muda as regras de edital em rascunho; publicadas, só `edital_retificar`."""
    trancar(regras.edital.concurso_id, AtoSobreConcurso.ALTERAR)
    atuais = Regras.objects.select_related("edital__concurso__orgao").get(pk=regras.pk)
    mudancas = diferencas(atuais, dados)
    preencher(atuais, dados)
    gravar_regras(atuais)
    registrar(autor=autor, acao="concursos.regras_alterar", objeto=atuais, **antes_e_depois(mudancas))
    return atuais


@servico
def regras_excluir(*, autor: Autor, regras: Regras) -> None:
    """Retira regras que nenhum cargo usa, de edital em rascunho."""
    trancar(regras.edital.concurso_id, AtoSobreConcurso.ALTERAR)
    usos = list(regras.cargos.values_list("codigo", flat=True))
    if usos:
        raise Recusa(f"As regras “{regras.nome}” são as dos cargos {', '.join(usos)}. Mude-os antes.")
    registrar(autor=autor, acao="concursos.regras_excluir", objeto=regras, antes={"nome": regras.nome})
    Regras.objects.get(pk=regras.pk).delete()
