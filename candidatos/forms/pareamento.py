"""Formulários do pareamento: como ler o arquivo, o que traz cada coluna e o que significa cada valor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from candidatos.enums import CondicaoDoFiltro, EspecieDeArquivo, FormatoDeCelula, RegraDeTexto
from candidatos.servicos.campos import Campo
from candidatos.servicos.conteudo_do_layout import FORMATOS_DO_TIPO, TEXTO_MAXIMO
from candidatos.servicos.leitura import Coluna, Leitura
from candidatos.servicos.leitura_csv import DELIMITADORES
from candidatos.servicos.opcoes import Filtro, Opcoes, OpcoesDaColuna, Soma
from candidatos.servicos.pareamento import Pareamento, ValorAParear
from concursos.models import Cargo
from nucleo.forms import FormularioDaCasa

PREFIXO_DA_COLUNA = "coluna_"
MOTIVO_MAXIMO = 300
NAO_IMPORTAR = ("", "não importar")
FILTROS_MOSTRADOS = 5
SOMAS_MOSTRADAS = 2
# Acima disso, repetir a seleção em cada valor faria uma página de megabytes.
DESTINOS_NA_SELECAO = 20


class ComoLer(FormularioDaCasa, forms.Form):
    """Linha de títulos, aba e delimitador: propostos, e a pessoa pode trocar."""

    cabecalho = forms.IntegerField(label="Linha dos títulos", min_value=1, max_value=1000)
    aba = forms.ChoiceField(label="Aba da planilha", required=False)
    delimitador = forms.ChoiceField(label="Separador das colunas", required=False)

    def __init__(self, *args: Any, leitura: Leitura, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.leitura = leitura
        self.initial = {nome: getattr(leitura, nome) for nome in self.fields}
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

    def levar(self, leitura: Leitura) -> list[tuple[str, Any]]:
        """(nome, valor) da leitura à vista, que o formulário das colunas leva escondidos."""
        return [(nome, getattr(leitura, nome)) for nome in self.fields]


class _Selecao(forms.Select):
    """`<select>` sem recuos nem modelos: uma página tem quarenta, de dezenas de opções cada um."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """O elemento inteiro, numa linha."""
        atributos = self.build_attrs(self.attrs, attrs or {}) | {"name": name, "class": "form-select"}
        escolhido = "" if value is None else str(value)
        partes = [
            format_html('<optgroup label="{}">{}</optgroup>', rotulo, _opcoes(filhas, escolhido))
            if isinstance(filhas, list | tuple)
            else _opcoes([(rotulo, filhas)], escolhido)
            for rotulo, filhas in self.choices
        ]
        return format_html(
            "<select{}>{}</select>", flatatt(atributos), format_html_join("", "{}", ([p] for p in partes))
        )


def _opcoes(escolhas: Iterable[tuple[Any, Any]], escolhido: str) -> SafeString:
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (valor, SafeString(" selected") if str(valor) == escolhido else "", rotulo)
            for valor, rotulo in escolhas
        ),
    )


def _texto(rotulo: str) -> forms.TextInput:
    return forms.TextInput(attrs={"class": "form-control", "aria-label": rotulo})


class CamposDaColuna(NamedTuple):
    """Os campos de formulário de uma coluna; os que não lhe servem são nulos."""

    coluna: Coluna
    campo: Campo | None
    traz: forms.BoundField
    regra: forms.BoundField | None
    formato: forms.BoundField | None
    obrigatoria: forms.BoundField | None
    fora_do_usual: bool


class CamposDoFiltro(NamedTuple):
    """Os campos de formulário de um filtro."""

    letra: forms.BoundField
    condicao: forms.BoundField
    valor: forms.BoundField
    motivo: forms.BoundField


class PareamentoDeColunas(forms.Form):
    """Um campo para cada coluna do arquivo, com as suas opções; as faltas são ditas pelo serviço."""

    especie = forms.ChoiceField(
        label="O arquivo é",
        choices=EspecieDeArquivo.choices,
        help_text="Da relação de inscritos só se pede quem é cada um; do resultado, o que as regras usam.",
    )
    cargo = forms.ModelChoiceField(
        label="Cargo de todas as linhas",
        queryset=Cargo.objects.none(),
        required=False,
        empty_label="o da coluna de cargo",
    )
    sem_reservas = forms.BooleanField(
        label=(
            "O arquivo não diz quem concorre às vagas reservadas: quem já está na base fica como está, e os "
            "novos entram só na lista geral"
        ),
        required=False,
    )

    def __init__(
        self,
        *args: Any,
        colunas: Iterable[Coluna],
        campos: Mapping[str, Campo],
        cargos: Any,
        opcoes: Opcoes | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._colunas = list(colunas)
        self._campos = campos
        opcoes = opcoes or Opcoes()
        self._acrescentar_colunas(opcoes)
        self._filtros = max(FILTROS_MOSTRADOS, len(opcoes.filtros) + 1)
        self._acrescentar_filtros(opcoes.filtros)
        self._somas = max(SOMAS_MOSTRADAS, len(opcoes.somas) + 1)
        self._acrescentar_somas(opcoes.somas)
        campo = self.fields["cargo"]
        assert isinstance(campo, forms.ModelChoiceField)
        campo.queryset = cargos
        campo.label_from_instance = lambda obj: f"{obj.codigo} – {obj}"  # type: ignore[method-assign]

    # Campos ----------------------------------------------------------------------------------------

    def _acrescentar_colunas(self, opcoes: Opcoes) -> None:
        escolhas = _escolhas_por_grupo(self._campos)
        for coluna in self._colunas:
            daqui = opcoes.da_coluna(coluna.letra)
            nome, letra = coluna.nome, coluna.letra
            self._escolha(PREFIXO_DA_COLUNA + letra, f"O que traz a {nome}", escolhas)
            self._escolha(f"regra_{letra}", f"Parte do texto, {nome}", RegraDeTexto.choices, daqui.regra)
            formatos = FormatoDeCelula.choices
            self._escolha(f"formato_{letra}", f"Formato, {nome}", formatos, daqui.formato)
            self.fields[f"obrigatoria_{letra}"] = forms.BooleanField(
                label="Recusar a linha se a célula está em branco",
                required=False,
                initial=daqui.obrigatoria,
                widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
            )

    def _acrescentar_filtros(self, filtros: Sequence[Filtro]) -> None:
        colunas = [("", "não usar"), *self._escolhas_de_coluna()]
        for ordem in range(self._filtros):
            filtro = filtros[ordem] if ordem < len(filtros) else Filtro("", CondicaoDoFiltro.IGUAL, "", "")
            numero = ordem + 1
            self._escolha(f"filtro_{ordem}_letra", f"Coluna do filtro {numero}", colunas, filtro.letra)
            condicoes = CondicaoDoFiltro.choices
            self._escolha(
                f"filtro_{ordem}_condicao", f"Condição do filtro {numero}", condicoes, filtro.condicao
            )
            for parte, rotulo in (("valor", "Valor"), ("motivo", "Motivo")):
                self.fields[f"filtro_{ordem}_{parte}"] = forms.CharField(
                    label=f"{rotulo} do filtro {numero}",
                    required=False,
                    max_length=TEXTO_MAXIMO,
                    initial=getattr(filtro, parte),
                    widget=_texto(f"{rotulo} do filtro {numero}"),
                )

    def _acrescentar_somas(self, somas: Sequence[Soma]) -> None:
        colunas = [("", "não conferir"), *self._escolhas_de_coluna()]
        for ordem in range(self._somas):
            soma = somas[ordem] if ordem < len(somas) else Soma("", ())
            numero = ordem + 1
            self._escolha(f"soma_{ordem}_total", f"Coluna do total {numero}", colunas, soma.total)
            self.fields[f"soma_{ordem}_parcelas"] = forms.CharField(
                label=f"Letras das parcelas {numero}",
                required=False,
                max_length=TEXTO_MAXIMO,
                initial=" + ".join(soma.parcelas),
                widget=_texto(f"Letras das parcelas {numero}"),
            )

    def _escolha(
        self, nome: str, rotulo: str, escolhas: Sequence[tuple[Any, Any]], inicial: str | None = None
    ) -> None:
        self.fields[nome] = forms.ChoiceField(
            label=rotulo,
            choices=escolhas,
            required=False,
            initial=inicial,
            widget=_Selecao(attrs={"aria-label": rotulo}),
        )

    def _escolhas_de_coluna(self) -> list[tuple[str, str]]:
        return [
            (coluna.letra, f"{coluna.letra} – {coluna.titulo or 'sem título'}") for coluna in self._colunas
        ]

    # Como se mostram -------------------------------------------------------------------------------

    def linhas(self) -> list[CamposDaColuna]:
        """Cada coluna com os seus campos, na ordem do arquivo: só as opções que servem ao que ela traz."""
        return [self._linha(coluna) for coluna in self._colunas]

    def _linha(self, coluna: Coluna) -> CamposDaColuna:
        letra = coluna.letra
        traz, regra = self[PREFIXO_DA_COLUNA + letra], self[f"regra_{letra}"]
        formato, obrigatoria = self[f"formato_{letra}"], self[f"obrigatoria_{letra}"]
        campo = self._campos.get(str(traz.value() or ""))
        if campo is None:
            return CamposDaColuna(coluna, None, traz, None, None, None, fora_do_usual=False)
        formatos = FORMATOS_DO_TIPO.get(campo.tipo)
        if formatos is not None:
            formato.field.widget.choices = [cada for cada in FormatoDeCelula.choices if cada[0] in formatos]
        return CamposDaColuna(
            coluna,
            campo,
            traz,
            regra,
            formato if formatos else None,
            obrigatoria,
            fora_do_usual=bool(regra.value() or (formatos and formato.value()) or obrigatoria.value()),
        )

    def filtros(self) -> list[CamposDoFiltro]:
        """Os campos de cada filtro; os últimos estão vazios."""
        return [
            CamposDoFiltro(*(self[f"filtro_{ordem}_{parte}"] for parte in CamposDoFiltro._fields))
            for ordem in range(self._filtros)
        ]

    def somas(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Total e parcelas de cada soma; a última está vazia."""
        return [(self[f"soma_{ordem}_total"], self[f"soma_{ordem}_parcelas"]) for ordem in range(self._somas)]

    # O que se escolheu -----------------------------------------------------------------------------

    def pareamento(self, leitura: Leitura) -> Pareamento:
        """As escolhas, na forma do serviço."""
        dados = self.cleaned_data
        return Pareamento(
            leitura,
            self._escolhidas(),
            dados["cargo"],
            dados["sem_reservas"],
            dados["especie"],
            self.opcoes(),
        )

    def _escolhidas(self) -> dict[str, str]:
        return {
            coluna.letra: escolha
            for coluna in self._colunas
            if (escolha := self.cleaned_data[PREFIXO_DA_COLUNA + coluna.letra])
        }

    def opcoes(self) -> Opcoes:
        """As opções escolhidas; a que já não serve ao que a coluna traz é esquecida."""
        colunas = {letra: self._da_coluna(letra, campo) for letra, campo in self._escolhidas().items()}
        return Opcoes(colunas, tuple(self._filtros_usados()), tuple(self._somas_usadas()))

    def _da_coluna(self, letra: str, chave: str) -> OpcoesDaColuna:
        dados = self.cleaned_data
        formatos = FORMATOS_DO_TIPO.get(self._campos[chave].tipo)
        formato = dados[f"formato_{letra}"]
        return OpcoesDaColuna(
            regra=dados[f"regra_{letra}"],
            formato=formato if formatos and formato in formatos else "",
            obrigatoria=dados[f"obrigatoria_{letra}"],
        )

    def _filtros_usados(self) -> Iterable[Filtro]:
        dados = self.cleaned_data
        for ordem in range(self._filtros):
            letra, condicao, valor, motivo = (
                dados[f"filtro_{ordem}_{parte}"] for parte in CamposDoFiltro._fields
            )
            if letra or valor or motivo:
                em_branco = condicao == CondicaoDoFiltro.EM_BRANCO
                yield Filtro(letra, condicao or CondicaoDoFiltro.IGUAL, "" if em_branco else valor, motivo)

    def _somas_usadas(self) -> Iterable[Soma]:
        for ordem in range(self._somas):
            total = self.cleaned_data[f"soma_{ordem}_total"]
            escritas = self.cleaned_data[f"soma_{ordem}_parcelas"].upper()
            parcelas = tuple("".join(letra if letra.isalpha() else " " for letra in escritas).split())
            if total or parcelas:
                yield Soma(total, parcelas)


