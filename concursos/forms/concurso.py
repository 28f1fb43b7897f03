"""Formulários do concurso, do edital em rascunho e dos filtros da lista."""

from __future__ import annotations

from typing import Any

from django import forms

from concursos.consultas import anos_ao_alcance, lei_em_vigor, orgaos_para
from concursos.enums import SituacaoConcurso
from concursos.models import Concurso, Edital
from concursos.servicos import DadosDoConcurso, DadosDoEdital
from nucleo.forms import FormularioDaCasa
from nucleo.models import Orgao, leis_de_cotas
from nucleo.permissoes import Pessoa

A_EM_VIGOR = "em_vigor"
LEI_EM_BRANCO = "Nenhuma em vigor"


class Filtros(FormularioDaCasa, forms.Form):
    """Filtros da lista de concursos; ficam na URL."""

    q = forms.CharField(label="Título, número, banca ou órgão", required=False)
    situacao = forms.ChoiceField(
        label="Situação", required=False, choices=[("", "Todas"), *SituacaoConcurso.choices]
    )
    ano = forms.ChoiceField(label="Ano", required=False)

    def __init__(self, *args: Any, autor: Pessoa, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        anos = [(str(ano), str(ano)) for ano in anos_ao_alcance(autor=autor)]
        self.fields["ano"].choices = [("", "Todos"), *anos]  # type: ignore[attr-defined]

    def valores(self) -> dict[str, str]:
        """Filtros na forma da consulta; o que não vale é ignorado."""
        self.is_valid()
        limpos = self.cleaned_data
        return {
            "termo": limpos.get("q", ""),
            "situacao": limpos.get("situacao", ""),
            "ano": limpos.get("ano", ""),
        }


class FormularioDoConcurso(FormularioDaCasa, forms.ModelForm):  # type: ignore[type-arg]
    """Identificação do concurso."""

    class Meta:
        model = Concurso
        fields = ["titulo", "tipo", "numero", "ano", "banca", "validade_meses"]
        help_texts = {
            "titulo": "Como se diz no dia a dia: “Analistas da Secretaria de Planejamento”.",
            "validade_meses": "Conta da homologação. No máximo 24 (Constituição, art. 37, III).",
            "tipo": "Da espécie depende a lei de cotas: a de Caxias não alcança estágio.",
        }

    def dados(self) -> DadosDoConcurso:
        """Dados já validados, na forma do serviço."""
        return DadosDoConcurso(**{campo: self.cleaned_data[campo] for campo in self.Meta.fields})


class FormularioDoEdital(FormularioDaCasa, forms.ModelForm):  # type: ignore[type-arg]
    """Edital em rascunho."""

    class Meta:
        model = Edital
        fields = ["numero", "lei", "publicado_em", "veiculo"]
        labels = {"publicado_em": "Data da publicação", "veiculo": "Onde se publica"}
        help_texts = {
            "publicado_em": "Prevista, enquanto o edital é rascunho. Dela depende a lei que o rege.",
            "veiculo": "Diário e número. Pode ficar para a hora de publicar.",
            "numero": "Como está impresso: “1/2023 – SEPOG”.",
        }

    lei = forms.ChoiceField(label="Lei de cotas", required=False, choices=[])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["lei"].choices = [("", LEI_EM_BRANCO), *leis_de_cotas()]  # type: ignore[attr-defined]

    def dados(self) -> DadosDoEdital:
        """Dados já validados, na forma do serviço."""
        return DadosDoEdital(**{campo: self.cleaned_data[campo] for campo in self.Meta.fields})


class NovoConcurso(FormularioDoConcurso):
    """Concurso e edital de uma vez: o órgão, a identificação e os dados do edital."""

    orgao = forms.ModelChoiceField(
        label="Órgão", queryset=Orgao.objects.none(), empty_label="Escolha o órgão"
    )
    edital_numero = forms.CharField(
        label="Número do edital", max_length=40, help_text=FormularioDoEdital.Meta.help_texts["numero"]
    )
    lei = forms.ChoiceField(
        label="Lei de cotas", required=False, choices=[], help_text="A que está em vigor na data do edital."
    )
    publicado_em = forms.DateField(
        label="Data prevista da publicação",
        required=False,
        help_text=FormularioDoEdital.Meta.help_texts["publicado_em"],
    )
    field_order = ["orgao", "titulo", "tipo", "numero", "ano", "banca", "validade_meses"]

    def __init__(self, *args: Any, autor: Pessoa, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        orgaos = orgaos_para(autor=autor, acao="concursos.concurso_criar")
        self.fields["orgao"].queryset = orgaos  # type: ignore[attr-defined]
        self.fields["lei"].choices = [  # type: ignore[attr-defined]
            (A_EM_VIGOR, "A que estiver em vigor no município do órgão"),
            ("", LEI_EM_BRANCO),
            *leis_de_cotas(),
        ]
        if len(orgaos) == 1:
            self.initial["orgao"] = orgaos[0].pk

    def do_edital(self) -> DadosDoEdital:
        """Dados do edital, na forma do serviço."""
        limpos = self.cleaned_data
        lei, data, municipio = limpos["lei"], limpos["publicado_em"], limpos["orgao"].municipio
        if lei == A_EM_VIGOR:
            # Sem data prevista, a do município: a publicação confere se está em vigor.
            lei = lei_em_vigor(municipio, data, limpos["tipo"]) if data else municipio.lei
        return DadosDoEdital(numero=limpos["edital_numero"], lei=lei, publicado_em=data)
