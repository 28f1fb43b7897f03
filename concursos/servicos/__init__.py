"""Serviços dos concursos: tudo o que neles se escreve passa por aqui."""

from concursos.servicos.cargos import cargo_alterar, cargo_criar, cargo_excluir
from concursos.servicos.concurso import concurso_alterar, concurso_criar, edital_alterar
from concursos.servicos.dados import DadosDasRegras, DadosDoCargo, DadosDoConcurso, DadosDoEdital
from concursos.servicos.justificativas import achado_justificar
from concursos.servicos.publicacao import edital_publicar
from concursos.servicos.quadro import LinhaDoQuadro, quadro_conferir, quadro_importar
from concursos.servicos.regras import regras_alterar, regras_criar, regras_excluir
from concursos.servicos.retificacao import Alteracao, edital_retificar, mudancas_da_retificacao

__all__ = [
    "Alteracao",
    "DadosDasRegras",
    "DadosDoCargo",
    "DadosDoConcurso",
    "DadosDoEdital",
    "LinhaDoQuadro",
    "achado_justificar",
    "cargo_alterar",
    "cargo_criar",
    "cargo_excluir",
    "concurso_alterar",
    "concurso_criar",
    "edital_alterar",
    "edital_publicar",
    "edital_retificar",
    "mudancas_da_retificacao",
    "quadro_conferir",
    "quadro_importar",
    "regras_alterar",
    "regras_criar",
    "regras_excluir",
]
