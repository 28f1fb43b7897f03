"""Formulário do envio do arquivo da banca."""

from __future__ import annotations

from django import forms
from django.conf import settings

from nucleo.forms import FormularioDaCasa

LIMITE = settings.NOMEIA_TAMANHO_MAXIMO // (1024 * 1024)


class EnvioDeArquivo(FormularioDaCasa, forms.Form):
    """O arquivo da banca; o conteúdo é examinado pelo serviço."""

    arquivo = forms.FileField(
        label="Arquivo da banca",
        allow_empty_file=True,
        help_text=f"CSV, XLSX ou ODS, de até {LIMITE} MB, como veio da banca: não é preciso mudar nada nele.",
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx,.ods"}),
        error_messages={"required": "Escolha o arquivo que a banca mandou."},
    )
