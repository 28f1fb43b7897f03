"""Formulários de desfazer uma carga e de retificar o resultado."""

from __future__ import annotations

from typing import Any

from django import forms

from candidatos.consultas.comparacao_do_resultado import Efeito
from candidatos.servicos.desfazer import MOTIVO_MAXIMO
from concursos.models import Cargo
from nucleo.forms import FormularioDaCasa


class MotivoDeDesfazer(FormularioDaCasa, forms.Form):
    """Por que a carga se desfaz."""

    motivo = forms.CharField(
        label="Motivo",
        max_length=MOTIVO_MAXIMO,
        help_text="Fica na trilha: “A banca mandou o arquivo errado e já o substituiu”.",
    )


class Retificacao(FormularioDaCasa, forms.Form):
    """Data, publicação e motivo do ato que retifica o resultado homologado."""

    publicada_em = forms.DateField(label="Data da retificação", help_text="A da publicação.")
    veiculo = forms.CharField(
        label="Onde foi publicada",
        max_length=200,
        help_text="Como sai nos atos: “Diário Oficial do Município nº 17.240, de 11/03/2024”.",
    )
    motivo = forms.CharField(
        label="Motivo",
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="O que se corrigiu e por quê: “Recurso provido contra a questão 31 da prova objetiva”.",
    )
    conferi = forms.BooleanField(
        label="Conferi o que a retificação faz a quem já foi chamado",
        error_messages={"required": "Confira antes o que a retificação faz a quem já foi chamado."},
    )

    def __init__(self, *args: Any, ha_chamados: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not ha_chamados:
            del self.fields["conferi"]

    def ato(self) -> dict[str, Any]:
        """O que o serviço recebe."""
        return {campo: self.cleaned_data[campo] for campo in ("publicada_em", "veiculo", "motivo")}


EFEITOS = {
    Efeito.APROVADO: "Passa a aprovado",
    Efeito.DEIXA: "Deixa de ser aprovado",
    Efeito.SOBE: "Sobe",
    Efeito.DESCE: "Desce",
    Efeito.MESMO: "Fica no mesmo lugar",
}


class FiltrosDaComparacao(FormularioDaCasa, forms.Form):
    """Cargo e efeito, no endereço da página; sem cargo, o primeiro."""

    cargo = forms.ModelChoiceField(
        label="Cargo", queryset=Cargo.objects.none(), required=False, empty_label=None
    )
    efeito = forms.ChoiceField(label="Quem", required=False)

    def __init__(self, *args: Any, cargos: list[Cargo], inteira: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        escolhas = [("", "Todos os que mudam"), *((efeito.value, nome) for efeito, nome in EFEITOS.items())]
        if inteira:
            escolhas.append(("todos", "A lista inteira"))
        efeito, cargo = self.fields["efeito"], self.fields["cargo"]
        assert isinstance(efeito, forms.ChoiceField)
        assert isinstance(cargo, forms.ModelChoiceField)
        efeito.choices = escolhas
        cargo.queryset = Cargo.objects.filter(pk__in=[cada.pk for cada in cargos]).order_by("codigo")
        cargo.label_from_instance = lambda obj: f"{obj.codigo} – {obj}"  # type: ignore[method-assign]

    def escolhas(self) -> tuple[Cargo | None, str, bool]:
        """Cargo, efeito ("" para todos) e se é a lista inteira; o que não se entende não filtra."""
        self.is_valid()
        efeito = self.cleaned_data.get("efeito", "")
        return self.cleaned_data.get("cargo"), "" if efeito == "todos" else efeito, efeito == "todos"
