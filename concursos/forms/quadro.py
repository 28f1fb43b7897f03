"""Formulários da importação do quadro de cargos: o envio e, vista a prévia, a confirmação."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from django import forms
from django.core import signing

from concursos.models import Edital, Regras
from concursos.servicos import DadosDoCargo, LinhaDoQuadro
from nucleo.forms import FormularioDaCasa

# A prévia vale um dia de trabalho.
_SEGUNDOS = 24 * 60 * 60


class EnvioDoQuadro(FormularioDaCasa, forms.Form):
    """O arquivo e as regras que todos os seus cargos seguem."""

    arquivo = forms.FileField(
        label="Arquivo do quadro",
        help_text="CSV ou XLSX, com uma linha de títulos e um cargo por linha.",
    )
    regras = forms.ModelChoiceField(Regras.objects.none(), label="Regras destes cargos", empty_label=None)

    def __init__(self, *args: Any, edital: Edital, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        regras = self.fields["regras"]
        assert isinstance(regras, forms.ModelChoiceField)
        regras.queryset = edital.regras.all()
        regras.label_from_instance = lambda obj: str(obj.nome)  # type: ignore[method-assign]


class ConfirmacaoDoQuadro(forms.Form):
    """As linhas que a prévia mostrou, assinadas: o que se confirma é o que se viu."""

    quadro = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, edital: Edital, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._edital = edital

    @classmethod
    def das_linhas(cls, edital: Edital, linhas: list[LinhaDoQuadro]) -> ConfirmacaoDoQuadro:
        """Formulário que leva as linhas até a confirmação."""
        conteudo = [[linha.numero, _em_json(linha.dados)] for linha in linhas]
        return cls(
            initial={"quadro": signing.dumps(conteudo, salt=_sal(edital), compress=True)}, edital=edital
        )

    def clean_quadro(self) -> list[LinhaDoQuadro]:
        """As linhas, se são as que a prévia assinou para este edital."""
        try:
            conteudo = signing.loads(self.cleaned_data["quadro"], salt=_sal(self._edital), max_age=_SEGUNDOS)
        except signing.BadSignature:
            raise forms.ValidationError("A prévia já não vale. Envie o arquivo de novo.") from None
        regras = {cada.pk: cada for cada in self._edital.regras.all()}
        if any(dados["regras"] not in regras for _, dados in conteudo):
            raise forms.ValidationError("As regras escolhidas já não existem. Envie o arquivo de novo.")
        return [
            LinhaDoQuadro(numero, DadosDoCargo(**(dados | {"regras": regras[dados["regras"]]})))
            for numero, dados in conteudo
        ]


def _em_json(dados: DadosDoCargo) -> dict[str, Any]:
    """Os dados com a chave das regras em lugar delas."""
    return {campo.name: getattr(dados, campo.name) for campo in fields(dados)} | {"regras": dados.regras.pk}


def _sal(edital: Edital) -> str:
    return f"concursos.quadro.{edital.pk}"
