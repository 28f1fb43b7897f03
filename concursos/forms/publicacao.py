"""Formulários da publicação do edital e da retificação."""

from __future__ import annotations

from typing import Any

from django import forms

from concursos.models import Edital
from nucleo.forms import FormularioDaCasa


class Publicacao(FormularioDaCasa, forms.Form):
    """Data e veículo; o número do edital, digitado, confirma o que não se desfaz."""

    publicado_em = forms.DateField(label="Data da publicação")
    veiculo = forms.CharField(
        label="Onde foi publicado",
        max_length=200,
        help_text="Diário e número: “Diário Oficial do Município nº 18.000”.",
    )
    confirmacao = forms.CharField(label="Número do edital, para confirmar", max_length=40)

    def __init__(self, *args: Any, edital: Edital, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.edital = edital
        self.fields[
            "confirmacao"
        ].help_text = f"Digite “{edital.numero}”. Publicado, o edital só muda por retificação."

    def clean_confirmacao(self) -> str:
        """O número digitado tem de ser o do edital."""
        digitado = str(self.cleaned_data["confirmacao"]).strip()
        if digitado != self.edital.numero:
            raise forms.ValidationError(
                f"O número digitado não é o do edital. Digite “{self.edital.numero}”."
            )
        return digitado


class DadosDaRetificacao(FormularioDaCasa, forms.Form):
    """Quando, onde e por que se retifica."""

    publicada_em = forms.DateField(label="Data da publicação da retificação")
    veiculo_da_retificacao = forms.CharField(label="Onde foi publicada", max_length=200)
    motivo = forms.CharField(label="Motivo", widget=forms.Textarea(attrs={"rows": 2}))
    justificativa = forms.CharField(
        label="Justificativa dos achados",
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Só se, retificado, o edital ficar com achado que se tenha de justificar, como o "
        "fracionamento das vagas.",
    )


class Justificativa(FormularioDaCasa, forms.Form):
    """O que se escreve de um achado; `chave` diz qual; `conferida_em`, para que data de publicação."""

    chave = forms.CharField(max_length=300)
    conferida_em = forms.DateField(required=False)
    texto = forms.CharField()