def _escolhas_por_grupo(campos: Mapping[str, Campo]) -> list[Any]:
    grupos = groupby(sorted(campos.values(), key=lambda campo: campo.grupo), key=lambda campo: campo.grupo)
    return [
        NAO_IMPORTAR,
        *((nome, [(campo.chave, campo.rotulo) for campo in grupo]) for nome, grupo in grupos),
    ]


def _widget_do_destino(valor: ValorAParear, rotulo: str) -> forms.Widget:
    """Uma seleção; com destinos demais (os cargos), escreve-se o código, e a página traz uma lista só."""
    if len(valor.destinos) <= DESTINOS_NA_SELECAO:
        return _Selecao(attrs={"aria-label": rotulo})
    return forms.TextInput(
        attrs={"aria-label": rotulo, "class": "form-control", "list": f"destinos-{valor.campo.chave}"}
    )


class PareamentoDeValores(FormularioDaCasa, forms.Form):
    """Um destino para cada valor que o sistema não conhece; a modalidade aceita também um motivo."""

    def __init__(self, *args: Any, valores: Sequence[ValorAParear], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._valores = list(valores)
        for ordem, valor in enumerate(self._valores):
            rotulo = f"Significado de “{valor.mostrado}”"
            self.fields[f"destino_{ordem}"] = forms.ChoiceField(
                label=rotulo,
                choices=[("", "escolha"), *valor.destinos.items()],
                initial=valor.destino,
                required=False,
                widget=_widget_do_destino(valor, rotulo),
            )
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

    def listas(self) -> dict[str, Mapping[str, str]]:
        """{campo: destinos} dos que se escrevem, para a lista que o navegador oferece."""
        return {
            valor.campo.chave: valor.destinos
            for valor in self._valores
            if len(valor.destinos) > DESTINOS_NA_SELECAO
        }

    def escolhidos(self) -> dict[str, dict[str, dict[str, str]]]:
        """{campo: {valor lido: {"destino", "motivo"}}}, na forma do serviço."""
        escolhidos: dict[str, dict[str, dict[str, str]]] = {}
        for ordem, valor in enumerate(self._valores):
            escolhidos.setdefault(valor.campo.chave, {})[valor.lido] = {
                "destino": self.cleaned_data[f"destino_{ordem}"],
                "motivo": self.cleaned_data.get(f"motivo_{ordem}", "").strip(),
            }
        return escolhidos
