"""Formulário da notícia que abre o procedimento."""

from __future__ import annotations

from typing import Any

from django import forms

from candidatos.models import Inscricao
from concursos.models import Concurso
from nucleo.forms import FormularioDaCasa
from nucleo.permissoes import Pessoa
from procedimentos.enums import Origem


class Abertura(FormularioDaCasa, forms.Form):
    """De quem é a declaração, de onde vem a notícia e o que diz."""

    concurso = forms.ModelChoiceField(label="Concurso", queryset=Concurso.objects.none())
    numero = forms.CharField(
        label="Inscrição", max_length=40, help_text="Com os zeros à esquerda. Apura-se uma declaração só."
    )
    origem = forms.ChoiceField(label="De onde vem a notícia", choices=Origem.choices)
    de_quem = forms.CharField(
        label="Quem denuncia, ou o ofício",
        max_length=200,
        required=False,
        help_text="Em branco só na denúncia anônima.",
    )
    conhecido_em = forms.DateField(
        label="Quando a administração soube", help_text="Daqui se conta a decadência."
    )
    fatos = forms.CharField(label="Fatos", widget=forms.Textarea(attrs={"rows": 5}))
    fatos_novos = forms.CharField(
        label="O que há de novo",
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Só se esta declaração já foi julgada: os mesmos fatos não se julgam de novo.",
    )
    arquivo = forms.FileField(label="Anexo", required=False, help_text="PDF, PNG ou JPEG, até 50 MB.")

    def __init__(self, *args: Any, autor: Pessoa, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chaves = autor.orgaos()
        todos = Concurso.objects.select_related("orgao").order_by("-ano", "-numero")
        campo = self.fields["concurso"]
        assert isinstance(campo, forms.ModelChoiceField)
        campo.queryset = todos if chaves is None else todos.filter(orgao__in=chaves)

    def clean(self) -> dict[str, Any]:
        """Troca concurso e número pela inscrição."""
        dados = super().clean() or self.cleaned_data
        numero, concurso = dados.get("numero", "").strip(), dados.get("concurso")
        if not numero or concurso is None:
            return dados
        achada = Inscricao.objects.filter(edital__concurso=concurso, numero=numero).first()
        if achada is None:
            self.add_error("numero", "Não há esta inscrição neste concurso. Confira o número.")
        return {**dados, "inscricao": achada}

    def argumentos(self) -> dict[str, Any]:
        """O que o serviço recebe; só com o formulário válido."""
        return {k: v for k, v in self.cleaned_data.items() if k not in ("concurso", "numero")}
