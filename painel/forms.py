"""Formulário da busca."""

from __future__ import annotations

from django import forms

from nucleo.forms import FormularioDaCasa


class Busca(FormularioDaCasa, forms.Form):
    """Um termo: nome sem acentos, inscrição ou CPF."""

    q = forms.CharField(
        label="Nome, inscrição ou CPF",
        max_length=200,
        help_text="O CPF, inteiro. O nome, com ou sem acentos, ou só uma parte.",
    )
