"""Formulário do cargo: a pessoa digita o quadro impresso, e a lei lhe propõe o seu."""

from __future__ import annotations

from typing import Any

from crispy_forms.layout import HTML, Column, Fieldset, Layout, Row
from django import forms

from concursos.consultas import QuadroDoCargo, quadro_do_cargo
from concursos.models import Cargo, Edital
from concursos.servicos import DadosDoCargo
from nucleo.forms import FormularioDaCasa

CAMPOS_DO_QUADRO = ["vagas", "vagas_ampla", "vagas_cotas", "vagas_pcd"]


class FormularioDoCargo(FormularioDaCasa, forms.ModelForm):  # type: ignore[type-arg]
    """Cargo ou opção de vaga, com o seu quadro."""

    class Meta:
        model = Cargo
        fields = [
            "codigo",
            "nome",
            "especialidade",
            "localidade",
            "regras",
            "cadastro_reserva",
            *CAMPOS_DO_QUADRO,
            "requisito",
            "vencimento",
            "carga_horaria",
        ]
        labels = {
            "vagas": "Total",
            "vagas_ampla": "Ampla",
            "vagas_cotas": "Cota",
            "vagas_pcd": "PcD",
        }
        help_texts = {
            "codigo": "Como o edital o identifica. É o que se procura no arquivo da banca.",
            "especialidade": "Se o edital divide o cargo.",
            "localidade": "Se o edital divide o cargo.",
            "requisito": "Sai no ato de nomeação.",
        }
        widgets = {"requisito": forms.Textarea(attrs={"rows": 2})}

    def __init__(self, *args: Any, edital: Edital, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.edital = edital
        self.instance.edital = edital
        regras = self.fields["regras"]
        regras.queryset = edital.regras.all()  # type: ignore[attr-defined]
        regras.label_from_instance = lambda cada: cada.nome  # type: ignore[attr-defined]
        regras.empty_label = None  # type: ignore[attr-defined]
        self.helper.layout = Layout(
            Fieldset(
                "Identificação",
                Row(Column("codigo", css_class="col-md-3"), Column("nome", css_class="col-md-9")),
                Row(
                    Column("especialidade", css_class="col-md-6"), Column("localidade", css_class="col-md-6")
                ),
                Row(Column("regras", css_class="col-md-6")),
            ),
            Fieldset(
                "Quadro de vagas, como impresso no edital",
                Row(*[Column(campo, css_class="col-6 col-md-3") for campo in CAMPOS_DO_QUADRO]),
                HTML(
                    '<p><button type="submit" name="calcular" value="1" formnovalidate '
                    'class="btn btn-outline-primary">Calcular quadro</button></p>'
                    '{% include "concursos/_proposta.html" %}'
                ),
                "cadastro_reserva",
            ),
            Fieldset(
                "Para o ato de nomeação",
                "requisito",
                Row(
                    Column("vencimento", css_class="col-md-6"), Column("carga_horaria", css_class="col-md-6")
                ),
            ),
        )

    def dados(self) -> DadosDoCargo:
        """Dados já validados, na forma do serviço."""
        return DadosDoCargo(**{campo: self.cleaned_data[campo] for campo in self.Meta.fields})

    def proposta(self) -> QuadroDoCargo | None:
        """Quadro que a lei dá ao total e às regras informados; nulo enquanto não bastam para calcular."""
        total = self._informado("vagas")
        regras = self.edital.regras.filter(pk=self._informado("regras") or 0).first()
        if total is None or regras is None:
            return None
        return quadro_do_cargo(Cargo(edital=self.edital, regras=regras, vagas=total))

    def _informado(self, campo: str) -> int | None:
        texto = str(self[campo].value() if self[campo].value() is not None else "").strip()
        return int(texto) if texto.isdecimal() else None

    def com_a_proposta(self) -> FormularioDoCargo:
        """O mesmo formulário, ainda sem conferir, com o quadro da lei nos campos."""
        valores = {campo: self[campo].value() for campo in self.fields}
        proposta = self.proposta()
        if proposta is not None and proposta.da_lei is not None:
            lei = proposta.da_lei
            valores |= {"vagas_ampla": lei.ampla, "vagas_cotas": lei.cotas, "vagas_pcd": lei.pcd}
        return FormularioDoCargo(initial=valores, edital=self.edital, instance=Cargo(pk=self.instance.pk))


class FormularioDoQuadro(FormularioDaCasa, forms.ModelForm):  # type: ignore[type-arg]
    """Só o quadro de um cargo: acompanha a retificação das regras que o determinam."""

    class Meta:
        model = Cargo
        fields = CAMPOS_DO_QUADRO
        labels = FormularioDoCargo.Meta.labels

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper.layout = Layout(
            Row(*[Column(campo, css_class="col-6 col-md-3") for campo in CAMPOS_DO_QUADRO])
        )

    def dados(self) -> DadosDoCargo:
        """Dados do cargo inteiro: os do quadro informado, os demais como estão."""
        outros = {
            campo: getattr(self.instance, campo)
            for campo in FormularioDoCargo.Meta.fields
            if campo not in CAMPOS_DO_QUADRO
        }
        return DadosDoCargo(**outros, **{campo: self.cleaned_data[campo] for campo in CAMPOS_DO_QUADRO})
