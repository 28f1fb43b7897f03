"""Formulários dos procedimentos: um por passo do rito."""

from procedimentos.forms.abertura import Abertura
from procedimentos.forms.passos import FORMULARIOS, FormularioDoPasso

__all__ = ["FORMULARIOS", "Abertura", "FormularioDoPasso"]
