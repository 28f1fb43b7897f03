"""Formulários da exportação: nas colunas de um layout, e o das listas da administração."""

from __future__ import annotations

from typing import Any

from django import forms
from import_export.forms import ExportForm

from candidatos.consultas.exportacao import importacoes_carregadas, layouts_do_edital
from candidatos.models import Importacao, LayoutImportacao
from candidatos.servicos.exportacao import FormatoDeSaida
from concursos.models import Cargo, Edital
from nucleo.forms import FormularioDaCasa


class ExportacaoNoLayout(FormularioDaCasa, forms.Form):
    """De que layout ou arquivo são as colunas, de que cargo as linhas, e em que formato."""

    origem = forms.ChoiceField(
        label="Colunas",
        help_text="As de um arquivo já carregado, ou as de um layout lembrado.",
    )
    cargo = forms.ModelChoiceField(
        Cargo.objects.none(),
        label="Cargo",
        required=False,
        empty_label="Todos, ou o do arquivo",
        help_text="Escolha um se as colunas não dizem o cargo.",
    )
    formato = forms.ChoiceField(
        label="Formato",
        choices=[(FormatoDeSaida.CSV.value, "CSV"), (FormatoDeSaida.XLSX.value, "Planilha XLSX")],
    )

    def __init__(self, *args: Any, edital: Edital, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.edital = edital
        arquivos = {f"importacao-{cada.pk}": cada for cada in importacoes_carregadas(edital)}
        layouts = {f"layout-{cada.pk}": cada for cada in layouts_do_edital(edital)}
        self._origens: dict[str, LayoutImportacao | Importacao] = {**arquivos, **layouts}
        origem, cargo = self.fields["origem"], self.fields["cargo"]
        assert isinstance(origem, forms.ChoiceField)
        assert isinstance(cargo, forms.ModelChoiceField)
        origem.choices = [
            ("Arquivos carregados", [(chave, cada.nome_original) for chave, cada in arquivos.items()]),
            ("Layouts", [(chave, str(cada)) for chave, cada in layouts.items()]),
        ]
        cargo.queryset = Cargo.objects.filter(edital=edital).order_by("codigo")
        cargo.label_from_instance = lambda obj: f"{obj.codigo} – {obj}"  # type: ignore[method-assign]

    @property
    def ha_origens(self) -> bool:
        """Se há de onde tirar as colunas."""
        return bool(self._origens)

    def escolhas(self) -> dict[str, Any]:
        """Argumentos do serviço, já validados."""
        return {
            "origem": self._origens[self.cleaned_data["origem"]],
            "cargo": self.cleaned_data["cargo"],
            "formato": FormatoDeSaida(self.cleaned_data["formato"]),
        }


class ExportacaoDaLista(ExportForm):  # type: ignore[misc]
    """O que se exporta, se há mais de um recurso, e em que formato."""

    export_items = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["resource"].label = "O que exportar"
        self.fields["format"].label = "Formato"
        # O primeiro já vem escolhido, em lugar de uma linha de traços.
        self.fields["format"].choices = [cada for cada in self.fields["format"].choices if cada[0]]
