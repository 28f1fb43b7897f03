"""Formulário da busca."""

from __future__ import annotations

import re

from django import forms

from nucleo.forms import FormularioDaCasa

ALGARISMOS_DO_CPF = 11
# Só algarismos e a pontuação de um CPF, onze algarismos ao todo.
FORMA_DE_CPF = re.compile(r"[\d.\-\s]+")


class Busca(FormularioDaCasa, forms.Form):
    """Um termo: nome sem acentos, inscrição ou CPF."""

    q = forms.CharField(
        label="Nome, inscrição ou CPF",
        max_length=200,
        help_text="O CPF, inteiro. O nome, com ou sem acentos, ou só uma parte.",
    )


def parece_cpf(termo: str) -> bool:
    """Se o termo tem a forma de um CPF: onze algarismos, com ou sem pontos e traço."""
    return bool(FORMA_DE_CPF.fullmatch(termo)) and len(re.sub(r"\D", "", termo)) == ALGARISMOS_DO_CPF
