"""Formulários dos concursos."""

from concursos.forms.cargo import FormularioDoCargo, FormularioDoQuadro
from concursos.forms.concurso import Filtros, FormularioDoConcurso, FormularioDoEdital, NovoConcurso
from concursos.forms.publicacao import DadosDaRetificacao, Justificativa, Publicacao
from concursos.forms.quadro import ConfirmacaoDoQuadro, EnvioDoQuadro
from concursos.forms.regras import FormularioDasRegras, Provas, provas_iniciais

__all__ = [
    "ConfirmacaoDoQuadro",
    "DadosDaRetificacao",
    "EnvioDoQuadro",
    "Filtros",
    "FormularioDasRegras",
    "FormularioDoCargo",
    "FormularioDoConcurso",
    "FormularioDoEdital",
    "FormularioDoQuadro",
    "Justificativa",
    "NovoConcurso",
    "Provas",
    "Publicacao",
    "provas_iniciais",
]
