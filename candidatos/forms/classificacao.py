"""Formulários da homologação, da prorrogação, do sorteio e da busca."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from candidatos.consultas.busca import parece_cpf
from candidatos.models import Candidatura
from nucleo.forms import FormularioDaCasa


class Homologacao(FormularioDaCasa, forms.Form):
    """Data e publicação do ato que torna o resultado oficial."""

    homologado_em = forms.DateField(
        label="Data da homologação", help_text="A da publicação: dela se conta a validade."
    )
    veiculo = forms.CharField(
        label="Onde foi publicada",
        max_length=200,
        help_text="Como sai nos atos: “Diário Oficial do Município nº 17.234, de 01/03/2024”.",
    )


class Prorrogacao(FormularioDaCasa, forms.Form):
    """Data e ato que prorroga a validade."""

    decidido_em = forms.DateField(label="Data da decisão")
    ato = forms.CharField(label="Ato que prorroga", max_length=200, help_text="Número, data e publicação.")


class RegistroDoSorteio(FormularioDaCasa, forms.Form):
    """Um número por empatado, a data e a ata do sorteio."""

    realizado_em = forms.DateField(label="Data do sorteio")
    ata = forms.CharField(label="Ata do sorteio", max_length=200, help_text="Número e publicação da ata.")

    def __init__(self, *args: Any, grupos: Sequence[Sequence[Candidatura]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._grupos = grupos
        for candidatura in (cada for grupo in grupos for cada in grupo):
            inscricao = candidatura.inscricao
            self.fields[self._nome(candidatura)] = forms.IntegerField(
                label=f"Número sorteado de {inscricao.numero}, {inscricao.candidato}",
                min_value=1,
                widget=forms.NumberInput(attrs={"class": "form-control"}),
            )

    @staticmethod
    def _nome(candidatura: Candidatura) -> str:
        return f"numero_{candidatura.pk}"

    def grupos(self) -> list[list[tuple[Candidatura, forms.BoundField]]]:
        """Os empates, cada candidatura com o seu campo."""
        return [[(cada, self[self._nome(cada)]) for cada in grupo] for grupo in self._grupos]

    def numeros(self) -> dict[int, int]:
        """Número dado a cada candidatura; só com o formulário válido."""
        return {cada.pk: self.cleaned_data[self._nome(cada)] for grupo in self._grupos for cada in grupo}


class BuscaDeCandidatos(FormularioDaCasa, forms.Form):
    """Busca da página de candidatos, no endereço: por isso sem CPF (docs/decisoes/0007)."""

    q = forms.CharField(label="Nome ou inscrição", required=False, max_length=120)

    def clean_q(self) -> str:
        """O termo; CPF não se procura pelo endereço."""
        termo: str = self.cleaned_data["q"]
        if parece_cpf(termo):
            raise forms.ValidationError(
                "O CPF não se procura aqui, porque o endereço da página fica guardado no histórico. "
                "Escreva-o na busca do alto da página."
            )
        return termo
