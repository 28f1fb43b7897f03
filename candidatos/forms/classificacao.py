"""Formulários da homologação, da prorrogação, do sorteio e da busca."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from django import forms

from candidatos.consultas.busca import parece_cpf
from candidatos.consultas.homologacao import CargoAHomologar
from candidatos.models import Candidatura
from concursos.models import Cargo
from nucleo.forms import FormularioDaCasa


class CargosAHomologar(forms.CheckboxSelectMultiple):
    """Uma caixa por cargo; as dos que não podem ser homologados não se marcam."""

    def __init__(self, impedidos: Container[str]) -> None:
        super().__init__()
        self._impedidos = impedidos

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """A opção do Django, desligada se o cargo está impedido."""
        opcao: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        if str(value) in self._impedidos:
            opcao["attrs"]["disabled"] = True
        return opcao


class Homologacao(FormularioDaCasa, forms.Form):
    """Os cargos, a data e a publicação do ato que torna o resultado oficial.

    Vêm marcados todos os cargos que se podem homologar; o impedido diz no rótulo o que lhe falta.
    """

    cargos = forms.MultipleChoiceField(
        label="Cargos que se homologam",
        help_text="Os que ficarem de fora homologam-se depois; cada um conta a validade da sua homologação.",
        error_messages={"required": "Escolha ao menos um cargo para homologar."},
    )
    homologado_em = forms.DateField(
        label="Data da homologação", help_text="A da publicação: dela se conta a validade."
    )
    veiculo = forms.CharField(
        label="Onde foi publicada",
        max_length=200,
        help_text="Como sai nos atos: “Diário Oficial do Município nº 17.234, de 01/03/2024”.",
    )

    def __init__(self, *args: Any, cargos: Sequence[CargoAHomologar], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._cargos = {str(cada.cargo.pk): cada for cada in cargos}
        campo = self.fields["cargos"]
        assert isinstance(campo, forms.MultipleChoiceField)
        campo.widget = CargosAHomologar({pk for pk, cada in self._cargos.items() if cada.impedimentos})
        campo.choices = [(pk, _rotulo(cada)) for pk, cada in self._cargos.items()]
        campo.initial = [pk for pk, cada in self._cargos.items() if not cada.impedimentos]

    def clean_cargos(self) -> list[Cargo]:
        """Os cargos marcados."""
        return [self._cargos[pk].cargo for pk in self.cleaned_data["cargos"]]


def _rotulo(cada: CargoAHomologar) -> str:
    nome = f"{cada.cargo.codigo} – {cada.cargo}"
    return f"{nome} ({' '.join(item.falta for item in cada.impedimentos)})" if cada.impedimentos else nome


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
