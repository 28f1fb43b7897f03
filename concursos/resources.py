"""Quadro de cargos de um arquivo CSV ou XLSX. Só se lê: quem grava são os serviços.

A importação da administração do django-import-export gravaria direto nos modelos, sem trava nem trilha,
e executaria tudo duas vezes (na prévia e na confirmação). Dele aproveitam-se o recurso, os campos e os
formatos.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tablib
from import_export import fields, resources
from import_export.formats import base_formats
from openpyxl import load_workbook

from concursos.models import Regras
from concursos.servicos import DadosDoCargo, LinhaDoQuadro
from concursos.widgets import InteiroEstrito, SimOuNaoEstrito, TextoDaCelula, normalizar
from nucleo.erros import Recusa

BYTES_MAXIMOS = 1 << 20
_BYTES_ABERTOS = 30 << 20
LINHAS_MAXIMAS = 1_000
COLUNAS_MAXIMAS = 60
_DELIMITADORES = ";,\t"
_ESTRAGADO = (
    "O arquivo está estragado ou não é CSV nem planilha XLSX. Abra-o, salve como XLSX e envie de novo."
)


class CsvDoQuadro(base_formats.CSV):  # type: ignore[misc]
    """CSV de `;`, vírgula ou tabulação, em UTF-8 (com ou sem marca) ou Windows-1252."""

    def create_dataset(self, in_stream: bytes, **kwargs: Any) -> tablib.Dataset:
        """Tabela com os títulos da primeira linha preenchida; `Recusa` se não é texto ou não é tabela."""
        texto = _decodificar(in_stream)
        primeira = next((linha for linha in texto.splitlines() if linha.strip()), "")
        delimitador = max(_DELIMITADORES, key=primeira.count)
        try:
            return _tabela(csv.reader(io.StringIO(texto, newline=""), delimiter=delimitador, strict=True))
        except csv.Error:
            raise Recusa("As aspas do arquivo não casam. Corrija-o, ou salve como XLSX.") from None


class XlsxDoQuadro(base_formats.XLSX):  # type: ignore[misc]
    """Planilha XLSX: a primeira aba, até o limite de linhas."""

    def create_dataset(self, in_stream: bytes, **kwargs: Any) -> tablib.Dataset:
        """Tabela com os títulos da primeira linha preenchida; `Recusa` se não abre ou é grande demais."""
        try:
            with zipfile.ZipFile(io.BytesIO(in_stream)) as pacote:
                if sum(parte.file_size for parte in pacote.infolist()) > _BYTES_ABERTOS:
                    raise Recusa("Aberta, a planilha é grande demais para um quadro de cargos.")
            livro = load_workbook(io.BytesIO(in_stream), read_only=True, data_only=True)
            folha = livro.worksheets[0]
            return _tabela(
                folha.iter_rows(max_row=LINHAS_MAXIMAS + 2, max_col=COLUNAS_MAXIMAS, values_only=True)
            )
        except Recusa:
            raise
        except Exception:  # o leitor deixa passar erros de toda espécie num arquivo malfeito
            raise Recusa(_ESTRAGADO) from None


def _decodificar(conteudo: bytes) -> str:
    for codificacao in ("utf-8-sig", "cp1252"):
        try:
            texto = conteudo.decode(codificacao)
        except UnicodeDecodeError:
            continue
        if "\x00" in texto:
            break
        if "\ufffd" in texto:
            raise Recusa("O arquivo traz “�” no lugar de letras: os acentos já se perderam. Use o original.")
        return texto
    raise Recusa(_ESTRAGADO)


def _tabela(linhas: Iterable[Sequence[Any]]) -> tablib.Dataset:
    """Dataset com a linha do arquivo na primeira coluna, sem linhas em branco nem o que há sobre os títulos.

    Os títulos são a primeira linha com três que se conhecem ou, se não há, a primeira preenchida.
    """
    preenchidas = [
        (numero, list(linha)) for numero, linha in enumerate(linhas, start=1) if any(map(_ha_algo, linha))
    ]
    cabecalho = next((i for i, (_, linha) in enumerate(preenchidas) if _conhecidos(linha) >= 3), 0)
    titulos = preenchidas[cabecalho][1][:] if preenchidas else []
    while titulos and not _ha_algo(titulos[-1]):
        titulos.pop()
    if len(titulos) < 2:
        raise Recusa("O arquivo não tem uma linha de títulos com as colunas do quadro.")
    tabela = tablib.Dataset(headers=[LINHA, *(str(titulo or "") for titulo in titulos)])
    for numero, linha in preenchidas[cabecalho + 1 :]:
        if len(tabela) == LINHAS_MAXIMAS:
            raise Recusa(f"O arquivo tem mais de {LINHAS_MAXIMAS} cargos. Divida-o.")
        if any(map(_ha_algo, linha[len(titulos) :])):
            raise Recusa(
                f"Linha {numero}: há mais células que títulos. Confira se os valores não se deslocaram."
            )
        tabela.append([numero, *linha[: len(titulos)], *[None] * (len(titulos) - len(linha))])
    return tabela


def _conhecidos(linha: Sequence[Any]) -> int:
    return sum(normalizar(str(celula or "")) in SINONIMOS for celula in linha)


def _ha_algo(celula: Any) -> bool:
    return celula is not None and bool(str(celula).strip())


LINHA = "(linha)"


class CargoDoQuadro(resources.Resource):  # type: ignore[misc]
    """Uma linha do quadro. Os títulos aceitos de cada coluna estão em `SINONIMOS`."""

    codigo = fields.Field("codigo", "Código", TextoDaCelula(obrigatorio=True))
    nome = fields.Field("nome", "Cargo", TextoDaCelula(obrigatorio=True))
    especialidade = fields.Field("especialidade", "Especialidade", TextoDaCelula())
    localidade = fields.Field("localidade", "Localidade", TextoDaCelula())
    vagas = fields.Field("vagas", "Vagas", InteiroEstrito())
    vagas_ampla = fields.Field("vagas_ampla", "Ampla", InteiroEstrito())
    vagas_cotas = fields.Field("vagas_cotas", "Cotas", InteiroEstrito())
    vagas_pcd = fields.Field("vagas_pcd", "PcD", InteiroEstrito())
    cadastro_reserva = fields.Field("cadastro_reserva", "Cadastro de reserva", SimOuNaoEstrito())
    requisito = fields.Field("requisito", "Requisito", TextoDaCelula())
    vencimento = fields.Field("vencimento", "Vencimento", TextoDaCelula())
    carga_horaria = fields.Field("carga_horaria", "Carga horária", TextoDaCelula())

    def dados(self, linha: Mapping[str, Any], regras: Regras) -> tuple[DadosDoCargo | None, list[str]]:
        """Os dados da linha, ou nulo e uma frase por célula que não se entende."""
        valores: dict[str, Any] = {}
        erros: list[str] = []
        for nome, campo in self.fields.items():
            if campo.column_name not in linha:
                continue
            try:
                valores[nome] = campo.clean(linha)
            except ValueError as erro:
                erros.append(f"coluna “{campo.column_name}”: {erro}")
        return (None, erros) if erros else (DadosDoCargo(regras=regras, **valores), [])


OBRIGATORIAS = ("Código", "Cargo", "Vagas", "Ampla", "Cotas", "PcD")
SINONIMOS = {
    "codigo": "Código", "cod": "Código", "codigo do cargo": "Código", "cod cargo": "Código",
    "cargo": "Cargo", "nome": "Cargo", "nome do cargo": "Cargo", "funcao": "Cargo",
    "especialidade": "Especialidade", "area": "Especialidade",
    "localidade": "Localidade", "lotacao": "Localidade", "polo": "Localidade",
    "vagas": "Vagas", "total": "Vagas", "total de vagas": "Vagas",
    "ampla": "Ampla", "ampla concorrencia": "Ampla", "ac": "Ampla", "vagas ampla": "Ampla",
    "cotas": "Cotas", "cota": "Cotas", "cota racial": "Cotas", "negros": "Cotas", "vagas cotas": "Cotas",
    "pcd": "PcD", "pessoa com deficiencia": "PcD", "pessoas com deficiencia": "PcD", "vagas pcd": "PcD",
    "cadastro de reserva": "Cadastro de reserva", "cadastro reserva": "Cadastro de reserva",
    "cr": "Cadastro de reserva",
    "requisito": "Requisito", "requisitos": "Requisito", "escolaridade": "Requisito",
    "vencimento": "Vencimento", "salario": "Vencimento", "remuneracao": "Vencimento",
    "carga horaria": "Carga horária", "jornada": "Carga horária",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class QuadroLido:
    """`linhas`: as que se entenderam; `erros`: uma frase por defeito; `ignoradas`: títulos sem uso."""

    linhas: list[LinhaDoQuadro]
    erros: list[str]
    ignoradas: list[str]


def ler_quadro(conteudo: bytes, regras: Regras) -> QuadroLido:
    """Lê o arquivo inteiro. `Recusa` se não é uma tabela, ou lhe falta ou se repete uma coluna."""
    if len(conteudo) > BYTES_MAXIMOS:
        raise Recusa("O arquivo passa de 1 MB: não parece um quadro de cargos.")
    formato = XlsxDoQuadro() if conteudo.startswith(b"PK") else CsvDoQuadro()
    tabela = formato.create_dataset(conteudo)
    colunas = [SINONIMOS.get(normalizar(titulo), titulo) for titulo in tabela.headers]
    _conferir_colunas(colunas)
    ignoradas = [titulo for titulo in colunas[1:] if titulo and titulo not in SINONIMOS.values()]
    recurso = CargoDoQuadro()
    linhas: list[LinhaDoQuadro] = []
    erros: list[str] = []
    for numero, *celulas in tabela:
        dados, da_linha = recurso.dados(dict(zip(colunas[1:], celulas, strict=True)), regras)
        erros += [f"Linha {numero}, {erro}." for erro in da_linha]
        if dados is not None:
            linhas.append(LinhaDoQuadro(numero, dados))
    if not linhas and not erros:
        raise Recusa("O arquivo só tem a linha de títulos: não há cargos nele.")
    return QuadroLido(linhas, erros, ignoradas)


def _conferir_colunas(colunas: Sequence[str]) -> None:
    faltam = [titulo for titulo in OBRIGATORIAS if titulo not in colunas]
    repetidas = {titulo for titulo in colunas if colunas.count(titulo) > 1 and titulo in SINONIMOS.values()}
    detalhes = [f"Falta a coluna “{titulo}”." for titulo in faltam]
    detalhes += [f"Mais de uma coluna diz “{titulo}”: deixe uma." for titulo in sorted(repetidas)]
    if detalhes:
        raise Recusa("A linha de títulos não serve.", detalhes)
