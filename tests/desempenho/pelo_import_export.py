"""O mesmo arquivo pelo django-import-export: cinco recursos em cadeia, um por tabela que a carga enche.

As células são lidas pelas mesmas funções estritas da importação, e a mesma inscrição duas vezes, o
mesmo CPF com outro nome e a nota fora da escala recusam-se do mesmo modo. Cada recurso percorre o
arquivo outra vez, como a biblioteca faz; entre um e outro leem-se da base as chaves que o seguinte usa.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from django.db import models, transaction
from import_export.fields import Field
from import_export.resources import ModelResource
from import_export.widgets import Widget
from tablib import Dataset

from candidatos.consultas.busca import normalizar_nome
from candidatos.enums import FormatoDeCelula
from candidatos.models import Autodeclaracao, Candidato, Candidatura, Importacao, Inscricao, Resultado
from candidatos.servicos import valores

# Em massa: gravação em lotes, sem procurar cada linha na base nem comparar o antes e o depois. É o que a
# documentação dela dá de mais rápido; "procura" é o mesmo com a procura de cada linha, que é o padrão.
MODOS: Mapping[str, Mapping[str, bool]] = {
    "em_massa": {"use_bulk": True, "skip_diff": True, "skip_html_diff": True, "force_init_instance": True},
    "procura": {"use_bulk": True, "skip_diff": True, "skip_html_diff": True},
    "padrao": {},
}
IDADES = range(14, 101)
REFERENCIA = date(2023, 12, 10)


class Lido(Widget):
    """Célula lida por uma função que recusa o que não entende."""

    def __init__(self, ler: Callable[[Any], Any]) -> None:
        super().__init__()
        self._ler = ler

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> Any:
        """O valor; `ValueError` se a célula é recusada."""
        try:
            return self._ler(value)
        except valores.ValorRecusado as recusado:
            raise ValueError(str(recusado)) from recusado


class Chave(Widget):
    """Chave de outra tabela, pelo que as colunas dadas trazem."""

    def __init__(self, *colunas: str) -> None:
        super().__init__()
        self._colunas = colunas
        self.mapa: Mapping[tuple[str, ...], int] = {}

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> int:
        """A chave; `KeyError` se ninguém a tem."""
        return self.mapa[tuple(row[coluna] for coluna in self._colunas)]


class Notas(Widget):
    """As notas de uma linha, conferidas com a escala das provas."""

    COLUNAS = (("objetiva", "Prova objetiva"), ("titulos", "Títulos"), ("pontos", "Nota final"))

    def __init__(self) -> None:
        super().__init__()
        self.maximas: Mapping[str, int] = {}

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> dict[str, str]:
        """{chave da prova: texto decimal}; `ValueError` fora da escala."""
        notas = {}
        for prova, coluna in self.COLUNAS:
            nota = valores.ler_nota(row[coluna], FormatoDeCelula.USUAL)
            if not 0 <= nota <= self.maximas[prova]:
                raise ValueError(f"nota fora da escala: {nota}")
            notas[prova] = valores.nota_em_texto(nota)
        return notas


def _cpf(celula: str) -> str:
    lido = valores.ler_cpf(celula)
    if lido.aviso:
        raise ValueError(lido.aviso)
    return lido.numero


def _nascimento(celula: str) -> date | None:
    data = valores.ler_data(celula)
    if data is not None and REFERENCIA.year - data.year not in IDADES:
        raise ValueError("nascimento improvável")
    return data


class Pessoas(ModelResource):
    """Uma por CPF: a segunda linha do mesmo é saltada, se não o contradiz."""

    nome = Field("nome", "Nome", Lido(valores.ler_nome))
    nome_busca = Field("nome_busca", "Nome", Lido(normalizar_nome))
    cpf = Field("cpf", "CPF", Lido(_cpf))
    nascimento = Field("nascimento", "Nascimento", Lido(_nascimento))

    class Meta:
        model = Candidato
        fields = ("nome", "nome_busca", "cpf", "nascimento")
        import_id_fields = ("cpf",)

    def __init__(self) -> None:
        super().__init__()
        self._vistas: dict[str, tuple[str, date | None]] = {}

    def skip_row(self, instance: Candidato, *_: Any, **__: Any) -> bool:
        """Se o CPF já veio numa linha anterior; `ValueError` se era de outra pessoa."""
        pessoa = (instance.nome_busca, instance.nascimento)
        antes = self._vistas.get(instance.cpf)
        if antes is not None and antes != pessoa:
            raise ValueError("o mesmo CPF com outra pessoa")
        self._vistas[instance.cpf] = pessoa
        return antes is not None


class Inscricoes(ModelResource):
    """`candidato_id` pelo CPF."""

    candidato_id = Field("candidato_id", "CPF", Chave("CPF"))
    numero = Field("numero", "Inscrição", Lido(lambda celula: valores.ler_codigo(celula)[0]))

    class Meta:
        model = Inscricao
        fields = ("candidato_id", "numero")
        import_id_fields = ("numero",)

    def __init__(self, edital: int) -> None:
        super().__init__()
        self._edital = edital
        self._vistas: set[str] = set()

    def after_init_instance(self, instance: Inscricao, new: bool, row: Any, **kwargs: Any) -> None:
        """Põe o edital; `ValueError` se a inscrição já veio."""
        instance.edital_id = self._edital
        if row["Inscrição"] in self._vistas:
            raise ValueError("inscrição repetida")
        self._vistas.add(row["Inscrição"])


class Declaracoes(ModelResource):
    """`inscricao_id` pelo número."""

    inscricao_id = Field("inscricao_id", "Inscrição", Chave("Inscrição"))
    negro = Field("negro", "Negro", Lido(valores.ler_sim_nao))
    pcd = Field("pcd", "PcD", Lido(valores.ler_sim_nao))

    class Meta:
        model = Autodeclaracao
        fields = ("inscricao_id", "negro", "pcd")
        import_id_fields = ("inscricao_id",)


class Candidaturas(ModelResource):
    """`inscricao_id` pelo número, `cargo_id` pelo nome."""

    inscricao_id = Field("inscricao_id", "Inscrição", Chave("Inscrição"))
    cargo_id = Field("cargo_id", "Cargo", Chave("Cargo"))

    class Meta:
        model = Candidatura
        fields = ("inscricao_id", "cargo_id")
        import_id_fields = ("inscricao_id", "cargo_id")


class Resultados(ModelResource):
    """`candidatura_id` pela inscrição e pelo cargo."""

    candidatura_id = Field("candidatura_id", "Inscrição", Chave("Inscrição", "Cargo"))
    notas = Field("notas", "Nota final", Notas())

    class Meta:
        model = Resultado
        fields = ("candidatura_id", "notas")
        import_id_fields = ("candidatura_id",)

    def __init__(self, importacao: int) -> None:
        super().__init__()
        self._importacao = importacao

    def before_import_row(self, row: Any, **kwargs: Any) -> None:
        """Guarda o número da linha no arquivo, em que os títulos são a primeira."""
        row["linha"] = kwargs["row_number"] + 1

    def after_init_instance(self, instance: Resultado, new: bool, row: Any, **kwargs: Any) -> None:
        """Primeira versão, desta importação."""
        instance.versao, instance.importacao_id, instance.linha = 1, self._importacao, row["linha"]


def importar(caminho: Path, codificacao: str, importacao: Importacao, modo: str) -> int:
    """Lê o CSV e enche as cinco tabelas numa transação; devolve quantas linhas tinha o arquivo."""
    for recurso in (Pessoas, Inscricoes, Declaracoes, Candidaturas, Resultados):
        for opcao, valor in MODOS[modo].items():
            setattr(recurso._meta, opcao, valor)
    with transaction.atomic():
        tabela = Dataset().load(caminho.read_text(codificacao), format="csv", delimiter=";")
        _encadear(tabela, importacao)
    return len(tabela)


def _encadear(tabela: Dataset, importacao: Importacao) -> None:
    edital = importacao.edital
    # O mapa vai pelo que está escrito no arquivo: o CPF, com pontos e traço.
    _passar(Pessoas(), tabela)
    por_cpf = dict(Candidato.objects.values_list("cpf", "pk"))
    escritos = {(escrito,): por_cpf[_cpf(escrito)] for escrito in tabela["CPF"]}
    _passar(Inscricoes(edital.pk), tabela, candidato_id=escritos)
    inscricoes = _mapa(Inscricao.objects.filter(edital=edital), "numero")
    _passar(Declaracoes(), tabela, inscricao_id=inscricoes)
    cargos = _mapa(edital.cargos.all(), "nome")
    _passar(Candidaturas(), tabela, inscricao_id=inscricoes, cargo_id=cargos)
    candidaturas = _mapa(Candidatura.objects.filter(cargo__edital=edital), "inscricao__numero", "cargo__nome")
    resultados = Resultados(importacao.pk)
    provas = edital.cargos.select_related("regras")[0].regras.provas
    resultados.fields["notas"].widget.maximas = {prova["chave"]: int(prova["maxima"]) for prova in provas}
    _passar(resultados, tabela, candidatura_id=candidaturas)


def _mapa(linhas: models.QuerySet[Any], *campos: str) -> dict[tuple[str, ...], int]:
    return {tuple(escrito): pk for pk, *escrito in linhas.values_list("pk", *campos).iterator()}


def _passar(recurso: ModelResource, tabela: Dataset, **mapas: Mapping[tuple[str, ...], int]) -> None:
    """Uma passagem do arquivo por um recurso; qualquer erro levanta-se."""
    for campo, mapa in mapas.items():
        recurso.fields[campo].widget.mapa = mapa
    recurso.import_data(tabela, raise_errors=True)
