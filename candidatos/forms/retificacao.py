"""Formulários de desfazer uma carga e de retificar o resultado."""

from __future__ import annotations

from django import forms

from candidatos.servicos.desfazer import MOTIVO_MAXIMO
from nucleo.forms import FormularioDaCasa


class MotivoDeDesfazer(FormularioDaCasa, forms.Form):
    """Por que a carga se desfaz."""

    motivo = forms.CharField(
        label="Motivo",
        max_length=MOTIVO_MAXIMO,
        help_text="Fica na trilha: “A banca mandou o arquivo errado e já o substituiu”.",
    )
