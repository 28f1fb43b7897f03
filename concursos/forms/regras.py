"""Formulário das regras: provas, cadeia de desempate, série, dupla contagem e PcD.

A nota final e os critérios de desempate apontam a prova pela sua linha no formulário: assim se
escolhem antes mesmo de as provas estarem gravadas, e mudar o nome de uma não desfaz a escolha.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from crispy_forms.layout import HTML, Column, Fieldset, Layout, Row
from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.urls import reverse_lazy
from django.utils.functional import lazy
from django.utils.html import format_html

from concursos.consultas import CRITERIOS_SEM_PROVA, SENTIDOS, decimal_lido
from concursos.models import Regras
from concursos.servicos import DadosDasRegras
from nucleo.forms import FormularioDaCasa

LINHAS_A_MAIS = 3
LINHAS_NO_MINIMO = 5
LINHAS_NO_MAXIMO = 20
CRITERIOS_NO_MAXIMO = 8
CAMPOS_DE_CRITERIO = [f"criterio_{ordem}" for ordem in range(1, CRITERIOS_NO_MAXIMO + 1)]


def _explicacao(frase: str, ancora: str) -> Any:
    """Uma frase sobre a interpretação e o caminho para a explicação inteira."""

    def montar() -> str:
        return format_html(
            '{} <a href="{}#{}">Ler a interpretação</a>.',
            frase,
            reverse_lazy("concursos:interpretacoes"),
            ancora,
        )

    return lazy(montar, str)()


def numeros_da_lista(texto: str) -> list[int]:
    """Lê "4, 9, 14": números separados por vírgula, ponto e vírgula ou espaço; `ValidationError` se não."""
    partes = [parte for parte in re.split(r"[\s,;]+", texto.strip()) if parte]
    estranhas = [parte for parte in partes if not parte.isdecimal()]
    if estranhas:
        raise forms.ValidationError(f"“{estranhas[0]}” não é um número de vaga. Escreva como em 4, 9, 14.")
    return [int(parte) for parte in partes]


def chave_do_nome(nome: str) -> str:
    """Chave de uma prova a partir do nome: "Conhecimentos específicos" → "conhecimentos_especificos"."""
    decomposto = unicodedata.normalize("NFKD", nome.casefold())
    sem_acentos = "".join(letra for letra in decomposto if not unicodedata.combining(letra))
    chave = re.sub(r"[^a-z0-9]+", "_", sem_acentos).strip("_")[:40]
    return chave if chave[:1].isalpha() else f"prova_{chave}"[:40].rstrip("_")


BARREIRAS = ("barreira_geral", "barreira_cotas", "barreira_pcd")


class Prova(FormularioDaCasa, forms.Form):
    """Uma linha da lista de provas; em branco, não conta."""

    chave = forms.CharField(required=False, widget=forms.HiddenInput)
    nome = forms.CharField(label="Prova ou nota", required=False, max_length=80)
    minima = forms.CharField(label="Nota mínima", required=False, max_length=12)
    maxima = forms.CharField(label="Nota máxima", required=False, max_length=12)
    negativa = forms.BooleanField(label="Admite nota negativa", required=False)

    def clean_minima(self) -> str:
        """Nota mínima na forma canônica, com ponto."""
        return _decimal_canonico(self.cleaned_data["minima"])

    def clean_maxima(self) -> str:
        """Nota máxima na forma canônica, com ponto."""
        return _decimal_canonico(self.cleaned_data["maxima"])

    def clean(self) -> dict[str, Any]:
        """Uma linha com nota mas sem nome não diz de que prova é."""
        limpos = super().clean() or {}
        if not limpos.get("nome") and any(limpos.get(campo) for campo in ("minima", "maxima", "negativa")):
            self.add_error("nome", "Diga de que prova são estas notas, ou apague-as.")
        return limpos


def _decimal_canonico(texto: str) -> str:
    if not texto:
        return ""
    try:
        return str(decimal_lido(texto))
    except ValueError as erro:
        raise forms.ValidationError(f"{erro} Escreva como em 50 ou 7,5.") from None


def _com_virgula(texto: str) -> str:
    return texto.replace(".", ",")


Provas = forms.formset_factory(Prova, extra=0, max_num=LINHAS_NO_MAXIMO, absolute_max=LINHAS_NO_MAXIMO)


def provas_iniciais(regras: Regras | None) -> list[dict[str, Any]]:
    """Linhas do formulário: as provas das regras e algumas em branco."""
    linhas: list[dict[str, Any]] = [
        {
            "chave": prova["chave"],
            "nome": prova["nome"],
            "minima": _com_virgula(prova.get("minima", "")),
            "maxima": _com_virgula(prova.get("maxima", "")),
            "negativa": prova.get("negativa", False),
        }
        for prova in (regras.provas if regras else [])
    ]
    desejadas = max(LINHAS_NO_MINIMO, len(linhas) + LINHAS_A_MAIS)
    return linhas + [{} for _ in range(min(desejadas, LINHAS_NO_MAXIMO) - len(linhas))]


class FormularioDasRegras(FormularioDaCasa, forms.ModelForm):  # type: ignore[type-arg]
    """Tudo das regras, menos as provas, que são linhas à parte (`Provas`)."""

    nota_final_linha = forms.ChoiceField(
        label="Nota final", required=False, help_text="A que ordena a lista. É uma das linhas acima."
    )
    etapas_texto = forms.CharField(
        label="Etapas apto/inapto",
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Uma por linha, como “Exame de saúde”. Quem ficou inapto numa delas não é aprovado.",
    )
    serie_texto = forms.CharField(
        label="Vagas da cota impressas no edital",
        required=False,
        help_text="Só com a lista impressa: os números das vagas, como em 4, 9, 14.",
    )
    pcd_texto = forms.CharField(
        label="Vagas de PcD impressas no edital",
        required=False,
        help_text="Em branco: distribuídas na proporção. Senão, os números, como em 5, 21.",
    )

    class Meta:
        model = Regras
        fields = [
            "nome",
            "data_referencia_idade",
            "desempate_justificativa",
            "serie",
            "serie_justificativa",
            "dupla_contagem",
            "colisao",
            "limiar",
            "resto_caxias",
            "pcd_percentual",
            "pcd_arredondamento",
            "pcd_teto",
            "pcd_minimo",
            "pcd_fonte",
            "pcd_ausencia_justificativa",
            "barreira_geral",
            "barreira_cotas",
            "barreira_pcd",
            "heteroidentificacao",
            "heteroidentificacao_fonte",
            "nao_confirmacao",
            "biopsicossocial",
        ]
        labels = {
            "serie": "Ordem das vagas reservadas",
            "dupla_contagem": "Cotista classificado dentro da ampla",
            "colisao": "Vaga que seria da cota e de PcD",
            "limiar": "Limiar de três vagas (Fortaleza)",
            "resto_caxias": "Sobra das quintas vagas (Caxias)",
            "pcd_percentual": "Percentual (%)",
            "pcd_arredondamento": "Arredondamento",
            "pcd_teto": "Teto (%)",
            "pcd_minimo": "Só a partir de quantas vagas",
            "pcd_fonte": "De onde vem a reserva",
            "barreira_geral": "Lista geral, até o lugar",
            "barreira_cotas": "Lista da cota, até o lugar",
            "barreira_pcd": "Lista de PcD, até o lugar",
            "nao_confirmacao": "Quem a comissão não confirma",
        }
        help_texts = {
            "nome": "Um edital pode ter mais de um conjunto de regras: dê a cada um o seu nome.",
            "data_referencia_idade": "Dia em que se medem os 60 anos.",
            "serie": _explicacao("Diz qual é o número de cada vaga reservada na ordem de nomeação.", "serie"),
            "dupla_contagem": _explicacao(
                "Diz se quem tem nota para a ampla gasta, ou não, uma vaga reservada.", "dupla-contagem"
            ),
            "colisao": _explicacao("A vaga fica com a cota; a de PcD passa à livre mais próxima.", "colisao"),
            "limiar": _explicacao(
                "Diz sobre que vagas se conta o mínimo de três do art. 1º, § 1º.", "limiar"
            ),
            "resto_caxias": _explicacao(
                "Quando 20% dão uma vaga a mais que as quintas, a quinta seguinte é antecipada ou não.",
                "resto-caxias",
            ),
            "pcd_fonte": "A lei ou o decreto que fixa o percentual, com o artigo.",
            "barreira_geral": "Quem empata na nota com o último fica. Em branco, não há barreira.",
            "heteroidentificacao": "Só se o edital ou uma norma local a prevê: as leis de cotas não a criam.",
            "heteroidentificacao_fonte": "O item do edital ou a norma, com o artigo.",
            "pcd_teto": "Percentual máximo de vagas para PcD, se o edital o diz.",
        }
        widgets = {
            campo: forms.Textarea(attrs={"rows": 2})
            for campo in ["desempate_justificativa", "serie_justificativa", "pcd_ausencia_justificativa"]
        }

    def __init__(self, *args: Any, provas: forms.BaseFormSet[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.provas = provas
        nomes = _nomes_das_linhas(provas)
        self.fields["nota_final_linha"].choices = _escolhas_de_nota(nomes)  # type: ignore[attr-defined]
        for ordem, campo in enumerate(CAMPOS_DE_CRITERIO, start=1):
            self.fields[campo] = forms.ChoiceField(
                label=f"{ordem}º critério", required=False, choices=_escolhas_de_criterio(nomes)
            )
        self.initial.update(_iniciais(self.instance))
        self.helper.layout = _disposicao()

    def clean_pcd_percentual(self) -> str:
        """Percentual na forma canônica, com ponto."""
        return _decimal_canonico(self.cleaned_data["pcd_percentual"])

    def clean_pcd_teto(self) -> str:
        """Teto na forma canônica, com ponto."""
        return _decimal_canonico(self.cleaned_data["pcd_teto"])

    def clean_serie_texto(self) -> list[int]:
        """Números das vagas da cota."""
        return numeros_da_lista(self.cleaned_data["serie_texto"])

    def clean_pcd_texto(self) -> list[int]:
        """Números das vagas de PcD."""
        return numeros_da_lista(self.cleaned_data["pcd_texto"])

    def is_valid(self) -> bool:
        """As regras e as suas provas."""
        provas_valem = self.provas.is_valid()
        if not provas_valem and self.is_bound and not self.has_error(NON_FIELD_ERRORS, "provas"):
            erro = forms.ValidationError("Há notas a corrigir na lista de provas, abaixo.", code="provas")
            self.add_error(None, erro)
        return super().is_valid() and provas_valem

    def dados(self) -> DadosDasRegras:
        """Dados já validados, com as linhas trocadas pelas chaves das provas."""
        limpos = self.cleaned_data
        chaves = _chaves_das_linhas(self.provas)
        criterios = [limpos[campo] for campo in CAMPOS_DE_CRITERIO if limpos[campo]]
        return DadosDasRegras(
            provas=_provas_informadas(self.provas, chaves),
            etapas=[linha.strip() for linha in limpos["etapas_texto"].splitlines() if linha.strip()],
            nota_final=chaves.get(limpos["nota_final_linha"], ""),
            desempate=[_criterio_com_chave(criterio, chaves) for criterio in criterios],
            serie_posicoes=limpos["serie_texto"],
            pcd_posicoes=limpos["pcd_texto"],
            **{campo: limpos[campo] for campo in self.Meta.fields},
        )


def _nomes_das_linhas(provas: forms.BaseFormSet[Any]) -> list[str]:
    return [str(linha["nome"].value() or "").strip() for linha in provas.forms]


def _escolhas_de_nota(nomes: Sequence[str]) -> list[tuple[str, str]]:
    linhas = [(str(linha), nome or f"{linha}ª linha") for linha, nome in enumerate(nomes, start=1)]
    return [("", "Escolha"), *linhas]


def _escolhas_de_criterio(nomes: Sequence[str]) -> list[tuple[str, str]]:
    por_prova = [
        (f"{sentido}:{linha}", f"{rotulo}: {nome or f'{linha}ª linha'}")
        for sentido, rotulo in SENTIDOS.items()
        for linha, nome in enumerate(nomes, start=1)
    ]
    return [("", "–"), *CRITERIOS_SEM_PROVA.items(), *por_prova]


def _chaves_das_linhas(provas: forms.BaseFormSet[Any]) -> dict[str, str]:
    """Linha (contada de 1) → chave da prova, só para as linhas preenchidas."""
    return {
        str(linha): forma.cleaned_data.get("chave") or chave_do_nome(forma.cleaned_data["nome"])
        for linha, forma in enumerate(provas.forms, start=1)
        if forma.cleaned_data.get("nome")
    }


def _provas_informadas(provas: forms.BaseFormSet[Any], chaves: Mapping[str, str]) -> list[dict[str, Any]]:
    informadas = []
    for linha, chave in chaves.items():
        limpos = provas.forms[int(linha) - 1].cleaned_data
        prova = {"chave": chave, **{campo: limpos[campo] for campo in ("nome", "minima", "maxima")}}
        # Só se guarda o que foge do usual: regras antigas, gravadas sem a marca, não parecem mudadas.
        informadas.append(prova | ({"negativa": True} if limpos["negativa"] else {}))
    return informadas


def _criterio_com_chave(criterio: str, chaves: Mapping[str, str]) -> str:
    sentido, separador, linha = criterio.partition(":")
    # Linha escolhida mas deixada em branco: fica o número, e a conferência diz que a prova não existe.
    return f"{sentido}:{chaves.get(linha, linha)}" if separador else criterio


def _iniciais(regras: Regras) -> dict[str, Any]:
    linhas = {prova["chave"]: str(linha) for linha, prova in enumerate(regras.provas, start=1)}
    criterios = [_criterio_com_chave(criterio, linhas) for criterio in regras.desempate]
    return {
        "nota_final_linha": linhas.get(regras.nota_final, ""),
        "etapas_texto": "\n".join(regras.etapas),
        "serie_texto": ", ".join(map(str, regras.serie_posicoes)),
        "pcd_texto": ", ".join(map(str, regras.pcd_posicoes)),
        "pcd_percentual": _com_virgula(regras.pcd_percentual),
        "pcd_teto": _com_virgula(regras.pcd_teto),
        **dict(zip(CAMPOS_DE_CRITERIO, criterios, strict=False)),
    }


def _disposicao() -> Layout:
    metade = "col-md-6"
    return Layout(
        Fieldset("Identificação", "nome"),
        Fieldset(
            "Provas e nota final",
            HTML('{% include "concursos/_provas.html" %}'),
            "nota_final_linha",
            "etapas_texto",
        ),
        Fieldset(
            "Desempate",
            HTML("<p>Na ordem do edital. O primeiro que separar dois candidatos decide.</p>"),
            Row(*[Column(campo, css_class=metade) for campo in CAMPOS_DE_CRITERIO]),
            Row(
                Column("data_referencia_idade", css_class=metade),
                Column("desempate_justificativa", css_class=metade),
            ),
        ),
        Fieldset(
            "Vagas da cota",
            Row(Column("serie", css_class=metade), Column("serie_texto", css_class=metade)),
            Row(Column("dupla_contagem", css_class=metade), Column("colisao", css_class=metade)),
            Row(Column("limiar", css_class=metade), Column("resto_caxias", css_class=metade)),
            "serie_justificativa",
        ),
        Fieldset(
            "Vagas para pessoas com deficiência",
            Row(
                Column("pcd_percentual", css_class="col-md-3"),
                Column("pcd_arredondamento", css_class="col-md-3"),
                Column("pcd_teto", css_class="col-md-3"),
                Column("pcd_minimo", css_class="col-md-3"),
            ),
            Row(Column("pcd_fonte", css_class=metade), Column("pcd_texto", css_class=metade)),
            "pcd_ausencia_justificativa",
        ),
        Fieldset(
            "Cláusula de barreira",
            Row(*[Column(campo, css_class="col-md-4") for campo in BARREIRAS]),
        ),
        Fieldset(
            "Conferência das declarações",
            Row(Column("heteroidentificacao", css_class=metade), Column("biopsicossocial", css_class=metade)),
            Row(
                Column("heteroidentificacao_fonte", css_class=metade),
                Column("nao_confirmacao", css_class=metade),
            ),
        ),
    )
