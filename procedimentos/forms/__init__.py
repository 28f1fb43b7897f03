"""Formulários dos procedimentos: um por passo do rito."""

from procedimentos.forms.abertura import Abertura
from procedimentos.forms.base import FormularioDoPasso
from procedimentos.forms.passos import FORMULARIOS

__all__ = ["FORMULARIOS", "Abertura", "FormularioDoPasso"]
