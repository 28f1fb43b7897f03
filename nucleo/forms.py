"""Formulários do núcleo e o jeito comum de todos: rótulo acima, ajuda abaixo, erros em cima."""

from __future__ import annotations

from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm


def ajudante(metodo: str = "post") -> FormHelper:
    """Opções do crispy comuns à casa: o `<form>`, o token e o resumo de erros são do template."""
    auxiliar = FormHelper()
    auxiliar.form_tag = False
    auxiliar.disable_csrf = True
    auxiliar.form_show_errors = True
    auxiliar.form_method = metodo
    return auxiliar


class FormularioDaCasa:
    """Acrescenta `helper` a um formulário e troca por nativos os campos de data.

    Vem antes da classe do Django: `class DadosDoEdital(FormularioDaCasa, forms.ModelForm)`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = ajudante()
        for campo in self.fields.values():  # type: ignore[attr-defined]
            if type(campo) is forms.DateField:
                campo.widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
                campo.input_formats = ["%Y-%m-%d", "%d/%m/%Y"]


class Entrada(FormularioDaCasa, AuthenticationForm):
    """Usuário e senha."""

    error_messages = {
        "invalid_login": "Usuário ou senha não conferem. Confira as maiúsculas e tente de novo.",
        "inactive": "Este usuário está desativado. Procure quem administra o sistema.",
    }


class TrocaDeSenha(FormularioDaCasa, PasswordChangeForm):
    """Senha atual e, duas vezes, a nova."""


class FiltrosDaTrilha(FormularioDaCasa, forms.Form):
    """Filtros da trilha, todos facultativos, levados no endereço da página."""

    autor = forms.CharField(label="Pessoa", required=False)
    acao = forms.ChoiceField(label="Ação", required=False)
    objeto = forms.CharField(label="Objeto", required=False)
    desde = forms.DateField(label="De", required=False)
    ate = forms.DateField(label="Até", required=False)

    def __init__(self, *args: Any, acoes: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        campo = self.fields["acao"]
        assert isinstance(campo, forms.ChoiceField)
        campo.choices = [("", "Todas"), *((acao, acao) for acao in acoes)]
        self.helper.form_method = "get"

    def em_palavras(self) -> str:
        """Os filtros em uso numa frase, como sai impressa; vazia se nenhum."""
        partes = [f"{campo.label.lower()}: {campo.data}" for campo in self if campo.data and not campo.errors]
        return "; ".join(partes)
