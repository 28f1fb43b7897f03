"""Formulários dos layouts de importação: nome e arquivo exportado."""

from __future__ import annotations

from typing import Any

from django import forms

from candidatos.servicos.conteudo_do_layout import NOME_MAXIMO
from nucleo.forms import FormularioDaCasa
from nucleo.models import Orgao
from nucleo.permissoes import Pessoa


class NomeDoLayout(FormularioDaCasa, forms.Form):
    """O nome com que o layout aparece e com que a linha de comando o chama."""

    nome = forms.CharField(label="Nome do layout", max_length=NOME_MAXIMO)


class ArquivoDeLayout(FormularioDaCasa, forms.Form):
    """Um layout exportado e o órgão em que entra; o conteúdo é examinado pelo serviço."""

    orgao = forms.ModelChoiceField(
        label="Órgão", queryset=Orgao.objects.none(), empty_label="escolha o órgão"
    )
    arquivo = forms.FileField(
        label="Arquivo do layout",
        help_text="O arquivo JSON que “Exportar” gravou, aqui ou noutra instalação.",
        widget=forms.FileInput(attrs={"accept": ".json"}),
        error_messages={"required": "Escolha o arquivo do layout."},
    )

    def __init__(self, *args: Any, autor: Pessoa, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        campo = self.fields["orgao"]
        assert isinstance(campo, forms.ModelChoiceField)
        permitidos = [
            orgao.pk for orgao in Orgao.objects.all() if autor.pode("candidatos.layout_importar", orgao)
        ]
        campo.queryset = Orgao.objects.filter(pk__in=permitidos)
        if len(permitidos) == 1:
            campo.initial = permitidos[0]
