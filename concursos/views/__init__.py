"""Páginas dos concursos."""

from concursos.views.cargos import cargo, cargo_excluir, cargo_novo
from concursos.views.concursos import edital, edital_editar, editar, interpretacoes, lista, novo
from concursos.views.publicacao import achado_justificar, publicar
from concursos.views.quadro import quadro_importar
from concursos.views.regras import regras, regras_excluir, regras_nova
from concursos.views.retificacao import retificar

__all__ = [
    "achado_justificar",
    "cargo",
    "cargo_excluir",
    "cargo_novo",
    "edital",
    "edital_editar",
    "editar",
    "interpretacoes",
    "lista",
    "novo",
    "publicar",
    "quadro_importar",
    "regras",
    "regras_excluir",
    "regras_nova",
    "retificar",
]
