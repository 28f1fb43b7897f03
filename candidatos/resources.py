"""O que a administração exporta pelo django-import-export; a carga não passa por ele (decisão 0008)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import tablib
from django.db.models import QuerySet
from import_export import resources
from import_export.fields import Field
from import_export.formats import base_formats

from candidatos.enums import EspecieDeArquivo, SituacaoClassificacao, SituacaoImportacao
from candidatos.models import Classificacao, Colocacao
from candidatos.servicos.exportacao import FormatoDeSaida, escrever_csv, escrever_xlsx
from candidatos.widgets import CpfMascarado, DataBrasileira, NotaComVirgula, NumeroInteiro, Rotulo, SimOuNao


class CsvDaCasa(base_formats.CSV):  # type: ignore[misc]
    """CSV como o abre o programa de planilha no Brasil: `;`, UTF-8 com marca, vírgula decimal."""

    CONTENT_TYPE = FormatoDeSaida.CSV.tipo

    def get_title(self) -> str:
        """Nome na lista de formatos."""
        return "CSV"

    def is_binary(self) -> bool:
        """Sai já codificado."""
        return True

    def can_import(self) -> bool:
        """Só se exporta."""
        return False

    def blocos(self, colunas: Sequence[str], linhas: Iterable[Sequence[Any]]) -> Iterator[bytes]:
        """O arquivo, à medida que se lê a base."""
        return escrever_csv(colunas, linhas)

    def export_data(self, dataset: tablib.Dataset, **kwargs: Any) -> bytes:
        """O arquivo inteiro de uma tabela já na memória."""
        return b"".join(self.blocos(dataset.headers, dataset))


class XlsxDaCasa(base_formats.XLSX):  # type: ignore[misc]
    """Planilha em que código é texto e nada é fórmula."""

    def get_title(self) -> str:
        """Nome na lista de formatos."""
        return "Planilha XLSX"

    def can_import(self) -> bool:
        """Só se exporta."""
        return False

    def blocos(self, colunas: Sequence[str], linhas: Iterable[Sequence[Any]]) -> Iterator[bytes]:
        """O arquivo, em blocos, depois de escrito em disco."""
        return escrever_xlsx(colunas, linhas)

    def export_data(self, dataset: tablib.Dataset, **kwargs: Any) -> bytes:
        """O arquivo inteiro de uma tabela já na memória."""
        return b"".join(self.blocos(dataset.headers, dataset))


class Recurso(resources.Resource):  # type: ignore[misc]
    """Recurso da casa: tem nome em português e dá as linhas uma a uma."""

    nome = ""

    @classmethod
    def get_display_name(cls) -> str:
        """Nome na lista do que se exporta."""
        return cls.nome

    def linhas(self, consulta: QuerySet[Any]) -> Iterator[list[Any]]:
        """Linhas para os formatos da casa, com números e datas como são."""
        for objeto in self.iter_queryset(self.filter_export(consulta)):
            yield self.export_resource(objeto, force_native_type=True)


class InscricoesExportadas(Recurso):
    """Inscrições, com o CPF mascarado."""

    nome = "Inscrições"
    numero = Field("numero", "Inscrição")
    candidato = Field("candidato__nome", "Nome")
    cpf = Field("candidato__cpf", "CPF", CpfMascarado())
    edital = Field("edital__numero", "Edital")
    concurso = Field("edital__concurso__identificacao", "Concurso")
    orgao = Field("edital__concurso__orgao__sigla", "Órgão")

    def filter_export(self, queryset: QuerySet[Any], **kwargs: Any) -> QuerySet[Any]:
        """Com o que cada linha mostra."""
        return queryset.select_related("candidato", "edital__concurso__orgao")


class CandidatosExportados(Recurso):
    """Pessoas, com o CPF mascarado."""

    nome = "Candidatos"
    nome_da_pessoa = Field("nome", "Nome")
    cpf = Field("cpf", "CPF", CpfMascarado())
    nascimento = Field("nascimento", "Nascimento", DataBrasileira())


class ClassificacoesExportadas(Recurso):
    """Versões da classificação."""

    nome = "Versões da classificação"
    cargo = Field("cargo__codigo", "Código do cargo")
    nome_do_cargo = Field("cargo", "Cargo")
    versao = Field("versao", "Versão", NumeroInteiro())
    situacao = Field("situacao", "Situação", Rotulo(dict(SituacaoClassificacao.choices)))
    calculada_em = Field("calculada_em", "Calculada em", DataBrasileira())

    def filter_export(self, queryset: QuerySet[Any], **kwargs: Any) -> QuerySet[Any]:
        """Com o cargo, e sem os empates, que não se mostram."""
        return queryset.select_related("cargo").defer("empates", "faltas")


class ColocacoesExportadas(Recurso):
    """Os lugares de todas as classificações da lista."""

    nome = "Lugares de cada classificação"
    cargo = Field("classificacao__cargo__codigo", "Código do cargo")
    versao = Field("classificacao__versao", "Versão", NumeroInteiro())
    posicao = Field("posicao", "Lugar", NumeroInteiro())
    posicao_cotas = Field("posicao_cotas", "Lugar na cota", NumeroInteiro())
    posicao_pcd = Field("posicao_pcd", "Lugar de PcD", NumeroInteiro())
    inscricao = Field("candidatura__inscricao__numero", "Inscrição")
    candidato = Field("candidatura__inscricao__candidato__nome", "Nome")
    nota = Field("nota", "Nota final", NotaComVirgula())
    empatado = Field("empatado", "Empatado", SimOuNao())
    motivo = Field("motivo", "Motivo de não estar aprovado")

    def filter_export(self, queryset: QuerySet[Classificacao], **kwargs: Any) -> QuerySet[Colocacao]:
        """Das classificações escolhidas aos lugares delas."""
        return (
            Colocacao.objects.filter(classificacao__in=queryset.order_by().values("pk"))
            .select_related("classificacao__cargo", "candidatura__inscricao__candidato")
            .order_by("classificacao__cargo__codigo", "classificacao__versao", "ordem")
        )


class ImportacoesExportadas(Recurso):
    """Arquivos recebidos e o que cada um fez, em números."""

    nome = "Importações"
    nome_original = Field("nome_original", "Arquivo")
    sha256 = Field("sha256", "SHA-256")
    concurso = Field("edital__concurso__identificacao", "Concurso")
    especie = Field("especie", "Espécie", Rotulo(dict(EspecieDeArquivo.choices)))
    situacao = Field("situacao", "Situação", Rotulo(dict(SituacaoImportacao.choices)))
    recebida_em = Field("recebida_em", "Recebida em", DataBrasileira())
    carregada_em = Field("carregada_em", "Carregada em", DataBrasileira())
    autor = Field("autor", "Por")
    lidas = Field(column_name="Linhas lidas")
    novas = Field(column_name="Novas")
    alteradas = Field(column_name="Alteradas")
    recusadas = Field(column_name="Recusadas")

    def export_field(self, field: Field, instance: Any, **kwargs: Any) -> Any:
        """As contagens vêm do plano guardado."""
        if field.attribute is None:
            return instance.plano.get(self.get_field_name(field))
        return super().export_field(field, instance, **kwargs)

    def filter_export(self, queryset: QuerySet[Any], **kwargs: Any) -> QuerySet[Any]:
        """Com o concurso e quem enviou."""
        return queryset.select_related("edital__concurso", "autor")
