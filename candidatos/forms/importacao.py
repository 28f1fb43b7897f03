"""Formulários da importação: envio, leitura, pareamento de colunas e de valores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django import forms

from candidatos.servicos.campos import Campo
from candidatos.servicos.leitura import Coluna, Leitura
from candidatos.servicos.leitura_csv import DELIMITADORES
from candidatos.servicos.pareamento import Pareamento, ValorAParear
from concursos.models import Cargo
from nucleo.forms import FormularioDaCasa

PREFIXO_DA_COLUNA = "coluna_"
MOTIVO_MAXIMO = 300
NAO_IMPORTAR = ("", "não importar")


class EnvioDeArquivo(FormularioDaCasa, forms.Form):
    """O arquivo da banca; o conteúdo é examinado pelo serviço."""

    arquivo = forms.FileField(
        label="Arquivo da banca",
        allow_empty_file=True,
        help_text="CSV ou XLSX, de até 50 MB, como a banca o mandou: não é preciso mudar nada nele.",
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx"}),
        error_messages={"required": "Escolha o arquivo que a banca mandou."},
    )


class ComoLer(FormularioDaCasa, forms.Form):
    """Linha de títulos, aba e delimitador: propostos, e a pessoa pode trocar."""

    cabecalho = forms.IntegerField(label="Linha dos títulos", min_value=1, max_value=1000)
    aba = forms.ChoiceField(label="Aba da planilha", required=False)
    delimitador = forms.ChoiceField(label="Separador das colunas", required=False)

    def __init__(self, *args: Any, leitura: Leitura, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.leitura = leitura
        self.initial = {
            "cabecalho": leitura.cabecalho, "aba": leitura.aba, "delimitador": leitura.delimitador
        }  # fmt: skip
        if leitura.abas:
            self._escolhas("aba", [(aba, aba) for aba in leitura.abas])
            del self.fields["delimitador"]
        else:
            self._escolhas(
                "delimitador", [(sinal, nome.capitalize()) for sinal, nome in DELIMITADORES.items()]
            )
            del self.fields["aba"]

    def _escolhas(self, nome: str, escolhas: Sequence[tuple[str, str]]) -> None:
        campo = self.fields[nome]
        assert isinstance(campo, forms.ChoiceField)
        campo.choices = escolhas

    def escolhida(self) -> Leitura:
        """A leitura guardada, com o que a pessoa trocou."""
        return replace(self.leitura, **{nome: valor for nome, valor in self.cleaned_data.items() if valor})


class PareamentoDeColunas(forms.Form):
    """Um campo para cada coluna do arquivo; as faltas são ditas pelo serviço."""

    cargo = forms.ModelChoiceField(
        label="Cargo de todas as linhas",
        queryset=Cargo.objects.none(),
        required=False,
        empty_label="o da coluna de cargo",
    )
    sem_reservas = forms.BooleanField(
        label="O arquivo não diz quem concorre às vagas reservadas: todos entram só na lista geral",
        required=False,
    )

    def __init__(
        self, *args: Any, colunas: Iterable[Coluna], campos: Mapping[str, Campo], cargos: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        escolhas = _escolhas_por_grupo(campos)
        self._colunas = list(colunas)
        for coluna in self._colunas:
            self.fields[PREFIXO_DA_COLUNA + coluna.letra] = forms.ChoiceField(
                label=f"O que traz a {coluna.nome}", choices=escolhas, required=False
            )
        campo = self.fields["cargo"]
        assert isinstance(campo, forms.ModelChoiceField)
        campo.queryset = cargos

    def linhas(self) -> list[tuple[Coluna, forms.BoundField]]:
        """Cada coluna com o seu campo, na ordem do arquivo."""
        return [(coluna, self[PREFIXO_DA_COLUNA + coluna.letra]) for coluna in self._colunas]

    def pareamento(self, leitura: Leitura) -> Pareamento:
        """As escolhas, na forma do serviço."""
        dados = self.cleaned_data
        colunas = {
            coluna.letra: escolha
            for coluna in self._colunas
            if (escolha := dados[PREFIXO_DA_COLUNA + coluna.letra])
        }
        return Pareamento(leitura, colunas, dados["cargo"], dados["sem_reservas"])


def _escolhas_por_grupo(campos: Mapping[str, Campo]) -> list[Any]:
    grupos = groupby(sorted(campos.values(), key=lambda campo: campo.grupo), key=lambda campo: campo.grupo)
    return [
        NAO_IMPORTAR,
        *((nome, [(campo.chave, campo.rotulo) for campo in grupo]) for nome, grupo in grupos),
    ]


class PareamentoDeValores(FormularioDaCasa, forms.Form):
    """Um destino para cada valor que o sistema não conhece; a modalidade aceita também um motivo."""

    def __init__(self, *args: Any, valores: Sequence[ValorAParear], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._valores = list(valores)
        for ordem, valor in enumerate(self._valores):
            destino = forms.ChoiceField(
                label=f"Significado de “{valor.mostrado}”",
                choices=[("", "escolha"), *valor.destinos.items()],
                initial=valor.destino,
                required=False,
            )
            self.fields[f"destino_{ordem}"] = destino
            if valor.pede_motivo:
                self.fields[f"motivo_{ordem}"] = forms.CharField(
                    label=f"Motivo, se “{valor.mostrado}” não tem efeito",
                    initial=valor.motivo,
                    required=False,
                    max_length=MOTIVO_MAXIMO,
                )

    def linhas(self) -> list[tuple[ValorAParear, forms.BoundField, forms.BoundField | None]]:
        """Cada valor com o destino e, se cabe, o motivo."""
        return [
            (valor, self[f"destino_{ordem}"], self[f"motivo_{ordem}"] if valor.pede_motivo else None)
            for ordem, valor in enumerate(self._valores)
        ]

    def escolhidos(self) -> dict[str, dict[str, dict[str, str]]]:
        """{campo: {valor lido: {"destino", "motivo"}}}, na forma do serviço."""
        escolhidos: dict[str, dict[str, dict[str, str]]] = {}
        for ordem, valor in enumerate(self._valores):
            escolhidos.setdefault(valor.campo.chave, {})[valor.lido] = {
                "destino": self.cleaned_data[f"destino_{ordem}"],
                "motivo": self.cleaned_data.get(f"motivo_{ordem}", "").strip(),
            }
        return escolhidos
