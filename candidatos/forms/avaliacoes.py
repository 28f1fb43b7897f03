"""Formulário do resultado da heteroidentificação ou da avaliação biopsicossocial."""

from __future__ import annotations

from typing import Any

from django import forms

from candidatos.enums import ResultadoDaAvaliacao
from nucleo.forms import FormularioDaCasa

NUMEROS = "Uma por linha, ou separadas por espaço, vírgula ou ponto e vírgula."


class ResultadoDasAvaliacoes(FormularioDaCasa, forms.Form):
    """As inscrições de cada resultado, quem avaliou e o documento."""

    data = forms.DateField(label="Data da avaliação")  # type: ignore[assignment]
    decidido_por = forms.CharField(
        label="Comissão ou equipe", max_length=200, help_text="Como se identifica na ata."
    )
    documento = forms.CharField(
        label="Documento", max_length=200, help_text="“Ata nº 3/2026 da comissão, de 10/03/2026”."
    )
    confirmada = forms.CharField(
        label="Inscrições confirmadas", required=False, help_text=NUMEROS, widget=forms.Textarea({"rows": 5})
    )
    nao_confirmada = forms.CharField(
        label="Inscrições não confirmadas",
        required=False,
        help_text=NUMEROS,
        widget=forms.Textarea({"rows": 3}),
    )
    ausente = forms.CharField(
        label="Inscrições de quem não compareceu",
        required=False,
        help_text=NUMEROS,
        widget=forms.Textarea({"rows": 3}),
    )
    em_recurso = forms.BooleanField(
        label="É decisão de recurso contra a avaliação",
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
    )

    def clean(self) -> dict[str, Any]:
        """Monta `resultados`: número da inscrição → resultado. Inscrição em dois resultados é erro."""
        dados = super().clean() or self.cleaned_data
        self.resultados: dict[str, ResultadoDaAvaliacao] = {}
        for resultado in ResultadoDaAvaliacao:
            for numero in _separar(dados.get(resultado.value, "")):
                if self.resultados.setdefault(numero, resultado) is not resultado:
                    self.add_error(resultado.value, f"A inscrição {numero} está em dois resultados.")
        if not self.resultados:
            self.add_error(None, "Escreva ao menos uma inscrição.")
        return dados


def _separar(texto: str) -> list[str]:
    return texto.replace(",", " ").replace(";", " ").split()
